/**
 * From the zone requirements of all trains to the plan of the search: which requirements of two trains could come to
 * overlap, and in which stretches they begin and end. Most zones that two trains share say the same, so that few
 * meetings remain of each pair.
 */
import { groupBy } from "../columns.ts";
import { type Conflicts, ROUTING } from "../conflicts/detect_conflicts.ts";
import { sortByKey } from "../conflicts/stable_sort.ts";
import { NONE } from "../infra/layout.ts";
import { DELAY_MAX_S } from "./delays.ts";
import { Knots } from "./knots.ts";
import { FIXED, NO_KNOT, type Plan } from "./plan.ts";
import {
  listUses,
  listVaried,
  type MovableTrains,
  trainOfSlots,
  type Uses,
  type UsesInput,
} from "./uses.ts";

export interface PlanInput extends UsesInput {
  readonly conflicts: Conflicts;
  /** [nConflicts] 1: it is to be solved. */
  readonly asked: Uint8Array;
}

export interface MadePlan {
  readonly plan: Plan;
  /** [nConflicts] NO_KNOT: no train in it may be changed. */
  readonly knotOf: Uint32Array;
}

export function makePlan(input: PlanInput): MadePlan {
  const { infra, movable, tried, conflicts, asked } = input;
  const trainOf = trainOfSlots(input.occupancy, movable);
  const uses = listUses(input, trainOf);
  const reach_ms = listReaches(movable);
  const lead_ms = 1000 * movable.leads.reduce((most, lead) => Math.max(most, lead), 0);
  const knots = new Knots(conflicts, asked);
  const varied = listVaried(tried);
  const out = new Meetings(knots);
  const nKeys = 2 * infra.zoneName.length;
  const { start, items } = groupBy(uses.keys.values, uses.keys.count, nKeys);
  const scratch = new Uint32Array(items.length);
  for (let key = 0; key < nKeys; key++) {
    const [from, to] = [start[key]!, start[key + 1]!];
    if (to - from < 2) continue;
    sortByKey(items, uses.begins_ms.values, { from, to }, scratch);
    sweep(uses, { items, from, to, key, reach_ms, lead_ms, trainOf, varied }, out);
  }
  const nTrains = movable.leads.length;
  const trainStart = new Uint32Array(nTrains + 2);
  for (let train = 0; train <= nTrains; train++) {
    trainStart[train + 1] = 1 + movable.stretchStart[train]!;
  }
  const { knotOf, weights, ...meetings } = out.finish();
  return {
    plan: {
      trainStart,
      waits: Float64Array.from([0, ...movable.waits]),
      leads: Float64Array.from([0, ...movable.leads]),
      slopes: Float64Array.from([0, ...movable.slopes]),
      ...meetings,
      weights,
    },
    knotOf,
  };
}

/** [nStretches] of the plan: how much later anything in it can become. */
function listReaches({ stretchStart, waits }: MovableTrains): Float64Array {
  const reach_ms = new Float64Array(waits.length + 1);
  for (let train = 0; train + 1 < stretchStart.length; train++) {
    let most = 0;
    for (let s = stretchStart[train]!; s < stretchStart[train + 1]!; s++) {
      most = Math.min(DELAY_MAX_S, most + waits[s]!);
      reach_ms[s + 1] = 1000 * most;
    }
  }
  return reach_ms;
}

interface Swept {
  /** Of one key, by their begins: `items[from, to)`. */
  readonly items: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly key: number;
  readonly reach_ms: Float64Array;
  /** How much earlier any train may leave. */
  readonly lead_ms: number;
  /** The train of each slot. */
  readonly trainOf: Uint32Array;
  /** Trains that are to run on other tracks. */
  readonly varied: ReadonlySet<number>;
}

/** Finds the pairs of one zone that overlap, or would if one of them came later. */
function sweep(
  uses: Uses,
  { items, from, to, key, reach_ms, lead_ms, trainOf, varied }: Swept,
  out: Meetings,
): void {
  const { begins_ms, ends_ms, begins, ends, places, owners } = uses;
  const isRouting = key % 2 === ROUTING;
  for (let a = from; a < to; a++) {
    const i = items[a]!;
    const end_ms = ends_ms.values[i]! + reach_ms[ends.values[i]!]! + lead_ms;
    for (let b = a + 1; b < to; b++) {
      const j = items[b]!;
      if (begins_ms.values[j]! >= end_ms) break;
      if (owners.values[i] === owners.values[j]) continue;
      // what it leaves to itself on another day no delay changes
      if (isSameTrain(trainOf, owners.values[i]!, owners.values[j]!)) continue;
      if (isRouting && places.values[i] === places.values[j]) continue;
      const gap_ms = ends_ms.values[i]! - begins_ms.values[j]!;
      const back_ms = ends_ms.values[j]! - begins_ms.values[i]!;
      if (back_ms + reach_ms[ends.values[j]!]! + lead_ms <= 0) continue;
      const isOverlap = gap_ms > 0 && back_ms > 0;
      const isFixed = begins.values[i] === FIXED && begins.values[j] === FIXED;
      if (isFixed && !isOverlap) continue;
      const pair = [owners.values[i]!, owners.values[j]!] as const;
      const isVaried = pair.some((owner) => varied.has(trainOf[owner] ?? NONE));
      const conflict = findConflict(out.knots, {
        key,
        owners: pair,
        at_ms: begins_ms.values[j]!,
        isOverlap,
        isVaried,
      });
      // A run that was tried may need more than the train as it is, which is in no conflict here.
      const isNew = isOverlap && conflict === NO_KNOT;
      out.add({
        firstBegins: begins.values[i]!,
        firstEnds: ends.values[i]!,
        secondBegins: begins.values[j]!,
        secondEnds: ends.values[j]!,
        gap: isNew ? 0 : Math.ceil(gap_ms / 1000),
        back: Math.ceil(back_ms / 1000),
        conflict,
      });
    }
  }
}

