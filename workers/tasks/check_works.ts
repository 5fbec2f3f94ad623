/** Task: works of a group that close nothing of a network, as rows of a report. */
import { WorkZoneFinder } from "../engine/conflicts/work_zones.ts";
import { findTrack } from "../engine/infra/infra.ts";
import { NONE } from "../engine/infra/layout.ts";
import { ExchangeReport, type ReportRow } from "../exchange/exchange_report.ts";
import { viewInfra } from "./infra_views.ts";
import type { InfraRef } from "./types.ts";
import { parseWorks, type WorkSchedulesText } from "./work_schedules.ts";

export function checkWorks(input: {
  readonly infra: InfraRef;
  readonly works: WorkSchedulesText;
}): readonly ReportRow[] {
  const infra = viewInfra(input.infra);
  const finder = new WorkZoneFinder(infra);
  const report = new ExchangeReport();
  for (const { id, track_ranges } of parseWorks(input.works)) {
    const where = { element: "work", id: String(id) };
    for (const { track_section, begin, end } of track_ranges) {
      const track = findTrack(infra, track_section);
      if (track === NONE) {
        const message = `a work is on a track section that the network has not (the first: ${track_section})`;
        report.note({ severity: "warning", code: "work_on_unknown_track", where, message });
        continue;
      }
      const zones = finder.find(
        Uint32Array.of(track),
        Float64Array.of(begin),
        Float64Array.of(end),
      );
      if (begin <= (infra.trackLength_mm[track] ?? 0) && [...zones].length > 0) continue;
      const message = `a work closes no part of its track section (the first: ${track_section}): it lies beyond its end, or in no zone`;
      report.note({ severity: "warning", code: "work_without_effect", where, message });
    }
  }
  return report.rows;
}
