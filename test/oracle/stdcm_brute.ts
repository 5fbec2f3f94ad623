/**
 * Brute force for short term requests: all ways; departures and longer stops on grids, and both at every moment at which something becomes free; all trains that meet nobody and that none
 * of these is better than both in its arrival and in its time under way. It never loses time under way.
 */
import type { FitAmongInput } from "../../bench/network/fit_among.ts";
import type { DrawnRequest } from "./stdcm_request.ts";
import {
  excludes,
  listWays,
  type Need,
  needsOf,
  runOn,
  type Stops,
  type Way,
} from "./stdcm_trains.ts";

const STOP_GRID_MS = 60_000;
/** A stop is lengthened by no more. */
const LONGER_MAX_MS = 15 * 60_000;
/** By so much a stop is lengthened to see which needs move with it. */
const PROBE_MS = 3_600_000;

/** How near brute force keeps its trains to others and to limits, and the departures that it tries. */
export interface Fineness {
  readonly apart_ms: number;
  readonly grid_ms: number;
}

/** A train that brute force found; times ms, from the start of the window. */
export interface Candidate {
  readonly way: Way;
  readonly stops: Stops;
  readonly departure_ms: number;
  readonly arrival_ms: number;
  readonly isLengthened: boolean;
  /** The time under way that it would have on its way without others and planned times. */
  readonly free_ms: number;
}

/** The signal after a stop that was asked to last. */
export type StopSignal = "SHORT_SLIP_STOP" | "STOP" | "OPEN";

export interface Timed {
  readonly arrivals_ms: readonly number[];
  readonly needs: readonly Need[];
}

/** Needs of others by zone; what they need for themselves is widened by the time gaps. */
export type Taken = ReadonlyMap<string, readonly Need[]>;

export function widen(taken: readonly Need[], input: FitAmongInput): Taken {
  const byZone = new Map<string, Need[]>();
  for (const { zone, set, begin_ms, end_ms } of taken) {
    const own = byZone.get(zone) ?? [];
    byZone.set(zone, own);
    own.push({
      zone,
      set,
      begin_ms: begin_ms - (set === null ? input.time_gap_after_ms : 0),
      end_ms: end_ms + (set === null ? input.time_gap_before_ms : 0),
    });
  }
  return byZone;
}

/** What another has of a zone that is needed, if both are to be apart by so much. */
export function findMeeting(need: Need, taken: Taken, apart_ms: number): Need | undefined {
  return taken
    .get(need.zone)
    ?.find(
      ({ set, begin_ms, end_ms }) =>
        excludes(need.set, set) &&
        need.begin_ms - apart_ms < end_ms &&
        need.end_ms + apart_ms > begin_ms,
    );
}

/** Whether limits and planned times of arrivals, kept by so much, let a train depart then. */
export function keepsTimes(
  { arrivals_ms }: Pick<Timed, "arrivals_ms">,
  departure_ms: number,
  { steps, ...input }: FitAmongInput,
  apart_ms: number,
): boolean {
  const total_ms = arrivals_ms.at(-1)! + (steps.at(-1)!.stop_ms ?? 0);
  return (
    departure_ms >= 0 &&
    departure_ms <= input.maximum_departure_delay_ms &&
    total_ms + apart_ms <= input.maximum_run_time_ms &&
    steps.every(({ planned }, i) => {
      if (planned === null) return true;
      return isPlanned(planned, input.start_ms + departure_ms + arrivals_ms[i]!, apart_ms);
    })
  );
}

function isPlanned(
  { arrival_ms, before_ms, after_ms }: NonNullable<FitAmongInput["steps"][number]["planned"]>,
  at_ms: number,
  apart_ms: number,
): boolean {
  const late_ms = at_ms - arrival_ms;
  return late_ms >= apart_ms - before_ms && late_ms <= after_ms - apart_ms;
}

/** A time that moves with the departure and with the first so many of the stops. */
interface Moving {
  readonly at_ms: number;
  readonly nStops: number;
}

interface MovingNeed {
  readonly zone: string;
  readonly set: Need["set"];
  readonly begin: Moving;
  readonly end: Moving;
}

/** A run, and how its times move when stops that may be lengthened are. */
interface MovingRun {
  readonly arrivals: readonly Moving[];
  readonly needs: readonly MovingNeed[];
}

