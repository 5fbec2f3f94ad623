/**
 * Groups of requirements with their owners, in the form that is kept. They do not refer to a table,
 * so the groups of a part of a zone can be replaced.
 */
import { Float64Column, Uint32Column } from "../columns.ts";
import type { Groups } from "./group_overlaps.ts";
import { hashOwners, sortDistinct } from "./owner_sets.ts";

/** Groups of one kind, by zone and then in the order in which a sweep over the zone opens them. */
export interface OwnedGroups {
  readonly count: number;
  readonly zones: Uint32Array;
  /** Earliest begin and latest end of the members. */
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
  /** Of the set of owners. */
  readonly hashes: Uint32Array;
  /** [count + 1] owners of group g are `owners[ownerStart[g]]` up to the next. */
  readonly ownerStart: Uint32Array;
  /** Of each group, ascending and distinct. */
  readonly owners: Uint32Array;
}

/** Collects groups in their order. */
export class GroupColumns {
  readonly #zones = new Uint32Column();
  readonly #begins_ms = new Float64Column();
  readonly #ends_ms = new Float64Column();
  readonly #hashes = new Uint32Column();
  readonly #ownerStart = new Uint32Column();
  readonly #owners = new Uint32Column();

  /** Adds a group with `owners[0, count)`, ascending and distinct. */
  add(
    { zone, begin_ms, end_ms }: { zone: number; begin_ms: number; end_ms: number },
    owners: Uint32Array,
    count: number,
  ): void {
    this.#zones.push(zone);
    this.#begins_ms.push(begin_ms);
    this.#ends_ms.push(end_ms);
    this.#hashes.push(hashOwners(owners, count));
    this.#ownerStart.push(this.#owners.count);
    for (let i = 0; i < count; i++) this.#owners.push(owners[i]!);
  }

  /** Adds the groups in a range. */
  addRange(groups: OwnedGroups, from: number, to: number): void {
    const { zones, begins_ms, ends_ms, hashes, ownerStart, owners } = groups;
    this.#zones.pushRange(zones, from, to);
    this.#begins_ms.pushRange(begins_ms, from, to);
    this.#ends_ms.pushRange(ends_ms, from, to);
    this.#hashes.pushRange(hashes, from, to);
    const first = ownerStart[from]!;
    const shift = this.#owners.count - first;
    for (let g = from; g < to; g++) this.#ownerStart.push(ownerStart[g]! + shift);
    this.#owners.pushRange(owners, first, ownerStart[to]!);
  }

  finish(): OwnedGroups {
    this.#ownerStart.push(this.#owners.count);
    return {
      count: this.#zones.count,
      zones: this.#zones.finish(),
      begins_ms: this.#begins_ms.finish(),
      ends_ms: this.#ends_ms.finish(),
      hashes: this.#hashes.finish(),
      ownerStart: this.#ownerStart.finish(),
      owners: this.#owners.finish(),
    };
  }
}

/** Gives groups their owners; trains are below `trainsEnd`, and groups of works only are dropped. */
export function ownGroups(
  groups: Groups,
  tableOwners: Uint32Array,
  trainsEnd: number,
): OwnedGroups {
  const { start, members, zones, begins_ms, ends_ms } = groups;
  const out = new GroupColumns();
  let owners = new Uint32Array(64);
  for (let g = 0; g < groups.count; g++) {
    const count = start[g + 1]! - start[g]!;
    if (count > owners.length) owners = new Uint32Array(2 * count);
    let hasTrain = false;
    for (let i = 0; i < count; i++) {
      const owner = tableOwners[members[start[g]! + i]!]!;
      owners[i] = owner;
      if (owner < trainsEnd) hasTrain = true;
    }
    if (!hasTrain) continue;
    const place = { zone: zones[g]!, begin_ms: begins_ms[g]!, end_ms: ends_ms[g]! };
    out.add(place, owners, sortDistinct(owners, count));
  }
  return out.finish();
}
