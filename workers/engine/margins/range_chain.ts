/**
 * The ranges of a run in path order while times are distributed over them (engine.md 5.4). The next range
 * to slow is always the first, in the order of work (base time, then position), whose end speeds may have
 * changed since it was slowed. All ranges before it in that order are the same as after a restart, because
 * a range takes speeds only from earlier ones. So the first range to fail is the same too.
 */
import type { Envelope } from "../envelope/envelope.ts";
import { LeastHeap } from "../least_heap.ts";
import type { RunningTimes } from "./running_times.ts";
import type { Joints, RangeShape } from "./section.ts";

/** Time to add to the base between two places. */
export interface TimedRange {
  readonly begin_m: number;
  readonly end_m: number;
  readonly added_s: number;
  /** How sections between stops share the time: by running time or by distance. */
  readonly sharedBy: "time" | "distance";
}

/** A stretch where the run differs from the request; running times without stops. */
export interface Deviation {
  readonly kind: "dropped_target" | "closest_result";
  readonly begin_m: number;
  readonly end_m: number;
  readonly wanted_s: number;
}

export interface RangeLink {
  readonly range: TimedRange;
  readonly shape: RangeShape;
  /** It keeps the base's time, and imposes its speeds at its ends. */
  readonly isUntouched: boolean;
  /** Number of its first range among all that were added. */
  readonly place: number;
  previous: RangeLink | null;
  next: RangeLink | null;
  /** The slowed curve, null until known; the speeds it was made with, and those it has at its ends. */
  result: Envelope | null;
  joints: Joints;
  begin_m_s: number;
  end_m_s: number;
  /** Where the curve differs from the request. */
  nearby: Deviation[];
}

const NO_JOINTS: Joints = { left_m_s: Number.NaN, right_m_s: Number.NaN };

export class RangeChain {
  first: RangeLink | null = null;
  count = 0;
  #last: RangeLink | null = null;
  /** By place; null if a range was merged into the previous one. */
  readonly #links: (RangeLink | null)[] = [];
  /** Places by base time. A range may be in the queue several times. */
  readonly #queue = new LeastHeap();

  /** Adds a range after all others. */
  add(range: TimedRange, shape: RangeShape, isUntouched: boolean): void {
    const link = makeLink({ range, shape, isUntouched, place: this.count++ });
    link.previous = this.#last;
    if (this.#last === null) this.first = link;
    else this.#last.next = link;
    this.#last = link;
    this.#keep(link);
  }

  /** Replaces `left` and its successor by one range. */
  merge(left: RangeLink, range: TimedRange, shape: RangeShape, isUntouched: boolean): void {
    const right = left.next!;
    const link = makeLink({ range, shape, isUntouched, place: left.place });
    link.previous = left.previous;
    link.next = right.next;
    this.#links[right.place] = null;
    if (link.previous === null) this.first = link;
    else link.previous.next = link;
    if (link.next === null) this.#last = link;
    else link.next.previous = link;
    this.count--;
    this.#keep(link);
    // The neighbours were slowed with speeds of ranges that no longer exist.
    for (const neighbour of [link.previous, link.next]) {
      if (neighbour !== null) this.#enqueue(neighbour);
    }
  }

  /** Takes the next range to slow; it may turn out to need no change. */
  takeNext(): RangeLink | null {
    while (this.#queue.size > 0) {
      const time_s = this.#queue.leastKey;
      const link = this.#links[this.#queue.pop()];
      // Otherwise this is an old entry from before a merge.
      if (link?.shape.time_s === time_s) return link;
    }
    return null;
  }

  #keep(link: RangeLink): void {
    this.#links[link.place] = link;
    this.#enqueue(link);
  }

  #enqueue({ shape, place }: RangeLink): void {
    this.#queue.push(shape.time_s, place, place);
  }

  queueLaterNeighbours(link: RangeLink): void {
    for (const neighbour of [link.previous, link.next]) {
      if (neighbour !== null && isBefore(link, neighbour)) this.#enqueue(neighbour);
    }
  }

  /** The speeds imposed by earlier neighbours; at the path's ends and at untouched ends those of the base. */
  findJoints(link: RangeLink, base: RunningTimes): Joints {
    const { previous, next, isUntouched, range } = link;
    let left_m_s = Number.NaN;
    if (previous !== null && isBefore(previous, link)) left_m_s = previous.end_m_s;
    else if (isUntouched || (previous?.isUntouched ?? true)) {
      left_m_s = base.speedAt_m_s(range.begin_m);
    }
    let right_m_s = Number.NaN;
    if (next !== null && isBefore(next, link)) right_m_s = next.begin_m_s;
    else if (isUntouched || (next?.isUntouched ?? true)) right_m_s = base.speedAt_m_s(range.end_m);
    return { left_m_s, right_m_s };
  }

  /** Number of ranges before this one. */
  indexOf(link: RangeLink): number {
    let index = 0;
    for (let at = link.previous; at !== null; at = at.previous) index++;
    return index;
  }

  inOrderOfWork(): RangeLink[] {
    const links: RangeLink[] = [];
    for (let link = this.first; link !== null; link = link.next) links.push(link);
    return links.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }
}

function makeLink(of: Pick<RangeLink, "range" | "shape" | "isUntouched" | "place">): RangeLink {
  const { range, shape, isUntouched, place } = of;
  return {
    range,
    shape,
    isUntouched,
    place,
    previous: null,
    next: null,
    result: null,
    joints: NO_JOINTS,
    begin_m_s: Number.NaN,
    end_m_s: Number.NaN,
    nearby: [],
  };
}

/** Order of work; no two ranges of a chain have the same place. */
function isBefore(a: RangeLink, b: RangeLink): boolean {
  const a_s = a.shape.time_s;
  const b_s = b.shape.time_s;
  return a_s === b_s ? a.place < b.place : a_s < b_s;
}
