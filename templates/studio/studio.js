// The page begins here: steps, players, bots and seed; other tabs; and whether the server and the file are there.

import { askOnce } from "./ask.js";
import { State } from "./state.js";
import { differencesNow, find, whole } from "./controls.js";
import { button, by, games, gone, shared, tell, untell } from "./shared.js";
import { list, open, start } from "./open.js";
import { answer, answerAnew, change, changedMeanwhile, showMoved, valueNow } from "./version.js";
import "./home.js";
import "./more.js";
import "./play.js";

// Steps, players, bots, seed.

const again = () => {
  untell(shared.pasted);
  answerAnew();
};
by("undo").onclick = () => { shared.state.undo(); again(); };
by("redo").onclick = () => { shared.state.redo(); again(); };
by("reset").onclick = () => { shared.state.change((version) => { version.set = []; }); again(); };
by("rebase").onclick = () => { shared.state.rebase(); again(); };
by("unbase").onclick = () => { shared.state.unbase((key) => shared.opened.defaults.get(key)); again(); };
by("printed").onclick = () => { change(differencesNow(valueNow).filter(({ printed }) => printed !== "none").map(({ key, printed }) => [key, printed]), false, true); };
document.querySelector(".skip").onclick = (event) => {
  event.preventDefault();
  by("answer").focus();
};
by("find").addEventListener("input", find);
by("read-again").onclick = () => open(shared.state.config);
by("games-most").addEventListener("change", () => {
  State.keepGames(games());
  answer();
});
by("players").addEventListener("change", () => {
  const players = whole("players", "Players");
  if (players !== undefined) change([["setup.players", players === null ? null : String(players)]], false);
});
by("seed").addEventListener("change", () => {
  const seed = whole("seed", "Seed");
  if (seed === undefined) return;
  shared.state.change((version) => { version.seed = seed; });
  answer();
});
by("bots").addEventListener("change", () => { shared.state.change((version) => { version.bots = by("bots").value.split(",").map((bot) => bot.trim()).filter(Boolean); }); answer(); });
document.addEventListener("keydown", (event) => {
  const letter = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || !["z", "y"].includes(letter) || !shared.state) return;
  if (event.target.matches("input[type=text], input[type=search], #save-name, #bots")) return;
  event.preventDefault();
  (event.shiftKey || letter === "y" ? by("redo") : by("undo")).click();
});

// Another tab with the same game.
addEventListener("storage", ({ key, newValue }) => {
  if (!shared.state || key !== State.key(shared.state.config) || by("studio").hidden) return;
  const { config } = shared.state;
  if (JSON.stringify(State.load(config, true).version) === JSON.stringify(shared.state.version) || !newValue) return;
  tell(`Another tab has changed ${config}. This tab keeps its own changes; a tab that is opened later begins with the latest ones of all tabs.`, false, button("Take its changes", () => open(config, false, true, true)));
});

// Whether the server is there, and the file as it was opened.

/** Says why the changes cannot be played, and how to get them back. */
function showLostFile(fault) {
  shared.lostFault = fault;
  showMoved(fault);
  tell(changedMeanwhile(), true, button("Read it again", () => open(shared.state.config)));
}

setInterval(async () => {
  if (document.hidden || !(shared.state || shared.isGone)) return;
  try {
    if (shared.isGone) {
      const { version } = await list();
      // Another version of the studio has another page.
      if (version !== by("version").textContent || by("studio").hidden) return location.reload();
      const { config, file } = shared.state;
      // A studio that was started again knows the file as it is now.
      const first = file && await askOnce({ ask: "open", version: { ...new State(config).request(), file } });
      shared.isGone = false;
      shared.isLost = first?.event === "refused";
      const now = shared.isLost && await askOnce({ ask: "watch", config });
      if (shared.isLost) {
        shared.state.checksum = now.checksum;
        showLostFile(now.fault);
      } else tell("The studio is back.");
      answer();
    }
    const alive = await askOnce({ ask: "watch", config: shared.state.config });
    if (alive.event !== "alive" || alive.checksum === shared.state.checksum) return;
    shared.state.checksum = alive.checksum;
    showMoved(alive.fault);
    if (alive.checksum === shared.state.file) {
      if (shared.isLost) {
        shared.isLost = false;
        answer();
      }
      return tell(`${shared.state.config} is on disk again as this page opened it.`);
    }
    if (shared.isLost) return showLostFile(alive.fault);
    if (alive.checksum === null) return tell(`${shared.state.config} is gone: it was deleted or renamed. The page goes on with the file as it was opened: save your changes under another name, or download them.`, true);
    if (alive.fault) return tell(`${shared.state.config} was changed on disk, and is not valid now: ${alive.fault} The page goes on with the file as it was opened: save your changes under another name, or download them.`, true);
    tell(`${shared.state.config} was changed on disk. The page shows it as it was opened.`, false, button("Read it again", () => open(shared.state.config)));
  } catch {
    gone();
  }
}, 2000);

// On a wide window, the list of differences is open; everything else leaves room for it.
by("changed").open = matchMedia("(min-width: 62rem)").matches;
new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--pinned", `${target.offsetHeight}px`)).observe(by("pinned"));

start();