/** How far a train is decided upon: its departure, and how much longer it stops at the first stops. */
interface Decided {
  readonly departure_ms: number;
  readonly longer_ms: readonly number[];
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

function settle({ at_ms, nStops }: Moving, { departure_ms, longer_ms }: Decided): number {
  return departure_ms + at_ms + sum(longer_ms.slice(0, nStops));
}

function settleNeed({ zone, set, begin, end }: MovingNeed, decided: Decided): Need {
  return { zone, set, begin_ms: settle(begin, decided), end_ms: settle(end, decided) };
}

/** Steps on the way with a stop, which may all be lengthened. */
function listStops({ steps }: FitAmongInput): number[] {
  return steps.flatMap(({ stop_ms }, i) => (i > 0 && stop_ms !== null ? [i] : [])).slice(0, -1);
}

function makeStops(
  way: Way,
  { steps }: FitAmongInput,
  signal: StopSignal,
  longer_ms: readonly number[],
): Stops {
  const stopping = steps.flatMap(({ stop_ms }, i) => (i > 0 && stop_ms !== null ? [i] : []));
  return stopping.map((step, k) => {
    const least_ms = steps[step]!.stop_ms!;
    return {
      offset_mm: way.positions[step]!,
      arrival_ms: null,
      stop_for_ms: least_ms + (longer_ms[k] ?? 0),
      reception_signal: least_ms === 0 ? "OPEN" : signal,
    };
  });
}

/** The run of a way; null where it is impossible. */
function runMoving(request: DrawnRequest, way: Way, signal: StopSignal): MovingRun | null {
  const { opened, input, consist } = request;
  const stops = listStops(input);
  const run = runOn(opened.world, { way, consist }, makeStops(way, input, signal, []));
  if (run === null) return null;
  const probe = (k: number): Timed | null => {
    const longer_ms = stops.map((_, i) => (i === k ? PROBE_MS : 0));
    return needsOf(opened.world, run, makeStops(way, input, signal, longer_ms));
  };
  const base = probe(-1);
  const probes = stops.map((_, k) => probe(k)).filter((one) => one !== null);
  if (base === null || probes.length < stops.length) return null;
  const move = (read: (timed: Timed) => number): Moving => ({
    at_ms: read(base),
    nStops: probes.filter((one) => read(one) > read(base) + PROBE_MS / 2).length,
  });
  return {
    arrivals: base.arrivals_ms.map((_, i) => move(({ arrivals_ms }) => arrivals_ms[i]!)),
    needs: base.needs.map(({ zone, set }, i) => ({
      zone,
      set,
      begin: move(({ needs }) => needs[i]!.begin_ms),
      end: move(({ needs }) => needs[i]!.end_ms),
    })),
  };
}

/** What trials of ways find. */
interface TrialFront {
  /** Called with each train that meets nobody. */
  readonly found: (decided: Decided, arrival_ms: number) => void;
  /** Whether trains at least as late and as long under way are of no use. */
  readonly isWorse: (arrival_ms: number, underWay_ms: number) => boolean;
}

/** Tries departures and stops of one way. */
class Trial {
  readonly #run: MovingRun;
  readonly #input: FitAmongInput;
  readonly #taken: Taken;
  readonly #fineness: Fineness;
  readonly #nStops: number;
  readonly #front: TrialFront;
  /** What was decided for one departure, as far as it matters for what follows. */
  readonly #decided = new Set<string>();

  constructor(
    run: MovingRun,
    { input }: DrawnRequest,
    taken: Taken,
    fineness: Fineness,
    front: TrialFront,
  ) {
    this.#run = run;
    this.#input = input;
    this.#taken = taken;
    this.#fineness = fineness;
    this.#nStops = listStops(input).length;
    this.#front = front;
  }

  run(): void {
    this.#choose({ departure_ms: 0, longer_ms: [] }, -1);
  }

