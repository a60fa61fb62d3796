// Files of the person: tables of cards, and logs of games that people played. Their columns are chosen here; everything else
// is that of the program.

import { WATCHES, askOnce } from "./ask.js";
import { make, showMore, text } from "./answer.js";
import { aside, beginAside } from "./more.js";
import { button, by, gone, shared, tell } from "./shared.js";
import { change, showAge } from "./version.js";

/** Larger files are no tables: a question of 2 MiB holds as much. */
const LARGEST = 1.4 * 2 ** 20;
/** So many columns are shown at once, besides those that the file has. */
const FEW = 6;

const KINDS = [["cards", "A table of cards"], ["log", "A log of played games"]];

/** Whether a file can be a table. */
export const isTable = ({ name }) => /\.(csv|tsv|txt|xlsx|ods)$/i.test(name);

/** Opens a table of the person: asks what its columns are. */
export async function openTable(file) {
  if (by("studio").hidden) return tell("Choose a game first; then open the table for it.", true);
  if (file.size > LARGEST) return tell(`${file.name} is larger than 1.4 MiB. The command line reads larger tables: undercard playtest, or --cards.`, true);
  const bytes = new Uint8Array(await file.arrayBuffer());
  let signs = "";
  for (let at = 0; at < bytes.length; at += 32768) signs += String.fromCharCode(...bytes.subarray(at, at + 32768));
  const own = { name: file.name, content: btoa(signs), columns: [] };
  const seen = await askOnce({ ask: "columns", version: shared.state.request(), file: own }).catch(gone);
  if (!seen) return;
  if (seen.event === "refused") return tell(seen.errors.map((error) => error.text).join(" "), true);
  choose(own, seen, seen["is-log"] ? "log" : "cards");
}

/** The form with the columns. */
function choose(own, seen, kind) {
  beginAside(shared.state.request());
  const { titles, columns, errors } = seen[kind];
  const kinds = make("fieldset", {}, make("legend", { textContent: "What is it?" }), ...KINDS.map(([value, label]) => make("label", {}, make("input", { type: "radio", name: "file-kind", value, checked: value === kind, onchange: () => choose(own, seen, value) }), ` ${label}`)));
  const fault = make("div", { id: "file-fault" });
  fault.setAttribute("role", "alert");
  const refuse = (all) => fault.replaceChildren(...all.map((error) => make("p", { className: "fault", textContent: error.text })));
  if (errors.length) {
    refuse(errors);
    showMore(own.name, kinds, fault);
    return showAge();
  }
  const menus = columns.map(([name, title, isProposed], nth) => {
    const menu = make("select", { id: `column-${nth}` });
    // What the file itself calls so is read in any case.
    const none = title !== null && !isProposed ? [] : [make("option", { value: "", textContent: "not in the file" })];
    // One of several columns is proposed with a title that the file does not have.
    const options = title === null || titles.includes(title) ? titles : [title, ...titles];
    menu.append(...none, ...options.map((option) => make("option", { value: option, textContent: option })));
    menu.value = title ?? "";
    return [make("label", { htmlFor: menu.id, textContent: `${name.replaceAll(/__?/g, " ")}${isProposed ? " (proposed)" : ""}` }), menu];
  });
  const isShown = (nth) => nth < FEW || columns[nth][1] !== null;
  const fields = (which) => make("div", { className: "fields" }, ...menus.filter((_, nth) => isShown(nth) === which).flat());
  const rest = menus.some((_, nth) => !isShown(nth)) ? [make("details", {}, make("summary", { textContent: "More columns" }), fields(false))] : [];
  /** The columns that the titles do not say themselves. */
  const file = () => ({ ...own, columns: columns.flatMap(([name, title, isProposed], nth) => (menus[nth][1].value && (menus[nth][1].value !== title || isProposed) ? [[name, menus[nth][1].value]] : [])) });
  const go = kind === "log" ? button("Compare with the bots", () => compare(file())) : button("Change these cards", () => takeCards(file(), refuse));
  go.id = "file-go";
  const note = kind === "log" ? "One row for each game, or one for each player of each game. Nothing leaves this computer." : "The table changes the cards of this version. Nothing leaves this computer.";
  showMore(own.name, kinds, make("p", { className: "note", textContent: note }), make("h4", { textContent: "The columns of the file" }), fields(true), ...rest, fault, make("div", { className: "bar" }, go));
  showAge();
}

/** What a log of played games shows. */
function compare(file) {
  aside({ ask: "playtest", version: shared.state.request(), file }, file.name, (event) => {
    if (event.event !== "playtest") return;
    const answer = event.conclusion.map((sentence) => make("p", { className: "headline", textContent: sentence }));
    const stopped = event["is-partial"] ? [make("p", { className: "banner", textContent: "Stopped. This is what was found until then." })] : [];
    showMore(`${file.name}: your players and the bots`, ...stopped, make("div", { className: "clear" }, ...answer), ...text(event.text, event.command));
  });
}

/** Changes the cards as the table says. */
async function takeCards(file, refuse) {
  const read = await askOnce({ ask: "cards", version: shared.state.request(), file }).catch(gone);
  if (!read) return;
  if (read.event === "refused") return refuse(read.errors);
  change(read.set, false, true);
  // The box is about the changed version.
  beginAside(shared.state.request());
  const what = read.set.length ? `${read.set.length} ${read.set.length === 1 ? "setting is" : "settings are"} changed as in ${file.name}. Undo brings them back.` : `The cards are already as in ${file.name}.`;
  showMore(file.name, make("p", { textContent: what }), ...(read.warnings ?? []).map((warning) => make("p", { className: "note", textContent: warning })));
  showAge();
}

const input = make("input", { type: "file", hidden: true, accept: ".csv,.tsv,.txt,.xlsx,.ods", onchange: () => {
  const [file] = input.files;
  input.value = "";
  if (file) openTable(file);
} });
by("open-table").after(input);
by("open-table").onclick = () => input.click();

// The page without a server opens other files, too.
if (WATCHES) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    if (isTable(file)) openTable(file);
    else tell(`${file.name} is no table. Drop a table of cards or a log of played games: .csv, .xlsx or .ods.`, true);
  });
}
