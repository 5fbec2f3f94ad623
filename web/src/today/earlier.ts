/**
 * What was expected of trains some minutes ago, by the day's own clock. What a train was expected to do is noted when
 * something else is told of it, at most once a minute: a train has as many notes as the time has minutes.
 */
import { type DayTrain, type Forecast, printName } from "./day_state.ts";

const MINUTE_MS = 60_000;
/** How long ago the time is that is compared with. */
const AGO_MS = 10 * MINUTE_MS;

interface Note {
  /** Until then nothing else was told. */
  readonly until_ms: number;
  /** By stop, in seconds; NaN: it never gets there. */
  readonly delays_s: Float32Array;
}

interface Change {
  /** Positive: it is expected later. */
  readonly by_s: number;
  readonly in_minutes: number;
}

export class EarlierDelays {
  readonly #notes = new Map<string, readonly Note[]>();
  #since_ms = Infinity;
  #now_ms = -Infinity;

  /** Something else is told at a moment of the day. */
  note(before: Forecast | null, next: Forecast, now_ms: number): void {
    // Reports were taken back: the day begins anew.
    const is_anew = before === null || now_ms < this.#now_ms;
    this.#now_ms = now_ms;
    if (is_anew) {
      this.#notes.clear();
      this.#since_ms = now_ms;
      return;
    }
    const same = new Set(next.trains);
    for (const one of before.trains) if (!same.has(one)) this.#noteTrain(one, now_ms);
    const names = new Set(next.trains.map(printName));
    for (const name of this.#notes.keys()) if (!names.has(name)) this.#notes.delete(name);
  }

  #noteTrain(before: DayTrain, now_ms: number): void {
    const name = printName(before);
    const known = this.#notes.get(name) ?? [];
    const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);
    const last_ms = known.at(-1)?.until_ms ?? -Infinity;
    if (minuteOf(last_ms) === minuteOf(now_ms)) return;
    const delays_s = Float32Array.from(before.stops, ({ delay_seconds }) => delay_seconds ?? NaN);
    const recent = known.filter(({ until_ms }) => until_ms > now_ms - AGO_MS);
    this.#notes.set(name, [...recent, { until_ms: now_ms, delays_s }]);
  }

  /** At one of its stops, since ten minutes ago or since the day is followed; null: nothing else was expected, or it is not comparable. */
  changeOf(train: DayTrain, stop: number): Change | null {
    const then_ms = Math.max(this.#now_ms - AGO_MS, this.#since_ms);
    const then = this.#notes.get(printName(train))?.find(({ until_ms }) => until_ms > then_ms);
    if (then?.delays_s.length !== train.stops.length) return null;
    const by_s = (train.stops[stop]?.delay_seconds ?? NaN) - (then.delays_s[stop] ?? NaN);
    if (Number.isNaN(by_s)) return null;
    return { by_s, in_minutes: Math.max(1, Math.round((this.#now_ms - then_ms) / MINUTE_MS)) };
  }
}
