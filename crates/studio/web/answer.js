// Shows the events of an answer. Tables and charts come from the server as they are in a report.

import { copy } from "./shared.js";

const by = (id) => document.getElementById(id);
/** A whole number with commas. The browser's own formatting takes some time to start. */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** A name without what would change the direction of the text around it, as on a terminal. */
export const visible = (text) => text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  if (properties.textContent) element.textContent = visible(String(properties.textContent));
  element.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return element;
};

/** Markup that the server made, with the focus kept. */
function put(id, markup) {
  const box = by(id);
  const card = box.contains(document.activeElement) ? document.activeElement.dataset.card : undefined;
  box.innerHTML = markup;
  if (card !== undefined) [...box.querySelectorAll("[data-card]")].find((button) => button.dataset.card === card)?.focus();
}

/** The longest pause between a sentence and its announcement. */
const PAUSE = 3000;
let sentence = "", timer = null;

/** Announces the last of the sentences that follow each other quickly. */
function announce(next) {
  sentence = next;
  timer ??= setTimeout(() => {
    timer = null;
    if (by("spoken").textContent !== sentence) by("spoken").textContent = sentence;
  }, PAUSE);
}

function headline(kind, sentences, ...more) {
  const lines = sentences.map((sentence, nth) => make("p", { className: nth ? "" : "headline", textContent: sentence }));
  by("headline").replaceChildren(make("div", { className: kind }, ...lines, ...more));
  // On a narrow window, the controls take the whole height.
  by("strip").textContent = sentences[0] ?? "";
  by("strip").classList.remove("stale");
  by("state").classList.remove("stale");
  announce(sentences.join(" "));
}

// Parts of the page that are soon dimmed, unless they get new figures before; so that a quick answer draws them only once.
let due = new Set(), dimming = null;
const SOON = 200;

function dim(ids) {
  due = new Set(ids);
  clearTimeout(dimming);
  dimming = setTimeout(() => {
    for (const id of due) by(id).classList.add("stale");
  }, SOON);
}

/** These parts have the figures of this version. */
function fresh(...ids) {
  for (const id of ids) {
    due.delete(id);
    by(id).classList.remove("stale");
  }
}

/** Before anything is known of a change. */
export function showWaiting(hasChanges) {
  const box = by("headline").firstElementChild;
  // The figures of the version before stay until there are new ones, so that nothing blinks while a slider moves.
  if (by("headline").querySelector(".measured")) {
    box.classList.add("stale");
    by("state").textContent = "Updating … These are the figures of the version before.";
    by("strip").classList.add("stale");
  } else {
    headline("waiting", [hasChanges ? "Measuring this change …" : "Measuring …"]);
    by("state").textContent = "Nothing is known about this version yet.";
  }
  by("changes-part").hidden = !hasChanges;
  for (const id of ["state", "charts-commands", "targets"]) by(id).classList.add("stale");
  dim(["tiles", ...parts]);
}

/** After the server has gone: what was asked has no answer, and no more games are played. */
export function showUnanswered() {
  const state = by("state");
  if (state.classList.contains("stale")) {
    const isOld = by("headline").querySelector(".measured");
    if (!isOld) headline("waiting", ["The studio does not answer."]);
    state.textContent = isOld ? "The studio does not answer. These are the figures of the version before." : "";
  } else if (state.firstChild) state.firstChild.textContent = state.firstChild.textContent.replace(ON, ".");
}

const parts = ["changes", "others", "wins", "lengths", "endings", "cards"];

