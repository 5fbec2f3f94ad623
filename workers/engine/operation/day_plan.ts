/** The trains of a day: whose turn it is at each zone by the plan. Immutable, shared by all days that are tried. */
import { groupBy } from "../columns.ts";
import type { OperatedRun } from "./operated_run.ts";

/** A visit is one zone of one train; those of a train follow each other in path order, as do its places. */
export interface DayPlan {
  readonly runs: readonly OperatedRun[];
  /** [nRuns] the planned stops of each among its places. */
  readonly stops: readonly (readonly number[])[];
  /** [nTrains] */
  readonly runOf: Uint32Array;
  readonly starts_ms: Float64Array;
  /** [nTrains + 1] */
  readonly placeStart: Uint32Array;
  readonly visitStart: Uint32Array;
  /** Zones are numbered anew, from 0, by their number in the network. */
  readonly zoneOf: ReadonlyMap<number, number>;
  /** [nVisits] */
  readonly visitZone: Uint32Array;
  readonly visitConfig: Uint32Array;
  readonly visitTrain: Uint32Array;
  /** [nVisits] planned time at which the train asks for the block with the zone. */
  readonly visitAsk_ms: Float64Array;
  /** [nVisits] its turn among the visits of its zone. */
  readonly visitTurn: Uint32Array;
  /** [nZones + 1] visits of zone z in planned order are `turns[zoneStart[z]]` up to the next. */
  readonly zoneStart: Uint32Array;
  readonly turns: Uint32Array;
  /** [nTrains] the first of the trains with which each has zones in common, or they with others and so on. */
  readonly leaders: Uint32Array;
}

/** What happens to trains by itself, ms; nothing of it is known before it happens. */
export interface Disturbances {
  /** [nTrains] how much later a train appears at the begin of its path. */
  readonly entries_ms: Float64Array;
  /** [nPlaces of all trains] how much longer a planned stop takes at least, and the run behind it. */
  readonly stops_ms: Float64Array;
  readonly runs_ms: Float64Array;
}

/** Nothing happens but what is known. */
export function undisturbed({ runOf, placeStart }: DayPlan): Disturbances {
  const none_ms = new Float64Array(placeStart[runOf.length]!);
  return { entries_ms: new Float64Array(runOf.length), stops_ms: none_ms, runs_ms: none_ms };
}

export function planDay(
  runs: readonly OperatedRun[],
  runOf: Uint32Array,
  starts_ms: Float64Array,
): DayPlan {
  const nTrains = runOf.length;
  const placeStart = new Uint32Array(nTrains + 1);
  const visitStart = new Uint32Array(nTrains + 1);
  for (let t = 0; t < nTrains; t++) {
    const run = runs[runOf[t]!]!;
    placeStart[t + 1] = placeStart[t]! + run.isStop.length;
    visitStart[t + 1] = visitStart[t]! + run.zones.length;
  }
  const nVisits = visitStart[nTrains]!;
  const visitZone = new Uint32Array(nVisits);
  const visitConfig = new Uint32Array(nVisits);
  const visitTrain = new Uint32Array(nVisits);
  const visitAsk_ms = new Float64Array(nVisits);
  const zoneOf = new Map<number, number>();
  for (let t = 0; t < nTrains; t++) {
    const run = runs[runOf[t]!]!;
    const first = visitStart[t]!;
    for (let z = 0, block = 0; z < run.zones.length; z++) {
      while (block + 1 < run.blockPlace.length && run.blockZone[block + 1]! <= z) block++;
      const zone = zoneOf.get(run.zones[z]!) ?? zoneOf.size;
      zoneOf.set(run.zones[z]!, zone);
      visitZone[first + z] = zone;
      visitConfig[first + z] = run.configs[z]!;
      visitTrain[first + z] = t;
      visitAsk_ms[first + z] = starts_ms[t]! + run.asks_ms[block]!;
    }
  }
  const { start: zoneStart, items: turns } = groupBy(visitZone, nVisits, zoneOf.size);
  const visitTurn = new Uint32Array(nVisits);
  for (let zone = 0; zone < zoneOf.size; zone++) {
    const from = zoneStart[zone]!;
    const to = zoneStart[zone + 1]!;
    turns.subarray(from, to).sort((a, b) => visitAsk_ms[a]! - visitAsk_ms[b]! || a - b);
    for (let i = from; i < to; i++) visitTurn[turns[i]!] = i - from;
  }
  const plan = {
    runs,
    stops: runs.map(({ isStop }) => listStops(isStop)),
    runOf,
    starts_ms,
    placeStart,
    visitStart,
    zoneOf,
    visitZone,
    visitConfig,
    visitTrain,
    visitAsk_ms,
    visitTurn,
    zoneStart,
    turns,
  };
  return { ...plan, leaders: findLeaders(plan) };
}

function listStops(isStop: ArrayLike<number>): number[] {
  const places: number[] = [];
  for (let place = 0; place < isStop.length; place++) if (isStop[place] === 1) places.push(place);
  return places;
}

/** See `leaders`. */
function findLeaders({
  runOf,
  visitStart,
  visitZone,
  zoneStart,
}: Omit<DayPlan, "leaders">): Uint32Array {
  const leaders = Uint32Array.from(runOf.keys());
  const find = (train: number): number => {
    let t = train;
    while (leaders[t] !== t) {
      leaders[t] = leaders[leaders[t]!]!;
      t = leaders[t]!;
    }
    return t;
  };
  const userOf = new Int32Array(zoneStart.length - 1).fill(-1);
  for (let t = 0; t < runOf.length; t++) {
    for (let v = visitStart[t]!; v < visitStart[t + 1]!; v++) {
      const zone = visitZone[v]!;
      if (userOf[zone]! < 0) userOf[zone] = t;
      const [one, other] = [find(userOf[zone]!), find(t)];
      leaders[Math.max(one, other)] = Math.min(one, other);
    }
  }
  return leaders.map((_, t) => find(t));
}
