/** Task: prints the figures of all tried days. */
import {
  compareGroups,
  describeGroup,
  describeTrain,
  type GroupOfDays,
  type Lateness,
  type LatenessChange,
  type PassedOn,
  rankPairs,
  rankPlaces,
} from "../../engine/operation/robustness.ts";
import { openFigures } from "../../engine/operation/tried_days.ts";
import { printUtc } from "../conflicts/print_conflicts.ts";
import { shareTexts } from "../shared_text.ts";

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
  return {
    days,
    all: print(describeGroup(parts, 0, nGroups)),
    trains: trains.flatMap((train, t) =>
      input.is_counted[t] === 1
        ? [{ train, ...print(describeTrain(parts, t, trains.length)) }]
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
  };
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
    punctual: punctual.map(({ within_s, share, low, high }) => ({
      within_seconds: within_s,
      share,
      low,
      high,
    })),
    mean_seconds: mean_s === null ? null : round(mean_s),
    p95_seconds: p95_s,
  };
}

/** Milliseconds are told, no more. */
function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
