// The page begins here: steps, players, bots and seed; other tabs; and whether the server and the file are there.

import { WATCHES, askOnce } from "./ask.js";
import { State } from "./state.js";
import { differencesNow, find, whole } from "./controls.js";
import "./dials.js";
import { button, by, games, gone, shared, tell, untell } from "./shared.js";
import { askOpen, list, open, start } from "./open.js";
import { answer, answerAnew, change, showMoved, tellMoved, valueNow } from "./version.js";
import "./dropped.js";
import "./home.js";
import "./more.js";
import "./own.js";
import "./tour.js";
import "./play.js";

// Steps, players, bots, seed.

const again = () => {
  untell(shared.pasted);
  answerAnew();
};
by("undo").onclick = () => { shared.state.undo(); again(); };
by("redo").onclick = () => { shared.state.redo(); again(); };
by("reset").onclick = () => { shared.state.change((version) => { version.set = []; version.targets = []; }); again(); };
by("rebase").onclick = () => { shared.state.rebase(); again(); };
by("unbase").onclick = () => { shared.state.unbase((key) => shared.opened.defaults.get(key)); again(); };
by("printed").onclick = () => { change(differencesNow(valueNow).filter(({ printed }) => printed !== "none").map(({ key, printed }) => [key, printed]), false, true); };
for (const skip of document.querySelectorAll(".skip")) {
  skip.onclick = (event) => {
    event.preventDefault();
    by(skip.hash === "#turn" ? "turn-title" : "answer").focus();
  };
}
by("to-settings").onclick = () => {
  by("turn").scrollIntoView();
  by("turn-title").focus({ preventScroll: true });
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

if (WATCHES) setInterval(async () => {
  if (document.hidden || !(shared.state || shared.isGone)) return;
  try {
    if (shared.isGone) {
      const { version } = await list();
      // Another version of the studio has another page.
      if (version !== by("version").textContent || by("studio").hidden) return location.reload();
      // A studio that was started again knows the file as it is now.
      await askOpen(shared.state.config, shared.opened.content);
      shared.isGone = false;
      tell("The studio is back.");
      answer();
    }
    const alive = await askOnce({ ask: "watch", config: shared.state.config });
    if (alive.event !== "alive" || alive.checksum === shared.state.checksum) return;
    shared.state.checksum = alive.checksum;
    showMoved(alive.fault);
    if (!tellMoved(alive.fault)) tell(`${shared.state.config} is on disk again as this page opened it.`);
  } catch {
    gone();
  }
}, 2000);

// On a wide window, the list of differences is open; everything else leaves room for it.
by("changed").open = matchMedia("(min-width: 62rem)").matches;
// While the headline is in view, it need not be repeated at the bottom of a narrow window.
new IntersectionObserver(([{ isIntersecting }]) => by("strip").classList.toggle("seen", isIntersecting)).observe(by("headline"));
new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--pinned", `${target.offsetHeight}px`)).observe(by("pinned"));

start();
