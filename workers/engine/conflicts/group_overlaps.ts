/**
 * Groups the requirements of each zone that conflict with one another (engine.md 7.4): one sweep
 * over their begins with a list of those still held. The contract's groups are not a transitive
 * closure, and a requirement may be in several. The sweep follows the contract to the letter, but for pairs of one owner.
 */
import { Float64Column, groupBy, Uint32Column } from "../columns.ts";
import { KEPT_MAX, type RequirementTable } from "./requirement_table.ts";

/** Most members of all groups together. */
export const MEMBERS_MAX = 1 << 24;
/**
 * Most pairs of requirements of one kind where one is still held when the other begins: some
 * seconds of work. Pairs are not conflicts: trains that all follow one another need not have any.
 */
export const PAIRS_MAX = 2 ** 32;

/** Groups in order of their begin within a zone, zones by index; arrays may be longer than needed. */
export interface Groups {
  readonly count: number;
  /** Of requirements in the table. */
  readonly pairCount: number;
  readonly memberCount: number;
  readonly zones: Uint32Array;
  /** Earliest begin and latest end of the members. */
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
  /** [count + 1] members (requirements of the table) of group g are `members[start[g]]` up to the next. */
  readonly start: Uint32Array;
  readonly members: Uint32Array;
}

/** In place of a group number: the requirement is in no group yet. */
const UNGROUPED = -1;

/** Sweeps over tables; owns its scratch memory, which also holds the groups until the next sweep. */
export class OverlapSweep {
  /** [nRequirements] the group that a requirement opened, or the first one that it joined. */
  #groupOf = new Int32Array(0);
  readonly #zones = new Uint32Column();
  readonly #begins_ms = new Float64Column();
  readonly #ends_ms = new Float64Column();
  /** Group and requirement of each membership, in order of time. */
  readonly #memberGroups = new Uint32Column();
  readonly #memberItems = new Uint32Column();
  /** [nGroups] the requirement that joined last. */
  readonly #lastJoined = new Uint32Column();
  #pairCount = 0;
  /** Requirements held now, in order of their begin. */
  #held = new Uint32Array(64);

  /** Groups the requirements of a table; null if there are more than MEMBERS_MAX members or PAIRS_MAX pairs. */
  group(table: RequirementTable): Groups | null {
    const { zoneStart } = table;
    this.#clear(zoneStart[zoneStart.length - 1]!);
    for (let z = 0; z + 1 < zoneStart.length; z++) {
      if (zoneStart[z + 1]! - zoneStart[z]! > 1 && !this.#sweepZone(table, z)) return null;
    }
    return this.#finish();
  }

  #clear(nRequirements: number): void {
    if (this.#groupOf.length < nRequirements) this.#groupOf = new Int32Array(nRequirements);
    this.#groupOf.fill(UNGROUPED, 0, nRequirements);
    this.#pairCount = 0;
    this.#zones.clear();
    this.#begins_ms.clear();
    this.#ends_ms.clear();
    this.#memberGroups.clear();
    this.#memberItems.clear();
    this.#lastJoined.clear();
  }

  #sweepZone(table: RequirementTable, zone: number): boolean {
    const { zoneStart, order, begins_ms, ends_ms, owners, configs, hasConfigs } = table;
    const groupOf = this.#groupOf;
    const end = zoneStart[zone + 1]!;
    if (this.#held.length < end - zoneStart[zone]!) {
      this.#held = new Uint32Array(2 * (end - zoneStart[zone]!));
    }
    const held = this.#held;
    let nHeld = 0;
    for (let i = zoneStart[zone]!; i < end; i++) {
      const item = order[i]!;
      const begin_ms = begins_ms[item]!;
      const end_ms = ends_ms[item]!;
      let nKept = 0;
      for (let h = 0; h < nHeld; h++) {
        const other = held[h]!;
        if (ends_ms[other]! <= begin_ms) continue;
        held[nKept++] = other;
        // A train that comes back to a zone does not exclude itself from it.
        if (owners[other] === owners[item]) continue;
        if (hasConfigs && configs[other] === configs[item]) continue;
        // Requirements that end before they begin, or at once, overlap nothing.
        if (end_ms <= begins_ms[other]!) continue;
        const group = groupOf[other]!;
        if (group === UNGROUPED) {
          groupOf[other] = this.#zones.count;
          groupOf[item] = this.#zones.count;
          this.#open(zone, begins_ms[other]!, ends_ms[other]!);
          this.#join(this.#zones.count - 1, other, ends_ms[other]!);
          this.#join(this.#zones.count - 1, item, end_ms);
        } else if (this.#lastJoined.values[group] !== item) {
          // A requirement that joins keeps the group that it may have opened itself.
          this.#join(group, item, end_ms);
        }
      }
      this.#pairCount += nKept;
      if (this.#memberItems.count > MEMBERS_MAX || this.#pairCount > PAIRS_MAX) return false;
      held[nKept++] = item;
      nHeld = nKept;
    }
    return true;
  }

  #open(zone: number, begin_ms: number, end_ms: number): void {
    this.#zones.push(zone);
    this.#begins_ms.push(begin_ms);
    this.#ends_ms.push(end_ms);
    this.#lastJoined.push(0);
  }

  #join(group: number, item: number, end_ms: number): void {
    const ends_ms = this.#ends_ms.values;
    if (end_ms > ends_ms[group]!) ends_ms[group] = end_ms;
    this.#memberGroups.push(group);
    this.#memberItems.push(item);
    this.#lastJoined.values[group] = item;
  }

  #finish(): Groups {
    const count = this.#zones.count;
    const { start, items } = groupBy(this.#memberGroups.values, this.#memberItems.count, count);
    const members = items;
    for (let i = 0; i < members.length; i++) members[i] = this.#memberItems.values[items[i]!]!;
    return {
      count,
      pairCount: this.#pairCount,
      memberCount: members.length,
      zones: this.#zones.values,
      begins_ms: this.#begins_ms.values,
      ends_ms: this.#ends_ms.values,
      start,
      members,
    };
  }

  /** Frees the memory of a large table. */
  release(): void {
    if (this.#groupOf.length > KEPT_MAX) this.#groupOf = new Int32Array(0);
    for (const column of [this.#memberGroups, this.#memberItems]) column.release(KEPT_MAX);
  }
}
