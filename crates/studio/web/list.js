// A list as one field for each entry, and a text without its quotes.

const isPlain = (list) => Array.isArray(list) && list.every((entry) => typeof entry !== "object");

/** The entries of a list of numbers, words and flags, or of such lists; undefined for any other value. */
function entriesOf(value) {
  try {
    const list = JSON.parse(value);
    return isPlain(list) || Array.isArray(list) && list.every(isPlain) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value can be edited by fields. */
export const isList = (value) => entriesOf(value) !== undefined;

/** Whether it is a list of lists. */
const isNested = (value) => entriesOf(value)?.some(Array.isArray) ?? false;

/** A text without its quotes, and with them. */
export const unquoted = (value) => {
  try {
    const text = JSON.parse(value);
    return typeof text === "string" ? text : value;
  } catch {
    return value;
  }
};
export const quoted = (before, text) => (before.startsWith('"') ? JSON.stringify(text) : text);

/** The fewest and the most entries, and the words that an entry can be. */
function shape(allowed) {
  const [, low, high] = allowed.match(/^list of (\d+)(?: to (\d+))?/) ?? [null, 0, 99];
  const words = allowed.match(/, each ([a-z-]+(?:, [a-z-]+)+)$/)?.[1].split(", ") ?? [];
  return { low: Number(low), high: Number(high ?? low), words };
}

/** A list in words: `near, far`, and the lists of a list with slashes between them; an empty text is a dash. */
export function listInWords(value) {
  const words = (list) => list.map((entry) => (Array.isArray(entry) ? words(entry) : String(entry) || "–")).join(list.some(Array.isArray) ? " / " : ", ");
  return words(entriesOf(value)) || "nothing";
}

/** A field for an entry. */
function entryField(name, value, onchange) {
  const input = document.createElement("input");
  if (/^[a-z]{3}/.test(value)) input.className = "word";
  Object.assign(input, { type: "text", value, autocomplete: "off", spellcheck: false });
  input.setAttribute("aria-label", name);
  input.addEventListener("change", onchange);
  return input;
}

/** An entry as TOML: all entries of a list of texts are texts. */
const written = (text, isText) => (!isText && /^(-?\d+|true|false)$/.test(text) ? text : JSON.stringify(text));

/** A box with the fields of a list; `set` takes the new list, and `words` are proposed for its entries if it does not say them. */
export const listBox = (control, id, set, words) => (isNested(control.value) ? nestedBox : plainBox)(control, id, set, words);

/** A row of fields for each list of a list. An empty field is an empty text. */
function nestedBox({ name }, id, set) {
  const box = document.createElement("div");
  box.className = "list nested";
  let isText = false;
  const rows = () => [...box.querySelectorAll(".list")].map((row) => [...row.querySelectorAll("input")]);
  const send = () => set(`[${rows().map((fields) => `[${fields.map(({ value }) => written(value.trim(), isText)).join(", ")}]`).join(", ")}]`);
  box.show = (value) => {
    if (box.dataset.value === value) return;
    box.dataset.value = value;
    const lists = entriesOf(value) ?? [];
    isText = lists.flat().every((entry) => typeof entry === "string");
    const focused = rows().flat().indexOf(document.activeElement);
    box.replaceChildren(...lists.map((entries, row) => {
      const line = document.createElement("div");
      line.className = "list";
      line.append(...entries.map((entry, column) => entryField(`${name}, row ${row + 1}, entry ${column + 1}`, String(entry), send)));
      return line;
    }));
    const fields = rows().flat();
    if (fields.length) fields[0].id = id;
    if (focused >= 0) fields[focused]?.focus();
  };
  return box;
}

function plainBox({ key, name, allowed }, id, set, others) {
  const { low, high, words: own } = shape(allowed), words = own.length ? own : others;
  const box = document.createElement("div");
  box.className = "list";
  let isText = false;
  const fields = () => [...box.querySelectorAll("input")];
  const send = () => {
    // An empty field is no entry, unless the number of entries is fixed.
    const texts = fields().map(({ value }) => value.trim()).filter((text) => low === high || text !== "");
    set(`[${texts.map((text) => written(text, isText)).join(", ")}]`);
  };
  const field = (value, nth) => {
    const input = entryField(`${name}, entry ${nth + 1}`, value, send);
    input.id = nth === 0 ? id : "";
    if (words.length) input.setAttribute("list", `words-${key}`);
    return input;
  };
  const add = document.createElement("button");
  Object.assign(add, { type: "button", textContent: "+", title: "One more entry; an empty field is no entry" });
  add.setAttribute("aria-label", `${name}: one more entry`);
  add.onclick = () => {
    add.before(field("", fields().length));
    add.hidden = fields().length >= high;
    fields().at(-1).focus();
  };
  const list = document.createElement("datalist");
  list.id = `words-${key}`;
  list.append(...words.map((value) => Object.assign(document.createElement("option"), { value })));
  /** Shows this list, unless it is shown. */
  box.show = (value) => {
    if (box.dataset.value === value) return;
    box.dataset.value = value;
    const entries = entriesOf(value) ?? [];
    isText = entries.length > 0 && entries.every((entry) => typeof entry === "string");
    const focused = fields().indexOf(document.activeElement);
    box.replaceChildren(...entries.map((entry, nth) => field(String(entry), nth)), add, list);
    add.hidden = entries.length >= high;
    if (focused >= 0) (fields()[focused] ?? add).focus();
  };
  return box;
}
