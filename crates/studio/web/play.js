// A game of the player of this page against the bots.

import { askOnce } from "./ask.js";
import { make, showMore } from "./answer.js";
import { beginAside } from "./more.js";
import { State } from "./state.js";
import { drawCard, drawEvents, drawLines, drawTable, named } from "./table.js";
import { button, by, gone, shared } from "./shared.js";
import { showAge, showPlay } from "./version.js";

const faults = (errors) => errors.map(({ text }) => make("p", { className: "fault", textContent: text }));

by("play").onclick = () => {
  const kept = State.keptGame(shared.state.config);
  return kept ? sit(kept) : choose();
};

/** Asks for the seat and the bots of a new game. A game in progress is kept until the new one is dealt. */
async function choose() {
  const kept = State.keptGame(shared.state.config);
  let now = await askOnce({ ask: "open", version: shared.state.request() }).catch(gone);
  if (!now) return;
  beginAside(shared.state.request());
  if (now.event !== "opened") return showMore("Play a game", ...faults(now.errors));
  const others = make("p", { className: "note" }), fault = make("div", { id: "play-fault" });
  const seats = make("select", { id: "seat" }, ...now.seats.map((name, value) => make("option", { value, textContent: name })));
  const bots = make("input", { id: "play-bots", autocomplete: "off", spellcheck: false, placeholder: now.lineup.join(",") });
  bots.setAttribute("list", "bot-names");
  bots.setAttribute("aria-describedby", "play-help play-fault");
  fault.setAttribute("role", "alert");
  const against = () => {
    const own = Number(seats.value), isPartner = (seat) => now.teams.length > 0 && now.teams[seat] === now.teams[own];
    const names = (isOf) => now.lineup.flatMap((bot, seat) => (seat !== own && isOf(seat) ? [`${now.seats[seat]} (${bot})`] : [])).join(", ");
    const partners = names(isPartner), opponents = names((seat) => !isPartner(seat));
    others.textContent = `You play${partners ? ` with ${partners}` : ""}${opponents ? ` against ${opponents}` : ""}.`;
  };
  seats.onchange = against;
  against();
  /** The version with the bots of the form. */
  const version = () => {
    const named = bots.value.split(",").map((bot) => bot.trim()).filter(Boolean);
    return named.length ? { ...shared.state.request(), bots: named } : shared.state.request();
  };
  const refuse = (errors) => {
    fault.replaceChildren(...faults(errors));
    if (errors.some(({ key }) => key === "--bots")) bots.setAttribute("aria-invalid", "true");
    else bots.removeAttribute("aria-invalid");
  };
  bots.addEventListener("change", async () => {
    const next = await askOnce({ ask: "open", version: version() }).catch(gone);
    // Something else was asked meanwhile.
    if (!next) return;
    refuse(next.errors ?? []);
    if (next.event !== "opened") return;
    now = next;
    against();
  });
  const go = make("button", { type: "button", id: "deal", textContent: kept ? "Give up your game and deal" : "Deal" });
  const back = kept ? [button("Back to your game", () => sit(kept))] : [];
  go.onclick = () => sit({ ask: "play", version: version(), seat: Number(seats.value), game: Math.floor(Math.random() * 1e6), moves: [], hint: false }, refuse);
  const fields = make("div", { className: "fields" }, make("label", { htmlFor: "seat", textContent: "Your seat" }), seats, make("label", { htmlFor: "play-bots", textContent: "Bots" }), bots);
  const help = make("p", { id: "play-help", className: "note", textContent: "One bot for all other seats, or one for each seat, separated by commas." });
  showMore("Play a game", make("p", { textContent: "You see only what your seat may see. A move cannot be taken back." }), fields, help, fault, others, make("div", { className: "bar" }, go, ...back));
  showAge();
}

/** Plays on, or begins; errors of the form are its own to show. The moves so far are enough to come back to the game. */
async function sit(question, refuse = (errors) => showMore("Play a game", ...faults(errors), button("Begin another game", choose))) {
  const { config } = shared.state;
  // Other bots in the form do not make it another version.
  const isLast = beginAside({ ...question.version, bots: shared.state.version.bots });
  let seen;
  try {
    seen = await askOnce(question);
  } catch {
    return gone();
  }
  // Something else was asked meanwhile.
  if (!isLast()) return;
  showAge();
  if (seen.event === "refused") return refuse(seen.errors);
  State.keepGame(config, seen.outcome === null ? { ...question, hint: false } : null);
  showPlay();
  showTable(seen, question.seat, (move) => sit({ ...question, moves: [...question.moves, move], hint: false }), () => sit({ ...question, hint: true }));
}

function scroll(label, element) {
  element.tabIndex = 0;
  element.classList.add("scroll");
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", label);
  return element;
}
const pre = (label, content) => scroll(label, make("pre", { className: "wrapped", textContent: content }));

/** What strategies weigh of each move. */
function weighed({ features, moves }) {
  if (!features.length) return [];
  const named = features.map(([name, ...rest]) => [name.replaceAll("-", " "), ...rest]);
  const head = make("tr", {}, make("th", { scope: "col", textContent: "move" }), ...named.map(([name, meaning]) => make("th", { scope: "col", className: "number", title: meaning, textContent: name })));
  const rows = moves.map((move, index) => make("tr", {}, make("th", { scope: "row", textContent: move }), ...named.map(([, , numbers]) => make("td", { className: "number", textContent: numbers[index] }))));
  const table = make("table", { className: "moves" }, make("thead", {}, head), make("tbody", {}, ...rows));
  const meanings = make("ul", { className: "words" }, ...named.map(([name, meaning]) => make("li", { textContent: `${name}: ${meaning}` })));
  return [make("details", {}, make("summary", { textContent: "What the bots weigh of each move" }), scroll("What the bots weigh of each move", make("div", {}, table)), meanings)];
}

/** A game in progress: `play` takes the number of a move. */
function showTable(seen, own, play, help) {
  const list = make("ol", { className: "words" }, ...seen.history.map((move) => make("li", { textContent: move })));
  const before = make("details", {}, make("summary", { textContent: `Your moves so far (${seen.history.length})` }), list);
  const happened = [...drawEvents(seen.cards), ...drawLines("What you have seen happen", seen.events.join("\n"))];
  const events = happened.length ? [make("h4", { textContent: seen.history.length ? "Since your last move" : "So far" }), ...happened] : [];
  const table = drawTable(seen.tabletop, own) ?? pre("What you see of the table", seen.table.join("\n"));
  if (seen.outcome !== null) {
    const story = make("details", {}, make("summary", { textContent: "The whole story" }), pre("The story of the game", seen.story));
    return showMore(`The game is over: ${seen.outcome}`, ...events, ...(seen.tabletop.areas.length ? [table] : []), make("div", { className: "bar" }, button("Begin another game", choose)), story, before);
  }
  const moves = seen.moves.map((move, index) => {
    const id = seen.faces[index], isHint = index === seen.hint;
    const face = id ? [drawCard({ id, name: named(id), note: "" })] : [];
    const words = make("span", { textContent: isHint ? `${move} (hint)` : move });
    return make("li", {}, make("button", { type: "button", className: isHint ? "hinted" : "", onclick: () => play(index) }, ...face, words));
  });
  const menu = make("ul", { className: "menu" }, ...moves);
  menu.setAttribute("aria-label", "Your moves");
  const hint = button("Hint", help), another = button("Begin another game", choose);
  showMore(seen.decision, ...events, table, menu, make("div", { className: "bar" }, hint, another), ...weighed(seen), before);
}
