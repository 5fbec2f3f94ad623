/** The order of short term trains (engine.md 12), as judges have it; times ms. */

export interface Times {
  readonly departure_ms: number;
  readonly arrival_ms: number;
}

/** Of trains that arrive so near to the first one the time under way counts. */
export const NEAR_MS = 60_000;
/** What another train must be better by, and once more where a third one lies between the two. */
const WORTH_MS = 2000;

/** Time under way, and a tenth of the arrival. */
function weigh({ departure_ms, arrival_ms }: Times): number {
  return arrival_ms - departure_ms + arrival_ms / 10;
}

export function firstArrival_ms(trains: readonly Times[]): number {
  return trains.reduce((first_ms, one) => Math.min(first_ms, one.arrival_ms), Infinity);
}

/** A train among others that is better than it by more than so much; undefined: there is none. */
export function findBetter<Train extends Times>(
  own: Times,
  others: readonly Train[],
  off_ms: number,
): Train | undefined {
  const first_ms = firstArrival_ms([own, ...others]);
  return others.find((other) => {
    if (other.arrival_ms < own.arrival_ms - NEAR_MS - off_ms) return true;
    const isNear = other.arrival_ms < first_ms + NEAR_MS - off_ms;
    return isNear && weigh(other) < weigh(own) - WORTH_MS - off_ms;
  });
}

/** The best of some trains; null: there is none. */
export function chooseBest<Train extends Times>(trains: readonly Train[]): Train | null {
  const first_ms = firstArrival_ms(trains);
  const near = trains.filter(({ arrival_ms }) => arrival_ms <= first_ms + NEAR_MS);
  return near.reduce<Train | null>(
    (best, one) => (best !== null && weigh(best) <= weigh(one) ? best : one),
    null,
  );
}
