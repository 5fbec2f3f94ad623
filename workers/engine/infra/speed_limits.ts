/**
 * Speed limits as they merge on a chunk (engine.md 1.6): a default, speeds by tag and speeds by
 * route. Equal ones are interned, so that pieces hold one integer and compare by it.
 */
import type { DraftTables } from "./draft.ts";

export interface SpeedLimit {
  /** mm/s, Infinity = none. */
  readonly default_mm_s: number;
  /** Tag (string index) to mm/s. */
  readonly byTag: ReadonlyMap<number, number>;
  /** Route to mm/s. */
  readonly byRoute: ReadonlyMap<number, number>;
}

/** The limit of a track that no speed section covers; always interned first. */
export const NO_LIMIT = 0;

export class SpeedLimits {
  readonly #limits: SpeedLimit[] = [];
  readonly #ids = new Map<string, number>();
  readonly #merged = new Map<number, Map<number, number>>();

  constructor() {
    this.intern({ default_mm_s: Infinity, byTag: new Map(), byRoute: new Map() });
  }

  intern(limit: SpeedLimit): number {
    const key = `${limit.default_mm_s};${keyOf(limit.byTag)};${keyOf(limit.byRoute)}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#limits.length;
    this.#limits.push(limit);
    this.#ids.set(key, id);
    return id;
  }

  /** Merges two interned limits: the most restrictive of each, a missing tag counting as the default. */
  merge(a: number, b: number): number {
    const row = this.#merged.get(a) ?? new Map<number, number>();
    this.#merged.set(a, row);
    const known = row.get(b);
    if (known !== undefined) return known;
    const merged = this.intern(mergeLimits(this.#limits[a]!, this.#limits[b]!));
    row.set(b, merged);
    return merged;
  }

  defaultOf_mm_s(id: number): number {
    return this.#limits[id]!.default_mm_s;
  }

  /** Writes the limits of these ids; tags by their texts, since equal limits may have come to theirs in any order. */
  write(tables: DraftTables, ids: Iterable<number>, textOf: (tag: number) => string): void {
    for (const id of ids) {
      const limit = this.#limits[id]!;
      tables.limitDefault_mm_s.push(limit.default_mm_s);
      tables.limitTagStart.push(tables.limitTag.length);
      tables.limitRouteStart.push(tables.limitRoute.length);
      const tags = [...limit.byTag].map(([tag, speed]) => ({ tag, text: textOf(tag), speed }));
      tags.sort((a, b) => (a.text < b.text ? -1 : 1));
      for (const { tag, speed: speed_mm_s } of tags) {
        tables.limitTag.push(tag);
        tables.limitTagSpeed_mm_s.push(speed_mm_s);
      }
      const routes = [...limit.byRoute].sort(([a], [b]) => a - b);
      for (const [route, speed_mm_s] of routes) {
        tables.limitRoute.push(route);
        tables.limitRouteSpeed_mm_s.push(speed_mm_s);
      }
    }
    tables.limitTagStart.push(tables.limitTag.length);
    tables.limitRouteStart.push(tables.limitRoute.length);
  }
}

function mergeLimits(a: SpeedLimit, b: SpeedLimit): SpeedLimit {
  const byTag = new Map<number, number>();
  for (const tag of [...a.byTag.keys(), ...b.byTag.keys()]) {
    const ofA = a.byTag.get(tag) ?? a.default_mm_s;
    const ofB = b.byTag.get(tag) ?? b.default_mm_s;
    byTag.set(tag, Math.min(ofA, ofB));
  }
  const byRoute = new Map(a.byRoute);
  for (const [route, speed_mm_s] of b.byRoute) {
    byRoute.set(route, Math.min(speed_mm_s, byRoute.get(route) ?? Infinity));
  }
  return { default_mm_s: Math.min(a.default_mm_s, b.default_mm_s), byTag, byRoute };
}

function keyOf(speeds: ReadonlyMap<number, number>): string {
  return [...speeds]
    .sort(([a], [b]) => a - b)
    .map(([name, speed]) => `${name}=${speed}`)
    .join();
}
