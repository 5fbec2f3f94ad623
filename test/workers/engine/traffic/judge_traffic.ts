/**
 * An independent simulator of a day: every train is a coroutine over plain objects, its speeds are drawn on a grid of
 * short cells. It shares nothing with the engine but the rules in docs/operations.md.
 */
export interface JudgeZone {
  readonly id: number;
  readonly setting: number;
  readonly switches: boolean;
  readonly end_m: number;
}

export interface JudgeSignal {
  readonly x_m: number;
  readonly sight_m: number;
}

export interface JudgeStop {
  readonly x_m: number;
  readonly dwell_ms: number;
  readonly due_ms: number;
}

export interface JudgeTrain {
  readonly length_m: number;
  readonly accelerates_m_s2: number;
  readonly brakes_m_s2: number;
  /** Highest speed by place. */
  readonly limit_m_s: (x_m: number) => number;
  readonly appears_ms: number;
  readonly plannedAppears_ms: number;
  readonly zones: readonly JudgeZone[];
  readonly signals: readonly JudgeSignal[];
  /** Zones of the section behind each signal, and those that its route locks; the first: where it appears. */
  readonly sections: readonly {
    readonly zones: readonly number[];
    readonly locks: readonly number[];
  }[];
  /** The first is its start, the last its end. */
  readonly stops: readonly JudgeStop[];
  /** As planned. */
  readonly plannedDwells_ms: readonly number[];
}

export interface JudgedRun {
  /** By place, rounded to metres. */
  readonly arrivals_ms: Map<number, number>;
  readonly departures_ms: Map<number, number>;
  ended: boolean;
  deadlocked: boolean;
}

const CELL_M = 0.5;
const RELEASE = 2000;
const SWITCHING = 5000;
const PATIENCE = 300_000;

/** Times over places from a standing start to a stop, drawn on the grid; ms. */
class Leg {
  readonly #x: number[] = [];
  readonly #v2: number[] = [];
  readonly #t: number[] = [0];

  constructor(train: JudgeTrain, from_m: number, to_m: number, stops_m: number) {
    const x = this.#x;
    const v2 = this.#v2;
    const count = Math.max(1, Math.ceil((to_m - from_m) / CELL_M));
    for (let i = 0; i <= count; i++) x.push(from_m + ((to_m - from_m) * i) / count);
    const caps = x.map((at, i) => {
      const after = train.limit_m_s(Math.min(at + 1e-6, to_m - 1e-6));
      const before = i > 0 ? train.limit_m_s(at - 1e-6) : Infinity;
      return Math.min(after, before) ** 2;
    });
    caps[count] = to_m >= stops_m - 1e-9 ? 0 : caps[count]!;
    for (let i = count - 1; i >= 0; i--) {
      caps[i] = Math.min(caps[i]!, caps[i + 1]! + 2 * train.brakes_m_s2 * (x[i + 1]! - x[i]!));
    }
    v2.push(0);
    for (let i = 1; i <= count; i++) {
      const gained = v2[i - 1]! + 2 * train.accelerates_m_s2 * (x[i]! - x[i - 1]!);
      v2.push(Math.min(gained, caps[i]!));
      const mean = (Math.sqrt(v2[i]!) + Math.sqrt(v2[i - 1]!)) / 2;
      this.#t.push(this.#t[i - 1]! + (1000 * (x[i]! - x[i - 1]!)) / mean);
    }
  }

