/**
 * Finds the conflicts of a timetable (engine.md 7.4): requirements by zone, groups in each zone, then groups of
 * the same trains joined where their times touch. All on flat arrays, without an object per train or zone.
 */
import { Float64Column, groupBy, Uint32Column } from "../columns.ts";
import type { Infra } from "../infra/infra.ts";
import { err, ok, type Result } from "../result.ts";
import { type Chains, reachOfChains } from "./cut_chains.ts";
import { MEMBERS_MAX, OverlapSweep } from "./group_overlaps.ts";
import { type OwnedGroups, ownGroups } from "./owned_groups.ts";
import { OwnerSets } from "./owner_sets.ts";
import {
  NO_WORKS,
  RequirementTable,
  type TrainRequirements,
  tabulateRouting,
  tabulateSpacing,
  type WorkRequirements,
} from "./requirement_table.ts";
import { sortByKey } from "./stable_sort.ts";

export const SPACING = 0;
export const ROUTING = 1;

/** Conflicts by kind, then by begin; times on the clock of the trains' starts. */
export interface Conflicts {
  readonly count: number;
  /** [count] SPACING or ROUTING. */
  readonly kinds: Uint8Array;
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
  /** [count + 1] owners of conflict c are `owners[ownerStart[c]]` up to the next. */
  readonly ownerStart: Uint32Array;
  /** Ascending: trains, then number of trains + work. */
  readonly owners: Uint32Array;
  /** [count + 1] */
  readonly requirementStart: Uint32Array;
  /** The zones in conflict, each from the first begin to the last end there. */
  readonly requirementZones: Uint32Array;
  readonly requirementBegins_ms: Float64Array;
  readonly requirementEnds_ms: Float64Array;
}

/** The trains have too many overlaps to answer. */
export interface ConflictFault {
  readonly kind: "too_many_conflicts";
  readonly members_max: number;
}

/** The groups of each kind: spacing, then routing. */
export type GroupsOfKinds = readonly [OwnedGroups, OwnedGroups];

export interface Grouped {
  readonly groups: GroupsOfKinds;
  /** Of each kind; bounded by PAIRS_MAX. */
  readonly pairCounts: readonly [number, number];
  /** Of each kind; bounded by MEMBERS_MAX. */
  readonly memberCounts: readonly [number, number];
  /** Over the edges of the span that the trains are of. */
  readonly chains: Chains;
}

const ALWAYS: readonly [number, number] = [-Infinity, Infinity];

interface OwnedSweep {
  readonly groups: OwnedGroups;
  readonly pairCount: number;
  readonly memberCount: number;
}

/** Detects conflicts; one per thread owns the scratch memory. */
export class ConflictDetector {
  readonly #table = new RequirementTable();
  readonly #sweep = new OverlapSweep();

  /** Finds spacing conflicts among trains and works, and routing conflicts among trains. */
  detect(
    infra: Infra,
    trains: TrainRequirements,
    works: WorkRequirements = NO_WORKS,
  ): Result<Conflicts, ConflictFault> {
    const grouped = this.group(infra, trains, works);
    return grouped.ok ? ok(joinConflicts(grouped.value.groups)) : grouped;
  }

  /** The groups that conflicts are made of. */
  group(
    infra: Infra,
    trains: TrainRequirements,
    works: WorkRequirements,
    span: readonly [number, number] = ALWAYS,
  ): Result<Grouped, ConflictFault> {
    const table = this.#table;
    const nTrains = trains.trainSimulations.length;
    tabulateSpacing(table, infra, trains, works);
    const works_from = works.ownersFrom ?? nTrains;
    const spacing = this.#groupTable(nTrains);
    const along = reachOfChains(table, span, works_from);
    if (spacing !== null) tabulateRouting(table, infra, trains);
    const routing = spacing && this.#groupTable(nTrains);
    const over = reachOfChains(table, span, works_from);
    table.release();
    this.#sweep.release();
    if (spacing !== null && routing !== null) {
      return ok({
        groups: [spacing.groups, routing.groups],
        pairCounts: [spacing.pairCount, routing.pairCount],
        memberCounts: [spacing.memberCount, routing.memberCount],
        chains: {
          before_ms: Math.max(along.before_ms, over.before_ms),
          after_ms: Math.min(along.after_ms, over.after_ms),
        },
      });
    }
    return err({ kind: "too_many_conflicts", members_max: MEMBERS_MAX });
  }

