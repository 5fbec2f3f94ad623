/**
 * RailJSON 3.4.12 as valibot schemas (interface.md 5.3): required fields, no unknown keys, ranges
 * and enumerations. Positions are only bounded here: whether they lie on their track is a
 * referential question (checks/), which lists faults and never rejects.
 * valibot takes arrays for objects and skips reserved keys of records, so both are wrapped.
 */
import * as v from "valibot";
import { MAX_POSITION_M, MAX_TAGS, MIN_TRACK_LENGTH_M } from "./limits.ts";

const RESERVED_KEYS: readonly string[] = ["__proto__", "constructor", "prototype"];

const plainObject = v.custom<Record<string, unknown>>(
  (input) => typeof input === "object" && input !== null && !Array.isArray(input),
  "must be an object",
);

/** An object with exactly these entries. */
function strict<const T extends v.ObjectEntries>(entries: T) {
  return v.pipe(plainObject, v.strictObject(entries));
}

/** A map of any keys; the three names that JavaScript reserves are refused. */
function mapOf<const T extends v.GenericSchema>(value: T) {
  const unreserved = v.check<Record<string, unknown>, string>(
    (input) => !RESERVED_KEYS.some((key) => Object.hasOwn(input, key)),
    `${RESERVED_KEYS.join(", ")} can't be keys`,
  );
  return v.pipe(plainObject, unreserved, v.record(NonBlank, value));
}

const NonBlank = v.pipe(v.string(), v.minLength(1));
const Identifier = v.pipe(v.string(), v.minLength(1), v.maxLength(255));
const Position = v.pipe(v.number(), v.minValue(-MAX_POSITION_M), v.maxValue(MAX_POSITION_M));
const Finite = v.pipe(v.number(), v.finite());
const Speed = v.pipe(v.number(), v.finite(), v.gtValue(0));
const Int32 = v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 31)), v.maxValue(2 ** 31 - 1));
const Int64 = v.pipe(v.number(), v.safeInteger());
const Direction = v.picklist(["START_TO_STOP", "STOP_TO_START"]);
const Side = v.picklist(["LEFT", "RIGHT", "CENTER"]);

const LoadingGauge = v.picklist(
  ["G1", "G2", "GA", "GB", "GB1", "GC", "FR3.3", "FR3.3/GB/G2", "GLOTT"],
  "must be a loading gauge",
);

const Sign = strict({
  track: Identifier,
  position: Position,
  side: Side,
  direction: Direction,
  type: v.string(),
  value: v.string(),
  kp: v.string(),
});

const KpExtensions = v.optional(strict({ sncf: v.nullish(strict({ kp: v.string() })) }));

const GeoPoint = v.pipe(v.array(Finite), v.minLength(2), v.maxLength(3));

const ApplicableRange = strict({
  track: Identifier,
  begin: Position,
  end: Position,
  applicable_directions: v.picklist(["START_TO_STOP", "STOP_TO_START", "BOTH"]),
});

const DirectionalRange = strict({
  track: Identifier,
  begin: Position,
  end: Position,
  direction: Direction,
});

const TrackSection = strict({
  id: Identifier,
  length: v.pipe(v.number(), v.minValue(MIN_TRACK_LENGTH_M), v.maxValue(MAX_POSITION_M)),
  slopes: v.array(strict({ gradient: Finite, begin: Position, end: Position })),
  curves: v.array(strict({ radius: Finite, begin: Position, end: Position })),
  loading_gauge_limits: v.optional(
    v.array(strict({ category: LoadingGauge, begin: Position, end: Position })),
  ),
  geo: strict({
    type: v.literal("LineString"),
    coordinates: v.pipe(v.array(GeoPoint), v.minLength(2)),
  }),
  extensions: v.optional(
    strict({
      sncf: v.nullish(
        strict({
          line_code: Int32,
          line_name: v.string(),
          track_number: Int32,
          track_name: v.string(),
        }),
      ),
      source: v.nullish(strict({ id: v.string(), name: v.string() })),
    }),
  ),
});

