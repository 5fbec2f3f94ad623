/** Task: prints where the works of a group are on a path (interface.md 11.4). Needs no network. */
import { OVERLAPS_MAX, WorkLocator } from "../../engine/projection/works_on_path.ts";
import type { TrackSectionRange } from "../types.ts";
import { parseWorks, type WorkSchedulesText } from "./work_schedules.ts";

export interface ProjectWorksInput {
  readonly works: WorkSchedulesText;
  /** In travel order. */
  readonly path_track_ranges: readonly TrackSectionRange[];
}

export type ProjectWorksOutcome =
  | { readonly kind: "success"; readonly json: string }
  | { readonly kind: "too_many_overlaps"; readonly overlaps_max: number };

/** Returns the JSON text of the works that touch the path, by id. */
export function projectWorks({ works, path_track_ranges }: ProjectWorksInput): ProjectWorksOutcome {
  const tracks = new Map<string, number>();
  const directedTracks = Uint32Array.from(path_track_ranges, ({ track_section, direction }) => {
    const track = tracks.get(track_section) ?? tracks.size;
    tracks.set(track_section, track);
    return track * 2 + (direction === "START_TO_STOP" ? 0 : 1);
  });
  const path = {
    directedTracks,
    begins_mm: Float64Array.from(path_track_ranges, ({ begin }) => begin),
    ends_mm: Float64Array.from(path_track_ranges, ({ end }) => end),
  };
  const locator = new WorkLocator(path, tracks.size);
  const texts: string[] = [];
  for (const work of parseWorks(works)) {
    const on_path = work.track_ranges.flatMap(({ track_section, begin, end }) => {
      const track = tracks.get(track_section);
      return track === undefined ? [] : [{ track, begin, end }];
    });
    const spans = locator.locate(
      Uint32Array.from(on_path, ({ track }) => track),
      Float64Array.from(on_path, ({ begin }) => begin),
      Float64Array.from(on_path, ({ end }) => end),
    );
    if (spans === null) return { kind: "too_many_overlaps", overlaps_max: OVERLAPS_MAX };
    if (spans.from_mm.length === 0) continue;
    const { work_schedule_type: type, start_date_time, end_date_time } = work;
    const path_position_ranges = spans.from_mm.map((start, i) => ({ start, end: spans.to_mm[i] }));
    texts.push(JSON.stringify({ type, start_date_time, end_date_time, path_position_ranges }));
  }
  return { kind: "success", json: `[${texts.join(",")}]` };
}