  /** Null if there are too many. */
  #groupTable(nTrains: number): OwnedSweep | null {
    const groups = this.#sweep.group(this.#table);
    if (groups === null) return null;
    const { pairCount, memberCount } = groups;
    return { groups: ownGroups(groups, this.#table.owners, nTrains), pairCount, memberCount };
  }
}

/** Conflicts of groups of both kinds. */
export function joinConflicts([spacing, routing]: GroupsOfKinds): Conflicts {
  const out = new ConflictColumns();
  out.addKind(SPACING, joinGroups(spacing));
  out.addKind(ROUTING, joinGroups(routing));
  return out.finish();
}

/** Groups in rows: row c of `order` is one conflict. */
interface JoinedGroups {
  readonly groups: OwnedGroups;
  readonly sets: OwnerSets;
  /** [nConflicts + 1] */
  readonly start: Uint32Array;
  readonly order: Uint32Array;
  /** [nConflicts] */
  readonly conflictSets: Uint32Array;
}

/** Joins groups of the same owners if their times overlap or touch. */
function joinGroups(groups: OwnedGroups): JoinedGroups {
  const sets = new OwnerSets();
  const { count, owners, ownerStart, hashes } = groups;
  const setOf = new Uint32Array(count);
  for (let g = 0; g < count; g++) {
    const range = { from: ownerStart[g]!, to: ownerStart[g + 1]!, hash: hashes[g]! };
    setOf[g] = sets.add(owners, range);
  }
  const { start: setStart, items: order } = groupBy(setOf, count, sets.count);
  const scratch = new Uint32Array(order.length);
  const start = new Uint32Column();
  const conflictSets = new Uint32Column();
  for (let set = 0; set < sets.count; set++) {
    const from = setStart[set]!;
    const to = setStart[set + 1]!;
    sortByKey(order, groups.begins_ms, { from, to }, scratch);
    let end_ms = -Infinity;
    for (let i = from; i < to; i++) {
      const group = order[i]!;
      if (i === from || groups.begins_ms[group]! > end_ms) {
        start.push(i);
        conflictSets.push(set);
      }
      end_ms = Math.max(end_ms, groups.ends_ms[group]!);
    }
  }
  start.push(order.length);
  return { groups, sets, start: start.finish(), order, conflictSets: conflictSets.finish() };
}

class ConflictColumns {
  readonly #kinds = new Uint32Column();
  readonly #begins_ms = new Float64Column();
  readonly #ends_ms = new Float64Column();
  readonly #ownerStart = new Uint32Column();
  readonly #owners = new Uint32Column();
  readonly #requirementStart = new Uint32Column();
  readonly #zones = new Uint32Column();
  readonly #zoneBegins_ms = new Float64Column();
  readonly #zoneEnds_ms = new Float64Column();

  /** Adds the conflicts of one kind by their begin. */
  addKind(kind: number, { groups, sets, start, order, conflictSets }: JoinedGroups): void {
    const count = conflictSets.length;
    const begins_ms = new Float64Array(count);
    const byBegin = new Uint32Array(count);
    for (let c = 0; c < count; c++) {
      byBegin[c] = c;
      begins_ms[c] = groups.begins_ms[order[start[c]!]!]!;
    }
    sortByKey(byBegin, begins_ms, { from: 0, to: count }, new Uint32Array(count));
    for (let i = 0; i < count; i++) {
      const c = byBegin[i]!;
      this.#kinds.push(kind);
      this.#begins_ms.push(begins_ms[c]!);
      this.#ownerStart.push(this.#owners.count);
      sets.copyTo(conflictSets[c]!, this.#owners);
      this.#requirementStart.push(this.#zones.count);
      let end_ms = -Infinity;
      for (let k = start[c]!; k < start[c + 1]!; k++) {
        const group = order[k]!;
        this.#zones.push(groups.zones[group]!);
        this.#zoneBegins_ms.push(groups.begins_ms[group]!);
        this.#zoneEnds_ms.push(groups.ends_ms[group]!);
        end_ms = Math.max(end_ms, groups.ends_ms[group]!);
      }
      this.#ends_ms.push(end_ms);
    }
  }

  finish(): Conflicts {
    this.#ownerStart.push(this.#owners.count);
    this.#requirementStart.push(this.#zones.count);
    return {
      count: this.#kinds.count,
      kinds: Uint8Array.from(this.#kinds.finish()),
      begins_ms: this.#begins_ms.finish(),
      ends_ms: this.#ends_ms.finish(),
      ownerStart: this.#ownerStart.finish(),
      owners: this.#owners.finish(),
      requirementStart: this.#requirementStart.finish(),
      requirementZones: this.#zones.finish(),
      requirementBegins_ms: this.#zoneBegins_ms.finish(),
      requirementEnds_ms: this.#zoneEnds_ms.finish(),
    };
  }
}