const Switch = strict({
  id: Identifier,
  switch_type: Identifier,
  group_change_delay: v.pipe(v.number(), v.finite(), v.minValue(0)),
  ports: mapOf(strict({ track: Identifier, endpoint: v.picklist(["BEGIN", "END"]) })),
  extensions: v.optional(strict({ sncf: v.nullish(strict({ label: v.string() })) })),
});

const SwitchType = strict({
  id: Identifier,
  ports: v.array(Identifier),
  groups: mapOf(v.array(strict({ src: Identifier, dst: Identifier }))),
});

const RouteEnd = strict({ type: v.picklist(["Detector", "BufferStop"]), id: Identifier });

const Route = strict({
  id: Identifier,
  entry_point: RouteEnd,
  exit_point: RouteEnd,
  entry_point_direction: Direction,
  release_detectors: v.array(Identifier),
  switches_directions: mapOf(Identifier),
});

const Flags = mapOf(NonBlank);

/** The only kind of object whose further keys are tolerated. */
const LogicalSignal = v.pipe(
  plainObject,
  v.looseObject({
    signaling_system: NonBlank,
    next_signaling_systems: v.array(NonBlank),
    settings: Flags,
    default_parameters: Flags,
    conditional_parameters: v.array(strict({ on_route: Identifier, parameters: Flags })),
  }),
);

const Signal = strict({
  id: Identifier,
  track: Identifier,
  position: Position,
  direction: Direction,
  sight_distance: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_POSITION_M)),
  logical_signals: v.optional(v.array(LogicalSignal)),
  extensions: v.optional(
    strict({
      sncf: v.nullish(strict({ label: v.string(), kp: v.string(), side: v.optional(Side) })),
    }),
  ),
});

const Waypoint = strict({
  id: Identifier,
  track: Identifier,
  position: Position,
  extensions: KpExtensions,
});

const OperationalPoint = strict({
  id: Identifier,
  parts: v.array(strict({ track: Identifier, position: Position, extensions: KpExtensions })),
  extensions: v.optional(
    strict({
      identifier: v.nullish(strict({ name: v.string(), uic: Int64 })),
      sncf: v.nullish(
        strict({
          ci: Int64,
          ch: v.string(),
          ch_short_label: v.string(),
          ch_long_label: v.string(),
          trigram: v.string(),
        }),
      ),
    }),
  ),
});

const SpeedSection = strict({
  id: Identifier,
  speed_limit: v.nullish(Speed),
  speed_limit_by_tag: v.pipe(mapOf(Speed), v.maxEntries(MAX_TAGS)),
  track_ranges: v.array(ApplicableRange),
  on_routes: v.nullish(v.array(Identifier)),
  extensions: v.optional(
    strict({
      psl_sncf: v.nullish(strict({ announcement: v.array(Sign), z: Sign, r: v.array(Sign) })),
    }),
  ),
});

const Electrification = strict({
  id: Identifier,
  voltage: NonBlank,
  track_ranges: v.array(ApplicableRange),
});

const NeutralSection = strict({
  id: Identifier,
  track_ranges: v.array(DirectionalRange),
  announcement_track_ranges: v.array(DirectionalRange),
  lower_pantograph: v.boolean(),
  extensions: v.optional(
    strict({
      neutral_sncf: v.nullish(
        strict({
          announcement: v.array(Sign),
          exe: Sign,
          end: v.array(Sign),
          rev: v.array(Sign),
        }),
      ),
    }),
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

/** A document that passed validation, as it was sent (absent optional fields stay absent). */
export type RailjsonDocument = {
  readonly [K in keyof typeof OBJECT_SCHEMAS]: readonly v.InferOutput<(typeof OBJECT_SCHEMAS)[K]>[];
} & { readonly version: string };
