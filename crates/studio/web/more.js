// More about a version, in a box of its own: verdict, searches, cards, stories, and a game against the bots.

import { askOnce } from "./ask.js";
import { lightsOf, make, progressIn, showMore, showTried, text } from "./answer.js";
import { button, by, games, gone, shared } from "./shared.js";
import { linkTo } from "./home.js";
import { chooseSettings } from "./search.js";
import { Replay } from "./table.js";
import { change, showAge, side } from "./version.js";

// The number of questions for the box.
let asides = 0;
/** Begins something else in the box. Returns whether it is still the last. */
export function beginAside(version) {
  const own = asides += 1;
  shared.moreOf = JSON.stringify(version);
  return () => own === asides;
}

// Whether the question in this box was told to end with what it has found.
let isStopping = false;

/** Says of a result that it was stopped. */
const partial = (event, done) => event["is-partial"] ? [make("p", { className: "banner", textContent: `Stopped ${done}. This is what was found until then.` })] : [];

/** A chart that the server made. */
const drawn = (chart) => (chart ? [make("div", { className: "chart", innerHTML: chart })] : []);

/** A question that takes the place of the answer; the answer goes on afterwards. Resolves to whether it was answered. */
export async function aside(question, title, on, progressWords = progressIn) {
  const isLast = beginAside(question.version);
  isStopping = false;
  const words = make("p", { className: "doing", textContent: "Playing …" });
  showMore(title, words);
  showAge();
  const began = performance.now();
  let done = "before the first figures";
  const files = [];
  const asked = side(question, (event) => {
    // Another box has taken the place of this one.
    if (!isLast()) return;
    if (event.event === "file") files.push(event);
    else if (event.event === "progress") {
      const share = Math.min(1, event.played / event.planned);
      by("progress").hidden = false;
      by("progress").value = share;
      done = `after ${Math.floor(100 * share)} %`;
      if (!isStopping) words.textContent = progressWords(share, performance.now() - began);
    } else if (event.event === "finding") showFinding(event.text);
    else if (event.event === "refused") showMore(title, ...event.errors.map(({ text }) => make("p", { className: "fault", textContent: text })));
    else if (event.event === "text") showMore(event.title, ...partial(event, done), ...drawn(event.chart), ...text(event.text, event.command));
    else on?.(event, done, words);
  }, true);
  by("stop").hidden = false;
  const isDone = await asked;
  if (isLast() && files.length) by("more-body").append(make("p", { className: "note" }, "Download: ", ...files.flatMap((file) => [linkTo(file), " "])));
  if (isLast() && isDone === false) by("more-body").replaceChildren(make("p", { textContent: "Stopped, because something else was asked." }));
  else if (isLast() && words.isConnected) words.textContent = "Stopped before the first figures.";
  return isDone && isLast();
}

by("judge").onclick = () => {
  aside({ ask: "judge", version: shared.state.request() }, "Judging …", (event, done) => {
    if (event.event !== "verdict") return;
    const words = { pass: "Every target is met.", fail: "A target is missed.", inconclusive: "Not decided." };
    const judged = shared.state.judge();
    showTried(shared.state, true);
    const title = event["is-partial"] ? "Judging was stopped" : words[event.verdict] ?? event.verdict;
    const times = judged > 1 ? `You have judged ${judged} versions on these games; each makes a lucky verdict more likely.` : "No version has seen these games before.";
    showMore(title, ...partial(event, done), make("ul", { className: "lights" }, ...lightsOf(event.lights)), make("p", { className: "note", textContent: times }), ...text(event.text, event.command));
  });
};

/** What a search knows so far. */
function showFinding(text) {
  const box = by("finding") ?? make("p", { id: "finding" });
  box.replaceChildren(make("strong", { textContent: "So far: " }), text);
  if (!box.isConnected) by("more-body").append(box);
}

/** The version that is closest to all targets so far, and its price. */
function showClosest({ versions, changes, figures, price }) {
  const list = (lines) => make("ul", { className: "words" }, ...lines.map((line) => make("li", { textContent: line })));
  const settings = changes.length ? changes.map(([name, before, now]) => `${name}: ${before} → ${now}`) : ["the settings as they are"];
  const box = make("div", { id: "closest" }, make("h4", { textContent: `Closest to the targets so far: version ${versions.toLocaleString("en")} of the search` }),
    make("p", { className: "note", textContent: "Its changes, then its figures. Of the versions tried so far, its figures miss the targets by the least, all together; a distance counts more if these games measure the figure more exactly." }), list(settings), list(figures), ...(price.length ? [make("p", { textContent: `Its price: ${price.join("; ")}.` })] : []));
  by("closest")?.remove();
  by("more-body").append(box);
}

