/** Task: prints the figures of all tried days. */
import {
  compareGroups,
  describeGroup,
  describeTrain,
  describeTrainStop,
  type GroupOfDays,
  type Lateness,
  type LatenessChange,
  type PassedOn,
  rankPairs,
  rankPlaces,
} from "../../engine/robustness/robustness.ts";
import { listReserves_ms } from "../../engine/robustness/stop_sums.ts";
import { type DayFigures, openFigures } from "../../engine/robustness/tried_days.ts";
import { printUtc } from "../conflicts/print_conflicts.ts";
import { shareTexts } from "../shared_text.ts";
import { type JoinedRuns, openRuns } from "./joined_runs.ts";

/** Pairs and places that are told, and deadlocks. */
const TOLD_MAX = 100;
const DEADLOCKS_MAX = 100;

interface TriedDays {
  /** From `try_days`, in order of their days. */
  readonly parts: readonly SharedArrayBuffer[];
  /** JSON list of the trains' names, each as JSON. */
  readonly trains_json: string;
  /** JSON list of names of groups but the first, which is all trains: `{station}` or `{category}`. */
  readonly groups_json: string;
  readonly is_counted: Uint8Array;
  /** [nRuns] names of their signals. */
  readonly signals: readonly (readonly (string | null)[])[];
  /** JSON list of trains that could not be tried. */
  readonly left_out_json: string;
  readonly unused_delays: readonly number[];
  /** Null: trains are told at their ends alone. */
  readonly stops: TriedStops | null;
}

interface TriedStops {
  readonly runs: JoinedRuns;
  /** [nTrains] */
  readonly run_of: Uint32Array;
  readonly ids_of: Uint32Array;
  /** JSON list of lists of waypoints' ids at stops. */
  readonly ids_json: string;
}

/** What changes of trains would make of the same days stands behind the figures of the days as they are. */
export function printRobustness({
  after = null,
  ...before
}: TriedDays & { readonly after?: TriedDays | null }): Uint8Array {
  const figures = describeDays(before);
  if (after === null) return shareTexts([JSON.stringify(figures)]);
  const differences = describeDifferences(before, after);
  return shareTexts([JSON.stringify({ ...figures, after: describeDays(after), differences })]);
}

function describeDays(input: TriedDays): object {
  const parts = input.parts.map(openFigures);
  const trains: readonly object[] = JSON.parse(input.trains_json);
  const groups: readonly object[] = JSON.parse(input.groups_json);
  const nGroups = groups.length + 1;
  const days = parts.reduce((sum, { lockedDays }) => sum + lockedDays.length, 0);
  const perDay = (sum_ms: number): number => round(sum_ms / 1000 / days);
  const printPassedOn = ({ wait_ms, count }: PassedOn) => ({
    seconds_per_day: perDay(wait_ms),
    waits_per_day: count / days,
  });
  const groupsOf = (kind: string): object[] =>
    groups.flatMap((group, i) =>
      kind in group ? [{ ...group, ...print(describeGroup(parts, i + 1, nGroups)) }] : [],
    );
  const sum = (which: 0 | 1): number =>
    parts.reduce((all, { totals }) => all + (totals[which] ?? 0), 0);
  const stopsOf = input.stops === null ? null : readStops(input.stops, parts);
  return {
    days,
    all: print(describeGroup(parts, 0, nGroups)),
    trains: trains.flatMap((train, t) =>
      input.is_counted[t] === 1
        ? [
            {
              train,
              ...print(describeTrain(parts, t, trains.length)),
              ...(stopsOf && { stops: stopsOf(t) }),
            },
          ]
        : [],
    ),
    stations: groupsOf("station"),
    categories: groupsOf("category"),
    primary_seconds_per_day: perDay(sum(0)),
    knock_on_seconds_per_day: perDay(sum(1)),
    pairs: rankPairs(parts, TOLD_MAX).map((pair) => ({
      cause: trains[pair.cause],
      train: trains[pair.train],
      ...printPassedOn(pair),
    })),
    places: rankPlaces(parts, (run, block) => input.signals[run]?.[block] ?? null, TOLD_MAX).map(
      (place) => ({ signal: place.signal, ...printPassedOn(place) }),
    ),
    deadlocked_days: parts.reduce(
      (all, { lockedDays }) => all + lockedDays.reduce((n, stuck) => n + (stuck > 0 ? 1 : 0), 0),
      0,
    ),
    deadlocks: parts
      .flatMap((part) =>
        Array.from(part.deadlockDays, (day, i) => ({
          day,
          time: printUtc(Math.round(part.deadlockTimes_ms[i] ?? 0)),
          trains: Array.from(
            part.deadlockTrains.subarray(part.deadlockStart[i], part.deadlockStart[i + 1]),
            (t) => trains[t],
          ),
        })),
      )
      .slice(0, DEADLOCKS_MAX),
    left_out: JSON.parse(input.left_out_json),
    unused_delays: input.unused_delays,
  };
}

