/**
 * What a change of trains does to the groups of an occupancy and to their conflicts. A conflict joins the
 * groups of one set of owners, so only sets that lose or get a group can have others than before.
 */
import type { Infra } from "../infra/infra.ts";
import { err, ok, type Result } from "../result.ts";
import { countBelow } from "../sorted.ts";
import {
  type ConflictFault,
  type Conflicts,
  type GroupsOfKinds,
  joinConflicts,
  ROUTING,
  SPACING,
} from "./detect_conflicts.ts";
import { MEMBERS_MAX, PAIRS_MAX } from "./group_overlaps.ts";
import type { Occupancy } from "./occupancy.ts";
import { GroupColumns, type OwnedGroups } from "./owned_groups.ts";
import { type Regrouped, type SlotChange, ZoneToucher } from "./touched_zones.ts";

/** Bits of a hash that tell most sets of owners apart. */
const FILTER_BITS = 16;

export interface ConflictChange {
  /** All groups and pairs afterwards. */
  readonly groups: GroupsOfKinds;
  readonly pairCounts: readonly [number, number];
  /** Conflicts of the sets of owners whose groups change, before and afterwards. */
  readonly before: Conflicts;
  readonly after: Conflicts;
}

/** Finds changes; one per thread owns the scratch memory. */
export class ConflictChanger {
  readonly #toucher = new ZoneToucher();

  change(
    infra: Infra,
    occupancy: Occupancy,
    change: SlotChange,
  ): Result<ConflictChange, ConflictFault> {
    const spacing = this.#changeKind(infra, SPACING, occupancy, change);
    const routing = spacing && this.#changeKind(infra, ROUTING, occupancy, change);
    if (spacing === null || routing === null) {
      return err({ kind: "too_many_conflicts", members_max: MEMBERS_MAX });
    }
    return ok({
      groups: [spacing.groups, routing.groups],
      pairCounts: [spacing.pairCount, routing.pairCount],
      before: joinConflicts([spacing.before, routing.before]),
      after: joinConflicts([spacing.after, routing.after]),
    });
  }

  #changeKind(
    infra: Infra,
    kind: number,
    occupancy: Occupancy,
    change: SlotChange,
  ): ChangedKind | null {
    const known = occupancy.groups[kind]!;
    const regrouped = this.#toucher.regroup(infra, kind, occupancy, change);
    if (regrouped === null) return null;
    const pairCount = occupancy.pairCounts[kind]! - regrouped.pairsBefore + regrouped.pairsAfter;
    if (pairCount > PAIRS_MAX) return null;
    const touched = new Uint8Array(1 << FILTER_BITS);
    const groups = replaceGroups(known, regrouped, touched);
    if (groups.owners.length > MEMBERS_MAX) return null;
    const [before, after] = [filter(known, touched), filter(groups, touched)];
    return { groups, pairCount, before, after };
  }
}

/** Groups and pairs afterwards; the groups that change, before and afterwards. */
interface ChangedKind {
  readonly groups: OwnedGroups;
  readonly pairCount: number;
  readonly before: OwnedGroups;
  readonly after: OwnedGroups;
}

/** Replaces groups that begin in the spans; marks the sets of owners of those that go and that come. */
function replaceGroups(
  known: OwnedGroups,
  { zones, froms_ms, untils_ms, groups }: Regrouped,
  touched: Uint8Array,
): OwnedGroups {
  const out = new GroupColumns();
  let copied = 0;
  let added = 0;
  for (let j = 0; j < zones.length; j++) {
    const zone = zones[j]!;
    let first = countBelow(known.zones, zone);
    while (known.zones[first] === zone && known.begins_ms[first]! < froms_ms[j]!) first++;
    out.addRange(known, copied, first);
    copied = first;
    while (known.zones[copied] === zone && known.begins_ms[copied]! <= untils_ms[j]!) copied++;
    mark(known, touched, first, copied);
    const from = added;
    while (groups.zones[added] === zone) added++;
    mark(groups, touched, from, added);
    out.addRange(groups, from, added);
  }
  out.addRange(known, copied, known.count);
  return out.finish();
}

function mark({ hashes }: OwnedGroups, touched: Uint8Array, from: number, to: number): void {
  for (let g = from; g < to; g++) touched[hashes[g]! >>> (32 - FILTER_BITS)] = 1;
}

/** The groups of marked sets, and of others that look alike: those are the same before and afterwards. */
function filter(groups: OwnedGroups, touched: Uint8Array): OwnedGroups {
  const out = new GroupColumns();
  const { hashes, count } = groups;
  for (let g = 0; g < count; g++) {
    if (touched[hashes[g]! >>> (32 - FILTER_BITS)] === 1) out.addRange(groups, g, g + 1);
  }
  return out.finish();
}

/** Rows of conflicts that only one side has: `gone` of the first, `made` of the second. */
export function compareConflicts(
  before: Conflicts,
  after: Conflicts,
): { readonly gone: readonly number[]; readonly made: readonly number[] } {
  const known = new Map(Array.from(before.kinds, (_, c) => [spell(before, c), c]));
  const made: number[] = [];
  for (let c = 0; c < after.count; c++) if (!known.delete(spell(after, c))) made.push(c);
  return { gone: [...known.values()], made };
}

/** All that a conflict is, as text. */
function spell(conflicts: Conflicts, c: number): string {
  const { kinds, owners, ownerStart, requirementStart } = conflicts;
  const from = requirementStart[c]!;
  const to = requirementStart[c + 1]!;
  const parts = [
    owners.subarray(ownerStart[c]!, ownerStart[c + 1]!),
    conflicts.requirementZones.subarray(from, to),
    conflicts.requirementBegins_ms.subarray(from, to),
    conflicts.requirementEnds_ms.subarray(from, to),
  ];
  return `${kinds[c]};${parts.map((part) => part.join()).join(";")}`;
}
