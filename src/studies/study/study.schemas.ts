/** Studies: bodies and answers (interface.md 4.2). A change keeps absent fields; null clears a field that may be empty, else it counts as absent. Clients send records back. */
import * as v from "valibot";
import { dropped } from "../../platform/http/authorship.ts";
import { bodyId } from "../../platform/http/fields.ts";
import { pageSchema } from "../../platform/http/page.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, Identifier, optionalOrNull, PlainObject, Text } from "../../railway/scalars.ts";
import { about, alsoOnWire, nameSchemas } from "../../railway/wire.ts";
import {
  Budget,
  DESCRIPTION_TEXT,
  MinimalProject,
  Name,
  shortText,
  Tags,
} from "../project/fields.schemas.ts";
import { Project } from "../project/project.schemas.ts";

const CODE_LENGTH_MAX = 255;
const BUSINESS_CODE = "Code of the business that it is for, as the users count them";
const SERVICE_CODE = "Code of the train service that it is about, as the users count them";
const STUDY_TYPE = "What kind of study it is, in the users' words";
const State = about(Identifier, "How far it is, in the users' words, as `started`");
const ScenariosCount = about(Count, "How many scenarios it has");

/** A calendar date, `2026-05-22`; PostgreSQL has no year 0. */
const CalendarDate = v.pipe(
  v.string(),
  v.check(isCalendarDate, "must be a date such as 2026-05-22"),
  alsoOnWire({ format: "date", description: "Day, `YYYY-MM-DD`" }),
);

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < "0001") return false;
  const date = new Date(`${text}T00:00:00Z`);
  // JavaScript reads February 30 as a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const optional_entries = {
  description: v.optional(v.nullable(about(shortText(1024), DESCRIPTION_TEXT))),
  business_code: v.optional(v.nullable(about(shortText(CODE_LENGTH_MAX), BUSINESS_CODE))),
  service_code: v.optional(v.nullable(about(shortText(CODE_LENGTH_MAX), SERVICE_CODE))),
  start_date: v.optional(v.nullable(CalendarDate)),
  expected_end_date: v.optional(v.nullable(CalendarDate)),
  actual_end_date: v.optional(v.nullable(CalendarDate)),
  budget: v.optional(v.nullable(Budget)),
  tags: v.optional(Tags),
  study_type: v.optional(v.nullable(about(shortText(CODE_LENGTH_MAX), STUDY_TYPE))),
};

const served_entries = dropped(
  "id",
  "project_id",
  "project",
  "creation_date",
  "last_modification",
  "scenarios_count",
);

export const StudyCreation = v.pipe(
  PlainObject,
  v.strictObject({ name: Name, state: State, ...optional_entries, ...served_entries }),
);
export const StudyChange = v.pipe(
  PlainObject,
  v.strictObject({
    ...optional_entries,
    name: optionalOrNull(Name),
    state: optionalOrNull(State),
    tags: optionalOrNull(Tags),
    ...served_entries,
  }),
);
export type StudyChange = v.InferOutput<typeof StudyChange>;

const study_entries = {
  id: bodyId,
  project_id: bodyId,
  name: Name,
  description: v.nullable(about(Text, DESCRIPTION_TEXT)),
  business_code: v.nullable(about(Text, BUSINESS_CODE)),
  service_code: v.nullable(about(Text, SERVICE_CODE)),
  start_date: v.nullable(CalendarDate),
  expected_end_date: v.nullable(CalendarDate),
  actual_end_date: v.nullable(CalendarDate),
  budget: v.nullable(Budget),
  tags: Tags,
  state: State,
  study_type: v.nullable(about(Text, STUDY_TYPE)),
  creation_date: PrintedDateTime,
  last_modification: PrintedDateTime,
};

/** The same three fields as a project's. */
const MinimalStudy = MinimalProject;

/** A study within a scenario's answer. */
export const Study = about(
  v.union([v.strictObject(study_entries), MinimalStudy]),
  "The study, its name alone where no more may be seen",
);

export const StudyItem = v.union([
  v.strictObject({ ...study_entries, scenarios_count: ScenariosCount }),
  MinimalStudy,
]);
export const StudyPage = pageSchema(StudyItem);

/** A single study with its project. */
export const StudyAnswer = v.union([
  v.strictObject({ ...study_entries, scenarios_count: ScenariosCount, project: Project }),
  MinimalStudy,
]);

nameSchemas({ StudyCreation, StudyChange, Study, StudyItem, StudyPage, StudyAnswer });