/** How a train is at its stops. */
function readStops(
  { runs, run_of, ids_of, ids_json }: TriedStops,
  parts: readonly DayFigures[],
): (t: number) => object[] {
  const reserves_ms = openRuns(runs).map(listReserves_ms);
  const ids: readonly (readonly (string | null)[])[] = JSON.parse(ids_json);
  const first = new Uint32Array(run_of.length + 1);
  for (let t = 0; t < run_of.length; t++) {
    first[t + 1] = (first[t] ?? 0) + (reserves_ms[run_of[t] ?? 0]?.length ?? 0);
  }
  return (t) =>
    (reserves_ms[run_of[t] ?? 0] ?? []).map((reserve_ms, i) => {
      const { punctual, mean_s, madeUp_s } = describeTrainStop(parts, (first[t] ?? 0) + i);
      return {
        stop: ids[ids_of[t] ?? 0]?.[i] ?? null,
        punctual: printShares(punctual),
        mean_seconds: mean_s === null ? null : round(mean_s),
        reserve_seconds: round(reserve_ms / 1000),
        made_up_seconds_per_day: round(madeUp_s),
      };
    });
}

/** Of all trains, and of groups that are there before and after. */
function describeDifferences(before: TriedDays, after: TriedDays): object {
  const [was, is] = [openGroups(before), openGroups(after)];
  const places = new Map(is.groups.map((group, i) => [JSON.stringify(group), i + 1]));
  const listed = (kind: string): object[] =>
    was.groups.flatMap((group, i) => {
      const place = places.get(JSON.stringify(group));
      if (place === undefined || !(kind in group)) return [];
      return [{ ...group, ...printChange(compareGroups(was.of(i + 1), is.of(place))) }];
    });
  return {
    all: printChange(compareGroups(was.of(0), is.of(0))),
    stations: listed("station"),
    categories: listed("category"),
  };
}

interface OpenGroups {
  readonly groups: readonly object[];
  readonly of: (group: number) => GroupOfDays;
}

function openGroups({ parts, groups_json }: TriedDays): OpenGroups {
  const groups: readonly object[] = JSON.parse(groups_json);
  const figures = parts.map(openFigures);
  return { groups, of: (group) => ({ parts: figures, group, nGroups: groups.length + 1 }) };
}

function printChange({ punctual, mean_s }: LatenessChange): object {
  return {
    punctual: punctual.map(({ within_s, change, low, high }) => ({
      within_seconds: within_s,
      change,
      low,
      high,
    })),
    mean_seconds: mean_s && {
      change: round(mean_s.change),
      low: round(mean_s.low),
      high: round(mean_s.high),
    },
  };
}

function print({ arrivals, never, punctual, mean_s, p95_s }: Lateness): object {
  return {
    arrivals,
    never,
    punctual: printShares(punctual),
    mean_seconds: mean_s === null ? null : round(mean_s),
    p95_seconds: p95_s,
  };
}

function printShares(shares: Lateness["punctual"]): object[] {
  return shares.map(({ within_s, share, low, high }) => ({
    within_seconds: within_s,
    share,
    low,
    high,
  }));
}

/** Milliseconds are told, no more. */
function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
