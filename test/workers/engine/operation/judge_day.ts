/**
 * Another simulator of a day, by other means: plain objects, a list of events, trains that drive in steps of
 * a hundredth of a second, zones as lists of who has them. It retries every waiting train at every event.
 */
import type { DrawnBlock, DrawnDay, DrawnTrain, DrawnZone } from "./drawn_day.ts";
import { type Drive, drive, fastestTime, findDecisions, indexAt, timeAt } from "./judge_drive.ts";
import { judgeTurns } from "./judge_turns.ts";
import { CLOSED, type Judged } from "./judged_day.ts";

const LEAST_STOP_S = 30;

interface Running {
  readonly id: number;
  readonly train: DrawnTrain;
  readonly end: { readonly at_m: number; readonly stands: boolean };
  readonly base: (x_m: number) => number;
  /** Begin of each block on its path. */
  readonly entries_m: readonly number[];
  readonly zones: readonly (DrawnZone & { readonly end_m: number; readonly block: number })[];
  readonly decisions_m: readonly number[];
  readonly tightest_m: number;
  /** Next block. */
  block: number;
  /** Where it left last, when, how it has driven since, and whether it keeps to its plan. */
  from_m: number;
  driven: Drive;
  origin_s: number;
  /** When it passed the signal or stop before it. */
  pieceSince_s: number;
  keepsPlan: boolean;
  /** It stands or will stand there. */
  standsAt_m: number | null;
  ready_s: number;
  asked_s: number;
  delay_s: number;
  waits: boolean;
  isOver: boolean;
  /** Zones, by number in its path: "locked", "held", "left". */
  readonly states: Map<number, "locked" | "held" | "left">;
  /** When its tail leaves them, as far as that is settled. */
  readonly leaves: Map<number, number>;
  readonly arrivals: Map<number, number>;
}

export function judgeDay(day: DrawnDay): Judged {
  return new Judge(day).run();
}

/** A train at a zone of its own list. */
interface Turn {
  readonly id: number;
  readonly z: number;
}

class Judge {
  readonly #trains: Running[];
  readonly #patience_s: number;
  #events: { time: number; since: number; id: number; kind: "ask" | "free" }[] = [];
  #closest_s = Infinity;

  /** By zone: who comes there in which order, by the plan and by what was decided. */
  readonly #turns = new Map<number, Turn[]>();
  readonly #orders: NonNullable<DrawnDay["orders"]>;
  readonly #holds: NonNullable<DrawnDay["holds"]>;
  readonly #closures: NonNullable<DrawnDay["closures"]>;
  readonly #slower: NonNullable<DrawnDay["slower"]>;
  readonly #areLateSeen: boolean;

