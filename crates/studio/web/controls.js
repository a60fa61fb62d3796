// The controls: every setting of the version, grouped as in the config.

import { characters } from "./fighters.js";
import { afterFigures } from "./shared.js";
import { isList, listBox, quoted, unquoted } from "./list.js";
import { about, inWords } from "./words.js";
import { columnName, sheet } from "./sheet.js";

let known = new Map();
let shape = "";
// The values that were refused, and those of the baseline.
let refused = new Map();
let baseline = () => undefined;

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/**
 * Shows these settings. `change` takes pairs of key and value, and whether more of the same will follow (a drag);
 * `before` gives the value of a key in the baseline, and `tell` takes a message.
 */
export function showControls(settings, change, before, tell) {
  known = new Map(settings.map((control) => [control.key, control]));
  refused = new Map();
  baseline = before;
  const next = JSON.stringify(settings.map(({ key, allowed }) => [key, allowed]));
  if (next !== shape) {
    shape = next;
    later = () => build([...known.values()], change, tell);
    if (document.getElementById("controls").childElementCount) flush();
    else {
      // On a new page, the figures come first; in a slow game, they take too long.
      afterFigures(flush);
      setTimeout(flush, PATIENCE);
    }
  }
  if (!later) update();
}

// What builds the controls, if it waits for the figures, and how long at most, in milliseconds.
let later = null;
const PATIENCE = 1000;

/** Builds the controls that wait. */
function flush() {
  later?.();
  if (!later) return;
  later = null;
  update();
  document.getElementById("controls").dispatchEvent(new Event("built"));
}

/** Shows values that were refused, and the errors beside them; returns the errors that belong to no control. */
export function showRefused(values, errors) {
  flush();
  refused = new Map(values);
  update();
  return showFaults(errors);
}

/** What differs from the printed rules on the page, also of values that were refused or not sent; `now` gives the value of a key. */
export const differencesNow = (now) => [...known.values()].map((control) => ({ key: control.key, name: control.name, value: now(control.key) ?? valueOf(control), printed: control.printed ?? "none" })).filter(({ value, printed: was }) => value !== was);

export const spoken = (key, value) => inWords(known.get(key), value);

const valueOf = (control) => refused.get(control.key) ?? control.value;

/** Where ↺ leads: to the value of the baseline, or from there to the printed one. */
function target(control) {
  const value = valueOf(control), before = baseline(control.key);
  if (before !== undefined && before !== value) return [before, `Back to ${inWords(control, before)}, as ${before === control.printed ? "printed" : "in the baseline"}`];
  return control.printed !== null && control.printed !== value ? [control.printed, `Back to ${inWords(control, control.printed)}, as printed`] : null;
}

/** What leads these settings back, as ↺ does: to the baseline, or if all have its values, to the printed ones. */
function restored(keys) {
  const changed = keys.filter((key) => valueOf(known.get(key)) !== baseline(key));
  if (changed.length) return changed.map((key) => [key, null]);
  return keys.map((key) => [key, printed(key)]).filter(([, value]) => value !== null);
}

/** At most this many numbers fit on a card, and as many fields of its copies. */
const NUMBERS = 4, COPIES = 2;

/**
 * The numbers of these cards: of each card, its key, name, label, value as text, and whether it is changed. Of many fields, those
 * in which cards differ most.
 */
