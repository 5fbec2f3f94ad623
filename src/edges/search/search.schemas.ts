/** The search: its body and the items of each object (interface.md 11.2). */
import * as v from "valibot";
import { BoundingBox } from "../../network/infra/object.schemas.ts";
import { dropped } from "../../platform/http/authorship.ts";
import { bodyId } from "../../platform/http/fields.ts";
import { pageQuery } from "../../platform/http/page.ts";
import { MapPoint, PrintedDateTime } from "../../railway/quantities.ts";
import { Count, FiniteNumber, Text } from "../../railway/scalars.ts";
import { about, alsoOnWire, nameSchemas, onWire } from "../../railway/wire.ts";
import {
  Budget,
  DESCRIPTION_TEXT,
  MinimalProject,
  Name,
  Tags,
} from "../../studies/project/fields.schemas.ts";
import { TrainScheduleResult } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import { SEARCH_OBJECTS } from "./objects.ts";

const PAGE_MAX = 1000;

export const SearchPageQuery = v.object(pageQuery(PAGE_MAX));

/** Accepts anything: the compiler checks the expression and reports the position of an error. */
export const SearchExpression = v.pipe(
  v.unknown(),
  onWire({
    description:
      "A value, a column as `[name]`, or an operator with its arguments: `and`, `or`, `not`, `=`, " +
      "`=i` (equal without regard to case), `like`, `ilike`, `search` (every word is in the text, " +
      "without regard to accents and case), `list`, `contains` (a column and a list in either order: " +
      "the column holds every item), `to_string`",
    // Arrays contain expressions again, but client generators fail on recursive types.
    type: ["null", "boolean", "number", "string", "array"],
    items: {},
  }),
);

export const SearchBody = v.strictObject({
  object: v.pipe(
    Text,
    alsoOnWire({ enum: Object.keys(SEARCH_OBJECTS), description: "What is searched" }),
  ),
  query: SearchExpression,
  ...dropped("dry"),
});

const Point = about(
  v.nullable(
    v.strictObject({
      type: about(v.literal("Point"), "Type of GeoJSON"),
      coordinates: about(MapPoint, "Longitude and latitude, degrees (WGS 84)"),
    }),
  ),
  "Where it is on the map",
);
const OptionalText = v.nullable(Text);
const LineName = about(OptionalText, "Name of the line, null when it is not known");
const Code = about(v.pipe(v.number(), v.safeInteger()), "Whole number");
const OptionalInteger = v.nullable(Code);

export const FoundTrack = v.strictObject({
  infra_id: bodyId,
  line_code: Code,
  line_name: about(Text, "Name of the line, as the track sections tell it"),
  bbox: BoundingBox,
});

export const FoundOperationalPoint = v.strictObject({
  infra_id: bodyId,
  obj_id: about(Text, "Id of the object in its network"),
  uic: OptionalInteger,
  name: about(OptionalText, "Name of the station or junction"),
  trigram: about(OptionalText, "Its short name, as `PNO`"),
  ci: OptionalInteger,
  ch: about(OptionalText, "Code of the part of the station that it is, as `BV`"),
  geographic: Point,
  track_sections: about(
    v.array(
      v.strictObject({
        track: about(Text, "Id of a track section"),
        position: about(FiniteNumber, "Metres from the track section's start"),
      }),
    ),
    "Where its parts are",
  ),
});

export const FoundSignal = v.strictObject({
  infra_id: bodyId,
  obj_id: v.pipe(v.string(), v.description("Id of the signal in the network")),
  label: about(OptionalText, "What is written at the signal"),
  signaling_systems: about(v.array(Text), "As `BAL`"),
  settings: about(v.array(Text), "Names of its settings that are not false"),
  line_code: OptionalInteger,
  line_name: LineName,
  geographic: Point,
  sprite_signaling_system: v.pipe(
    OptionalText,
    v.description("The signalling system whose pictures show the signal, null when there is none"),
  ),
  sprite: v.pipe(OptionalText, v.description("The picture's name in that system")),
});

const record_entries = {
  id: bodyId,
  name: Name,
  description: v.nullable(about(Text, DESCRIPTION_TEXT)),
  last_modification: PrintedDateTime,
  tags: Tags,
};

export const FoundProject = v.strictObject({
  ...record_entries,
  image: v.nullable(about(bodyId, "Key of the document that is its image")),
  studies_count: about(Count, "How many studies it has"),
});

export const FoundStudy = v.strictObject({
  ...record_entries,
  project_id: bodyId,
  scenarios_count: about(Count, "How many scenarios it has"),
  budget: v.nullable(Budget),
});

export const FoundScenario = v.strictObject({
  ...record_entries,
  study_id: bodyId,
  electrical_profile_set_id: v.nullable(bodyId),
  infra_id: bodyId,
  infra_name: about(v.nullable(Text), "Null for callers who may not read the infrastructure"),
  trains_count: about(
    v.nullable(Count),
    "How many trains its timetable has; null for callers who may not read it",
  ),
});

/** As the record, but for two fields in which clients read numbers. */
export const FoundTrainSchedule = v.object({
  ...TrainScheduleResult.entries,
  comfort: about(v.pipe(Count, v.maxValue(2)), "0: STANDARD, 1: AIR_CONDITIONING, 2: HEATING"),
  constraint_distribution: about(v.pipe(Count, v.maxValue(1)), "0: STANDARD or LINEAR, 1: MARECO"),
});

/** Items of one object; projects and studies of which the caller may only see the name have nothing else. */
export const SearchResult = v.union([
  v.array(FoundTrack),
  v.array(FoundOperationalPoint),
  v.array(FoundSignal),
  v.array(v.union([FoundProject, MinimalProject])),
  v.array(v.union([FoundStudy, MinimalProject])),
  v.array(FoundScenario),
  v.array(FoundTrainSchedule),
]);

nameSchemas({
  SearchExpression,
  SearchBody,
  FoundTrack,
  FoundOperationalPoint,
  FoundSignal,
  FoundProject,
  FoundStudy,
  FoundScenario,
  FoundTrainSchedule,
  SearchResult,
});
