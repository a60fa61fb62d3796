// A list as one field for each entry, and a text without its quotes.

/** The entries of a list of numbers, words and flags; undefined for any other value. */
function entriesOf(value) {
  try {
    const list = JSON.parse(value);
    return Array.isArray(list) && list.every((entry) => typeof entry !== "object") ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value can be edited by fields. */
export const isList = (value) => entriesOf(value) !== undefined;

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

/** A box with the fields of a list; `set` takes the new list. */
export function listBox({ key, name, allowed }, id, set) {
  const { low, high, words } = shape(allowed);
  const box = document.createElement("div");
  box.className = "list";
  let isText = false;
  const fields = () => [...box.querySelectorAll("input")];
  const written = (text) => (!isText && /^(-?\d+|true|false)$/.test(text) ? text : JSON.stringify(text));
  const send = () => {
    // An empty field is no entry, unless the number of entries is fixed.
    const texts = fields().map(({ value }) => value.trim()).filter((text) => low === high || text !== "");
    set(`[${texts.map(written).join(", ")}]`);
  };
  const field = (value, nth) => {
    const input = document.createElement("input");
    Object.assign(input, { type: "text", value, autocomplete: "off", spellcheck: false, id: nth === 0 ? id : "" });
    input.setAttribute("aria-label", `${name}, entry ${nth + 1}`);
    if (words.length) input.setAttribute("list", `words-${key}`);
    input.addEventListener("change", send);
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
