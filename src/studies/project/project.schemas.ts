/** Projects: bodies and answers (interface.md 4.1). A change keeps absent fields; null clears a field that may be empty, else it counts as absent. Clients send records back. */
import * as v from "valibot";
import { dropped } from "../../platform/http/authorship.ts";
import { bodyId } from "../../platform/http/fields.ts";
import { pageSchema } from "../../platform/http/page.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, optionalOrNull, PlainObject, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import {
  Budget,
  DESCRIPTION_TEXT,
  MinimalProject,
  Name,
  shortText,
  Tags,
} from "./fields.schemas.ts";

const OBJECTIVES = "What it shall achieve, Markdown perhaps";
const FUNDERS = "Who pays for it";

const optional_entries = {
  description: v.optional(v.nullable(about(shortText(1024), DESCRIPTION_TEXT))),
  objectives: v.optional(v.nullable(about(shortText(4096), OBJECTIVES))),
  funders: v.optional(v.nullable(about(shortText(1024), FUNDERS))),
  budget: v.optional(v.nullable(Budget)),
  image: v.optional(v.nullable(about(bodyId, "Key of the document that is its image"))),
  tags: v.optional(Tags),
};

const served_entries = dropped("id", "creation_date", "last_modification", "studies_count");

export const ProjectCreation = v.pipe(
  PlainObject,
  v.strictObject({ name: Name, ...optional_entries, ...served_entries }),
);
export const ProjectChange = v.pipe(
  PlainObject,
  v.strictObject({
    ...optional_entries,
    name: optionalOrNull(Name),
    tags: optionalOrNull(Tags),
    ...served_entries,
  }),
);
export type ProjectChange = v.InferOutput<typeof ProjectChange>;

const project_entries = {
  id: bodyId,
  name: Name,
  description: v.nullable(about(Text, DESCRIPTION_TEXT)),
  objectives: v.nullable(about(Text, OBJECTIVES)),
  funders: v.nullable(about(Text, FUNDERS)),
  budget: v.nullable(Budget),
  image: v.nullable(about(bodyId, "Key of the document that is its image")),
  tags: Tags,
  creation_date: PrintedDateTime,
  last_modification: PrintedDateTime,
};

/** A project within the answer about something in it. */
export const Project = about(
  v.union([v.strictObject(project_entries), MinimalProject]),
  "The project, its name alone where no more may be seen",
);

/** A project as lists and single answers show it. */
export const ProjectItem = v.union([
  v.strictObject({ ...project_entries, studies_count: about(Count, "How many studies it has") }),
  MinimalProject,
]);
export const ProjectPage = pageSchema(ProjectItem);

nameSchemas({ ProjectCreation, ProjectChange, Project, ProjectItem, ProjectPage });
