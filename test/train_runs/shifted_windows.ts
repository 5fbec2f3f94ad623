/** Paced trains whose windows are shifted while a day is open, and which of them are the same trains. */
import type { Json } from "./dated_trains.ts";

export const MINUTE_MS = 60_000;

/** Occurrences at whole minutes after midnight, on each day. */
export function pace(form: Json, [first, interval, count]: readonly number[]): Json {
  const { paced: _, exceptions: _none, days: _days, ...train } = form;
  return {
    ...train,
    start_time: new Date(Date.UTC(2026, 0, 2, 8) + first! * MINUTE_MS).toISOString(),
    schedule: [],
    margins: { boundaries: [], values: ["0%"] },
    paced: { time_window: `PT${interval! * count!}M`, interval: `PT${interval}M` },
    exceptions: [],
  };
}

export const minutesOf = ([first, interval, count]: readonly number[]): number[] =>
  Array.from({ length: count! }, (_, i) => first! + i * interval!);

/** A train of the day; without a count it is gone. */
export interface ModelTrain {
  readonly run: number;
  readonly at: number;
  readonly count: number | null;
  readonly is_reported: boolean;
}

/** Of another plan: those at its departures stay, then those with its counts; others are gone, or new. */
export function planAnew(known: readonly ModelTrain[], planned: readonly number[]): ModelTrain[] {
  const free = new Map(planned.map((at, count) => [count, at]));
  const running = known.filter(({ count }) => count !== null);
  const ordered = [...running, ...known.filter(({ count }) => count === null)];
  const take = (one: ModelTrain, count: number): ModelTrain => {
    free.delete(count);
    return { ...one, at: planned[count]!, count };
  };
  const placed = ordered.map((one) => {
    const count = planned.indexOf(one.at);
    return free.has(count) ? take(one, count) : one;
  });
  const moved = placed.map((one, i) => {
    if (one !== ordered[i] || one.count === null) return one;
    return free.has(one.count) ? take(one, one.count) : { ...one, count: null };
  });
  const added = [...free].map(([count, at], i) => {
    return { run: known.length + i, at, count, is_reported: false };
  });
  return [...moved, ...added].sort((a, b) => a.run - b.run);
}
