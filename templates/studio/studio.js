// The page: what is typed becomes a question, and events become what is seen.

import { ask, askOnce } from "./ask.js";
import { State } from "./state.js";
import { find, printed, rewrite, showControls, showFaults } from "./controls.js";
import { hideLights, lightsOf, make, showCharts, showLights, showLook, showMore, showUnchanged, showWaiting, text } from "./answer.js";

const by = (id) => document.getElementById(id);
let state = null;
let opened = null;
let running = null;
let command = "";
let isGone = false;
let begun = {};

function tell(message, isBad = false) {
  by("news").replaceChildren(...(message ? [make("p", { className: isBad ? "banner" : "note", textContent: message })] : []));
}

/** What happens when the server is gone: the changes are kept, and the page waits. */
function gone() {
  if (isGone) return;
  isGone = true;
  tell("The studio has stopped. Your changes are kept in this browser: start `undercard studio` again and open the address that it prints.", true);
}

const games = () => Number(by("games-most").value);

/** Stops what is running and asks this instead. */
async function job(question, on) {
  running?.abort();
  const own = new AbortController();
  running = own;
  try {
    await ask(question, on, own.signal);
  } catch {
    gone();
  } finally {
    if (running === own) {
      running = null;
      by("stop").hidden = true;
      by("progress").hidden = true;
    }
  }
}

// A drag asks at most once a frame.
let isAsked = false;
function answerSoon() {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    answer();
  });
}

function answer() {
  state.count();
  showSteps();
  const hasChanges = state.version.set.length > 0;
  showWaiting(hasChanges);
  showFaults([]);
  if (!opened["n-targets"]) hideLights();
  job({ ask: "answer", version: state.request(), games: games() }, (event) => {
    switch (event.event) {
      case "version":
        showVersion(event);
        break;
      case "look":
        showLook(event, state);
        break;
      case "charts":
        if (!hasChanges) showUnchanged();
        showCharts(event);
        break;
      case "lights":
        showLights(event.lights);
        break;
      case "refused":
        showRefused(event.errors);
        break;
    }
  });
}

function showVersion(event) {
  ({ command } = event);
  by("command").textContent = command;
  showControls(event.settings, change);
  by("n-changed").textContent = event.differences.length || "nothing";
  by("differences").replaceChildren(...event.differences.map(({ key, name, value, printed: was }) => {
    const reset = make("button", { type: "button", textContent: "Reset", onclick: () => change([[key, was]], false) });
    reset.setAttribute("aria-label", `Reset ${name}`);
    return make("li", {}, `${name}: ${was} → ${value}`, ...(was === "none" ? [] : [reset]));
  }));
  if (event.warnings.length) tell(event.warnings.join(" "), true);
}

function showRefused(errors) {
  const rest = showFaults(errors);
  by("headline").replaceChildren(make("div", { className: "waiting" }, make("p", { className: "headline", textContent: "These settings cannot be played." }), ...errors.map(({ text }) => make("p", { className: "fault", textContent: text }))));
  by("state").textContent = rest.length ? "" : "The setting is marked.";
}

let dragged = null;
/** Changes settings; `more` means that the next change of the same setting is the same step. */
function change(values, more) {
  const key = values.map(([key]) => key).join();
  const steps = state.done.length;
  state.set(values, (key) => opened.defaults.get(key) ?? printed(key));
  if (dragged === key && state.done.length > steps) state.merge();
  dragged = more ? key : null;
  answerSoon();
}

function showSteps() {
  by("undo").disabled = state.done.length === 0;
  by("redo").disabled = state.undone.length === 0;
  by("reset").disabled = state.version.set.length === 0;
  by("rebase").disabled = state.version.set.length === 0;
  const { players, seed, bots } = state.version;
  for (const [id, value] of [["players", players ?? opened.players], ["seed", seed ?? opened.seed], ["bots", bots.join(",")]]) {
    if (by(id) !== document.activeElement) by(id).value = value;
  }
}

