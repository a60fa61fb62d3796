// What a version does: a change of it becomes a question, and events become what is seen.

import { showAddress } from "./address.js";
import { ask, askOnce } from "./ask.js";
import { differencesNow, printed, rewrite, showControls, showFaults, showRefused, spoken } from "./controls.js";
import { forgetWorths, hideLights, make, showCharts, showCommand, showLights, showLook, showMoreAge, showRefusal, showUnchanged, showWaiting, showWorths, visible } from "./answer.js";
import { ageFaces, showFaces, updateFaces } from "./faces.js";
import { showFighters } from "./fighters.js";
import { placeDials, sweepNext } from "./dials.js";
import { areDrawn, button, by, games, gone, shared, tell, tellBriefly, untell } from "./shared.js";
import { UNCHANGED, isProgramTable, unplaced } from "./sheet.js";
import { State } from "./state.js";
import { changedTargets, showTargets, targetsNow } from "./targets.js";

// The question that is being answered.
let running = null;

/** Stops what is running and asks this instead. Resolves to whether the answer is complete. */
async function job(question, on, isSearch = false) {
  // A search ends with what it has found; the server stops it when it gets the next question.
  if (!running?.isSearch) running?.abort();
  const own = new AbortController();
  own.isSearch = isSearch;
  running = own;
  by("stop").hidden = true;
  by("progress").hidden = true;
  try {
    return await ask(question, on, own.signal);
  } catch {
    gone();
  } finally {
    if (running === own) {
      running = null;
      by("stop").hidden = true;
      by("progress").hidden = true;
    }
  }
}

// Whether the answer is complete, and what it has shown.
let isAnswered = false;
let best = { played: 0, games: 0, cards: 0, lights: 0 };

/** A job beside the answer, which goes on afterwards. */
export async function side(question, on, isSearch = false) {
  const isDone = await job(question, on, isSearch);
  if (!running && !isAnswered && !shared.isGone && !by("studio").hidden) answer(true);
  else sweep();
  return isDone;
}

