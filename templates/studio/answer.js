// Shows the events of an answer. Tables and charts come from the server as they are in a report.

const by = (id) => document.getElementById(id);
const grouped = (number) => number.toLocaleString("en");

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/** Markup that the server made, with the focus kept. */
function put(id, markup) {
  const box = by(id);
  const card = box.contains(document.activeElement) ? document.activeElement.dataset.card : undefined;
  box.innerHTML = markup;
  if (card !== undefined) [...box.querySelectorAll("[data-card]")].find((button) => button.dataset.card === card)?.focus();
}

function headline(kind, sentences) {
  const lines = sentences.map((sentence) => make("p", { className: "headline", textContent: sentence }));
  by("headline").replaceChildren(make("div", { className: kind }, ...lines));
  // On a narrow window, the controls take the whole height.
  by("strip").textContent = sentences[0] ?? "";
}

/** Before anything is known of a change. */
export function showWaiting(hasChanges) {
  headline("waiting", [hasChanges ? "Measuring this change …" : "Measuring …"]);
  for (const id of ["changes", "wins", "lengths", "endings", "cards"]) by(id).classList.add("stale");
  by("state").textContent = "Nothing is known about this version yet.";
  by("targets").classList.add("stale");
}

export function showLook(look, state) {
  const percent = look["half-width"] === null ? "" : `, ± ${(100 * look["half-width"]).toFixed(2)} points`;
  const tried = state.tried.size;
  const honest = tried > 1 ? ` ${tried} settings tried since the baseline: among many, one can look good by chance; Judge plays games that none of them has seen.` : "";
  const kind = look["is-same"] ? "nothing" : look["is-clear"] ? "clear" : "unclear";
  headline(kind, look.sentences);
  by("state").textContent = `${grouped(look.played)} pairs of games on the same deals${percent}${look["is-done"] ? "." : ", and more precise while you look."} The intervals hold at every moment.${honest}`;
  put("changes", look.changes);
  by("changes").classList.remove("stale");
  by("text").textContent = look.text;
}

export function showUnchanged() {
  by("changes").classList.remove("stale");
  headline("nothing", ["Nothing is changed. Turn a number, and see what it does."]);
  by("state").textContent = "";
  by("changes").replaceChildren();
  by("text").textContent = "";
}

export function showCharts(charts) {
  for (const id of ["wins", "lengths", "endings", "cards"]) {
    put(id, charts[id]);
    by(id).classList.remove("stale");
  }
  by("charts-note").textContent = `These charts show ${grouped(charts.games)} games of each version. Their figures: ${charts.command}`;
}

export function lightsOf(lights) {
  const words = { pass: "Met", fail: "Missed", inconclusive: "Undecided" };
  return lights.map(({ verdict, sentence }) => make("li", { className: verdict }, make("strong", { textContent: `${words[verdict] ?? verdict}. ` }), sentence));
}

export function showLights(lights) {
  by("targets").hidden = lights.length === 0;
  by("targets").classList.remove("stale");
  by("lights").replaceChildren(...lightsOf(lights));
}

export function hideLights() {
  by("targets").classList.remove("stale");
  by("targets").hidden = true;
}

/** A box with more about the version. */
export function showMore(title, ...content) {
  by("more").hidden = false;
  by("more-title").textContent = title;
  by("more-body").replaceChildren(...content);
  by("more").focus();
  by("more").scrollIntoView({ block: "nearest" });
}

export function text(content, command) {
  const pre = make("pre", { className: "scroll wrapped", tabIndex: 0, textContent: content });
  pre.setAttribute("role", "group");
  pre.setAttribute("aria-label", "Result");
  return [pre, make("p", { className: "note", textContent: command })];
}

export { make };