/** Opens a config with the changes that this browser has kept of it. */
async function open(config) {
  let first;
  try {
    first = await askOnce({ ask: "open", version: { ...new State(config).request() } });
  } catch {
    return gone();
  }
  if (first.event === "refused") {
    by("start").hidden = false;
    by("studio").hidden = true;
    return tell(first.errors.map(({ text }) => text).join("\n"), true);
  }
  state = State.load(config);
  opened = first;
  opened.defaults = new Map(first.settings.map(({ key, value }) => [key, value]));
  if (state.checksum && first.checksum && state.checksum !== first.checksum && state.version.set.length) {
    tell(`${config} has changed on disk since these changes were made. They now apply to the new file.`);
  } else tell("");
  state.checksum = first.checksum;
  // The options of the command line hold for its config, once.
  if (begun.config === config) {
    if (begun.players) state.version.players = begun.players;
    if (begun.seed !== null) state.version.seed = begun.seed;
    if (begun.bots.length) state.version.bots = begun.bots;
    begun = {};
  }
  location.hash = encodeURIComponent(config);
  document.title = `${first.title} – Undercard studio`;
  by("what").textContent = first["is-file"] ? `${first.title}: ${config}` : `${first.title}, printed rules`;
  by("start").hidden = true;
  by("studio").hidden = false;
  by("more").hidden = true;
  by("players").disabled = !first["can-choose-players"];
  by("bots").placeholder = first["default-bot"];
  by("bot-names").replaceChildren(...first.bots.map((value) => make("option", { value })));
  by("tune").hidden = !first["n-targets"];
  by("judge").hidden = !first["n-targets"];
  by("save-name").value = first["is-file"] ? config : `${first.game}-house`;
  showControls(first.settings, change);
  answer();
}

async function start() {
  let started;
  try {
    started = await askOnce({ ask: "start" });
  } catch {
    return gone();
  }
  by("version").textContent = started.version;
  const choice = (config, label) => make("li", {}, make("button", { type: "button", textContent: label, onclick: () => open(config) }));
  by("games").replaceChildren(...started.games.map(({ id, title }) => choice(id, title)));
  by("files").replaceChildren(...started.files.map(({ path, game }) => choice(path, `${path} (${game})`)));
  if (!started.files.length) by("files").append(make("li", { textContent: "None. Save your changes, and they appear here." }));
  const asked = decodeURIComponent(location.hash.slice(1));
  const { begin } = started;
  const config = asked || begin.config;
  if (begin.games) {
    if (![...by("games-most").options].some(({ value }) => value === String(begin.games))) {
      by("games-most").append(make("option", { value: begin.games, textContent: begin.games.toLocaleString("en") }));
    }
    by("games-most").value = begin.games;
  }
  begun = { ...begin, config: begin.config };
  if (config) return open(config);
  by("start").hidden = false;
  by("studio").hidden = true;
}

// More about this version.

/** A question that takes the place of the answer; the answer goes on afterwards. */
function aside(question, title, on) {
  by("stop").hidden = false;
  showMore(title, make("p", { textContent: "Playing …" }));
  return job(question, (event) => {
    if (event.event === "progress") {
      by("progress").hidden = false;
      by("progress").value = Math.min(1, event.played / event.planned);
    } else if (event.event === "refused") showMore(title, ...event.errors.map(({ text }) => make("p", { className: "fault", textContent: text })));
    else if (event.event === "text") showMore(event.title, ...text(event.text, event.command));
    else on?.(event);
  });
}

by("judge").onclick = () => {
  state.judged += 1;
  state.keep();
  aside({ ask: "judge", version: state.request() }, "Judging …", (event) => {
    if (event.event !== "verdict") return;
    const words = { pass: "Every target is met.", fail: "A target is missed.", inconclusive: "Not decided." };
    const times = state.judged > 1 ? `You have judged ${state.judged} versions on these games since the baseline; each time makes a lucky verdict more likely.` : "No version has seen these games before.";
    showMore(words[event.verdict] ?? event.verdict, make("ul", { className: "lights" }, ...lightsOf(event.lights)), make("p", { className: "note", textContent: times }), ...text(event.text, event.command));
  });
};