  constructor(day: DrawnDay) {
    this.#patience_s = day.patience_s;
    this.#trains = day.trains.map((train, id) => {
      const early = day.ends?.find((one) => one.train === id);
      const at_m = early === undefined ? train.length_m : train.stops[early.stop]!.at_m;
      const stands = early?.stands ?? false;
      return open(train, id, { at_m, stands, isEarly: early !== undefined });
    });
    this.#orders = day.orders ?? [];
    this.#holds = day.holds ?? [];
    this.#closures = day.closures ?? [];
    this.#slower = day.slower ?? [];
    this.#areLateSeen = day.areLateSeen ?? false;
    for (const { id, zones } of this.#trains) {
      for (const [z, { zone }] of zones.entries()) {
        this.#turns.set(zone, [...(this.#turns.get(zone) ?? []), { id, z }]);
      }
    }
    const askOf = ({ id, z }: { readonly id: number; readonly z: number }): number =>
      plannedAsk(this.#trains[id]!, this.#trains[id]!.zones[z]!.block);
    for (const turns of this.#turns.values()) {
      turns.sort((a, b) => askOf(a) - askOf(b) || a.id - b.id || a.z - b.z);
      turns.splice(0, turns.length, ...judgeTurns(turns, this.#listDecided(turns)));
    }
  }

  /** In the order in which they are decided. */
  #listDecided(turns: readonly Turn[]): (readonly [behind: Turn, first: Turn])[] {
    return this.#orders.flatMap((order) => {
      const behind = turns.find(({ id, z }) => id === order.train && this.#isMeant(order, z));
      const first = turns.findLast(({ id }) => id === order.first);
      return behind === undefined || first === undefined ? [] : [[behind, first] as const];
    });
  }

  /** Whether a zone of the train of a decision lies behind its stop. */
  #isMeant({ train, stop }: NonNullable<DrawnDay["orders"]>[number], z: number): boolean {
    const { train: drawn, entries_m, zones } = this.#trains[train]!;
    const { block } = zones[z]!;
    return block > 0 && entries_m[block]! >= drawn.stops[stop]!.at_m - 1e-6;
  }

  #isDecided(train: Running, z: number, first: Running): boolean {
    return this.#orders.some(
      (one) => one.train === train.id && one.first === first.id && this.#isMeant(one, z),
    );
  }

  run(): Judged {
    for (const train of this.#trains) {
      const { start_s, entry_s, blocks } = train.train;
      train.ready_s = start_s + entry_s;
      this.#askAt(train, train.ready_s - blocks[0]!.lead_s);
    }
    for (const { begin_s, end_s } of this.#closures) {
      for (const time of [begin_s, end_s]) {
        if (time < Infinity) this.#events.push({ time, since: Infinity, id: -1, kind: "free" });
      }
    }
    let last: { time: number; id: number } | null = null;
    while (this.#events.length > 0) {
      this.#events.sort((a, b) => a.time - b.time || a.since - b.since || a.id - b.id);
      const event = this.#events.shift()!;
      if (last !== null && last.id !== event.id) {
        this.#closest_s = Math.min(this.#closest_s, event.time - last.time);
      }
      last = event;
      const train = this.#trains[event.id]!;
      if (event.kind === "ask") this.#firstTry(train, event.time);
      this.#retry(event.time);
    }
    const stuck = this.#trains.filter((train) => !train.isOver);
    const end_s = last?.time ?? 0;
    const inCircles = stuck.filter((train) => this.#waitsInCircle(train, train, end_s, true));
    return {
      arrivals: this.#trains.map((train) => train.arrivals),
      stuck: stuck.map(({ id }) => id),
      keepers: new Map(
        stuck.filter(({ waits }) => waits).map((train) => [train.id, this.#keepers(train, end_s)]),
      ),
      inCircles: new Set(inCircles.map(({ id }) => id)),
      closest_s: this.#closest_s,
      tightest_m: Math.min(...this.#trains.map(({ tightest_m }) => tightest_m)),
    };
  }

  #askAt(train: Running, time: number): void {
    train.asked_s = time;
    this.#events.push({ time, since: time, id: train.id, kind: "ask" });
  }

  #firstTry(train: Running, now: number): void {
    train.delay_s = now - plannedAsk(train, train.block);
    if (this.#mayEnter(train, now)) this.#enter(train, now);
    else {
      train.waits = true;
      if (train.standsAt_m === null) this.#brake(train, now);
    }
  }

  #retry(now: number): void {
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      const waiting = this.#trains.filter((train) => train.waits);
      waiting.sort((a, b) => a.asked_s - b.asked_s || a.id - b.id);
      for (const train of waiting) {
        if (!this.#mayEnter(train, now)) continue;
        this.#enter(train, now);
        isChanged = true;
        break;
      }
    }
  }

  /** Zones that the next block needs: its own, and those locked with it. */
  #needs(train: Running): { readonly zone: number; readonly isOwn: boolean }[] {
    const numbers = train.zones.flatMap(({ block }, z) => (block === train.block ? [z] : []));
    const { locks } = train.train.blocks[train.block]!;
    const after = Array.from({ length: locks }, (_, i) => numbers.at(-1)! + 1 + i).filter(
      (zone) => zone < train.zones.length,
    );
    return [
      ...numbers.map((zone) => ({ zone, isOwn: true })),
      ...after.map((zone) => ({ zone, isOwn: false })),
    ];
  }

  #holders(train: Running, now: number): { readonly holder: Running; readonly leaves: number }[] {
    return this.#needs(train).flatMap(({ zone, isOwn }) => {
      const wanted = train.zones[zone]!;
      return this.#trains.flatMap((holder) => {
        if (holder === train) return [];
        return holder.zones.flatMap((had, z) => {
          const state = holder.states.get(z);
          const leaves = holder.leaves.get(z) ?? Infinity;
          if (had.zone !== wanted.zone || state === undefined || leaves <= now) return [];
          const excludes = had.config !== wanted.config || (isOwn && state === "held");
          return excludes ? [{ holder, leaves }] : [];
        });
      });
    });
  }

  #keepers(train: Running, now: number): ReadonlySet<number> {
    const holders = this.#holders(train, now).map(({ holder }) => holder);
    const kept = [...holders, ...this.#firsts(train, now)].map(({ id }) => id);
    return new Set(this.#closedUntil(train, now) > now ? [...kept, CLOSED] : kept);
  }

  /** Trains whose turn is first, and that are waited for. */
  #firsts(train: Running, now: number): Running[] {
    return this.#needs(train).flatMap(({ zone, isOwn }) => {
      if (train.states.has(zone)) return [];
      const wanted = train.zones[zone]!;
      const turns = this.#turns.get(wanted.zone)!;
      const turn = turns.findIndex((one) => one.id === train.id && one.z === zone);
      return this.#trains.filter((other) => {
        if (other === train || other.isOver) return false;
        return other.zones.some((visited, z) => {
          const state = other.states.get(z);
          if (visited.zone !== wanted.zone || state === "held" || state === "left") return false;
          if (!isOwn && visited.config === wanted.config) return false;
          if (turns.findIndex((one) => one.id === other.id && one.z === z) > turn) return false;
          if (this.#isDecided(train, zone, other)) return true;
          const ask = plannedAsk(other, visited.block);
          const overdue = Math.max(now, this.#opens(other, now)) - plannedAsk(other, other.block);
          return ask + Math.max(other.delay_s, overdue) - now <= this.#patience_s;
        });
      });
    });
  }

  /** When the closures of what it needs and has not got are over. */
  #closedUntil(train: Running, now: number): number {
    const wanted = this.#needs(train).flatMap(({ zone }) =>
      train.states.has(zone) ? [] : [train.zones[zone]!.zone],
    );
    const closing = this.#closures.filter(
      ({ zones, begin_s, end_s }) =>
        begin_s <= now && now < end_s && zones.some((zone) => wanted.includes(zone)),
    );
    return Math.max(...closing.map(({ end_s }) => end_s), -Infinity);
  }

  /** When a train that waits may go on at the earliest, by closures before it and before those that hold what it needs. */
  #opens(train: Running, now: number): number {
    const seen = new Set<Running>();
    const open = [train];
    let opens = -Infinity;
    while (open.length > 0) {
      const at = open.pop()!;
      if (!at.waits || seen.has(at)) continue;
      seen.add(at);
      opens = Math.max(opens, this.#closedUntil(at, now));
      for (const { holder, leaves } of this.#holders(at, now)) {
        if (leaves === Infinity) open.push(holder);
      }
    }
    return opens;
  }

  #mayEnter(train: Running, now: number): boolean {
    if (this.#areLateSeen && train.block === 0 && train.train.entry_s > 0) return true;
    if (this.#holders(train, now).length > 0) return false;
    if (this.#closedUntil(train, now) > now) return false;
    return this.#firsts(train, now).every(
      (first) => first.waits && this.#waitsInCircle(first, train, now, false),
    );
  }

  /** Whether a train waits for another in the end: for held zones, or for turns too. */
  #waitsInCircle(train: Running, goal: Running, now: number, byZones: boolean): boolean {
    const seen = new Set<Running>();
    const open = [train];
    while (open.length > 0) {
      const at = open.pop()!;
      if (!at.waits || seen.has(at)) continue;
      seen.add(at);
      const next = this.#holders(at, now).flatMap(({ holder, leaves }) =>
        leaves === Infinity ? [holder] : [],
      );
      if (!byZones) next.push(...this.#firsts(at, now));
      if (next.includes(goal)) return true;
      open.push(...next);
    }
    return false;
  }

  #enter(train: Running, now: number): void {
    const { lead_s } = train.train.blocks[train.block]!;
    for (const { zone, isOwn } of this.#needs(train)) {
      if (isOwn) train.states.set(zone, "held");
      else if (!train.states.has(zone)) train.states.set(zone, "locked");
    }
    train.waits = false;
    train.block++;
    const ready_s = Math.max(train.ready_s, now + lead_s);
    if (train.block === 1) this.#arrive(train, 0, ready_s);
    else if (train.standsAt_m !== null) this.#leave(train, ready_s);
    this.#goOn(train, now);
  }

  #arrive(train: Running, at_m: number, time: number): void {
    const { stops, longer_s } = train.train;
    const i = stops.findIndex((stop) => stop.at_m === at_m);
    train.arrivals.set(at_m, time);
    train.standsAt_m = at_m;
    train.ready_s = Math.max(
      plannedDeparture(train, at_m),
      time + Math.min(LEAST_STOP_S, stops[i]!.dwell_s) + longer_s[i]!,
      ...this.#holds
        .filter((one) => one.train === train.id && one.stop === i)
        .map((one) => one.until_s),
    );
  }

  #leave(train: Running, time: number): void {
    const from_m = train.standsAt_m!;
    const to_m = train.train.stops.find(({ at_m }) => at_m > from_m)!.at_m;
    train.from_m = from_m;
    train.driven = drive(train.train, from_m, 0, to_m);
    train.origin_s = time;
    train.pieceSince_s = time;
    train.keepsPlan = true;
    train.standsAt_m = null;
  }

  #passes(train: Running, x_m: number): number {
    if (this.#slower.some((one) => one.train === train.id)) return this.#passesSlowly(train, x_m);
    const own = train.origin_s + timeAt(train.driven, x_m);
    return train.keepsPlan ? Math.max(own, plannedArrival(train, x_m)) : own;
  }

  /** Piece by piece from one signal or stop to the next, each slower if its begin is passed at such a time. */
  #passesSlowly(train: Running, x_m: number): number {
    const { driven, origin_s, keepsPlan } = train;
    let from_m = driven.x_m[0]!;
    let own = origin_s;
    let passed = train.pieceSince_s;
    const ends = listPlaces(train).filter((at_m) => at_m > from_m && at_m < x_m);
    for (const to_m of [...ends, x_m]) {
      own += this.#factor(train, passed) * (timeAt(driven, to_m) - timeAt(driven, from_m));
      passed = keepsPlan ? Math.max(own, plannedArrival(train, to_m)) : own;
      from_m = to_m;
    }
    return passed;
  }

  #factor(train: Running, time: number): number {
    const { percent, begin_s, end_s } = this.#slower.find((one) => one.train === train.id)!;
    for (const edge of [begin_s, end_s]) {
      this.#closest_s = Math.min(this.#closest_s, Math.abs(time - edge));
    }
    return begin_s <= time && time < end_s ? 1 + percent / 100 : 1;
  }

  #goOn(train: Running, now: number): void {
    for (;;) {
      const isLast = train.block === train.train.blocks.length;
      const decision_m = train.decisions_m[train.block] ?? Infinity;
      const lead_s = isLast ? 0 : train.train.blocks[train.block]!.lead_s;
      if (train.standsAt_m !== null) {
        if (train.standsAt_m === train.end.at_m) {
          train.isOver = true;
          if (train.end.stands) return;
          train.zones.forEach((_, z) => {
            if (train.states.has(z) && !train.leaves.has(z)) this.#leaves(train, z, train.ready_s);
          });
          return;
        }
        if (!isLast && decision_m <= train.standsAt_m) {
          this.#askAt(train, Math.max(now, train.ready_s - lead_s));
          return;
        }
        this.#leave(train, train.ready_s);
      }
      const stop_m = train.train.stops.find(({ at_m }) => at_m > train.from_m)!.at_m;
      if (!isLast && train.entries_m[train.block]! < stop_m) {
        const at_m = Math.max(decision_m, train.from_m);
        this.#settle(train, at_m + 1e-6);
        this.#askAt(train, Math.max(now, this.#passes(train, at_m) - lead_s));
        return;
      }
      this.#settle(train, stop_m - 1e-6);
      this.#arrive(train, stop_m, this.#passes(train, stop_m));
    }
  }

  /** Zones that the tail leaves while the head is before a place. */
  #settle(train: Running, head_m: number): void {
    train.zones.forEach(({ end_m }, z) => {
      const at_m = end_m + train.train.stock.length_m;
      if (at_m >= head_m || train.leaves.has(z)) return;
      this.#leaves(train, z, this.#passes(train, at_m));
    });
  }

  #leaves(train: Running, z: number, time: number): void {
    train.leaves.set(z, time);
    this.#events.push({ time, since: Infinity, id: train.id, kind: "free" });
  }

  #brake(train: Running, now: number): void {
    const decision_m = Math.max(train.decisions_m[train.block]!, train.from_m);
    const at_s = this.#passes(train, decision_m);
    const last_m = listPlaces(train).findLast((at_m) => at_m <= decision_m)!;
    if (last_m > train.driven.x_m[0]!) train.pieceSince_s = this.#passes(train, last_m);
    const i = indexAt(train.driven, decision_m);
    const speed_m_s = train.driven.v_m_s[i]!;
    const to_m = train.entries_m[train.block]!;
    train.driven = drive(train.train, decision_m, speed_m_s, to_m);
    train.origin_s = at_s;
    train.keepsPlan = false;
    this.#settle(train, to_m - 1e-6);
    const arrival_s = this.#passes(train, to_m);
    train.arrivals.set(to_m, arrival_s);
    train.standsAt_m = to_m;
    train.ready_s = arrival_s;
    // Zones that it leaves while braking are settled from now on.
    this.#events.push({ time: now, since: Infinity, id: train.id, kind: "free" });
  }
}

