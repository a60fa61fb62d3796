// Which settings a search may change: all of them, parts of the rules, or some by their names.

import { make, showMore } from "./answer.js";
import { beginAside } from "./more.js";
import { button, by, shared } from "./shared.js";
import { showAge } from "./version.js";

/** Asks which settings to search in, only numbers or others, too; `start` takes the patterns of their keys, none for all. */
export function chooseSettings(title, areNumbers, start) {
  const settings = shared.opened.settings.filter(({ kind, key }) => (areNumbers ? kind === "number" && key !== "setup.players" : kind !== "text"));
  const kinds = areNumbers ? "number" : "number, choice and switch";
  // A setting is known by its name, or by its key, as the command has it.
  const keys = new Map(settings.flatMap(({ key, name }) => [[key, key], [name.toLowerCase(), key]]));
  const nameOf = new Map(settings.map(({ key, name }) => [key, name]));
  const sections = [...new Set(settings.map(({ key }) => key.split(".")[0]))];
  const boxes = sections.map((section) => make("input", { type: "checkbox", value: `${section}.*` }));
  const parts = make("fieldset", {}, make("legend", { textContent: "Parts of the rules" }), ...boxes.map((box, nth) => make("label", {}, box, ` ${sections[nth].replaceAll("-", " ")}`)));
  const names = make("datalist", { id: "search-names" }, ...settings.map(({ name }) => make("option", { value: name })));
  const field = make("input", { id: "search-name", autocomplete: "off", spellcheck: false });
  field.setAttribute("list", names.id);
  field.setAttribute("aria-describedby", "search-fault");
  const fault = make("p", { id: "search-fault", className: "fault" });
  fault.setAttribute("role", "alert");
  const chosen = new Map(), list = make("ul", { className: "menu" });
  const show = () => list.replaceChildren(...[...chosen].map(([key, name]) => make("li", {}, button(`${name} ✕`, () => { chosen.delete(key); show(); field.focus(); }))));
  /** Takes the setting in the field; returns whether there is no other. */
  const add = () => {
    const name = field.value.trim(), key = keys.get(name.toLowerCase());
    fault.textContent = name && !key ? `No ${areNumbers ? "number" : "number, choice or switch"} is called “${name}”. Type a part of its name and choose one.` : "";
    if (key) {
      chosen.set(key, nameOf.get(key));
      field.value = "";
      show();
    }
    return fault.textContent === "";
  };
  field.addEventListener("change", add);
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") add(); });
  const go = button("Search", () => { if (add()) start([...boxes.filter(({ checked }) => checked).map(({ value }) => value), ...chosen.keys()]); });
  go.id = "search-start";
  beginAside(shared.state.request());
  showMore(title, make("p", { textContent: `The search changes every ${kinds}, unless you limit it to some.` }), parts,
    make("div", { className: "bar" }, make("label", { htmlFor: field.id, textContent: "Settings by name" }), field, names), list, fault, make("div", { className: "bar" }, go));
  showAge();
}