export function cardSettings(ids) {
  const all = new Set(ids), fields = new Map();
  for (const control of known.values()) {
    const parts = control.key.split("."), at = parts.findIndex((part, nth) => nth > 0 && all.has(part));
    const isNumbers = control.kind === "number" || /^\[\s*-?\d+(\s*,\s*-?\d+)*\s*\]$/.test(control.value);
    if (at < 0 || !isNumbers) continue;
    const field = parts.with(at, "*").join(".");
    fields.set(field, [...fields.get(field) ?? [], [parts[at], control]]);
  }
  const isOfCopies = (field) => /^deck\.|\.copies$/.test(field);
  const variety = (field) => new Set(fields.get(field).map(([, control]) => valueOf(control))).size;
  const best = (are, most) => [...fields.keys()].filter(are).sort((one, other) => variety(other) - variety(one)).slice(0, most);
  const chosen = new Set([...best((field) => !isOfCopies(field), NUMBERS), ...best(isOfCopies, COPIES)]);
  const found = new Map();
  // Numbers first, copies last.
  for (const [field, controls] of [...fields].sort(([one], [other]) => isOfCopies(one) - isOfCopies(other))) {
    if (!chosen.has(field)) continue;
    const rest = field.split(".").slice(1).filter((part) => part !== "*").join(" ").replaceAll("-", " ");
    const label = !isOfCopies(field) ? rest : rest === "copies" || !rest ? "copies" : `in ${rest}`;
    for (const [id, control] of controls) {
      const value = valueOf(control), isChanged = control.printed !== value;
      const text = control.kind === "number" ? value : value.replace(/^\[\s*|\s*\]$/g, "");
      const title = isChanged ? `printed: ${control.printed ?? "none"}` : control.allowed;
      found.set(id, [...found.get(id) ?? [], { key: control.key, name: control.name, label, text, isChanged, title }]);
    }
  }
  return found;
}

/** What is typed on a card as the setting has it: numbers with commas between them are a list. */
export const written = (key, text) => (known.get(key)?.kind === "number" ? text.trim() : `[${text.trim()}]`);

/** Opens the table of these cards. */
export function openSheet(ids) {
  const cell = [...document.querySelectorAll("#controls .sheet input")].find(({ dataset }) => ids.includes(dataset.key.split(".")[1]));
  const row = cell ?? document.querySelector("#controls .sheet input") ?? document.querySelector("#controls input");
  const group = row?.closest(".group");
  if (!group) return;
  group.open = true;
  row.scrollIntoView({ block: "center" });
  row.focus();
}

/** The value that a setting has without changes. */
export const printed = (key) => known.get(key)?.printed ?? null;
const shown = (key) => known.has(key) ? valueOf(known.get(key)) : null;

function build(settings, change, tell) {
  const box = document.getElementById("controls");
  const open = new Set([...box.querySelectorAll("details[open]")].map((group) => group.dataset.section));
  box.replaceChildren();
  const sections = new Map();
  for (const control of settings) {
    const section = control.key.split(".")[0];
    if (!sections.has(section)) sections.set(section, []);
    sections.get(section).push(control);
  }
  // Single settings share a group, unless that would be all.
  const single = [...sections].filter(([, [first, ...rest]]) => !rest.length && first.kind !== "number");
  if (single.length > 1 && single.length < sections.size) {
    for (const [section] of single) sections.delete(section);
    sections.set("other", single.flatMap(([, controls]) => controls));
  }
  for (const [section, controls] of sections) {
    const inSheet = controls.filter(({ key, kind }) => key.split(".").length > 2 && kind !== "text");
    const entries = new Set(inSheet.map(({ key }) => key.split(".")[1]));
    const hasSheet = entries.size > 1;
    const others = hasSheet ? controls.filter((control) => !inSheet.includes(control)) : controls;
    const group = make("details", { className: "group" }, make("summary", { textContent: `${section.replaceAll("-", " ")} (${controls.length})` }));
    group.dataset.section = section;
    group.open = open.size ? open.has(section) : sections.size < 3 || ["rules", "setup"].includes(section);
    if (hasSheet) group.append(sheet(section, inSheet, { names: displayed(controls), change, restored, tell }), meanings(inSheet));
    for (const control of others) group.append(row(control, change));
    box.append(group);
  }
  find();
}

/** The names of the entries that have one for display. */
const displayed = (controls) => new Map(controls.filter(({ key }) => /^[^.]+\.[^.]+\.name$/.test(key)).map(({ key, value }) => [key.split(".")[1], unquoted(value)]));

