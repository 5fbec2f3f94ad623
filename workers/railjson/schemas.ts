/**
 * RailJSON 3.4.12 as valibot schemas (interface.md 5.3): required fields, no unknown keys, ranges and
 * enumerations. Positions are only bounded here: whether they are on their track is a referential check
 * (checks/), which lists faults and never rejects. valibot accepts arrays as objects, hence the wrapper.
 */
import * as v from "valibot";
import { LOADING_GAUGES } from "../../src/railway/network_terms.ts";
import { mapOf, PlainObject } from "../../src/railway/scalars.ts";
import { MAX_POSITION_M, MAX_TAGS, MIN_TRACK_LENGTH_M } from "./limits.ts";

/** An object with exactly these entries. */
function strict<const T extends v.ObjectEntries>(entries: T) {
  return v.pipe(PlainObject, v.strictObject(entries));
}

/** The same schema with the meaning and unit of its values, for the API document. */
function about<Schema extends v.GenericSchema>(schema: Schema, text: string): Schema {
  // Safe: a pipe has all properties of its schema, and a description changes no value.
  return v.pipe(schema, v.description(text)) as unknown as Schema;
}

const Text = about(v.string(), "Text");
const NonBlank = about(v.pipe(v.string(), v.minLength(1)), "Text, not empty");
const Identifier = v.pipe(v.string(), v.minLength(1), v.maxLength(255));
const Id = about(Identifier, "Id of the object, of 1 to 255 characters");
const TrackId = about(Identifier, "Id of a track section");
const Position = about(
  v.pipe(v.number(), v.minValue(-MAX_POSITION_M), v.maxValue(MAX_POSITION_M)),
  "Metres from the track section's start",
);
const Finite = v.pipe(v.number(), v.finite());
const Speed = about(v.pipe(v.number(), v.finite(), v.gtValue(0)), "Metres per second");
const Int32 = about(
  v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 31)), v.maxValue(2 ** 31 - 1)),
  "Whole number",
);
const Int64 = about(v.pipe(v.number(), v.safeInteger()), "Whole number");
const Direction = about(
  v.picklist(["START_TO_STOP", "STOP_TO_START"]),
  "The way along the track section: from its start to its end, or back",
);
const Side = about(v.picklist(["LEFT", "RIGHT", "CENTER"]), "Side of the track");
const Kp = about(v.string(), "Kilometre point, as it is written beside the track");
const EXTENSIONS = "Data of one railway only; no run depends on it";

const LoadingGauge = about(
  v.picklist(LOADING_GAUGES, "must be a loading gauge"),
  "Loading gauge that is admitted",
);

const Sign = strict({
  track: TrackId,
  position: Position,
  side: Side,
  direction: Direction,
  type: about(v.string(), "Kind of sign"),
  value: about(v.string(), "What it shows"),
  kp: Kp,
});
const Signs = about(v.array(Sign), "Signs beside the track");
const OneSign = about(Sign, "Sign beside the track");

/** Extensions of one railway, named after it. */
function sncf<const T extends v.ObjectEntries>(entries: T) {
  return v.optional(
    about(strict({ sncf: v.nullish(about(strict(entries), EXTENSIONS)) }), EXTENSIONS),
  );
}

const KpExtensions = sncf({ kp: Kp });

const GeoPoint = v.pipe(v.array(Finite), v.minLength(2), v.maxLength(3));

const ApplicableRange = strict({
  track: TrackId,
  begin: Position,
  end: Position,
  applicable_directions: about(
    v.picklist(["START_TO_STOP", "STOP_TO_START", "BOTH"]),
    "Direction of the trains that it is for",
  ),
});
const ApplicableRanges = about(v.array(ApplicableRange), "Where it is");

const DirectionalRange = strict({
  track: TrackId,
  begin: Position,
  end: Position,
  direction: Direction,
});

const TrackSection = strict({
  id: Id,
  length: about(
    v.pipe(v.number(), v.minValue(MIN_TRACK_LENGTH_M), v.maxValue(MAX_POSITION_M)),
    "Metres",
  ),
  slopes: about(
    v.array(
      strict({
        gradient: about(Finite, "Per mille, positive = uphill from start to end"),
        begin: Position,
        end: Position,
      }),
    ),
    "Slopes along it; 0 elsewhere",
  ),
  curves: about(
    v.array(
      strict({ radius: about(Finite, "Metres, 0 = straight"), begin: Position, end: Position }),
    ),
    "Curves along it; straight elsewhere",
  ),
  loading_gauge_limits: v.optional(
    about(
      v.array(strict({ category: LoadingGauge, begin: Position, end: Position })),
      "Where not every train fits",
    ),
  ),
  geo: about(
    strict({
      type: about(v.literal("LineString"), "Type of GeoJSON"),
      coordinates: about(
        v.pipe(v.array(GeoPoint), v.minLength(2)),
        "Longitude and latitude of each point, degrees (WGS 84)",
      ),
    }),
    "The line on the map",
  ),
  extensions: v.optional(
    about(
      strict({
        sncf: v.nullish(
          about(
            strict({ line_code: Int32, line_name: Text, track_number: Int32, track_name: Text }),
            "Names of line and track",
          ),
        ),
        source: v.nullish(about(strict({ id: Text, name: Text }), "Source of the object")),
        usual_direction: v.optional(
          about(
            v.picklist(["START_TO_STOP", "STOP_TO_START"]),
            "Direction in which the track is usually used: of two tracks a path takes the one of its direction. Absent: either",
          ),
        ),
      }),
      "Names, sources and uses of one railway",
    ),
  ),
});

