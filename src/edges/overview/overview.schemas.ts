/** The overview: its query and its answer (interface.md 7.1). */
import * as v from "valibot";
import { bodyId, queryId, queryText } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { Count, NonBlankText, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { Name } from "../../studies/project/fields.schemas.ts";
import { timetable_entries } from "../../timetable/timetable/timetable.schemas.ts";

const PAGE_MAX = 200;
const WORDS_LENGTH_MAX = 128;
/** Networks listed in one overview. */
export const NETWORKS_MAX = 200;

export const OverviewQuery = v.object({
  ...pageQuery(PAGE_MAX),
  words: v.optional(
    v.pipe(
      queryText,
      v.maxLength(WORDS_LENGTH_MAX, `must have at most ${WORDS_LENGTH_MAX} characters`),
      v.description(
        "Only timetables where each of these words is in the names of timetable, scenario, study and " +
          "project, or in the timetable's id; without regard to case and accents",
      ),
    ),
  ),
  timetable_id: v.optional(about(queryId, "Only this timetable")),
});
export type OverviewQuery = v.InferOutput<typeof OverviewQuery>;

const Named = v.strictObject({ id: bodyId, name: about(Text, "Its name for people") });

const TimetablePlace = v.strictObject({
  ...timetable_entries,
  scenario: about(
    v.nullable(
      v.strictObject({
        id: bodyId,
        name: Name,
        study: about(Named, "The scenario's study"),
        project: about(Named, "The study's project"),
        infra_id: bodyId,
        infra_name: about(
          v.nullable(NonBlankText),
          "Null for callers who may not read the infrastructure",
        ),
        electrical_profile_set_id: v.nullable(bodyId),
      }),
    ),
    "The scenario that it belongs to; null: none, or none that the caller may read",
  ),
});
export type TimetablePlace = v.InferOutput<typeof TimetablePlace>;

export const Overview = v.strictObject({
  timetables: about(pageSchema(TimetablePlace), "A page of timetables, changed last first"),
  infras: about(
    v.array(Named),
    `Infrastructures that the caller may read, the first ${NETWORKS_MAX}; without the role to read them none`,
  ),
  infra_count: about(Count, "How many there are of these in all"),
});
export type Overview = v.InferOutput<typeof Overview>;

nameSchemas({ TimetablePlace, Overview });
