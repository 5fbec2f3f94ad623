/**
 * Everything exchanged between the main thread and the workers: plain values, typed arrays and
 * shared buffers only. Units: mm, ms, m/s unless a name says otherwise.
 */
import type { MarginValue } from "../engine/margins/margin_ranges.ts";
import type { ConflictingRange } from "../engine/path/conflicting_ranges.ts";
import type { PartFilter } from "../engine/path/waypoints.ts";
import type { StoredRollingStock } from "../engine/physics/rolling_stock.ts";
import type { PathTemporaryLimits } from "../engine/simulation/temporary_limits.ts";

export type { ConflictingRange, MarginValue, PartFilter };

/** A compiled network. `key` is the id of its content, by which a worker keeps its views. */
export interface InfraRef {
  readonly key: string;
  readonly buffer: SharedArrayBuffer;
}

/** A typed engine error as it appears inside `core_error`: `type` starts with `core:`. */
export interface EngineError {
  readonly type: `core:${string}`;
  readonly message: string;
  readonly context: Readonly<Record<string, string | number | readonly string[]>>;
}

/** The location of a waypoint; filters of an operational point select among its parts. */
export type PathItemLocation =
  | { readonly kind: "track_offset"; readonly track: string; readonly offset_mm: number }
  | ({ readonly kind: "operational_point"; readonly operational_point: string } & PartFilter)
  | ({ readonly kind: "trigram"; readonly trigram: string } & PartFilter)
  | ({ readonly kind: "uic"; readonly uic: number } & PartFilter);

/** The properties that decide which tracks a rolling stock may use. */
export interface PathTrackStock {
  readonly loading_gauge: string;
  readonly is_thermal: boolean;
  readonly supported_electrifications: readonly string[];
}

/** The properties of a rolling stock that pathfinding on blocks needs. */
export interface PathStock extends PathTrackStock {
  readonly supported_signaling_systems: readonly string[];
  readonly maximum_speed_m_s: number;
}

export interface PathRequest {
  readonly items: readonly PathItemLocation[];
  readonly stock: PathStock;
}

/** A request as sent to a thread: its waypoints are one text, like a run's settings. */
export interface PathRequestMessage {
  /** JSON of `PathRequest["items"]`. */
  readonly items_json: string;
  readonly stock: PathStock;
}

/** A path on tracks and switches alone. */
export interface TrackPathRequest {
  readonly items: readonly PathItemLocation[];
  readonly stock: PathTrackStock;
}

/** A path in the workers' form (packed block, route and track range indices of one network). */
export interface FoundPath {
  /** Opaque outside the workers; valid for the network it was found on. */
  readonly packed: SharedArrayBuffer;
  readonly length_mm: number;
  /** [nItems] non-decreasing, neighbours may be equal; first 0, last `length_mm`. */
  readonly item_positions_mm: readonly number[];
}

export type PathOutcome =
  | { readonly kind: "success"; readonly path: FoundPath }
  | { readonly kind: "not_enough_path_items" }
  | { readonly kind: "invalid_path_items"; readonly item_indices: readonly number[] }
  | { readonly kind: "not_found_in_blocks" }
  /** For paths on tracks, replaces the outcome above. */
  | { readonly kind: "not_found_in_tracks" }
  | {
      readonly kind: "incompatible_constraints";
      readonly relaxed_path: FoundPath;
      readonly electrification_ranges: readonly ConflictingRange[];
      readonly gauge_ranges: readonly ConflictingRange[];
      readonly signaling_system_ranges: readonly ConflictingRange[];
    }
  | { readonly kind: "internal_error"; readonly error: EngineError };

/** A stored rolling stock's physics (interface.md 6), SI units. */
export interface StockPhysics extends StoredRollingStock {
  /** A digest of the physics' source, for the workers' cache. */
  readonly key: string;
}

/**
 * A stock as sent to a thread, which reads most of them once: its curves as one text, because a message of
 * their thousands of numbers costs thirty times as much.
 */
export interface SentStock extends Omit<StockPhysics, "effort_curves"> {
  readonly effort_curves_json: string;
}

/** One train to simulate on the path found for it. */
export interface TrainRun {
  readonly path: FoundPath;
  /** Index into the batch's `stocks`. */
  readonly stock_index: number;
  readonly initial_speed_m_s: number;
  readonly comfort: "STANDARD" | "AIR_CONDITIONING" | "HEATING";
  readonly constraint_distribution: "LINEAR" | "MARECO";
  /** Times are met to 0.1 s, not to the reference's tolerance; absent: no. */
  readonly is_exact?: boolean;
  readonly speed_limit_tag: string | null;
  /** Fallbacks of the tag, in order. */
  readonly fallback_tags: readonly string[];
  readonly use_electrical_profiles: boolean;
  readonly schedule: readonly {
    readonly offset_mm: number;
    readonly arrival_ms: number | null;
    readonly stop_for_ms: number | null;
    readonly reception_signal: "OPEN" | "STOP" | "SHORT_SLIP_STOP";
  }[];
  /** [nItems] of the path; absent: no two are so near that their places do not tell which is first. */
  readonly item_stops_ms?: readonly number[];
  readonly margins: {
    readonly boundaries_mm: readonly number[];
    readonly values: readonly MarginValue[];
  };
  readonly power_restrictions: readonly {
    readonly from_mm: number;
    readonly to_mm: number;
    readonly value: string;
  }[];
  /** Those that it meets; absent: none. */
  readonly temporary_limits?: PathTemporaryLimits;
}

/**
 * A run as sent to a thread: the train's own settings are one text. A message of forty thousand small
 * objects would cost the sender three times as much as the text, which is its cache key anyway.
 */
export interface TrainRunMessage {
  readonly path: FoundPath;
  readonly stock_index: number;
  /** JSON of all other fields of a `TrainRun`. */
  readonly settings_json: string;
}

/** The figures of a run that a summary contains; times in ms since the train's start. */
export interface RunFigures {
  readonly length_mm: number;
  readonly time_ms: number;
  readonly energy_j: number;
  readonly traction_j: number;
  readonly braking_j: number;
  readonly item_times_ms: readonly number[];
}

/**
 * What a train needs of the network and when: a part of a buffer shared by the trains of one batch.
 * With a buffer per train, sending would cost the square of their number. Opaque.
 */
export interface RequirementsRef {
  readonly buffer: SharedArrayBuffer;
  /** A multiple of eight. */
  readonly byte_offset: number;
  readonly byte_length: number;
}

export type TrainOutcome =
  | {
      readonly kind: "success";
      /** The whole simulation; opaque outside the workers (`describe_simulation` prints it). */
      readonly packed: SharedArrayBuffer;
      /** Times since the train's start. */
      readonly requirements: RequirementsRef;
      readonly base: RunFigures;
      readonly provisional: RunFigures;
      readonly final: RunFigures;
      /** Number of deviations from the requested schedule. */
      readonly warnings_count: number;
    }
  | { readonly kind: "simulation_failed"; readonly error: EngineError };

/** A range on one track, mm, begin <= end in either direction. */
export interface TrackSectionRange {
  readonly track_section: string;
  readonly begin: number;
  readonly end: number;
  readonly direction: "START_TO_STOP" | "STOP_TO_START";
}

/** Why a list of track ranges is not a path. */
export type TrackRangeFault =
  | { readonly kind: "unknown_track_section"; readonly track_section: string }
  /** The range at this index is reversed or off its track. */
  | { readonly kind: "invalid_range"; readonly index: number }
  | { readonly kind: "zero_length_path" };