/** How far a search is, and how long it still takes at most: it can end before all games are played; `elapsed` in milliseconds. */
export function progressIn(share, elapsed) {
  const done = `Playing … ${Math.floor(100 * share)} % of the games at most`;
  const seconds = elapsed / 1000 * (1 - share) / share;
  if (elapsed < 1000 || !Number.isFinite(seconds)) return `${done}.`;
  const left = seconds < 90 ? `${Math.max(1, Math.ceil(seconds))} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `${done}; it ends in ${left.replace(/^1 (.*)s$/, "1 $1")} or earlier. Stop keeps what was found until then.`;
}

/** The command belongs to the version that is shown; without one, there is none to copy. */
export function showCommand(command) {
  by("home-command").hidden = command === null;
  by("no-command").hidden = command !== null;
  by("command").textContent = visible(command ?? "");
}

/** The text of the command; hidden without a comparison. */
function showText(text) {
  by("text").textContent = visible(text);
  by("text").closest("details").hidden = text === "";
}

/** After a refusal: the figures are those of an earlier version, and stay dimmed. */
export function showRefusal(errors) {
  headline("waiting", ["These settings cannot be played."], ...errors.map(({ text }) => make("p", { className: "fault", textContent: text })));
  by("state").textContent = "The dimmed figures are those of an earlier version.";
  showText("");
  for (const id of due) by(id).classList.add("stale");
  for (const id of ["tiles", "changes", "others"]) by(id).classList.add("stale");
  showCommand(null);
}

/** Says how many settings were tried, beside the figures. */
export function showTried({ nTried, nJudged }, canJudge) {
  const box = by("state").querySelector(".tried");
  if (!box) return;
  const unseen = `; Judge plays games that ${nTried === 1 ? "it has not" : "none of them has"} seen`;
  const judge = !canJudge ? "" : nJudged > 0 ? `; ${grouped(nJudged)} ${nJudged === 1 ? "version was" : "versions were"} judged on the same fresh games so far` : unseen;
  const many = nTried > 1 ? ": among many, one can look good by chance" : "";
  box.textContent = nTried > 0 ? ` ${grouped(nTried)} ${nTried === 1 ? "setting" : "settings"} tried since the baseline${many}${judge}.` : "";
}

// The number of pairs of games of the comparison, the number of games of the charts, and whether they show two versions.
let nPairs = 0, nGames = 0, areTwo = false;

/** How many games are behind the charts, and why their figures are not those above. */
function showCounts() {
  if (nGames === 0) return;
  const others = nPairs === nGames ? "" : ` What changes counts ${grouped(nPairs)} pairs, so its last digits can differ.`;
  for (const note of document.querySelectorAll(".n-games")) note.textContent = `${grouped(nGames)} games${areTwo ? ` of each version.${others}` : "."}`;
}

// The last comparison, and the changed cards in short as their faces show them.
let lastLook = null, cardsInShort = [], isFull = false;

/** The headline of the comparison: in short, and below it every sentence with its interval. */
function showHeadline() {
  const { kind, look } = lastLook;
  const short = [...(cardsInShort.length ? cardsInShort : look.cards), ...look.short].join("; ");
  const full = make("details", { className: "full", open: isFull, ontoggle: () => { isFull = full.open; } },
    make("summary", { textContent: "In full, with intervals" }), ...look.sentences.map((sentence) => make("p", { textContent: sentence })));
  const [first, ...rest] = look.sentences;
  if (short) headline(`${kind} measured`, [`${short.charAt(0).toUpperCase()}${short.slice(1)}.`], full);
  else headline(`${kind} measured`, [first, ...rest]);
}

// What is said of figures that are not final.
const ON = ", and more precise while you look: more games are being played.";

export function showLook(look, tried, canJudge) {
  nPairs = look.played;
  showCounts();
  const percent = look["half-width"] === null ? "" : `, ± ${(100 * look["half-width"]).toFixed(2)} points`;
  // Nothing is known, some of it is, all of it is, or the change does next to nothing.
  const kind = look["is-same"] ? "nothing" : look["is-clear"] ? `clear${look["is-open"] ? " open" : ""}` : look["is-open"] ? "unknown" : "unclear";
  lastLook = { kind, look };
  showHeadline();
  by("state").textContent = `${grouped(look.played)} pairs of games on the same deals${percent}${look["is-done"] ? "." : ON} Intervals of ${look.level} %, each for its own row; they hold at every moment.`;
  by("state").append(make("span", { className: "tried" }));
  showTried(tried, canJudge);
  put("changes", look.changes);
  // An ending that games had in another version keeps its row.
  for (const row of document.querySelectorAll("#changes tr[data-figure]")) {
    if (!row.classList.contains("zero")) kept.add(row.dataset.figure);
    row.hidden = !kept.has(row.dataset.figure);
  }
  // A closed box has no place to keep, and the browser need not lay out the page for it.
  const isOpen = by("others").closest("details").open, top = isOpen ? by("others").scrollTop : 0;
  put("others", look.others);
  if (isOpen) by("others").scrollTop = top;
  if (!look.others) by("others").append(make("p", { className: "note", textContent: "None so far." }));
  by("changes-note").textContent = look.words;
  by("changes-part").hidden = false;
  fresh("changes", "others");
  steady();
  showText(look.text);
}

// The figures of the config that have a row.
const kept = new Set();
/** Another config has other rows, and other sentences. */
export function forgetRows() {
  kept.clear();
  for (const id of ["headline", "state"]) by(id).style.minHeight = "";
}

/** What is below does not move up when a sentence disappears: a headline only grows until its width changes. */
function steady() {
  for (const id of ["headline", "state"]) {
    const box = by(id);
    if (box.dataset.width !== String(box.clientWidth)) box.style.minHeight = "";
    box.dataset.width = box.clientWidth;
    box.style.minHeight = `${Math.max(Number.parseFloat(box.style.minHeight) || 0, box.offsetHeight)}px`;
  }
}

/** Without a change, the answer is that of the version itself. */
export function showUnchanged({ answer: sentences }, isBaseline) {
  lastLook = null;
  by("changes-part").hidden = true;
  fresh("changes", "others");
  // The table of changes disappears, so what is below moves up anyway.
  for (const id of ["headline", "state"]) by(id).style.minHeight = "";
  headline("nothing measured", sentences);
  by("state").textContent = `${isBaseline ? "Nothing differs from your baseline" : "Nothing is changed"}. Change a number of a card or a setting, and see what it does.`;
  by("changes").replaceChildren();
  showText("");
}

// Whether charts are shown that another version may keep for a moment.
let hasCharts = false;
/** Another config has other charts. */
export const forgetCharts = () => { hasCharts = false; };
/** So few games have axes that jump: the charts of the version before stay, dimmed, until there are more. */
const FEW = 1000;

/** A command and a button that copies it. */
export function copied(command, what) {
  const code = make("code", { textContent: command });
  const button = make("button", { type: "button", textContent: "Copy", onclick: () => copy(command, code) });
  button.setAttribute("aria-label", `Copy the command of ${what}`);
  return [code, " ", button];
}

/** A sentence with a command. */
const commandLine = (what, command) => make("p", { className: "note one-command" }, `The command that prints the figures of ${what}: `, ...copied(command, what));

export function showCharts(charts, isChanged) {
  if (charts.games < FEW && hasCharts && !charts["is-final"]) return;
  hasCharts = true;
  for (const tile of charts.tiles) showTile(tile);
  fresh("tiles");
  // Where no card can be left out, the chart of the cards is an association.
  if (!hasWorths) by("cards-note").textContent = "Difference in win share between players with and without the card.";
  for (const id of parts.slice(2).filter((id) => id !== "cards" || !hasWorths)) {
    put(id, charts[id]);
    fresh(id);
  }
  by("charts-commands").classList.remove("stale");
  nGames = charts.games;
  areTwo = isChanged;
  showCounts();
  by("digest").textContent = charts.digest;
  const [now, before] = isChanged ? ["these charts now", "these charts before"] : ["these charts"];
  by("charts-commands").replaceChildren(commandLine(now, charts.command), ...(charts.before ? [commandLine(before, charts.before)] : []));
}

// The tiles in their order; that of the cards comes later.
const TILES = ["wins", "cards", "lengths", "endings"];
/** The sign of a verdict: it is not told by its colour alone. */
const SIGNS = { good: "●", bad: "▲", undecided: "○", plain: "" };

/** The tiles that figures of targets belong to. */
const OF_FIGURES = [[/^win_rates\//, "wins"], [/^(card_)?impact\//, "cards"], [/^metrics\/length/, "lengths"], [/^outcomes\//, "endings"]];
/** The verdicts of targets, the worst first: each with the verdict of its tile and the word that is shown. */
const HELD = [["fail", "bad", "missed"], ["inconclusive", "undecided", "undecided"], ["pass", "good", "met"]];

// The tiles that are shown, and the verdict of the targets of each.
const shownTiles = new Map();
let held = new Map();

/** Tiles whose figures have targets take their verdict. */
function holdTiles(lights) {
  held = new Map();
  for (const { name, verdict } of lights) {
    const about = OF_FIGURES.find(([figures]) => figures.test(name))?.[1], rank = HELD.findIndex(([word]) => word === verdict);
    if (about && rank >= 0) held.set(about, Math.min(rank, held.get(about) ?? rank));
  }
  for (const tile of shownTiles.values()) showTile(tile);
}

/** Shows a tile, and its sentence beside its details. */
function showTile(tile) {
  shownTiles.set(tile.about, tile);
  by(`part-${tile.about}`).querySelector(".sum").textContent = visible(tile.sentence);
  const box = by("tiles"), old = box.querySelector(`[data-about=${tile.about}]`);
  const [was, whose] = tile.before ?? [];
  const isOther = was !== undefined && (was !== tile.value || whose !== tile.of);
  const before = isOther ? [make("span", { className: "before", textContent: whose === tile.of ? `${was} → ` : `${was} ${whose} → ` })] : [];
  const pill = (verdict, word) => make("span", { className: `verdict ${verdict}`, textContent: `${SIGNS[verdict]} ${word}`.trim() });
  const [, target, word] = HELD[held.get(tile.about)] ?? [];
  const className = `tile ${target ?? tile.verdict}`;
  const content = [make("span", { className: "title", textContent: tile.title }), make("span", { className: "value" }, ...before, make("b", { textContent: tile.value }), ` ${tile.of}`),
    pill(tile.verdict, tile.word), make("span", { className: "other", textContent: tile.other }),
    make("span", { className: "interval", textContent: tile.interval ? `interval ${tile.interval}` : "" }), ...(target ? [pill(target, `target ${word}`)] : [])];
  if (old) {
    old.className = className;
    return old.replaceChildren(...content);
  }
  const button = make("button", { type: "button", className, onclick: () => openPart(tile.about) }, ...content);
  button.dataset.about = tile.about;
  const next = TILES.slice(TILES.indexOf(tile.about) + 1).map((about) => box.querySelector(`[data-about=${about}]`)).find(Boolean);
  box.insertBefore(make("li", {}, button), next?.parentElement ?? null);
}

/** Opens the details of a tile. */
function openPart(about) {
  const part = by(`part-${about}`);
  part.open = true;
  part.querySelector("summary").focus({ preventScroll: true });
  part.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
}

// Whether the cards have worths: then their chart shows these.
let hasWorths = false;

/** What the cards are worth: the tile, the chart and the changed cards of the headline. */
export function showWorths(cards, isChanged) {
  // No card of this game can be left out.
  if (cards.note) return;
  hasWorths = true;
  if (cards.tile) showTile(cards.tile);
  cardsInShort = cards.short;
  if (isChanged && lastLook) showHeadline();
  put("cards", cards.chart);
  fresh("cards");
  by("cards-note").textContent = `${grouped(cards.games)} games, each again without the card. Choose a card for its impact.`;
  const commands = [["the cards", cards.command], ...(cards.before ? [["the cards before", cards.before]] : [])];
  by("cards-commands").replaceChildren(...commands.map(([what, command]) => commandLine(what, command)));
}

/** Another config has other tiles and cards; another version other changed cards. */
export function forgetWorths(isConfig) {
  cardsInShort = [];
  if (!isConfig) return;
  hasWorths = false;
  lastLook = null;
  shownTiles.clear();
  held.clear();
  by("tiles").replaceChildren();
  for (const id of ["cards-commands", "cards"]) by(id).replaceChildren();
  for (const sum of document.querySelectorAll(".part .sum")) sum.textContent = "";
}

export function lightsOf(lights) {
  const words = { pass: "Met", fail: "Missed", inconclusive: "Undecided" };
  return lights.map(({ name, verdict, sentence }) => {
    const line = make("li", { className: verdict }, make("strong", { textContent: `${words[verdict] ?? verdict}. ` }), sentence);
    line.dataset.name = name;
    return line;
  });
}

/** The targets; before the first game, those of the version before keep their lines, and new ones get one. */
export function showLights({ games, lights, reading }) {
  const before = new Map([...by("lights").children].map((line) => [line.dataset.name, line]));
  const lines = lightsOf(lights);
  by("lights").replaceChildren(...lights.map(({ name }, nth) => (games === 0 ? before.get(name) : null) ?? lines[nth]));
  if (games === 0) return;
  holdTiles(lights);
  by("lights-note").textContent = `On the games of the run; ${reading}.`;
  by("targets").classList.remove("stale");
}

export function hideLights() {
  by("targets").classList.remove("stale");
  by("lights").replaceChildren();
  holdTiles([]);
}

/** A box with more about the version. */
export function showMore(title, ...content) {
  by("more").hidden = false;
  by("more-title").textContent = title;
  by("more-body").replaceChildren(...content);
  by("more").focus();
  by("more").scrollIntoView({ block: "nearest" });
}

/** Whether the box is about an earlier version than the one on the page. */
export function showMoreAge(isOld) {
  by("more").classList.toggle("outdated", isOld);
  by("more-old").hidden = !isOld;
}

export function text(content, command) {
  const pre = make("pre", { className: "scroll wrapped", tabIndex: 0 });
  // Rows of tables keep their columns, and scroll sideways in a narrow window.
  for (const [nth, line] of content.split("\n").entries()) pre.append(nth ? "\n" : "", /\S {2,}\S/.test(line) ? make("span", { className: "columns", textContent: line }) : visible(line));
  pre.setAttribute("role", "group");
  pre.setAttribute("aria-label", "Result");
  return [pre, make("p", { className: "note command one-command" }, ...copied(command, "this result"))];
}

export { make };
