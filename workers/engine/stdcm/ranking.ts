/**
 * Which of several trains is the best: the one that arrives first; but one that arrives within a minute of it
 * is better when it leaves so much later that a tenth of the delay is saved in time under way. So of equal
 * arrivals the latest departure counts, and no train waits, or is slowed, for little. The ends of runs that
 * are yet to be found are bounds from below, so a ranking also tells what need not be looked at.
 */

/** Among arrivals this close to the first one, the time under way counts. */
const NEAR_ARRIVAL_S = 60;
/** What a second of a later arrival must save in time under way. */
const LATER_WEIGHT = 0.1;
/** Another train must be better by at least this. */
const WORTH_S = 1;

/** A run, or a bound of runs; times s since the earliest departure. */
export interface Timed {
  /** End of the last stop. */
  readonly end_s: number;
  /** From the departure to that. */
  readonly underWay_s: number;
}

/** A train, and the time that it would be under way on its path without other trains. */
export interface Made extends Timed {
  readonly free_s: number;
}

/**
 * A train that is known, with other signals: another one must end before it, and wait so much less for others, at its
 * start or on its way. What its approach to stops saves does not count. Of several known ones it must do so beside each.
 */
export interface Rival extends Made {
  readonly worth_s: number;
}

export class Ranking<Train extends Made> {
  best: Train | null = null;
  readonly #trains: Train[] = [];
  readonly #rivals: readonly Rival[];
  #first_s: number;

  constructor(rivals: readonly Rival[] = []) {
    this.#rivals = rivals;
    this.#first_s = Math.min(...rivals.map(({ end_s }) => end_s)) - NEAR_ARRIVAL_S;
  }

  /** Trains that end before the best one, under way for so much longer that they are none. */
  get earlier(): Train[] {
    const { best } = this;
    return best === null ? [] : this.#trains.filter(({ end_s }) => end_s < best.end_s);
  }

  /** Runs that end at this time or later are of no use. */
  get limit_s(): number {
    return this.#first_s + NEAR_ARRIVAL_S;
  }

  /** Whether a run with these times, or one that is worse, may be better than the best train. */
  admits(end_s: number, underWay_s: number): boolean {
    const { best } = this;
    if (!this.#isWorth(end_s, underWay_s, Infinity)) return false;
    if (best === null || end_s < best.end_s - NEAR_ARRIVAL_S) return true;
    return end_s < this.limit_s && weigh(end_s, underWay_s) < weighTrain(best) - WORTH_S;
  }

  /** A train that is not worth it beside the known ones changes nothing. */
  add(train: Train): void {
    if (!this.#isWorth(train.end_s, train.underWay_s, train.free_s)) return;
    this.#trains.push(train);
    this.#first_s = Math.min(this.#first_s, train.end_s);
    this.best = null;
    for (const one of this.#trains) {
      if (one.end_s >= this.limit_s) continue;
      if (this.best === null || weighTrain(one) < weighTrain(this.best) - WORTH_S) this.best = one;
    }
  }

  #isWorth(end_s: number, underWay_s: number, free_s: number): boolean {
    for (const rival of this.#rivals) {
      const least_s = rival.worth_s + Math.max(0, rival.free_s - free_s);
      const saves = end_s < rival.end_s - least_s || underWay_s < rival.underWay_s - least_s;
      if (end_s >= rival.end_s || !saves) return false;
    }
    return true;
  }
}

function weigh(end_s: number, underWay_s: number): number {
  return underWay_s + LATER_WEIGHT * end_s;
}

function weighTrain({ end_s, underWay_s }: Timed): number {
  return weigh(end_s, underWay_s);
}
