/** Temporary speed limits: converts the stored JSON text to the engine's form for one network. */
import type { Infra } from "../../engine/infra/infra.ts";
import { cutOnPieces, findPieces } from "../../engine/infra/split_tracks.ts";
import { remember } from "../../engine/simulation/path_physics.ts";
import {
  indexTemporaryLimits,
  type TemporaryLimits,
} from "../../engine/simulation/temporary_limits.ts";
import { toMilli } from "../../engine/units.ts";

/** A group as stored: UTF-8 JSON text (interface.md 11.4), metres and m/s. */
export interface TemporaryLimitsRef {
  readonly key: string;
  readonly json: Uint8Array;
}

/** The part of a stored limit that is used; its form is checked where it is stored. */
interface StoredLimit {
  readonly obj_id: string;
  readonly start_date_time: string;
  readonly end_date_time: string;
  readonly track_ranges: readonly {
    readonly track: string;
    readonly begin: number;
    readonly end: number;
    readonly direction: "START_TO_STOP" | "STOP_TO_START";
  }[];
  readonly speed_limit: number;
}

export function parseLimits(json: Uint8Array): readonly StoredLimit[] {
  // A copy, because decoders need not accept shared memory.
  return JSON.parse(new TextDecoder().decode(json.slice()));
}

/** Kept for one network version and freed with the network's view. */
const groups = new WeakMap<Infra, Map<string, TemporaryLimits>>();
const GROUPS_MAX = 8;

/** The limits of a stored group by directed track; unknown tracks are left out. */
export function openTemporaryLimits(
  infra: Infra,
  { key, json }: TemporaryLimitsRef,
): TemporaryLimits {
  const known = groups.get(infra) ?? new Map<string, TemporaryLimits>();
  groups.set(infra, known);
  return remember(known, key, () => readTemporaryLimits(infra, json), GROUPS_MAX);
}

function readTemporaryLimits(infra: Infra, json: Uint8Array): TemporaryLimits {
  const rows = parseLimits(json).flatMap(
    ({ start_date_time, end_date_time, track_ranges, speed_limit }, limit) => {
      const speed_mm_s = toMilli(speed_limit);
      const [start_ms, stop_ms] = [Date.parse(start_date_time), Date.parse(end_date_time)];
      return track_ranges.flatMap(({ track, begin, end, direction }) => {
        const range = { begin_mm: toMilli(begin), end_mm: toMilli(end) };
        return cutOnPieces(infra, findPieces(infra, track), range).map((piece) => {
          const directed = piece.track * 2 + (direction === "START_TO_STOP" ? 0 : 1);
          return { ...piece, limit, directed, speed_mm_s, start_ms, stop_ms };
        });
      });
    },
  );
  return indexTemporaryLimits(
    {
      limits: Uint32Array.from(rows, ({ limit }) => limit),
      directedTracks: Uint32Array.from(rows, ({ directed }) => directed),
      begins_mm: Float64Array.from(rows, ({ begin_mm }) => begin_mm),
      ends_mm: Float64Array.from(rows, ({ end_mm }) => end_mm),
      speeds_mm_s: Float64Array.from(rows, ({ speed_mm_s }) => speed_mm_s),
      starts_ms: Float64Array.from(rows, ({ start_ms }) => start_ms),
      stops_ms: Float64Array.from(rows, ({ stop_ms }) => stop_ms),
    },
    infra.trackLength_mm.length,
  );
}
