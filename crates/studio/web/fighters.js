// Who plays which character. A pairing changes no rule: it belongs to the baseline, and the answer is about it.

import { make } from "./answer.js";
import { unquoted } from "./list.js";
import { by, shared } from "./shared.js";
import { answerAnew } from "./version.js";

const KEY = "setup.fighters", ANY = "random";

/** The characters that can be chosen: ids and names. */
export const characters = (settings) => settings.flatMap(({ key, value }) => {
  const [, id] = key.match(/^characters\.([^.]+)\.name$/) ?? [];
  return id ? [[id, unquoted(value)]] : [];
});

/** Shows a menu for each of so many players, in a game with characters. */
export function showFighters(players) {
  const value = shared.state.value(KEY) ?? shared.opened.defaults.get(KEY), box = by("fighters");
  box.hidden = value === undefined;
  if (box.hidden) return box.replaceChildren();
  const all = [[ANY, "any character"], ...characters(shared.opened.settings)];
  const shape = JSON.stringify([players, all]);
  if (box.dataset.shape !== shape) {
    box.dataset.shape = shape;
    const menu = (_, seat) => {
      const choice = make("select", { onchange: choose }, ...all.map(([id, name]) => make("option", { value: id, textContent: name })));
      return make("label", {}, `Player ${seat + 1} `, choice);
    };
    box.replaceChildren(make("span", { textContent: "Pair characters:" }), ...Array.from({ length: players }, menu));
  }
  const chosen = JSON.parse(value);
  for (const [seat, choice] of menus().entries()) choice.value = chosen[seat] ?? ANY;
}

const menus = () => [...by("fighters").querySelectorAll("select")];

/** Makes the chosen characters part of the baseline. */
function choose() {
  const chosen = menus().map(({ value }) => value);
  while (chosen.at(-1) === ANY) chosen.pop();
  const value = `[${chosen.map((id) => JSON.stringify(id)).join(", ")}]`;
  shared.state.change((version) => {
    const others = ([key]) => key !== KEY;
    version.set = version.set.filter(others);
    version.base = version.base.filter(others);
    if (value !== shared.opened.defaults.get(KEY)) version.base.push([KEY, value]);
  });
  answerAnew();
}