by("tune").onclick = () => aside({ ask: "tune", version: state.request(), vary: [] }, "What makes these targets true?", (event) => {
  if (event.event !== "proposal") return;
  by("more-body").append(make("button", { type: "button", textContent: "Take these values", onclick: () => change(event.set, false) }));
});

by("sensitivity").onclick = () => aside({ ask: "sensitivity", version: state.request(), vary: [] }, "Which number matters most?");

by("story").onclick = () => aside({ ask: "story", version: state.request(), game: Math.floor(Math.random() * 1000), card: null }, "A game");

by("cards").addEventListener("click", (event) => {
  const card = event.target.closest("[data-card]")?.dataset.card;
  if (!card) return;
  aside({ ask: "card", version: state.request(), card }, card).then(() => {
    by("more-body").append(make("button", { type: "button", textContent: `Show me a game that ${card} decided`, onclick: () => aside({ ask: "story", version: state.request(), game: null, card }, "A game") }));
  });
});

by("stop").onclick = () => {
  running?.abort();
  by("stop").hidden = true;
  by("progress").hidden = true;
  showMore("Stopped", make("p", { textContent: "The search was stopped." }));
};

// A game against the bots.

by("play").onclick = () => {
  const seats = make("select", { id: "seat" }, ...opened.seats.map((name, value) => make("option", { value, textContent: name })));
  const go = make("button", { type: "button", textContent: "Deal" });
  go.onclick = () => sit({ ask: "play", version: state.request(), seat: Number(seats.value), game: Math.floor(Math.random() * 1e6), moves: [], hint: false });
  showMore("Play a game", make("p", { textContent: "You see only what your seat may see. A move cannot be taken back." }), make("div", { className: "bar" }, make("label", { htmlFor: "seat", textContent: "Your seat" }), seats, go));
};

async function sit(question) {
  let seen;
  try {
    seen = await askOnce(question);
  } catch {
    return gone();
  }
  if (seen.event === "refused") return showMore("Play a game", ...seen.errors.map(({ text }) => make("p", { className: "fault", textContent: text })));
  const pre = (label, content) => {
    const element = make("pre", { className: "scroll wrapped", tabIndex: 0, textContent: content });
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", label);
    return element;
  };
  const history = make("ol", { className: "words" }, ...seen.history.map((move) => make("li", { textContent: move })));
  const before = make("div", {}, make("h4", { textContent: "Your moves so far" }), history);
  if (seen.outcome !== null) return showMore(`The game is over: ${seen.outcome}`, pre("The story of the game", seen.story), before);
  const head = make("tr", {}, make("th", { scope: "col", textContent: "move" }), ...seen.features.map(([name, meaning]) => make("th", { scope: "col", className: "number", title: meaning, textContent: name.replaceAll("-", " ") })));
  const rows = seen.moves.map((move, index) => {
    const button = make("button", { type: "button", textContent: index === seen.hint ? `${move} (hint)` : move, className: index === seen.hint ? "hinted" : "" });
    button.onclick = () => sit({ ...question, moves: [...question.moves, index], hint: false });
    const numbers = seen.features.map(([, , numbers]) => make("td", { className: "number", textContent: numbers[index] }));
    return make("tr", {}, make("th", { scope: "row" }, button), ...numbers);
  });
  const table = make("table", { className: "moves" }, make("thead", {}, head), make("tbody", {}, ...rows));
  const scroll = make("div", { className: "scroll", tabIndex: 0 }, table);
  scroll.setAttribute("role", "group");
  scroll.setAttribute("aria-label", "Your moves, and what your seat knows of each");
  const meanings = make("details", {}, make("summary", { textContent: "What the columns mean" }), make("ul", { className: "words" }, ...seen.features.map(([name, meaning]) => make("li", { textContent: `${name.replaceAll("-", " ")}: ${meaning}` }))));
  const hint = make("button", { type: "button", textContent: "Hint", onclick: () => sit({ ...question, hint: true }) });
  const lines = pre("What you see of the table", seen.table.join("\n"));
  showMore(`Your decision: ${seen.decision.replaceAll("-", " ")}`, lines, scroll, make("div", { className: "bar" }, hint), meanings, before);
}

