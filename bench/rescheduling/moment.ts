/**
 * A moment is one double: time · PLACES + place, where the place orders what happens at the same time. What must
 * come after something else always has a later moment, even at the same time. So trains that would all swap
 * places in one instant make each other's moments ever later, and the circle is found by that.
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
