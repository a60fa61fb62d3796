// What all parts of the page share: the version, the opened config, and the messages at the top of the window.

import { make, showUnanswered } from "./answer.js";
import { LOST } from "./ask.js";

export const by = (id) => document.getElementById(id);

export const shared = {
  // The version on the page (see state.js), and the config as the server opened it.
  state: null,
  opened: null,
  // The command that plays the version; null if it cannot be played.
  command: null,
  // What was said of a block that was pasted.
  pasted: null,
  // The version that the box with more is about, as text.
  moreOf: null,
  // Whether the server does not answer.
  isGone: false,
};

let told = "";
/** Shows a message at the top of the window, with buttons. */
export function tell(message, isBad = false, ...buttons) {
  if (message === told && message && !buttons.length) return;
  told = message;
  const from = document.activeElement;
  const dismiss = make("button", { type: "button", textContent: "Dismiss", onclick: () => { tell(""); if (from?.isConnected) from.focus({ preventScroll: true }); } });
  by("news").replaceChildren(...(message ? [make("p", { className: isBad ? "banner" : "note", textContent: message }), ...buttons, dismiss] : []));
}
/** A button with this text. */
export const button = (textContent, onclick) => make("button", { type: "button", textContent, onclick });

/** Takes this message back, if it is still shown. */
export function untell(message) {
  if (told === message) tell("");
}

/** Shows a message that needs no answer, for some seconds. */
export function tellBriefly(message, isBad = false) {
  tell(message, isBad);
  setTimeout(() => untell(message), 20000);
}

/** Copies a text; where that is not allowed, marks it in this element. */
export async function copy(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    tellBriefly("Copied.");
  } catch {
    getSelection().selectAllChildren(element);
    tellBriefly("Press Ctrl-C to copy the marked text.");
  }
}

/** What happens when the server is gone: the changes are kept, and the page waits until it is back. */
export function gone() {
  showUnanswered();
  if (shared.isGone) return;
  shared.isGone = true;
  tell(LOST, true);
}

let waiting = [];
/** Does something after the next figures, or the choice of games, are drawn: they come first. */
export const afterFigures = (action) => waiting.push(action);

/** The figures, or the games to choose from, are drawn. */
export function areDrawn() {
  waiting.forEach((action) => setTimeout(action));
  waiting = [];
}

/** Number of games at most. */
export const games = () => Number(by("games-most").value);

/** Sets it, also to a number that the menu did not have. */
export function setGames(number) {
  const menu = by("games-most"), value = String(number);
  if (![...menu.options].some((option) => option.value === value)) menu.append(make("option", { value, textContent: number.toLocaleString("en") }));
  menu.value = value;
}