function open(
  train: DrawnTrain,
  id: number,
  end: Running["end"] & { readonly isEarly: boolean },
): Running {
  const entries_m: number[] = [];
  const zones: (DrawnZone & { end_m: number; block: number })[] = [];
  let at_m = 0;
  train.blocks.forEach((block: DrawnBlock, b) => {
    entries_m.push(at_m);
    // What begins where it ends or farther is not its own.
    const isBehind = end.isEarly && b > 0 && at_m >= end.at_m;
    for (const zone of block.zones) {
      at_m += zone.length_m;
      if (!isBehind) zones.push({ ...zone, end_m: at_m, block: b });
    }
  });
  const base = fastestTime(train);
  return {
    id,
    train,
    end,
    base,
    entries_m,
    zones,
    ...findDecisions(train, entries_m),
    block: 0,
    from_m: 0,
    driven: { x_m: [0], v_m_s: [0] },
    origin_s: 0,
    pieceSince_s: 0,
    keepsPlan: true,
    standsAt_m: 0,
    ready_s: 0,
    asked_s: 0,
    delay_s: 0,
    waits: false,
    isOver: false,
    states: new Map(),
    leaves: new Map(),
    arrivals: new Map(),
  };
}

/** Signals and planned stops. */
function listPlaces({ train, entries_m }: Running): number[] {
  return [...entries_m, ...train.stops.map(({ at_m }) => at_m)].sort((a, b) => a - b);
}

function plannedArrival({ train, base }: Running, x_m: number): number {
  const stood = train.stops.filter(({ at_m }) => at_m < x_m);
  const stood_s = stood.reduce((sum, { dwell_s }) => sum + dwell_s, 0);
  return train.start_s + (1 + train.reserve) * base(x_m) + stood_s;
}

function plannedDeparture(running: Running, x_m: number): number {
  const stop = running.train.stops.find(({ at_m }) => at_m === x_m);
  return plannedArrival(running, x_m) + (stop?.dwell_s ?? 0);
}

function plannedAsk(running: Running, block: number): number {
  const lead_s = running.train.blocks[block]!.lead_s;
  if (block === 0) return running.train.start_s - lead_s;
  return plannedDeparture(running, running.decisions_m[block]!) - lead_s;
}