  /** Decides on the departure (k = -1) or on stop k, then on all later ones. */
  #choose(decided: Decided, k: number): void {
    for (const option_ms of this.#listOptions(decided, k)) {
      const next: Decided =
        k < 0
          ? { departure_ms: option_ms, longer_ms: [] }
          : { ...decided, longer_ms: [...decided.longer_ms, option_ms] };
      const underWay_ms = this.#run.arrivals.at(-1)!.at_ms + sum(next.longer_ms);
      const arrival_ms = next.departure_ms + underWay_ms;
      // All further options are later.
      if (this.#front.isWorse(arrival_ms, underWay_ms)) return;
      if (!this.#isFree(next, k + 1) || !this.#arrivesInTime(next, k + 1)) continue;
      if (k < 0) this.#decided.clear();
      if (k + 1 < this.#nStops) {
        if (this.#isNew(next, k + 1)) this.#choose(next, k + 1);
      } else if (this.#keepsTimes(next)) this.#front.found(next, arrival_ms);
    }
  }

  /** Whether nobody is met in needs that are known once so many stops are. */
  #isFree(decided: Decided, nStops: number): boolean {
    return this.#run.needs.every((need) => {
      if (need.end.nStops !== nStops) return true;
      return (
        findMeeting(settleNeed(need, decided), this.#taken, this.#fineness.apart_ms) === undefined
      );
    });
  }

  /** Whether steps are arrived at when they may that are known once so many stops are. */
  #arrivesInTime(decided: Decided, nStops: number): boolean {
    const { steps, start_ms } = this.#input;
    return steps.every(({ planned }, i) => {
      const arrival = this.#run.arrivals[i]!;
      if (planned === null || arrival.nStops !== nStops) return true;
      return isPlanned(planned, start_ms + settle(arrival, decided), this.#fineness.apart_ms);
    });
  }

  /** Whether no other durations of so many stops have led to the same time, with the same zones still needed. */
  #isNew(decided: Decided, nStops: number): boolean {
    const begins_ms = this.#run.needs.flatMap(({ begin, end }) =>
      begin.nStops <= nStops && end.nStops > nStops ? [settle(begin, decided)] : [],
    );
    const key = [nStops, settle({ at_ms: 0, nStops }, decided), ...begins_ms].join();
    if (this.#decided.has(key)) return false;
    this.#decided.add(key);
    return true;
  }

  #keepsTimes(decided: Decided): boolean {
    const alone = { ...decided, departure_ms: 0 };
    const arrivals_ms = this.#run.arrivals.map((one) => settle(one, alone));
    return keepsTimes({ arrivals_ms }, decided.departure_ms, this.#input, this.#fineness.apart_ms);
  }

  #listOptions(decided: Decided, k: number): number[] {
    const { steps, start_ms, maximum_departure_delay_ms } = this.#input;
    const last_ms = k < 0 ? maximum_departure_delay_ms : LONGER_MAX_MS;
    const options_ms = [0];
    const step_ms = k < 0 ? this.#fineness.grid_ms : STOP_GRID_MS;
    for (let at_ms = step_ms; at_ms <= last_ms; at_ms += step_ms) options_ms.push(at_ms);
    const { needs, arrivals } = this.#run;
    for (const { zone, set, begin } of needs) {
      if (begin.nStops !== k + 1) continue;
      const begin_ms = settle(begin, decided);
      for (const other of this.#taken.get(zone) ?? []) {
        if (!excludes(set, other.set)) continue;
        options_ms.push(other.end_ms - begin_ms + this.#fineness.apart_ms);
      }
    }
    steps.forEach(({ planned }, i) => {
      const arrival = arrivals[i]!;
      if (planned === null || arrival.nStops !== k + 1) return;
      const first_ms = planned.arrival_ms - planned.before_ms - start_ms;
      options_ms.push(first_ms - settle(arrival, decided) + this.#fineness.apart_ms);
    });
    return options_ms
      .map(Math.ceil)
      .filter((one) => one >= 0 && one <= last_ms)
      .sort((a, b) => a - b);
  }
}

/** Trains of which none arrives as early and is under way as shortly as another. */
class Front {
  readonly trains: Candidate[] = [];

  readonly isWorse = (arrival_ms: number, underWay_ms: number): boolean =>
    this.trains.some(
      (one) => one.arrival_ms <= arrival_ms && one.arrival_ms - one.departure_ms <= underWay_ms,
    );
}

/** The best trains whose stops have one of the signals. */
export function findByForce(
  request: DrawnRequest,
  taken: Taken,
  fineness: Fineness,
  signal: StopSignal,
): readonly Candidate[] {
  const { opened, input, places } = request;
  const front = new Front();
  for (const way of listWays(opened.world, places)) {
    const run = runMoving(request, way, signal);
    if (run === null) continue;
    const found = ({ departure_ms, longer_ms }: Decided, arrival_ms: number): void => {
      const stops = makeStops(way, input, signal, longer_ms);
      const isLengthened = sum(longer_ms) > 0;
      const free_ms = run.arrivals.at(-1)!.at_ms;
      front.trains.push({ way, stops, departure_ms, arrival_ms, isLengthened, free_ms });
    };
    const { isWorse } = front;
    new Trial(run, request, taken, fineness, { isWorse, found }).run();
  }
  return front.trains;
}
