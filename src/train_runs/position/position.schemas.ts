/** Where the trains of a timetable are on the map: query and answer. */
import * as v from "valibot";
import { AppError } from "../../platform/http/errors.ts";
import { bodyId, queryText } from "../../platform/http/fields.ts";
import { answer_format } from "../../platform/http/sending/parquet_stream.ts";
import { parseUtcDateTime } from "../../railway/iso8601.ts";
import {
  MapLines,
  MapPoint,
  PathPosition,
  PrintedDateTime,
  Speed,
} from "../../railway/quantities.ts";
import { Count, Text } from "../../railway/scalars.ts";
import { about, nameSchemas, onWire } from "../../railway/wire.ts";
import { dated_train, queryDate } from "../../timetable/calendar/date_query.ts";
import { SimulationQuery } from "../simulation/simulation.schemas.ts";

const TIMES_MAX = 600;
const STEP_S_MAX = 86_400;

const QueryTime = v.pipe(
  queryText,
  v.rawTransform(({ dataset, addIssue, NEVER }): number => {
    const parsed = parseUtcDateTime(dataset.value);
    if (parsed.ok) return parsed.value;
    addIssue({ message: parsed.error });
    return NEVER;
  }),
  onWire({ type: "string", format: "date-time" }),
);

const StepSeconds = v.pipe(
  queryText,
  v.regex(/^[1-9]\d{0,4}$/, "must be a whole number of seconds, not 0"),
  v.transform(Number),
  v.maxValue(STEP_S_MAX, `must be at most ${STEP_S_MAX}`),
  onWire({ type: "integer", minimum: 1, maximum: STEP_S_MAX }),
);

export const PositionQuery = v.object({
  ...SimulationQuery.entries,
  date: queryDate,
  at: v.optional(about(QueryTime, "One time; UTC unless it has a zone")),
  from: v.optional(about(QueryTime, "In place of `at` the first of several times")),
  to: v.optional(about(QueryTime, "The last of them at most")),
  step: v.optional(about(StepSeconds, "Seconds from one to the next")),
});

type Asked = Pick<v.InferOutput<typeof PositionQuery>, "at" | "from" | "to" | "step">;

/** The requested times, ms since the epoch. Throws InvalidQuery. */
export function listTimes({ at, from, to, step }: Asked): readonly number[] {
  if (at !== undefined && from === undefined && to === undefined && step === undefined) return [at];
  if (at !== undefined || from === undefined || to === undefined || step === undefined) {
    throw new AppError("InvalidQuery", "Either `at` or `from`, `to` and `step` must be given");
  }
  const count = Math.floor((to - from) / (1000 * step)) + 1;
  if (count < 1 || count > TIMES_MAX) {
    const message = `There must be 1 to ${TIMES_MAX} times from \`from\` to \`to\``;
    throw new AppError("InvalidQuery", message, { count, count_max: TIMES_MAX });
  }
  return Array.from({ length: count }, (_, i) => from + 1000 * step * i);
}

/** What identifies a train within a timetable. */
const NAMED = {
  train_id: about(bodyId, "Id of the train schedule or paced train"),
  kind: about(v.picklist(["train_schedule", "paced_train"]), "Which of both it is"),
  occurrence: about(
    v.nullable(
      v.object({
        index: v.optional(about(Count, "Which occurrence, from 0; absent for an added train")),
        exception_key: v.optional(about(Text, "Key of the exception that it is")),
      }),
    ),
    "Of a paced train which of its trains; null of a train schedule",
  ),
  ...dated_train,
};

const TrainPosition = v.strictObject({
  ...NAMED,
  head: about(MapPoint, "Longitude and latitude of its head, degrees (WGS 84)"),
  tail: about(MapPoint, "The same of its tail, on its path"),
  path_position: about(PathPosition, "Of its head"),
  speed: Speed,
});

/** Trains that run at the time; others are left out. */
const PositionsAtTime = v.array(TrainPosition);

/** For one time its trains; for several times a list for each. */
export const TrainPositions = v.union([
  PositionsAtTime,
  v.array(
    v.strictObject({
      time: PrintedDateTime,
      trains: about(PositionsAtTime, "Those that run then"),
    }),
  ),
]);

export const HeldZoneQuery = v.object({
  ...SimulationQuery.entries,
  date: queryDate,
  at: about(QueryTime, "The time; UTC unless it has a zone"),
  format: answer_format,
});

const HeldZone = v.strictObject({
  type: about(v.literal("Feature"), "Type of GeoJSON"),
  geometry: about(MapLines, "The tracks of the zone"),
  properties: about(
    v.strictObject({
      ...NAMED,
      zone: about(Text, "Name of the zone"),
      state: about(
        v.picklist(["OCCUPIED", "RESERVED", "ROUTE_SET"]),
        "The first that holds: the train is in it; it must be free of others for the train; a route over it is set for the train",
      ),
    }),
    "Whose it is, and how",
  ),
});

/** A feature for each zone of each train that runs at the time. */
export const HeldZones = v.strictObject({
  type: about(v.literal("FeatureCollection"), "Type of GeoJSON"),
  features: about(v.array(HeldZone), "One for each zone that a train has, train by train"),
});

nameSchemas({ HeldZone, HeldZones, TrainPosition, TrainPositions });
