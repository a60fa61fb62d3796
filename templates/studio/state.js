// The version on the page: config, baseline, changes, bots, players and seed. Each change can be undone, and unsaved
// changes survive a reload.

const KEY = "undercard-studio";
const MOST_STEPS = 500;

export class State {
  constructor(config) {
    this.config = config;
    this.version = { base: [], set: [], bots: [], players: null, seed: null };
    this.undone = [];
    this.done = [];
    this.tried = new Set();
    this.judged = 0;
    this.checksum = null;
  }

  /** The version as the server takes it. */
  request() {
    const { base, set, bots, players, seed } = this.version;
    return { config: this.config, base, set, bots, players, seed };
  }

  value(key) {
    const { base, set } = this.version;
    const find = (list) => list.find(([other]) => other === key)?.[1];
    return find(set) ?? find(base);
  }

  /** Changes some settings at once; `values` are pairs of key and value, and a value of null takes the change back. */
  set(values, defaults) {
    this.change((version) => {
      for (const [key, value] of values) {
        version.set = version.set.filter(([other]) => other !== key);
        const before = version.base.find(([other]) => other === key)?.[1] ?? defaults(key);
        if (value !== null && value !== before) version.set.push([key, value]);
      }
    });
  }

  change(edit) {
    const before = JSON.stringify(this.version);
    edit(this.version);
    if (JSON.stringify(this.version) === before) return;
    this.done.push(before);
    if (this.done.length > MOST_STEPS) this.done.shift();
    this.undone = [];
    this.keep();
  }

  /** Replaces the last step, so that a drag is one step. */
  merge() {
    if (this.done.length > 1) this.done.pop();
  }

  undo() { this.step(this.done, this.undone); }

  redo() { this.step(this.undone, this.done); }

  step(from, to) {
    const next = from.pop();
    if (next === undefined) return;
    to.push(JSON.stringify(this.version));
    this.version = JSON.parse(next);
    this.keep();
  }

  rebase() {
    this.change((version) => {
      const keys = new Set(version.set.map(([key]) => key));
      version.base = [...version.base.filter(([key]) => !keys.has(key)), ...version.set];
      version.set = [];
    });
    this.tried = new Set();
    this.judged = 0;
    this.keep();
  }

  /** Counts the settings that were tried since the baseline. */
  count() {
    if (this.version.set.length > 0) this.tried.add(JSON.stringify(this.version.set.slice().sort()));
    this.keep();
  }

  keep() {
    const { version, done, undone, judged, checksum } = this;
    const kept = { version, done: done.slice(-50), undone: undone.slice(-50), tried: [...this.tried].slice(-2000), judged, checksum };
    try {
      localStorage.setItem(`${KEY}:${this.config}`, JSON.stringify(kept));
    } catch {
      // Without room, the changes live as long as the page.
    }
  }

  static load(config) {
    const state = new State(config);
    try {
      const kept = JSON.parse(localStorage.getItem(`${KEY}:${config}`));
      if (kept?.version && Array.isArray(kept.version.set)) Object.assign(state, kept, { tried: new Set(kept.tried) });
    } catch {
      // What another version kept is of no use.
    }
    return state;
  }

  static forget(config) {
    try {
      localStorage.removeItem(`${KEY}:${config}`);
    } catch {
      // There is nothing to forget.
    }
  }
}
