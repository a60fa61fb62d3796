// The version on the page: config, baseline, changes, bots and seed. Each change can be undone, and unsaved
// changes survive a reload.

const KEY = "undercard-studio";
const MOST_STEPS = 500;

export class State {
  constructor(config) {
    this.config = config;
    // A changed target is { key, numbers, rest }; without numbers, it is removed.
    this.version = { base: [], set: [], bots: [], seed: null, targets: [] };
    this.undone = [];
    this.done = [];
    // For each baseline, the settings that were tried against it.
    this.tried = new Map();
    // How many versions each search tried: baseline, question, number.
    this.searched = [];
    // The held-out games are the same for every baseline.
    this.judged = new Set();
    // The checksum of the file on disk when it was last looked at, and of the content that these changes belong to.
    this.checksum = null;
    this.file = null;
    // The title of the game that these changes are of.
    this.game = null;
  }

  /** The version as the server takes it. */
  request() {
    const { base, set, bots, seed, targets } = this.version;
    return { config: this.config, file: this.file, base, set, bots, seed, targets: targets.map((target) => [target.key, bandOf(target)]) };
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

  /** Joins the last two steps, so that a drag is one step. */
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
      version.base = this.all();
      version.set = [];
    });
  }

  /** Makes the config itself the baseline again; `defaults` gives its value of a key. */
  unbase(defaults) {
    this.change((version) => {
      version.set = this.all().filter(([key, value]) => value !== defaults(key));
      version.base = [];
    });
  }

  /** What differs from the config, changes of the baseline first. */
  all() {
    const { base, set } = this.version;
    const keys = new Set(set.map(([key]) => key));
    return [...base.filter(([key]) => !keys.has(key)), ...set];
  }

  /**
   * Makes the version comparable with its baseline: these settings become part of the baseline, and these bots play both.
   * This belongs to the last step. `defaults` gives the value of a key in the config.
   */
  fit(keys, bots, defaults) {
    const { base, set } = this.version;
    const moved = set.filter(([key]) => keys.includes(key));
    this.version.base = [...base.filter(([key]) => !keys.includes(key)), ...moved].filter(([key, value]) => value !== defaults(key));
    this.version.set = set.filter(([key]) => !keys.includes(key));
    this.version.bots = bots;
    this.keep();
  }

  /** Counts these settings as tried, each version once. */
  count() {
    const { base, set } = this.version;
    if (set.length === 0) return;
    const own = baseline(base);
    if (!this.tried.has(own)) this.tried.set(own, new Set());
    const all = this.tried.get(own), before = all.size;
    all.add(JSON.stringify(set.slice().sort()));
    // A tab that is only reloaded does not replace what another tab has kept.
    if (all.size > before) this.keep();
  }

  /** Counts the versions that a search tried. The same search tries the same ones again. */
  countSearch({ base, ...question }, n) {
    const own = [baseline(base), JSON.stringify(question)];
    const before = this.searched.find(([of, what]) => of === own[0] && what === own[1])?.[2] ?? 0;
    this.searched = [...this.searched.filter(([of, what]) => of !== own[0] || what !== own[1]), [...own, Math.max(n, before)]];
    this.keep();
  }

  /** How many settings were tried since the baseline, also by searches. */
  get nTried() {
    const own = baseline(this.version.base);
    const searched = this.searched.filter(([of]) => of === own).reduce((sum, [, , n]) => sum + n, 0);
    return (this.tried.get(own)?.size ?? 0) + searched;
  }

  /** Counts a version that was judged, and returns how many were judged on the same games. Other targets count, too. */
  judge() {
    const { base, set, bots, seed, targets } = this.version;
    const all = [...new Map([...base, ...set])].sort();
    this.judged.add(JSON.stringify([seed, bots, all, targets]));
    this.keep();
    return this.nJudged;
  }

  /** How many versions were judged on the held-out games of this seed. */
  get nJudged() {
    return [...this.judged].filter((judged) => JSON.parse(judged)[0] === this.version.seed).length;
  }

  /**
   * The opened file was replaced by the version. Earlier steps keep their settings, which are now relative to the new file.
   * `before` and `after` are the values of the keys in the file, and its targets.
   */
  replaced(before, after, targetsBefore, targetsAfter) {
    const keys = new Set([...this.version.base, ...this.version.set].map(([key]) => key));
    const moved = (base) => {
      const own = new Map(base);
      for (const key of keys) if (!own.has(key) && before.has(key)) own.set(key, before.get(key));
      return [...own].filter(([key, value]) => after.get(key) !== value);
    };
    const ofTargets = new Set([...targetsBefore, ...targetsAfter].map(({ key }) => key));
    const movedTargets = (targets) => {
      const all = new Map([...ofTargets].map((key) => [key, { key, numbers: null, rest: "" }]));
      for (const target of [...targetsBefore, ...targets]) all.set(target.key, target);
      return targetChanges([...all.values()], targetsAfter);
    };
    const step = (text) => {
      const version = JSON.parse(text);
      return JSON.stringify({ ...version, base: moved(version.base), targets: movedTargets(version.targets ?? []) });
    };
    const movedBase = (base) => baseline(moved(JSON.parse(base)));
    this.tried = new Map([...this.tried].map(([base, set]) => [movedBase(base), set]));
    this.searched = this.searched.map(([base, ...rest]) => [movedBase(base), ...rest]);
    this.done = [...this.done, JSON.stringify(this.version)].slice(-MOST_STEPS).map(step);
    this.undone = [];
    this.version = { ...this.version, base: [], set: [], targets: [] };
    this.keep();
  }

  /** Keeps the changes for this tab, and for tabs that are opened later. */
  keep() {
    this.keepInTab();
    write("localStorage", State.key(this.config), this.kept());
  }

  /** Keeps the changes for a reload of this tab. */
  keepInTab() { write("sessionStorage", State.tabKey(this.config), this.kept()); }

  kept() {
    const { version, done, undone, judged, checksum, file, game, searched } = this;
    const tried = [...this.tried].slice(-5).map(([base, set]) => [base, [...set].slice(-2000)]);
    return JSON.stringify({ version, done: done.slice(-50), undone: undone.slice(-50), tried, searched: searched.slice(-100), judged: [...judged].slice(-500), checksum, file, game });
  }

  /** The changes that this tab has kept, or if there are none, or `isOther`, those that any tab has made last. */
  static load(config, isOther = false) {
    try {
      const own = isOther ? null : sessionStorage.getItem(State.tabKey(config));
      return State.read(config, own ?? localStorage.getItem(State.key(config)));
    } catch {
      return new State(config);
    }
  }

  /** The changes of this game, if the config was that of another one: those stay kept until it is again. */
  ofGame(game) {
    let state = this;
    if (this.game && this.game !== game) {
      write("localStorage", `${State.key(this.config)}:${this.game}`, this.kept());
      try {
        state = State.read(this.config, localStorage.getItem(`${State.key(this.config)}:${game}`));
      } catch {
        state = new State(this.config);
      }
    }
    state.game = game;
    return state;
  }

  static read(config, text) {
    const state = new State(config);
    try {
      const kept = JSON.parse(text);
      if (kept?.version && Array.isArray(kept.version.set)) {
        const tried = new Map(kept.tried.map(([base, set]) => [base, new Set(set)]));
        Object.assign(state, kept, { tried, judged: new Set(kept.judged) });
        state.version.targets ??= [];
      }
    } catch {
      // What another version kept is of no use.
    }
    return state;
  }

  static forget(config) {
    try {
      localStorage.removeItem(State.key(config));
      sessionStorage.removeItem(State.tabKey(config));
    } catch {
      // There is nothing to forget.
    }
  }

  /** The game against the bots in progress, as the last question about it; null if there is none. */
  static keptGame(config) {
    try {
      return JSON.parse(sessionStorage.getItem(State.gameKey(config)) ?? localStorage.getItem(State.gameKey(config)));
    } catch {
      return null;
    }
  }

  /** Keeps a game for this tab, and for tabs that are opened later; null if it is over. */
  static keepGame(config, game) {
    try {
      for (const storage of [sessionStorage, localStorage]) {
        if (game) storage.setItem(State.gameKey(config), JSON.stringify(game));
        else storage.removeItem(State.gameKey(config));
      }
    } catch {
      // Without room, the game lives as long as the page.
    }
  }

  /** The file as this tab opened it: its checksum, text and seal; null if it did not. */
  static openedFile(config) {
    try {
      return JSON.parse(sessionStorage.getItem(State.key(config)));
    } catch {
      return null;
    }
  }

  static keepOpenedFile(config, content) {
    try {
      if (content) sessionStorage.setItem(State.key(config), JSON.stringify(content));
      else sessionStorage.removeItem(State.key(config));
    } catch {
      // Without room, a reload reads the file again.
    }
  }

  /** The receipt of the file that this tab saved under this name, with or without its ending; null if it did not. */
  static receipt(config, name) {
    const receipts = State.receipts(config);
    return receipts.get(name) ?? receipts.get(`${name}.toml`) ?? null;
  }

  /** Keeps what this tab needs to save over a file again. */
  static keepReceipt(config, { path, receipt }) {
    write("sessionStorage", State.receiptsKey(config), JSON.stringify([...State.receipts(config).set(path, receipt)]));
  }

  static receipts(config) {
    try {
      return new Map(JSON.parse(sessionStorage.getItem(State.receiptsKey(config))));
    } catch {
      return new Map();
    }
  }

  /** The number of games at most that was chosen; null if none was. */
  static keptGames() {
    try {
      return Number(localStorage.getItem(`${KEY}-games:${location.pathname}`)) || null;
    } catch {
      return null;
    }
  }

  static keepGames(number) {
    try {
      localStorage.setItem(`${KEY}-games:${location.pathname}`, String(number));
    } catch {
      // Without room, a reload takes the default.
    }
  }

  /** Whether the tour was taken or skipped in this browser; also where nothing is kept. */
  static isToured() {
    try {
      return localStorage.getItem(`${KEY}-toured`) !== null;
    } catch {
      return true;
    }
  }

  static keepToured() { write("localStorage", `${KEY}-toured`, "yes"); }

  /** Each folder has its own address. */
  static key(config) { return `${KEY}:${location.pathname}:${config}`; }

  static gameKey(config) { return `${KEY}-game:${location.pathname}:${config}`; }

  static receiptsKey(config) { return `${KEY}-saved:${location.pathname}:${config}`; }

  static tabKey(config) { return `${KEY}-tab:${location.pathname}:${config}`; }

  /** The options of the command line, the first time that a page of this studio asks for them. */
  static takeOptions({ begin, run }) {
    try {
      if (localStorage.getItem(`${KEY}-begun`) === run) return {};
      localStorage.setItem(`${KEY}-begun`, run);
    } catch {
      // Without room, a reload brings the options back.
    }
    return begin;
  }
}

/** Keeps a text. A browser that keeps nothing refuses even to name its storage. */
function write(storage, key, text) {
  try {
    window[storage].setItem(key, text);
  } catch {
    // Without room, the changes live as long as the page.
  }
}

/** The band of a target in TOML, or `none` if it is removed. Numbers with a unit, and what is no number, are texts. */
export function bandOf({ numbers, rest }) {
  if (!numbers) return "none";
  const written = (text) => (/^[-+]?\d+(\.\d+)?$/.test(text) ? text : JSON.stringify(text));
  const band = ["at", "within", "min", "max"].filter((key) => key in numbers).map((key) => `${key} = ${written(numbers[key])}`);
  return `{ ${[...band, ...(rest ? [rest] : [])].join(", ")} }`;
}

/** What differs from the targets of the file. */
export function targetChanges(targets, ofFile) {
  const known = new Map(ofFile.map((target) => [target.key, target]));
  return targets.filter((target) => {
    const before = known.get(target.key);
    return before ? bandOf(before) !== bandOf(target) : target.numbers;
  });
}

const baseline = (base) => JSON.stringify(base.slice().sort());
