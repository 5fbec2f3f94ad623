/** Projects (interface.md 4.1): the top of the operational studies. */
import * as v from "valibot";
import { jsonBody, noContent, okText } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { readIfMatch } from "../../platform/http/preconditions.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";
import { joinedPage } from "../../platform/http/sending/page_text.ts";
import { RecordListQuery } from "./fields.schemas.ts";
import { PROJECT_CONSTRAINTS } from "./project.errors.ts";
import {
  deleteProject,
  getProject,
  insertProject,
  listProjects,
  updateProject,
} from "./project.queries.ts";
import { ProjectChange, ProjectCreation, ProjectItem, ProjectPage } from "./project.schemas.ts";
import { answerChanged, answerStored, authorOf } from "./stored_record.ts";

const ProjectParams = v.object({ project_id: pathId });

export const PROJECT_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/projects",
    summary: "List the projects that the caller may know of",
    query: RecordListQuery,
    answer: okText(ProjectPage),
    access: checked({ roles: ["operational-studies:read"] }),
    errors: ["TooManyItems"],
    handle: async (ctx, { query }) => {
      const found = await listProjects(ctx.services.db, ctx.viewer_id, query);
      return joinedPage(found, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/projects",
    summary: "Create a project",
    body: jsonBody(ProjectCreation, {
      name: "Coast line",
      description: "More trains",
      tags: ["west"],
      budget: 5,
    }),
    answer: okText(ProjectItem),
    creates: "studies/project/insert",
    access: checked({ roles: ["operational-studies:write"] }),
    errors: ["ProjectImageNotFound"],
    headers: ["etag"],
    constraints: PROJECT_CONSTRAINTS,
    links: {
      parameters: { project_id: "$response.body#/id" },
      to: [
        "GET /projects/:project_id",
        "POST /projects/:project_id/studies",
        "PATCH /projects/:project_id",
        "DELETE /projects/:project_id",
      ],
    },
    handle: async (ctx, { body }) =>
      answerStored(ctx, await insertProject(ctx.services.db, body, authorOf(ctx))),
  }),
  endpoint({
    method: "get",
    path: "/projects/:project_id",
    summary: "A project; its name and description for who knows only something in it",
    params: ProjectParams,
    answer: okText(ProjectItem),
    access: checked({
      roles: ["operational-studies:read"],
      levels: { project: "MinimalMetadata" },
    }),
    headers: ["etag"],
    handle: async (ctx, { params: { project_id } }) => {
      const found = await getProject(ctx.services.db, project_id, ctx.viewer_id);
      if (found === null) throw absentResource("project", project_id);
      return answerStored(ctx, found);
    },
  }),
  endpoint({
    method: "patch",
    path: "/projects/:project_id",
    summary: "Change fields of a project; an image that is replaced or removed is deleted",
    params: ProjectParams,
    body: jsonBody(ProjectChange, { objectives: "Half an hour less", budget: null }),
    answer: okText(ProjectItem),
    access: checked({ roles: ["operational-studies:write"], levels: { project: "Writer" } }),
    errors: ["ProjectImageNotFound"],
    headers: ["if-match", "etag"],
    handle: async (ctx, { params: { project_id }, body }) => {
      const changed = await updateProject(ctx.services.db, project_id, {
        given: body,
        if_revision: readIfMatch(ctx),
        viewer_id: ctx.viewer_id,
      });
      if (changed === null) throw absentResource("project", project_id);
      return answerChanged(ctx, changed);
    },
  }),
  endpoint({
    method: "delete",
    path: "/projects/:project_id",
    summary: "Delete a project with its studies and their scenarios; timetables stay",
    params: ProjectParams,
    answer: noContent,
    access: checked({ roles: ["operational-studies:write"], levels: { project: "Owner" } }),
    handle: async ({ services }, { params: { project_id } }) => {
      if (!(await deleteProject(services.db, project_id))) {
        throw absentResource("project", project_id);
      }
    },
  }),
];
