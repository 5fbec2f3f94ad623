/**
 * The speed limits of a changed network: the known ones, read when first needed, and those of the
 * changed part. If only known ones are used, their sections are taken over.
 */
import type { DraftTables } from "../compile/draft.ts";
import type { LimitTable } from "../compile/finish_tables.ts";
import { keep } from "../compile/kept_tables.ts";
import type { Infra } from "../infra.ts";
import { NONE } from "../layout.ts";
import { isCounting, type ListPlan } from "../list_plan.ts";
import { SpeedLimits } from "../speed_limits.ts";

const LIMIT_SECTIONS = [
  "limitDefault_mm_s",
  "limitTagStart",
  "limitTag",
  "limitTagSpeed_mm_s",
  "limitRouteStart",
  "limitRoute",
  "limitRouteSpeed_mm_s",
] as const;

interface ReadLimits {
  readonly limits: SpeedLimits;
  /** New ids of the known network's limits; NONE for a limit that refers to a deleted route. */
  readonly next: Uint32Array;
}

export class ChangedLimits implements LimitTable {
  readonly #known: Infra;
  readonly #routes: ListPlan;
  #read: ReadLimits | null = null;

  constructor(known: Infra, routes: ListPlan) {
    this.#known = known;
    this.#routes = routes;
  }

  get count(): number {
    return this.#read?.limits.count ?? this.#known.limitDefault_mm_s.length;
  }

  /** Read only once. The known network's limits keep their numbers unless they refer to a deleted route. */
  read(): ReadLimits {
    this.#read ??= readLimits(this.#known, this.#routes);
    return this.#read;
  }

  write(tables: DraftTables, ids: readonly number[], textOf: (tag: number) => string): void {
    if (this.#areKnown(ids)) keep(tables, this.#known, LIMIT_SECTIONS);
    else this.read().limits.write(tables, ids, textOf);
  }

  #areKnown(ids: readonly number[]): boolean {
    const count = this.#known.limitDefault_mm_s.length;
    const { next: routes } = this.#routes;
    return (
      isCounting(ids, count) &&
      isCounting(routes, routes.length) &&
      (this.#read === null || isCounting(this.#read.next, count))
    );
  }
}

function readLimits(known: Infra, routes: ListPlan): ReadLimits {
  const { limitDefault_mm_s, limitTagStart, limitTag, limitTagSpeed_mm_s } = known;
  const { limitRouteStart, limitRoute, limitRouteSpeed_mm_s } = known;
  const limits = new SpeedLimits();
  const next = new Uint32Array(limitDefault_mm_s.length);
  for (let limit = 0; limit < next.length; limit++) {
    const byTag = new Map<number, number>();
    for (let k = limitTagStart[limit]!; k < limitTagStart[limit + 1]!; k++) {
      byTag.set(limitTag[k]!, limitTagSpeed_mm_s[k]!);
    }
    const byRoute = new Map<number, number>();
    for (let k = limitRouteStart[limit]!; k < limitRouteStart[limit + 1]!; k++) {
      byRoute.set(routes.next[limitRoute[k]!]!, limitRouteSpeed_mm_s[k]!);
    }
    const default_mm_s = limitDefault_mm_s[limit]!;
    next[limit] = byRoute.has(NONE) ? NONE : limits.intern({ default_mm_s, byTag, byRoute });
  }
  return { limits, next };
}
