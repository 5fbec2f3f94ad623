/** On which days of a year its trains run: six in ten Monday to Friday, one at weekends, two daily, one on days of its own. */

export const DAYS = 365;

/** Every second day on an average, the same at each call. */
export function isOwnDay(train: number, day: number): boolean {
  return Math.imul(train * DAYS + day + 1, 0x9e37_79b1) >>> 31 === 1;
}

/** By the last digit of a train's number; the first day is taken as a Monday. */
export function runsOn(train: number, day: number): boolean {
  const is_weekend = day % 7 > 4;
  const kind = train % 10;
  if (kind < 6) return !is_weekend;
  if (kind === 6) return is_weekend;
  return kind < 9 || isOwnDay(train, day);
}

/** A 1 for each day on which a train runs. */
export function bitsOf(train: number): Uint8Array {
  return Uint8Array.from({ length: DAYS }, (_, day) => Number(runsOn(train, day)));
}
