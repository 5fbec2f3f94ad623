/**
 * Speed limits as they merge on a chunk (engine.md 1.6): a default, speeds by tag and speeds by
 * route. Equal limits are interned, so that pieces store one integer and compare by it.
 */
import type { DraftTables } from "./compile/draft.ts";

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
  /** By hash. */
  readonly #ids = new Map<number, number[]>();
  readonly #merged = new Map<number, Map<number, number>>();

  constructor() {
    this.intern({ default_mm_s: Infinity, byTag: new Map(), byRoute: new Map() });
  }

  get count(): number {
    return this.#limits.length;
  }

  intern(limit: SpeedLimit): number {
    const hash = hashLimit(limit);
    const alike = this.#ids.get(hash) ?? [];
    const known = alike.find((id) => isSame(this.#limits[id]!, limit));
    if (known !== undefined) return known;
    const id = this.#limits.length;
    this.#limits.push(limit);
    alike.push(id);
    this.#ids.set(hash, alike);
    return id;
  }

  /** Merges two interned limits: the lower of each speed, where a missing tag counts as the default. */
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

  /** Writes the limits of these ids; tags sorted by text, since equal limits may have got theirs in any order. */
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

/** Independent of the order in which speeds were added. */
function hashLimit({ default_mm_s, byTag, byRoute }: SpeedLimit): number {
  return (hashSpeeds(byTag) * 31 + hashSpeeds(byRoute) * 17 + (default_mm_s | 0)) | 0;
}

function hashSpeeds(speeds: ReadonlyMap<number, number>): number {
  let sum = speeds.size;
  for (const [name, speed_mm_s] of speeds) {
    sum = (sum + Math.imul(Math.imul(name + 1, 0x9e37_79b1) ^ speed_mm_s, 0x85eb_ca6b)) | 0;
  }
  return sum;
}

function isSame(a: SpeedLimit, b: SpeedLimit): boolean {
  return (
    a.default_mm_s === b.default_mm_s &&
    hasSpeeds(a.byTag, b.byTag) &&
    hasSpeeds(a.byRoute, b.byRoute)
  );
}

function hasSpeeds(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean {
  if (a.size !== b.size) return false;
  for (const [name, speed_mm_s] of a) if (b.get(name) !== speed_mm_s) return false;
  return true;
}
