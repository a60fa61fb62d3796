// The cards of the game as faces: name, numbers, copies, and a bar of what each is worth. Numbers are edited in place, and the
// cards keep the order of their worths.

import { make } from "./answer.js";
import { cardSettings, openSheet, written } from "./controls.js";
import { by } from "./shared.js";

/** Of many cards, these are shown: the strongest and the weakest. */
const MANY = 20, STRONGEST = 8, WEAKEST = 4;
/** The time of a card to its new place, in milliseconds. */
const MOTION = 180;

let cards = [], change = () => {}, isAll = false, reason = "";

const list = () => [...by("faces").children];
const shownCards = () => isAll || cards.length <= MANY ? cards : [...cards.slice(0, STRONGEST), ...cards.slice(-WEAKEST)];

/** Shows these cards, and why none has a worth; `onchange` takes pairs of key and value, and whether more of the same will follow. */
export function showFaces(next, note, onchange) {
  cards = next;
  reason = note;
  by("faces-title").textContent = reason ? "Cards" : "Cards by what they are worth";
  change = onchange;
  by("faces-part").hidden = false;
  by("faces").classList.remove("older");
  // A card that is being edited keeps its place until the focus is elsewhere.
  if (by("faces").contains(document.activeElement)) update();
  else arrange();
}

/** Another config has other cards. */
export function forgetFaces() {
  cards = [];
  isAll = false;
  by("faces-part").hidden = true;
  by("faces").replaceChildren();
}

/** The worths are those of an earlier version. */
export const ageFaces = () => by("faces").classList.add("older");

/** Puts the cards into the order of their worths. */
function arrange() {
  const before = new Map(list().map((face) => [face.dataset.id, face.getBoundingClientRect()]));
  const known = new Map(list().map((face) => [face.dataset.id, face]));
  const shown = shownCards();
  by("faces").replaceChildren(...shown.map((card) => known.get(card.id) ?? face(card)));
  update();
  const rest = cards.length - shown.length;
  by("all-faces").hidden = cards.length <= MANY;
  by("all-faces").textContent = rest ? `Show all ${cards.length}` : "Show fewer";
  by("faces-note").textContent = rest ? `The ${STRONGEST} cards that are worth most and the ${WEAKEST} that are worth least of ${cards.length}.` : reason;
  if (!before.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const face of list()) {
    const was = before.get(face.dataset.id), now = face.getBoundingClientRect();
    if (!was || was.left === now.left && was.top === now.top) continue;
    face.animate([{ transform: `translate(${was.left - now.left}px, ${was.top - now.top}px)` }, { transform: "none" }], { duration: MOTION, easing: "ease-out" });
  }
}

/** A face with the fields of its numbers. */
function face({ id, name }) {
  const title = make("button", { type: "button", className: "link name", textContent: name });
  title.dataset.card = id;
  const settings = cardSettings(cards.map((card) => card.id)).get(id) ?? [];
  const fields = settings.map(({ key, name: long, label, text }) => {
    const input = make("input", { type: "text", autocomplete: "off", spellcheck: false }), isOne = !text.includes(",");
    input.dataset.key = key;
    input.setAttribute("aria-label", long);
    input.addEventListener("input", () => { if (isOne && /^-?\d+$/.test(input.value)) change([[key, input.value]], true); });
    input.addEventListener("change", () => change([[key, input.value.trim() === "" ? null : written(key, input.value)]], false));
    return make("label", { className: isOne ? "" : "wide" }, make("span", { textContent: label }), input);
  });
  const box = make("li", { className: "face" }, title, make("div", { className: "numbers" }, ...fields), make("div", { className: "worth" }));
  box.dataset.id = id;
  return box;
}

/** The bar of a worth between −1 and 1, with its interval. */
function bar([worth, low, high]) {
  const x = (at) => (100 + 96 * at).toFixed(1);
  const [from, to] = worth < 0 ? [x(worth), 100] : [100, x(worth)];
  return `<svg viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true"><path class="grid" d="M100 0V14"/><rect class="${worth < 0 ? "minus" : "plus"}" x="${from}" y="3" width="${to - from}" height="8"/><path class="whisker" d="M${x(low)} 7H${x(high)}"/></svg>`;
}

/** Writes the numbers and the worths; leaves alone what is being typed. */
function update() {
  const all = new Map(cards.map((card) => [card.id, card]));
  const settings = new Map([...cardSettings(cards.map((card) => card.id)).values()].flat().map((setting) => [setting.key, setting]));
  for (const box of list()) {
    const card = all.get(box.dataset.id);
    for (const input of box.querySelectorAll("input")) {
      const setting = settings.get(input.dataset.key);
      if (!setting) continue;
      if (input !== document.activeElement) input.value = setting.text;
      input.parentElement.classList.toggle("changed", setting.isChanged);
      input.title = setting.title;
    }
    if (!card) continue;
    const was = card.was && card.was !== card.worth ? [make("span", { className: "before", textContent: `${card.was} → ` })] : [];
    const words = card.worth ? [make("span", { className: "amount" }, ...was, make("b", { textContent: card.worth }), ...(was.length ? [] : [" points"])), make("span", { className: "rank", textContent: card.rank })] : [make("span", { className: "rank", textContent: "cannot be left out" })];
    const worth = box.querySelector(".worth");
    worth.hidden = reason !== "";
    worth.title = card.interval ? `interval ${card.interval}` : "";
    worth.replaceChildren(make("div", { className: "bar-of", innerHTML: card.bar ? bar(card.bar) : "" }), ...words);
  }
}

/** The settings have changed. */
export function updateFaces() {
  if (cards.length) update();
}

by("faces").addEventListener("focusout", ({ relatedTarget }) => {
  if (cards.length && !by("faces").contains(relatedTarget)) arrange();
});
by("all-faces").onclick = () => {
  isAll = !isAll;
  arrange();
};
by("as-sheet").onclick = () => openSheet(cards.map((card) => card.id));
