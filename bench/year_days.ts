/** Of a year's trains, those with days of their own. */

export const DAYS = 365;

/** Every second day on an average, the same at each call. */
export function isOwnDay(train: number, day: number): boolean {
  return Math.imul(train * DAYS + day + 1, 0x9e37_79b1) >>> 31 === 1;
}
