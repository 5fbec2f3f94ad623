/** Track section ranges of a path sent by a client: resolves names to indices and checks offsets. */
import { findTrack, type Infra } from "../engine/infra/infra.ts";
import { NONE } from "../engine/infra/layout.ts";
import type { DirectedRanges } from "../engine/path/train_path.ts";
import { err, ok, type Result } from "../engine/result.ts";
import type { TrackRangeFault, TrackSectionRange } from "./types.ts";

/** Finds the tracks of ranges in travel order; fails if their total length is zero. */
export function resolveTrackRanges(
  infra: Infra,
  ranges: readonly TrackSectionRange[],
): Result<DirectedRanges, TrackRangeFault> {
  const directedTracks = new Uint32Array(ranges.length);
  const begins_mm = new Float64Array(ranges.length);
  const ends_mm = new Float64Array(ranges.length);
  let length_mm = 0;
  for (const [index, { track_section, begin, end, direction }] of ranges.entries()) {
    const track = findTrack(infra, track_section);
    if (track === NONE) return err({ kind: "unknown_track_section", track_section });
    if (!(begin >= 0 && begin <= end && end <= (infra.trackLength_mm[track] ?? 0))) {
      return err({ kind: "invalid_range", index });
    }
    directedTracks[index] = track * 2 + (direction === "START_TO_STOP" ? 0 : 1);
    begins_mm[index] = begin;
    ends_mm[index] = end;
    length_mm += end - begin;
  }
  if (!(length_mm > 0)) return err({ kind: "zero_length_path" });
  return ok({ directedTracks, begins_mm, ends_mm });
}
