/** Edits of networks and what editors read of them: parameters, bodies and answers. */
import * as v from "valibot";
import { Operation } from "../../../workers/railjson/edit/operation_schemas.ts";
import { Direction } from "../../railway/quantities.ts";
import { ExchangeReportRows } from "../../railway/report.schemas.ts";
import { Identifier, mapOf, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { COMPLETION_OPTIONS } from "./import.schemas.ts";
import { ObjectId, ObjectType } from "./object.schemas.ts";

const Object_ = v.pipe(
  v.looseObject({ id: about(Text, "Id of the object") }),
  v.description("The object in its completed form; positions and lengths in metres"),
);

export const Operations = v.array(Operation);

export const CompletionQuery = v.object(COMPLETION_OPTIONS);

export const CompletionProposal = v.strictObject({
  operations: about(Operations, "Creations of what is missing, none where nothing is"),
  report: about(ExchangeReportRows, "What they are, and where no route can run"),
});

export const OPERATIONS_EXAMPLE = [
  {
    operation_type: "CREATE",
    obj_type: "Detector",
    railjson: { id: "D1", track: "TA", position: 120 },
  },
  {
    operation_type: "UPDATE",
    obj_type: "TrackSection",
    obj_id: "TA",
    railjson_patch: [{ op: "replace", path: "/length", value: 2000.5 }],
  },
  { operation_type: "DELETE", obj_type: "Signal", obj_id: "S7" },
];

export const EditedObjects = v.array(v.strictObject({ obj_type: ObjectType, railjson: Object_ }));

export const TrackSplit = v.strictObject({
  track: about(Identifier, "Id of the track section"),
  offset: about(
    v.pipe(v.number(), v.safeInteger("must be a whole number"), v.minValue(0)),
    "Millimetres from its start to the cut",
  ),
});

export const SplitTracks = v.pipe(
  v.array(ObjectId),
  v.length(2),
  v.description("Ids of the left and of the right section"),
);

const Ids = v.array(about(Text, "Id of an object"));

export const AttachedObjects = v.strictObject({
  Signal: about(Ids, "Signals"),
  SpeedSection: about(Ids, "Speed sections"),
  Detector: about(Ids, "Detectors"),
  Switch: about(Ids, "Switches"),
  BufferStop: about(Ids, "Buffer stops"),
  OperationalPoint: about(Ids, "Operational points"),
  Electrification: about(Ids, "Electrifications"),
  NeutralSection: v.optional(about(Ids, "Neutral sections, where they are asked for")),
});

export const WaypointType = v.pipe(
  v.picklist(["Detector", "BufferStop"]),
  v.description("Type of the waypoint"),
);

export const WaypointRoutes = v.strictObject({
  starting: about(v.array(Text), "Routes that begin there"),
  ending: about(v.array(Text), "Routes that end there"),
});

const RouteRange = v.strictObject({
  track: about(Text, "Id of the track section"),
  begin: about(v.number(), "Metres from its start"),
  end: about(v.number(), "Metres from its start, not below `begin`"),
  direction: about(
    v.picklist(["START_TO_STOP", "STOP_TO_START"]),
    "The way along the track section",
  ),
});

export const RouteRanges = v.array(
  v.variant("type", [
    v.strictObject({
      type: about(v.literal("Computed"), "The route was followed"),
      track_ranges: about(v.array(RouteRange), "What it crosses, in order of passage"),
      switches_directions: about(
        v.array(v.pipe(v.array(Text), v.length(2))),
        "Switches in order of passage, each with its group",
      ),
    }),
    v.strictObject({ type: about(v.literal("NotFound"), "There is no such route") }),
    v.strictObject({
      type: about(v.literal("CantComputePath"), "It has no way from its entry to its exit"),
    }),
  ]),
);

export const AskedNodes = about(
  mapOf(Identifier, about(v.nullable(Identifier), "Its group; null = any")),
  "Switch → the group that routes must set it to",
);

export const NodeRoutes = v.strictObject({
  routes: about(v.array(Text), "Routes that name all these switches"),
  available_node_positions: about(
    v.record(Text, v.array(Text)),
    "Switch → the groups that these routes use",
  ),
});

const PLACES_MAX = 100;

const DirectedPlaces = v.pipe(
  v.array(
    v.strictObject({
      track: about(Identifier, "Id of the track section"),
      position: about(
        v.pipe(v.number(), v.finite("must be finite"), v.minValue(0)),
        "Metres from its start",
      ),
      direction: about(Direction, "The way that is travelled over it"),
    }),
  ),
  v.maxLength(PLACES_MAX, "is too long"),
);

export const AreaLimits = v.strictObject({
  entries: about(DirectedPlaces, "Where trains come in"),
  exits: about(DirectedPlaces, "Where they leave, in this direction"),
});

export const DelimitedArea = v.strictObject({
  track_ranges: about(v.array(RouteRange), "What trains can come over in between, by direction"),
});

nameSchemas({
  AreaLimits,
  DelimitedArea,
  Operation,
  Operations,
  CompletionProposal,
  EditedObjects,
  TrackSplit,
  SplitTracks,
  AttachedObjects,
  WaypointType,
  WaypointRoutes,
  RouteRanges,
  AskedNodes,
  NodeRoutes,
});
