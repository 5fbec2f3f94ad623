/** What the other simulator of a day tells of it. */

/** No train. */
export const CLOSED = -1;

export interface Judged {
  /** By train, by place in m: arrivals where it stopped. */
  readonly arrivals: readonly ReadonlyMap<number, number>[];
  readonly stuck: readonly number[];
  /** By each train that waits for ever: by whom it is kept from its block; CLOSED: by a closure. */
  readonly keepers: ReadonlyMap<number, ReadonlySet<number>>;
  /** Trains of circles of held zones. */
  readonly inCircles: ReadonlySet<number>;
  /** Least time between two events that could have come the other way round. */
  readonly closest_s: number;
  /** Least distance by which a train could have stopped, or not, where it decides to. */
  readonly tightest_m: number;
}
