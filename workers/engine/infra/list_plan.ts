/** Where the objects of a list of a changed network come from: the network that is known, or the part that is compiled anew. */
import type { NameTable } from "./draft.ts";
import { findString, type Infra } from "./infra.ts";
import { NONE } from "./layout.ts";

export interface ListPlan {
  /** By index in the changed network: the index in the known one, or ~index in the part. */
  readonly sources: readonly number[];
  /** [n in the known network] index in the changed one, or NONE. */
  readonly next: Uint32Array;
}

interface ListChange {
  /** Ids that have left their places. */
  readonly gone: readonly string[];
  /** In the order of their list; those that the known network does not have are behind all others. */
  readonly part: readonly { readonly id: string }[];
}

/** `names`: strings of the ids in the known network. */
export function planList(known: Infra, names: Uint32Array, { gone, part }: ListChange): ListPlan {
  const gone_names = new Set(gone.map((id) => findString(known, id)));
  const placeOf = new Map(part.map(({ id }, place) => [findString(known, id), place]));
  placeOf.delete(NONE);
  const sources: number[] = [];
  const next = new Uint32Array(names.length).fill(NONE);
  const is_placed = new Uint8Array(part.length);
  for (let i = 0; i < names.length; i++) {
    if (gone_names.has(names[i]!)) continue;
    const place = placeOf.get(names[i]!);
    if (place !== undefined) is_placed[place] = 1;
    next[i] = sources.length;
    sources.push(place === undefined ? i : ~place);
  }
  for (let place = 0; place < part.length; place++) {
    if (is_placed[place] === 0) sources.push(~place);
  }
  return { sources, next };
}

/** Ids of a changed network to its indices. */
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
