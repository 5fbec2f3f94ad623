/**
 * Bounds of values with a unit, and their messages: with the unit, and with the one that the sender
 * probably meant ("must be at most 150 m/s; 160 looks like km/h").
 */

/** Lower bound (`above` excludes it) and upper bound. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly above?: boolean;
  readonly unit?: Unit;
}

export interface Unit {
  readonly name: string;
  /** The unit that is often sent by mistake, and how many of those make one of this. */
  readonly mistaken: { readonly name: string; readonly factor: number };
}

/** Faster than any regular train (the record on rails is 159.7 m/s, reached once), in metres per second. */
export const TRAIN_SPEED_MAX_M_S = 150;

export const METRES_PER_SECOND: Unit = { name: "m/s", mistaken: { name: "km/h", factor: 3.6 } };
export const METRES: Unit = { name: "m", mistaken: { name: "mm", factor: 1000 } };

/** The message for a value out of bounds, otherwise null. */
export function outOfBounds(value: number, bounds: Bounds): string | null {
  const { min, max, above = false } = bounds;
  if (above ? value <= min : value < min) return `must be ${above ? "above" : "at least"} ${min}`;
  return value > max ? beyond(value, bounds) : null;
}

function beyond(value: number, { max, unit }: Bounds): string {
  if (unit === undefined) return `must be at most ${max}`;
  const { name, mistaken } = unit;
  const hint = value / mistaken.factor <= max ? `; ${value} looks like ${mistaken.name}` : "";
  return `must be at most ${max} ${name}${hint}`;
}
