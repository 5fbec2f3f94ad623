/** A paced train as a netgraph has it, and which two are one trainrun there and back. */
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { firstStart, HOUR_MS, modulo } from "./netgraph.ts";

export interface Visit {
  readonly node: string;
  /** Since the train's start. */
  readonly arrival_ms: number;
  readonly departure_ms: number;
  readonly is_stop: boolean;
}

export interface Line {
  readonly name: string;
  readonly category: { readonly shortName: string; readonly name: string };
  readonly labels: readonly string[];
  /** Unnamed stops by section. */
  readonly stops: readonly number[];
  readonly visits: readonly Visit[];
  readonly interval_ms: number;
  /** Of the day. */
  readonly start_ms: number;
  readonly window_ms: number;
}

/** Whether one runs where the other came from, so that both are one trainrun. */
export function isBack(there: Line, back: Line): boolean {
  const count = there.visits.length;
  if (there.visits.length !== back.visits.length) return false;
  const same = ["name", "interval_ms", "window_ms"] as const;
  if (same.some((key) => there[key] !== back[key])) return false;
  if (printShared(there) !== printShared(back)) return false;
  if (there.stops.join() !== back.stops.toReversed().join()) return false;
  const mirrors = there.visits.every((visit, i) => {
    const other = back.visits[count - 1 - i];
    const is_end = i === 0 || i === count - 1;
    return other?.node === visit.node && (is_end || other.is_stop === visit.is_stop);
  });
  return mirrors && findBegin(there, back) !== null;
}

function printShared({ category, labels }: Line): string {
  return JSON.stringify([category.shortName, category.name, labels]);
}

/**
 * From when on a netgraph is told that it runs, so that its first trains are those of the lines: the whole day or a
 * whole hour where that will do.
 */
export function dayBegin(there: Line, back: Line | null): number {
  return findBegin(there, back) ?? firstOf(there, back);
}

/** Null: no hours have both lines as their first trains. */
function findBegin(there: Line, back: Line | null): number | null {
  const first_ms = firstOf(there, back);
  const hour_ms = first_ms - modulo(first_ms, HOUR_MS);
  const lines = back === null ? [there] : [there, back];
  const fits = (from_ms: number): boolean => lines.every((line) => isFirst(from_ms, line));
  return [0, hour_ms, first_ms].find(fits) ?? null;
}

function firstOf(there: Line, back: Line | null): number {
  return Math.min(there.start_ms, back?.start_ms ?? DAY_MS);
}

function isFirst(from_ms: number, line: Line): boolean {
  return firstStart(from_ms, line, !isAllDay(from_ms, line.window_ms)) === line.start_ms;
}

/** No hours are told. */
export function isAllDay(from_ms: number, window_ms: number): boolean {
  return from_ms === 0 && window_ms === DAY_MS;
}
