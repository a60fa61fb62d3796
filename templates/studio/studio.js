// The page: what is typed becomes a question, and events become what is seen.

import { ask, askOnce } from "./ask.js";
import { State } from "./state.js";
import { find, printed, rewrite, showControls, showFaults, showRefused, spoken, whole } from "./controls.js";
import { forgetRows, hideLights, lightsOf, make, progressIn, showCharts, showCommand, showLights, showLook, showMore, showMoreAge, showRefusal, showTable, showUnchanged, showWaiting, text, visible } from "./answer.js";

const by = (id) => document.getElementById(id);
let state = null;
let opened = null;
let running = null;
let command = "";
let isGone = false;
let begun = {};

let told = "";
/** Shows a message at the top of the window, with buttons. */
function tell(message, isBad = false, ...buttons) {
  if (message === told && message && !buttons.length) return;
  told = message;
  const from = document.activeElement;
  const dismiss = make("button", { type: "button", textContent: "Dismiss", onclick: () => { tell(""); if (from?.isConnected) from.focus({ preventScroll: true }); } });
  by("news").replaceChildren(...(message ? [make("p", { className: isBad ? "banner" : "note", textContent: message }), ...buttons, dismiss] : []));
}
const button = (textContent, onclick) => make("button", { type: "button", textContent, onclick });

/** What happens when the server is gone: the changes are kept, and the page waits until it is back. */
function gone() {
  if (isGone) return;
  isGone = true;
  tell("The studio has stopped. Your changes are kept in this browser. Start `undercard studio` again in the same folder, and this page goes on; if another address is printed, open that one.", true);
}

