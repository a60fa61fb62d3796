// A game of one's own: it starts from a duel that works, and its rules are edited as text, with errors at their lines.

import { askOnce } from "./ask.js";
import { make } from "./answer.js";
import { open } from "./open.js";
import { button, by, gone, shared, tell } from "./shared.js";
import { State } from "./state.js";

const DUEL = `# A duel of three cards: a Jab is quick, a Hook is strong, a Block stops a Hook.
game = "my-duel"
title = "My duel"
replacement = "stumble"

start = ["each:", "  shuffle deck", "  draw hand-size from deck to hand"]

round = [
  "choose play from hand to discard",
  "each:",
  "  if card is jab:",
  "    take damage of card from foe health",
  "  if card is hook and foe card is not block:",
  "    take damage of card from foe health",
  "if both (health <= 0):",
  "  end in a draw",
  "each:",
  "  if foe health <= 0:",
  "    win",
  "each:",
  "  draw hand-size - cards in hand from deck to hand refilling from discard",
]

limit = ["higher health wins"]

[zones]
deck = "hidden"
hand = "own"
discard = "open pile"

[counters]
health = 10

[setup]
hand-size = 3

[rules]
max-rounds = 30

[cards.jab]
damage = 1
[cards.hook]
damage = 3
[cards.block]
# Does nothing; replaces a card that a player goes without in \`undercard impact\`.
[cards.stumble]

[deck]
jab = 5
hook = 4
block = 4
`;
/** So many duels are named without a question. */
const MOST = 50;
/** A pause of the typing after which the text is checked, in milliseconds. */
const PAUSE = 400;

const write = (version, name, text, saves) => askOnce({ ask: "write", version: version, name: name, text: text, receipt: State.receipt(version.config, name), saves: saves });

/** Saves the duel under a name that is free, and opens it. */
export async function startOwn() {
  const version = new State("").request();
  for (let nth = 1; nth <= MOST; nth++) {
    const name = nth === 1 ? "my-duel.toml" : `my-duel-${nth}.toml`;
    const saved = await write(version, name, DUEL, true).catch(gone);
    if (!saved) return;
    if (saved.event === "saved") {
      await open(saved.path);
      State.keepReceipt(saved.path, saved);
      by("rules-part").open = true;
      return;
    }
    const [{ text }] = saved.errors;
    if (!text.includes("exists already")) return tell(text, true);
  }
}

/** Shows the text of a game that its file describes; hides the editor for others. */
export function showRules() {
  const { content, game } = shared.opened, isOwn = content !== null && new RegExp(`^\\s*game\\s*=\\s*"${game}"`, "m").test(content.text) && /^\s*(round|turn|steps)\s*=/m.test(content.text);
  by("rules-part").hidden = !isOwn;
  if (!isOwn) return;
  by("rules-text").value = content.text;
  showErrors([]);
  by("rules-state").textContent = "Change the rules; errors are shown while you type.";
}

/** The errors of the text, each with the line that it is about. */
function showErrors(errors) {
  const box = by("rules-text");
  const go = (line) => {
    const lines = box.value.split("\n"), from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    box.focus();
    box.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    box.scrollTop = box.scrollHeight * (line - 3) / lines.length;
  };
  by("rules-errors").replaceChildren(...errors.map(({ line, text }) => make("li", {}, ...(line ? [button(`Line ${line}`, () => go(line)), " "] : []), text.replace(/^\S+\.toml:\d+: /, ""))));
  if (errors.length) box.setAttribute("aria-invalid", "true");
  else box.removeAttribute("aria-invalid");
}

let timer = null;
/** Checks the text, and saves it if that is wanted. */
async function check(saves) {
  clearTimeout(timer);
  const { config } = shared.state, text = by("rules-text").value;
  const answer = await write(shared.state.request(), config, text, saves).catch(gone);
  // Something else was typed or opened meanwhile.
  if (!answer || config !== shared.state.config || text !== by("rules-text").value) return;
  showErrors(answer.errors ?? []);
  by("rules-state").textContent = answer.event === "refused" ? "The game cannot be played like this:" : saves ? "Saved." : "No errors. Save to see what it changes.";
  if (answer.event !== "saved") return;
  State.keepReceipt(config, answer);
  await open(config);
  by("rules-state").textContent = "Saved, and played.";
}

by("rules-text").addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE, false);
});
by("rules-text").addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
  event.preventDefault();
  check(true);
});
by("rules-save").onclick = () => check(true);
