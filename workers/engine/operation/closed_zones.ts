/** Track that no train gets for a time: by zone of a day's plan when it is closed. */
import { groupBy } from "../columns.ts";
import type { DayPlan } from "./day_plan.ts";

export interface Closure {
  /** As the network numbers them. */
  readonly zones: ArrayLike<number>;
  readonly begin_ms: number;
  /** Not closed any more; Infinity: it is for good. */
  readonly end_ms: number;
}

export class ClosedZones {
  /** Which closure it was that `until_ms` told of. */
  by = 0;
  readonly closures: readonly Closure[];
  /** [nZones + 1] closures of zone z are `of[start[z]]` up to the next. */
  readonly #start: Uint32Array;
  readonly #of: Uint32Array;

  constructor({ zoneOf, zoneStart }: DayPlan, closures: readonly Closure[]) {
    this.closures = closures;
    const pairs = closures.flatMap(({ zones }, k) =>
      [...new Set(Array.from(zones))].flatMap((zone) => {
        const own = zoneOf.get(zone);
        return own === undefined ? [] : [{ own, k }];
      }),
    );
    const zones = Uint32Array.from(pairs, ({ own }) => own);
    const { start, items } = groupBy(zones, zones.length, zoneStart.length - 1);
    this.#start = start;
    this.#of = items.map((pair) => pairs[pair]!.k);
  }

  /** Whether the same track is closed at the same times, in the same order. */
  isAs({ closures }: Pick<ClosedZones, "closures">): boolean {
    return (
      closures.length === this.closures.length &&
      closures.every((one, k) => isSame(one, this.closures[k]!))
    );
  }

  /** Until when a zone is closed, with all that closes it now; -Infinity: it is open. */
  until_ms(zone: number, now_ms: number): number {
    let until_ms = -Infinity;
    for (let i = this.#start[zone]!; i < this.#start[zone + 1]!; i++) {
      const { begin_ms, end_ms } = this.closures[this.#of[i]!]!;
      if (begin_ms > now_ms || end_ms <= now_ms || end_ms <= until_ms) continue;
      until_ms = end_ms;
      this.by = this.#of[i]!;
    }
    return until_ms;
  }

  /** When a zone is closed next; Infinity: never. */
  next_ms(zone: number, now_ms: number): number {
    let next_ms = Infinity;
    for (let i = this.#start[zone]!; i < this.#start[zone + 1]!; i++) {
      const { begin_ms } = this.closures[this.#of[i]!]!;
      if (begin_ms > now_ms) next_ms = Math.min(next_ms, begin_ms);
    }
    return next_ms;
  }
}

function isSame(one: Closure, other: Closure): boolean {
  return (
    one.begin_ms === other.begin_ms &&
    one.end_ms === other.end_ms &&
    one.zones.length === other.zones.length &&
    Array.prototype.every.call(one.zones, (zone, i) => zone === other.zones[i])
  );
}
