// Which config is open: the games and files to choose from, and the config in the address.

import { isShown, ofAddress, showAddress } from "./address.js";
import { ELSEWHERE, askOnce } from "./ask.js";
import { State, targetChanges } from "./state.js";
import { showControls } from "./controls.js";
import { copied, forgetCharts, forgetRows, forgetWorths, make, visible } from "./answer.js";
import { showFigures } from "./dials.js";
import { forgetFaces } from "./faces.js";
import { showFormats } from "./home.js";
import { showRules, startOwn } from "./own.js";
import { aboutGame, pictureOf } from "./pictures.js";
import { tourOnce } from "./tour.js";
import { areDrawn, button, by, gone, setGames, shared, tell } from "./shared.js";
import { showTargetForm } from "./targets.js";
import { answerAnew, change, inBaseline, showMoved, stopAll, tellMoved, tellPasted } from "./version.js";

// The number of times that a config or the start page was chosen: an answer to an earlier choice is not shown.
let nChosen = 0;

// The options of the command line, until their config is opened.
let begun = {};

// The question about the config in the address, which is asked together with that for the list.
let early = null;

/**
 * Asks for a config as this tab opened it before, if it did. A studio that was started again gets back what the file said,
 * so that the page goes on whatever has happened to the file.
 */
export async function askOpen(config, content) {
  const version = { ...new State(config).request(), file: content?.file ?? null };
  const first = await askOnce({ ask: "open", version });
  if (!content || first.event !== "refused") return first;
  await askOnce({ ask: "restore", opened: content, config });
  return askOnce({ ask: "open", version });
}

/**
 * Opens a config with the changes that this tab has kept of it; or again, after the version was saved over it. With
 * `isSame`, a changed file stays as this tab opened it before. With `isOther`, the
 * changes are those of the tab that made the last ones.
 */
export async function open(config, isSaved = false, isSame = false, isOther = false) {
  const hadFocus = [by("start"), by("news")].some((part) => part.contains(document.activeElement));
  const before = shared.opened, own = nChosen += 1;
  let first;
  try {
    const content = isSame ? State.openedFile(config) : null;
    first = await (early?.config === config ? early.asked : askOpen(config, content));
    early = null;
    if (content && first.event === "refused") first = await askOpen(config, null);
  } catch {
    return gone();
  }
  if (own !== nChosen) return;
  if (first.event === "refused") {
    leave();
    const kept = hasChanges(State.load(config, isOther).version) ? `\nYour changes to ${config} are kept in this browser: mend the file, or put it back, and try again.` : "";
    const isUnknown = first.errors.some(({ key }) => key === "CONFIG");
    const fault = isUnknown ? `There is no game and no file called ${config} ${ELSEWHERE}` : first.errors.map(({ text }) => text).join("\n");
    return tell(fault + kept, true, button("Show games and files", () => { tell(""); home(); by("home").focus(); }), button("Try again", () => open(config)));
  }
  const earlier = isSaved ? null : State.load(config, isOther);
  if (earlier) shared.state = earlier.ofGame(first.title);
  const game = State.keptGame(config);
  shared.opened = first;
  shared.opened.defaults = new Map(first.settings.map(({ key, value }) => [key, value]));
  const { file } = shared.state;
  shared.state.checksum = first.checksum;
  shared.state.file = first.file;
  if (isSaved) shared.state.replaced(before.defaults, first.defaults, before.targets, first.targets);
  else if (tellMoved(first.fault)) {
    // The news is about the file.
  } else if (earlier !== shared.state && hasChanges(earlier.version)) {
    tell(`${config} is a file of another game now: ${first.title}. Your changes of ${earlier.game} do not apply to it. They are kept in this browser, and come back with a file of that game.`);
  } else if (file && first.file && file !== first.file && hasChanges(shared.state.version)) {
    tell(`${config} has changed on disk since these changes were made. They now apply to the new file.`);
  } else if (game) {
    tell(`Your game against the bots is kept (${game.moves.length} ${game.moves.length === 1 ? "move" : "moves"}).`, false, button("Go on with it", () => { tell(""); by("play").click(); }));
  } else tell("");
  State.keepOpenedFile(config, first.content);
  shared.state.keepInTab();
  forgetRows();
  forgetCharts();
  forgetWorths(true);
  forgetFaces();
  showMoved(first.fault);
  // The options of the command line hold for its config, once.
  if (begun.config === config) {
    if (begun.seed !== null) shared.state.version.seed = begun.seed;
    if (begun.bots.length) shared.state.version.bots = begun.bots;
    const players = begun.players && shared.opened.defaults.has("setup.players") ? [["setup.players", String(begun.players)]] : [];
    if (begun.set.length || players.length) shared.state.set([...players, ...begun.set], (key) => shared.opened.defaults.get(key));
    begun = {};
  }
  if (isSame && !isOther) applyLink(config);
  showAddress();
  document.title = `${first.title} – Undercard studio`;
  by("what").textContent = first["is-file"] ? `${first.title}: ${visible(config)}` : `${first.title}, printed rules`;
  showStudio(true);
  by("more").hidden = true;
  shared.moreOf = null;
  by("players").disabled = !first["can-choose-players"];
  by("players").placeholder = first.players;
  by("bots").placeholder = first["default-bot"];
  by("bot-names").replaceChildren(...first.bots.map((value) => make("option", { value })));
  // A target that the file no longer has cannot be removed.
  shared.state.version.targets = targetChanges(shared.state.version.targets, first.targets);
  showTargetForm();
  showFigures(first.figures);
  by("list-figures").replaceChildren("All figures: ", ...copied(`undercard list ${first.game} --metrics`, "the list of figures"));
  by("save-name").value = first["is-file"] ? config : `${first.game}-house`;
  showControls(first.settings, change, inBaseline, tellPasted);
  answerAnew();
  showRules();
  if (hadFocus) by("turn-title").focus();
  tourOnce();
}

