// A tour of the page in five steps, on first use; it can be skipped and taken again.

import { make } from "./answer.js";
import { afterFigures, button, by } from "./shared.js";
import { State } from "./state.js";

const STEPS = [
  ["#tiles", "The answer comes first", "Who wins, the strongest and the weakest card, how long games last and how they end. A tile opens its details."],
  ["#faces-part", "Cards are cards", "Each has its numbers and a bar of what it is worth. Click a number and change it: the bars follow, and the cards keep their order."],
  ["#turn", "Every rule is a control", "Above a slider is a curve of the chosen figure along its range, so you see the right value before you set it."],
  ["#headline", "What changed is the headline", "Both versions play the same deals, so small changes show. The figures become more precise while you watch."],
  ["#search-title", "Let the program search", "Say what the game should be like with targets, and let the program find the values. Then save your house rules below."],
];

let step = -1;

function end() {
  step = -1;
  State.keepToured();
  document.querySelector(".toured")?.classList.remove("toured");
  by("tour").close();
}

function show(next) {
  document.querySelector(".toured")?.classList.remove("toured");
  step = next;
  if (step >= STEPS.length) return end();
  const [selector, title, text] = STEPS[step], part = document.querySelector(selector);
  part.classList.add("toured");
  part.scrollIntoView({ block: "nearest" });
  const last = step === STEPS.length - 1;
  const go = button(last ? "Done" : "Next", () => show(step + 1));
  by("tour").replaceChildren(make("h2", { id: "tour-title", textContent: title }), make("p", { textContent: text }),
    make("div", { className: "bar" }, go, ...(last ? [] : [button("Skip the tour", end)]), make("span", { className: "note", textContent: `${step + 1} of ${STEPS.length}` })));
  if (!by("tour").open) by("tour").show();
  go.focus({ preventScroll: true });
}

/** Begins the tour as soon as there are figures, unless it was taken or skipped before. */
export function tourOnce() {
  if (!State.isToured()) afterFigures(() => { if (step < 0 && !State.isToured() && !by("studio").hidden) show(0); });
}

by("tour-again").onclick = () => show(0);
by("tour").addEventListener("keydown", ({ key }) => { if (key === "Escape") end(); });
