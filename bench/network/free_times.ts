/**
 * Where a train fits in: departures are pushed back until, by estimated running times, no train catches
 * another one up between stations and none meets another on the single track.
 */
import type { Leg } from "./running_times.ts";

interface Passage extends Leg {
  readonly is_outward: boolean;
}

const HEADWAY_S = 240;
const SHIFT_S = 60;
const SHIFT_COUNT_MAX = 120;
/** Nobody stays on a stretch longer than this, so that only neighbouring slots are looked at. */
const SLOT_S = 3600;

export class FreeTimes {
  readonly #placed = new Map<string, Passage[]>();

  /**
   * The earliest departure from `wanted_s` on that respects headways, for trains that leave `repeats_s`
   * after it; remembers them all. Seconds after the timetable's beginning.
   */
  place(
    legs: readonly Leg[],
    is_outward: boolean,
    { wanted_s, repeats_s = [0] }: { wanted_s: number; repeats_s?: readonly number[] },
  ): number {
    const passagesAt = (departure_s: number): Passage[] =>
      repeats_s.flatMap((repeat_s) =>
        legs.map((leg) => ({
          ...leg,
          is_outward,
          enter_s: leg.enter_s + departure_s + repeat_s,
          leave_s: leg.leave_s + departure_s + repeat_s,
        })),
      );
    let departure_s = wanted_s;
    let passages = passagesAt(departure_s);
    for (let i = 0; i < SHIFT_COUNT_MAX && this.#hasClash(passages); i++) {
      departure_s += SHIFT_S;
      passages = passagesAt(departure_s);
    }
    for (const passage of passages) {
      const slot = slotOf(passage, 0);
      const list = this.#placed.get(slot);
      if (list === undefined) this.#placed.set(slot, [passage]);
      else list.push(passage);
    }
    return departure_s;
  }

  #hasClash(passages: readonly Passage[]): boolean {
    return passages.some((a) =>
      [-1, 0, 1].some((shift) =>
        (this.#placed.get(slotOf(a, shift)) ?? []).some((b) => isClash(a, b)),
      ),
    );
  }
}

function slotOf({ edge, enter_s }: Leg, shift: number): string {
  return `${edge} ${Math.floor(enter_s / SLOT_S) + shift}`;
}

function isClash(a: Passage, b: Passage): boolean {
  if (a.is_outward !== b.is_outward) {
    const is_apart = a.enter_s > b.leave_s + HEADWAY_S || b.enter_s > a.leave_s + HEADWAY_S;
    return a.is_single_track && !is_apart;
  }
  const gap_s = Math.sign(a.enter_s - b.enter_s) * (a.leave_s - b.leave_s);
  return Math.abs(a.enter_s - b.enter_s) < HEADWAY_S || gap_s < HEADWAY_S;
}
