/** Work schedules: converts the stored JSON text to the zones that they take, or to their position on a path. */
import { Float64Column, Uint32Column } from "../../engine/columns.ts";
import type { ConflictFault } from "../../engine/conflicts/detect_conflicts.ts";
import { MEMBERS_MAX } from "../../engine/conflicts/group_overlaps.ts";
import type { WorkRequirements } from "../../engine/conflicts/requirement_table.ts";
import { WorkZoneFinder } from "../../engine/conflicts/work_zones.ts";
import type { Infra } from "../../engine/infra/infra.ts";
import { cutOnPieces, findPieces } from "../../engine/infra/split_tracks.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import type { TrackSectionRange } from "../types.ts";

/** JSON text of a list of stored works with their ids (interface.md 11.4). */
export type WorkSchedulesText = string;

export const NO_WORK_SCHEDULES: WorkSchedulesText = "[]";

/** A work as stored: its form is checked where it is stored. */
export interface WorkSchedule {
  readonly id: number;
  readonly start_date_time: string;
  readonly end_date_time: string;
  readonly track_ranges: readonly TrackSectionRange[];
  readonly work_schedule_type: string;
}

export function parseWorks(text: WorkSchedulesText): readonly WorkSchedule[] {
  return JSON.parse(text);
}

/** The requirements of works, and the id of each work. */
export interface ReadWorks {
  readonly ids: readonly number[];
  readonly requirements: WorkRequirements;
}

/** Finds the zones of works; tracks missing in the network are left out. */
export function readWorks(infra: Infra, text: WorkSchedulesText): Result<ReadWorks, ConflictFault> {
  const schedules = parseWorks(text);
  const finder = new WorkZoneFinder(infra);
  const zones = new Uint32Column();
  const works = new Uint32Column();
  const begins_ms = new Float64Column();
  const ends_ms = new Float64Column();
  for (const [work, { start_date_time, end_date_time, track_ranges }] of schedules.entries()) {
    const known = track_ranges.flatMap(({ track_section, begin, end }) => {
      const pieces = findPieces(infra, track_section);
      return cutOnPieces(infra, pieces, { begin_mm: begin, end_mm: end });
    });
    const taken = finder.find(
      Uint32Array.from(known, ({ track }) => track),
      Float64Array.from(known, ({ begin_mm }) => begin_mm),
      Float64Array.from(known, ({ end_mm }) => end_mm),
    );
    for (const zone of taken) {
      zones.push(zone);
      works.push(work);
      begins_ms.push(Date.parse(start_date_time));
      ends_ms.push(Date.parse(end_date_time));
    }
    if (zones.count > MEMBERS_MAX) {
      return err({ kind: "too_many_conflicts", members_max: MEMBERS_MAX });
    }
  }
  return ok({
    ids: schedules.map(({ id }) => id),
    requirements: {
      zones: zones.finish(),
      works: works.finish(),
      begins_ms: begins_ms.finish(),
      ends_ms: ends_ms.finish(),
    },
  });
}
