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

  // Without a network.
  await until("the kept files", "return navigator.serviceWorker.controller !== null");
  server.removeAllListeners("exit");
  server.kill();
  await web("POST", "/url", { url: "about:blank" });
  await web("POST", "/url", { url: link });
  await until("the figures without a network", "return document.querySelector('#headline .measured') && document.querySelector('#lengths svg')");

  await withoutWaiting();
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