/** Shows the studio, or the games to choose from. */
function showStudio(isOn) {
  by("start").hidden = isOn;
  for (const part of [by("studio"), ...document.querySelectorAll(".in-game")]) part.hidden = !isOn;
}

function leave() {
  showStudio(false);
  by("what").textContent = "";
  document.title = "Undercard studio";
}

const hasChanges = ({ base, set, targets }) => base.length + set.length + targets.length > 0;

/** The games and files to choose from. */
export async function list() {
  const started = await askOnce({ ask: "start" });
  const choice = (config, label) => make("li", {}, button(label, () => open(config)));
  const table = (id, title, onclick) => {
    const [about, players] = aboutGame(id);
    const card = make("button", { type: "button", className: "table", onclick }, make("span", { className: "picture", innerHTML: pictureOf(id) }),
      make("b", { textContent: title }), make("span", { textContent: about }), make("span", { className: "note", textContent: players }));
    return make("li", {}, card);
  };
  by("games").replaceChildren(...started.games.map(({ id, title }) => table(id, title, () => open(id))), table("own", "A game of your own", startOwn));
  const unread = (path, fault) => make("li", { className: "fault", textContent: fault.startsWith(path) ? fault : `${path}: ${fault}` });
  by("files").replaceChildren(...started.files.map(({ path, game, fault }) => (fault ? unread(path, fault) : choice(path, `${path} (${game})`))));
  if (!started.files.length) by("files").append(make("li", { textContent: "None. Save your changes, and they appear here." }));
  return started;
}

/** The config in the address. */
const addressed = () => ofAddress(location.hash).config;

/** Takes over the changes of a link that was opened; they can be undone. */
function applyLink(config) {
  const { config: linked, version, program } = ofAddress(location.hash);
  if (linked !== config || !version || isShown()) return;
  shared.state.change((now) => Object.assign(now, version));
  const own = by("version").textContent;
  if (program !== own) tell(`This link was made with Undercard ${program}, and this page has ${own}: the figures can differ.`);
}

export async function start() {
  let started;
  try {
    const config = addressed();
    if (config) {
      early = { config, asked: askOpen(config, State.openedFile(config)) };
      early.asked.catch(() => {});
    }
    started = await list();
  } catch {
    return gone();
  }
  by("version").textContent = started.version;
  showFormats(started.formats);
  const { begin } = started;
  const config = addressed() || begin.config;
  const options = State.takeOptions(started);
  if (options.games) State.keepGames(options.games);
  const most = State.keptGames();
  if (most) setGames(most);
  begun = begin.config ? options : {};
  if (begun.seed && !Number.isSafeInteger(begun.seed)) begun.seed = null;
  if (config) {
    await open(config, false, true);
    if (options.plays) by("play").click();
    return;
  }
  showStudio(false);
  areDrawn();
}

/** Shows the games and files to choose from. */
export function home() {
  nChosen += 1;
  stopAll();
  location.hash = "";
  leave();
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
  if (by("studio").hidden ? config === "" : isShown()) return;
  if (config) open(config, false, true);
  else home();
});