/** What the columns of a table mean: each meaning once, with its columns. */
function meanings(controls) {
  const fields = new Map();
  for (const control of controls) {
    const field = control.key.split(".").slice(2).join(".");
    if (!fields.has(field)) fields.set(field, about(control, true));
  }
  const columns = new Map();
  for (const [field, meaning] of fields) columns.set(meaning, [...columns.get(meaning) ?? [], columnName(field)]);
  const words = (names) => (columns.size === 1 && names.length > 1 ? "All columns" : names.join(", "));
  const list = make("ul", { className: "words" }, ...[...columns].map(([meaning, names]) => make("li", { textContent: `${words(names)}: ${meaning}` })));
  return make("details", {}, make("summary", { textContent: "What the columns mean" }), list);
}

function row(control, change) {
  const { key, name, kind, meaning } = control;
  const id = `control-${key}`;
  const box = make("div", { className: kind === "number" || kind === "text" ? "control slides" : "control" });
  box.dataset.key = key;
  box.dataset.names = `${key} ${name}`.toLowerCase();
  box.dataset.words = `${key} ${name} ${meaning}`.toLowerCase();
  const entry = make("div", { className: "entry" });
  // The group has the name of the section.
  const label = make("label", { htmlFor: id, textContent: name.replace(` (${key.split(".")[0].replaceAll("-", " ")})`, "") });
  const note = make("p", { className: "about", id: `about-${key}` });
  note.append(make("span", { className: "was" }), about(control));
  const set = (value, more, isWhole) => change([[key, value]], more, isWhole);
  if (kind === "number") entry.append(...number(control, id, set));
  else if (kind === "flag") {
    const input = make("input", { type: "checkbox", id });
    input.addEventListener("change", () => set(String(input.checked), false));
    entry.append(input);
  } else if (kind === "choice") {
    const menu = make("select", { id });
    for (const word of control.words) menu.append(make("option", { value: word, textContent: inWords(control, word) }));
    menu.addEventListener("change", () => set(menu.value, false));
    entry.append(menu);
  } else if (isList(control.value)) {
    const words = key === "setup.fighters" ? ["random", ...characters([...known.values()]).map(([one]) => one)] : [];
    const list = listBox(control, id, (value) => set(value, false), words);
    list.show(control.value);
    entry.append(list);
  } else {
    const input = make("input", { type: "text", id, spellcheck: false, autocomplete: "off" });
    input.addEventListener("change", () => set(quoted(control.value, input.value.trim()), false));
    entry.append(input);
  }
  entry.querySelector(`[id="${CSS.escape(id)}"]`)?.setAttribute("aria-describedby", note.id);
  entry.append(make("button", { type: "button", className: "undo-one", textContent: "↺", hidden: true, onclick: () => set(target(known.get(key))?.[0] ?? null, false) }));
  box.append(label, entry, note);
  return box;
}

/** Lets a slider go up to this number, or to the greatest that is allowed. */
function reachTo(slider, top) {
  const most = Number(slider.dataset.most);
  slider.max = Math.min(most, top);
  slider.title = Number(slider.max) < most ? `${slider.min} to ${slider.max}; let it go at the end for more, up to ${most}` : `${slider.min} to ${most}`;
}

