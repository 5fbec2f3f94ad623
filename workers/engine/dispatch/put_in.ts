/**
 * A train is put in where the estimates say, and the schedule tells what that costs in truth. Where trains
 * would wait for each other in a circle, the use that was held up is left alone, and where it costs too much the
 * estimates weigh more; then the way is looked for again.
 */
import type { Insertion } from "./insertion.ts";
import type { Pressure } from "./pressure.ts";
import type { Draws } from "./random.ts";
import { ABSENT, type Schedule } from "./schedule.ts";

/** How often a way is looked for. */
const TRIES = 6;
/** By how much the estimates weigh more after what they promised was too dear. */
const DEARER = 3;

export interface Workshop {
  readonly schedule: Schedule;
  readonly insertion: Insertion;
  readonly pressure: Pressure;
  readonly draws: Draws;
}

/**
 * Puts a train in by the insertion's rules, if the whole then costs at most `limit`; if not, everything is as
 * before and the answer is false.
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
