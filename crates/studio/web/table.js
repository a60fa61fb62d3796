// The table of a game: hands, piles and counters as cards, and a finished game step by step.

import { make } from "./answer.js";
import { button, shared } from "./shared.js";

/** A zone with more kinds of cards is a list of names. */
const MANY = 9;
/** So many lines of a story are open. */
const SHORT = 5;
/** The numbers on a card: how many, and the longest name that has room. */
const NUMBERS = 3, LONGEST = 9;

/** The name of a card. */
export const named = (id) => id.replaceAll("-", " ");

/** The first numbers of a card's settings that are not 0: the name of each, and its value in the version on the page. */
function numbersOf(id) {
  const own = shared.opened.settings.filter(({ key, kind }) => kind === "number" && key.split(".").at(-2) === id && !/copies/.test(key));
  const numbers = own.map(({ key, value }) => [named(key.split(".").at(-1)), shared.state.value(key) ?? value]);
  return numbers.filter(([name, value]) => name.length <= LONGEST && /[1-9]/.test(value)).slice(0, NUMBERS);
}

/** The suits of a deck of playing cards, whose cards have ids such as `10h`. */
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
function title(id, name) {
  const [, rank, suit] = id.match(/^(10|[2-9]|[ajqk])([cdhs])$/) ?? [];
  return rank ? make("strong", { className: `suit ${suit}` }, make("span", { className: "unseen", textContent: name }), `${rank.toUpperCase()} ${SUITS[suit]}`) : make("strong", { textContent: name });
}

/** A card; without an id, it lies face down. */
export function drawCard({ id, name, note, copies = 1 }, what = "") {
  const count = copies > 1 ? [make("span", { className: "copies", textContent: `×${copies}` })] : [];
  const below = what ? [make("span", { className: "what", textContent: what })] : [];
  if (!id) {
    const back = make("span", { className: "card back" }, make("span", { className: "unseen", textContent: copies === 1 ? "a card face down" : "cards face down" }), make("span", { textContent: note }), ...count);
    return make("span", { className: "laid" }, back, ...below);
  }
  const numbers = (note ? [] : numbersOf(id)).map(([number, value]) => make("span", {}, `${number} `, make("b", { textContent: value })));
  const face = make("span", { className: "card" }, title(id, name), make("span", { className: "values" }, ...numbers), ...(note ? [make("span", { className: "noted", textContent: note })] : []), ...count);
  face.dataset.id = id;
  return make("span", { className: "laid" }, face, ...below);
}

function drawZone([name, cards], owner) {
  const n = cards.reduce((sum, { copies }) => sum + copies, 0);
  const head = make("h5", { textContent: n === 0 ? `${name}: none` : `${name} (${n})` });
  const isList = cards.length > MANY;
  const items = cards.map((card) => make("li", {}, isList && card.id ? `${card.name}${card.copies > 1 ? ` ×${card.copies}` : ""}` : drawCard(card)));
  const list = make("ul", { className: isList ? "names" : "cards" }, ...items);
  list.setAttribute("aria-label", `${owner}: ${name}`);
  const zone = make("div", { className: "zone" }, head, ...(n ? [list] : []));
  zone.dataset.zone = name;
  return zone;
}

function drawArea({ seat, name, counters, zones }) {
  const numbers = counters.map(([counter, number]) => make("span", { className: "counter" }, `${counter} `, make("strong", { textContent: number })));
  const head = make("p", { className: "area-head" }, ...(name ? [make("strong", { className: "owner", textContent: name })] : []), ...numbers);
  const area = make("div", { className: "area" }, ...(head.childNodes.length ? [head] : []), make("div", { className: "zones" }, ...zones.filter(([zone, cards]) => cards.length || zone === "Hand").map((zone) => drawZone(zone, name))));
  if (seat !== null) area.dataset.seat = seat;
  return area;
}

/** The table as somebody sees it; null for a game that lays out nothing. `own` sits at the lower edge, or else the last player. */
export function drawTable({ title, areas }, own = null) {
  if (!areas.length) return null;
  const lowest = own ?? Math.max(...areas.map(({ seat }) => seat ?? -1));
  const place = ({ seat }) => (seat === null ? 1 : seat === lowest ? 2 : 0);
  const sorted = [...areas].sort((one, other) => place(one) - place(other));
  const table = make("div", { className: "tabletop" }, ...(title ? [make("h4", { textContent: title })] : []), ...sorted.map(drawArea));
  table.setAttribute("role", "group");
  table.setAttribute("aria-label", "The table");
  return table;
}

/** The cards to which something has happened, in order. */
export function drawEvents(cards) {
  if (!cards.length) return [];
  const list = make("ol", { className: "cards happened" }, ...cards.map(({ id, name, player, what }) => make("li", {}, drawCard({ id, name, note: "" }, `${player}: ${what}`))));
  list.setAttribute("aria-label", "Cards since then");
  return [list];
}

/** Lines of a story as a list; many of them are folded, because the cards beside them say most. */
export function drawLines(label, text) {
  const lines = text.split("\n").filter((line) => line.trim());
  if (!lines.length) return [];
  const list = make("ul", { className: "words lines" }, ...lines.map((line) => make("li", { textContent: line.trim() })));
  list.setAttribute("aria-label", label);
  return [lines.length > SHORT ? make("details", {}, make("summary", { textContent: `${label}: ${lines.length} lines` }), list) : list];
}

