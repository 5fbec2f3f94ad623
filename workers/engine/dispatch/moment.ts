/**
 * A moment is a time and a place in the order of what happens at that time, as one double: time · PLACES +
 * place. Whatever must come after something else has a later moment, also at the same time, so a circle of
 * trains that would change their places in one instant is a circle of ever later moments, and found as such.
 */
export const PLACES = 2 ** 20;
const PER_PLACE = 1 / PLACES;

export function timeOf(moment: number): number {
  return Math.floor(moment * PER_PLACE);
}

/** The first moment that is `duration` after another one and comes after it. */
export function after(moment: number, duration: number): number {
  return duration > 0 ? (Math.floor(moment * PER_PLACE) + duration) * PLACES : moment + 1;
}