function number({ key, name, range: [low, high], reach: [from, to], words, printed: was }, id, set) {
  const input = make("input", { type: "number", id, min: low, max: high, step: 1, inputMode: "numeric" });
  const parts = [];
  const centre = Number(was) || 0;
  const slider = make("input", { type: "range", min: from, max: to, step: 1, tabIndex: -1 });
  slider.setAttribute("aria-label", `${name}, slider`);
  slider.addEventListener("input", () => { input.value = slider.value; set(slider.value, true); });
  slider.dataset.most = high;
  Object.assign(slider.dataset, { low: from, top: to });
  reachTo(slider, to);
  const dial = make("div", { className: "dial" });
  dial.dataset.key = key;
  // A tick at the printed value.
  const tick = make("datalist", { id: `printed-${key}` });
  if (/^-?\d+$/.test(was ?? "")) {
    tick.append(make("option", { value: was, label: "printed" }));
    slider.setAttribute("list", tick.id);
  }
  slider.addEventListener("change", () => {
    set(slider.value, false);
    if (slider.value === slider.max) reachTo(slider, 2 * Number(slider.max));
  });
  const step = (by) => {
    const next = Math.min(high, Math.max(low, (Number(input.value) || 0) + by));
    input.value = next;
    set(String(next), false);
  };
  const button = (text, label, by) => {
    const element = make("button", { type: "button", textContent: text, onclick: () => step(by) });
    element.setAttribute("aria-label", `${name}: ${label}`);
    return element;
  };
  input.addEventListener("input", () => { if (/^-?\d+$/.test(input.value)) set(input.value, true); });
  input.addEventListener("change", () => {
    // An emptied box has its value of the baseline again, unless what was typed is no number.
    if (input.value !== "") set(input.value, false);
    else if (input.validity.badInput) input.value = shown(key);
    else set(null, false, true);
  });
  parts.push(dial, slider, tick, button("−", "one less", -1), input, button("+", "one more", 1));
  if (words.length === 0) return parts;
  // A word takes the place of the number.
  const menu = make("select", { className: "or-word" }, ...[...words, ""].map((value) => make("option", { value, textContent: value.replaceAll("-", " ") || "a number" })));
  menu.setAttribute("aria-label", `${name}: a word or a number`);
  menu.addEventListener("change", () => set(menu.value || String(centre || low), false));
  return [menu, ...parts];
}

/** Shows the values and what differs; does not touch what is being typed. */
function update() {
  for (const box of document.querySelectorAll("#controls .control")) {
    const control = known.get(box.dataset.key);
    if (!control) continue;
    const value = valueOf(control), back = target(control);
    const isChanged = control.printed !== value;
    box.classList.toggle("changed", isChanged);
    const undo = box.querySelector(".undo-one");
    if (!back && undo === document.activeElement) box.querySelector("input:not([type=range]), select")?.focus();
    undo.hidden = !back;
    undo.title = back?.[1] ?? "";
    undo.setAttribute("aria-label", `${control.name}: ${undo.title}`);
    box.querySelector(".was").textContent = isChanged ? `Printed: ${inWords(control, control.printed ?? "none")}. ` : "";
    box.querySelector(".list")?.show(value);
    for (const input of box.querySelectorAll("input, select")) {
      if (input.closest(".list") || input.matches(".or-word")) continue;
      if (input === document.activeElement && input.type !== "range" && input.type !== "checkbox" && input.tagName !== "SELECT" && input.value !== "") continue;
      if (input.type === "range" && Number(value) > Number(input.max)) reachTo(input, 2 * Number(value));
      if (input.type === "range" && Number(value) < Number(input.min)) input.min = value;
      if (input.type === "checkbox") input.checked = value === "true";
      else if (!(input === document.activeElement && input.type === "range")) input.value = input.type === "text" ? unquoted(value) : value;
    }
    const menu = box.querySelector(".or-word");
    if (!menu) continue;
    const isWord = control.words.includes(value);
    menu.value = isWord ? value : "";
    // The number box stays, so that a number can be typed.
    for (const part of box.querySelectorAll(".entry > .dial, .entry > input[type=range], .entry > button:not(.undo-one)")) part.hidden = isWord;
    box.querySelector("input[type=number]").placeholder = isWord ? "number" : "";
  }
  for (const input of document.querySelectorAll("#controls .sheet input")) {
    const control = known.get(input.dataset.key);
    if (!control) continue;
    const value = valueOf(control);
    if (input !== document.activeElement) input.value = value;
    const isChanged = control.printed !== value;
    input.parentElement.classList.toggle("changed", isChanged);
    input.title = isChanged ? `printed: ${control.printed ?? "none"}` : control.allowed;
  }
}

/** Writes the values again, also where the focus is: after undo, or after a block was pasted. */
export function rewrite() {
  const focused = document.activeElement;
  const control = focused?.closest?.("#controls") && known.get(focused.dataset.key ?? focused.closest(".control")?.dataset.key);
  const isWhole = control && focused.type !== "checkbox" && focused.matches("input, select") && !focused.closest(".list");
  if (isWhole) focused.value = focused.type === "text" ? unquoted(valueOf(control)) : valueOf(control);
  update();
}

