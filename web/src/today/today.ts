/** The day as it runs, train by train: which are late, what they are called on the graph, and what lies ahead of them. */
import { computed } from "@preact/signals";
import { occurrenceKey, trainKey } from "../graph/occurrences.ts";
import type { Run } from "../graph/runs.ts";
import { runs } from "../state/graph.ts";
import { day_ms } from "../state/view.ts";
import {
  type Believed,
  type DayTrain,
  type Forecast,
  forecast,
  type NamedTrain,
} from "./day_state.ts";
import { expectRun } from "./expected_runs.ts";

/** Which of a record's trains, whatever exception changes it. */
function keyOf({ kind, id, occurrence_key, exception_key }: NamedTrain): string {
  if (kind === "train_schedule") return trainKey(id);
  const index = occurrence_key ?? null;
  return occurrenceKey(id, index, index === null ? (exception_key ?? null) : null);
}

function keyOfRun({ kind, train_id, index, exception_key }: Run): string {
  if (kind === "train_schedule") return trainKey(train_id);
  return occurrenceKey(train_id, index, index === null ? exception_key : null);
}

const runs_of = computed(() => {
  const found = new Map<string, Run[]>();
  for (const run of runs.value) {
    const key = keyOfRun(run);
    found.set(key, [...(found.get(key) ?? []), run]);
  }
  return found;
});

/** The run on the graph; of those of several days that which starts then. Null: it is not on the axis. */
export function runOf({ train, stops }: Pick<DayTrain, "train"> & Partial<DayTrain>): Run | null {
  const own = runs_of.value.get(keyOf(train)) ?? [];
  const start = stops?.[0]?.planned_arrival;
  const starting = own.find((run) => run.start_ms === Date.parse(start ?? ""));
  return starting ?? own.find(({ date }) => date === train.date) ?? own[0] ?? null;
}

/** Drawn before, and for which runs. */
const drawn = new WeakMap<DayTrain, { readonly of: ReadonlyMap<string, Run[]>; run: Run | null }>();

export const expected_runs = computed<readonly Run[]>(() =>
  (forecast.value?.trains ?? []).flatMap((one) => drawExpected(one) ?? []),
);

/** A train that has not moved is not drawn anew. */
function drawExpected(one: DayTrain): Run | null {
  const of = runs_of.value;
  const known = drawn.get(one);
  if (known?.of === of) return known.run;
  const planned = runOf(one);
  const run = planned === null ? null : expectRun(planned, one.stops);
  drawn.set(one, { of, run });
  return run;
}

/** The train of the day that a line on the graph stands for. */
export function findDayTrain(run: Run | null): DayTrain | null {
  if (run === null) return null;
  const key = keyOfRun(run);
  const own = (forecast.value?.trains ?? []).filter(({ train }) => keyOf(train) === key);
  return (
    own.find(({ stops }) => Date.parse(stops[0]?.planned_arrival ?? "") === run.start_ms) ??
    own[0] ??
    null
  );
}

export type Closed = Pick<Believed, "track_range" | "zone">;

/** What a report is about. */
export function nameOfSaid({
  train,
  stop,
  event,
  track_range,
  zone,
}: Pick<Believed, "train" | "stop"> & Closed & { readonly event: string }): string {
  const own = train === undefined ? null : [keyOf(train), train.date ?? null];
  return JSON.stringify([own, stop, event, track_range, zone]);
}

type UnusedReason = Forecast["unused_reports"][number]["reason"];

const unused = computed(
  () =>
    new Map<string, UnusedReason>(
      (forecast.value?.unused_reports ?? []).map((one) => [nameOfSaid(one), one.reason]),
    ),
);

/** Why nothing follows from it; null: something does. */
export function whyUnused(said: Believed): UnusedReason | null {
  return unused.value.get(nameOfSaid(said)) ?? null;
}

/** Minutes late count from here on. */
const LATE_S = 60;

interface LateTrain {
  readonly one: DayTrain;
  readonly worst: Worst;
}

/** Trains that are late somewhere ahead, or stuck; the latest first. */
export const late_trains = computed<readonly LateTrain[]>(() => {
  const now = day_ms.value ?? -Infinity;
  return (forecast.value?.trains ?? [])
    .map((one) => ({ one, worst: worstOf(timesOf(one), now) }))
    .filter(({ worst }) => worst.delay_s >= LATE_S)
    .sort((a, b) => b.worst.delay_s - a.worst.delay_s);
});

/** By stop that it serves. */
interface Times {
  readonly stops: readonly number[];
  /** Infinity: it never gets there. */
  readonly arrivals_ms: readonly number[];
  readonly delays_s: readonly number[];
}
/** Dates are read once. */
const times_of = new WeakMap<DayTrain, Times>();

function timesOf(one: DayTrain): Times {
  const known = times_of.get(one);
  if (known !== undefined) return known;
  const served = one.stops.flatMap((stop, i) => (stop.is_cancelled ? [] : [{ stop, i }]));
  const times = {
    stops: served.map(({ i }) => i),
    arrivals_ms: served.map(({ stop: { arrival } }) =>
      arrival === null ? Infinity : Date.parse(arrival),
    ),
    delays_s: served.map(({ stop }) => stop.delay_seconds ?? Infinity),
  };
  times_of.set(one, times);
  return times;
}

/** The most late of the stops ahead; Infinity: it does not get to its end. */
export interface Worst {
  readonly delay_s: number;
  /** -1: it is late at none. */
  readonly stop: number;
}

function worstOf({ stops, arrivals_ms, delays_s }: Times, now: number): Worst {
  let worst = { delay_s: 0, stop: -1 };
  // A train that has arrived is over.
  if ((arrivals_ms.at(-1) ?? -Infinity) < now) return worst;
  for (const [i, delay_s] of delays_s.entries()) {
    if ((arrivals_ms[i] ?? 0) >= now && delay_s > worst.delay_s)
      worst = { delay_s, stop: stops[i] ?? -1 };
  }
  return worst;
}

export type DayStop = DayTrain["stops"][number];

/** Stops with an id that it has not left; the first is that which is next by now. */
export function stopsAhead({ stops }: DayTrain): DayStop[] {
  const now = day_ms.value ?? -Infinity;
  const ahead = stops.filter(
    (one) =>
      one.stop !== null && !one.is_cancelled && (isEnd(one) ? !one.has_arrived : !one.has_departed),
  );
  const isToCome = ({ departure, arrival }: DayStop): boolean =>
    Date.parse(departure ?? arrival ?? "9999") >= now;
  const next = ahead.findIndex(isToCome);
  return next < 0 ? ahead.slice(-1) : ahead.slice(next);
}

/** Whether it goes no farther, by its plan or as decided. */
export function isEnd({ planned_departure, ends }: DayStop): boolean {
  return planned_departure === null || ends !== null;
}
