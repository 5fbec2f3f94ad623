/** Task: works and temporary limits of groups that have no effect on a network, as rows of a report. */
import { WorkZoneFinder } from "../../engine/conflicts/work_zones.ts";
import type { Infra } from "../../engine/infra/infra.ts";
import { cutOnPieces, findPieces, piecesLength_mm } from "../../engine/infra/split_tracks.ts";
import { toMilli } from "../../engine/units.ts";
import { ExchangeReport, type ReportRow } from "../../exchange/exchange_report.ts";
import { viewInfra } from "../infra_views.ts";
import { parseWorks, type WorkSchedulesText } from "../projection/work_schedules.ts";
import { parseLimits, type TemporaryLimitsRef } from "../simulation/temporary_limits.ts";
import type { InfraRef } from "../types.ts";

export function checkPlaces(input: {
  readonly infra: InfraRef;
  /** Null: none. */
  readonly works: WorkSchedulesText | null;
  readonly limits: TemporaryLimitsRef | null;
}): readonly ReportRow[] {
  const infra = viewInfra(input.infra);
  const report = new ExchangeReport();
  if (input.works !== null) checkWorks(infra, input.works, report);
  if (input.limits !== null) checkLimits(infra, input.limits, report);
  return report.rows;
}

function checkWorks(infra: Infra, works: WorkSchedulesText, report: ExchangeReport): void {
  const finder = new WorkZoneFinder(infra);
  for (const { id, track_ranges } of parseWorks(works)) {
    const where = { element: "work", id: String(id) };
    for (const { track_section, begin, end } of track_ranges) {
      const pieces = findPieces(infra, track_section);
      if (pieces.length === 0) {
        const message = `a work is on a track section that the network has not (the first: ${track_section})`;
        report.note({ severity: "warning", code: "work_on_unknown_track", where, message });
        continue;
      }
      const cut = cutOnPieces(infra, pieces, { begin_mm: begin, end_mm: end });
      const zones = finder.find(
        Uint32Array.from(cut, ({ track }) => track),
        Float64Array.from(cut, ({ begin_mm }) => begin_mm),
        Float64Array.from(cut, ({ end_mm }) => end_mm),
      );
      if (begin <= piecesLength_mm(infra, pieces) && [...zones].length > 0) continue;
      const message = `a work closes no part of its track section (the first: ${track_section}): it lies beyond its end, or in no zone`;
      report.note({ severity: "warning", code: "work_without_effect", where, message });
    }
  }
}

function checkLimits(infra: Infra, limits: TemporaryLimitsRef, report: ExchangeReport): void {
  for (const { obj_id, track_ranges } of parseLimits(limits.json)) {
    const where = { element: "temporary_speed_limit", id: obj_id };
    for (const { track, begin, end } of track_ranges) {
      const pieces = findPieces(infra, track);
      if (pieces.length === 0) {
        const message = `a temporary limit is on a track section that the network has not (the first: ${track})`;
        report.note({ severity: "warning", code: "limit_on_unknown_track", where, message });
      } else if (begin === end || toMilli(begin) >= piecesLength_mm(infra, pieces)) {
        const message = `a temporary limit covers no part of its track section (the first: ${track}): it lies beyond its end, or has no length`;
        report.note({ severity: "warning", code: "limit_without_effect", where, message });
      }
    }
  }
}
