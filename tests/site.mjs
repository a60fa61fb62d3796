// Drives Chromium for tests/site.sh: node site.mjs PROGRAM AXE SITE [PICTURES|bench]
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import assert from "node:assert/strict";
import { cdp, click, finish, look as lookAt, openBrowser, read, run, start, until, web } from "./browser.mjs";

const [program, axeFile, site, pictures] = process.argv.slice(2);
const look = (name) => lookAt(name, axeFile, pictures);

/** What the page answers to a question. */
const ask = (question) => web("POST", "/execute/async", { args: [question], script: `
  const [question, done] = arguments, events = [];
  import("./ask.js").then(({ ask }) => ask(question, (event) => events.push(event))).then(() => done(events), (error) => done([{ event: "failed", error: String(error) }]));` });

/** The words of a command as a shell reads them. */
const words = (command) => JSON.parse(execFileSync("sh", ["-c", `node -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- ${command}`], { encoding: "utf8" }));

/** The tables that a command saves: names and contents. */
function tables(command) {
  rmSync("out", { recursive: true, force: true });
  const [, ...args] = words(command);
  const { status, stderr } = spawnSync(program, [...args, "--out", "out", "--quiet"], { encoding: "utf8" });
  assert.ok([0, 10, 11].includes(status), `${command}: ${stderr}`);
  const [folder] = readdirSync("out");
  const names = readdirSync(`out/${folder}`).filter((name) => name.endsWith(".csv"));
  return Object.fromEntries(names.map((name) => [name, readFileSync(`out/${folder}/${name}`, "utf8")]));
}

/** Compares the files of an answer with the tables of its command. */
function same(events, command) {
  if (process.env.VERBOSE) console.log(Math.round(performance.now()), command);
  const refused = events.find(({ event }) => ["refused", "failed"].includes(event));
  assert.ok(!refused, `${command}: ${JSON.stringify(refused)}`);
  const files = events.filter(({ event }) => event === "file"), printed = tables(command);
  assert.ok(files.length, `${command}: ${events.map(({ event }) => event)}`);
  for (const { name, content } of files) {
    if (/^(before|now)-/.test(name)) continue;
    assert.equal(Buffer.from(content, "base64").toString(), printed[name], `${command}: ${name}`);
  }
}

/** Asks questions over all games, and compares every answer with what the program prints. */
async function sameFigures() {
  let n = 0;
  const games = (await ask({ ask: "start" }))[0].games.map(({ id }) => id);
  for (const [nth, config] of games.entries()) {
    const version = { config, file: null, base: [], set: [], bots: [], seed: 7 + nth, targets: [] };
    const [opened] = await ask({ ask: "open", version });
    const number = opened.settings.find(({ kind, range, value, key }) => kind === "number" && !key.startsWith("setup") && Number(value) > 1 && Number(value) < range[1]);
    const set = [[number.key, String(Number(number.value) - 1)]];
    const bots = ["random"];
    same(await ask({ ask: "download", version, games: 5000, format: "csv" }), `undercard run ${config} --seed ${version.seed} --games 5000`);
    same(await ask({ ask: "download", version: { ...version, set, bots }, games: 9000, format: "csv" }), `undercard compare ${config} --seed ${version.seed} --bots random --set-b ${set[0].join("=")} --games 9000 --precision 0.1pp`);
    const target = [["metrics/length-mean", "{ min = 1, max = 9 }"]];
    const judged = await ask({ ask: "judge", version: { ...version, set, bots, targets: target } });
    same(judged, judged.find(({ event }) => event === "verdict").command);
    const searched = await ask({ ask: "sensitivity", version: { ...version, bots }, vary: [number.key] });
    same(searched, searched.find(({ event }) => event === "text").command);
    n += 4;
  }
  // The games of others, searches for values, and cards.
  const version = { config: "knife-fight", file: null, base: [], set: [], bots: ["random"], seed: 3, targets: [["metrics/length-mean", "{ min = 4, max = 6 }"]] };
  const tuned = await ask({ ask: "tune", version, vary: ["cards.ten.damage", "rules.max-rounds"] });
  same(tuned, tuned.find(({ event }) => event === "text").command);
  const card = await ask({ ask: "card", version: { ...version, targets: [] }, card: "ten" });
  same(card, card.find(({ event }) => event === "text").command);
  console.log(`site: ${n + 2} answers over ${games.length} games are those of the program`);
}

