/**
 * The first answer: trains are inserted one after the other. Trains that stand on the line at the begin keep
 * their places until it is their turn, so no train ends up blocked head-on by another.
 */
import type { Insertion } from "./insertion.ts";
import { costAt } from "./model.ts";
import { PLACES } from "./moment.ts";
import { putIn, type Workshop } from "./put_in.ts";
import { ABSENT, type Schedule } from "./schedule.ts";
import { StandingTrains } from "./standing.ts";

/** Limits of what a train may cost beyond its cost alone: the first, the factor to the next, and the end (no limit). */
const FIRST_LIMIT = 1000;
const LARGER = 32;
const LAST_LIMIT = 1e9;

/** Returns whether every train has a way. */
export function makeFirstAnswer(workshop: Workshop): boolean {
  const { schedule, insertion, pressure, draws } = workshop;
  const { model } = schedule;
  const own = model.problem.trainStart.length - 1;
  const order = Array.from({ length: own }, (_, train) => train).sort(
    (a, b) => firstHold(schedule, a) - firstHold(schedule, b) || a - b,
  );
  for (let train = model.trains - 1; train >= 0; train--) holdEntry(schedule, insertion, train);
  for (let train = own; train < model.trains; train++) {
    if (!put(workshop, train, true)) return false;
  }
  const standing = order.filter((train) => schedule.length[train]! > 0);
  const moves = new StandingTrains(model).findMoves(standing, draws);
  if (moves === null) return false;
  for (const { train, operation } of moves) {
    insertion.rules.goal = operation;
    if (!put(workshop, train, true)) return false;
  }
  insertion.rules.goal = ABSENT;
  for (const train of order) {
    if (schedule.length[train]! > 0) continue;
    pressure.refresh();
    if (!put(workshop, train, false) && !put(workshop, train, true)) {
      return false;
    }
  }
  schedule.settleAll();
  return true;
}

/** When a train first holds a resource, if it were alone. */
function firstHold(schedule: Schedule, train: number): number {
  const { heldStart, trainStart, soonest } = schedule.model;
  for (let op = trainStart[train]!; op < trainStart[train + 1]!; op++) {
    if (heldStart[op + 1]! > heldStart[op]!) return soonest[op]!;
  }
  return 0;
}

/** Lets a train stand at its entry, unless another train already holds a resource of it. */
function holdEntry(schedule: Schedule, insertion: Insertion, train: number): void {
  const { heldStart, held, trainStart, eventStart, earliest } = schedule.model;
  const entry = trainStart[train]!;
  const [from, to] = [heldStart[entry]!, heldStart[entry + 1]!];
  if (from === to) return;
  for (let i = from; i < to; i++) if (schedule.first[held[i]!] !== ABSENT) return;
  schedule.operation[eventStart[train]!] = entry;
  schedule.moment[eventStart[train]!] = earliest[entry]! * PLACES;
  insertion.before.fill(ABSENT, 0, schedule.model.heldMax);
  schedule.link(train, 1, insertion.before);
}

/** Inserts a train, also anew. No other train moves before that: it could move to where this one stands. */
function put(workshop: Workshop, train: number, rigid: boolean): boolean {
  const { schedule, insertion } = workshop;
  const { lastCost, soonest } = schedule.model;
  if (schedule.length[train]! > 0) schedule.unlink(train, insertion.before);
  schedule.begin();
  const goal = lastCost[train]!;
  const least = goal === ABSENT ? 0 : costAt(schedule.model, goal, soonest[goal]!);
  insertion.rules.rigid = rigid;
  for (let limit = rigid ? Infinity : FIRST_LIMIT; limit < LAST_LIMIT; limit *= LARGER) {
    if (putIn(workshop, train, schedule.cost + least + limit)) return true;
  }
  return putIn(workshop, train, Infinity);
}