// A drag asks at most once a frame, and lets the version before show its first figures: in a slow game, none would ever be
// seen. It waits no longer than this, in milliseconds.
const PATIENCE = 500;
let isAsked = false;
let seen = Promise.resolve();
async function answerSoon() {
  if (isAsked) return;
  isAsked = true;
  await Promise.race([seen, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  requestAnimationFrame(() => {
    isAsked = false;
    answer();
  });
}

/** Asks what the version does. An answer that is asked for again begins anew, and shows only what is more precise. */
export function answer(isAgain = false) {
  showAddress();
  showSteps();
  showTargets();
  showDifferences(differencesNow(valueNow));
  untellFitted();
  const hasChanges = shared.state.version.set.length > 0;
  isAnswered = false;
  if (!isAgain) {
    isPlayable = false;
    best = { played: 0, games: 0, cards: 0, lights: 0 };
    showWaiting(hasChanges);
    forgetWorths(false);
    ageFaces();
    placeDials();
    showFaults([]);
    showAge();
    // Those files are of the version before.
    by("links").replaceChildren();
    if (!targetsNow().length) hideLights();
  }
  const asked = Promise.withResolvers(), nAsked = nChanges;
  const own = new Set([...shared.state.version.base, ...shared.state.version.set].map(([key]) => key));
  seen = asked.promise;
  job({ ask: "answer", version: shared.state.request(), games: games() }, (event) => {
    if (event.event !== "version") asked.resolve();
    if (["version", "refused"].includes(event.event)) sent = own;
    switch (event.event) {
      case "version":
        showVersion(event, nAsked);
        break;
      case "fitted":
        shared.state.fit(event.keys, event.bots, (key) => shared.opened.defaults.get(key));
        fitted = { keys: event.keys, sentence: event.sentence, to: comparable() };
        tell(fitted.sentence);
        answer();
        break;
      case "look":
        if (event.played < best.played) break;
        best.played = event.played;
        showLook(event, shared.state, targetsNow().length > 0);
        break;
      case "charts":
        if (event.games < best.games) break;
        if (!hasChanges) showUnchanged(event, shared.state.version.base.length > 0);
        best.games = event.games;
        showCharts(event, hasChanges);
        areDrawn();
        break;
      case "cards":
        if (event.games < best.cards && !event["is-final"]) break;
        best.cards = event.games;
        showWorths(event, hasChanges);
        showFaces(event.cards, event.note, change);
        break;
      case "lights":
        if (event.games < best.lights) break;
        best.lights = event.games;
        showLights(event);
        break;
      case "refused":
        showRefusal(event.errors);
        showSetupFaults(showRefused([...shared.state.version.base, ...shared.state.version.set], event.errors));
        showDifferences(differencesNow(valueNow), new Set(event.errors.map(({ key }) => key)));
        showBlock(nAsked);
        break;
    }
  }).then((isDone) => {
    asked.resolve();
    isAnswered ||= isDone === true && !running;
    sweep();
  });
}

/** In idle time, the curves of the dials in view are drawn one after another. */
export async function sweep() {
  while (isAnswered && !running && !shared.isGone && !by("studio").hidden) {
    const next = sweepNext();
    if (!next) return;
    const done = await job({ ask: "curve", version: shared.state.request(), key: next.key, figure: next.figure }, next.on);
    if (done) next.end();
  }
}

// What was said when the version was made comparable, of which settings, and to which baseline and bots.
let fitted = null;
const comparable = () => JSON.stringify([shared.state.config, shared.state.version.base, shared.state.version.bots]);

/** Takes that back when one of these settings is compared again, or the baseline or the bots are others. */
function untellFitted() {
  if (!fitted || fitted.to === comparable() && !shared.state.version.set.some(([key]) => fitted.keys.includes(key))) return;
  untell(fitted.sentence);
  fitted = null;
}

/** The value of a setting on the page; undefined if only the server knows it. */
export const valueNow = (key) => shared.state.value(key) ?? (sent.has(key) ? shared.opened.defaults.get(key) : undefined);

// The keys of the last version that the server has answered: values of others are those of the file, or follow from these.
let sent = new Set();

/** Whether the file on disk is not the one that this page opened. */
const isMoved = () => shared.state.file !== null && shared.state.checksum !== shared.state.file;

/** What has happened to the file, and how to go on with it. */
function moved(fault) {
  if (shared.state.checksum === null) return ["is gone: it was deleted or renamed", "Put it back and read it again"];
  return fault ? [`was changed on disk, and is not valid now: ${fault}`, "Mend it and read it again"] : ["was changed on disk", "Read it again"];
}

/** After a change on disk, a command would read the new file, and not print the figures of the opened one. */
export function showMoved(fault = null) {
  document.body.classList.toggle("moved", isMoved());
  by("moved").hidden = !isMoved();
  const [happened, next] = moved(fault);
  by("moved-text").textContent = isMoved() ? `No command gives these figures: ${sentence(`${visible(shared.state.config)} ${visible(happened)}`)} ${next}, or save this version under ${nameToSave()}.` : "";
}

/** A file that is gone can be written anew. */
const nameToSave = () => (shared.state.checksum === null ? "its own or another name" : "another name");

/** Says at the top of the window what has happened to the file. Returns whether anything has. */
export function tellMoved(fault) {
  if (!isMoved()) return false;
  const isBad = shared.state.checksum === null || fault !== null;
  const [happened, next] = moved(fault);
  const instead = isBad ? ` ${next} to apply your changes to it, save them under ${nameToSave()}, or download them.` : "";
  tell(`${sentence(`${shared.state.config} ${happened}`)} The page goes on with the file as it was opened.${instead}`, isBad, button("Read it again", () => by("read-again").click()));
  return true;
}

const sentence = (text) => text.replace(/([^.?!])$/, "$1.");

/** Errors of players, bots and seed, beside their fields. */
function showSetupFaults(errors) {
  const own = errors.map(({ key, text }) => ({ id: ["bots", "seed", "players"].find((id) => key === `--${id}` || key === `setup.${id}`), text })).filter(({ id }) => id);
  for (const { id } of own) by(id).setAttribute("aria-invalid", "true");
  by("setup-fault").textContent = own.map(({ text }) => text).join(" ");
  if (own.length) by("setup").open = true;
}

/** Says of the box below the figures whether it is about another version. */
export function showAge() {
  showMoreAge(shared.moreOf !== null && shared.moreOf !== JSON.stringify(shared.state.request()));
}

// Whether all cells are written again, also the one with the focus; and the number of changes so far. The values of an answer
// that a later change has overtaken are not written.
let isBlock = false;
let nChanges = 0;
function showBlock(nAsked) {
  if (!isBlock || nAsked !== nChanges) return;
  rewrite();
  isBlock = false;
}

/** The baseline in words. */
function baselineInWords() {
  const { base } = shared.state.version;
  const own = shared.opened["is-file"] ? visible(shared.state.config) : "the printed rules";
  if (!base.length) return own;
  const names = new Map(shared.opened.settings.map(({ key, name }) => [key, name]));
  const said = base.slice(0, 3).map(([key, value]) => `${names.get(key) ?? key} ${spoken(key, value)}`);
  const more = base.length > 3 ? [`${base.length - 3} more`] : [];
  return `your baseline, ${own} with ${base.length} ${base.length === 1 ? "change" : "changes"}: ${[...said, ...more].join("; ")}`;
}

/** Says what the version is compared with, and what the buttons lead back to. */
function showBaseline() {
  const { base, set, targets } = shared.state.version;
  const own = shared.opened["is-file"] ? "the file" : "the printed rules";
  by("against").textContent = `Compared with ${baselineInWords()}.`;
  // What only makes the versions comparable would become part of the baseline again.
  by("unbase").hidden = base.every(([key]) => fitted?.keys.includes(key));
  by("unbase").textContent = `Compare with ${own} again`;
  by("reset").textContent = `Reset all to ${base.length ? "your baseline" : own}`;
  by("reset").disabled = set.length + targets.length === 0;
  by("rebase").disabled = set.length === 0;
  by("reset").parentElement.hidden = base.length + set.length + targets.length === 0 && by("printed").hidden;
}

/** The button that begins a game leads back to one in progress. */
export function showPlay() {
  by("play").textContent = State.keptGame(shared.state.config) ? "Go on with your game" : "Play a game";
}

/** The list of differences from the printed rules, and the changed targets; `wrong` are the keys of values that cannot be played. */
function showDifferences(differences, wrong = new Set()) {
  const hadFocus = by("differences").contains(document.activeElement);
  const n = differences.length, targets = changedTargets();
  const { base } = shared.state.version;
  const hadPrinted = document.activeElement === by("printed");
  by("printed").hidden = n === 0 || base.length === 0 && !shared.opened["is-file"];
  const counts = [[n, "setting"], [targets.length, "target"]].filter(([count]) => count > 0);
  by("changed").hidden = n + targets.length + base.length === 0;
  by("n-changed").textContent = counts.map(([count, what]) => `${count} ${what}${count === 1 ? "" : "s"}`).join(" and ") || "nothing";
  by("differences").replaceChildren(...differences.map(({ key, name, value, printed: was }) => {
    const reset = make("button", { type: "button", textContent: "As printed", title: `Back to ${spoken(key, was)}`, onclick: () => change([[key, was]], false) });
    reset.setAttribute("aria-label", `${name} as printed`);
    const text = `${name}: ${spoken(key, was)} → ${spoken(key, value)}${wrong.has(key) ? " (cannot be played)" : ""}`;
    return make("li", { className: wrong.has(key) ? "fault" : "" }, text, ...(was === "none" ? [] : [reset]));
  }), ...targets.map(({ name, text, reset }) => {
    const back = button("Take back", reset);
    back.setAttribute("aria-label", `Take back: ${name}`);
    return make("li", {}, text, back);
  }));
  if (hadPrinted && by("printed").hidden) by("undo").focus();
  if (hadFocus) by("changed").querySelector("summary").focus();
}

// The warnings of the version before.
let warned = "";
function showVersion(event, nAsked) {
  shared.command = event.command;
  showCommand(event.command);
  isPlayable = true;
  countTried();
  by("players").placeholder = event.players;
  showFighters(event.players);
  showControls(event.settings, change, inBaseline, tellPasted);
  updateFaces();
  placeDials();
  showBlock(nAsked);
  showDifferences(event.differences);
  const words = event.warnings.join(" ");
  if (words !== warned) untell(warned);
  warned = words;
  if (words) tell(words, true);
}

/** Says what was not pasted. */
export function tellPasted(message) {
  shared.pasted = message;
  tellBriefly(message, true);
}

/** Changes what a pasted table of the program changes, in all its tables. */
export async function pasteTable(text) {
  const pasted = await askOnce({ ask: "paste", version: shared.state.request(), text }).catch(gone);
  if (!pasted) return;
  if (pasted.event === "refused") return tellPasted(`Not pasted: ${pasted.errors.map(({ text: fault }) => fault).join(" ")}`);
  change(pasted.set, false, true);
  const said = unplaced(pasted.unknown);
  if (!pasted.set.length && !said.length) said.push(UNCHANGED);
  if (said.length) tellPasted(said.join(" "));
}

by("controls").addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text/plain");
  if (!isProgramTable(text)) return;
  event.preventDefault();
  pasteTable(text);
});

