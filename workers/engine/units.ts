/**
 * The only place where units are converted: integer millimetres, milliseconds and mm/s in the
 * network and at the task border, SI doubles in the physics. Rounding is `floor(x * 1000 + 0.5)`
 * everywhere: ties round up, for negative values too.
 */

/** Rounds metres to millimetres, m/s to mm/s or seconds to milliseconds. */
export function toMilli(value: number): number {
  return Math.floor(value * 1000 + 0.5);
}

/** Converts millimetres to metres, mm/s to m/s or milliseconds to seconds. */
export function fromMilli(value: number): number {
  return value / 1000;
}
