// Values, ranges and meanings of settings in the words of people who play.

import { isList, listInWords } from "./list.js";

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** What the marks of the printed rules mean. */
const MARKS = { Ruling: "The rulebook leaves this open", Ours: "The rulebook says nothing about this", Variant: "This is a variant" };

/** A value in words: those of a menu have blanks instead of hyphens, and a list has no brackets. */
export function inWords(control, value) {
  if (control?.kind === "choice") return players(value.replaceAll("-", " "));
  return control?.kind === "text" && isList(value) ? listInWords(value) : value;
}

/** A text about seats: the first player is seat 0. */
const players = (text) => text.replace(/\bseat (\d)\b/g, (_, seat) => `${ORDINALS[seat]} player`).replace(/\bseat(s?)\b/g, "player$1");

/** Words with blanks instead of hyphens. */
const blanks = (text) => text.replace(/(?<=[a-z])-(?=[a-z0-9])/g, " ");

/** The range of values, unless the meaning has it, or a menu shows it. */
function range({ kind, allowed, meaning, words }, isInTable) {
  const text = allowed.replace(/(-?\d+)\.\.(-?\d+)/g, "$1 to $2");
  if (kind === "flag" || kind === "choice" && !isInTable) return "";
  if (kind === "choice") return blanks(text);
  const list = text.match(/^list of (\d+(?: to \d+)?)(?:, each (.*))?$/);
  const of = list ? list[2] ?? "" : text;
  const isKnown = ["text", "true, false"].includes(of) || meaning.includes(of) || words.length === 0 && /^-?\d+ to -?\d+$/.test(of) && meaning.includes(of);
  const each = isKnown ? "" : blanks(of);
  if (!list) return each;
  return `${list[1]} ${list[1] === "1" ? "value" : "values"}${each ? `, each ${each}` : ""}`;
}

/** What a setting can be and what it means; in a table, its cells are no menus. */
export function about(control, isInTable = false) {
  const marked = control.meaning.replace(/(^|[.?!)] )(Ruling|Ours|Variant)(?=[.:])/g, (_, before, mark) => `${before}${MARKS[mark]}`);
  const words = players(control.words.reduce((text, word) => text.replaceAll(word, inWords(control, word)), marked));
  const named = words.replace(/`([^`]+)`/g, (_, key) => `“${blanks(key)}”`);
  const capital = named.charAt(0).toUpperCase() + named.slice(1);
  return [range(control, isInTable), capital].filter(Boolean).join(". ").replace(/([^.?!"])$/, "$1.");
}
