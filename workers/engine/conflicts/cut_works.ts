/** Works of one day: they may stand for months, but trains meet them day by day. */
import { Float64Column, Uint32Column } from "../columns.ts";
import type { Conflicts } from "./detect_conflicts.ts";
import { WORKS_FROM } from "./occupancy.ts";
import type { WorkRequirements } from "./requirement_table.ts";

/** First and following instant. */
type Span = readonly [from_ms: number, to_ms: number];

/** What works take within a span, as if they began and ended there. */
export function cutWorks(
  { zones, works, begins_ms, ends_ms, ...rest }: WorkRequirements,
  [from_ms, to_ms]: Span,
): WorkRequirements {
  const out = { zones: new Uint32Column(), works: new Uint32Column() };
  const times = { begins_ms: new Float64Column(), ends_ms: new Float64Column() };
  for (let i = 0; i < zones.length; i++) {
    const begin_ms = Math.max(from_ms, begins_ms[i]!);
    const end_ms = Math.min(to_ms, ends_ms[i]!);
    if (end_ms <= begin_ms) continue;
    out.zones.push(zones[i]!);
    out.works.push(works[i]!);
    times.begins_ms.push(begin_ms);
    times.ends_ms.push(end_ms);
  }
  return {
    ...rest,
    zones: out.zones.finish(),
    works: out.works.finish(),
    begins_ms: times.begins_ms.finish(),
    ends_ms: times.ends_ms.finish(),
  };
}

/** The conflicts of a day whose works are cut to it: those that begin on it, and all with one of its works. */
export function listOfDay(
  { count, begins_ms, owners, ownerStart }: Conflicts,
  [from_ms, to_ms]: Span,
): number[] {
  const found: number[] = [];
  for (let c = 0; c < count; c++) {
    const has_work = owners[ownerStart[c + 1]! - 1]! >= WORKS_FROM;
    if (has_work || (begins_ms[c]! >= from_ms && begins_ms[c]! < to_ms)) found.push(c);
  }
  return found;
}
