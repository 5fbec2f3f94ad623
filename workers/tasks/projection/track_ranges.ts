/** Track section ranges of a path sent by a client: resolves names to indices and checks offsets. */
import type { Infra } from "../../engine/infra/infra.ts";
import { cutOnPieces, findPieces, piecesLength_mm } from "../../engine/infra/split_tracks.ts";
import type { DirectedRanges } from "../../engine/path/train_path.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import type { TrackRangeFault, TrackSectionRange } from "../types.ts";

/** Finds the tracks of ranges in travel order; fails if their total length is zero. */
export function resolveTrackRanges(
  infra: Infra,
  ranges: readonly TrackSectionRange[],
): Result<DirectedRanges, TrackRangeFault> {
  const directedTracks: number[] = [];
  const begins_mm: number[] = [];
  const ends_mm: number[] = [];
  let length_mm = 0;
  for (const [index, { track_section, begin, end, direction }] of ranges.entries()) {
    const pieces = findPieces(infra, track_section);
    if (pieces.length === 0) return err({ kind: "unknown_track_section", track_section });
    if (!(begin >= 0 && begin <= end && end <= piecesLength_mm(infra, pieces))) {
      return err({ kind: "invalid_range", index });
    }
    const cut = cutOnPieces(infra, pieces, { begin_mm: begin, end_mm: end });
    for (const piece of direction === "START_TO_STOP" ? cut : cut.toReversed()) {
      directedTracks.push(piece.track * 2 + (direction === "START_TO_STOP" ? 0 : 1));
      begins_mm.push(piece.begin_mm);
      ends_mm.push(piece.end_mm);
    }
    length_mm += end - begin;
  }
  if (!(length_mm > 0)) return err({ kind: "zero_length_path" });
  return ok({
    directedTracks: Uint32Array.from(directedTracks),
    begins_mm: Float64Array.from(begins_mm),
    ends_mm: Float64Array.from(ends_mm),
  });
}
