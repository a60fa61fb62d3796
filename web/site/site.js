// What only a page without a server has: files that its person opens, and that it works without a network.

import { ofAddress } from "./address.js";
import { COPIES, keep } from "./ask.js";
import { isTable, openTable } from "./dropped.js";
import { list, open } from "./open.js";
import { afterFigures, button, by, copy, gone, shared, tell } from "./shared.js";
import { make } from "./answer.js";

/** Larger files are no configs. */
const LARGEST = 4 << 20;

/** Keeps these files in memory, and opens the last config among them. */
async function openFiles(chosen) {
  const tables = [], names = [];
  for (const file of chosen) {
    if (file.size > LARGEST) return tell(`${file.name} is larger than 4 MiB.`, true);
    if (isTable(file)) tables.push(file);
    else if (/\.toml$/i.test(file.name)) {
      keep(file.name, new Uint8Array(await file.arrayBuffer()));
      names.push(file.name);
    } else return tell(`${file.name} cannot be opened here. Open house rules, strategies and described games (.toml), or tables of cards and logs of played games (.csv, .xlsx, .ods).`, true);
  }
  const started = await list().catch(gone);
  const config = started?.files.filter(({ path, fault }) => names.includes(path) && !fault).at(-1);
  // A link to a version of the file still says what is changed.
  if (config && by("studio").hidden) await open(config.path, false, ofAddress(location.hash).config === config.path);
  else if (names.length) tell(`Opened ${names.join(", ")}. A strategy can be named as a bot, such as ${names[0]}; house rules are on the start page.`);
  // One form at a time.
  if (tables.length) await openTable(tables.at(-1));
}

const input = make("input", { type: "file", id: "open-files", multiple: true, accept: ".toml,.csv,.tsv,.txt,.xlsx,.ods", onchange: () => openFiles([...input.files]) });
by("files").after(make("p", {}, make("label", { htmlFor: "open-files", textContent: "Open files from this computer" }), " ", input));
by("files").previousElementSibling.textContent = "Your files";
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length) openFiles([...event.dataTransfer.files]);
});

by("save-form").append(button("Copy a link to this version", () => {
  const link = make("code", { className: "link-to", textContent: location.href }), { config } = shared.state;
  by("links").replaceChildren(link, ...(shared.opened["is-file"] ? [make("p", { className: "note", textContent: `The link does not contain ${config}: send the file, too. The page asks for it when the link is opened.` })] : []));
  copy(location.href, link);
}));

document.querySelector("footer p").append(` Games are played by ${COPIES} ${COPIES === 1 ? "worker" : "workers"} of this browser.`);

// After the first visit, the page needs no network. Private windows may refuse this.
afterFigures(() => navigator.serviceWorker?.register("offline.js").catch(() => {}));
