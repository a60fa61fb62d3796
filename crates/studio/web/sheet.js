// A table of entries that is edited like a spreadsheet: cells, arrow keys, copy and paste of a block.

/** The sign between the cells of a text: a tab, or a semicolon or comma of its first line outside of quotes and lists; null if it has none. */
export function separatorOf(text) {
  if (text.includes("\t")) return "\t";
  const [first] = text.trimStart().replace(/"(?:[^"]|"")*"|\[.*?\]/g, "").split("\n");
  const [most] = [";", ","].map((sign) => [sign, first.split(sign).length - 1]).sort(([, one], [, other]) => other - one);
  return most[1] ? most[0] : null;
}

/** The cells of a block of text from a spreadsheet; a cell in quotes may contain separators, newlines and doubled quotes. */
export function cellsOf(text, sign = "\t") {
  const rows = [[]];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"(?=[${sign}\\n]|$)|([^${sign}\\n]*))([${sign}\\n]|$)`, "g");
  for (const [, quoted, plain, end] of text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n").matchAll(cell)) {
    rows.at(-1).push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === "") break;
    if (end === "\n") rows.push([]);
  }
  return rows.filter((row) => row.join("") !== "");
}

/** Whether a text is a table of the program: its rows name their tables and entries. */
export function isProgramTable(text) {
  const titles = (cellsOf(text, separatorOf(text) ?? "\t")[0] ?? []).map((title) => title.toLowerCase());
  return titles.includes("id") && ["card_table", "table"].some((title) => titles.includes(title));
}

/** Says what has no place: kinds, such as `column`, with names. */
export function unplaced(unknown) {
  const kinds = [...new Set(unknown.map(([kind]) => kind))];
  return kinds.map((kind) => `Not pasted: there is no ${kind} called ${named(unknown.filter(([of]) => of === kind).map(([, name]) => name))}.`);
}

const named = (all) => `${all.slice(0, 5).map((value) => `“${value.slice(0, 20)}”`).join(", ")}${all.length > 5 ? ` and ${all.length - 5} more` : ""}`;

/** What is said after a paste that changes nothing. */
export const UNCHANGED = "The page has these values already.";

/** The name of a column: places in a list count from 1. */
export const columnName = (field) => field.replaceAll("-", " ").replace(/\.(\d+)(?=\.|$)/g, (_, place) => ` ${Number(place) + 1}`).replaceAll(".", " ");

/**
 * `controls` are those of a section whose keys have the form SECTION.ENTRY.FIELD. `names` are those of entries for display,
 * `change` takes pairs of key and value, `restored` gives the pairs that lead these keys back, and `tell` takes a message.
 */
