// A table of entries that is edited like a spreadsheet: cells, arrow keys, copy and paste of a block.

/** The cells of a block of text from a spreadsheet; a cell in quotes may contain tabs, newlines and doubled quotes. */
export function cellsOf(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.replace(/\r\n?/g, "\n").matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/g)) {
    rows.at(-1).push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === "") break;
    if (end === "\n") rows.push([]);
  }
  if (rows.at(-1).join("") === "") rows.pop();
  return rows;
}

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
  // Names in a block: of columns in its first row, and of entries in its first column.
  const plain = (name) => name.toLowerCase().replaceAll("-", " ");
  const rowOf = new Map(ids.flatMap((id, row) => [nameOf(id), id].map((name) => [plain(name), row])));
  const columnOf = new Map(fields.flatMap((field, column) => [field, field.replaceAll(".", "__"), columnName(field)].map((name) => [plain(name), column])));
  const isCorner = (cell) => ["", "id", plain(section)].includes(plain(cell));
  const isColumn = (cell) => columnOf.has(plain(cell));
  const isValue = (cell) => /^[-+]?\d/.test(cell) || ["", "true", "false"].includes(cell);
  /** Whether a row has names of columns: one that is known, or that of the entries, and no values. */
  const isHead = ([first, ...rest]) => {
    const named = isCorner(first) ? rest : [first, ...rest];
    return (named.some(isColumn) || isCorner(first) && first !== "") && named.every((cell) => isColumn(cell) || !isValue(cell));
  };
  /** Whether a block begins with a column of names, which are no values of the cells where they would be pasted. */
  const isNamed = (rows, at) => rows.length > 0 && rows.every(([name]) => rowOf.has(plain(name))) && !rows.every(([name], down) => {
    const control = cells.get(`${ids[at[0] + down]}.${fields[at[1]]}`);
    return control?.kind === "choice" && control.words.includes(name);
  });
  /**
   * Cell and value of each entry of a block that is pasted at a place; names of columns and entries say where they belong.
   * Names that are not known are added to `unknown`.
   */
  const placed = (rows, at, unknown) => {
    const head = isHead(rows[0] ?? [""]) ? rows.shift() : null;
    const areEntries = () => rows.length > 0 && !isColumn(head[0]) && rows.every(([name]) => rowOf.has(plain(name)));
    const hasNames = head ? isCorner(head[0]) || areEntries() : rows[0]?.length > 1 && isNamed(rows, at);
    const titles = (head ?? []).slice(hasNames ? 1 : 0);
    const columns = titles.map((name) => columnOf.get(plain(name)));
    unknown.push(...titles.filter((name) => name && !isColumn(name)).map((name) => ["column", name]));
    return rows.flatMap((row, down) => {
      const own = hasNames ? rowOf.get(plain(row[0])) : at[0] + down;
      if (hasNames && own === undefined) {
        if (row.slice(1).some(Boolean)) unknown.push(["row", row[0]]);
        return [];
      }
      // The values of an unknown column are named by it.
      return row.slice(hasNames ? 1 : 0).map((value, right) => [inputs[own]?.[head ? columns[right] : at[1] + right], value])
        .filter((_, right) => !titles[right] || columns[right] !== undefined);
    });
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
    const text = event.clipboardData.getData("text/plain");
    if (!at || !mark && !/[\t\n]|^".*"$/.test(text)) return;
    event.preventDefault();
    const changes = [], surplus = [], unknown = [];
    for (const [input, value] of placed(cellsOf(text), at, unknown)) {
      if (value === "") continue;
      if (input) changes.push([input.dataset.key, value]);
      else surplus.push(value);
    }
    change(changes, false, true);
    const named = (all) => `${all.slice(0, 5).map((value) => `“${value.slice(0, 20)}”`).join(", ")}${all.length > 5 ? ` and ${all.length - 5} more` : ""}`;
    const said = ["column", "row"].flatMap((kind) => {
      const own = unknown.filter(([of]) => of === kind).map(([, name]) => name);
      return own.length ? [`Not pasted, because this table has no ${kind} with this name: ${named(own)}.`] : [];
    });
    if (surplus.length) said.push(`Not pasted, because there is no cell for it: ${named(surplus)}.`);
    if (said.length) tell(said.join(" "));
  });
  const box = document.createElement("div");
  box.className = "scroll sheet";
  box.append(table);
  return box;
}
