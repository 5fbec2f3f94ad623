/**
 * Random delays by (seed, day, run, place), never in order of use: a change of the timetable leaves all other
 * draws as they are, so that two timetables can be tried on the same days.
 */

/** What is drawn. */
export const ENTRY = 0;
export const STOP = 1;
export const RUN = 2;

/** A delay occurs with probability `share`; it is between 0 and `max_ms`. */
export interface Distribution {
  readonly share: number;
  readonly max_ms: number;
  readonly shape:
    | { readonly type: "exponential"; readonly mean_ms: number }
    | { readonly type: "lognormal"; readonly median_ms: number; readonly sigma: number }
    /** Each as likely as the others. */
    | { readonly type: "values"; readonly values_ms: readonly number[] };
}

/** What a draw depends on; all whole numbers of 32 bits. */
export interface DrawKey {
  seed: number;
  day: number;
  run: number;
  place: number;
  kind: number;
}

/** Delays beyond the maximum are drawn again so often; then it is the maximum. */
const REDRAWS_MAX = 100;

/** A whole number of milliseconds. */
export function drawDelay_ms({ share, max_ms, shape }: Distribution, key: DrawKey): number {
  if (share < 1 && uniform(key, 0) >= share) return 0;
  if (shape.type === "values") {
    return shape.values_ms[Math.floor(uniform(key, 1) * shape.values_ms.length)]!;
  }
  if (shape.type === "exponential") {
    const within = 1 - Math.exp(-max_ms / shape.mean_ms);
    return Math.round(Math.min(max_ms, -shape.mean_ms * Math.log(1 - uniform(key, 1) * within)));
  }
  for (let i = 0; i < REDRAWS_MAX; i++) {
    const radius = Math.sqrt(-2 * Math.log(1 - uniform(key, 1 + 2 * i)));
    const normal = radius * Math.cos(2 * Math.PI * uniform(key, 2 + 2 * i));
    const delay_ms = shape.median_ms * Math.exp(shape.sigma * normal);
    if (delay_ms <= max_ms) return Math.round(delay_ms);
  }
  return max_ms;
}

/** In [0, 1); each part of the key is mixed in by itself. */
export function uniform({ seed, day, run, place, kind }: DrawKey, draw: number): number {
  let mixed = mix(0x9e3779b9, seed);
  mixed = mix(mixed, day);
  mixed = mix(mixed, run);
  mixed = mix(mixed, place);
  mixed = mix(mixed, kind);
  return (mix(mixed, draw) >>> 0) / 4294967296;
}

function mix(state: number, value: number): number {
  let h = Math.imul(state, 0x85ebca6b) ^ Math.imul(value ^ (value >>> 15), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) | 0;
}
