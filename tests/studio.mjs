// Drives Chromium for tests/studio.sh: node studio.mjs PROGRAM AXE [PICTURES]
import { spawnSync, execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import assert from "node:assert/strict";
import { cdp, click, finish, look as lookAt, openBrowser, read, run, sleep, start, until, web } from "./browser.mjs";

const [program, axeFile, pictures] = process.argv.slice(2);
const long = `${"w".repeat(200)}.toml`;
const controls = () => until("the controls", "return document.querySelector('#controls input')");
const type = (key, value) => controls().then(() => run(`
  const input = document.querySelector('#controls [data-key="' + arguments[0] + '"] input[type=number], #controls input[data-key="' + arguments[0] + '"]');
  input.focus();
  input.value = arguments[1];
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  input.blur();`, key, value));
const paste = (key, text) => run(`
  const input = document.querySelector('#controls input[data-key="' + arguments[0] + '"]'), clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", arguments[1]);
  input.focus();
  input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));`, key, text);
const press = (key, shiftKey) => run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], shiftKey: arguments[1], bubbles: true, cancelable: true }))", key, shiftKey);
const tried = async () => Number((await read("#state")).match(/([\d,]+) settings? tried/)?.[1].replace(",", "") ?? 0);
/** A change is asked in the next frame. */
const frames = () => web("POST", "/execute/async", { args: [], script: "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))" });
const settled = () => frames().then(() => until("the last charts", `return !document.querySelector('.stale:not([hidden])') && /\\.$|games\\./.test(document.querySelector('#state').textContent) && !/Measuring|Updating/.test(document.querySelector('#headline').textContent) && !/while you look/.test(document.querySelector('#state').textContent)`));

const look = (name) => lookAt(name, axeFile, pictures);

