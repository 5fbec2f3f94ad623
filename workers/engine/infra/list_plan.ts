/** Where the objects of a list in a changed network come from: the known network, or the newly compiled part. */

import type { RowOrder } from "./change/join_rows.ts";
import type { NameTable } from "./compile/draft.ts";
import { findString, type Infra } from "./infra.ts";
import { NONE } from "./layout.ts";

export interface ListPlan {
  readonly sources: RowOrder;
  /** [n in the known network] index in the changed one, or NONE. */
  readonly next: Uint32Array;
  /** True if all objects stay and none is compiled again. */
  readonly is_same: boolean;
}

interface ListChange {
  /** Ids removed from the list. */
  readonly gone: readonly string[];
  /** In the order of their list; ids that the known network does not have come last. */
  readonly part: readonly { readonly id: string }[];
}

/** In `placeOf`, whose places start at 1. */
const GONE = -1;

/** `names`: strings of the ids in the known network. */
export function planList(known: Infra, names: Uint32Array, { gone, part }: ListChange): ListPlan {
  const placeOf = placeNames(known, { gone, part });
  const sources = new Int32Array(names.length + part.length);
  const next = new Uint32Array(names.length).fill(NONE);
  const is_placed = new Uint8Array(part.length);
  let count = 0;
  for (let i = 0; i < names.length; i++) {
    const place = placeOf[names[i]!]!;
    if (place === GONE) continue;
    if (place > 0) is_placed[place - 1] = 1;
    next[i] = count;
    sources[count++] = place === 0 ? i : ~(place - 1);
  }
  for (let place = 0; place < part.length; place++) {
    if (is_placed[place] === 0) sources[count++] = ~place;
  }
  const is_same = part.length === 0 && count === names.length;
  return { sources: sources.subarray(0, count), next, is_same };
}

/** [nStrings] what becomes of the object with this id: it stays (0), is gone, or is at a place in the part. */
function placeNames(known: Infra, { gone, part }: ListChange): Int32Array {
  const placeOf = new Int32Array(known.stringStart.length - 1);
  part.forEach(({ id }, place) => {
    const name = findString(known, id);
    if (name !== NONE) placeOf[name] = place + 1;
  });
  for (const id of gone) {
    const name = findString(known, id);
    if (name !== NONE) placeOf[name] = GONE;
  }
  return placeOf;
}

/** Whether these are the numbers from 0 up to a count. */
export function isCounting(next: ArrayLike<number>, count: number): boolean {
  if (next.length !== count) return false;
  for (let i = 0; i < count; i++) if (next[i] !== i) return false;
  return true;
}

/** Maps ids of a changed network to its indices. */
export class PlannedNames implements NameTable {
  readonly #next: Uint32Array;
  readonly #find: (id: string) => number;
  readonly #own = new Map<string, number>();

  /** `find`: the index in the known network, or NONE. */
  constructor(
    { sources, next }: ListPlan,
    part: readonly { readonly id: string }[],
    find: (id: string) => number,
  ) {
    this.#next = next;
    this.#find = find;
    for (let i = 0; i < sources.length; i++) {
      const object = sources[i]! < 0 ? part[~sources[i]!] : undefined;
      if (object !== undefined) this.#own.set(object.id, i);
    }
  }

  get(id: string): number | undefined {
    const own = this.#own.get(id);
    if (own !== undefined) return own;
    const known = this.#find(id);
    const next = known === NONE ? NONE : this.#next[known]!;
    return next === NONE ? undefined : next;
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  set(id: string, index: number): Map<string, number> {
    return this.#own.set(id, index);
  }
}
