// The targets of the version: a list of them, and a form that adds or changes one.

import { askOnce } from "./ask.js";
import { bandOf, targetChanges } from "./state.js";
import { make, visible } from "./answer.js";
import { button, by, gone, shared } from "./shared.js";
import { answer } from "./version.js";

// The numbers of each kind of band, and the words before its second number.
const KINDS = { max: [["max"]], min: [["min"]], between: [["min", "max"], "and"], about: [["at", "within"], "give or take"] };

// The numbers of a band.
const NUMBERS = { max: "at most", min: "at least", at: "about", within: "give or take" };

/** The targets of the version: those of the file with the changes. */
export function targetsNow() {
  const all = new Map(shared.opened.targets.map((target) => [target.key, target]));
  for (const target of shared.state.version.targets) all.set(target.key, target);
  return [...all.values()].filter(({ numbers }) => numbers);
}

/** The name of the figure of a target; in a group, with the name of the group. */
function nameOf(key) {
  const [, group, name, address] = key.match(/^(any|all)\.([a-z0-9-]+)\.(.*)$/) ?? [null, null, null, key];
  const figure = shared.opened.figures.find((one) => one.address === address)?.name ?? address;
  return group ? `${figure} (${group} of ${name})` : figure;
}

/** The band in words. */
function words({ at, within, min, max }) {
  if (at !== undefined) return `${at} give or take ${within}`;
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  return min === undefined ? `at most ${max}` : `at least ${min}`;
}

/** The changed targets in words, and what leads each back. */
export function changedTargets() {
  const before = new Map(shared.opened.targets.map((target) => [target.key, target]));
  const spoken = (target) => (target?.numbers ? words(target.numbers) : "none");
  return shared.state.version.targets.map((target) => {
    const name = `Target for ${nameOf(target.key)}`;
    return { name, text: `${name}: ${spoken(before.get(target.key))} → ${spoken(target)}`, reset: () => take(before.get(target.key) ?? { ...target, numbers: null }) };
  });
}

/** What the figure can be typed as: its name, unless others have the same, or its address. */
function options() {
  const names = new Map();
  for (const { name } of shared.opened.figures) names.set(name, (names.get(name) ?? 0) + 1);
  return shared.opened.figures.map(({ address, name }) => [names.get(name) > 1 ? address : name, address, name]);
}

/** Shows the form for the figures of another config. */
export function showTargetForm() {
  by("target-figures").replaceChildren(...options().map(([value, address, name]) => make("option", { value, textContent: value === name ? address : name })));
  clear();
}

/** Shows the list of targets. */
export function showTargets() {
  const targets = targetsNow();
  const hadFocus = by("target-list").contains(document.activeElement);
  by("target-list").replaceChildren(...targets.map((target) => {
    const name = nameOf(target.key);
    const named = (text, onclick) => {
      const element = button(text, onclick);
      element.setAttribute("aria-label", `${text} the target: ${name}`);
      return element;
    };
    return make("li", {}, `${name}: ${words(target.numbers)}${target.rest ? ` (${target.rest})` : ""} `, named("Change", () => edit(target)), " ", named("Remove", () => take({ ...target, numbers: null })));
  }));
  by("no-targets").hidden = targets.length > 0;
  for (const id of ["judge", "tune", "lights", "lights-note"]) by(id).hidden = targets.length === 0;
  if (hadFocus) by("target-figure").focus();
}

const kind = () => KINDS[by("target-kind").value];
function showKind() {
  const [keys, second] = kind();
  by("target-second").hidden = keys.length < 2;
  by("target-second-label").textContent = second ?? "";
  by("target-second-label").hidden = keys.length < 2;
}

// The target that the form changes; null if it adds one.
let edited = null;

function clear() {
  edited = null;
  by("target-form").reset();
  showFault([]);
  showKind();
  by("target-figure").disabled = false;
  by("target-add").textContent = "Add target";
  by("target-cancel").hidden = true;
}

function edit(target) {
  clear();
  edited = target;
  const { at, min, max } = target.numbers;
  by("target-kind").value = at !== undefined ? "about" : min !== undefined && max !== undefined ? "between" : min === undefined ? "max" : "min";
  showKind();
  const [first, second] = kind()[0].map((key) => target.numbers[key]);
  by("target-figure").value = visible(nameOf(target.key));
  by("target-figure").disabled = true;
  by("target-first").value = first;
  by("target-second").value = second ?? "";
  by("target-add").textContent = "Change target";
  by("target-cancel").hidden = false;
  by("target-first").focus();
}

// What `lint` says of shares, and the same in the units of the form.
const UNITS = [
  ["a share from 0 to 1, such as 0.04 or ", "a share from 0% to 100%, such as "],
  ["a difference of shares from -1 to 1, such as 0.04 or ", "a difference of shares from -100pp to 100pp, such as "],
  ["every share is from 0 to 1", "every share is from 0% to 100%"],
  ["every difference of shares is from -1 to 1", "every difference of shares is from -100pp to 100pp"],
  ["at most 0.0001; no number of games can prove exactly 0 or 1", "at most 0.01%; no number of games can prove exactly 0% or 100%"],
];
const inUnits = (text) => UNITS.reduce((text, [lint, form]) => text.replace(lint, form), text);