/** Tables of the person: a log of played games and cards, dropped on the page, with columns of their own. */
async function tables(address) {
  await web("POST", "/url", { url: "about:blank" });
  await web("POST", "/url", { url: `${address}#knife-fight` });
  await until("the game", "return / knife-fight /.test(document.querySelector('#command')?.textContent) && document.querySelector('#lengths svg')");
  const drop = (name, content) => run("const dataTransfer = new DataTransfer(); dataTransfer.items.add(new File([arguments[1]], arguments[0])); window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))", name, content);
  const games = Array.from({ length: 25 }, (_, nth) => `Ann; Ben,${["Ann", "Ben", "draw"][nth % 3]},${6 + nth % 4}`);
  const log = `Spieler,Sieger,Runden\n${games.join("\n")}\n`;
  await drop("evenings.csv", log);
  await until("the columns", "return document.querySelector('#file-go') && document.querySelector('input[name=file-kind]:checked').value === 'log'");
  // Usual titles are proposed, and say so.
  const menus = "Object.fromEntries([...document.querySelectorAll('#more-body select')].map((menu) => [document.querySelector('label[for=' + menu.id + ']').textContent, menu.value]))";
  const chosen = await run(`return ${menus}`);
  assert.deepEqual([chosen["winner (proposed)"], chosen["players (proposed)"], chosen["length (proposed)"]], ["Sieger", "Spieler", "Runden"]);
  await look("columns");
  await click("#file-go");
  await until("the answer", "return /^25 games: /.test(document.querySelector('#more-body .headline')?.textContent) && [...document.querySelectorAll('#more-body a')].some(({ download }) => download === 'players.toml')");
  // It is that of the command on the page, word by word.
  writeFileSync("evenings.csv", log);
  const command = await read("#more-body .command code");
  assert.match(command, /^undercard playtest evenings.csv --columns '[^']*winner=Sieger[^']*' knife-fight/);
  const printed = execFileSync("sh", ["-c", `${command.replace("undercard", program)} --quiet --format json`], { encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
  assert.deepEqual(await run("return [...document.querySelectorAll('#more-body .headline')].map((line) => line.textContent)"), JSON.parse(printed).conclusion);
  const files = await run("return [...document.querySelectorAll('#more-body a')].map(({ download }) => download)");
  for (const file of ["playtest.csv", "playtest.html", "playtest.xlsx", "playtest.json", "players.toml"]) assert.ok(files.includes(file), `${file} of ${files}`);
  await look("playtest");
  // Cards with titles of their own.
  await drop("deck.csv", "Karte,Schaden\nTen,8\n");
  await until("the other columns", "return document.querySelector('#more-title').textContent === 'deck.csv'");
  await run("document.querySelector('input[name=file-kind][value=cards]').click()");
  const set = (name, title) => run("const label = [...document.querySelectorAll('#more-body label')].find((label) => label.textContent.replace(' (proposed)', '') === arguments[0]); document.getElementById(label.htmlFor).value = arguments[1]", name, title);
  await set("id", "Karte");
  await set("damage", "Schaden");
  await click("#file-go");
  await until("the changed card", "return /--set(-b)? cards\\.ten\\.damage=8/.test(document.querySelector('#command')?.textContent)");
  assert.match(await read("#more-body"), /^1 setting is changed as in deck.csv/);
  await drop("deck.csv", "Karte,Schaden\nTen,many\n");
  await until("the columns again", "return document.querySelector('#file-go')");
  await run("document.querySelector('input[name=file-kind][value=cards]').click()");
  await set("id", "Karte");
  await set("damage", "Schaden");
  await click("#file-go");
  await until("the error with its cell", "return /deck.csv:2.*many/.test(document.querySelector('#file-fault').textContent)");
  await drop("picture.png", "…");
  await until("what is no table", "return /picture.png is no table/.test(document.querySelector('#news').textContent)");
  await click("#undo");
}

/** A game in progress is kept while something else is shown, over a reload, and until another is dealt. */
async function keepsGame() {
  const first = "return /\\(1\\)/.test(document.querySelector('#more-body')?.textContent.match(/Your moves so far .*/)?.[0]) && document.querySelector('#more-body .menu button')";
  await run("document.querySelector('#more-body .menu button').click()");
  await until("the first move", first);
  await click("#story");
  await until("the story instead", "return document.querySelector('#more-body .chart')");
  assert.ok(await run("return document.querySelector('#more-body .command button')"), "the command can be copied");
  assert.equal(await read("#play"), "Go on with your game");
  await web("POST", "/refresh", {});
  await until("the kept game", "return /kept \\(1 move\\)/.test(document.querySelector('#news').textContent)");
  await run("document.querySelector('#news button').click()");
  await until("the game after the reload", first);
  await run("[...document.querySelectorAll('#more-body button')].find((button) => button.textContent === 'Begin another game').click()");
  await until("the form", "return document.querySelector('#deal')?.textContent === 'Give up your game and deal'");
  await run("document.querySelector('#deal + button').click()");
  await until("the game again", first);
}

/** The tour on first use has five steps, and stays away when it was taken. */
async function takesTour() {
  await until("the tour", "return document.querySelector('#tour[open] button')");
  await look("tour");
  const titles = [];
  for (let step = 0; step < 5; step++) {
    titles.push(await read("#tour h2"));
    assert.ok(await run("return document.querySelector('.toured').checkVisibility() && document.activeElement.closest('#tour') !== null"), titles.at(-1));
    await click("#tour button");
  }
  assert.equal(new Set(titles).size, 5);
  assert.ok(await run("return !document.querySelector('#tour').open && !document.querySelector('.toured')"));
}

const tiles = () => run("return [...document.querySelectorAll('.tile')].map((tile) => Object.fromEntries(['title', 'value', 'verdict', 'interval'].map((part) => [part, tile.querySelector('.' + part).textContent])))");
const faces = () => run("return [...document.querySelectorAll('#faces .face')].map((face) => [face.querySelector('.name').textContent, Number(face.querySelector('.amount b').textContent)])");

/** Before any change: four tiles with a number, a word and an interval; cards in the order of their worths; curves at the dials. */
async function showsAnswer() {
  await until("the tile of the cards", "return document.querySelectorAll('.tile').length === 4");
  const shown = await tiles();
  assert.deepEqual(shown.map(({ title }) => title), ["Who wins", "Strongest and weakest card", "How long", "How it ends"]);
  for (const { value, verdict, interval } of shown) assert.ok(/\d/.test(value) && verdict && /\d to /.test(interval), `${value} ${verdict} ${interval}`);
  // The sentences are those of the program.
  await until("the last games", "return document.querySelector('.n-games').textContent === '20,000 games.'");
  const sentences = execFileSync(program, ["run", "knife-fight", "--games", "20000", "--out", "printed"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  for (const sentence of await run("return [...document.querySelectorAll('#headline p')].map((one) => one.textContent)")) assert.ok(sentences.replace(/\s+/g, " ").includes(sentence), sentence);
  // A tile opens its details.
  assert.ok(await run("return !document.querySelector('#part-lengths').open"));
  await click("[data-about=lengths]");
  assert.ok(await run("return document.querySelector('#part-lengths').open && document.querySelector('#lengths svg').checkVisibility()"));
  const worths = await faces();
  assert.equal(worths.length, 14);
  assert.deepEqual(worths.map(([, worth]) => worth), worths.map(([, worth]) => worth).toSorted((one, other) => other - one));
  assert.ok(await run("return [...document.querySelectorAll('#faces .bar-of')].every((bar) => bar.querySelector('rect'))"));
  // The command beside the cards prints their worths.
  await until("the last worths", "return !document.querySelector('#faces.older') && document.querySelector('#cards-commands code')");
  // A curve belongs to the setting: its ends are those of the sweep.
  const drawn = await until("a curve", "const drawn = document.querySelector('.dial .drawn'); return drawn && [drawn.title, drawn.nextElementSibling.textContent]");
  const [, ...args] = drawn[0].split(" ");
  execFileSync(program, [...args, "--out", "swept", "--quiet"], { stdio: "ignore" });
  const rows = readFileSync("swept/sweep/sweep.csv", "utf8").trim().split("\n").map((row) => row.split(","));
  const [head, ...body] = rows, at = (name) => head.indexOf(name);
  const own = body.filter((row) => row[at("figure")] === "win_rates/side/black");
  const [first, last] = [own[0], own.at(-1)].map((row) => `${(100 * row[at("value")]).toFixed(1)} % at ${Number(row[at("number_1")])}`);
  assert.equal(drawn[1], `Black wins: ${first} … ${last}`);
  // Results come before settings on a phone, and beside them in a wide window.
  for (const [width, isBelow] of [[360, true], [1600, false]]) {
    await cdp("Emulation.setDeviceMetricsOverride", { width, height: 1000, deviceScaleFactor: 1, mobile: false });
    const [answer, settings] = await run("scrollTo(0, 0); return ['#part-wins', '#turn'].map((part) => document.querySelector(part).getBoundingClientRect().top)");
    assert.equal(settings > answer, isBelow, `${width} pixels`);
  }
  await cdp("Emulation.clearDeviceMetricsOverride", {});
  // A search finds names before meanings.
  const search = (words) => run("const find = document.querySelector('#find'); find.value = arguments[0]; find.dispatchEvent(new Event('input')); return document.querySelector('#found').textContent", words);
  assert.match(await search("bleed divisor"), /^1 setting by name\.$/);
  assert.match(await search("handicap"), /^2 settings by meaning\.$/);
  assert.equal(await search(""), "");
}

/** A change: each tile shows before and now, and the changed card is in the headline with its worths and its rank. */
async function showsChange() {
  await until("the changed card", "return /^Ten: worth \\S+ → \\S+, now .* of 14; /.test(document.querySelector('#headline .headline').textContent)");
  // It is the figure of its face.
  assert.equal(await read("#faces [data-id=ten] .amount b"), (await read("#headline .headline")).match(/→ ([^,]+),/)[1]);
  assert.ok((await tiles()).some(({ value }) => /→/.test(value)));
  assert.ok(await run("return document.querySelector('#headline .full p') !== null"));
  // A number is edited on its card, which keeps its place until the focus leaves the cards.
  await run(`const input = document.querySelector('#faces input[data-key="cards.nine.damage"]');
    input.focus();
    input.value = "30";
    input.dispatchEvent(new Event("change", { bubbles: true }));`);
  await until("the change of the card", "return /--set-b cards.nine.damage=30/.test(document.querySelector('#command').textContent)");
  await settled();
  assert.deepEqual(await run("return [...document.querySelectorAll('#faces .changed input')].map(({ dataset }) => dataset.key).sort()"), ["cards.nine.damage", "cards.ten.damage"]);
  await run("document.activeElement.blur()");
  const worths = await faces();
  assert.deepEqual(worths.map(([, worth]) => worth), worths.map(([, worth]) => worth).toSorted((one, other) => other - one));
  // The spreadsheet is one click away.
  await click("#as-sheet");
  assert.ok(await run("return document.activeElement.matches('.sheet input') && document.activeElement.checkVisibility()"));
  await click("#undo");
  await settled();
}

/** A game of one's own starts from a duel, and its rules have their errors at their lines. */
async function startsOwn() {
  await run("document.querySelectorAll('#games button')[5].click()");
  await until("the duel", "return /my-duel.toml/.test(document.querySelector('#what').textContent) && document.querySelectorAll('.tile').length === 4");
  // No heading is empty.
  assert.deepEqual(await run("return [...document.querySelectorAll('#controls .group')].filter((group) => group.querySelectorAll('.control, .sheet td').length === 0).map((group) => group.dataset.section)"), []);
  assert.ok(await run("return document.querySelectorAll('#controls .group').length < 9"));
  await look("own game");
  const write = (from, to) => run("const text = document.querySelector('#rules-text'); text.value = text.value.replace(arguments[0], arguments[1]); text.dispatchEvent(new Event('input'))", from, to);
  await write("foe health\"", "foe healht\"");
  await until("the error", "return document.querySelector('#rules-errors button')");
  assert.match(await read("#rules-errors"), /^Line 12 .*healht/);
  await look("own error");
  await click("#rules-errors button");
  assert.match(await run("const text = document.querySelector('#rules-text'); return text.value.slice(text.selectionStart, text.selectionEnd)"), /healht/);
  await write("healht", "health");
  await write("damage = 3", "damage = 4");
  await until("no errors", "return /^No errors/.test(document.querySelector('#rules-state').textContent)");
  await click("#rules-save");
  await until("the saved rules", "return /^Saved/.test(document.querySelector('#rules-state').textContent) && document.querySelector('#faces input[data-key=\"cards.hook.damage\"]')?.value === '4'");
  assert.match(readFileSync("my-duel.toml", "utf8"), /damage = 4/);
  rmSync("my-duel.toml");
}

/** Each search says something before its end, and keeps it when it is stopped. */
async function searchesShow() {
  for (const [search, pattern] of [["exploit", "So far: .*best of \\d+ exploiters?"], ["panel", "So far: 1 of \\d+ bots"]]) {
    await click(`#${search}`);
    await until(`the first finding of ${search}`, "return new RegExp(arguments[0]).test(document.querySelector('#finding')?.textContent)", pattern);
    await look(search);
    await run("document.querySelector('#stop').checkVisibility() && document.querySelector('#stop').click()");
    await until(`the end of ${search}`, "return document.querySelector('#stop').hidden && document.querySelector('#more-body pre')");
  }
}

async function test() {
  const [address, studio] = await start(program, ["studio", "--no-open", "--port", "0"], /^http:.*\/$/);
  await openBrowser();
  await web("POST", "/url", { url: address });

  await until("the list of games", "return document.querySelectorAll('#games button svg').length === 6");
  assert.deepEqual(await run("return [...document.querySelectorAll('#files button')].map((button) => button.textContent)"), ['<img src=x onerror=document.title="hacked">.toml (knife-fight)', "a\\u{202e}b.toml (knife-fight)", "own.toml (knife-fight)", "targets.toml (knife-fight)", `${long} (taunt)`]);
  assert.match(await read("#files .fault"), /^torn\.toml:2/);
  await look("start");

  // A change has the figures of the command line.
  await click("#games button");
  await until("the controls", "return document.querySelectorAll('#controls input').length > 20");
  await takesTour();
  await run("const menu = document.querySelector('#games-most'); menu.value = '20000'; menu.dispatchEvent(new Event('change'))");
  await until("the charts", "return document.querySelector('#lengths svg') && !document.querySelector('.stale:not([hidden])')");
  await look("printed");
  await showsAnswer();
  await type("cards.ten.damage", "9");
  await settled();
  assert.match(await read("#state"), / 1 setting tried since the baseline\.$/);
  await look("changed");
  await showsChange();
  // No table of the answer is cut off at the width of a notebook, and a phone has sliders.
  await run("for (const part of document.querySelectorAll('#parts .part')) part.open = true");
  const narrow = (width) => cdp("Emulation.setDeviceMetricsOverride", { width, height: 1000, deviceScaleFactor: 1, mobile: false });
  await narrow(1400);
  assert.deepEqual(await run("return [...document.querySelectorAll('#answer .scroll:not(pre)')].filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.ariaLabel)"), []);
  await narrow(360);
  assert.ok(await run("return document.querySelector('[data-key=\"rules.max-rounds\"] input[type=range]').clientWidth > 250"));
  await cdp("Emulation.clearDeviceMetricsOverride", {});
  // A slider that is let go at its end goes on to greater numbers.
  assert.equal(await run(`const slider = document.querySelector('[data-key="rules.max-rounds"] input[type=range]');
    slider.value = slider.max;
    slider.dispatchEvent(new Event("input"));
    slider.dispatchEvent(new Event("change"));
    return slider.max`), "800");
  await click("#undo");
  await settled();
  const command = await run("return document.querySelector('#command').textContent");
  assert.match(command, /^undercard compare knife-fight --set-b cards\.ten\.damage=9 /);
  const printed = execFileSync(program, [...command.split(" ").slice(1), "--out", "out"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  assert.equal(await run("return document.querySelector('#text').textContent"), printed);
  // Only shares have charts, because they have one scale.
  assert.ok(await run("return [...document.querySelectorAll('#changes tbody tr:not([hidden])')].every((row) => [row.querySelector('svg'), !/no chart/.test(row.textContent)].every((has) => Boolean(has) === /points/.test(row.querySelector('.change').textContent)))"));

  // Who wins is first, then the length; the rows of the headline are the same for every value of a drag, and nothing below
  // the other figures moves. Text of charts can be read on a phone.
  const rows = () => run("return [...document.querySelectorAll('#changes tbody tr:not([hidden])')].map((row) => row.dataset.figure)");
  const figures = await rows();
  assert.match(figures[0], /^win_rates/);
  assert.ok(figures.indexOf("metrics/length-mean") > 0 && figures.indexOf("metrics/length-mean") < figures.indexOf("outcomes/draw"), String(figures));
  await run("document.querySelector('#changes-part details').open = true");
  const below = () => run("scrollTo(0, 0); return document.querySelector('#changes-note').getBoundingClientRect().top - document.querySelector('#changes').getBoundingClientRect().top");
  const place = await below();
  await type("cards.ten.damage", "30");
  await settled();
  assert.deepEqual(await rows(), figures);
  assert.ok(Math.abs(await below() - place) < 1, `${await below()} ${place}`);
  await click("#undo");
  await settled();
  await narrow(360);
  assert.ok(await run("return [...document.querySelectorAll('#answer svg text')].filter((text) => text.checkVisibility()).every((text) => Math.min(14, text.getBoundingClientRect().height) >= 10)"));
  assert.deepEqual(await run("return [...document.querySelectorAll('#answer .scroll:not(pre)')].filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.ariaLabel)"), [], "360 pixels");
  await cdp("Emulation.clearDeviceMetricsOverride", {});

  // The differences from the printed rules are in view wherever the page is scrolled to; on a phone as a line that opens.
  for (const width of [360, 1600]) {
    await narrow(width);
    await run("document.querySelector('#changed').open = false; scrollTo(0, document.body.scrollHeight)");
    await sleep(50);
    assert.ok(await run("const { top, bottom } = document.querySelector('#changed summary').getBoundingClientRect(); return top >= 0 && bottom < 60 && /1 setting/.test(document.querySelector('#changed summary').textContent)"), `${width} pixels`);
    await click("#changed summary");
    assert.ok(await run("return document.querySelector('#differences button').checkVisibility()"));
    await run("scrollTo(0, 0)");
  }
  await cdp("Emulation.clearDeviceMetricsOverride", {});
  // Pairs of figures from different numbers of games say so, and only those.
  assert.equal(await run("return document.querySelector('.n-games').textContent"), "20,000 games of each version.");
  // The printed value has a tick on its slider, and both versions have a command.
  assert.equal(await run("const slider = document.querySelector('[data-key=\"rules.max-rounds\"] input[type=range]'); return slider.list.options[0].value"), "200");
  assert.deepEqual(await run("return [...document.querySelectorAll('#charts-commands code')].map((code) => / --set cards.ten.damage=9 /.test(code.textContent))"), [true, false]);

  // A value outside of its range has the sentence of `lint`, and is marked.
  await type("cards.ten.damage", "1000");
  await until("the refused difference", "return /10 → 1000.*cannot be played/.test(document.querySelector('#differences').textContent)");
  await until("the error", "return /found 1000, expected/.test(document.querySelector('#controls .fault')?.textContent)");
  // What is still shown is said to be that of the version before, and there is no command for a version that is refused.
  assert.ok(await run("return !document.querySelector('#copy').checkVisibility() && document.querySelector('#changes.stale') && /earlier version/.test(document.querySelector('#state').textContent)"));
  assert.match(await read("#strip"), /cannot be played/);
  await look("fault");
  await click("#play");
  await until("why nobody can play", "return /found 1000/.test(document.querySelector('#more-body .fault')?.textContent)");
  await click("#undo");
  await settled();
  assert.ok(await run("return document.querySelector('#copy').checkVisibility()"));

  // A question of the side lets the answer go on.
  await run("const menu = document.querySelector('#games-most'); menu.value = '200000'; menu.dispatchEvent(new Event('change'))");
  await until("a first look", "return /while you look/.test(document.querySelector('#state').textContent)");
  await click("#story");
  await until("the story", "return document.querySelector('#more-body pre')");
  await until("its last chances", "return document.querySelector('#more-body svg.wide') && document.querySelector('#stop').hidden && /Each chance rests on \\d+ games/.test(document.querySelector('#more-body').textContent)");
  // Its chances are lines: a dot for each decision, and one at the end for each player.
  const story = await run("const chances = document.querySelector('#more-body pre').textContent.match(/\\[chances, /g).length; const chart = document.querySelector('#more-body svg.wide'); return [chances + 2, chart.querySelectorAll('.dot').length, chart.ariaLabel, [...document.querySelectorAll('#more-body .key li')].map((name) => name.textContent.trim()).join()]");
  assert.equal(story[0], story[1]);
  assert.match(story[2], /^Black: first \d+ ± \d+ % in round \d+, .* % at the end\. Red: /);
  assert.equal(story[3], "Black,Red");
  // Its settings and moves have names.
  assert.match(await read("#more-body pre"), /\nChanged from the printed rules: damage of Ten 10 → 9\n[^]*\n {4}\[Black: (Play|Follow with|Dress) [a-z]+, not [a-z]+/);
  // The game is a table. The arrow keys step through it, and each choice has its chance, its cost and the luck before it.
  const at = () => run("return document.querySelector('.stepper .note').textContent");
  assert.match(await at(), /^Round 1, step 1 of \d+$/);
  const keyed = (key) => run("const replay = document.querySelector('.replay'); replay.focus(); replay.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], bubbles: true, cancelable: true }))", key);
  await keyed("ArrowRight");
  await keyed("ArrowRight");
  assert.match(await at(), /step 3 of/);
  assert.match(await read(".moves-made"), /(Black|Red): (Play|Follow with|Dress) .*(±|<|>) ?\d+ %.*(better|measurably better).*Draws and other players' moves/);
  assert.ok(await run("return [...document.querySelectorAll('.tabletop [data-zone=Hand] .card')].length > 2 && !document.querySelector('.tabletop [data-zone=Hand] .back') && document.querySelectorAll('.tabletop .card.chosen').length > 0"), "all hands are open, and the chosen card is marked");
  assert.ok(await run("return document.querySelectorAll('.timeline svg.wide .now').length > 0"));
  assert.match(await read(".replay .headline"), /^((Deciding move|Largest change): Round \d+, (Black|Red): [a-z, ]+: from .+ points|No move decided the game.*)\.$/);
  await keyed("End");
  assert.match(await read(".replay .step"), /^The end/);
  assert.equal(await run("return document.activeElement.className"), "replay");
  await look("story");
  // A turning point leads to its step.
  await run("[...document.querySelectorAll('.replay [aria-label=\"Other games\"] button')].find((button) => button.textContent === 'A comeback').click()");
  await until("the comeback", "return /^A comeback$/.test(document.querySelector('#more-title').textContent) && document.querySelector('#stop').hidden && document.querySelector('.points button')");
  assert.match(await read("#more-body"), /The largest comeback of [\d,]+ games/);
  await run("document.querySelector('.points button').click()");
  assert.match(await read(".moves-made"), /Turning point\. Round \d+: [a-z, ]+: ([+−-]\d+ points|costs \d+ points)/);
  await look("turning point");
  await settled();
  await run("const menu = document.querySelector('#games-most'); menu.value = '20000'; menu.dispatchEvent(new Event('change'))");
  await settled();

  await searchesShow();
  await settled();
  // The number of games stays over a reload.
  await web("POST", "/refresh", {});
  await until("the controls again", "return document.querySelectorAll('#controls input').length > 20");
  assert.equal(await run("return document.querySelector('#games-most').value"), "20000");
  await settled();

  // Two errors are each at their own control, and that of the bots at theirs.
  await type("rules.max-rounds", "5000");
  await until("the first error", "return document.querySelector('[data-key=\"rules.max-rounds\"] input[type=number][aria-invalid]')");
  await run("document.querySelector('#setup').open = false; const bots = document.querySelector('#bots'); bots.value = 'nobody'; bots.dispatchEvent(new Event('change'))");
  await until("both errors", "return /nobody/.test(document.querySelector('#setup-fault').textContent) && document.querySelector('#bots[aria-invalid]')?.checkVisibility() && /found 5000/.test(document.querySelector('[data-key=\"rules.max-rounds\"] .fault')?.textContent)");
  assert.doesNotMatch(await read("#setup-fault"), /--bots/);
  await look("faults");
  await click("#undo");
  await click("#undo");
  await settled();
  assert.equal(await run("return document.querySelectorAll('[aria-invalid]').length"), 0);

  // Fields are checked before they are sent.
  await run("document.querySelector('#setup').open = true; const seed = document.querySelector('#seed'); seed.value = '9007199254740993'; seed.dispatchEvent(new Event('change'))");
  assert.match(await read("#setup-fault"), /^Seed: found 9007199254740993, expected a whole number from 0/);
  await run("const seed = document.querySelector('#seed'); seed.value = '-1'; seed.dispatchEvent(new Event('change'))");
  assert.match(await read("#setup-fault"), /found -1/);
  assert.doesNotMatch(await read("#news"), /has stopped/);
  await run("const seed = document.querySelector('#seed'); seed.value = ''; seed.dispatchEvent(new Event('change'))");
  await settled();
  assert.equal(await read("#setup-fault"), "");

  // A block from a spreadsheet: names of columns are skipped, every cell is written, and each error is shown.
  await run("document.querySelector('[data-section=cards]').open = true");
  await paste("cards.two.damage", "damage\r\n\"5\"\r\n1000\r\n2000\r\n");
  await until("the pasted block", "return document.querySelectorAll('#controls .fault').length === 2");
  assert.equal(await run("return document.activeElement.value"), "5");
  assert.equal(await run("return document.querySelectorAll('#controls td.wrong').length"), 2);
  assert.deepEqual(await run("return [...document.querySelectorAll('#controls td.wrong input')].map((input) => input.value)"), ["1000", "2000"]);
  await click("#undo");
  await settled();
  // Esc brings the content of a cell back.
  await run("const cell = document.querySelector('#controls input[data-key=\"cards.ace.damage\"]'); cell.focus(); cell.value = '77'; cell.dispatchEvent(new Event('input', { bubbles: true }))");
  await press("Escape", false);
  assert.equal(await run("return document.activeElement.value"), "1");
  await settled();
  assert.doesNotMatch(await read("#command"), /cards.ace/);

  // Delete takes a marked block back, in one step; so does emptying a cell. Other cells stay.
  const inSheet = (key) => run("return document.querySelector('#controls input[data-key=\"' + arguments[0] + '\"]').value", key);
  await paste("cards.two.damage", "7\n8\n9\n");
  await settled();
  await run("document.querySelector('#controls input[data-key=\"cards.two.damage\"]').focus()");
  await press("ArrowDown", true);
  await press("Delete", false);
  await until("the block as before", "return /cards.four.damage=9/.test(document.querySelector('#command').textContent) && !/cards.(two|three).damage/.test(document.querySelector('#command').textContent)");
  assert.deepEqual(await Promise.all(["cards.two.damage", "cards.three.damage", "cards.four.damage"].map(inSheet)), ["2", "3", "9"]);
  await click("#undo");
  await until("the block again", "return /two.damage=7.*three.damage=8/.test(document.querySelector('#command').textContent)");
  await type("cards.two.damage", "");
  await until("the emptied cell as before", "return !/two.damage/.test(document.querySelector('#command').textContent)");
  assert.equal(await inSheet("cards.two.damage"), "2");
  await click("#undo");
  await click("#undo");
  await settled();
  assert.equal(await run("return document.querySelector('#command').textContent"), command);
  await paste("cards.ace.damage", "3\t98765");
  await until("the surplus", "return /no cell for it.*98765/.test(document.querySelector('#news').textContent)");
  await click("#undo");
  await settled();
  // Names of columns and of entries say where values belong; a good paste takes back what was said of the one before.
  await paste("cards.ace.damage", "3\t98765");
  await until("the surplus again", "return /98765/.test(document.querySelector('#news').textContent)");
  await paste("cards.ace.damage", "Three\t31\nTwo\t21");
  await until("the named block", "return /three.damage=31/.test(document.querySelector('#command').textContent) && /two.damage=21/.test(document.querySelector('#command').textContent)");
  assert.doesNotMatch(await read("#news"), /Not pasted/);
  await click("#undo");
  await paste("cards.ace.damage", "id\tdamage\nfour\t41");
  // A column that is not known is named, and the others have their values.
  await paste("cards.ace.damage", "card\tcolour\tdamage\nfour\t7\t42");
  await until("the block with an unknown column", "return /four.damage=42/.test(document.querySelector('#command').textContent) && !/two.damage/.test(document.querySelector('#command').textContent) && /no column called “colour”/.test(document.querySelector('#news').textContent)");
  await click("#undo");
  await paste("cards.ace.damage", "id\tdamage\nfour\t41");
  await until("the block with a header", "return /four.damage=41/.test(document.querySelector('#command').textContent) && !/two.damage/.test(document.querySelector('#command').textContent)");
  await click("#undo");
  await click("#undo");
  await settled();
  assert.equal(await run("return document.querySelector('#command').textContent"), command);
  // Names that are not known have no values, and nothing is written by position; with or without tabs.
  const pasted = async (text, command, news) => {
    await paste("cards.five.damage", text);
    await until(`the pasted ${JSON.stringify(text)}`, "return new RegExp(arguments[0]).test(document.querySelector('#command').textContent) && !/(five|six).damage/.test(document.querySelector('#command').textContent) && new RegExp(arguments[1]).test(document.querySelector('#news').textContent)", command, news);
    if (command) await click("#undo");
  };
  await pasted("card\tdamage\nelven\t9\nfour\t8", "four.damage=8", "no card called “elven”");
  await pasted("elven\t9\nfour\t8", "four.damage=8", "no card called “elven”");
  await pasted("id;damage\nelven;9\nfour;8", "four.damage=8", "no card called “elven”");
  await pasted("foo\tbar\n1\t2", "", "no column called “foo”, “bar”");
  await pasted("1,000\n2,000", "", "neither tabs between its cells nor names");
  await pasted("table\tid\tdamage\ncards\tnine\t8\ncards\televen\t7", "nine.damage=8", "no entry called “eleven”");
  await pasted("table,id,damage\ncards,ten,9", "", "has these values already");
  await settled();
  assert.equal(await run("return document.querySelector('#command').textContent"), command);
  // A click on the chosen cell marks its content. The first Esc takes typing back, also with a marked block.
  assert.equal(await run(`const cell = document.querySelector('#controls input[data-key="cards.two.damage"]');
    cell.focus();
    cell.setSelectionRange(0, 0);
    cell.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true, button: 0, detail: 1 }));
    return cell.value.slice(cell.selectionStart, cell.selectionEnd)`), "2");
  await press("ArrowDown", true);
  await run("const cell = document.activeElement; cell.value = '5'; cell.dispatchEvent(new Event('input', { bubbles: true }))");
  await press("Escape", false);
  assert.equal(await run("return document.activeElement.value"), "2");
  await settled();
  await run("document.querySelector('#controls input[data-key=\"cards.two.damage\"]').focus()");
  await press("ArrowRight", true);
  await press("ArrowDown", true);
  assert.ok(await run("return document.querySelectorAll('#controls td.marked').length >= 2"));
  // A drag of the mouse marks a block, too.
  await press("Escape", false);
  await run(`const [from, to] = ["two", "four"].map((card) => document.querySelector('#controls input[data-key="cards.' + card + '.damage"]'));
    from.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true, button: 0, buttons: 1 }));
    to.dispatchEvent(new MouseEvent("mouseover", { bubbles: true, buttons: 1 }));`);
  assert.deepEqual(await run("return [...document.querySelectorAll('#controls td.marked input')].map((input) => input.dataset.key)"), ["cards.two.damage", "cards.three.damage", "cards.four.damage"]);
  assert.equal(await run("return document.querySelector('#command').textContent"), command);

  // A drag is one step, and one setting tried; another drag is another. Changes survive a reload.
  const before = await tried();
  const drag = (offset) => run(`const slider = document.querySelector('#controls input[type=range]');
    for (let nth = 0; nth < 60; nth++) { slider.value = Number(slider.min) + arguments[0] + nth % 5; slider.dispatchEvent(new Event('input')); }
    slider.dispatchEvent(new Event('change'));
    requestAnimationFrame(() => requestAnimationFrame(() => { slider.dataset.drawn = arguments[0]; }));`, offset)
    .then(() => until("the drag", "return document.querySelector('#controls input[type=range]').dataset.drawn === String(arguments[0])", offset)).then(settled);
  await drag(0);
  await drag(1);
  assert.equal(await tried(), before + 2);
  await click("#rebase");
  // The page says what the baseline is, where Reset leads, and leads back to the printed rules.
  await until("the baseline", "return /^Compared with your baseline, the printed rules with \\d+ changes?: damage of Ten 9/.test(document.querySelector('#against').textContent) && /Reset all to your baseline/.test(document.querySelector('#reset').textContent)");
  await until("the sentence of the baseline", "return /Nothing differs from your baseline/.test(document.querySelector('#state').textContent)");
  assert.ok(await run("return document.querySelector('#text').closest('details').hidden"), "no text without a comparison");
  await look("baseline");
  await click("#unbase");
  await until("the printed rules", "return /^Compared with the printed rules\\.$/.test(document.querySelector('#against').textContent) && /--set-b cards.ten.damage=9/.test(document.querySelector('#command').textContent)");
  await click("#undo");
  await run("const button = document.querySelector('#printed'); button.focus(); button.click()");
  await until("the printed values", "return /--set cards.ten.damage=9 .*--set-b cards.ten.damage=10/.test(document.querySelector('#command').textContent) && /nothing/.test(document.querySelector('#n-changed').textContent)");
  assert.equal(await run("return document.activeElement.id"), "undo");
  await click("#undo");
  await click("#undo");
  await settled();
  assert.equal(await tried(), before + 2, "the count after the baseline came back");
  assert.doesNotMatch(await read("#state"), /Judge/);
  await click("#undo");
  await click("#undo");
  await until("the undone drag", "return document.querySelector('#command').textContent === arguments[0]", command);
  await web("POST", "/refresh", {});
  await until("the reload", "return document.querySelector('#command')?.textContent.startsWith('undercard compare knife-fight --set-b cards.ten.damage=9')");

  // A card.
  await run("const menu = document.querySelector('#games-most'); menu.value = '20000'; menu.dispatchEvent(new Event('change'))");
  await settled();
  await click("#cards [data-card]");
  await until("the impact", "return document.querySelector('#more-body pre')");
  assert.match(await read("#more-body .bar button"), /^Show me a game that [A-Z][a-z]+ decided$/);
  // The columns of its table stay below each other on a phone.
  await narrow(360);
  assert.ok(await run("const rows = [...document.querySelectorAll('#more-body pre .columns')]; return rows.length > 1 && rows.every((row) => row.getClientRects().length === 1)"));
  await look("card");
  // The links of a file for each table are not at the top of the window.
  await click("[data-format=csv]");
  await until("the links", "return document.querySelectorAll('#links a').length > 2");
  assert.equal(await run("return document.querySelectorAll('#news a').length"), 0);

  // House rules.
  await run("document.querySelector('#save-name').value = 'mine'");
  await click("#save-form button");
  await until("the file", "return /Saved as mine.toml/.test(document.querySelector('#news').textContent)");
  assert.match(readFileSync("mine.toml", "utf8"), /damage = 9/);
  await run("const open = document.querySelector('#news button'); open.focus(); open.click()");
  await until("the saved file", "return document.querySelector('#what').textContent.endsWith('mine.toml')");
  assert.equal(await run("return document.activeElement.id"), "turn-title");
  // Saved over itself, it keeps its steps.
  await type("cards.ten.damage", "7");
  await settled();
  await click("#save-form button");
  await until("the file again", "return /Saved over mine.toml/.test(document.querySelector('#news').textContent)");
  assert.match(readFileSync("mine.toml", "utf8"), /damage = 7/);
  await click("#undo");
  await until("the settings before", "return /--set cards.ten.damage=9 --set-b cards.ten.damage=7/.test(document.querySelector('#command').textContent)");
  await click("#undo");
  await until("the step before", "return /--set cards.ten.damage=9( |$)/.test(document.querySelector('#command').textContent) && !/--set-b/.test(document.querySelector('#command').textContent)");
  // Who leaves while it is saved stays on the start page.
  await run("document.querySelector('#save-form button').click(); document.querySelector('#home').click()");
  await until("the file saved meanwhile", "return /^Saved as mine.toml/.test(document.querySelector('#news').textContent)");
  assert.ok(await run("return document.querySelector('#start').checkVisibility() && !document.querySelector('#studio').checkVisibility()"));
  await until("the file in the list", "return [...document.querySelectorAll('#files button')].some((button) => /^mine.toml/.test(button.textContent))");
  await web("POST", "/url", { url: `${address}#torn.toml` });
  await web("POST", "/refresh", {});
  await until("the torn file", "return /^torn.toml:2/.test(document.querySelector('#news').textContent) && document.querySelector('#news button:nth-of-type(2)')?.textContent === 'Try again'");
  // A file that is not there: the page says so, and leads to those that are.
  await web("POST", "/url", { url: `${address}#nosuch.toml` });
  await web("POST", "/refresh", {});
  await until("no such file", "return /^There is no game and no file called nosuch.toml/.test(document.querySelector('#news').textContent)");
  await look("no such file");
  await click("#news button");
  await until("the files instead", "return location.hash === '' && document.querySelector('#news').textContent === '' && document.querySelectorAll('#files button').length > 3");
  for (const hash of ["answer", "%"]) {
    await web("POST", "/url", { url: `${address}#${hash}` });
    await web("POST", "/refresh", {});
    await until("the list of games", "return document.querySelectorAll('#games button').length === 6 && document.querySelector('#start').checkVisibility()");
  }

  // Targets: lights, and the verdict.
  await web("POST", "/url", { url: `${address}#targets.toml` });
  await web("POST", "/refresh", {});
  await until("the lights", "return document.querySelectorAll('#lights li.pass, #lights li.fail').length === 1");
  // Targets of the page: a wrong one has the sentence of `lint`, and changes nothing; a right one has a light.
  const target = (figure, kind, ...numbers) => run(`document.querySelector('#edit-targets').open = true;
    const [figure, kind, first, second] = ['figure', 'kind', 'first', 'second'].map((name) => document.querySelector('#target-' + name));
    if (!figure.disabled) figure.value = arguments[0];
    kind.value = arguments[1];
    kind.dispatchEvent(new Event('change'));
    first.value = arguments[2];
    second.value = arguments[3] ?? '';
    document.querySelector('#target-add').click()`, figure, kind, ...numbers);
  const listed = () => run("return [...document.querySelectorAll('#target-list li')].map((target) => target.firstChild.textContent.trim())");
  await target("draws", "max", "2000");
  await until("the wrong target", "return /^Draws, at most: 2000 does not fit; it can be a share from 0% to 100%, such as 4%/.test(document.querySelector('#target-fault').textContent)");
  writeFileSync("wrong.toml", 'game = "knife-fight"\n[targets]\n"outcomes/draw" = { max = 2000 }\n');
  const lint = spawnSync(program, ["lint", "wrong.toml"], { encoding: "utf8" }).stderr;
  // What fits is that of `lint`, in a sentence with the name of the figure in place of its address.
  assert.equal(await read("#target-fault"), lint.split("\n")[0].replace(/^error: wrong.toml:3: \S+: found 2000, expected (.*)$/, "Draws, at most: 2000 does not fit; it can be $1.").replace(/`?"(\d+%)"`?/g, "$1").replace("0 to 1, such as 0.04 or ", "0% to 100%, such as "));
  await target("draws", "between", "0%", "100%");
  await until("the idle target", "return document.querySelector('#target-fault').textContent === 'Draws: 0% to 100% does not fit; it can be a narrower range; every share is from 0% to 100%.'");
  await target("draws", "max", "0%");
  await until("the unprovable target", "return /^Draws: at most 0% does not fit; it can be a range of positive width, e\\.g\\. at most 0\\.01%; no number of games can prove exactly 0% or 100%/.test(document.querySelector('#target-fault').textContent)");
  await target("drows", "max", "20%");
  await until("the unknown figure", "return /^No figure is called \"drows\". Did you mean [A-Z]/.test(document.querySelector('#target-fault').textContent)");
  assert.deepEqual(await listed(), ["Mean length: 4 to 6"]);
  await look("wrong target");
  // A number without a unit is a percentage where only that fits.
  await target("draws", "max", "20");
  await until("the second light", "return document.querySelectorAll('#lights li.pass, #lights li.fail').length === 2 && !document.querySelector('.stale:not([hidden])')");
  // The tile of a figure with a target says whether it is met, and has the colour of that.
  assert.match(await read(".tile:is(.good, .bad)[data-about=endings]"), /(● target met|▲ target missed)$/);
  await target("draws", "max", "30%");
  assert.match(await read("#target-fault"), /has a target already/);
  await target("black wins", "min", "10%");
  await until("the third light", "return document.querySelectorAll('#lights li.pass, #lights li.fail').length === 3");
  // A target keeps its place when it is changed.
  await run("document.querySelectorAll('#target-list button')[2].click()");
  await target("", "between", "1%", "5%");
  assert.deepEqual(await until("the order", "const all = [...document.querySelectorAll('#target-list li')].map((target) => target.firstChild.textContent.trim()); return /1% to 5%/.test(all.join()) && all"), ["Mean length: 4 to 6", "Draws: 1% to 5%", "Black wins: at least 10%"]);
  await run("document.querySelectorAll('#target-list button')[5].click()");
  await until("the changed target", "return /1% to 5%/.test(document.querySelector('#target-list').textContent) && /1 to 5 %/.test(document.querySelector('#lights').textContent)");
  await run("document.querySelectorAll('#target-list button')[1].click()");
  await until("the removed target", "return document.querySelectorAll('#lights li').length === 1 && /Draws/.test(document.querySelector('#lights').textContent)");
  await look("targets");
  // They are changes: listed, and taken back one by one, or all at once.
  const changes = () => run("return [...document.querySelectorAll('#differences li')].map((one) => one.firstChild.textContent).filter((text) => /^Target/.test(text))");
  assert.deepEqual(await changes(), ["Target for Draws: none → 1% to 5%", "Target for Mean length: 4 to 6 → none"]);
  assert.match(await read("#n-changed"), /^1 setting and 2 targets$/);
  await run("[...document.querySelectorAll('#differences button')].at(-1).click()");
  await until("the target of the file", "return /Mean length/.test(document.querySelector('#target-list').textContent)");
  assert.deepEqual(await changes(), ["Target for Draws: none → 1% to 5%"]);
  await click("#reset");
  assert.deepEqual([await listed(), await changes()], [["Mean length: 4 to 6"], []]);
  await click("#undo");
  await click("#undo");
  await until("the changed targets again", "return document.querySelectorAll('#lights li').length === 1 && /Draws/.test(document.querySelector('#lights').textContent)");
  // They are in the command of the verdict, and in the file.
  await click("#judge");
  await until("the verdict of the page's targets", "return /--set targets.metrics.length-mean=none/.test(document.querySelector('#more-body .command')?.textContent)");
  assert.match(await read("#more-body"), /No version has seen these games before/);
  await run("document.querySelector('#save-name').value = 'aimed'");
  await click("#save-form button");
  await until("the targets in a file", "return /Saved as aimed.toml/.test(document.querySelector('#news').textContent)");
  assert.match(readFileSync("aimed.toml", "utf8"), /"outcomes\/draw" = \{ min = "1%", max = "5%" \}/);
  assert.doesNotMatch(readFileSync("aimed.toml", "utf8"), /length-mean/);
  // What a search tries counts as tried.
  await click("#tune");
  // It is limited to the settings of this page: a part of the rules, and one by its name.
  assert.ok(await run("return document.querySelectorAll('#more-body fieldset input').length > 2"));
  await look("search form");
  await run("document.querySelector('#more-body fieldset input[value=\"rules.*\"]').click(); const field = document.querySelector('#search-name'); for (const name of ['damage of nine', 'cards.ten.damage']) { field.value = name; field.dispatchEvent(new Event('change')); }");
  assert.match(await read("#more-body .menu"), /damage of Nine.*damage of Ten/);
  await click("#search-start");
  await until("the closest version so far", "return /version [1-9].*target/.test(document.querySelector('#closest')?.textContent) || document.querySelector('#more-body pre')");
  await until("the search", "return /[1-9]\\d* % of the games/.test(document.querySelector('#more-body').textContent) || document.querySelector('#more-body pre')");
  await run("document.querySelector('#stop').checkVisibility() && document.querySelector('#stop').click()");
  const nTried = Number(await until("the number of tries", "return document.querySelector('#more-body').textContent.match(/This search tried (\\d+) version/)?.[1]"));
  await type("cards.ten.damage", "9");
  await settled();
  assert.equal(await tried(), nTried + 1);
  for (let step = 0; step < 6; step++) await click("#undo");
  await until("the file's target", "return document.querySelectorAll('#lights li').length === 1 && /Mean length/.test(document.querySelector('#lights').textContent) && !document.querySelector('.stale:not([hidden])')");
  assert.deepEqual(await listed(), ["Mean length: 4 to 6"]);
  await click("#judge");
  await until("the verdict", "return document.querySelector('#more-body .lights li')");
  await look("judged");
  // A light and a verdict of an earlier version are dimmed.
  await click("#judge");
  await until("the second verdict", "return document.querySelector('#more-body .lights li')");
  // The same version counts once, beside the one with other targets.
  assert.match(await read("#more-body"), /You have judged 2 versions on these games/);
  await type("cards.ten.damage", "9");
  await until("the dimmed verdict", "return document.querySelector('#more.outdated') && document.querySelector('#more-old').checkVisibility()");
  await settled();
  assert.match(await read("#state"), /tried since the baseline.*; 2 versions were judged on the same fresh games so far\.$/);
  await look("outdated");
  await click("#undo");
  await until("the verdict of this version", "return !document.querySelector('#more.outdated')");
  // ↺ leads to the value of the file, and from there to the printed one.
  const reset = () => run("const button = document.querySelector('[data-key=\"rules.tie\"] .undo-one'); const title = button.title; button.click(); return title");
  assert.match(await reset(), /as printed/);
  await until("the printed value", "return /--set-b rules.tie=/.test(document.querySelector('#command').textContent)");
  assert.match(await reset(), /as in the baseline/);
  await until("the file's value", "return !/--set-b/.test(document.querySelector('#command').textContent)");
  // Another tab.
  const [own] = await web("GET", "/window/handles");
  const { handle } = await web("POST", "/window/new", { type: "tab" });
  await web("POST", "/window", { handle });
  await web("POST", "/url", { url: `${address}#targets.toml` });
  await until("the other tab", "return document.querySelectorAll('#controls input').length > 20");
  await type("cards.ten.damage", "8");
  await web("DELETE", "/window");
  await web("POST", "/window", { handle: own });
  await until("the word of the other tab", "return /Another tab has changed targets.toml/.test(document.querySelector('#news').textContent)");
  // A reload keeps the changes of this tab.
  await web("POST", "/refresh", {});
  await until("the controls of this tab", "return document.querySelectorAll('#controls input').length > 20");
  assert.equal(await inSheet("cards.ten.damage"), "10");
  // Each tab keeps the version that it opened, and shows no command that plays another one.
  await until("the lights of this version", "return document.querySelector('#lights li') && !document.querySelector('.stale:not([hidden])')");
  await type("cards.ten.damage", "9");
  await settled();
  await click("#undo");
  // The light grows with its games.
  const opened = await until("the last light", "const light = document.querySelector('#lights li')?.textContent; return !document.querySelector('.stale:not([hidden])') && /4,096 games/.test(light) && light");
  const original = readFileSync("targets.toml", "utf8");
  writeFileSync("targets.toml", original.replace("[targets]", "[cards.ace]\ndamage = 60\n\n[targets]"));
  await until("the changed file", "return document.querySelector('#moved').checkVisibility() && !document.querySelector('#command').checkVisibility()");
  await look("moved");
  // Also over a reload, and the button stays beside the sentence.
  await web("POST", "/refresh", {});
  await until("the file as it was opened", "return document.querySelector('#read-again')?.checkVisibility()");
  await controls();
  assert.equal(await run("return document.querySelector('[data-key=\"cards.ace.damage\"]').value"), "1");
  await run("[...document.querySelectorAll('#news button')].at(-1).click()");
  assert.ok(await run("return document.querySelector('#read-again').checkVisibility()"));
  const second = await web("POST", "/window/new", { type: "tab" });
  await web("POST", "/window", { handle: second.handle });
  await web("POST", "/url", { url: `${address}#targets.toml` });
  await until("the changed file in the other tab", "return document.querySelector('[data-key=\"cards.ace.damage\"]')?.value === '60'");
  await web("DELETE", "/window");
  await web("POST", "/window", { handle: own });
  await type("cards.ten.damage", "9");
  await settled();
  await click("#undo");
  await until("the light as before", `return document.querySelector('#lights li')?.textContent === ${JSON.stringify(opened)}`);
  assert.equal(await run("return document.querySelector('[data-key=\"cards.ace.damage\"]').value"), "1");
  writeFileSync("targets.toml", original);
  await until("the file as it was", "return !document.querySelector('#moved').checkVisibility() && document.querySelector('#command').checkVisibility()");
  // A file that is nonsense while it is open.
  writeFileSync("targets.toml", "game = ");
  await until("the news", "return /not valid now/.test(document.querySelector('#news').textContent)");
  // The reason is there after a reload, too.
  await web("POST", "/refresh", {});
  await until("the reason", "return /not valid now: targets.toml:1/.test(document.querySelector('#news').textContent) && /not valid now: targets.toml:1/.test(document.querySelector('#moved-text').textContent)");
  await type("cards.ten.damage", "6");
  await settled();
  await run("document.querySelector('#save-name').value = 'kept'");
  await click("#save-form button");
  await until("the changes in another file", "return /Saved as kept.toml/.test(document.querySelector('#news').textContent)");
  assert.match(readFileSync("kept.toml", "utf8"), /# Ours.[^]*damage = 6/);

  // A game of every kind, to its end.
  const games = ["knife-fight", "stabby-jack", "fight", "taunt", "stupid-fight"];
  for (const game of games) {
    await web("POST", "/url", { url: `${address}#${game}` });
    await web("POST", "/refresh", {});
    await until(game, "return document.querySelectorAll('#controls input').length > 5 && document.querySelector('#play')");
    await click("#play");
    await until("the seats", "return document.querySelector('#more-body #seat')");
    // The bots of the others are chosen here. The form stays when one is wrong.
    if (game === "knife-fight") {
      await run("document.querySelector('#play-bots').value = 'nobody'; document.querySelector('#deal').click()");
      await until("the wrong bot", "return /nobody/.test(document.querySelector('#play-fault').textContent) && document.querySelector('#play-bots[aria-invalid]') && document.querySelector('#deal')");
    }
    await run("const bots = document.querySelector('#play-bots'); bots.value = 'random'; bots.dispatchEvent(new Event('change'))");
    await until("the chosen bots", "return /\\(random\\)/.test(document.querySelector('#more-body').textContent) && !/\\(expert\\)/.test(document.querySelector('#more-body').textContent)");
    await click("#deal");
    await until("a decision", "return document.querySelector('#more-body .menu button, #more-body pre')");
    // What has happened is shown, without the cards of others.
    assert.match(await read("#more-body h4"), /So far/);
    // Decisions and moves are sentences, and a meaning of columns is said once.
    assert.match(await read("#more-title"), /^[A-Z].*\?$/);
    assert.deepEqual(await run("return [...document.querySelectorAll('#more-body .menu button')].map((move) => move.lastChild.textContent).filter((move) => !/^[A-Z][^:]*$/.test(move))"), []);
    assert.ok(await run("return [...document.querySelectorAll('#controls details details ul')].every((list) => { const meanings = [...list.children].map((one) => one.textContent.replace(/^.*?: /, '')); return new Set(meanings).size === meanings.length; })"), game);
    if (game === "taunt") assert.ok(await run("const text = document.querySelector('#controls').textContent; return /TeaBot/.test(text) && !/Teabot|teabot/.test(text)"));
    if (game === "knife-fight") assert.doesNotMatch(await read("#more-body .lines"), /Red draws|Black draws[^]*Red draws/);
    // The table is cards, not text: those of other hands lie face down.
    assert.ok(await run("return document.querySelectorAll('.tabletop .area').length > 1 && document.querySelector('.tabletop .card, .tabletop .names') && ![...document.querySelectorAll('.tabletop .area[data-seat]')].slice(0, -1).some((area) => area.querySelector('[data-zone=Hand] .card:not(.back)'))"), game);
    assert.match(await read(".tabletop .area:nth-last-of-type(1) .owner"), /^You/);
    if (game === "knife-fight") {
      await look("play");
      await keepsGame();
    }
    await until(`the end of ${game}`, `
      if (/The game is over/.test(document.querySelector('#more-title').textContent)) return true;
      const moves = document.querySelectorAll('#more-body .menu button');
      if (moves.length && !moves[0].disabled) { moves[Math.floor(Math.random() * moves.length)].click(); moves.forEach((move) => { move.disabled = true; }); }
      return false;`);
    // The number of players is that of the mode.
    if (game === "taunt") {
      await run("const menu = document.getElementById('control-setup.mode'); menu.value = 'team'; menu.dispatchEvent(new Event('change'))");
      await until("the players of the mode", "return document.querySelector('#players').value === '' && document.querySelector('#players').placeholder === '4'");
      await click("#undo");
      await until("the players before", "return document.querySelector('#players').placeholder === '2'");
    }
  }
  await look("over");
  // A card that nobody can do without: its win rate, and games that its players won and lost.
  await until("the cards", "return document.querySelector('#all-faces')?.checkVisibility()");
  await click("#all-faces");
  await click("#faces [data-card^=torso]:not([data-card=torso-break])");
  await until("the games of a torso", "return document.querySelectorAll('#more-body .bar button').length === 2");
  assert.match(await read("#more-body pre"), /^The players who begin with Torso .+ win \d+\.\d+ % of the games/);
  await run("document.querySelectorAll('#more-body .bar button')[1].click()");
  await until("a lost game", "return /--where 'win_rates\\/character\\/torso-[a-z-]+=0'|--where win_rates\\/character\\/torso-[a-z-]+=0/.test(document.querySelector('#more-body .command')?.textContent)");
  assert.match(await read("#more-title"), /^A game that nobody won who began with Torso/);
  // A label has room beside a slider.
  await run("const menu = document.querySelector('[data-key=\"setup.stack-size\"] .or-word'); document.querySelector('[data-section=setup]').open = true; menu.value = ''; menu.dispatchEvent(new Event('change'))");
  await until("the number", "return document.querySelector('[data-key=\"setup.stack-size\"] input[type=number]').checkVisibility()");
  assert.ok(await run("return document.querySelector('[data-key=\"setup.stack-size\"] label').clientWidth >= 100"));
  await look("stack size");
  await click("#undo");

  // Hostile names are text.
  for (const name of ['<img src=x onerror=document.title="hacked">.toml', "a\u202eb.toml"]) {
    await web("POST", "/url", { url: `${address}#${encodeURIComponent(name)}` });
    await web("POST", "/refresh", {});
    await until("a hostile name", "return /b\\.toml|hacked/.test(document.querySelector('#what').textContent) && document.querySelector('#lengths svg')");
    assert.equal(await run("return document.title + (document.querySelector('img') ?? '') + (document.body.innerText.match(/.{0,90}\\u202e.{0,9}/)?.[0] ?? '')"), "Knife Fight – Undercard studio");
  }

  // A slow game has figures while a slider is dragged.
  await web("POST", "/url", { url: `${address}#stabby-jack` });
  await web("POST", "/refresh", {});
  await until("the first figures", "return document.querySelector('[data-key=\"rules.max-level\"] input[type=range]') && document.querySelector('#headline .measured')");
  const moving = await web("POST", "/execute/async", { args: [], script: `
    const done = arguments[0], slider = document.querySelector('[data-key="rules.max-level"] input[type=range]');
    const seen = new Set(), watch = new MutationObserver(() => seen.add(document.querySelector('#headline').textContent));
    watch.observe(document.querySelector('#headline'), { childList: true, subtree: true, characterData: true });
    let position = 0;
    const began = performance.now(), figures = () => [...seen].filter((text) => text && !/Measuring|Updating/.test(text)).length;
    const move = setInterval(() => {
      position += 1;
      slider.value = 4 + (position % 3);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      // At least three seconds, and on a busy machine until there are two.
      if (position < 180 || figures() < 2 && performance.now() - began < 25000) return;
      clearInterval(move);
      done([figures(), [...seen].filter((text) => /Measuring/.test(text)).length]);
    }, 16);` });
  assert.ok(moving[0] > 1, `figures while dragging: ${moving[0]}`);
  assert.equal(moving[1], 0, "the figures of the version before stay");

  // Other players: the change is one of the baseline, in one step.
  await type("setup.players", "3");
  await until("the sentence", "return /both versions have 3 players/.test(document.querySelector('#news').textContent)");
  await until("the versions of three", "return /--set setup.players=3/.test(document.querySelector('#command').textContent)");
  assert.equal(await run("document.querySelector('#setup').open = true; return document.querySelector('#players').value"), "3");
  await click("#undo");
  await until("the versions of two", "return !/setup.players/.test(document.querySelector('#command').textContent)");
  await type("setup.players", "3");
  await until("the sentence again", "return /both versions have 3 players/.test(document.querySelector('#news').textContent)");
  await type("setup.players", "2");
  await until("other players in the baseline", "return !/both versions have 3 players/.test(document.querySelector('#news').textContent)");
  await click("#undo");
  await click("#undo");
  await until("the versions of two again", "return !/setup.players/.test(document.querySelector('#command').textContent)");

  // Back and forward lead from config to config.
  await click("#home");
  await until("the start", "return document.querySelector('#start').checkVisibility()");
  await startsOwn();
  await web("POST", "/url", { url: `${address}#stabby-jack` });
  await until("the game again", "return /Stabby Jack/.test(document.querySelector('#what').textContent)");
  await click("#home");
  await until("the start", "return document.querySelector('#start').checkVisibility()");
  await web("POST", "/back", {});
  await until("the game before", "return /Stabby Jack/.test(document.querySelector('#what').textContent) && !document.querySelector('#start').checkVisibility()");
  await web("POST", "/forward", {});
  await until("the start again", "return document.querySelector('#start').checkVisibility()");

  // Long names: of a file and of a move.
  await web("POST", "/url", { url: `${address}#${long}` });
  await web("POST", "/refresh", {});
  await until("the long names", "return [...document.querySelectorAll('#controls input')].some(({ value }) => /WWWWWWWW/.test(value)) && document.querySelector('#lengths svg')");
  await look("long");

  // A list has a field for each entry.
  await run("const input = document.querySelectorAll('[data-key=\"moves.block.damage\"] .list input')[1]; input.value = '5'; input.dispatchEvent(new Event('change'))");
  await until("the list", "return /moves.block.damage=\\[0, 5, 0, 0\\]/.test(document.querySelector('#command').textContent)");
  // A list of lists has a row of fields for each.
  await run("const input = document.querySelectorAll('[data-key=\"moves.punch.peril\"] .list .list input')[4]; input.value = 'GB'; input.dispatchEvent(new Event('change'))");
  await until("the list of lists", 'return /moves.punch.peril=\\[\\["", "", ""\\], \\["", "GB", "G"\\]/.test(document.querySelector("#command").textContent)');
  await click("#undo");
  // A setting that is a word or a number shows the word, and takes a number.
  assert.deepEqual(await run("const box = document.querySelector('.or-word').closest('.entry'); box.closest('details').open = true; const menu = box.querySelector('.or-word'); return [menu.selectedOptions[0].value !== '', ...['number', 'range'].map((type) => box.querySelector('input[type=' + type + ']').checkVisibility())]"), [true, true, false]);
  // What a search has found is kept when a setting changes, and its tables can be downloaded.
  await click("#sensitivity");
  await click("#search-start");
  await until("the progress", "return /[1-9] % of the games/.test(document.querySelector('#more-body').textContent)");
  await run("const input = document.querySelectorAll('[data-key=\"moves.block.damage\"] .list input')[1]; input.value = '6'; input.dispatchEvent(new Event('change'))");
  await until("what was found before the change", "return /Stopped after \\d+ %/.test(document.querySelector('#more-body').textContent) && document.querySelector('#more-old').checkVisibility() && [...document.querySelectorAll('#more-body a')].some(({ download }) => download === 'sensitivity.csv')");
  // What a stopped search has found is kept.
  await click("#sensitivity");
  await click("#search-start");
  await until("the progress in words", "return /[1-9] % of the games/.test(document.querySelector('#more-body').textContent)");
  await click("#stop");
  await until("what was found", "return /Stopped after \\d+ %/.test(document.querySelector('#more-body').textContent) && document.querySelector('#more-body pre')");
  // In the words of the page.
  assert.doesNotMatch(await read("#more-body pre"), /PARTIAL|candidate|held-out|--[a-z]|[a-z]\.(?!csv)[a-z]/);

  await tables(address);

  // The cards of a table are changes of the printed rules.
  writeFileSync("cards.csv", "table;id;damage\ncards;ten;9\n");
  const [ofCards] = await start(program, ["studio", "knife-fight", "--cards", "cards.csv", "--no-open", "--port", "0"], /^http:.*\/$/);
  await web("POST", "/url", { url: ofCards });
  await until("the cards", "return /--set-b cards\\.ten\\.damage=9/.test(document.querySelector('#command')?.textContent)");
  await web("POST", "/url", { url: `${address}#${long}` });
  await until("the first studio", "return document.querySelector('#lengths svg')");

  const errors = (await web("POST", "/se/log", { type: "browser" })).filter(({ level }) => level === "SEVERE");
  assert.deepEqual(errors.map(({ message }) => message), []);
  // The server stops under the page.
  studio.removeAllListeners("exit");
  studio.kill();
  await until("the end", "return /has stopped/.test(document.querySelector('#news').textContent)");
  await look("gone");
  // The list of differences is that of the page.
  await type("moves.block.order", "2");
  await until("the change meanwhile", "return /order of Block: 1 → 2/.test(document.querySelector('#differences').textContent)");
  await until("no updating", "return /^The studio does not answer/.test(document.querySelector('#state').textContent || document.querySelector('#headline').textContent)");
  assert.doesNotMatch(await read("#answer"), /Updating|Measuring|while you look/);
  // It is started again, and the page goes on.
  const [again, server] = await start(program, ["studio", "--no-open", "--port", new URL(address).port], /http:\S+/);
  assert.equal(again, address);
  await until("the studio again", "return /is back/.test(document.querySelector('#news').textContent)");
  // The file is changed, deleted or broken meanwhile: the page goes on with it as it was opened, and applies nothing to another
  // file before that is read.
  await web("POST", "/url", { url: `${address}#own.toml` });
  await web("POST", "/refresh", {});
  await until("the file", "return document.querySelector('[data-key=\"cards.ten.damage\"]')");
  await type("cards.ten.damage", "9");
  await until("the change", "return /ten.damage=9/.test(document.querySelector('#command').textContent)");
  let running = server;
  const restart = async (meanwhile) => {
    running.removeAllListeners("exit");
    running.kill();
    await until("the end again", "return /has stopped/.test(document.querySelector('#news').textContent)");
    meanwhile();
    [, running] = await start(program, ["studio", "--no-open", "--port", new URL(address).port], /http:\S+/);
  };
  const rescue = async (name, damage) => {
    await type("cards.ten.damage", damage);
    await settled();
    await run("document.querySelector('#save-name').value = arguments[0]", name);
    await click("#save-form button");
    await until(`the saved ${name}`, "return new RegExp('Saved as ' + arguments[0] + '.toml').test(document.querySelector('#news').textContent)", name);
    assert.match(readFileSync(`${name}.toml`, "utf8"), new RegExp(`damage = ${damage}[^]*# Changed.`));
    await click("[data-format=csv]");
    await until(`the downloads of ${name}`, "return document.querySelectorAll('#links a').length > 2");
  };
  await restart(() => writeFileSync("own.toml", `${readFileSync("own.toml", "utf8")}\n# Changed.\n`));
  await until("the changed file", "return /own.toml was changed on disk.*goes on with the file as it was opened/.test(document.querySelector('#news').textContent)");
  await settled();
  await look("changed meanwhile");
  await click("#news button");
  await until("the file with the changes", "return /They now apply to the new file/.test(document.querySelector('#news').textContent) && /ten.damage=9/.test(document.querySelector('#command').textContent)");
  const whole = readFileSync("own.toml", "utf8");
  await restart(() => rmSync("own.toml"));
  await until("the lost file", "return /own.toml is gone.*Put it back and read it again.*save them under its own or another name, or download/.test(document.querySelector('#news').textContent)");
  await rescue("lost", "8");
  await look("gone file");
  await restart(() => writeFileSync("own.toml", "game = "));
  await web("POST", "/refresh", {});
  await until("the broken file", "return /own.toml was changed on disk, and is not valid now: own.toml:1/.test(document.querySelector('#news').textContent)");
  await rescue("broken", "7");
  assert.equal(readFileSync("own.toml", "utf8"), "game = ");
  writeFileSync("own.toml", whole);
  await until("the file as it was opened", "return /own.toml is on disk again/.test(document.querySelector('#news').textContent) && document.querySelector('#command').checkVisibility()");
  // A file that becomes one of another game has no changes of the first, which are kept.
  const turnInto = async (text) => {
    writeFileSync("own.toml", text);
    await until("the changed file again", "return /own.toml was changed on disk/.test(document.querySelector('#news').textContent)");
    await click("#news button");
  };
  await turnInto('game = "taunt"\n');
  await until("the other game", "return /own.toml is a file of another game now: TAUNT. Your changes of Knife Fight do not apply/.test(document.querySelector('#news').textContent) && /^undercard run own.toml --games/.test(document.querySelector('#command').textContent)");
  await turnInto(whole);
  await until("the game with its changes", "return /ten.damage=7/.test(document.querySelector('#command').textContent)");
  console.log("studio: every view is accessible and fits its window");
}

await finish("studio", test, pictures);
