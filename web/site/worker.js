// Runs the engine in a worker of the page: gives it a question, its files in memory, and the results of the other workers. The
// engine is a program for WASI (preview 1), so this is as much of WASI as it uses.

const SUCCESS = 0, BADF = 8, EXIST = 20, INVAL = 28, NOENT = 44, NOSYS = 52;
const DIRECTORY = 3, FILE = 4;
const CREAT = 1, EXCL = 4, TRUNC = 8;
/** The folder through which the copies of the engine exchange results. */
const COPIES = ".copies";
/** The file that is there as soon as the copies are to stop. */
const STOP = `${COPIES}/stop`;
/** The time after which the engine pauses for messages, such as that it is to stop; in milliseconds. */
const BREATH = 50;
// Whether a call can wait for an event without ending the program.
const canWait = "Suspending" in WebAssembly && "promising" in WebAssembly;
/** About how many chunks of games take as long as an exchange: without waiting, the engine begins again after each. */
const LEAST = canWait ? 16 : 512;
/** The folder that the engine may use; the numbers before it are its input, output and errors. */
const ROOT = 3;

let module = null;
// Files by their paths, also those of the results; and who waits for one of these.
let files = new Map(), waiting = new Map(), isStopped = false;

onmessage = ({ data }) => {
  if (data.module) module = data.module;
  else if (data.question) answer(data);
  else if (data.part) {
    files.set(data.name, data.part);
    waiting.get(data.name)?.();
  } else if (data.stop) {
    isStopped = true;
    for (const resume of waiting.values()) resume();
  }
};

/** Lets the messages in that wait. */
const { port1, port2 } = new MessageChannel();
let last = 0;
const breathe = () => new Promise((resolve) => {
  port1.onmessage = () => {
    last = performance.now();
    resolve();
  };
  port2.postMessage(null);
});

/** Waits until a file of results is there, or the question is stopped. */
const arrival = (name) => new Promise((resolve) => waiting.set(name, resolve)).then(() => waiting.delete(name));

/** Answers a question; `said` is the number of events that the page knows already. */
async function answer({ question, shard, own, known, said, isQuiet }) {
  files = new Map([...own, ...known]);
  isStopped = false;
  const before = new Map(own);
  let fault = null;
  for (let n = said; ;) {
    const run = new Run(question, shard, (event) => {
      if (n > 0) n -= 1;
      else if (!isQuiet) {
        said += 1;
        postMessage({ event });
      }
    });
    fault = await run.play();
    if (fault !== null || run.missing === null) break;
    // What the engine said after it had to end does not count. It begins again, and knows more.
    n = said;
    if (!files.has(run.missing) && !isStopped) await arrival(run.missing);
  }
  const saved = [...files].filter(([name, bytes]) => !name.startsWith(COPIES) && before.get(name) !== bytes);
  files.clear();
  postMessage(fault === null ? { done: true, saved } : { fault });
}

/** One run of the engine. */
class Run {
  constructor(question, shard, on) {
    this.input = new TextEncoder().encode(question);
    this.args = ["engine", ...(shard ? [shard, String(LEAST), `/${COPIES}`] : [])].map((arg) => new TextEncoder().encode(`${arg}\0`));
    // Copies must not decide by their clocks.
    this.hasClock = !shard;
    this.on = on;
    this.open = new Map();
    this.output = new TextDecoder();
    this.line = "";
    this.errors = "";
    // The results without which the engine cannot go on.
    this.missing = null;
  }

