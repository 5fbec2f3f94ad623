/** Decisions that may help on a day that was tried, by who waits for whom: the most urgent first. */
import type { DayTrial, Decision } from "./tried_decisions.ts";

/** Stops before a meeting at which its order may be decided. */
const STOPS_BACK = 3;
/** Decisions about deadlocks of more trains would be too many. */
const LOCKED_MAX = 6;
/** Times that are told have whole seconds. */
const SECOND_MS = 1000;
const LATE_MS = 1000;
/** Turns of a zone between trains that may change places though neither waits for the other. */
const NEAR = 2;

interface Wait {
  readonly train: number;
  readonly cause: number;
  readonly time_ms: number;
  /** When the train goes on. */
  readonly end_ms: number;
}

/** Only about what happens by `until_ms`. */
export function proposeDecisions(trial: DayTrial, until_ms: number): Decision[] {
  const listed = new Map<string, Decision>();
  const add = (decision: Decision): void => {
    const key = decisionKey(decision);
    if (!listed.has(key)) listed.set(key, decision);
  };
  for (const { time_ms, trains } of trial.simulator.deadlocks) {
    if (time_ms > until_ms) continue;
    const chosen = trains.slice(0, LOCKED_MAX);
    for (const train of chosen) {
      for (const first of chosen) {
        if (train === first) continue;
        for (const stop of stopsUntil(trial, train, time_ms)) add({ train, stop, first });
      }
    }
  }
  for (const wait of listWaits(trial, until_ms)) {
    for (const decision of decideWait(trial, wait)) add(decision);
  }
  return [...listed.values()];
}

/**
 * Further ones, where the first have not helped: of each train that is late or stuck, and those next to it in the
 * turns of zones, all behind it, it behind all, and either behind the other from any of its stops on.
 */
export function proposeWidely(trial: DayTrial, until_ms: number): (readonly Decision[])[] {
  const { places } = trial;
  const together: (readonly Decision[])[] = [];
  const single: (readonly Decision[])[] = [];
  for (let t = 0; t < places.length; t++) {
    if (!isLate(trial, t)) continue;
    const before: Decision[] = [];
    const behind: Decision[] = [];
    for (const other of listNeighbours(trial, t)) {
      const own = stopsToCome(trial, t, until_ms);
      const others = stopsToCome(trial, other, until_ms);
      before.push(...others.slice(0, 1).map((stop) => ({ train: other, stop, first: t })));
      behind.push(...own.slice(0, 1).map((stop) => ({ train: t, stop, first: other })));
      for (const stop of own) single.push([{ train: t, stop, first: other }]);
      for (const stop of others) single.push([{ train: other, stop, first: t }]);
    }
    if (before.length > 1) together.push(before);
    if (behind.length > 1) together.push(behind);
  }
  return [...together, ...single];
}

/** Trains that are near to it in the turns of a zone. */
function listNeighbours({ plan }: DayTrial, t: number): Set<number> {
  const { visitStart, visitZone, visitTrain, visitTurn, zoneStart, turns } = plan;
  const found = new Set<number>();
  for (let v = visitStart[t]!; v < visitStart[t + 1]!; v++) {
    const start = zoneStart[visitZone[v]!]!;
    const end = zoneStart[visitZone[v]! + 1]!;
    const own = start + visitTurn[v]!;
    for (let at = Math.max(start, own - NEAR); at < Math.min(end, own + NEAR + 1); at++) {
      found.add(visitTrain[turns[at]!]!);
    }
  }
  found.delete(t);
  return found;
}

/** Those that a train has not left for sure. */
function stopsToCome(trial: DayTrial, t: number, until_ms: number): number[] {
  const { plan, places, simulator } = trial;
  return places[t]!.slice(0, -1).flatMap((place, stop) => {
    const at = plan.placeStart[t]! + place;
    return at >= trial.facts.lastSeen[t]! && simulator.arrivals_ms[at]! <= until_ms ? [stop] : [];
  });
}

/** Or stuck. */
function isLate(trial: DayTrial, t: number): boolean {
  const { plan, places, simulator } = trial;
  return places[t]!.some((place) => {
    const late_ms =
      simulator.arrivals_ms[plan.placeStart[t]! + place]! - trial.planned_ms(t, place);
    return !(late_ms <= LATE_MS);
  });
}

export function decisionKey(decision: Decision): string {
  const { train, stop } = decision;
  return "first" in decision
    ? `${train} ${stop} ${decision.first}`
    : `${train} ${stop} @${decision.until_ms}`;
}

/** Those for trains that are not over, the longest first. */
function listWaits({ plan, known, simulator }: DayTrial, until_ms: number): Wait[] {
  const { count, trains, causes, times_ms, ends_ms } = simulator.waits;
  const waits: Wait[] = [];
  for (let i = 0; i < count; i++) {
    const time_ms = times_ms.values[i]!;
    const end_ms = ends_ms.values[i]!;
    if (causes.values[i]! >= plan.runOf.length) continue;
    if (!(end_ms > known.asOf_ms && end_ms - time_ms <= until_ms)) continue;
    waits.push({ train: trains.values[i]!, cause: causes.values[i]!, time_ms, end_ms });
  }
  return waits.sort((a, b) => b.time_ms - a.time_ms || a.train - b.train || a.end_ms - b.end_ms);
}

function* decideWait(
  trial: DayTrial,
  { train, cause, time_ms, end_ms }: Wait,
): Generator<Decision, void, undefined> {
  for (const stop of stopsUntil(trial, cause, end_ms)) yield { train: cause, stop, first: train };
  const own = stopsUntil(trial, train, end_ms);
  for (const stop of own) yield { train, stop, first: cause };
  const { plan, places, facts, simulator } = trial;
  for (const stop of own) {
    const at = plan.placeStart[train]! + places[train]![stop]!;
    const left_ms = simulator.departures_ms[at]!;
    if (!Number.isFinite(left_ms) || hasLeft(trial, train, at)) continue;
    const until_ms = SECOND_MS * Math.ceil((left_ms + time_ms) / SECOND_MS);
    if (until_ms > facts.holds_ms[at]!) yield { train, stop, until_ms };
  }
}

/** Stops at which a train has been by then on that day, its end not among them, the last first; of those that it has left for sure one. */
function stopsUntil(trial: DayTrial, t: number, time_ms: number): number[] {
  const { plan, places, simulator } = trial;
  const found: number[] = [];
  const own = places[t]!;
  for (let stop = own.length - 2; stop >= 0 && found.length < STOPS_BACK; stop--) {
    const at = plan.placeStart[t]! + own[stop]!;
    if (!(simulator.arrivals_ms[at]! <= time_ms)) continue;
    found.push(stop);
    if (hasLeft(trial, t, at)) break;
  }
  return found;
}

function hasLeft({ facts: { lastSeen, departures_ms } }: DayTrial, t: number, at: number): boolean {
  return at < lastSeen[t]! || !Number.isNaN(departures_ms[at]!);
}
