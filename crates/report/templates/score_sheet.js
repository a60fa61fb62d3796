"use strict";
(() => {
  const sheet = JSON.parse(document.getElementById("sheet").textContent);
  const key = `undercard-playtest-${sheet.rules}-${sheet.config}`;
  const form = document.getElementById("form");
  const message = document.getElementById("message");
  const ends = ["draw", "nobody", "stalemate"];
  let games = [];
  try {
    const stored = JSON.parse(localStorage.getItem(key) || "[]");
    if (Array.isArray(stored)) games = stored.filter((game) => game && typeof game === "object");
  } catch { /* A private window: the games last as long as the page. */ }

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  let ids = 0;
  const field = (parent, text, input) => {
    input.id = `field-${ids += 1}`;
    parent.append(make("div", { class: "field" }, make("label", { for: input.id }, text), input));
    return input;
  };
  const check = (parent, text, type, name) => {
    const input = make("input", { type, name });
    parent.append(make("label", { class: "check" }, input, ` ${text}`));
    return input;
  };
  const group = (parent, title) => {
    const set = make("fieldset", {}, make("legend", {}, title));
    parent.append(set);
    return set;
  };
  const folded = (title) => {
    const details = make("details", {}, make("summary", {}, title));
    form.append(details);
    return details;
  };
  const number = (most) => make("input", { type: "number", min: "0", step: "1", inputmode: "numeric", ...(most ? { max: String(most) } : {}) });
  const words = (name) => name.replaceAll("_", " ");

  const date = field(form, "Date", make("input", { type: "date" }));
  const names = sheet.seats.map((seat) => field(form, seat, make("input", { type: "text", maxlength: "40" })));
  const groups = sheet.groups.map(([name, keys]) => {
    const set = group(form, words(name));
    const inputs = sheet.seats.map((seat) => field(set, seat, make("select", {}, make("option", { value: "" }, ""), ...keys.map((one) => make("option", { value: one }, words(one))))));
    return { name, inputs };
  });
  const winner = group(form, "Winner");
  const winners = sheet.seats.map((seat) => check(winner, seat, "checkbox", "winner"));
  const endings = ends.map((end) => check(winner, end, "checkbox", "ending"));
  endings.forEach((input) => input.addEventListener("change", () => {
    if (input.checked) [...winners, ...endings].forEach((other) => { if (other !== input) other.checked = false; });
  }));
  winners.forEach((input) => input.addEventListener("change", () => { if (input.checked) endings.forEach((other) => { other.checked = false; }); }));
  const length = field(form, `Length (${sheet.unit})`, number(sheet.longest));
  const more = folded("Version, deal, notes");
  const version = field(more, "Version of the rules", make("input", { type: "text", maxlength: "40" }));
  const deal = field(more, "Number of the prepared deal", number());
  const notes = field(more, "Notes", make("input", { type: "text", maxlength: "200" }));
  const counters = sheet.metrics.length ? folded("Counters") : null;
  const metrics = sheet.metrics.map(([name, meaning, kind]) => {
    const input = kind === "flag"
      ? make("select", {}, make("option", { value: "" }, ""), make("option", { value: "yes" }, "yes"), make("option", { value: "no" }, "no"))
      : kind === "number" ? make("input", { type: "number", step: "1", inputmode: "numeric" })
        : make("input", { type: "text", placeholder: "3/7", pattern: "\\s*-?[0-9]+\\s*(/\\s*[0-9]+\\s*)?" });
    return { name, input: field(counters, meaning, input) };
  });
  const events = sheet.events.map(([name, cards]) => {
    const set = group(folded(`Cards: ${words(name)}`), words(name));
    const none = check(set, "none", "checkbox", name);
    return { name, none, cards: cards.map((card) => ({ card, input: check(set, words(card), "checkbox", name) })) };
  });
  form.append(make("button", { type: "submit" }, "Save this game"));

  // Names are lists in the CSV, so a name has no separator.
  const plain = (text) => text.replace(/[;,+&/|\r\n]|\band\b/g, " ").replace(/\s+/g, " ").trim();
  const today = () => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  };
  date.value = today();

  const read = () => {
    const game = {};
    const set = (name, value) => { if (value !== "") game[name] = value; };
    set("date", date.value);
    set("version", version.value.trim());
    set("deal", deal.value);
    const typed = names.map((input) => plain(input.value));
    if (typed.every((name) => name !== "")) set("players", typed.join("; "));
    else set("players", String(sheet.seats.length));
    for (const { name, inputs } of groups) {
      if (inputs.every((input) => input.value !== "")) set(name, inputs.map((input) => input.value).join("; "));
    }
    const end = endings.findIndex((input) => input.checked);
    const won = winners.flatMap((input, seat) => input.checked ? [String(seat + 1)] : []);
    set("winner", end >= 0 ? ends[end] : won.join("; "));
    set("length", length.value);
    for (const { name, input } of metrics) set(name, input.value.replace(/\s/g, ""));
    for (const { name, none, cards } of events) {
      const happened = cards.flatMap(({ card, input }) => input.checked ? [card] : []);
      set(name, happened.length ? happened.join("; ") : none.checked ? "none" : "");
    }
    set("notes", notes.value.trim());
    return game;
  };

  const columns = ["game", "date", "version", "deal", "players", ...sheet.groups.map(([name]) => name), "winner", "length",
    ...sheet.metrics.map(([name]) => name), ...sheet.events.map(([name]) => name), "notes"];
  const cell = (text) => {
    // A spreadsheet would take such a text for a formula.
    const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[0-9]/.test(text) ? `'${text}` : text;
    return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll("\"", "\"\"")}"` : safe;
  };
  const csv = () => {
    const always = ["game", "players", "winner", "length"];
    const shown = columns.filter((name) => always.includes(name) || games.some((game) => game[name]));
    const line = (game, index) => shown.map((name) => cell(name === "game" ? String(index + 1) : String(game[name] || ""))).join(",");
    return [shown.join(","), ...games.map(line)].join("\n") + "\n";
  };

  const show = () => {
    document.getElementById("csv").value = csv();
    const list = document.getElementById("games");
    list.replaceChildren();
    games.forEach((game, index) => {
      const text = [`${index + 1}.`, game.date, game.players, game.winner && `winner ${game.winner}`, game.length && `${game.length} ${sheet.unit}`];
      const remove = make("button", { type: "button", class: "plain" }, "Remove");
      remove.setAttribute("aria-label", `Remove game ${index + 1}`);
      remove.addEventListener("click", () => {
        if (!confirm(`Remove game ${index + 1}?`)) return;
        games.splice(index, 1);
        store(`Removed game ${index + 1}.`);
      });
      list.append(make("p", {}, `${text.filter(Boolean).join(" ")} `, remove));
    });
    if (!games.length) list.append(make("p", { class: "soft" }, "No game yet."));
  };
  const store = (text) => {
    try {
      localStorage.setItem(key, JSON.stringify(games));
      message.textContent = text;
    } catch {
      message.textContent = `${text} This browser keeps nothing: download the CSV before you close the page.`;
    }
    show();
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const game = read();
    if (!game.winner && !game.length) {
      message.textContent = "Note at least the winner or the length.";
      return;
    }
    games.push(game);
    for (const input of [...winners, ...endings]) input.checked = false;
    for (const { none, cards } of events) [none, ...cards.map(({ input }) => input)].forEach((input) => { input.checked = false; });
    for (const input of [length, deal, notes, ...metrics.map(({ input }) => input)]) input.value = "";
    store(`Saved game ${games.length}.`);
  });
  document.getElementById("download").addEventListener("click", () => {
    const link = make("a", { download: "games.csv", href: URL.createObjectURL(new Blob([csv()], { type: "text/csv" })) });
    document.body.append(link);
    link.click();
    link.remove();
  });
  document.getElementById("copy").addEventListener("click", async () => {
    const area = document.getElementById("csv");
    try {
      await navigator.clipboard.writeText(area.value);
    } catch {
      area.select();
      document.execCommand("copy");
    }
    message.textContent = "Copied.";
  });
  show();
})();