const games = () => Number(by("games-most").value);
/** Stops what is running and asks this instead. Resolves to whether the answer is complete. */
async function job(question, on, isSearch = false) {
  // A search ends with what it has found; the server stops it when it gets the next question.
  if (!running?.isSearch) running?.abort();
  const own = new AbortController();
  own.isSearch = isSearch;
  running = own;
  by("stop").hidden = true;
  by("progress").hidden = true;
  try {
    return await ask(question, on, own.signal);
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

// Whether the answer is complete, and what it has shown.
let isAnswered = false;
let best = { played: 0, games: 0 };

/** A job beside the answer, which goes on afterwards. */
async function side(question, on, isSearch = false) {
  const isDone = await job(question, on, isSearch);
  if (!running && !isAnswered && !isGone && !by("studio").hidden) answer(true);
  return isDone;
}

// A drag asks at most once a frame, and lets the version before show its first figures: in a slow game, none would ever be
// seen. It waits no longer than this, in milliseconds.
const PATIENCE = 500;
let isAsked = false;
let seen = Promise.resolve();
async function answerSoon() {
  if (isAsked) return;
  isAsked = true;
  await Promise.race([seen, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  requestAnimationFrame(() => {
    isAsked = false;
    answer();
  });
}

/** Asks what the version does. An answer that is asked for again begins anew, and shows only what is more precise. */
function answer(isAgain = false) {
  showSteps();
  const hasChanges = state.version.set.length > 0;
  isAnswered = false;
  if (!isAgain) {
    isPlayable = false;
    best = { played: 0, games: 0 };
    showWaiting(hasChanges);
    showFaults([]);
    showAge();
    if (!opened["n-targets"]) hideLights();
  }
  const asked = Promise.withResolvers();
  seen = asked.promise;
  job({ ask: "answer", version: state.request(), games: games() }, (event) => {
    if (event.event !== "version") asked.resolve();
    switch (event.event) {
      case "version":
        showVersion(event);
        break;
      case "fitted":
        state.fit(event.keys, event.bots, (key) => opened.defaults.get(key));
        fittedTo = event.sentence;
        tell(fittedTo);
        answer();
        break;
      case "look":
        if (event.played < best.played) break;
        best.played = event.played;
        showLook(event, state, opened["n-targets"] > 0);
        break;
      case "charts":
        if (!hasChanges) showUnchanged();
        if (event.games < best.games) break;
        best.games = event.games;
        showCharts(event, hasChanges);
        break;
      case "lights":
        showLights(event.lights, event.reading);
        break;
      case "refused":
        showRefusal(event.errors);
        showSetupFaults(showRefused(state.version.set, event.errors));
        showBlock();
        break;
    }
  }).then((isDone) => {
    asked.resolve();
    isAnswered ||= isDone === true && !running;
  });
}

/** After a change on disk, a command would read the new file, and not print the figures of the opened one. */
function showMoved() {
  const isMoved = state.file !== null && state.checksum !== state.file;
  document.body.classList.toggle("moved", isMoved);
  by("moved").hidden = !isMoved;
  by("moved").textContent = isMoved ? `No command gives these figures: ${visible(state.config)} has changed on disk since this page opened it. Read it again, or save this version under another name.` : "";
}

/** Errors of players, bots and seed, beside their fields. */
function showSetupFaults(errors) {
  const own = errors.map(({ key, text }) => ({ id: ["bots", "seed", "players"].find((id) => key === `--${id}` || key === `setup.${id}`), text })).filter(({ id }) => id);
  for (const { id } of own) by(id).setAttribute("aria-invalid", "true");
  by("setup-fault").textContent = own.map(({ text }) => text).join(" ");
  if (own.length) by("setup").open = true;
}

/** Says of the box below the figures whether it is about another version. */
function showAge() {
  showMoreAge(moreOf !== null && moreOf !== JSON.stringify(state.request()));
}

// Whether all cells are written again, also the one with the focus.
let isBlock = false;
function showBlock() {
  if (isBlock) rewrite();
  isBlock = false;
}

function showVersion(event) {
  ({ command } = event);
  showCommand(command);
  isPlayable = true;
  countTried();
  showControls(event.settings, change, inBaseline, tell);
  showBlock();
  const hadFocus = by("differences").contains(document.activeElement);
  by("differences").classList.remove("stale");
  by("n-changed").textContent = event.differences.length || "nothing";
  by("differences").replaceChildren(...event.differences.map(({ key, name, value, printed: was }) => {
    const reset = make("button", { type: "button", textContent: "Reset", onclick: () => change([[key, was]], false) });
    reset.setAttribute("aria-label", `Reset ${name}`);
    return make("li", {}, `${name}: ${spoken(key, was)} → ${spoken(key, value)}`, ...(was === "none" ? [] : [reset]));
  }));
  if (hadFocus) by("changed").querySelector("summary").focus();
  if (event.warnings.length) tell(event.warnings.join(" "), true);
}

/** The value of a key in the baseline. */
const inBaseline = (key) => state.version.base.find(([other]) => other === key)?.[1] ?? opened.defaults.get(key);

// What was said when the version was made comparable.
let fittedTo = null;
// A version counts as tried when the drag or the typing has ended and the studio can play it.
let dragged = null;
let isPlayable = false;
function countTried() {
  if (isPlayable && dragged === null) state.count();
}

/**
 * Changes settings; `more` means that the next change of the same setting is the same step. After a whole block, the cell
 * with the focus is written, too.
 */
function change(values, more, isWhole = false) {
  const key = values.map(([key]) => key).join();
  const before = JSON.stringify(state.version);
  state.set(values, (key) => opened.defaults.get(key) ?? printed(key));
  const isChanged = JSON.stringify(state.version) !== before;
  if (dragged === key && isChanged) state.merge();
  dragged = more ? key : null;
  isBlock ||= isWhole;
  if (isChanged) {
    isPlayable = false;
    answerSoon();
  } else {
    countTried();
    showBlock();
  }
}

function showSteps() {
  const focused = document.activeElement;
  by("undo").disabled = state.done.length === 0;
  by("redo").disabled = state.undone.length === 0;
  by("reset").disabled = state.version.set.length === 0;
  by("rebase").disabled = state.version.set.length === 0;
  // A disabled button loses the focus.
  if (focused.disabled) (["undo", "redo"].map(by).find((other) => !other.disabled) ?? by("turn-title")).focus();
  const { seed, bots } = state.version;
  const players = state.value("setup.players") ?? opened.defaults.get("setup.players");
  const number = seed ?? opened.seed;
  by("seed").placeholder = Number.isSafeInteger(number) ? "" : "as in the file";
  for (const [id, value] of [["players", Number.isInteger(Number(players)) ? players : ""], ["seed", Number.isSafeInteger(number) ? number : ""], ["bots", bots.join(",")]]) {
    if (by(id) === focused) continue;
    by(id).value = value;
    by(id).removeAttribute("aria-invalid");
  }
  if (!document.querySelector("#setup [aria-invalid]")) by("setup-fault").textContent = "";
}

/** Opens a config with the changes that this browser has kept of it; or again, after the version was saved over it. */
async function open(config, isSaved = false) {
  const hadFocus = [by("start"), by("news")].some((part) => part.contains(document.activeElement));
  const before = opened?.defaults;
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
  if (!isSaved) state = State.load(config);
  opened = first;
  opened.defaults = new Map(first.settings.map(({ key, value }) => [key, value]));
  if (isSaved) state.replaced(before, opened.defaults);
  else if (state.checksum && first.checksum && state.checksum !== first.checksum && state.version.set.length) {
    tell(`${config} has changed on disk since these changes were made. They now apply to the new file.`);
  } else tell("");
  if (first.fault) tell(`${config} is not valid on disk: ${first.fault} The page goes on with the file as it was opened; save your changes under another name, or download them.`, true);
  state.checksum = first.checksum;
  state.file = first.file;
  forgetRows();
  showMoved();
  // The options of the command line hold for its config, once.
  if (begun.config === config) {
    if (begun.seed !== null) state.version.seed = begun.seed;
    if (begun.bots.length) state.version.bots = begun.bots;
    const players = begun.players && opened.defaults.has("setup.players") ? [["setup.players", String(begun.players)]] : [];
    if (begun.set.length || players.length) state.set([...players, ...begun.set], (key) => opened.defaults.get(key));
    begun = {};
  }
  location.hash = encodeURIComponent(config);
  document.title = `${first.title} – Undercard studio`;
  by("what").textContent = first["is-file"] ? `${first.title}: ${visible(config)}` : `${first.title}, printed rules`;
  by("start").hidden = true;
  by("studio").hidden = false;
  by("more").hidden = true;
  moreOf = null;
  by("players").disabled = !first["can-choose-players"];
  by("players").placeholder = first.players;
  by("bots").placeholder = first["default-bot"];
  by("bot-names").replaceChildren(...first.bots.map((value) => make("option", { value })));
  by("tune").hidden = !first["n-targets"];
  by("judge").hidden = !first["n-targets"];
  by("no-targets").hidden = first["n-targets"] > 0;
  by("list-figures").textContent = `undercard list ${first.game} --metrics`;
  by("save-name").value = first["is-file"] ? config : `${first.game}-house`;
  showControls(first.settings, change, inBaseline, tell);
  dragged = null;
  isBlock = true;
  answer();
  if (hadFocus) by("turn-title").focus();
}

/** The games and files to choose from. */
async function list() {
  const started = await askOnce({ ask: "start" });
  const choice = (config, label) => make("li", {}, button(label, () => open(config)));
  by("games").replaceChildren(...started.games.map(({ id, title }) => choice(id, title)));
  const unread = (path, fault) => make("li", { className: "fault", textContent: fault.startsWith(path) ? fault : `${path}: ${fault}` });
  by("files").replaceChildren(...started.files.map(({ path, game, fault }) => (fault ? unread(path, fault) : choice(path, `${path} (${game})`))));
  if (!started.files.length) by("files").append(make("li", { textContent: "None. Save your changes, and they appear here." }));
  return started;
}

/** The config in the address; the skip link leads to a place on the page. */
function addressed() {
  try {
    const config = decodeURIComponent(location.hash.slice(1));
    return config === "answer" ? "" : config;
  } catch {
    return "";
  }
}

async function start() {
  let started;
  try {
    started = await list();
  } catch {
    return gone();
  }
  by("version").textContent = started.version;
  const { begin } = started;
  const config = addressed() || begin.config;
  if (begin.games) {
    if (![...by("games-most").options].some(({ value }) => value === String(begin.games))) {
      by("games-most").append(make("option", { value: begin.games, textContent: begin.games.toLocaleString("en") }));
    }
    by("games-most").value = begin.games;
  }
  begun = begin.config ? State.takeOptions(started) : {};
  if (begun.seed && !Number.isSafeInteger(begun.seed)) begun.seed = null;
  if (config) return open(config);
  by("start").hidden = false;
  by("studio").hidden = true;
}

// More about this version.

// The version that the box with more is about, and the number of questions for it.
let moreOf = null;
let asides = 0;
// Whether the question in this box was told to end with what it has found.
let isStopping = false;

/** Says of a result that it was stopped. */
const partial = (event, done) => event["is-partial"] ? [make("p", { className: "banner", textContent: `Stopped ${done}. This is what was found until then.` })] : [];

/** A question that takes the place of the answer; the answer goes on afterwards. Resolves to whether it was answered. */
async function aside(question, title, on) {
  const own = asides += 1;
  isStopping = false;
  moreOf = JSON.stringify(question.version);
  const words = make("p", { textContent: "Playing …" });
  showMore(title, words);
  showAge();
  const began = performance.now();
  let done = "before the first figures";
  const files = [];
  const asked = side(question, (event) => {
    // Another box has taken the place of this one.
    if (own !== asides) return;
    if (event.event === "file") files.push(event);
    else if (event.event === "progress") {
      const share = Math.min(1, event.played / event.planned);
      by("progress").hidden = false;
      by("progress").value = share;
      done = `after ${Math.floor(100 * share)} %`;
      if (!isStopping) words.textContent = progressIn(share, performance.now() - began);
    } else if (event.event === "refused") showMore(title, ...event.errors.map(({ text }) => make("p", { className: "fault", textContent: text })));
    else if (event.event === "text") showMore(event.title, ...partial(event, done), ...text(event.text, event.command));
    else on?.(event, done);
  }, true);
  by("stop").hidden = false;
  const isDone = await asked;
  if (own === asides && files.length) by("more-body").append(make("p", { className: "note" }, "Download: ", ...files.flatMap((file) => [linkTo(file), " "])));
  if (own === asides && isDone === false) by("more-body").replaceChildren(make("p", { textContent: "Stopped, because something else was asked." }));
  else if (own === asides && words.isConnected) words.textContent = "Stopped before the first figures.";
  return isDone && own === asides;
}

by("judge").onclick = () => {
  aside({ ask: "judge", version: state.request() }, "Judging …", (event, done) => {
    if (event.event !== "verdict") return;
    const words = { pass: "Every target is met.", fail: "A target is missed.", inconclusive: "Not decided." };
    const judged = state.judge();
    const title = event["is-partial"] ? "Judging was stopped" : words[event.verdict] ?? event.verdict;
    const times = judged > 1 ? `You have judged ${judged} versions on these games; each makes a lucky verdict more likely.` : "No version has seen these games before.";
    showMore(title, ...partial(event, done), make("ul", { className: "lights" }, ...lightsOf(event.lights)), make("p", { className: "note", textContent: times }), ...text(event.text, event.command));
  });
};

by("tune").onclick = () => aside({ ask: "tune", version: state.request(), vary: [] }, "What makes these targets true?", (event) => {
  if (event.event !== "proposal") return;
  by("more-body").append(button("Take these values", () => change(event.set, false)));
});

by("sensitivity").onclick = () => aside({ ask: "sensitivity", version: state.request(), vary: [] }, "Which number matters most?");

by("panel").onclick = () => aside({ ask: "panel", version: state.request(), games: games() }, "Do all bots agree?");

by("story").onclick = () => aside({ ask: "story", version: state.request(), game: Math.floor(Math.random() * 1000), card: null }, "A game");

by("cards").addEventListener("click", (event) => {
  const card = event.target.closest("[data-card]")?.dataset.card;
  if (!card) return;
  aside({ ask: "card", version: state.request(), card }, card).then((isDone) => {
    if (isDone) by("more-body").append(make("button", { type: "button", textContent: `Show me a game that ${card} decided`, onclick: () => aside({ ask: "story", version: state.request(), game: null, card }, "A game") }));
  });
});

by("stop").onclick = () => {
  // The answer ends with what was found so far.
  isStopping = true;
  by("stop").hidden = true;
  by("more-body").firstElementChild.textContent = "Stopping after the games that are being played …";
  askOnce({ ask: "stop" }).catch(gone);
};

// A game against the bots.

by("play").onclick = async () => {
  const now = await askOnce({ ask: "open", version: state.request() }).catch(gone);
  if (now?.event !== "opened") return;
  const others = make("p", { className: "note" });
  const against = () => { others.textContent = `You play against ${now.lineup.flatMap((bot, seat) => (seat === Number(seats.value) ? [] : [`${now.seats[seat]} (${bot})`])).join(", ")}.`; };
  const seats = make("select", { id: "seat" }, ...now.seats.map((name, value) => make("option", { value, textContent: name })));
  seats.onchange = against;
  against();
  const go = make("button", { type: "button", textContent: "Deal" });
  go.onclick = () => sit({ ask: "play", version: state.request(), seat: Number(seats.value), game: Math.floor(Math.random() * 1e6), moves: [], hint: false });
  asides += 1;
  moreOf = JSON.stringify(state.request());
  showMore("Play a game", make("p", { textContent: "You see only what your seat may see. A move cannot be taken back." }), make("div", { className: "bar" }, make("label", { htmlFor: "seat", textContent: "Your seat" }), seats, go), others);
  showAge();
};

async function sit(question) {
  const own = asides += 1;
  moreOf = JSON.stringify(question.version);
  let seen;
  try {
    seen = await askOnce(question);
  } catch {
    return gone();
  }
  // Something else was asked meanwhile.
  if (own !== asides) return;
  showAge();
  if (seen.event === "refused") return showMore("Play a game", ...seen.errors.map(({ text }) => make("p", { className: "fault", textContent: text })));
  showTable(seen, (move) => sit({ ...question, moves: [...question.moves, move], hint: false }), () => sit({ ...question, hint: true }));
}

// Take it home.

/** A link to a file of the server. */
function linkTo({ name, content }) {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  return make("a", { href: URL.createObjectURL(new Blob([bytes])), download: name, textContent: name });
}

by("save-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  let saved;
  try {
    saved = await askOnce({ ask: "save", version: state.request(), name: by("save-name").value.trim() });
  } catch {
    return gone();
  }
  if (saved.event === "refused") return tell(saved.errors.map(({ text }) => text).join(" "), true);
  by("save-name").value = saved.path;
  if (saved.path === state.config) {
    await open(saved.path, true);
    return tell(`Saved over ${saved.path}, the open file. It is the baseline now; Undo brings the settings before back on the page.`);
  }
  State.forget(saved.path);
  tell(`Saved as ${saved.path}.`, false, button(`Open ${saved.path}`, () => open(saved.path)));
});

for (const choice of document.querySelectorAll("[data-format]")) {
  choice.onclick = async () => {
    const links = [];
    await side({ ask: "download", version: state.request(), games: games(), format: choice.dataset.format }, (event) => {
      if (event.event === "refused") return tell(event.errors.map(({ text }) => text).join(" "), true);
      if (event.event !== "file") return;
      links.push(linkTo(event));
    });
    if (links.length === 1) links[0].click();
    else if (links.length) tell("A file for each table:", false, ...links);
    // The browser reads the file after the click.
    setTimeout(() => links.forEach((link) => URL.revokeObjectURL(link.href)), links.length > 1 ? 600000 : 10000);
  };
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
  isBlock = true;
  if (told === fittedTo) tell("");
  answer();
};
by("undo").onclick = () => { state.undo(); again(); };
by("redo").onclick = () => { state.redo(); again(); };
by("reset").onclick = () => { state.change((version) => { version.set = []; }); again(); };
by("rebase").onclick = () => { state.rebase(); again(); };
/** Shows the games and files to choose from. */
function home() {
  running?.abort();
  location.hash = "";
  document.title = "Undercard studio";
  by("what").textContent = "";
  by("start").hidden = false;
  by("studio").hidden = true;
  // A file that was saved meanwhile is among them.
  list().catch(gone);
}
by("home").onclick = (event) => {
  event.preventDefault();
  home();
};
// Back and forward.
addEventListener("hashchange", () => {
  const config = addressed();
  if (config === (by("studio").hidden ? "" : state.config)) return;
  if (config) open(config);
  else home();
});
document.querySelector(".skip").onclick = (event) => {
  event.preventDefault();
  by("answer").focus();
};
by("find").addEventListener("input", find);
by("games-most").addEventListener("change", () => answer());
by("players").addEventListener("change", () => {
  const players = whole("players", "Players");
  if (players !== undefined) change([["setup.players", players === null ? null : String(players)]], false);
});
by("seed").addEventListener("change", () => {
  const seed = whole("seed", "Seed");
  if (seed === undefined) return;
  state.change((version) => { version.seed = seed; });
  answer();
});
by("bots").addEventListener("change", () => { state.change((version) => { version.bots = by("bots").value.split(",").map((bot) => bot.trim()).filter(Boolean); }); answer(); });
document.addEventListener("keydown", (event) => {
  const letter = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || !["z", "y"].includes(letter) || !state) return;
  if (event.target.matches("input[type=text], input[type=search], #save-name, #bots")) return;
  event.preventDefault();
  (event.shiftKey || letter === "y" ? by("redo") : by("undo")).click();
});

// Another tab with the same game.
addEventListener("storage", ({ key, newValue }) => {
  if (!state || key !== State.key(state.config) || by("studio").hidden) return;
  const { config } = state;
  if (JSON.stringify(State.load(config).version) === JSON.stringify(state.version) || !newValue) return;
  tell(`Another tab has changed ${config}. The tab that changes it last is the one whose changes are kept.`, true, button("Take its changes", () => open(config)));
});

// Whether the server is there, and the file as it was opened.

setInterval(async () => {
  if (document.hidden || !(state || isGone)) return;
  try {
    if (isGone) {
      const { version } = await list();
      // Another version of the studio has another page.
      if (version !== by("version").textContent || by("studio").hidden) return location.reload();
      isGone = false;
      tell("The studio is back.");
      answer();
    }
    const alive = await askOnce({ ask: "watch", config: state.config });
    if (alive.event !== "alive" || alive.checksum === state.checksum) return;
    state.checksum = alive.checksum;
    showMoved();
    if (alive.checksum === state.file) return tell(`${state.config} is on disk again as this page opened it.`);
    if (alive.fault) return tell(`${state.config} was changed on disk, and is not valid now: ${alive.fault} The page goes on with the file as it was opened: save your changes under another name, or download them.`, true);
    tell(`${state.config} was changed on disk. The page shows it as it was opened.`, false, button("Read it again", () => open(state.config)));
  } catch {
    gone();
  }
}, 2000);

start();