/** The value of a key in the baseline. */
export const inBaseline = (key) => shared.state.version.base.find(([other]) => other === key)?.[1] ?? shared.opened.defaults.get(key);

// A version counts as tried when the drag or the typing has ended and the studio can play it.
let dragged = null;
let isPlayable = false;
function countTried() {
  if (isPlayable && dragged === null) shared.state.count();
}

/**
 * Changes settings; `more` means that the next change of the same setting is the same step. After a whole block, the cell
 * with the focus is written, too.
 */
export function change(values, more, isWhole = false) {
  untell(shared.pasted);
  const key = values.map(([key]) => key).join();
  const before = JSON.stringify(shared.state.version);
  shared.state.set(values, (key) => shared.opened.defaults.get(key) ?? printed(key));
  const isChanged = JSON.stringify(shared.state.version) !== before;
  if (dragged === key && isChanged) shared.state.merge();
  dragged = more ? key : null;
  isBlock ||= isWhole;
  if (isChanged) {
    nChanges += 1;
    isPlayable = false;
    answerSoon();
  } else {
    countTried();
    showBlock(nChanges);
  }
}

/** Another step, or another config: every field is written again. */
export function answerAnew() {
  dragged = null;
  nChanges += 1;
  isBlock = true;
  answer();
}

/** Stops what is running. */
export const stopAll = () => running?.abort();

function showSteps() {
  const focused = document.activeElement;
  by("undo").disabled = shared.state.done.length === 0;
  by("redo").disabled = shared.state.undone.length === 0;
  showBaseline();
  showPlay();
  // A disabled or hidden button loses the focus.
  if (focused.disabled || focused.hidden) (["undo", "redo"].map(by).find((other) => !other.disabled) ?? by("turn-title")).focus();
  const { seed, bots } = shared.state.version;
  const players = shared.state.value("setup.players") ?? shared.opened.defaults.get("setup.players");
  const number = seed ?? shared.opened.seed;
  by("seed").placeholder = Number.isSafeInteger(number) ? "" : "as in the file";
  for (const [id, value] of [["players", Number.isInteger(Number(players)) ? players : ""], ["seed", Number.isSafeInteger(number) ? number : ""], ["bots", bots.join(",")]]) {
    if (by(id) === focused) continue;
    by(id).value = value;
    by(id).removeAttribute("aria-invalid");
  }
  if (!document.querySelector("#setup [aria-invalid]")) by("setup-fault").textContent = "";
}
