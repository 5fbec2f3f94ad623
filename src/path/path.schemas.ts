/** Paths and their properties: bodies, queries and answers (interface.md 10.1). */
import * as v from "valibot";
import { AppError } from "../http/errors.ts";
import { queryTextList } from "../http/fields.ts";
import { SpeedUpToMax } from "../http/quantities.ts";
import { Count, FiniteNumber, NonBlankText, Text } from "../http/scalars.ts";
import { onWire } from "../http/wire.ts";
import { LOADING_GAUGES } from "../rolling_stock/rolling_stock.schemas.ts";
import {
  LOCATION_ENTRIES,
  type Location,
  readLocation,
  splitForms,
} from "../train_schedule/waypoint.schemas.ts";

const PATH_ITEMS_MAX = 10_000;
const NAMES_MAX = 1_000;
const LENGTH_MAX_M = 100_000;
export const TRACK_RANGES_MAX = 100_000;

/** A waypoint's location alone; unknown keys are dropped. */
export const PathItem: v.GenericSchema<unknown, Location> = v.pipe(
  v.object(LOCATION_ENTRIES),
  v.rawTransform(({ dataset, addIssue, NEVER }): Location => {
    const location = readLocation(dataset.value);
    if (!("fault" in location)) return location;
    addIssue({ message: location.fault });
    return NEVER;
  }),
  onWire(splitForms),
);

const names = v.pipe(v.array(Text), v.maxLength(NAMES_MAX, "is too long"));

export const PathfindingRequest = v.object({
  path_items: v.pipe(v.array(PathItem), v.maxLength(PATH_ITEMS_MAX, "is too long")),
  rolling_stock_is_thermal: v.boolean(),
  rolling_stock_loading_gauge: v.picklist(LOADING_GAUGES),
  rolling_stock_supported_electrifications: names,
  rolling_stock_supported_signaling_systems: names,
  rolling_stock_maximum_speed: v.pipe(SpeedUpToMax, v.gtValue(0, "must be above 0")),
  /** Told by clients; no path depends on it. */
  rolling_stock_length: v.pipe(
    FiniteNumber,
    v.minValue(0, "must not be negative"),
    v.maxValue(LENGTH_MAX_M, `must be at most ${LENGTH_MAX_M}`),
  ),
});
export type PathfindingRequest = v.InferOutput<typeof PathfindingRequest>;

const TRACK_PATHS_MAX = 5;
const COUNT = /^[1-9]$/;

export const TrackPathsQuery = v.object({
  /** Paths at most. */
  number: v.optional(
    v.pipe(
      v.array(v.string()),
      v.transform((given) => readPathCount(given)),
      onWire({ type: "integer", minimum: 1, maximum: TRACK_PATHS_MAX }),
    ),
    ["1"],
  ),
});

function readPathCount(given: readonly string[]): number {
  const [text = ""] = given;
  const count = given.length === 1 && COUNT.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= TRACK_PATHS_MAX) return count;
  throw new AppError(
    "InvalidNumberOfPaths",
    `Invalid number of paths, it must be an integer between 1 and ${TRACK_PATHS_MAX}`,
    { provided_number: text.slice(0, 40), max_number: TRACK_PATHS_MAX },
  );
}

/** A place on a track, metres from its start. */
const TrackPosition = v.object({
  track: NonBlankText,
  position: v.pipe(FiniteNumber, v.minValue(0, "must not be negative")),
});

export const TrackPathsRequest = v.object({ starting: TrackPosition, ending: TrackPosition });
export type TrackPathsRequest = v.InferOutput<typeof TrackPathsRequest>;

/** Paths on tracks, the shortest first; metres. */
export const TrackPaths = v.array(
  v.strictObject({
    /** In travel order; `begin` is below `end` whatever the direction. */
    track_ranges: v.array(
      v.strictObject({
        track: Text,
        begin: v.pipe(v.number(), v.minValue(0)),
        end: v.pipe(v.number(), v.minValue(0)),
        direction: v.picklist(["START_TO_STOP", "STOP_TO_START"]),
      }),
    ),
    /** Met in this order, those at the ends included. */
    detectors: v.array(Text),
    /** Switch to group. */
    switches_directions: v.record(Text, Text),
  }),
);