function isSameTrain(trainOf: Uint32Array, a: number, b: number): boolean {
  const train = trainOf[a] ?? NONE;
  return train !== NONE && train === trainOf[b];
}

interface Overlapped {
  readonly key: number;
  readonly owners: readonly [number, number];
  readonly at_ms: number;
  readonly isOverlap: boolean;
  /** One of them is to run on other tracks. */
  readonly isVaried: boolean;
}

function findConflict(
  knots: Knots,
  { key, owners, at_ms, isOverlap, isVaried }: Overlapped,
): number {
  if (!isOverlap) return NO_KNOT;
  return isVaried ? knots.make(owners) : knots.find(key, { owners, at_ms });
}

interface Meeting {
  readonly firstBegins: number;
  readonly firstEnds: number;
  readonly secondBegins: number;
  readonly secondEnds: number;
  readonly gap: number;
  readonly back: number;
  /** That the two are in, NO_KNOT: none. */
  readonly conflict: number;
}

const STRETCHES_MAX = 2 ** 26;

/** Collects meetings; those of the same stretches that forbid overlapping delays are one. */
class Meetings {
  readonly knots: Knots;
  readonly #rows: Meeting[] = [];
  readonly #rowsOf = new Map<number, number[]>();

  constructor(knots: Knots) {
    this.knots = knots;
  }

  add(meeting: Meeting): void {
    const one = meeting.firstBegins <= meeting.secondBegins ? meeting : turn(meeting);
    const isFixed = one.secondBegins === FIXED;
    const pair = one.firstBegins * STRETCHES_MAX + one.secondBegins;
    const rows = this.#rowsOf.get(pair) ?? [];
    if (rows.length === 0) this.#rowsOf.set(pair, rows);
    if (!isFixed) {
      for (const row of rows) {
        const known = this.#rows[row]!;
        const joined = join(known, one);
        if (joined === null) continue;
        this.knots.unite(known.conflict, one.conflict);
        this.#rows[row] = joined;
        return;
      }
    }
    rows.push(this.#rows.push(one) - 1);
  }

  finish(): Omit<Plan, "trainStart" | "waits" | "leads" | "slopes"> & {
    readonly knotOf: Uint32Array;
  } {
    const rows = this.#rows;
    const { knotOf, weights, numberOf } = this.knots.finish(rows.map(({ conflict }) => conflict));
    return {
      firstBegins: Uint32Array.from(rows, (one) => one.firstBegins),
      firstEnds: Uint32Array.from(rows, (one) => one.firstEnds),
      secondBegins: Uint32Array.from(rows, (one) => one.secondBegins),
      secondEnds: Uint32Array.from(rows, (one) => one.secondEnds),
      gaps: Float64Array.from(rows, ({ gap }) => gap),
      backs: Float64Array.from(rows, ({ back }) => back),
      knots: Uint32Array.from(rows, ({ conflict }) => numberOf(conflict)),
      weights,
      knotOf,
    };
  }
}

function turn({ gap, back, conflict, ...one }: Meeting): Meeting {
  return {
    firstBegins: one.secondBegins,
    firstEnds: one.secondEnds,
    secondBegins: one.firstBegins,
    secondEnds: one.firstEnds,
    gap: back,
    back: gap,
    conflict,
  };
}

/** Both as one, null when they forbid different things. */
function join(a: Meeting, b: Meeting): Meeting | null {
  if (a.firstEnds !== b.firstEnds || a.secondEnds !== b.secondEnds) return null;
  const conflict = a.conflict === NO_KNOT ? b.conflict : a.conflict;
  // In one stretch each it is the difference of two delays that may not be in a range.
  const isRange = a.firstBegins === a.firstEnds && a.secondBegins === a.secondEnds;
  const isJoined = isRange
    ? -a.back < b.gap && -b.back < a.gap
    : (a.gap >= b.gap && a.back >= b.back) || (b.gap >= a.gap && b.back >= a.back);
  if (!isJoined) return null;
  return { ...a, gap: Math.max(a.gap, b.gap), back: Math.max(a.back, b.back), conflict };
}