/** A band that `lint` writes in shares. */
const bandInUnits = (found, expected) => (/every|no number of games/.test(expected) ? found.replace(/-?\d+(\.\d+)?/g, (share) => `${Number((100 * Number(share)).toFixed(4))}${/difference/.test(expected) ? "pp" : "%"}`) : found);

/** An error of `lint` in the words of the page: figures have their names, the numbers of a band those of the form, and shares their unit. */
function inWords(text) {
  const named = (text) => text.replace(/[a-z_]+\/[^\s,:;"`)]+/g, nameOf).replace(/`?"(-?[\d.]+(?:%|pp))"`?/g, "$1")
    .replace(/\{ (min|max) = (\S+) \}/g, (_, number, value) => `${NUMBERS[number]} ${value}`).replace(/\b(min|max) = /g, "").replace(/\bband\b/g, "range").replaceAll("`", "");
  const [, key, number, found, expected] = text.match(/^targets\.(.*?)(?:\.(min|max|at|within))?: found (.*?), expected (.*)$/) ?? [];
  if (expected === undefined) return named(text);
  if (expected.startsWith("the address of a figure")) {
    const meant = expected.match(/did you mean `?(.*?)`?\?/)?.[1];
    if (found === '""') return "Type a part of the name of a figure, and choose one.";
    return `No figure is called ${found}. ${meant ? `Did you mean ${nameOf(meant)}? ` : ""}Type a part of its name, and choose one.`;
  }
  const name = [nameOf(key.replaceAll('"', "")), NUMBERS[number]].filter(Boolean).join(", ");
  if (found.endsWith("more than once")) return `${name} has a target already; each figure can have one.`;
  if (found === "no band") return `${name}: type a number.`;
  if (found.startsWith("`at`")) return `${name}: type also how far from this number it may be.`;
  return `${name}: ${named(bandInUnits(found, expected))} does not fit; it can be ${inUnits(named(expected))}.`;
}

function showFault(errors) {
  by("target-fault").textContent = errors.map(({ text }) => inWords(text)).join(" ");
  for (const id of ["target-figure", "target-first", "target-second"]) {
    if (errors.length) by(id).setAttribute("aria-invalid", "true");
    else by(id).removeAttribute("aria-invalid");
  }
}

/** The targets of the version with this one. */
function changesWith(target) {
  const all = shared.state.version.targets, isOwn = ({ key }) => key === target.key;
  const changed = all.some(isOwn) ? all.map((one) => (isOwn(one) ? target : one)) : [...all, target];
  return targetChanges(changed, shared.opened.targets);
}

/** Makes this target one of the version, or removes it. */
function take(target) {
  const targets = changesWith(target);
  shared.state.change((version) => { version.targets = targets; });
  clear();
  showTargets();
  answer();
}

/** The target in the form. */
function typed() {
  const text = by("target-figure").value.trim();
  const key = edited?.key ?? options().find(([value]) => value.toLowerCase() === text.toLowerCase())?.[1] ?? text;
  const fields = [by("target-first"), by("target-second")].map(({ value }) => value.trim());
  const numbers = kind()[0].map((name, nth) => [name, fields[nth]]).filter(([, value]) => value !== "");
  const unit = fields.join(" ").match(/%|pp/)?.[0] ?? "";
  return inUnit({ key, numbers: Object.fromEntries(numbers), rest: edited?.rest ?? "" }, unit);
}

/** The target with this unit at the numbers that have none. */
const inUnit = (target, unit) => ({ ...target, numbers: Object.fromEntries(Object.entries(target.numbers).map(([name, value]) => [name, /^[-+]?\d+(\.\d+)?$/.test(value) ? value + unit : value])) });

/** What is wrong with the version with this target. */
async function faultsOf(target) {
  const version = { ...shared.state.request(), targets: changesWith(target).map((one) => [one.key, bandOf(one)]) };
  const checked = await askOnce({ ask: "open", version: version });
  // Errors of settings are beside them.
  return (checked.errors ?? []).filter(({ key, text }) => `${key} ${text}`.includes("targets") || key.startsWith("--"));
}

by("target-kind").addEventListener("change", showKind);
by("target-cancel").onclick = () => {
  clear();
  by("target-figure").focus();
};
by("target-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  let target = typed(), errors;
  if (!edited && targetsNow().some(({ key }) => key === target.key)) return showFault([{ text: `${nameOf(target.key)} has a target already; change that one.` }]);
  try {
    errors = await faultsOf(target);
    // People write 50 for 50%.
    const unit = errors.map(({ text }) => text.match(/did you mean `?"?[-+\d.]+(%|pp)/)?.[1]).find(Boolean);
    if (unit) {
      target = inUnit(target, unit);
      errors = await faultsOf(target);
    }
  } catch {
    return gone();
  }
  if (errors.length) return showFault(errors);
  take(target);
  by("target-figure").focus();
});
