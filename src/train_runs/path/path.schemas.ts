/** Paths and their properties: bodies, queries and answers (interface.md 10.1). */
import * as v from "valibot";
import { dropped } from "../../platform/http/authorship.ts";
import { AppError } from "../../platform/http/errors.ts";
import { queryTextList } from "../../platform/http/fields.ts";
import { LOADING_GAUGES, PATH_PROPERTIES } from "../../railway/network_terms.ts";
import {
  Direction,
  MapPoint,
  Millimetres,
  PathPosition,
  TrackMetres,
} from "../../railway/quantities.ts";
import { Count, FiniteNumber, NonBlankText, Text } from "../../railway/scalars.ts";
import { TrackRange, TrackRanges } from "../../railway/track_ranges.schemas.ts";
import {
  LOCATION_ENTRIES,
  type Location,
  readLocation,
  splitForms,
} from "../../railway/waypoint.schemas.ts";
import { about, nameSchemas, onWire } from "../../railway/wire.ts";

const PATH_ITEMS_MAX = 10_000;
const NAMES_MAX = 1_000;
const LENGTH_MAX_M = 100_000;

/** A waypoint's location; clients also send the whole waypoint. */
export const PathItem: v.GenericSchema<unknown, Location> = v.pipe(
  v.strictObject({ ...LOCATION_ENTRIES, ...dropped("id", "deleted") }),
  v.rawTransform(({ dataset, addIssue, NEVER }): Location => {
    const location = readLocation(dataset.value);
    if (!("fault" in location)) return location;
    addIssue({ message: location.fault });
    return NEVER;
  }),
  onWire(splitForms),
  v.description("A place on a track, or an operational point"),
);

const names = v.pipe(v.array(Text), v.maxLength(NAMES_MAX, "is too long"));

export const PathfindingRequest = v.strictObject({
  path_items: about(
    v.pipe(v.array(PathItem), v.maxLength(PATH_ITEMS_MAX, "is too long")),
    "Places of the path, in this order",
  ),
  rolling_stock_is_thermal: about(v.boolean(), "Whether it may run without electrification"),
  rolling_stock_loading_gauge: about(v.picklist(LOADING_GAUGES), "Tracks must admit it"),
  rolling_stock_supported_electrifications: about(
    names,
    "Voltages that it runs under, as `25000V`",
  ),
  rolling_stock_supported_signaling_systems: about(names, "Systems that it can follow, as `BAL`"),
  // Not stored, so an unlikely speed does no harm: it just asks for the path of a fast train.
  rolling_stock_maximum_speed: v.pipe(
    FiniteNumber,
    v.gtValue(0, "must be above 0"),
    v.description("Metres per second"),
  ),
  rolling_stock_length: v.pipe(
    FiniteNumber,
    v.minValue(0, "must not be negative"),
    v.maxValue(LENGTH_MAX_M, `must be at most ${LENGTH_MAX_M} m`),
    v.description("Metres; paths do not depend on it"),
  ),
});
export type PathfindingRequest = v.InferOutput<typeof PathfindingRequest>;

const TRACK_PATHS_MAX = 5;
const COUNT = /^[1-9]$/;

