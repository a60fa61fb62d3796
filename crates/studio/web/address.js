// The address of a version: a link to it opens the same game with the same changes, which is simulated again.

import { State } from "./state.js";
import { by, shared } from "./shared.js";

/** What the address says after #: the config, and what differs from it with this version of the program. */
function addressOf({ config, version }, program) {
  const { base, set, bots, seed, targets } = version, parts = new URLSearchParams();
  for (const [name, settings] of [["base", base], ["set", set]]) for (const [key, value] of settings) parts.append(name, `${key}=${value}`);
  if (bots.length) parts.append("bots", bots.join(","));
  if (seed !== null) parts.append("seed", seed);
  for (const target of targets) parts.append("target", JSON.stringify(target));
  if (String(parts)) parts.append("by", program);
  return encodeURIComponent(config) + (String(parts) && `?${parts}`);
}

/** The config, the version and the program that an address names; the config is empty without one, the version null. */
export function ofAddress(hash) {
  try {
    const [config, ...rest] = hash.replace(/^#/, "").split("?");
    const parts = new URLSearchParams(rest.join("?"));
    const pairs = (name) => parts.getAll(name).map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]);
    const seed = parts.has("seed") ? Number(parts.get("seed")) : null;
    const bots = (parts.get("bots") ?? "").split(",").filter(Boolean);
    const targets = parts.getAll("target").map((text) => JSON.parse(text)).filter(isTarget);
    const version = { ...new State("").version, base: pairs("base"), set: pairs("set"), bots, seed: Number.isSafeInteger(seed) ? seed : null, targets };
    // The skip link leads to a place on the page.
    return { config: config === "answer" ? "" : decodeURIComponent(config), version: rest.length ? version : null, program: parts.get("by") };
  } catch {
    return { config: "", version: null, program: null };
  }
}

const isTexts = (numbers) => numbers === null || typeof numbers === "object" && Object.values(numbers).every((number) => typeof number === "string");
const isTarget = (target) => typeof target?.key === "string" && typeof target.rest === "string" && isTexts(target.numbers);

/** Whether the address is that of the version on the page, or of its config alone. */
export function isShown() {
  const { config, version } = ofAddress(location.hash);
  return config === shared.state.config && (!version || JSON.stringify(version) === JSON.stringify(shared.state.version));
}

/** Makes the address a link to this version. */
export function showAddress() {
  const address = `#${addressOf(shared.state, by("version").textContent)}`;
  // Back and forward lead from config to config.
  if (ofAddress(location.hash).config !== shared.state.config) location.hash = address;
  else if (location.hash !== address) history.replaceState(null, "", address);
}
