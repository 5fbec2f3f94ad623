/** Occupancies of rows, for tests: all that end after 0 can be met, and there are no time gaps. */
import { Occupancies, type OccupancyRows } from "../../../../workers/engine/stdcm/occupancies.ts";
import { joinTaken } from "../../../../workers/engine/stdcm/taken_zones.ts";

export function occupanciesOf(
  { zones, begins_s, ends_s }: OccupancyRows,
  nZones: number,
): Occupancies {
  const toMs = (times_s: Float64Array): Float64Array => times_s.map((time_s) => 1000 * time_s);
  const taken = joinTaken({ zones, begins: toMs(begins_s), ends: toMs(ends_s) }, nZones);
  return new Occupancies(taken, {
    start_ms: 0,
    until_ms: Infinity,
    gap_before_ms: 0,
    gap_after_ms: 0,
  });
}

/** The rows of a zone. */
export function rowsOf(occupancies: Occupancies, zone: number): (readonly [number, number])[] {
  const first = occupancies.firstOf(zone);
  const length = occupancies.endOf(zone) - first;
  const { begins_s, ends_s } = occupancies;
  return Array.from({ length }, (_, i) => [begins_s[first + i]!, ends_s[first + i]!] as const);
}