export const TrackPathsQuery = v.object({
  number: v.optional(
    v.pipe(
      v.array(v.string()),
      v.transform((given) => readPathCount(given)),
      onWire({
        type: "integer",
        minimum: 1,
        maximum: TRACK_PATHS_MAX,
        description: "Paths at most",
      }),
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
    {
      path_number: /^-?\d{1,15}$/.test(text) ? Number(text) : text.slice(0, 40),
      max_number: TRACK_PATHS_MAX,
    },
  );
}

const TrackPlace = v.strictObject({
  track: about(NonBlankText, "Id of a track section"),
  position: TrackMetres,
});

export const TrackPathsRequest = v.strictObject({
  starting: about(TrackPlace, "Where the paths begin"),
  ending: about(TrackPlace, "Where they end"),
});
export type TrackPathsRequest = v.InferOutput<typeof TrackPathsRequest>;

/** Paths on tracks, shortest first; metres. */
export const TrackPaths = v.array(
  v.strictObject({
    track_ranges: about(
      v.array(
        v.strictObject({
          track: about(Text, "Id of a track section"),
          begin: TrackMetres,
          end: TrackMetres,
          direction: Direction,
        }),
      ),
      "In travel order; `begin` is below `end` whatever the direction",
    ),
    detectors: about(v.array(Text), "In order of passage, those at the ends included"),
    switches_directions: about(v.record(Text, Text), "Switch → the group that it must be set to"),
  }),
);

const RANGES_TEXT = "In travel order; `begin` is below `end` whatever the direction";
const STATUS_TEXT = "Which outcome this is";

const success_entries = {
  blocks: about(v.array(Text), "Blocks of the path, in travel order"),
  routes: about(v.array(Text), "Routes of the path, in travel order"),
  track_section_ranges: about(v.array(TrackRange), RANGES_TEXT),
  length: about(Millimetres, "Length of the path, millimetres"),
  path_item_positions: about(v.array(PathPosition), "Of each path item: mm from the path's start"),
};

const Range = about(
  v.object({ start: PathPosition, end: PathPosition }),
  "Stretch of the path without constraints",
);
const ValuedRanges = v.array(v.object({ range: Range, value: about(Text, "What it has there") }));

/** A found path inside an answer that has its own status. */
export const FoundPathKeys = v.strictObject(success_entries);

/** An error of the engine, in the form of the error object. */
export const CoreError = about(
  v.strictObject({
    status: about(v.literal(500), "Status of the error object; the answer itself is 200"),
    type: about(Text, "Kind of the error, beginning with `core:`"),
    context: about(v.record(Text, v.unknown()), "Where it is; keys depend on the type"),
    message: about(Text, "A sentence in English"),
  }),
  "Why it can't be computed, in the form of the error object",
);

export const PathPropertiesQuery = v.object({
  props: v.optional(
    about(
      v.pipe(
        queryTextList,
        v.array(v.picklist(PATH_PROPERTIES, `must be among ${PATH_PROPERTIES.join(", ")}`)),
      ),
      "Which properties are answered",
    ),
    [],
  ),
});

/** A pathfinding result, of which only the track ranges are read. */
export const PathPropertiesRequest = v.strictObject({
  track_section_ranges: TrackRanges,
  ...dropped("status", "blocks", "routes", "length", "path_item_positions", "properties"),
});

function rangeMap<Value>(
  value: v.GenericSchema<unknown, Value>,
): v.GenericSchema<unknown, { boundaries: number[]; values: Value[] }> {
  return v.object({
    boundaries: about(v.array(PathPosition), "Where values change: mm from the path's start"),
    values: about(v.array(value), "Between boundaries, one more than these"),
  });
}

const ELECTRIFICATION_TEXT = "Which of the three it is";

/** Only the properties that were asked for. */
export const PathProperties = v.object({
  slopes: v.optional(about(rangeMap(v.number()), "Per mille, positive = uphill")),
  gradients: v.optional(about(rangeMap(v.number()), "Slopes with what curves add, per mille")),
  curves: v.optional(about(rangeMap(v.number()), "Radius in metres, 0 = straight")),
  electrifications: v.optional(
    about(
      rangeMap(
        v.variant("type", [
          v.object({
            type: about(v.literal("electrification"), ELECTRIFICATION_TEXT),
            voltage: about(Text, "As `25000V`"),
          }),
          v.object({
            type: about(v.literal("neutral_section"), ELECTRIFICATION_TEXT),
            lower_pantograph: about(v.boolean(), "Whether the pantograph must be lowered"),
          }),
          v.object({ type: about(v.literal("non_electrified"), ELECTRIFICATION_TEXT) }),
        ]),
      ),
      "Electrification of the track",
    ),
  ),
  geometry: v.optional(
    about(
      v.object({
        type: about(v.literal("LineString"), "Type of GeoJSON"),
        coordinates: about(
          v.array(MapPoint),
          "Longitude and latitude of each point, degrees (WGS 84)",
        ),
      }),
      "The line on the map",
    ),
  ),
  geometry_positions: v.optional(
    about(v.array(PathPosition), "Where each point of `geometry` is on the path, in order"),
  ),
  operational_points: v.optional(
    about(
      v.array(
        v.looseObject({
          id: about(Text, "Id of the operational point"),
          part: about(
            v.looseObject({
              track: about(Text, "Id of a track section"),
              position: about(v.number(), "Metres from the track section's start"),
            }),
            "The part of it that the path passes, as in RailJSON",
          ),
          position: PathPosition,
        }),
      ),
      "Operational points, as in RailJSON, in travel order",
    ),
  ),
  zones: v.optional(about(rangeMap(Text), "Zones by name")),
});

/** Every outcome of a search; all of them are HTTP 200. */
export const PathfindingResult = v.union([
  v.strictObject({
    status: about(v.literal("success"), STATUS_TEXT),
    ...success_entries,
    properties: v.optional(about(PathProperties, "Those asked for with `props[]`")),
  }),
  v.looseObject({
    status: about(v.literal("failure"), STATUS_TEXT),
    failed_status: about(
      v.picklist(["pathfinding_input_error", "pathfinding_not_found", "internal_error"]),
      "What failed: the request, the search, the server",
    ),
    error_type: v.optional(
      about(
        v.picklist([
          "not_enough_path_items",
          "invalid_path_items",
          "rolling_stock_not_found",
          "not_found_in_tracks",
          "not_found_in_routes",
          "not_found_in_blocks",
          "incompatible_constraints",
        ]),
        "Why",
      ),
    ),
    items: v.optional(
      about(
        v.array(
          v.object({
            index: about(Count, "Place in the request, from 0"),
            path_item: about(v.looseObject({}), "The item as it was sent"),
          }),
        ),
        "Path items that the network does not have",
      ),
    ),
    rolling_stock_name: v.optional(about(Text, "Name of a rolling stock that there is not")),
    track_section_ranges: v.optional(about(v.array(TrackRange), RANGES_TEXT)),
    length: v.optional(about(Millimetres, "Length of the path, millimetres")),
    relaxed_constraints_path: v.optional(
      about(v.object(success_entries), "The path without the rolling stock's constraints"),
    ),
    incompatible_constraints: v.optional(
      about(
        v.object({
          incompatible_electrification_ranges: about(ValuedRanges, "Voltages that don't fit"),
          incompatible_gauge_ranges: about(
            v.array(v.object({ range: Range })),
            "Where the loading gauge is too small",
          ),
          incompatible_signaling_system_ranges: about(ValuedRanges, "Systems that don't fit"),
        }),
        "Where that path does not fit the rolling stock",
      ),
    ),
    core_error: v.optional(CoreError),
  }),
]);

export const PATHFINDING_EXAMPLE = {
  path_items: [{ track: "TA2", offset: 837_034 }, { operational_point: "South_East_station" }],
  rolling_stock_is_thermal: true,
  rolling_stock_loading_gauge: "G1",
  rolling_stock_supported_electrifications: ["25000V"],
  rolling_stock_supported_signaling_systems: ["BAL"],
  rolling_stock_maximum_speed: 44.4,
  rolling_stock_length: 100,
};

const LinePoint = {
  id: about(Text, "Id of the operational point"),
  name: about(v.nullable(Text), "Its name"),
};

export const LinePoints = v.strictObject({
  operational_points: about(
    v.array(
      v.strictObject({
        ...LinePoint,
        position_mm: about(Millimetres, "From the first, along the line's tracks, millimetres"),
      }),
    ),
    "Those that one train could pass in a row on tracks of the line, from the end whose id comes first",
  ),
  left_out: about(
    v.array(v.strictObject(LinePoint)),
    "Others of the line: on a branch, a way round, or tracks apart from these",
  ),
});

nameSchemas({
  LinePoints,
  PathItem,
  PathfindingRequest,
  TrackPathsRequest,
  TrackPaths,
  CoreError,
  FoundPathKeys,
  PathfindingResult,
  PathPropertiesRequest,
  PathProperties,
});
