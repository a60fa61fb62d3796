// More about a version, in a box of its own: verdict, searches, cards, stories, and a game against the bots.

import { askOnce } from "./ask.js";
import { lightsOf, make, progressIn, showMore, showTable, showTried, text } from "./answer.js";
import { button, by, games, gone, shared } from "./shared.js";
import { linkTo } from "./home.js";
import { change, showAge, side } from "./version.js";

// The number of questions for the box.
let asides = 0;
// Whether the question in this box was told to end with what it has found.
let isStopping = false;

/** Says of a result that it was stopped. */
const partial = (event, done) => event["is-partial"] ? [make("p", { className: "banner", textContent: `Stopped ${done}. This is what was found until then.` })] : [];

/** A chart that the server made. */
const drawn = (chart) => (chart ? [make("div", { className: "chart", innerHTML: chart })] : []);

/** A question that takes the place of the answer; the answer goes on afterwards. Resolves to whether it was answered. */
async function aside(question, title, on) {
  const own = asides += 1;
  isStopping = false;
  shared.moreOf = JSON.stringify(question.version);
  const words = make("p", { textContent: "Playing …" });
  showMore(title, words);
  showAge();
  const began = performance.now();
  let done = "before the first figures";
  const files = [];
  const asked = side(question, (event) => {
    // Another box has taken the place of this one.
    if (own !== asides) return;
    if (event.event === "file") files.push(event);
    else if (event.event === "progress") {
      const share = Math.min(1, event.played / event.planned);
      by("progress").hidden = false;
      by("progress").value = share;
      done = `after ${Math.floor(100 * share)} %`;
      if (!isStopping) words.textContent = progressIn(share, performance.now() - began);
    } else if (event.event === "refused") showMore(title, ...event.errors.map(({ text }) => make("p", { className: "fault", textContent: text })));
    else if (event.event === "text") showMore(event.title, ...partial(event, done), ...drawn(event.chart), ...text(event.text, event.command));
    else on?.(event, done);
  }, true);
  by("stop").hidden = false;
  const isDone = await asked;
  if (own === asides && files.length) by("more-body").append(make("p", { className: "note" }, "Download: ", ...files.flatMap((file) => [linkTo(file), " "])));
  if (own === asides && isDone === false) by("more-body").replaceChildren(make("p", { textContent: "Stopped, because something else was asked." }));
  else if (own === asides && words.isConnected) words.textContent = "Stopped before the first figures.";
  return isDone && own === asides;
}

by("judge").onclick = () => {
  aside({ ask: "judge", version: shared.state.request() }, "Judging …", (event, done) => {
    if (event.event !== "verdict") return;
    const words = { pass: "Every target is met.", fail: "A target is missed.", inconclusive: "Not decided." };
    const judged = shared.state.judge();
    const title = event["is-partial"] ? "Judging was stopped" : words[event.verdict] ?? event.verdict;
    const times = judged > 1 ? `You have judged ${judged} versions on these games; each makes a lucky verdict more likely.` : "No version has seen these games before.";
    showMore(title, ...partial(event, done), make("ul", { className: "lights" }, ...lightsOf(event.lights)), make("p", { className: "note", textContent: times }), ...text(event.text, event.command));
  });
};

by("tune").onclick = () => {
  const question = { ask: "tune", version: shared.state.request(), vary: [] };
  aside(question, "What makes these targets true?", (event) => {
    if (event.event === "tried") {
      shared.state.countSearch(question.version, event.versions);
      showTried(shared.state, true);
      by("more-body").append(make("p", { className: "note", textContent: `This search tried ${event.versions.toLocaleString("en")} versions; they count among the settings tried since the baseline.` }));
    }
    if (event.event === "proposal") {
      if (!event["is-verified"]) by("more-body").append(make("p", { className: "note", textContent: "These values met every target in the games of the search. They are not verified on other games: Judge does that." }));
      by("more-body").append(button("Take these values", () => change(event.set, false)));
    }
  });
};

by("sensitivity").onclick = () => aside({ ask: "sensitivity", version: shared.state.request(), vary: [] }, "Which number matters most?");

by("panel").onclick = () => aside({ ask: "panel", version: shared.state.request(), games: games() }, "Do all bots agree?");

by("story").onclick = () => aside({ ask: "story", version: shared.state.request(), game: Math.floor(Math.random() * 1000), card: null }, "A game");

by("cards").addEventListener("click", (event) => {
  const card = event.target.closest("[data-card]")?.dataset.card;
  if (!card) return;
  aside({ ask: "card", version: shared.state.request(), card }, card).then((isDone) => {
    if (!isDone) return;
    const measures = "Three measures: players who drew the card against those who did not (drawn), those who had it in the opening hand against those who had not (opening), and the same deals played with the card and without it (ablation). Only the last one is what the card itself does.";
    by("more-body").prepend(make("p", { className: "note", textContent: measures }));
    by("more-body").append(make("button", { type: "button", textContent: `Show me a game that ${card} decided`, onclick: () => aside({ ask: "story", version: shared.state.request(), game: null, card }, "A game") }));
  });
});

by("stop").onclick = () => {
  // The answer ends with what was found so far.
  isStopping = true;
  by("stop").hidden = true;
  by("more-body").firstElementChild.textContent = "Stopping after the games that are being played …";
  askOnce({ ask: "stop" }).catch(gone);
};

// A game against the bots.

by("play").onclick = async () => {
  const now = await askOnce({ ask: "open", version: shared.state.request() }).catch(gone);
  if (now?.event !== "opened") return;
  const others = make("p", { className: "note" });
  const against = () => {
    const own = Number(seats.value), isPartner = (seat) => now.teams.length > 0 && now.teams[seat] === now.teams[own];
    const names = (isOf) => now.lineup.flatMap((bot, seat) => (seat !== own && isOf(seat) ? [`${now.seats[seat]} (${bot})`] : [])).join(", ");
    const partners = names(isPartner), opponents = names((seat) => !isPartner(seat));
    others.textContent = `You play${partners ? ` with ${partners}` : ""}${opponents ? ` against ${opponents}` : ""}.`;
  };
  const seats = make("select", { id: "seat" }, ...now.seats.map((name, value) => make("option", { value, textContent: name })));
  seats.onchange = against;
  against();
  const go = make("button", { type: "button", textContent: "Deal" });
  go.onclick = () => sit({ ask: "play", version: shared.state.request(), seat: Number(seats.value), game: Math.floor(Math.random() * 1e6), moves: [], hint: false });
  asides += 1;
  shared.moreOf = JSON.stringify(shared.state.request());
  showMore("Play a game", make("p", { textContent: "You see only what your seat may see. A move cannot be taken back." }), make("div", { className: "bar" }, make("label", { htmlFor: "seat", textContent: "Your seat" }), seats, go), others);
  showAge();
};

async function sit(question) {
  const own = asides += 1;
  shared.moreOf = JSON.stringify(question.version);
  let seen;
  try {
    seen = await askOnce(question);
  } catch {
    return gone();
  }
  // Something else was asked meanwhile.
  if (own !== asides) return;
  showAge();
  if (seen.event === "refused") return showMore("Play a game", ...seen.errors.map(({ text }) => make("p", { className: "fault", textContent: text })));
  showTable(seen, (move) => sit({ ...question, moves: [...question.moves, move], hint: false }), () => sit({ ...question, hint: true }));
}
