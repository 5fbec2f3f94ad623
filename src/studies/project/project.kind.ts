/** Projects as a kind of records (interface.md 4.1): the top of the operational studies. */
import { jsonBody } from "../../platform/http/answers.ts";
import type { RecordKind } from "../record/record_kind.ts";
import { PROJECT_CONSTRAINTS } from "./project.errors.ts";
import { ProjectChange, ProjectCreation, ProjectItem, ProjectPage } from "./project.schemas.ts";

export const PROJECT: RecordKind<ProjectChange, ProjectChange> = {
  type: "project",
  above: [],
  path: "/projects/:project_id",
  summaries: {
    list: "List the projects that the caller may know of",
    create: "Create a project",
    read: "A project; its name and description for who knows only something in it",
    change: "Change fields of a project; an image that is replaced or removed is deleted",
    remove: "Delete a project with its studies and their scenarios; timetables stay",
  },
  queries: {
    list: "studies/project/list",
    get: "studies/project/get",
    insert: "studies/project/insert",
    update: "studies/project/update",
    delete: "studies/project/delete",
  },
  creation: jsonBody(ProjectCreation, {
    name: "Coast line",
    description: "More trains",
    tags: ["west"],
    budget: 5,
  }),
  change: jsonBody(ProjectChange, { objectives: "Half an hour less", budget: null }),
  page: ProjectPage,
  answer: ProjectItem,
  contents: ["studies"],
  shown_to: "MinimalMetadata",
  creation_levels: {},
  change_levels: {},
  absent: {},
  creation_errors: ["ProjectImageNotFound"],
  change_errors: ["ProjectImageNotFound"],
  constraints: PROJECT_CONSTRAINTS,
  create: async (_ctx, body) => nameColumns(body),
  alter: async (_ctx, _place, body) => nameColumns(body),
};

function nameColumns({ image, ...columns }: ProjectChange): object {
  return image === undefined ? columns : { ...columns, image_id: image };
}