// Take it home.

by("save-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  let saved;
  try {
    saved = await askOnce({ ask: "save", version: state.request(), name: by("save-name").value.trim() });
  } catch {
    return gone();
  }
  if (saved.event === "refused") return tell(saved.errors.map(({ text }) => text).join(" "), true);
  tell(`Saved as ${saved.path}.`);
  State.forget(saved.path);
  by("save-name").value = saved.path;
  if (saved.path === state.config) {
    State.forget(state.config);
    return open(saved.path);
  }
  by("news").append(make("button", { type: "button", textContent: `Open ${saved.path}`, onclick: () => open(saved.path) }));
});

for (const button of document.querySelectorAll("[data-format]")) {
  button.onclick = () => job({ ask: "download", version: state.request(), games: games(), format: button.dataset.format }, (event) => {
    if (event.event === "refused") return tell(event.errors.map(({ text }) => text).join(" "), true);
    if (event.event !== "file") return;
    const bytes = Uint8Array.from(atob(event.content), (letter) => letter.charCodeAt(0));
    const link = make("a", { href: URL.createObjectURL(new Blob([bytes])), download: event.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
}

by("copy").onclick = async () => {
  try {
    await navigator.clipboard.writeText(command);
    tell("Copied.");
  } catch {
    getSelection().selectAllChildren(by("command"));
    tell("Press Ctrl-C to copy the marked command.");
  }
};

// Steps, players, bots, seed.

const again = () => {
  dragged = null;
  answer();
  setTimeout(rewrite, 150);
};
by("undo").onclick = () => { state.undo(); again(); };
by("redo").onclick = () => { state.redo(); again(); };
by("reset").onclick = () => { state.change((version) => { version.set = []; }); again(); };
by("rebase").onclick = () => { state.rebase(); again(); };
by("home").onclick = (event) => {
  event.preventDefault();
  running?.abort();
  location.hash = "";
  by("what").textContent = "";
  by("start").hidden = false;
  by("studio").hidden = true;
};
by("find").addEventListener("input", find);
by("games-most").addEventListener("change", () => answer());
by("players").addEventListener("change", async () => {
  state.change((version) => { version.players = Number(by("players").value) || null; });
  const now = await askOnce({ ask: "open", version: state.request() }).catch(gone);
  if (now?.event === "opened") opened.seats = now.seats;
  answer();
});
by("seed").addEventListener("change", () => { state.change((version) => { version.seed = by("seed").value === "" ? null : Number(by("seed").value); }); answer(); });
by("bots").addEventListener("change", () => { state.change((version) => { version.bots = by("bots").value.split(",").map((bot) => bot.trim()).filter(Boolean); }); answer(); });
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || !state) return;
  if (event.target.matches("input[type=text], input[type=search], #save-name, #bots")) return;
  event.preventDefault();
  (event.shiftKey ? by("redo") : by("undo")).click();
});

// Whether the server is there, and the file as it was opened.

setInterval(async () => {
  if (document.hidden || !state) return;
  try {
    const alive = await askOnce({ ask: "watch", config: state.config });
    if (isGone) {
      isGone = false;
      tell("The studio is back.");
      answer();
    }
    if (alive.event !== "alive" || alive.checksum === state.checksum) return;
    state.checksum = alive.checksum;
    if (alive.fault) return tell(`${state.config} was changed on disk, and is not valid now: ${alive.fault} The page keeps your changes; it cannot play until the file is valid.`, true);
    tell(`${state.config} was changed on disk.`);
    by("news").append(make("button", { type: "button", textContent: "Read it again", onclick: () => open(state.config) }));
  } catch {
    gone();
  }
}, 2000);

start();
