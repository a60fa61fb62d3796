// The dials of the settings: above each slider, the chosen figure along its range, so that the right value is seen before it is
// set. The curves are drawn in idle time, on the same deals for every value.

import { make } from "./answer.js";
import { by, shared } from "./shared.js";
import { sweep } from "./version.js";

// The curves by what they belong to: the figure and the version without the setting itself.
const curves = new Map();

const figure = () => by("dials-show").value;
// What was chosen, also for other configs.
let chosen = null;

/** The figures to choose from: who wins, how long games last, how they end. */
export function showFigures(figures) {
  const isShown = ({ address }) => /^win_rates\/(?!bot\/).*(?<!\/score)$|^metrics\/length-mean$|^outcomes\/draw$/.test(address);
  const before = chosen;
  const hasSides = figures.some(({ address }) => address.startsWith("win_rates/side/"));
  const isOfSeat = ({ address }) => address.startsWith("win_rates/seat/"), isOfWins = ({ address }) => address.startsWith("win_rates/");
  const all = figures.filter((one) => isShown(one) && !(hasSides && isOfSeat(one)));
  // Characters before seats, as in the charts.
  const shown = [...all.filter((one) => isOfWins(one) && !isOfSeat(one)), ...all.filter(isOfSeat), ...all.filter((one) => !isOfWins(one))];
  by("dials-show").replaceChildren(...shown.map(({ address, name }) => make("option", { value: address, textContent: name })), make("option", { value: "", textContent: "nothing" }));
  if ([...by("dials-show").options].some(({ value }) => value === before)) by("dials-show").value = before;
}

/** What the curve of a setting belongs to. */
function owner(key) {
  const { bots, seed } = shared.state.version;
  return JSON.stringify([figure(), key, shared.state.config, shared.state.file, bots, seed, shared.state.all().filter(([other]) => other !== key).sort()]);
}

const dials = () => [...document.querySelectorAll("#controls .dial")];
const isInView = ({ parentElement: entry }) => {
  if (!entry.querySelector("input[type=range]").checkVisibility()) return false;
  const { top, bottom } = entry.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

function drawn({ chart, command }) {
  const box = make("div", { className: "drawn", innerHTML: chart, title: command });
  box.append(make("span", { className: "here" }));
  return box;
}

/** Each dial shows the curve of this version, or none yet, and marks the value that is set. */
export function placeDials() {
  for (const box of dials()) {
    const slider = box.nextElementSibling;
    // A slider that goes further than its curve has none.
    const isOf = slider.max === slider.dataset.top && slider.min === slider.dataset.low;
    const known = figure() && isOf ? curves.get(owner(box.dataset.key)) : null;
    if (box.shown !== known) {
      box.shown = known;
      box.replaceChildren(...(known?.chart ? [drawn(known), make("p", { className: "about", textContent: known.words })] : []));
    }
    const here = box.querySelector(".here");
    if (here) here.style.left = `${100 * (slider.value - slider.min) / (slider.max - slider.min)}%`;
  }
}

/** The next curve to draw: the first dial in view without one. */
export function sweepNext() {
  const box = figure() && dials().find((dial) => isInView(dial) && !curves.has(owner(dial.dataset.key)));
  if (!box) return null;
  const own = owner(box.dataset.key);
  let found = {};
  const on = (event) => { if (event.event === "curve") found = event; };
  const end = () => {
    curves.set(own, found);
    placeDials();
  };
  return { key: box.dataset.key, figure: figure(), on, end };
}

// Idle for a moment.
const PAUSE = 300;
let timer = null;
function soon() {
  clearTimeout(timer);
  timer = setTimeout(sweep, PAUSE);
}
by("dials-show").addEventListener("change", () => {
  chosen = figure();
  placeDials();
  soon();
});
by("controls").addEventListener("toggle", soon, true);
by("find").addEventListener("input", soon);
by("controls").addEventListener("built", () => {
  placeDials();
  soon();
});
by("controls").addEventListener("input", placeDials);
for (const part of [by("turn"), window]) part.addEventListener("scroll", soon, { passive: true });
