/**
 * Trains that run slower for a time: from each place to the next they take some percent more than the shortest time, if
 * they leave or pass the first of them within that time. Stops are no longer.
 */
import { runTime_ms } from "./interval_times.ts";
import type { OperatedRun } from "./operated_run.ts";

export interface SlowerReport {
  readonly train: number;
  readonly percent: number;
  readonly begin_ms: number;
  /** Infinity: nobody knows. */
  readonly end_ms: number;
}

/** A train between two places where it stands, by its shortest run between them. */
export interface DrivenLeg {
  readonly t: number;
  readonly run: OperatedRun;
  readonly from: number;
  readonly to: number;
}

export class SlowerTrains {
  readonly #reports = new Map<number, SlowerReport>();

  /** One of each train. */
  constructor(reports: readonly SlowerReport[]) {
    for (const one of reports) this.#reports.set(one.train, one);
  }

  has(t: number): boolean {
    return this.#reports.has(t);
  }

  /** Whether the same trains are as slow at the same times. */
  isAs(other: SlowerTrains): boolean {
    if (this.#reports.size !== other.#reports.size) return false;
    return [...this.#reports].every(([t, { percent, begin_ms, end_ms }]) => {
      const their = other.#reports.get(t);
      return their?.percent === percent && their.begin_ms === begin_ms && their.end_ms === end_ms;
    });
  }

  /** When a train that has left gets to a point: never before it is planned to, counted from `start_ms`. */
  timeAt_ms(leg: DrivenLeg, left_ms: number, start_ms: number, point: number): number {
    const { planned_ms, times } = leg.run;
    const { from, to } = leg;
    let fastest_ms = left_ms;
    let passes_ms = left_ms;
    for (let place = from; ; place++) {
      const begin = times.placePoint[place]!;
      const end = place < to ? Math.min(point, times.placePoint[place + 1]!) : point;
      fastest_ms += this.#factorAt(leg.t, passes_ms) * pieceTime_ms(leg, begin, end);
      passes_ms = Math.max(fastest_ms, start_ms + planned_ms[end]!);
      if (end === point) return passes_ms;
    }
  }

  /** When a train gets to a point that brakes from another one on, which it passes at `braked_ms`, the place before it at `before_ms`. */
  brakedAt_ms(
    leg: DrivenLeg,
    braked: { readonly point: number; readonly braked_ms: number; readonly before_ms: number },
    point: number,
  ): number {
    const { placePoint } = leg.run.times;
    let place = placeBefore(leg, braked.point);
    let begin = braked.point;
    let time_ms = braked.braked_ms;
    let passes_ms = braked.before_ms;
    for (; ; place++) {
      const end = place < leg.to ? Math.min(point, placePoint[place + 1]!) : point;
      time_ms += this.#factorAt(leg.t, passes_ms) * pieceTime_ms(leg, begin, end);
      if (end === point) return time_ms;
      begin = end;
      passes_ms = time_ms;
    }
  }

  #factorAt(t: number, time_ms: number): number {
    const { percent, begin_ms, end_ms } = this.#reports.get(t)!;
    return begin_ms <= time_ms && time_ms < end_ms ? 1 + percent / 100 : 1;
  }
}

/** The last place at or before a point. */
export function placeBefore({ run, from, to }: DrivenLeg, point: number): number {
  let place = from;
  while (place < to && run.times.placePoint[place + 1]! <= point) place++;
  return place;
}

function pieceTime_ms({ run: { times }, from, to }: DrivenLeg, begin: number, end: number): number {
  return runTime_ms(times, from, to, end) - runTime_ms(times, from, to, begin);
}