  /** Runs to the end. Resolves to what went wrong, or null. */
  async play() {
    const calls = new Proxy({}, { get: (_, name) => this.call(name), has: () => true });
    try {
      const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls });
      this.memory = exports.memory;
      await (canWait ? WebAssembly.promising(exports._start) : exports._start)();
    } catch (error) {
      if (error instanceof Exit) return error.code === 0 ? null : this.errors || `exit code ${error.code}`;
      return this.errors || String(error);
    }
    return null;
  }

  call(name) {
    const call = this[name] ? this[name].bind(this) : () => NOSYS;
    return name === "path_open" && canWait ? new WebAssembly.Suspending(call) : call;
  }

  get view() { return new DataView(this.memory.buffer); }

  bytes(at, length) { return new Uint8Array(this.memory.buffer, at, length); }

  /** The path below the root that these bytes name. */
  path(at, length) {
    const parts = [];
    for (const part of new TextDecoder().decode(this.bytes(at, length)).split("/")) {
      if (part === "..") parts.pop();
      else if (part && part !== ".") parts.push(part);
    }
    return parts.join("/");
  }

  isFolder(path) { return path === "" || path === COPIES || [...files.keys()].some((name) => name.startsWith(`${path}/`)); }

  /** The parts of memory of a list of buffers. */
  buffers(at, n) {
    return Array.from({ length: n }, (_, nth) => this.bytes(this.view.getUint32(at + 8 * nth, true), this.view.getUint32(at + 8 * nth + 4, true)));
  }

  texts(all, at, buffer) {
    for (const [nth, text] of all.entries()) {
      this.view.setUint32(at + 4 * nth, buffer, true);
      this.bytes(buffer, text.length).set(text);
      buffer += text.length;
    }
    return SUCCESS;
  }

  sizes(all, n, size) {
    this.view.setUint32(n, all.length, true);
    this.view.setUint32(size, all.reduce((sum, text) => sum + text.length, 0), true);
    return SUCCESS;
  }

  stat(at, kind, size) {
    this.bytes(at, 64).fill(0);
    this.view.setUint8(at + 16, kind);
    this.view.setBigUint64(at + 24, 1n, true);
    this.view.setBigUint64(at + 32, BigInt(size), true);
    return SUCCESS;
  }

  args_sizes_get(n, size) { return this.sizes(this.args, n, size); }

  args_get(at, buffer) { return this.texts(this.args, at, buffer); }

  environ_sizes_get(n, size) { return this.sizes([], n, size); }

  environ_get() { return SUCCESS; }

  clock_time_get(clock, precision, at) {
    const now = this.hasClock ? BigInt(Math.round(1e6 * (performance.timeOrigin + performance.now()))) : 0n;
    this.view.setBigUint64(at, now, true);
    return SUCCESS;
  }

  /** Nothing here is a secret, and copies must have the same random numbers. */
  random_get(at, length) {
    this.bytes(at, length).fill(0);
    return SUCCESS;
  }

  proc_exit(code) { throw new Exit(code); }

  sched_yield() { return SUCCESS; }

  fd_write(fd, at, n, written) {
    const parts = this.buffers(at, n);
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (fd === 1) parts.forEach((part) => this.say(this.output.decode(part, { stream: true })));
    else if (fd === 2) parts.forEach((part) => { this.errors += new TextDecoder().decode(part); });
    else {
      const file = this.open.get(fd);
      if (file?.path === undefined) return BADF;
      const before = files.get(file.path) ?? new Uint8Array(0);
      const after = new Uint8Array(Math.max(before.length, file.at + length));
      after.set(before);
      for (const part of parts) {
        after.set(part, file.at);
        file.at += part.length;
      }
      files.set(file.path, after);
    }
    this.view.setUint32(written, length, true);
    return SUCCESS;
  }

  /** Passes on whole lines. */
  say(text) {
    const lines = (this.line + text).split("\n");
    this.line = lines.pop();
    if (this.missing === null) lines.forEach(this.on);
  }

  fd_read(fd, at, n, read) {
    const file = fd === 0 ? (this.open.get(0) ?? { at: 0 }) : this.open.get(fd);
    if (!file) return BADF;
    this.open.set(fd, file);
    const content = fd === 0 ? this.input : files.get(file.path) ?? new Uint8Array(0);
    let length = 0;
    for (const part of this.buffers(at, n)) {
      const piece = content.subarray(file.at, file.at + part.length);
      part.set(piece);
      file.at += piece.length;
      length += piece.length;
    }
    this.view.setUint32(read, length, true);
    return SUCCESS;
  }

  fd_seek(fd, offset, whence, at) {
    const file = this.open.get(fd);
    if (!file) return BADF;
    const from = [0, file.at, files.get(file.path)?.length ?? 0][whence];
    file.at = from + Number(offset);
    this.view.setBigUint64(at, BigInt(file.at), true);
    return SUCCESS;
  }

  fd_close(fd) {
    const file = this.open.get(fd);
    if (!file) return BADF;
    this.open.delete(fd);
    // The results of this copy are complete.
    if (file.isNew && file.path.startsWith(COPIES)) postMessage({ name: file.path, part: files.get(file.path) });
    return SUCCESS;
  }

  fd_fdstat_get(fd, at) {
    this.bytes(at, 24).fill(0);
    this.view.setUint8(at, fd === ROOT || this.open.get(fd)?.isFolder ? DIRECTORY : fd < ROOT ? 2 : FILE);
    this.view.setBigUint64(at + 8, 0xffff_ffff_ffff_ffffn, true);
    this.view.setBigUint64(at + 16, 0xffff_ffff_ffff_ffffn, true);
    return SUCCESS;
  }

  fd_filestat_get(fd, at) {
    const file = this.open.get(fd);
    if (fd === ROOT || file?.isFolder) return this.stat(at, DIRECTORY, 0);
    return file ? this.stat(at, FILE, files.get(file.path)?.length ?? 0) : BADF;
  }

  fd_filestat_set_size(fd, size) {
    const file = this.open.get(fd);
    if (!file) return BADF;
    const after = new Uint8Array(Number(size));
    after.set((files.get(file.path) ?? after).subarray(0, after.length));
    files.set(file.path, after);
    return SUCCESS;
  }

  fd_sync() { return SUCCESS; }

  fd_prestat_get(fd, at) {
    if (fd !== ROOT) return BADF;
    this.view.setUint32(at, 0, true);
    this.view.setUint32(at + 4, 1, true);
    return SUCCESS;
  }

  fd_prestat_dir_name(fd, at) {
    this.view.setUint8(at, "/".charCodeAt(0));
    return SUCCESS;
  }

  fd_readdir(fd, at, length, cookie, used) {
    const folder = fd === ROOT ? "" : this.open.get(fd)?.path;
    if (folder === undefined) return BADF;
    const prefix = folder ? `${folder}/` : "";
    const inside = [...files.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    const entries = [...new Map(inside.map((name) => [name.split("/")[0], name.includes("/") ? DIRECTORY : FILE]))];
    let end = 0;
    for (let nth = Number(cookie); nth < entries.length && end < length; nth++) {
      const [name, kind] = entries[nth];
      const text = new TextEncoder().encode(name), entry = new Uint8Array(24 + text.length), view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(nth + 1), true);
      view.setUint32(16, text.length, true);
      view.setUint8(20, kind);
      entry.set(text, 24);
      const piece = entry.subarray(0, length - end);
      this.bytes(at + end, piece.length).set(piece);
      end += piece.length;
    }
    this.view.setUint32(used, end, true);
    return SUCCESS;
  }

  path_filestat_get(fd, flags, at, length, stat) {
    const path = this.path(at, length), file = files.get(path);
    if (file) return this.stat(stat, FILE, file.length);
    return this.isFolder(path) ? this.stat(stat, DIRECTORY, 0) : NOENT;
  }

  path_open(fd, lookup, at, length, how, rights, inherited, flags, opened) {
    const path = this.path(at, length);
    if (path === STOP) {
      const found = () => (isStopped ? this.opened(opened, { path, at: 0 }) : NOENT);
      // An engine that begins again would stop at its first games.
      if (!canWait) return NOENT;
      return performance.now() - last > BREATH ? breathe().then(found) : found();
    }
    // Results that came after the stop may be those of a part of a shard.
    if (canWait && isStopped && path.startsWith(`${COPIES}/`) && !(how & CREAT)) return NOENT;
    if (files.has(path)) {
      if (how & EXCL) return EXIST;
      if (how & TRUNC) files.set(path, new Uint8Array(0));
    } else if (how & CREAT) files.set(path, new Uint8Array(0));
    else if (this.isFolder(path)) return this.opened(opened, { path, at: 0, isFolder: true });
    else if (path.startsWith(`${COPIES}/`) && !isStopped) {
      if (canWait) return arrival(path).then(() => (files.has(path) ? this.opened(opened, { path, at: 0 }) : NOENT));
      this.missing ??= path;
      return NOENT;
    } else return NOENT;
    return this.opened(opened, { path, at: 0, isNew: (how & CREAT) !== 0 });
  }

  opened(at, file) {
    let fd = ROOT + 1;
    while (this.open.has(fd)) fd += 1;
    this.open.set(fd, file);
    this.view.setUint32(at, fd, true);
    return SUCCESS;
  }

  path_unlink_file(fd, at, length) { return files.delete(this.path(at, length)) ? SUCCESS : NOENT; }

  path_rename(fd, at, length, toFd, to, toLength) {
    const path = this.path(at, length), content = files.get(path);
    if (!content) return NOENT;
    files.delete(path);
    files.set(this.path(to, toLength), content);
    return SUCCESS;
  }

  path_readlink() { return INVAL; }
}

/** The engine has ended with this code. */
class Exit extends Error {
  constructor(code) {
    super(`exit code ${code}`);
    this.code = code;
  }
}