export function sheet(section, controls, { names, change, restored, tell }) {
  const ids = [], fields = [], cells = new Map();
  const nameOf = (id) => names.get(id) || id.replaceAll("-", " ");
  for (const control of controls) {
    const [, id, ...rest] = control.key.split(".");
    const field = rest.join(".");
    if (!ids.includes(id)) ids.push(id);
    if (!fields.includes(field)) fields.push(field);
    cells.set(`${id}.${field}`, control);
  }
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  const isNumeric = (field) => controls.some(({ key, kind }) => kind === "number" && key.endsWith(`.${field}`));
  for (const [name, isNumber] of [[section, false], ...fields.map((field) => [field, isNumeric(field)])]) {
    const th = document.createElement("th");
    th.scope = "col";
    th.textContent = columnName(name);
    if (isNumber) th.className = "number";
    head.append(th);
  }
  const caption = table.createCaption();
  caption.className = "unseen";
  caption.textContent = `${section}: arrow keys move, Shift and arrow keys, or the mouse, mark a block, copy and paste work with spreadsheets, Delete takes changes back`;
  const body = table.createTBody();
  const inputs = ids.map(() => fields.map(() => null));
  let mark = null;
  ids.forEach((id, row) => {
    const tr = body.insertRow();
    const th = document.createElement("th");
    th.scope = "row";
    th.textContent = nameOf(id);
    tr.append(th);
    fields.forEach((field, column) => {
      const td = tr.insertCell();
      const control = cells.get(`${id}.${field}`);
      if (!control) return;
      const input = document.createElement("input");
      if (control.kind === "number") input.inputMode = "numeric";
      else input.className = "word";
      if (control.kind === "choice" || control.kind === "flag") {
        const list = document.createElement("datalist");
        list.id = `list-${control.key}`;
        for (const word of control.kind === "flag" ? ["true", "false"] : control.words) {
          const option = document.createElement("option");
          option.value = word;
          list.append(option);
        }
        input.setAttribute("list", list.id);
        td.append(list);
      }
      input.autocomplete = "off";
      input.spellcheck = false;
      input.dataset.key = control.key;
      input.setAttribute("aria-label", control.name);
      input.addEventListener("input", () => {
        if (control.kind === "number" && /^-?\d+$/.test(input.value)) change([[control.key, input.value]], true);
      });
      input.addEventListener("change", () => {
        const value = input.value.trim();
        // An emptied cell has its value of the baseline again.
        if (value === "") change([[control.key, null]], false, true);
        else change([[control.key, value]], false);
      });
      let before = "", isTyped = false;
      input.addEventListener("input", () => { isTyped = true; });
      input.addEventListener("focus", () => {
        before = input.value;
        isTyped = false;
        if (!mark?.isOpen) show(null);
      });
      // What is typed takes the place of the content, unless the cell is being edited: after typing, or a double click.
      input.addEventListener("mousedown", (event) => {
        const isEdited = input === document.activeElement && (isTyped || event.detail > 1);
        if (event.shiftKey || event.button !== 0 || isEdited) return;
        event.preventDefault();
        input.focus();
        input.select();
      });
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !isTyped) return;
        isTyped = false;
        input.value = before;
        input.select();
        change([[control.key, before]], false);
      });
      td.append(input);
      inputs[row][column] = input;
    });
  });
  const place = (input) => {
    for (let row = 0; row < ids.length; row++) {
      const column = inputs[row].indexOf(input);
      if (column >= 0) return [row, column];
    }
    return null;
  };
  const show = (next) => {
    mark = next;
    for (const td of body.querySelectorAll(".marked")) td.classList.remove("marked");
    if (!mark) return;
    for (const [row, column] of block()) inputs[row][column]?.parentElement.classList.add("marked");
  };
  const block = () => {
    const { from, to } = mark;
    const found = [];
    for (let row = Math.min(from[0], to[0]); row <= Math.max(from[0], to[0]); row++) {
      for (let column = Math.min(from[1], to[1]); column <= Math.max(from[1], to[1]); column++) found.push([row, column]);
    }
    return found;
  };
  // Names in a block: of columns in its first row, and of entries in a column of their own.
  const plain = (name) => name.toLowerCase().replace(/[-_]/g, " ");
  const one = section.endsWith("s") ? section.slice(0, -1).replaceAll("-", " ") : "row";
  const rowOf = new Map(ids.flatMap((id, row) => [nameOf(id), id].map((name) => [plain(name), row])));
  const titles = (field) => [field, field.replaceAll(".", "__"), columnName(field), ...(field === "order" ? ["turn order"] : [])];
  const columnOf = new Map(fields.flatMap((field, column) => titles(field).map((name) => [plain(name), column])));
  const isRow = (cell) => rowOf.has(plain(cell));
  const isColumn = (cell) => columnOf.has(plain(cell));
  const isCorner = (cell) => ["id", plain(section), one].includes(plain(cell));
  const isWord = (cell) => cell !== "" && !/^[-+]?\d/.test(cell) && !["true", "false"].includes(cell);
  const controlAt = (row, column) => cells.get(`${ids[row]}.${fields[column]}`);
  /** Whether a word can be the content of a cell. */
  const fits = (word, row, column) => controlAt(row, column)?.words.includes(word) ?? false;
  /** Whether a row has names of columns: words that are not all contents of the cells where it would be pasted. */
  const isHead = (row, at) => {
    const words = row.filter(isWord);
    if (!words.length || !row.every((cell) => cell === "" || isWord(cell) || isColumn(cell))) return false;
    if (row.every((cell, right) => fits(cell, at[0], at[1] + right))) return false;
    if (words.some(isColumn) || isCorner(row[0])) return true;
    // A misspelt word of a menu, or the first of some names of entries, is no title.
    const isOfMenu = row.some((_, right) => controlAt(at[0], at[1] + right)?.kind === "choice");
    return !isOfMenu && !(row.length > 1 && isRow(row[0]));
  };
  /** The place of the column with the names of entries; -1 if there is none. */
  const namesOf = (rows, head, at) => {
    if (head) {
      const isOpen = (title) => !isColumn(title);
      const place = head.findIndex((title, nth) => isOpen(title) && (isCorner(title) || title === "" && nth === 0));
      if (place >= 0) return place;
      const known = head.findIndex((title, nth) => isOpen(title) && rows.some((row) => isRow(row[nth] ?? "")));
      return known < 0 && head.length > 1 && isOpen(head[0]) && rows.length > 0 && rows.every(([name]) => isWord(name)) ? 0 : known;
    }
    const isOfCell = ([name], down) => !isWord(name) || fits(name, at[0] + down, at[1]);
    const isOfMenu = rows.some((_, down) => controlAt(at[0] + down, at[1])?.kind === "choice");
    const isNamed = rows.some(([name]) => isRow(name)) || !isOfMenu;
    return rows.some((row) => row.length > 1) && !rows.every(isOfCell) && isNamed ? 0 : -1;
  };
  /**
   * Cell and value of each entry of a block that is pasted at a place, and whether names of columns and entries say where they
   * belong. Names that are not known are added to `unknown`, and have no values.
   */
  const placed = (rows, at, unknown) => {
    const head = isHead(rows[0] ?? [""], at) ? rows.shift() : null;
    const names = namesOf(rows, head, at);
    const columns = (head ?? []).map((title) => columnOf.get(plain(title)));
    const isOther = (nth) => nth !== names && columns[nth] === undefined;
    unknown.push(...(head ?? []).filter((title, nth) => title && isOther(nth)).map((title) => ["column", title]));
    const pairs = rows.flatMap((row, down) => {
      const name = row[names] ?? "";
      const own = names < 0 ? at[0] + down : rowOf.get(plain(name));
      const values = row.map((value, nth) => [value, head ? columns[nth] : at[1] + nth - (names < 0 ? 0 : 1), nth]).filter(([, , nth]) => nth !== names);
      if (own === undefined && (name || values.some(([value]) => value))) unknown.push([one, name || "(no name)"]);
      if (own === undefined) return [];
      // The values of an unknown column are named by it.
      return values.filter(([, , nth]) => !head?.[nth] || !isOther(nth)).map(([value, column]) => [inputs[own]?.[column], value]);
    });
    return { pairs, isByName: head !== null || names >= 0 };
  };
  const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Enter: [1, 0] };
  table.addEventListener("keydown", (event) => {
    const at = place(event.target), isBack = event.shiftKey && event.key === "Enter";
    const move = isBack ? [-1, 0] : moves[event.key];
    if (event.key === "Escape") show(null);
    if (mark && ["Delete", "Backspace"].includes(event.key)) {
      event.preventDefault();
      const keys = block().map(([row, column]) => inputs[row][column]?.dataset.key).filter(Boolean);
      change(restored(keys), false, true);
      return;
    }
    if (!at || !move || event.altKey || event.metaKey) return;
    const isSideways = move[0] === 0;
    const { selectionStart: start, selectionEnd: end, value } = event.target;
    // A cell that was moved to is marked as a whole.
    const isAtEdge = move[1] < 0 ? start === 0 && [start, value.length].includes(end) : end === value.length && [0, end].includes(start);
    if (event.shiftKey && !isBack) {
      event.preventDefault();
      const from = mark?.from ?? at, to = mark?.to ?? at;
      const next = [to[0] + move[0], to[1] + move[1]];
      if (inputs[next[0]]?.[next[1]] !== undefined) show({ from, to: next });
      return;
    }
    if (isSideways && !isAtEdge && !event.ctrlKey) return;
    let [row, column] = at;
    do {
      row += move[0];
      column += move[1];
    } while (inputs[row]?.[column] === null);
    const next = inputs[row]?.[column];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  });
  // The cell where a drag began.
  let begun = null;
  table.addEventListener("mousedown", (event) => {
    begun = event.button === 0 && !event.shiftKey ? place(event.target) : null;
  });
  table.addEventListener("mouseover", (event) => {
    if (!(event.buttons & 1)) begun = null;
    const input = event.target.closest("td")?.querySelector("input");
    const to = input && begun && place(input);
    if (!to || !mark && to.join() === begun.join()) return;
    // No text is marked on the way.
    getSelection().removeAllRanges();
    show({ from: begun, to });
  });
  table.addEventListener("mousedown", (event) => {
    const to = event.shiftKey && place(event.target), from = place(document.activeElement);
    if (!to || !from) return;
    event.preventDefault();
    show({ from, to });
  });
  table.addEventListener("copy", (event) => {
    if (!mark) return;
    event.preventDefault();
    const rows = new Map();
    for (const [row, column] of block()) {
      if (!rows.has(row)) rows.set(row, []);
      rows.get(row).push(inputs[row][column]?.value ?? "");
    }
    event.clipboardData.setData("text/plain", [...rows.values()].map((row) => row.join("\t")).join("\n"));
  });
  table.addEventListener("paste", (event) => {
    const at = mark ? [Math.min(mark.from[0], mark.to[0]), Math.min(mark.from[1], mark.to[1])] : place(event.target);
    const text = event.clipboardData.getData("text/plain").trimEnd();
    // A table of the program has its own rules, also for other sheets.
    if (!at || isProgramTable(text)) return;
    const sign = separatorOf(text), unknown = [];
    const isBlock = mark || /[\t\n]|^".*"$/.test(text);
    const { pairs, isByName } = placed(cellsOf(text, sign ?? "\t"), at, unknown);
    const isLoose = sign !== null && sign !== "\t";
    if (!isBlock && !(isLoose && isByName)) return;
    event.preventDefault();
    // A comma can be a part of a number.
    if (isLoose && !isByName) return tell("Not pasted: the text has neither tabs between its cells nor names in its first row or column. Copy the cells from a spreadsheet.");
    const changes = [], surplus = [];
    for (const [input, value] of pairs.filter(([, value]) => value !== "")) {
      if (input) changes.push([input, value]);
      else surplus.push(value);
    }
    const isSame = changes.every(([input, value]) => input.value === value);
    change(changes.map(([input, value]) => [input.dataset.key, value]), false, true);
    const said = unplaced(unknown);
    if (surplus.length) said.push(`Not pasted, because there is no cell for it: ${named(surplus)}.`);
    if (isByName && isSame && !said.length) said.push(UNCHANGED);
    if (said.length) tell(said.join(" "));
  });
  const box = document.createElement("div");
  box.className = "scroll sheet";
  box.append(table);
  return box;
}