/** A finished game: a step at a time, with what its choices were worth as soon as that is known. */
export class Replay {
  constructor(steps, first, last) {
    this.steps = steps;
    this.at = 0;
    // The number of the first choice of each step.
    this.from = [];
    let n = 0;
    for (const { choices } of steps) {
      this.from.push(n);
      n += choices.length;
    }
    this.choices = [];
    this.view = make("div", { className: "step" });
    this.since = make("div", { className: "since" });
    this.points = make("div", { className: "bar points" });
    this.chart = make("div", { className: "chart timeline" });
    this.spoken = make("p", { className: "unseen" });
    this.spoken.setAttribute("role", "status");
    this.slider = make("input", { type: "range", min: 0, max: steps.length - 1, value: 0, oninput: () => this.go(Number(this.slider.value)) });
    this.slider.setAttribute("aria-label", "Step of the game");
    const moves = [["|◀", "First step", () => 0], ["◀", "Step back", () => this.at - 1], ["▶", "Next step", () => this.at + 1], ["▶|", "Last step", () => steps.length - 1]];
    this.buttons = moves.map(([sign, label, to]) => {
      const step = button(sign, () => this.go(to()));
      step.setAttribute("aria-label", label);
      step.title = label;
      return step;
    });
    this.place = make("span", { className: "note" });
    const bar = make("div", { className: "bar stepper" }, ...this.buttons, this.slider, this.place);
    this.element = make("div", { className: "replay", tabIndex: 0 }, ...first, bar, this.view, this.chart, this.points, this.since, ...last, this.spoken);
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", "The game step by step. The arrow keys step.");
    this.element.onkeydown = (event) => {
      const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: steps.length - 1 }[event.key];
      if (to === undefined || event.target === this.slider || event.target.matches(".scroll, .scroll *") || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.go(to);
    };
    this.chart.onclick = ({ target }) => {
      const choice = target.closest("[data-choice]")?.dataset.choice;
      if (choice !== undefined) this.visit(Number(choice));
    };
    this.go(0);
  }

  stepOf(choice) {
    const step = this.steps.findIndex(({ choices }, nth) => choice < this.from[nth] + choices.length);
    return step < 0 ? this.steps.length - 1 : step;
  }

  /** Goes to the step of a choice that was clicked below the table, and brings the table into view. */
  visit(choice) {
    this.go(this.stepOf(choice));
    this.view.scrollIntoView({ block: "nearest" });
  }

  /** Goes to a step. */
  go(to) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
    this.show();
    const { part, choices } = this.steps[this.at];
    this.spoken.textContent = `${part ? `${part}. ` : ""}${choices.map(({ player, move }) => `${player}: ${move}.`).join(" ") || "The end."}`;
  }

  show() {
    const { at, steps } = this;
    const step = steps[at];
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", `${step.part || "Step"}, ${at + 1} of ${steps.length}`);
    this.place.textContent = `${step.part ? `${step.part}, step` : "Step"} ${at + 1} of ${steps.length}`;
    // A button that is not needed keeps the focus.
    for (const [nth, isIdle] of [at === 0, at === 0, at === steps.length - 1, at === steps.length - 1].entries()) this.buttons[nth].setAttribute("aria-disabled", isIdle);
    const table = drawTable(step.table);
    for (const { seat, card } of step.choices) table?.querySelector(`[data-seat="${seat}"] [data-zone="Hand"] [data-id="${CSS.escape(card ?? "")}"]`)?.classList.add("chosen");
    const choices = step.choices.map((choice, nth) => this.drawChoice(choice, this.choices[this.from[at] + nth]));
    const happened = [...drawEvents(step.cards), ...drawLines("What has happened", step.events)];
    this.view.replaceChildren(
      ...(choices.length ? [make("div", { className: "moves-made" }, ...choices)] : [make("p", { className: "headline", textContent: "The end" })]),
      ...(table ? [table] : []),
    );
    this.since.replaceChildren(...(happened.length ? [make("h4", { textContent: at === 0 ? "Before the first move" : "Since the step before" }), ...happened] : []));
    const first = this.from[at];
    for (const dot of this.chart.querySelectorAll("[data-choice]")) {
      const choice = Number(dot.dataset.choice);
      dot.classList.toggle("now", step.choices.length ? choice >= first && choice < first + step.choices.length : choice >= first);
    }
  }

  drawChoice({ seat, player, move, card }, judged) {
    const name = make("p", {}, make("strong", { textContent: player }), `: ${move}`);
    const worth = judged ? [make("p", { className: "note", textContent: judged.chances.join(", ") }), make("p", { textContent: `${judged.cost}.` }), ...(judged.since ? [make("p", { className: "note", textContent: judged.since })] : [])] : [];
    const point = judged?.["turning-point"] ? [make("p", { className: "turning", textContent: `Turning point. ${judged["turning-point"]}` })] : [];
    const face = card ? [drawCard({ id: card, name: named(card), note: "" })] : [];
    // Partners have the colour of their line in the chart.
    return make("div", { className: `made player${(shared.opened.teams[seat] ?? seat) % 8}` }, ...face, make("div", {}, name, ...point, ...worth));
  }

  /** Shows what the choices were worth, and the chart of the chances. */
  judge(choices, chart) {
    this.choices = choices;
    this.chart.innerHTML = chart;
    const points = choices.flatMap(({ "turning-point": text }, choice) => (text ? [[text, choice]] : []));
    for (const dot of this.chart.querySelectorAll("[data-choice]")) dot.classList.toggle("turn", Boolean(choices[dot.dataset.choice]?.["turning-point"]));
    const title = points.length ? [make("span", { className: "note", textContent: "Turning points:" })] : [];
    this.points.replaceChildren(...title, ...points.map(([text, choice]) => {
      const { player } = this.steps[this.stepOf(choice)].choices[choice - this.from[this.stepOf(choice)]] ?? {};
      return button(player ? `${player}, ${text}` : text, () => this.visit(choice));
    }));
    this.show();
  }
}