const Switch = strict({
  id: Id,
  switch_type: about(Identifier, "Id of a switch type"),
  group_change_delay: about(
    v.pipe(v.number(), v.finite(), v.minValue(0)),
    "Seconds that a move from one group to another takes",
  ),
  ports: about(
    mapOf(
      NonBlank,
      strict({
        track: TrackId,
        endpoint: about(v.picklist(["BEGIN", "END"]), "Which end of the track section"),
      }),
    ),
    "Port of the type → end of a track section",
  ),
  extensions: sncf({ label: Text }),
});

const SwitchType = strict({
  id: Id,
  ports: about(v.array(Identifier), "Names of its ports"),
  groups: about(
    mapOf(
      NonBlank,
      v.array(
        strict({
          src: about(Identifier, "A port"),
          dst: about(Identifier, "The port it is joined to"),
        }),
      ),
    ),
    "Positions of the switch: which ports each joins",
  ),
});

const RouteEnd = strict({
  type: about(v.picklist(["Detector", "BufferStop"]), "What stands there"),
  id: about(Identifier, "Its id"),
});

const Route = strict({
  id: Id,
  entry_point: about(RouteEnd, "Where it begins"),
  exit_point: about(RouteEnd, "Where it ends"),
  entry_point_direction: Direction,
  release_detectors: about(
    v.array(Identifier),
    "Ids of the detectors behind which zones become free one by one",
  ),
  switches_directions: about(
    mapOf(NonBlank, Identifier),
    "Switch → the group that it must be set to",
  ),
});

const Flags = mapOf(NonBlank, NonBlank);

/** The only kind of object that may have further keys. */
const LogicalSignal = v.pipe(
  PlainObject,
  v.looseObject({
    signaling_system: about(NonBlank, "As `BAL`"),
    next_signaling_systems: about(v.array(NonBlank), "Systems that may follow it"),
    settings: about(Flags, "Name → value, `true` or `false` as text"),
    default_parameters: about(Flags, "Name → value, as text"),
    conditional_parameters: about(
      v.array(
        strict({
          on_route: about(Identifier, "Id of a route"),
          parameters: about(Flags, "Name → value, as text"),
        }),
      ),
      "Parameters that differ on a route",
    ),
  }),
);

const Signal = strict({
  id: Id,
  track: TrackId,
  position: Position,
  direction: Direction,
  sight_distance: about(
    v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_POSITION_M)),
    "Metres from which a driver sees it",
  ),
  logical_signals: v.optional(about(v.array(LogicalSignal), "What it signals, by system")),
  extensions: v.optional(
    about(
      strict({
        sncf: v.nullish(about(strict({ label: Text, kp: Kp, side: v.optional(Side) }), EXTENSIONS)),
      }),
      EXTENSIONS,
    ),
  ),
});

const Waypoint = strict({
  id: Id,
  track: TrackId,
  position: Position,
  extensions: KpExtensions,
});

const OperationalPoint = strict({
  id: Id,
  parts: about(
    v.array(strict({ track: TrackId, position: Position, extensions: KpExtensions })),
    "Where it is on its tracks",
  ),
  extensions: v.optional(
    about(
      strict({
        identifier: v.nullish(
          about(strict({ name: Text, uic: about(Int64, "UIC code") }), "Its name and UIC code"),
        ),
        sncf: v.nullish(
          about(
            strict({
              ci: Int64,
              ch: Text,
              ch_short_label: Text,
              ch_long_label: Text,
              trigram: Text,
            }),
            "Its names at one railway",
          ),
        ),
      }),
      "Names, by which trains find it",
    ),
  ),
});

const SpeedSection = strict({
  id: Id,
  speed_limit: v.nullish(Speed),
  speed_limit_by_tag: about(
    v.pipe(mapOf(NonBlank, Speed), v.maxEntries(MAX_TAGS)),
    "Speed limit tag → metres per second",
  ),
  track_ranges: ApplicableRanges,
  on_routes: v.nullish(about(v.array(Identifier), "Ids of the routes that it is for; null = all")),
  extensions: v.optional(
    about(
      strict({
        psl_sncf: v.nullish(
          about(
            strict({ announcement: Signs, z: OneSign, r: Signs }),
            "Its signs beside the track",
          ),
        ),
      }),
      EXTENSIONS,
    ),
  ),
});

const Electrification = strict({
  id: Id,
  voltage: about(NonBlank, "As `25000V`"),
  track_ranges: ApplicableRanges,
});

const NeutralSection = strict({
  id: Id,
  track_ranges: about(v.array(DirectionalRange), "Where no power may be drawn"),
  announcement_track_ranges: about(v.array(DirectionalRange), "Where it is announced"),
  lower_pantograph: about(v.boolean(), "Whether the pantograph must be lowered"),
  extensions: v.optional(
    about(
      strict({
        neutral_sncf: v.nullish(
          about(
            strict({ announcement: Signs, exe: OneSign, end: Signs, rev: Signs }),
            "Its signs beside the track",
          ),
        ),
      }),
      EXTENSIONS,
    ),
  ),
});

/** The schema of one object of each list of the document. */
export const OBJECT_SCHEMAS = {
  track_sections: TrackSection,
  extended_switch_types: SwitchType,
  electrifications: Electrification,
  neutral_sections: NeutralSection,
  speed_sections: SpeedSection,
  operational_points: OperationalPoint,
  detectors: Waypoint,
  buffer_stops: Waypoint,
  switches: Switch,
  routes: Route,
  signals: Signal,
} as const;

/** A validated document, as it was sent (absent optional fields stay absent). */
export type RailjsonDocument = {
  readonly [K in keyof typeof OBJECT_SCHEMAS]: readonly v.InferOutput<(typeof OBJECT_SCHEMAS)[K]>[];
} & { readonly version: string };