by("tune").onclick = () => chooseSettings("What makes these targets true?", false, (vary) => {
  const question = { ask: "tune", version: shared.state.request(), vary };
  aside(question, "What makes these targets true?", (event) => {
    if (event.event === "closest") showClosest(event);
    if (event.event === "tried") {
      shared.state.countSearch(question.version, event.versions);
      showTried(shared.state, true);
      by("more-body").append(make("p", { className: "note", textContent: `This search tried ${event.versions.toLocaleString("en")} versions; they count among the settings tried since the baseline.` }));
    }
    if (event.event === "proposal") {
      const tested = {
        met: "These values met every target in the games of the search. They are not verified on other games: Judge does that.",
        closest: "These values do not meet every target, but none that were tried are closer.",
      };
      if (event.tested in tested) by("more-body").append(make("p", { className: "note", textContent: tested[event.tested] }));
      by("more-body").append(button("Take these values", () => change(event.set, false)));
    }
  });
});

by("sensitivity").onclick = () => chooseSettings("Which number matters most?", true, (vary) => aside({ ask: "sensitivity", version: shared.state.request(), vary }, "Which number matters most?"));

by("exploit").onclick = () => aside({ ask: "exploit", version: shared.state.request() }, "Can it be broken?");

by("panel").onclick = () => aside({ ask: "panel", version: shared.state.request(), games: games() }, "Do all bots agree?");

/** Other games to show: the words, the condition, and whether somebody must be known to lead. */
const GAMES = [["Another game", null], ["A comeback", "comeback", true], ["An upset", "upset"], ["The closest game", "closest", true], ["The longest game", "longest"]];

/** A game as a table, step by step: the steps at once, then the chances, more precise from time to time. */
function showGame(game, wanted, title = "A game") {
  let replay = null;
  const begun = "The chances follow";
  const deciding = make("p", { className: "headline" }), why = make("p", { className: "note" }), note = make("p", { className: "note" });
  const story = make("details", {}, make("summary", { textContent: "The whole story" }));
  const others = make("div", { className: "bar" }, ...GAMES.filter(([, , needsLead]) => !needsLead || shared.opened["has-lead"]).map(([words, condition]) => button(words, () => showGame(condition ? null : Math.floor(Math.random() * 1000), condition, words))));
  others.setAttribute("role", "group");
  others.setAttribute("aria-label", "Other games");
  const show = (event, done, words) => {
    if (event.event !== "story") return;
    const isMore = !event["is-final"];
    // What follows leaves the focus and the scrolling of the page alone.
    if (!replay) {
      why.textContent = event.why;
      replay = new Replay(event.steps, [deciding, why, words], [note, story, others]);
      showMore(title, replay.element);
    }
    if (isMore && !event.chart) words.textContent = `${begun} …`;
    if (!isMore) words.remove();
    deciding.textContent = event.deciding;
    if (event.chart) replay.judge(event.choices, event.chart);
    note.className = event["is-partial"] ? "banner" : "note";
    note.textContent = [event["is-partial"] ? (event.chart ? "Stopped. These are the chances so far." : "Stopped before the first chances.") : "", event.note].join(" ").trim();
    story.replaceChildren(story.firstChild, ...text(event.text, event.command));
    by("stop").hidden = !isMore;
    by("progress").hidden = !isMore;
  };
  return aside({ ask: "story", version: shared.state.request(), game, wanted }, title, show, (share) => `${begun}: ${Math.floor(100 * share)} % of this step. Stop keeps the chances so far.`);
}

by("story").onclick = () => showGame(Math.floor(Math.random() * 1000), null);

for (const box of ["cards", "faces"]) by(box).addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-card]"), card = chosen?.dataset.card;
  if (!card) return;
  aside({ ask: "card", version: shared.state.request(), card }, chosen.textContent, (answer) => {
    if (answer.event !== "offers") return;
    by("more-body").prepend(make("p", { className: "note", textContent: answer.note }));
    by("more-body").append(make("div", { className: "bar" }, ...answer.games.map(([words, wanted]) => button(words, () => showGame(null, wanted, words.replace("Show me a", "A"))))));
  });
});

by("stop").onclick = () => {
  // The answer ends with what was found so far.
  isStopping = true;
  by("stop").hidden = true;
  const words = by("more-body").querySelector(".doing");
  if (words) words.textContent = "Stopping after the games that are being played …";
  askOnce({ ask: "stop" }).catch(gone);
};
