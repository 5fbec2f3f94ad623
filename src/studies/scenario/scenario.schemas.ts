/** Scenarios: bodies and answers (interface.md 4.3). A change keeps absent fields; null clears a field that may be empty, else it counts as absent. Clients send records back. */
import * as v from "valibot";
import { dropped } from "../../platform/http/authorship.ts";
import { bodyId } from "../../platform/http/fields.ts";
import { pageSchema } from "../../platform/http/page.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, NonBlankText, optionalOrNull, PlainObject, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { DESCRIPTION_TEXT, Name, shortText, Tags } from "../project/fields.schemas.ts";
import { Project } from "../project/project.schemas.ts";
import { Study } from "../study/study.schemas.ts";

const optional_entries = {
  description: v.optional(about(shortText(1024), DESCRIPTION_TEXT)),
  tags: v.optional(Tags),
  electrical_profile_set_id: v.optional(v.nullable(bodyId)),
};

const served_entries = dropped(
  "id",
  "study_id",
  "project",
  "study",
  "infra_name",
  "trains_count",
  "creation_date",
  "last_modification",
);

export const ScenarioCreation = v.pipe(
  PlainObject,
  v.strictObject({
    name: Name,
    infra_id: bodyId,
    timetable_id: bodyId,
    ...optional_entries,
    ...served_entries,
  }),
);
export type ScenarioCreation = v.InferOutput<typeof ScenarioCreation>;

/** The timetable can't be changed. */
export const ScenarioChange = v.pipe(
  PlainObject,
  v.strictObject({
    ...optional_entries,
    name: optionalOrNull(Name),
    infra_id: optionalOrNull(bodyId),
    description: optionalOrNull(about(shortText(1024), DESCRIPTION_TEXT)),
    tags: optionalOrNull(Tags),
    ...served_entries,
    ...dropped("timetable_id"),
  }),
);
export type ScenarioChange = v.InferOutput<typeof ScenarioChange>;

const scenario_entries = {
  id: bodyId,
  study_id: bodyId,
  name: Name,
  description: about(Text, DESCRIPTION_TEXT),
  infra_id: bodyId,
  timetable_id: bodyId,
  electrical_profile_set_id: v.optional(bodyId),
  tags: Tags,
  creation_date: PrintedDateTime,
  last_modification: PrintedDateTime,
  infra_name: about(
    v.nullable(NonBlankText),
    "Null for callers who may not read the infrastructure",
  ),
  trains_count: about(
    v.nullable(Count),
    "How many trains its timetable has; null for callers who may not read it",
  ),
};

export const ScenarioPage = pageSchema(v.strictObject(scenario_entries));

/** A single scenario with its project and study. */
export const ScenarioAnswer = v.strictObject({
  ...scenario_entries,
  project: Project,
  study: Study,
});

nameSchemas({ ScenarioCreation, ScenarioChange, ScenarioPage, ScenarioAnswer });
