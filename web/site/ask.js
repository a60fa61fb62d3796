// The interface to the engine: a question in, events out. Here the engine runs in workers of the browser, and files are in the
// memory of the page. `crates/studio/web/ask.js` has the same functions for `undercard studio`.

// Questions that play many games: a new one replaces the one before. A test compares them with those of the server.
const JOBS = ["answer", "judge", "card", "curve", "exploit", "story", "tune", "sensitivity", "panel", "playtest", "download"];
// These do not share games, and watch the time.
const ALONE = ["story"];
/** Number of workers that share the games of a question. */
export const COPIES = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, (navigator.deviceMemory ?? 8) * 2, 16));
/** How long a question that was displaced may go on with what it does, in milliseconds; one that was stopped, at most. */
const GRACE = 300, PATIENCE = 10_000;
// Whether the engine can pause, and so soon hears that it is to stop.
const canPause = "Suspending" in WebAssembly;
/** How often a worker that dies is started again for the same question. */
const LIVES = 2;

/** What the page says when `ask` throws. */
export const LOST = "The engine of this page could not be loaded. Your changes are kept in this browser. Reload the page when you are online.";
/** Where files are that the page cannot find. */
export const ELSEWHERE = "on this page. Choose one below, or open the file from this computer.";
/** Whether files can change without the page. */
export const WATCHES = false;

/** The files of this page: paths and contents. */
const files = new Map();

const engine = load();
engine.catch(() => {});

async function load() {
  const response = await fetch("engine.wasm");
  if (!response.ok) throw new Error(response.statusText);
  // Some hosts do not know the type of the file.
  return response.headers.get("content-type") === "application/wasm" ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// Workers without a question, and the number of all.
const idle = [];
let nWorkers = 0;
const take = async () => idle.pop() ?? start();
async function start() {
  nWorkers += 1;
  const worker = new Worker("worker.js", { type: "module" });
  worker.postMessage({ module: await engine });
  return worker;
}
function end(worker) {
  if (worker) nWorkers -= 1;
  worker?.terminate();
}
/** Makes so many workers that there are this many, before there is a question for them. */
const prepare = (n) => Promise.all(Array.from({ length: Math.max(0, n - nWorkers) }, start)).then((workers) => idle.push(...workers));
const ready = prepare(COPIES + 1);
ready.catch(() => {});

/** A question that is being answered by some workers. */
class Job {
  constructor(question, on, n) {
    this.question = JSON.stringify(question);
    this.stays = question.ask === "write";
    this.on = on;
    this.n = n;
    // A single worker without a shard has a clock, and cannot be stopped.
    this.isAlone = !JOBS.includes(question.ask) || ALONE.includes(question.ask);
    this.workers = [];
    // The results of all copies, for one that is started again, and the number of events so far.
    this.known = [];
    this.said = 0;
    this.deaths = 0;
    this.last = null;
    this.end = Promise.withResolvers();
  }

  async run() {
    try {
      await ready;
      for (let nth = 0; nth < this.n && !this.isOver; nth++) await this.start(nth);
    } catch (error) {
      this.end.reject(error);
    }
    return this.end.promise;
  }

  /** Lets a worker answer as the nth copy. */
  async start(nth) {
    const worker = await take();
    if (this.isOver) return idle.push(worker);
    this.workers[nth] = worker;
    worker.onmessage = ({ data }) => this.hear(nth, worker, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.hear(nth, worker, { fault: event.message ?? "a worker has died" });
    };
    const shard = this.isAlone ? null : `${nth + 1}/${this.n}`;
    worker.postMessage({ question: this.question, shard, own: [...files], known: this.known, said: nth ? 0 : this.said, isQuiet: nth > 0 });
  }

  hear(nth, worker, data) {
    if (data.part) {
      this.known.push([data.name, data.part]);
      for (const other of this.workers) if (other && other !== worker) other.postMessage(data);
    } else if (data.event) {
      this.said += 1;
      this.last = JSON.parse(data.event);
      if (!this.isOver) this.on(this.last);
    } else if (data.done) {
      this.workers[nth] = null;
      idle.push(worker);
      if (nth > 0 || this.isOver) return;
      for (const [name, bytes] of data.saved) {
        keep(name, bytes);
        // Rules that are being edited stay in the page.
        if (!this.stays) download(name, bytes);
      }
      this.finish(true);
    } else if (data.fault !== undefined) this.replace(nth, worker, data.fault);
  }

  /** A worker has died: another one plays its shard again. */
  replace(nth, worker, fault) {
    end(worker);
    this.workers[nth] = null;
    if (this.isOver) return;
    this.deaths += 1;
    if (this.deaths <= LIVES) return void this.start(nth).catch(this.end.reject);
    this.on({ event: "refused", errors: [{ key: "", text: `The engine stopped: ${fault}` }] });
    this.finish(true);
  }

  /** Ends with what was found so far. */
  stop() {
    if (this.isAlone) {
      if (this.last?.event === "story") this.on({ ...this.last, "is-final": true, "is-partial": true });
      this.finish(true);
    } else {
      for (const worker of this.workers) worker?.postMessage({ stop: true });
      setTimeout(() => this.finish(true), PATIENCE);
    }
  }

  /** The answer is over; workers that are still busy soon end, and take the next question but one. */
  finish(isComplete) {
    if (this.isOver) return;
    this.isOver = true;
    for (const worker of this.workers) worker?.postMessage({ stop: true });
    setTimeout(() => {
      this.workers.forEach(end);
      if (!this.isAlone) prepare(2 * COPIES + 1).catch(() => {});
    }, this.isAlone || !isComplete && !canPause ? 0 : GRACE);
    this.end.resolve(isComplete);
  }
}

// The job of the page, and the other questions one after another.
let job = null, desk = Promise.resolve();

/**
 * Asks, and calls `on` with each event. Resolves to true when the answer is complete, to false if it was aborted.
 * Throws if the engine cannot be loaded.
 */
export async function ask(question, on, signal) {
  if (question.ask === "stop") {
    job?.stop();
    return true;
  }
  if (question.ask === "restore") keep(question.config, new TextEncoder().encode(question.opened.text));
  if (!JOBS.includes(question.ask)) {
    const asked = desk.catch(() => {}).then(() => new Job(question, on, 1).run());
    // Those that change nothing do not wait for each other.
    if (!["start", "open"].includes(question.ask)) desk = asked;
    return asked;
  }
  await displace();
  if (signal?.aborted) return false;
  const own = job = new Job(question, on, ALONE.includes(question.ask) ? 1 : COPIES);
  signal?.addEventListener("abort", () => own.finish(false));
  try {
    return await own.run();
  } finally {
    if (job === own) job = null;
  }
}

/** A job that was displaced ends with what it has found, if it does so soon. */
async function displace() {
  const before = job;
  if (!before || before.isOver) return;
  before.stop();
  await Promise.race([before.end.promise, new Promise((resolve) => setTimeout(resolve, GRACE))]);
  before.finish(false);
}

/** Asks for an answer of one event. */
export async function askOnce(question) {
  let answer = null;
  await ask(question, (event) => { answer ??= event; });
  return answer;
}

/** Keeps a file for as long as the page is open. */
export function keep(path, bytes) {
  files.set(path, bytes);
}

/** What was saved is in the memory of the page only: the browser saves it on the computer. */
function download(name, bytes) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([bytes])), download: name.split("/").pop() });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