export const TrackRange = v.pipe(
  v.object({
    track_section: NonBlankText,
    begin: Count,
    end: Count,
    direction: v.picklist(["START_TO_STOP", "STOP_TO_START"]),
  }),
  v.check((range) => range.begin <= range.end, "begin must not be beyond end"),
);

const success_entries = {
  blocks: v.array(Text),
  routes: v.array(Text),
  track_section_ranges: v.array(TrackRange),
  length: Count,
  path_item_positions: v.array(Count),
};

const Range = v.object({ start: Count, end: Count });

/** Every outcome of a search; all of them are HTTP 200. */
export const PathfindingResult = v.union([
  v.strictObject({ status: v.literal("success"), ...success_entries }),
  v.looseObject({
    status: v.literal("failure"),
    failed_status: v.picklist([
      "pathfinding_input_error",
      "pathfinding_not_found",
      "internal_error",
    ]),
    error_type: v.optional(
      v.picklist([
        "not_enough_path_items",
        "invalid_path_items",
        "rolling_stock_not_found",
        "not_found_in_tracks",
        "not_found_in_routes",
        "not_found_in_blocks",
        "incompatible_constraints",
      ]),
    ),
    items: v.optional(v.array(v.object({ index: Count, path_item: v.looseObject({}) }))),
    rolling_stock_name: v.optional(Text),
    track_section_ranges: v.optional(v.array(TrackRange)),
    length: v.optional(Count),
    relaxed_constraints_path: v.optional(v.object(success_entries)),
    incompatible_constraints: v.optional(
      v.object({
        incompatible_electrification_ranges: v.array(v.object({ range: Range, value: Text })),
        incompatible_gauge_ranges: v.array(v.object({ range: Range })),
        incompatible_signaling_system_ranges: v.array(v.object({ range: Range, value: Text })),
      }),
    ),
    core_error: v.optional(v.looseObject({ type: Text })),
  }),
]);

export const PATH_PROPERTIES = [
  "slopes",
  "gradients",
  "curves",
  "electrifications",
  "geometry",
  "operational_points",
  "zones",
] as const;

export const PathPropertiesQuery = v.object({
  props: v.optional(
    v.pipe(
      queryTextList,
      v.array(v.picklist(PATH_PROPERTIES, `must be among ${PATH_PROPERTIES.join(", ")}`)),
    ),
    [],
  ),
});

/** The ranges of a path that a client sends back. */
export const TrackRanges = v.pipe(
  v.array(TrackRange),
  v.minLength(1, "must not be empty"),
  v.maxLength(TRACK_RANGES_MAX, "is too long"),
);

/** A pathfinding result; only its track ranges are read. */
export const PathPropertiesRequest = v.object({ track_section_ranges: TrackRanges });

function rangeMap<Value>(
  value: v.GenericSchema<unknown, Value>,
): v.GenericSchema<unknown, { boundaries: number[]; values: Value[] }> {
  return v.object({ boundaries: v.array(Count), values: v.array(value) });
}

/** Only the properties that were asked for. */
export const PathProperties = v.object({
  slopes: v.optional(rangeMap(v.number())),
  gradients: v.optional(rangeMap(v.number())),
  curves: v.optional(rangeMap(v.number())),
  electrifications: v.optional(
    rangeMap(
      v.variant("type", [
        v.object({ type: v.literal("electrification"), voltage: Text }),
        v.object({ type: v.literal("neutral_section"), lower_pantograph: v.boolean() }),
        v.object({ type: v.literal("non_electrified") }),
      ]),
    ),
  ),
  geometry: v.optional(
    v.object({
      type: v.literal("LineString"),
      // No tuple here or elsewhere: clients of the document take its `prefixItems` for older drafts'.
      coordinates: v.array(v.pipe(v.array(v.number()), v.length(2))),
    }),
  ),
  operational_points: v.optional(
    v.array(
      v.looseObject({
        id: Text,
        part: v.looseObject({ track: Text, position: v.number() }),
        position: Count,
      }),
    ),
  ),
  zones: v.optional(rangeMap(Text)),
});