/** Shows the errors beside their settings; returns those that belong to none. */
export function showFaults(errors) {
  for (const old of document.querySelectorAll("#controls .fault")) old.remove();
  for (const old of document.querySelectorAll("#controls [aria-invalid], #faces [aria-invalid]")) old.removeAttribute("aria-invalid");
  for (const old of document.querySelectorAll("#controls .wrong")) old.classList.remove("wrong");
  const rest = [];
  for (const error of errors) {
    for (const input of document.querySelectorAll("#faces input")) if (input.dataset.key === error.key) input.setAttribute("aria-invalid", "true");
    const box = [...document.querySelectorAll("#controls .control")].find((box) => box.dataset.key === error.key);
    const cell = [...document.querySelectorAll("#controls .sheet input")].find((input) => input.dataset.key === error.key);
    if (box) {
      const fault = make("p", { className: "fault", id: `fault-${error.key}`, textContent: error.text });
      box.append(fault);
      const input = box.querySelector(`[id="${CSS.escape(`control-${error.key}`)}"]`) ?? box.querySelector("input, select");
      input?.setAttribute("aria-invalid", "true");
      input?.setAttribute("aria-describedby", `about-${error.key} ${fault.id}`);
    } else if (cell) {
      cell.setAttribute("aria-invalid", "true");
      cell.parentElement.classList.add("wrong");
      cell.closest(".group").open = true;
      const last = [...cell.closest(".group").querySelectorAll(":scope > .sheet, :scope > .fault")].at(-1);
      last.after(make("p", { className: "fault", textContent: error.text }));
    } else rest.push(error);
  }
  return rest;
}

/** Filters the controls by what is typed into the search: by their names, or if no name has these words, by their meanings. */
export function find() {
  const words = document.getElementById("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text) => words.every((word) => text.includes(word));
  const boxes = [...document.querySelectorAll("#controls .control")];
  const rows = [...document.querySelectorAll("#controls .sheet tbody tr")];
  const names = new Map(rows.map((tr) => [tr, [...tr.querySelectorAll("input")].map((input) => `${input.dataset.key} ${input.getAttribute("aria-label")}`).join(" ").toLowerCase()]));
  const byName = boxes.some((box) => has(box.dataset.names)) || rows.some((tr) => has(names.get(tr)));
  for (const box of boxes) box.hidden = !has(byName ? box.dataset.names : box.dataset.words);
  for (const tr of rows) tr.hidden = !has(names.get(tr));
  let all = 0;
  for (const group of document.querySelectorAll("#controls .group")) {
    const found = group.querySelectorAll(".control:not([hidden]), .sheet tbody tr:not([hidden])").length;
    all += found;
    group.hidden = words.length > 0 && found === 0;
    if (words.length > 0 && found > 0) group.open = true;
  }
  const count = `${all} ${all === 1 ? "setting" : "settings"}`;
  document.getElementById("found").textContent = !words.length ? "" : all === 0 ? "No setting has these words." : byName ? `${count} by name.` : `${count} by meaning.`;
}

/** The whole number in a field, or null if it is empty; for anything else, says what is expected and returns undefined. */
export function whole(id, name) {
  const input = document.getElementById(id), low = Number(input.min), high = Number(input.max) || Number.MAX_SAFE_INTEGER;
  const isEmpty = input.value === "" && !input.validity.badInput;
  const value = input.value === "" ? NaN : Number(input.value);
  const isFine = isEmpty || Number.isSafeInteger(value) && value >= low && value <= high;
  if (isFine) input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
  document.getElementById("setup-fault").textContent = isFine ? "" : `${name}: found ${input.value || "no number"}, expected a whole number from ${low} to ${high}. The value before is still in use.`;
  return isEmpty ? null : isFine ? value : undefined;
}
