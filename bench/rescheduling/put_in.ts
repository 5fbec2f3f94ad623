/**
 * Inserts a train where the estimates are lowest; the schedule then computes the exact cost. If trains would wait
 * for each other in a circle, the use that was delayed becomes fixed; if the cost is above the limit, the estimates
 * get more weight. Then the search for a way is repeated.
 */

import type { Draws } from "../../workers/engine/random.ts";
import type { Insertion } from "./insertion.ts";
import type { Pressure } from "./pressure.ts";
import { ABSENT, type Schedule } from "./schedule.ts";

/** How often the search for a way is tried. */
const TRIES = 6;
/** Factor on the weight of the estimates after the exact cost was above the limit. */
const DEARER = 3;

export interface Workshop {
  readonly schedule: Schedule;
  readonly insertion: Insertion;
  readonly pressure: Pressure;
  readonly draws: Draws;
}

/**
 * Inserts a train by the insertion's rules if the whole schedule then costs at most `limit`. Otherwise restores
 * everything and returns false.
 */
export function putIn(workshop: Workshop, train: number, limit: number): boolean {
  const { schedule, insertion, pressure, draws } = workshop;
  const { cost } = schedule;
  const mark = schedule.mark();
  let done = false;
  const left: number[] = [];
  const { weight } = insertion.rules;
  insertion.rules.limit = limit - cost;
  for (let tries = 0; tries < TRIES; tries++) {
    const length = insertion.find(train, draws.below(64));
    if (length === 0) break;
    schedule.link(train, length, insertion.before);
    done = schedule.settleInserted(train, limit);
    if (done) {
      pressure.note(train);
      break;
    }
    schedule.unlink(train, insertion.before);
    schedule.takeBackTo(mark, cost);
    if (schedule.circle === ABSENT) {
      insertion.rules.weight *= DEARER;
    } else {
      left.push(schedule.circle);
      insertion.fix(schedule.circle, true);
    }
  }
  insertion.rules.weight = weight;
  for (const event of left) insertion.fix(event, false);
  return done;
}
