/** What tried days come to: punctuality with its uncertainty, lateness, and who makes whom late. */

import { STOP_SUMS, WITHIN_MS } from "./stop_sums.ts";
import type { DayFigures } from "./tried_days.ts";
import { BINS, endOfBin, NEVER_BIN, NEVER_S, SUMS } from "./tried_days.ts";

/** Of a normal distribution, 95 % lie so many standard deviations around its mean. */
const DEVIATIONS = 1.959964;
/** Of all arrivals, so many are not later than the 95th percentile. */
const PERCENTILE = 0.95;

/** A share of arrivals, and between which bounds it lies with 95 % certainty. */
export interface PunctualShare {
  readonly within_s: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export interface Lateness {
  /** Arrivals that were due; those that never were count as unpunctual. */
  readonly arrivals: number;
  readonly never: number;
  readonly punctual: readonly PunctualShare[];
  /** Of those that arrived, s; null: none did. */
  readonly mean_s: number | null;
  /** Null: it is among those that did not arrive, or beyond 18 h. */
  readonly p95_s: number | null;
}

/** Bounds of a share by Wilson. */
export function boundShare(share: number, count: number): { low: number; high: number } {
  const z2 = DEVIATIONS ** 2 / count;
  const middle = (share + z2 / 2) / (1 + z2);
  const half =
    (DEVIATIONS / (1 + z2)) * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Of a station, a category or all trains. The day is the unit: trains of one day make each other late. */
export function describeGroup(
  parts: readonly DayFigures[],
  group: number,
  nGroups: number,
): Lateness {
  const days = parts.reduce((sum, { lockedDays }) => sum + lockedDays.length, 0);
  const totals = new Float64Array(SUMS);
  const eachDay = (visit: (sums: Float64Array, at: number) => void): void => {
    for (const { sums, lockedDays } of parts) {
      for (let day = 0; day < lockedDays.length; day++) visit(sums, (day * nGroups + group) * SUMS);
    }
  };
  eachDay((sums, at) => {
    for (let i = 0; i < SUMS; i++) totals[i] = totals[i]! + sums[at + i]!;
  });
  const arrivals = totals[0]!;
  const arrived = totals[SUMS - 2]!;
  const punctual = WITHIN_MS.map((within_ms, i): PunctualShare => {
    const share = arrivals === 0 ? 0 : totals[1 + i]! / arrivals;
    let squares = 0;
    eachDay((sums, at) => {
      squares += (sums[at + 1 + i]! - share * sums[at]!) ** 2;
    });
    const variance = (days / Math.max(1, days - 1)) * (squares / Math.max(1, arrivals) ** 2);
    // As many independent arrivals would be as uncertain; where nothing varies, each day is one.
    const count = variance > 0 ? (share * (1 - share)) / variance : days;
    return { within_s: within_ms / 1000, share, ...boundShare(share, count) };
  });
  return {
    arrivals,
    never: arrivals - arrived,
    punctual,
    mean_s: arrived === 0 ? null : totals[SUMS - 1]! / arrived / 1000,
    p95_s: findPercentile(parts, group, arrivals),
  };
}

/** A difference, and between which bounds it lies with 95 % certainty. */
export interface PairedChange {
  readonly change: number;
  readonly low: number;
  readonly high: number;
}

export interface LatenessChange {
  readonly punctual: readonly (PairedChange & { readonly within_s: number })[];
  /** Of those that arrived, s; null: before or after none did. */
  readonly mean_s: PairedChange | null;
}

/** The group's place among the groups of days that were tried. */
export interface GroupOfDays {
  readonly parts: readonly DayFigures[];
  readonly group: number;
  readonly nGroups: number;
}

/** What a change makes of a group on the same days. */
export function compareGroups(before: GroupOfDays, after: GroupOfDays): LatenessChange {
  const [was, is] = [before, after].map(listSums) as [Float64Array[], Float64Array[]];
  const mean = compareRatios(was, is, [SUMS - 1, SUMS - 2]);
  return {
    punctual: WITHIN_MS.map((within_ms, i) => ({
      within_s: within_ms / 1000,
      ...(compareRatios(was, is, [1 + i, 0]) ?? { change: 0, low: 0, high: 0 }),
    })),
    mean_s: mean && {
      change: mean.change / 1000,
      low: mean.low / 1000,
      high: mean.high / 1000,
    },
  };
}

/** [nDays] */
function listSums({ parts, group, nGroups }: GroupOfDays): Float64Array[] {
  return parts.flatMap(({ sums, lockedDays }) =>
    Array.from(lockedDays, (_, day) => {
      const at = (day * nGroups + group) * SUMS;
      return sums.subarray(at, at + SUMS);
    }),
  );
}

/**
 * How one sum in another one changes; null: there is none of it. Each day is seen before and after, so its own part in the
 * difference counts, to the first order, and the days are as uncertain as these parts differ.
 */
function compareRatios(
  was: readonly Float64Array[],
  is: readonly Float64Array[],
  [part, whole]: readonly [number, number],
): PairedChange | null {
  const sum = (days: readonly Float64Array[], which: number): number =>
    days.reduce((all, sums) => all + sums[which]!, 0);
  const [wholeBefore, wholeAfter] = [sum(was, whole), sum(is, whole)];
  if (wholeBefore === 0 || wholeAfter === 0) return null;
  const [before, after] = [sum(was, part) / wholeBefore, sum(is, part) / wholeAfter];
  let squares = 0;
  for (let day = 0; day < was.length; day++) {
    const [one, other] = [was[day]!, is[day]!];
    const own = (one[part]! - before * one[whole]!) / wholeBefore;
    squares += ((other[part]! - after * other[whole]!) / wholeAfter - own) ** 2;
  }
  const half = DEVIATIONS * Math.sqrt((squares * was.length) / Math.max(1, was.length - 1));
  const change = after - before;
  return { change, low: change - half, high: change + half };
}

function findPercentile(
  parts: readonly DayFigures[],
  group: number,
  arrivals: number,
): number | null {
  let seen = 0;
  for (let bin = 0; bin < NEVER_BIN; bin++) {
    for (const { histogram } of parts) seen += histogram[group * BINS + bin]!;
    if (seen > 0 && seen >= PERCENTILE * arrivals) return endOfBin(bin);
  }
  return null;
}

/** Of one train at its end; its days are independent of each other. */
export function describeTrain(
  parts: readonly DayFigures[],
  train: number,
  nTrains: number,
): Lateness {
  const late_s: number[] = [];
  for (const { lateness_s } of parts) {
    for (let at = train; at < lateness_s.length; at += nTrains) late_s.push(lateness_s[at]!);
  }
  late_s.sort((a, b) => a - b);
  const arrived = late_s.filter((one) => one !== NEVER_S);
  const sum_s = arrived.reduce((sum, one) => sum + one, 0);
  const p95_s = late_s[Math.ceil(PERCENTILE * late_s.length) - 1] ?? NEVER_S;
  return {
    arrivals: late_s.length,
    never: late_s.length - arrived.length,
    punctual: WITHIN_MS.map((within_ms) => {
      const within_s = within_ms / 1000;
      const share = arrived.filter((one) => one <= within_s).length / late_s.length;
      return { within_s, share, ...boundShare(share, late_s.length) };
    }),
    mean_s: arrived.length === 0 ? null : sum_s / arrived.length,
    p95_s: p95_s === NEVER_S ? null : p95_s,
  };
}

export interface StopLateness extends Pick<Lateness, "punctual" | "mean_s"> {
  /** Of a day, since the departure from the stop before. */
  readonly madeUp_s: number;
}

/** Of a train at one stop; its days are independent of each other. Stops are those of all trains. */
export function describeTrainStop(parts: readonly DayFigures[], stop: number): StopLateness {
  const sums = new Float64Array(STOP_SUMS);
  let days = 0;
  for (const { stopSums, lockedDays } of parts) {
    for (let i = 0; i < STOP_SUMS; i++) sums[i] = sums[i]! + stopSums[stop * STOP_SUMS + i]!;
    days += lockedDays.length;
  }
  return {
    punctual: WITHIN_MS.map((within_ms, i) => {
      const share = sums[1 + i]! / days;
      return { within_s: within_ms / 1000, share, ...boundShare(share, days) };
    }),
    mean_s: sums[0] === 0 ? null : sums[STOP_SUMS - 2]! / sums[0]! / 1000,
    madeUp_s: sums[STOP_SUMS - 1]! / days / 1000,
  };
}

export interface PassedOn {
  readonly wait_ms: number;
  readonly count: number;
}

/** Pairs of trains and what the first made the second wait, most first. */
export function rankPairs(
  parts: readonly DayFigures[],
  count_max: number,
): (PassedOn & { readonly cause: number; readonly train: number })[] {
  const sums = new Map<string, PassedOn & { readonly cause: number; readonly train: number }>();
  for (const { pairCauses, pairTrains, pairCounts, pairWaits_ms } of parts) {
    for (let i = 0; i < pairCauses.length; i++) {
      const cause = pairCauses[i]!;
      const train = pairTrains[i]!;
      const key = `${cause} ${train}`;
      const { wait_ms = 0, count = 0 } = sums.get(key) ?? {};
      const own = { wait_ms: wait_ms + pairWaits_ms[i]!, count: count + pairCounts[i]! };
      sums.set(key, { cause, train, ...own });
    }
  }
  return [...sums.values()].sort(byWait).slice(0, count_max);
}

/** Signals before which trains waited, by name; null: before they appeared. */
export function rankPlaces(
  parts: readonly DayFigures[],
  nameOf: (run: number, block: number) => string | null,
  count_max: number,
): (PassedOn & { readonly signal: string | null })[] {
  const sums = new Map<string | null, PassedOn>();
  for (const { placeRuns, placeBlocks, placeCounts, placeWaits_ms } of parts) {
    for (let i = 0; i < placeRuns.length; i++) {
      const name = nameOf(placeRuns[i]!, placeBlocks[i]!);
      const { wait_ms = 0, count = 0 } = sums.get(name) ?? {};
      sums.set(name, { wait_ms: wait_ms + placeWaits_ms[i]!, count: count + placeCounts[i]! });
    }
  }
  const ranked = [...sums].map(([signal, sum]) => ({ signal, ...sum }));
  return ranked.sort(byWait).slice(0, count_max);
}

function byWait(a: PassedOn, b: PassedOn): number {
  return b.wait_ms - a.wait_ms;
}
