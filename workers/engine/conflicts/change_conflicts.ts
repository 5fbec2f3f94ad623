/**
 * How changed trains affect the groups of an occupancy and their conflicts. A conflict joins the
 * groups of one set of owners, so only sets that lose or get a group can have different conflicts.
 */
import type { Infra } from "../infra/infra.ts";
import { err, ok, type Result } from "../result.ts";
import { countBelow } from "../sorted.ts";
import {
  type ConflictFault,
  type Conflicts,
  joinConflicts,
  ROUTING,
  SPACING,
} from "./detect_conflicts.ts";
import { MEMBERS_MAX, PAIRS_MAX } from "./group_overlaps.ts";
import type { Occupancy } from "./occupancy.ts";
import { GroupColumns, type OwnedGroups } from "./owned_groups.ts";
import { type Regrouped, type SlotChange, ZoneToucher } from "./touched_zones.ts";

/** Bits of a hash that distinguish most sets of owners. */
const FILTER_BITS = 16;

export interface ConflictChange {
  /** For each kind, the replacements that turn the old groups into the new ones. */
  readonly replacements: readonly [Replacement, Replacement];
  readonly pairCounts: readonly [number, number];
  readonly memberCounts: readonly [number, number];
  /** Conflicts of the sets of owners whose groups change, before and after. */
  readonly before: Conflicts;
  readonly after: Conflicts;
}

/** New groups in place of known ones, range by range. */
export interface Replacement {
  readonly known: OwnedGroups;
  readonly groups: OwnedGroups;
  /** [nRanges] of `known`, ascending. */
  readonly froms: Uint32Array;
  readonly tos: Uint32Array;
  /** [nRanges] of `groups`, which take their place. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
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
      replacements: [spacing.replacement, routing.replacement],
      pairCounts: [spacing.pairCount, routing.pairCount],
      memberCounts: [spacing.memberCount, routing.memberCount],
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
    const regrouped = this.#toucher.regroup(infra, kind, occupancy, change);
    if (regrouped === null) return null;
    const { before: was, after: becomes } = regrouped;
    const pairCount = occupancy.pairCounts[kind]! - was.pairCount + becomes.pairCount;
    const memberCount = occupancy.memberCounts[kind]! - was.memberCount + becomes.memberCount;
    if (pairCount > PAIRS_MAX || memberCount > MEMBERS_MAX) return null;
    const known = occupancy.groups[kind]!;
    const replacement = findReplaced(known, regrouped);
    const touched = markSets(replacement);
    const before = filter([{ groups: known, from: 0, to: known.count }], touched);
    const after = filter(listRanges(replacement), touched);
    return { replacement, pairCount, memberCount, before, after };
  }
}

interface ChangedKind {
  readonly replacement: Replacement;
  readonly pairCount: number;
  readonly memberCount: number;
  /** The groups of changed sets of owners, before and after. */
  readonly before: OwnedGroups;
  readonly after: OwnedGroups;
}

interface GroupRange {
  readonly groups: OwnedGroups;
  readonly from: number;
  readonly to: number;
}

/**
 * Groups that begin in the spans are replaced, except unchanged ones at both ends of a span: a
 * chain of trains may extend over a week when the change of one train covers an hour.
 */
function findReplaced(known: OwnedGroups, regrouped: Regrouped): Replacement {
  const { zones, froms_ms, untils_ms, groups } = regrouped;
  const froms = new Uint32Array(zones.length);
  const tos = new Uint32Array(zones.length);
  const starts = new Uint32Array(zones.length);
  const ends = new Uint32Array(zones.length);
  let next = 0;
  for (let j = 0; j < zones.length; j++) {
    const zone = zones[j]!;
    let from = countBelow(known.zones, zone);
    while (known.zones[from] === zone && known.begins_ms[from]! < froms_ms[j]!) from++;
    let to = from;
    while (known.zones[to] === zone && known.begins_ms[to]! <= untils_ms[j]!) to++;
    let start = next;
    while (groups.zones[next] === zone) next++;
    let end = next;
    const isSame = (g: number, h: number): boolean => isSameGroup(known, g, groups, h);
    for (; from < to && start < end && isSame(from, start); from++) start++;
    for (; from < to && start < end && isSame(to - 1, end - 1); to--) end--;
    froms[j] = from;
    tos[j] = to;
    starts[j] = start;
    ends[j] = end;
  }
  return { known, groups, froms, tos, starts, ends };
}