const type = (key, value) => run(`
  const input = document.querySelector('#controls [data-key="' + arguments[0] + '"] input[type=number], #controls input[data-key="' + arguments[0] + '"]');
  input.value = arguments[1];
  input.dispatchEvent(new Event("change", { bubbles: true }));`, key, value);
const settled = () => until("the last charts", "return !document.querySelector('.stale:not([hidden])') && /[0-9] points\\.|games\\./.test(document.querySelector('#state').textContent) && !/while you look/.test(document.querySelector('#state').textContent)");

const serve = (folder) => start("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder], /\((http:[^)]*)\)/);

/** A browser in which the engine cannot wait for results, and begins again when they are there. */
async function withoutWaiting() {
  cpSync(site, "old", { recursive: true });
  const script = readFileSync("old/worker.js", "utf8").replace(/^const canWait = .*/m, "const canWait = false;");
  assert.match(script, /^const canWait = false;/m);
  writeFileSync("old/worker.js", script);
  const [address] = await serve("old");
  await web("POST", "/url", { url: address });
  await until("the list of games", "return document.querySelectorAll('#games button').length === 6");
  const version = { config: "knife-fight", file: null, base: [], set: [["cards.ten.damage", "9"]], bots: ["random"], seed: 5, targets: [] };
  same(await ask({ ask: "download", version, games: 150_000, format: "csv" }), "undercard compare knife-fight --seed 5 --bots random --set-b cards.ten.damage=9 --games 150000 --precision 0.1pp");
}

/** A curve above a slider, each search and its stop, as with the server. */
async function searchesShow() {
  await click("#undo");
  const [command, said] = await until("a curve", "const drawn = document.querySelector('.dial .drawn'); return drawn && [drawn.title, drawn.nextElementSibling.textContent]");
  execFileSync(program, [...words(command).slice(1), "--out", "swept", "--quiet"], { stdio: "ignore" });
  const [head, ...rows] = readFileSync("swept/sweep/sweep.csv", "utf8").trim().split("\n").map((row) => row.split(",")), at = (name) => head.indexOf(name);
  const own = rows.filter((row) => row[at("figure")] === "win_rates/side/black");
  const [first, last] = [own[0], own.at(-1)].map((row) => `${(100 * row[at("value")]).toFixed(1)} % at ${Number(row[at("number_1")])}`);
  assert.equal(said, `Black wins: ${first} … ${last}`);
  for (const [search, pattern] of [["exploit", "So far: .*best of \\d+ exploiters?"], ["panel", "So far: 1 of \\d+ bots"]]) {
    await click(`#${search}`);
    await until(`the first finding of ${search}`, "return new RegExp(arguments[0]).test(document.querySelector('#finding')?.textContent)", pattern);
    await run("document.querySelector('#stop').checkVisibility() && document.querySelector('#stop').click()");
    await until(`the end of ${search}`, "return document.querySelector('#stop').hidden && document.querySelector('#more-body pre')");
  }
}

/** A game of one's own starts from a duel, has its errors at their lines, and stays in the page when it is saved. */
async function startsOwn() {
  await click("#home");
  await run("document.querySelectorAll('#games button')[5].click()");
  await until("the duel", "return /my-duel.toml/.test(document.querySelector('#what').textContent) && document.querySelectorAll('.tile').length === 4");
  const write = (from, to) => run("const text = document.querySelector('#rules-text'); text.value = text.value.replace(arguments[0], arguments[1]); text.dispatchEvent(new Event('input'))", from, to);
  await write("foe health\"", "foe healht\"");
  await until("the error", "return /^Line 12 .*healht/.test(document.querySelector('#rules-errors').textContent)");
  await write("healht", "health");
  await write("damage = 3", "damage = 4");
  await until("no errors", "return /^No errors/.test(document.querySelector('#rules-state').textContent)");
  await click("#rules-save");
  await until("the saved rules", "return /^Saved/.test(document.querySelector('#rules-state').textContent) && document.querySelector('#faces input[data-key=\"cards.hook.damage\"]')?.value === '4'");
  // Nobody is known to lead in it, so it has no comebacks.
  await click("#story");
  await until("the other games", "return document.querySelector('[aria-label=\"Other games\"]')");
  assert.deepEqual(await run("return [...document.querySelectorAll('[aria-label=\"Other games\"] button')].map((button) => button.textContent)"), ["Another game", "An upset", "The longest game"]);
  // Without a replacement, its cards have no worths, but their numbers.
  await run("const text = document.querySelector('#rules-text'); text.value = text.value.replace(/^(replacement = .*|\\[cards.stumble\\])\\n/gm, ''); text.dispatchEvent(new Event('input'))");
  await until("no errors again", "return /^No errors/.test(document.querySelector('#rules-state').textContent)");
  await click("#rules-save");
  await until("cards without worths", "return /^No card can be left out/.test(document.querySelector('#faces-note').textContent) && document.querySelector('#faces input[data-key=\"cards.hook.damage\"]')?.value === '4' && !document.querySelector('#faces .worth')?.checkVisibility()");
  await look("own");
}

/** Characters are paired by menus, and the answer is about the pair; a link to it can be copied. */
async function pairsCharacters() {
  await click("#home");
  await run("[...document.querySelectorAll('#games button')].find(({ textContent }) => /TAUNT/.test(textContent)).click()");
  await until("the characters", "return document.querySelectorAll('#fighters select').length === 2 && document.querySelectorAll('#wins caption').length === 2");
  assert.deepEqual(await run("return [...document.querySelectorAll('#wins caption')].map(({ textContent }) => textContent)"), ["Win shares by character", "Win shares by seat"]);
  for (const [seat, id] of ["teabot", "mooshmere"].entries()) await run("const menu = document.querySelectorAll('#fighters select')[arguments[0]]; menu.value = arguments[1]; menu.dispatchEvent(new Event('change'))", seat, id);
  await until("the pair", "return /^Uneven: TeaBot wins [0-9.]+ % of games, Mooshmere/.test(document.querySelector('#headline .measured:not(.stale)')?.textContent)");
  assert.match(await read("#command"), /^undercard run taunt --set 'setup\.fighters=\["teabot", "mooshmere"\]'/);
  await run("[...document.querySelectorAll('#save-form button')].at(-1).click()");
  assert.equal(await read("#links code"), await run("return location.href"));
  assert.deepEqual(await run("return [...document.querySelectorAll('#downloads button')].map(({ textContent }) => textContent)"), ["Page", "CSV", "JSON", "Markdown", "House rules"]);
  await look("pair");
}

/** Presses a key as a person does. */
async function key(name, code) {
  for (const type of ["keyDown", "keyUp"]) await cdp("Input.dispatchKeyEvent", { type, key: name, code: name, windowsVirtualKeyCode: code, text: type === "keyDown" && name === "Enter" ? "\r" : undefined });
}
/** Goes on with Tab to an element; each stop on the way can be seen. */
async function tabTo(selector) {
  for (let nth = 0; nth < 80; nth++) {
    await key("Tab", 9);
    const [isThere, isSeen, what] = await run("const at = document.activeElement; return [at.matches(arguments[0]), at === document.body || getComputedStyle(at).outlineStyle !== 'none' || at.matches('.skip'), at.outerHTML.slice(0, 100)]", selector);
    assert.ok(isSeen, what);
    if (isThere) return;
  }
  assert.fail(`no way to ${selector} by Tab`);
}

/** A game is chosen, the tour skipped, a card changed and a game shown without a mouse. */
async function byKeyboard(address) {
  await web("POST", "/url", { url: "about:blank" });
  await web("POST", "/url", { url: address });
  await run("localStorage.clear(); sessionStorage.clear()");
  await web("POST", "/refresh", {});
  await until("the games", "return document.querySelectorAll('#games button').length === 6");
  await tabTo("#games button");
  await key("Enter", 13);
  await until("the tour", "return document.querySelector('#tour[open]') && document.activeElement.closest('#tour')");
  await key("Escape", 27);
  await until("the end of the tour", "return !document.querySelector('#tour').open && document.querySelector('#faces input')");
  await run("document.querySelector('#answer').focus()");
  await tabTo("#faces input[data-key='cards.ten.damage']");
  await cdp("Input.insertText", { text: "9" });
  await key("Enter", 13);
  await until("the changed card", "return /cards.ten.damage=9/.test(document.querySelector('#command').textContent)");
  await run("document.querySelector('#home').focus()");
  await tabTo("#story");
  await key("Enter", 13);
  await until("the game", "return document.querySelector('.replay')");
  await tabTo(".replay");
  await key("ArrowRight", 39);
  await until("the next step", "return /step 2 of/.test(document.querySelector('.stepper .note').textContent)");
}

/** A page whose scripts find another browser; returns what takes that back. */
async function pretending(source) {
  const { identifier } = await cdp("Page.addScriptToEvaluateOnNewDocument", { source });
  return () => cdp("Page.removeScriptToEvaluateOnNewDocument", { identifier });
}

/** An old browser is told what is missing; one that keeps nothing, has little memory or lets the page sleep has the same figures. */
async function poorBrowsers() {
  const [address] = await serve(site);
  const opened = async (hash = "") => {
    await web("POST", "/url", { url: "about:blank" });
    await web("POST", "/url", { url: `${address}${hash}` });
  };
  let undo = await pretending("delete Promise.withResolvers");
  await opened();
  await until("what is missing", "return /too old for this page: it lacks JavaScript of 2024/.test(document.querySelector('#news').textContent)");
  await web("POST", "/se/log", { type: "browser" });
  await undo();
  const hash = "#knife-fight?set=cards.ten.damage%3D9&by=0.0.0";
  // In a private window, nothing is kept; a small machine has one worker, which can be stopped, too.
  undo = await pretending(`
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });
    Object.defineProperty(Navigator.prototype, "deviceMemory", { get: () => 0.5 });`);
  await opened(hash);
  await until("the figures of one worker", "return document.querySelector('#headline .measured') && document.querySelector('#lengths svg')");
  assert.match(await read("footer"), /Games are played by 1 worker of/);
  assert.match(await read("#news"), /This link was made with Undercard 0\.0\.0/);
  await run("const menu = document.querySelector('#games-most'); menu.value = '20000'; menu.dispatchEvent(new Event('change'))");
  await settled();
  const headline = await read("#headline");
  await click("#exploit");
  await until("the first finding", "return document.querySelector('#finding')");
  await click("#stop");
  await until("the end", "return document.querySelector('#stop').hidden && document.querySelector('#more-body pre')");
  await undo();
  // A tab that sleeps goes on when it wakes up.
  await opened(hash);
  await until("the first figures", "return document.querySelector('#headline .measured')");
  await cdp("Page.setWebLifecycleState", { state: "frozen" });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await cdp("Page.setWebLifecycleState", { state: "active" });
  await run("const menu = document.querySelector('#games-most'); menu.value = '20000'; menu.dispatchEvent(new Event('change'))");
  await settled();
  assert.equal(await read("#headline"), headline);
}

async function test() {
  const [address, server] = await serve(site);
  await openBrowser();
  await web("POST", "/url", { url: address });
  await until("the list of games", "return document.querySelectorAll('#games button').length === 6");
  await sameFigures();
  await look("start");

  // A change has the figures of the command line, and the digest of its games.
  await click("#games button");
  await until("the controls", "return document.querySelectorAll('#controls input').length > 20");
  await run("const menu = document.querySelector('#games-most'); menu.value = '20000'; menu.dispatchEvent(new Event('change'))");
  await type("cards.ten.damage", "9");
  await settled();
  const [, ...args] = words(await read("#command"));
  const printed = execFileSync(program, [...args, "--out", "out", "--force"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  assert.equal(await read("#text"), printed);
  const [, ...ofCharts] = words(await read("#charts-commands code"));
  execFileSync(program, [...ofCharts, "--out", "charts", "--quiet"]);
  assert.equal(await read("#digest"), JSON.parse(readFileSync("charts/run/result.json", "utf8")).configs[0].games_digest);
  await look("changed");

  // A link opens the same version, and its figures.
  const link = await run("return location.href"), headline = await read("#headline");
  assert.match(link, /#knife-fight\?set=cards\.ten\.damage%3D9&by=/);
  await web("POST", "/url", { url: "about:blank" });
  await web("POST", "/url", { url: address });
  await run("localStorage.clear(); sessionStorage.clear()");
  await web("POST", "/url", { url: "about:blank" });
  await web("POST", "/url", { url: link });
  await until("the controls of the link", "return document.querySelectorAll('#controls input').length > 20");
  await run("const menu = document.querySelector('#games-most'); menu.value = '20000'; menu.dispatchEvent(new Event('change'))");
  await settled();
  assert.equal(await read("#headline"), headline);

  // A worker that dies is started again, and the figures are the same.
  await run(`
    const post = Worker.prototype.postMessage;
    window.workers = [];
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.question) window.workers.push(this);
      return post.call(this, message, ...rest);
    };`);
  await click("#undo");
  await click("#redo");
  await until("workers", "return window.workers.length >= 2");
  await run("const last = window.workers.at(-1); last.terminate(); last.dispatchEvent(new ErrorEvent('error', { message: 'killed' }))");
  await settled();
  assert.equal(await read("#headline"), headline);

  // A search can be stopped, and keeps what it has found.
  await click("#sensitivity");
  await until("the search", "return document.querySelector('#search-start')");
  await click("#search-start");
  await until("the progress", "return /[1-9] % of the games/.test(document.querySelector('#more-body').textContent)");
  await click("#stop");
  await until("what was found", "return /Stopped after \\d+ %/.test(document.querySelector('#more-body').textContent) && document.querySelector('#more-body pre')");

  await searchesShow();

  // A log of played games is read here and played by all workers, and has the answer of the program.
  const log = `Sieger,Runden\n${Array.from({ length: 25 }, (_, nth) => `${["black", "red", "draw"][nth % 3]},${6 + nth % 4}`).join("\n")}\n`;
  writeFileSync("evenings.csv", log);
  await run("const dataTransfer = new DataTransfer(); dataTransfer.items.add(new File([arguments[0]], 'evenings.csv')); window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))", log);
  await until("the columns of the log", "return document.querySelector('#file-go')");
  await click("#file-go");
  await until("the answer of the log", "return /^25 games: /.test(document.querySelector('#more-body .headline')?.textContent) && [...document.querySelectorAll('#more-body a')].some(({ download }) => download === 'players.toml')");
  const [, ...ofLog] = words(await read("#more-body .command code"));
  const answer = JSON.parse(execFileSync(program, [...ofLog, "--format", "json", "--quiet"], { encoding: "utf8" })).conclusion;
  assert.deepEqual(await run("return [...document.querySelectorAll('#more-body .headline')].map((line) => line.textContent)"), answer);

  // Files of the person are opened and saved.
  await click("#home");
  await run("const input = document.querySelector('#open-files'), data = new DataTransfer(); data.items.add(new File([arguments[0]], 'own.toml')); input.files = data.files; input.dispatchEvent(new Event('change'))", readFileSync("own.toml", "utf8"));
  await until("the file", "return /own.toml/.test(document.querySelector('#what').textContent) && document.querySelector('[data-key=\"cards.ten.damage\"]')");
  await type("cards.ten.damage", "8");
  await settled();
  await run("document.querySelector('#save-name').value = 'mine'");
  await click("#save-form button");
  await until("the saved file", "return /Saved as mine.toml/.test(document.querySelector('#news').textContent)");
  await run("[...document.querySelectorAll('#news button')].find((button) => button.textContent === 'Open it').click()");
  await until("the saved version", "return /mine.toml/.test(document.querySelector('#what').textContent) && document.querySelector('[data-key=\"cards.ten.damage\"]')?.value === '8'");
  // A game against the bots.
  await click("#play");
  await until("the form", "return document.querySelector('#deal')");
  await click("#deal");
  await until("the first move", "return document.querySelector('#more-body .menu button')");
  await look("play");

  await startsOwn();
  await pairsCharacters();
  await byKeyboard(address);

  // Without a network.
  await until("the kept files", "return navigator.serviceWorker.controller !== null");
  server.removeAllListeners("exit");
  server.kill();
  await web("POST", "/url", { url: "about:blank" });
  await web("POST", "/url", { url: link });
  await until("the figures without a network", "return document.querySelector('#headline .measured') && document.querySelector('#lengths svg')");

  await withoutWaiting();
  await poorBrowsers();
  const errors = (await web("POST", "/se/log", { type: "browser" })).filter(({ level }) => level === "SEVERE");
  assert.deepEqual(errors.map(({ message }) => message), []);
  console.log("site: links, files, searches and a dead worker; accessible; works without a network");
}

const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Seconds that one worker of the page takes to play these games. */
const played = (config, games) => web("POST", "/execute/async", { args: [config, games], script: `
  const [config, games, done] = arguments;
  const question = { ask: "download", version: { config, file: null, base: [], set: [], bots: [], seed: 1, targets: [] }, games, format: "json" };
  const start = () => { window.own.postMessage({ question: JSON.stringify(question), shard: null, own: [], known: [], said: 0, isQuiet: true }); return performance.now(); };
  (async () => {
    if (!window.own) {
      window.own = new Worker("worker.js", { type: "module" });
      window.own.postMessage({ module: await WebAssembly.compileStreaming(fetch("engine.wasm")) });
    }
    const before = start();
    window.own.onmessage = ({ data }) => done(data.done ? (performance.now() - before) / 1000 : String(data.fault));
  })();` });

/** Seconds that one thread of the program takes. */
function native(config, games) {
  const before = process.hrtime.bigint();
  execFileSync(program, ["run", config, "--games", String(games), "--threads", "1", "--seed", "1", "--format", "json"], { stdio: "ignore" });
  return Number(process.hrtime.bigint() - before) / 1e9;
}

/** What the page takes: medians of alternating runs. */
async function bench() {
  const [address] = await serve(site);
  await openBrowser();
  await cdp("Page.addScriptToEvaluateOnNewDocument", { source: "const look = setInterval(() => { if (document.querySelector('#lengths svg')) { window.first = performance.now(); clearInterval(look); } }, 2);" });
  await web("POST", "/url", { url: `${address}#knife-fight` });
  console.log(`first figure of Knife Fight after a cold load: ${Math.round(await until("the first figure", "return window.first"))} ms`);
  await until("the last charts", "return / 100000 /.test(document.querySelector('#charts-commands').textContent)");
  const changes = [];
  for (let nth = 0; nth < 9; nth++) {
    changes.push(await web("POST", "/execute/async", { args: [String(11 + nth)], script: `
      const [value, done] = arguments, input = document.querySelector('#controls [data-key="cards.ten.damage"] input[type=number], #controls input[data-key="cards.ten.damage"]');
      const before = performance.now(), box = document.querySelector("#headline");
      const watch = new MutationObserver(() => {
        if (!box.querySelector(".measured:not(.stale)")) return;
        watch.disconnect();
        done(performance.now() - before);
      });
      watch.observe(box, { childList: true, subtree: true });
      input.value = value;
      input.dispatchEvent(new Event("change", { bubbles: true }));` }));
    await settled();
  }
  console.log(`first figure after a change: ${Math.round(median(changes))} ms`);
  for (const [config, games] of [["knife-fight", 100_000], ["stupid-fight", 50_000], ["taunt", 20_000], ["fight", 20_000], ["stabby-jack", 20_000]]) {
    const times = [[], []];
    for (let nth = 0; nth < 5; nth++) for (const [side, play] of [played, native].entries()) times[side].push((await play(config, games)) - (await play(config, 1)));
    const [here, there] = times.map((all) => games / median(all));
    console.log(`${config}: ${Math.round(here)} games per second in one worker, ${Math.round(there)} on one thread of the program: ${(here / there).toFixed(2)}`);
  }
}

await finish("site", pictures === "bench" ? bench : test, pictures === "bench" ? "" : pictures);