  #cell(x_m: number): number {
    let low = 0;
    let high = this.#x.length - 1;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#x[middle]! <= x_m) low = middle;
      else high = middle;
    }
    return low;
  }

  at(x_m: number): number {
    const i = this.#cell(x_m);
    const x0 = this.#x[i]!;
    const span = this.#x[i + 1]! - x0;
    const part = Math.max(0, Math.min(1, (x_m - x0) / span));
    const v0 = Math.sqrt(this.#v2[i]!);
    const v = Math.sqrt(this.#v2[i]! + (this.#v2[i + 1]! - this.#v2[i]!) * part);
    return part === 0 ? this.#t[i]! : this.#t[i]! + (2000 * part * span) / (v0 + v);
  }

  /** The last place up to which both are as fast. */
  parts(braked: Leg): number {
    let i = 1;
    while (i < braked.#x.length && Math.abs(this.speed2(braked.#x[i]!) - braked.#v2[i]!) < 1e-3)
      i++;
    return braked.#x[i - 1]!;
  }

  speed2(x_m: number): number {
    const i = this.#cell(x_m);
    const part = (x_m - this.#x[i]!) / (this.#x[i + 1]! - this.#x[i]!);
    return this.#v2[i]! + (this.#v2[i + 1]! - this.#v2[i]!) * part;
  }
}

interface Request {
  readonly train: number;
  readonly section: number;
  readonly since: number;
  granted: boolean;
  /** Zone of the network it was refused for, and when it asks again at the latest. */
  refused: number | null;
  again: number;
  onGrant: (() => void) | null;
}

type Wish = { readonly until: number } | { readonly ask: number } | { readonly granted: Request };

interface ZoneState {
  inside: number | null;
  lockers: number[];
  setting: number | null;
  free: number;
  planned: {
    readonly train: number;
    readonly ask: number;
    readonly section: number;
    taken: boolean;
  }[];
}

const legs = new WeakMap<JudgeTrain["limit_m_s"], Map<string, Leg>>();

export function judgeDay(trains: readonly JudgeTrain[], ordered: boolean): JudgedRun[] {
  const leg = (train: JudgeTrain, from: number, to: number): Leg => {
    const kept = legs.get(train.limit_m_s) ?? new Map<string, Leg>();
    legs.set(train.limit_m_s, kept);
    const key = `${train.accelerates_m_s2} ${train.brakes_m_s2} ${from} ${to}`;
    const known = kept.get(key) ?? new Leg(train, from, to, to);
    kept.set(key, known);
    return known;
  };
  const results = trains.map(
    (): JudgedRun => ({
      arrivals_ms: new Map(),
      departures_ms: new Map(),
      ended: false,
      deadlocked: false,
    }),
  );
  const reactionPlace = (
    train: JudgeTrain,
    from: number,
    to: number,
    signal: JudgeSignal,
  ): number => {
    const begins = leg(train, from, to).parts(leg(train, from, signal.x_m));
    return Math.max(from, Math.min(signal.x_m - signal.sight_m, begins));
  };
  const between = (train: JudgeTrain, from: number, to: number): number[] =>
    train.signals.flatMap(({ x_m }, k) => (x_m > from + 0.001 && x_m < to - 0.001 ? [k] : []));
  const signalAt = (train: JudgeTrain, x: number): number =>
    train.signals.findIndex(({ x_m }) => Math.abs(x_m - x) <= 0.001);

  const plannedAsks = trains.map((train) => {
    const asks: number[] = [train.plannedAppears_ms];
    let at = train.plannedAppears_ms;
    train.stops.slice(0, -1).forEach((stop, s) => {
      const to = train.stops[s + 1]!.x_m;
      const left = Math.max(at + train.plannedDwells_ms[s]!, stop.due_ms);
      const here = signalAt(train, stop.x_m);
      if (s > 0 && here >= 0) asks[here + 1] = left;
      let earlier = left;
      for (const k of between(train, stop.x_m, to)) {
        const place = reactionPlace(train, stop.x_m, to, train.signals[k]!);
        earlier = Math.max(earlier, left + leg(train, stop.x_m, to).at(place));
        asks[k + 1] = earlier;
      }
      at = left + leg(train, stop.x_m, to).at(to);
    });
    return asks;
  });

  const zones = new Map<number, ZoneState>();
  trains.forEach((train, t) => {
    train.sections.forEach((section, s) => {
      for (const z of section.locks) {
        const id = train.zones[z]!.id;
        const state = zones.get(id) ?? {
          inside: null,
          lockers: [],
          setting: null,
          free: -Infinity,
          planned: [],
        };
        zones.set(id, state);
        state.planned.push({ train: t, ask: plannedAsks[t]![s]!, section: s, taken: false });
      }
    });
  });
  for (const { planned } of zones.values())
    planned.sort((a, b) => a.ask - b.ask || a.train - b.train);

  const late = trains.map(() => 0);
  const open: Request[] = [];
  const timers: { readonly at: number; readonly go: () => void }[] = [];
  let now = -Infinity;
  const later = (at: number, go: () => void): void => void timers.push({ at, go });

  /** The first zone that it may not take yet, and when it may be; null: it may take all. */
  const refusal = (request: Request): { readonly zone: number; readonly at: number } | null => {
    const train = trains[request.train]!;
    const section = train.sections[request.section]!;
    const all = [...new Set([...section.zones, ...section.locks])].sort((a, b) => a - b);
    for (const z of all) {
      const { id, setting, switches } = train.zones[z]!;
      const state = zones.get(id)!;
      const occupies = section.zones.includes(z);
      const locks = section.locks.includes(z);
      let at = occupies || (locks && state.lockers.length === 0) ? state.free : -Infinity;
      if (occupies && state.inside !== null) at = Infinity;
      if (locks && state.lockers.length > 0 && state.setting !== setting) at = Infinity;
      if (locks && state.lockers.length === 0 && switches && state.setting !== setting)
        at += SWITCHING;
      if (locks && ordered) {
        const own = state.planned.findIndex(
          (use) => use.train === request.train && use.section === request.section,
        );
        const first = state.planned
          .slice(0, own)
          .some(
            (use) =>
              !use.taken && Math.max(now, use.ask + late[use.train]!) < request.since + PATIENCE,
          );
        if (first) at = Infinity;
      }
      if (at > now) return { zone: id, at };
    }
    return null;
  };

  const grant = (request: Request): void => {
    const { train: t, section: s } = request;
    const train = trains[t]!;
    for (const z of train.sections[s]!.locks) {
      const state = zones.get(train.zones[z]!.id)!;
      state.lockers.push(t);
      state.setting = train.zones[z]!.setting;
      state.planned.find((use) => use.train === t && use.section === s)!.taken = true;
    }
    for (const z of train.sections[s]!.zones) zones.get(train.zones[z]!.id)!.inside = t;
    late[t] = now - plannedAsks[t]![s]!;
    request.granted = true;
    open.splice(open.indexOf(request), 1);
  };

  const leave = (t: number, z: number): void => {
    const { id } = trains[t]!.zones[z]!;
    const state = zones.get(id)!;
    if (state.inside === t) state.inside = null;
    state.lockers.splice(state.lockers.indexOf(t), 1);
    state.free = now + RELEASE;
    for (const request of open) {
      if (request.refused === id && request.again === Infinity) request.again = now + RELEASE;
    }
  };

  function* drive(t: number): Generator<Wish, void, Request> {
    const train = trains[t]!;
    const told = results[t]!;
    const note = (map: Map<number, number>, x: number): void => void map.set(Math.round(x), now);
    const clear = train.zones.map(({ end_m }) => end_m + train.length_m);
    let left = 0;
    yield { until: train.appears_ms };
    const first = yield { ask: 0 };
    if (!first.granted) yield { granted: first };
    for (let s = 0; s + 1 < train.stops.length; s++) {
      const stop = train.stops[s]!;
      const to = train.stops[s + 1]!.x_m;
      const from_ms = s === 0 ? train.appears_ms : now;
      yield { until: Math.max(now, from_ms + stop.dwell_ms, stop.due_ms) };
      const here = signalAt(train, stop.x_m);
      if (s > 0 && here >= 0) {
        const request = yield { ask: here + 1 };
        if (!request.granted) yield { granted: request };
      }
      let from = stop.x_m;
      let ahead = between(train, from, to);
      for (;;) {
        const begun = now;
        note(told.departures_ms, from);
        const free = leg(train, from, to);
        let braked: Request | null = null;
        let drawn = free;
        let end = to;
        let parted = Infinity;
        let reacted = 0;
        for (;;) {
          const signal: number | undefined = braked === null ? ahead[0] : undefined;
          const arrives = drawn.at(end);
          const place = clear[left] ?? Infinity;
          const clears = place <= end ? (place <= parted ? free : drawn).at(place) : Infinity;
          const reacts =
            signal === undefined
              ? Infinity
              : Math.max(reacted, free.at(reactionPlace(train, from, to, train.signals[signal]!)));
          if (clears <= Math.min(reacts, arrives)) {
            yield { until: begun + clears };
            leave(t, left++);
          } else if (reacts <= arrives) {
            yield { until: begun + reacts };
            reacted = reacts;
            const request: Request = yield { ask: signal! + 1 };
            if (request.granted) {
              ahead = ahead.slice(1);
            } else {
              braked = request;
              end = train.signals[signal!]!.x_m;
              drawn = leg(train, from, end);
              parted = free.parts(drawn);
            }
          } else {
            yield { until: begun + arrives };
            break;
          }
        }
        note(told.arrivals_ms, end);
        if (braked === null) break;
        if (!braked.granted) yield { granted: braked };
        from = end;
        ahead = ahead.slice(1);
      }
    }
    const last = train.stops.at(-1)!;
    yield { until: Math.max(now + last.dwell_ms, last.due_ms) };
    for (; left < train.zones.length; left++) leave(t, left);
    told.ended = true;
  }

  const fresh: { readonly request: Request; readonly answer: () => void }[] = [];
  const drivers = trains.map((_, t) => drive(t));
  const resume = (t: number, request?: Request): void => {
    const { value, done } = drivers[t]!.next(request!);
    if (done || value === undefined) return;
    if ("until" in value) later(value.until, () => resume(t));
    else if ("granted" in value) value.granted.onGrant = () => resume(t);
    else {
      const asked: Request = {
        train: t,
        section: value.ask,
        since: now,
        granted: false,
        refused: null,
        again: now,
        onGrant: null,
      };
      open.push(asked);
      fresh.push({ request: asked, answer: () => resume(t, asked) });
    }
  };
  drivers.forEach((_, t) => resume(t));
  for (;;) {
    now = Math.min(
      ...timers.map(({ at }) => at),
      ...open.map(({ again }) => again),
      ...open.map(({ since }) => (ordered && since + PATIENCE > now ? since + PATIENCE : Infinity)),
    );
    if (now === Infinity) break;
    for (
      let due = timers.findIndex(({ at }) => at === now);
      due >= 0;
      due = timers.findIndex(({ at }) => at === now)
    ) {
      timers.splice(due, 1)[0]!.go();
    }
    const asking = open
      .filter(({ again, since }) => again === now || since + PATIENCE === now)
      .sort((a, b) => a.since - b.since || a.train - b.train);
    for (const request of asking) {
      const refused = refusal(request);
      if (refused === null) grant(request);
      else Object.assign(request, { refused: refused.zone, again: refused.at });
    }
    const answers = fresh.splice(0);
    for (const request of asking) {
      const answered = answers.find((one) => one.request === request);
      if (answered !== undefined) answered.answer();
      else if (request.granted) request.onGrant?.();
    }
  }

  for (const request of open) {
    // Follows who holds what each was refused for; whoever comes back to himself is in a circle.
    let t: number | undefined = request.train;
    for (let steps = 0; steps <= trains.length && t !== undefined; steps++) {
      const waiting = open.find(({ train }) => train === t);
      const state: ZoneState | undefined = waiting && zones.get(waiting.refused!);
      t = state?.inside ?? state?.lockers.at(-1);
      if (t === request.train) {
        results[t]!.deadlocked = true;
        break;
      }
    }
  }
  return results;
}
