// Drives Chromium for the tests in a browser.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import assert from "node:assert/strict";

const children = [];
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a program; resolves to the first match in a line of its output. */
export function start(command, args, pattern) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const match = line.match(pattern);
      if (match) resolve([match[1] ?? match[0], child]);
    });
    child.on("exit", () => reject(new Error(`${command} ended`)));
  });
}

let driver, session;
export async function web(method, path, body) {
  const response = await fetch(`${driver}/session${session ? `/${session}` : ""}${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (value?.error) throw new Error(`${path}: ${value.message.split("\n")[0]}`);
  return value;
}
export const run = (script, ...args) => web("POST", "/execute/sync", { script, args });
export const cdp = (cmd, params) => web("POST", "/goog/cdp/execute", { cmd, params });

/** Waits until a script returns something. */
export async function until(what, script, ...args) {
  for (let tries = 0; tries < 600; tries++) {
    const found = await run(script, ...args);
    if (found) return found;
    await sleep(50);
  }
  throw new Error(`waited for ${what}: ${await run("return document.querySelector('#answer').innerText.slice(0, 300)")}`);
}
export const click = (selector) => run("document.querySelector(arguments[0]).click()", selector);
export const read = (selector) => run("return document.querySelector(arguments[0])?.textContent", selector);

/** Opens a browser. */
export async function openBrowser() {
  [driver] = await start("chromedriver", ["--port=0"], /successfully on port (\d+)/);
  driver = `http://127.0.0.1:${driver}`;
  session = undefined;
  const options = { args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1600,1000"] };
  session = (await web("POST", "", { capabilities: { alwaysMatch: { "goog:chromeOptions": options, "goog:loggingPrefs": { browser: "ALL" } } } })).sessionId;
  await web("POST", "/timeouts", { script: 300_000 });
}

/** Runs a test, and ends everything that was started. A failure leaves a picture in the folder of pictures, if there is one. */
export async function finish(name, test, pictures) {
  let code = 0;
  try {
    await test();
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    if (pictures && session) {
      const { data } = await cdp("Page.captureScreenshot", {}).catch(() => ({ data: "" }));
      writeFileSync(`${pictures}/failed.png`, Buffer.from(data, "base64"));
    }
    code = 1;
  }
  // The browser ends with its session, not with its driver.
  if (session) await web("DELETE", "").catch(() => {});
  for (const child of children) {
    child.removeAllListeners("exit");
    child.kill();
  }
  process.exit(code);
}

/** Looks for violations and for a page that is too wide, in three widths and both themes. */
export async function look(name, axeFile, pictures) {
  const axe = readFileSync(axeFile, "utf8");
  for (const width of [360, 900, 1600]) {
    for (const theme of ["light", "dark"]) {
      await cdp("Emulation.setDeviceMetricsOverride", { width, height: 1000, deviceScaleFactor: 1, mobile: false });
      await cdp("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
      await sleep(50);
      const found = await web("POST", "/execute/async", { args: [], script: `
        const done = arguments[arguments.length - 1];
        if (!window.axe) { ${axe} }
        axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => {
          const found = violations.map(({ id, impact, nodes }) => impact + " " + id + ": " + nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(" | "));
          if (document.documentElement.scrollWidth > innerWidth) found.push("the page is " + document.documentElement.scrollWidth + " pixels wide");
          done(found);
        }, (error) => done([String(error)]));` });
      if (pictures) {
        const { data } = await cdp("Page.captureScreenshot", { captureBeyondViewport: false });
        writeFileSync(`${pictures}/${name}-${width}-${theme}.png`, Buffer.from(data, "base64"));
      }
      assert.deepEqual(found, [], `${name}, ${width} pixels, ${theme}`);
    }
  }
  await cdp("Emulation.clearDeviceMetricsOverride", {});
}
