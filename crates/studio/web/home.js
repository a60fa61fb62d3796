// Take it home: saving, downloads and the command.

import { askOnce } from "./ask.js";
import { State } from "./state.js";
import { make } from "./answer.js";
import { button, by, copy, games, gone, shared, tell } from "./shared.js";
import { list, open } from "./open.js";
import { side } from "./version.js";

/** A link to a file of the server. */
export function linkTo({ name, content }) {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  return make("a", { href: URL.createObjectURL(new Blob([bytes])), download: name, textContent: name });
}

by("save-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { config } = shared.state;
  // Who has chosen something else meanwhile stays there.
  const hasLeft = () => by("studio").hidden || shared.state.config !== config;
  const name = by("save-name").value.trim();
  let saved;
  try {
    saved = await askOnce({ ask: "save", version: shared.state.request(), name: name, receipt: State.receipt(config, name) });
  } catch {
    return gone();
  }
  if (saved.event === "refused") return tell(saved.errors.map(({ text }) => text).join(" "), true);
  State.keepReceipt(config, saved);
  if (!hasLeft()) {
    by("save-name").value = saved.path;
    if (saved.path === config) await open(saved.path, true);
    if (saved.path === config && !hasLeft()) return tell(`Saved over ${saved.path}, the open file. It is the baseline now; Undo brings the settings before back on the page.`);
  }
  if (by("studio").hidden) list().catch(gone);
  State.forget(saved.path);
  State.keepOpenedFile(saved.path, null);
  tell(`Saved as ${saved.path}.`, false, button("Open it", () => open(saved.path)));
});

/** Formats whose names say little. */
const NAMES = { csv: "CSV", html: "Page", json: "JSON", markdown: "Markdown", xlsx: "Workbook" };

/** Shows a button for each format of results, and for house rules. */
export function showFormats(formats) {
  const choice = ({ name, help }, words) => {
    const element = button(words, () => download(name));
    element.title = help;
    element.dataset.format = name;
    return element;
  };
  by("downloads").replaceChildren(...formats.map((format) => choice(format, NAMES[format.name] ?? format.name)).reverse(), choice({ name: "toml", help: "To open again, and to share" }, "House rules"));
}

async function download(format) {
  const links = [];
  await side({ ask: "download", version: shared.state.request(), games: games(), format: format }, (event) => {
    if (event.event === "refused") return tell(event.errors.map(({ text }) => text).join(" "), true);
    if (event.event !== "file") return;
    links.push(linkTo(event));
  });
  if (links.length === 1) links[0].click();
  else if (links.length) by("links").replaceChildren(make("p", { className: "note", textContent: "A file for each table:" }), ...links);
  // The browser reads the file after the click.
  setTimeout(() => links.forEach((link) => URL.revokeObjectURL(link.href)), links.length > 1 ? 600000 : 10000);
}

by("copy").onclick = () => copy(shared.command, by("command"));
