/** The search: its body and the items of each object (interface.md 11.2). */
import * as v from "valibot";
import { bodyId } from "../http/fields.ts";
import { pageQuery } from "../http/page.ts";
import { Count, FiniteNumber, Text } from "../http/scalars.ts";
import { alsoOnWire, onWire } from "../http/wire.ts";
import { Budget, MinimalProject, Name, Tags } from "../project/fields.schemas.ts";
import { TrainScheduleResult } from "../train_schedule/train_schedule.schemas.ts";
import { SEARCH_OBJECTS } from "./objects.ts";

const PAGE_MAX = 1000;

export const SearchPageQuery = v.object(pageQuery(PAGE_MAX));

/** The compiler judges it and tells the place of what is wrong. */
export const SearchExpression = v.pipe(
  v.unknown(),
  onWire({
    description:
      "A value, a column as `[name]`, or an operator with its arguments: `and`, `or`, `not`, `=`, " +
      "`=i` (the same text but for case), `like`, `ilike`, `search` (every word is in the text, " +
      "without regard to accents and case), `list`, `contains` (a column and a list in either order: " +
      "the column holds every item), `to_string`",
    // Arrays hold expressions again; generators of clients stumble over types that name themselves.
    type: ["null", "boolean", "number", "string", "array"],
    items: {},
  }),
);

export const SearchBody = v.object({
  object: v.pipe(Text, alsoOnWire({ enum: Object.keys(SEARCH_OBJECTS) })),
  query: SearchExpression,
});

const Point = v.nullable(
  v.strictObject({
    type: v.literal("Point"),
    coordinates: v.pipe(v.array(FiniteNumber), v.length(2)),
  }),
);
const OptionalText = v.nullable(v.string());
const OptionalInteger = v.nullable(v.pipe(v.number(), v.safeInteger()));

export const FoundTrack = v.strictObject({
  infra_id: bodyId,
  line_code: v.pipe(v.number(), v.safeInteger()),
  line_name: v.string(),
});

export const FoundOperationalPoint = v.strictObject({
  infra_id: bodyId,
  obj_id: v.string(),
  uic: OptionalInteger,
  name: OptionalText,
  trigram: OptionalText,
  ci: OptionalInteger,
  ch: OptionalText,
  geographic: Point,
  track_sections: v.array(v.strictObject({ track: v.string(), position: FiniteNumber })),
});

export const FoundSignal = v.strictObject({
  infra_id: bodyId,
  obj_id: v.pipe(v.string(), v.description("Id of the signal in the network")),
  label: OptionalText,
  signaling_systems: v.array(v.string()),
  settings: v.array(v.string()),
  line_code: OptionalInteger,
  line_name: OptionalText,
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
  description: v.nullable(Text),
  last_modification: Text,
  tags: Tags,
};

export const FoundProject = v.strictObject({
  ...record_entries,
  image: v.nullable(bodyId),
  studies_count: Count,
});

export const FoundStudy = v.strictObject({
  ...record_entries,
  project_id: bodyId,
  scenarios_count: Count,
  budget: v.nullable(Budget),
});

export const FoundScenario = v.strictObject({
  ...record_entries,
  study_id: bodyId,
  electrical_profile_set_id: v.nullable(bodyId),
  infra_id: bodyId,
  // null for who may not read the infrastructure, or the timetable
  infra_name: v.nullable(Text),
  trains_count: v.nullable(Count),
});

/** Items of one object; of projects and studies of which only the name is known, that. */
export const SearchResult = v.union([
  v.array(FoundTrack),
  v.array(FoundOperationalPoint),
  v.array(FoundSignal),
  v.array(v.union([FoundProject, MinimalProject])),
  v.array(v.union([FoundStudy, MinimalProject])),
  v.array(FoundScenario),
  v.array(TrainScheduleResult),
]);