function isSameGroup(known: OwnedGroups, g: number, groups: OwnedGroups, h: number): boolean {
  if (known.hashes[g] !== groups.hashes[h] || known.begins_ms[g] !== groups.begins_ms[h])
    return false;
  const from = known.ownerStart[g]!;
  const shift = groups.ownerStart[h]! - from;
  const to = known.ownerStart[g + 1]!;
  if (known.ends_ms[g] !== groups.ends_ms[h] || to + shift !== groups.ownerStart[h + 1])
    return false;
  for (let i = from; i < to; i++) if (known.owners[i] !== groups.owners[i + shift]) return false;
  return true;
}

/** All groups after the change, in order. */
function* listRanges({
  known,
  groups,
  froms,
  tos,
  starts,
  ends,
}: Replacement): Generator<GroupRange> {
  let next = 0;
  for (let j = 0; j < froms.length; j++) {
    yield { groups: known, from: next, to: froms[j]! };
    yield { groups, from: starts[j]!, to: ends[j]! };
    next = tos[j]!;
  }
  yield { groups: known, from: next, to: known.count };
}

/** All groups after the change. */
export function replaceGroups(replacement: Replacement): OwnedGroups {
  const out = new GroupColumns();
  for (const { groups, from, to } of listRanges(replacement)) out.addRange(groups, from, to);
  return out.finish();
}

/** By the first bits of its hash: whether a set of owners may lose or get a group. */
function markSets({ known, groups, froms, tos, starts, ends }: Replacement): Uint8Array {
  const touched = new Uint8Array(1 << FILTER_BITS);
  const mark = ({ hashes }: OwnedGroups, from: number, to: number): void => {
    for (let g = from; g < to; g++) touched[hashes[g]! >>> (32 - FILTER_BITS)] = 1;
  };
  for (let j = 0; j < froms.length; j++) {
    mark(known, froms[j]!, tos[j]!);
    mark(groups, starts[j]!, ends[j]!);
  }
  return touched;
}

/** The groups of marked sets, and of unchanged ones with the same bits: those are equal before and after. */
function filter(ranges: Iterable<GroupRange>, touched: Uint8Array): OwnedGroups {
  const out = new GroupColumns();
  for (const { groups, from, to } of ranges) {
    const { hashes } = groups;
    for (let g = from; g < to; g++) {
      if (touched[hashes[g]! >>> (32 - FILTER_BITS)] === 1) out.addRange(groups, g, g + 1);
    }
  }
  return out.finish();
}

/**
 * Rows of conflicts that only one side has: `gone` of the first, `made` of the second. A conflict whose
 * begin occurs on one side only is not spelled out: for a thousand added trains that is true of most.
 */
export function compareConflicts(
  before: Conflicts,
  after: Conflicts,
): { readonly gone: readonly number[]; readonly made: readonly number[] } {
  const begins_ms = { before: new Set(before.begins_ms), after: new Set(after.begins_ms) };
  const known = new Map<string, number>();
  const gone: number[] = [];
  const made: number[] = [];
  for (let c = 0; c < before.count; c++) {
    if (begins_ms.after.has(before.begins_ms[c]!)) known.set(spell(before, c), c);
    else gone.push(c);
  }
  for (let c = 0; c < after.count; c++) {
    const isAlone = !begins_ms.before.has(after.begins_ms[c]!);
    if (isAlone || !known.delete(spell(after, c))) made.push(c);
  }
  return { gone: [...gone, ...known.values()].sort((a, b) => a - b), made };
}

/** A conflict as text, with everything that distinguishes it. */
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
