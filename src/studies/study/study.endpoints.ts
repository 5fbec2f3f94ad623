/**
 * Studies (interface.md 4.2). The level is checked on the study itself, which inherits its
 * project's; each statement verifies that the study is in the project of the path.
 */
import * as v from "valibot";
import { jsonBody, noContent, okText } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { readIfMatch } from "../../platform/http/preconditions.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";
import { joinedPage } from "../../platform/http/sending/page_text.ts";
import { RecordListQuery } from "../project/fields.schemas.ts";
import { answerChanged, answerStored, authorOf } from "../project/stored_record.ts";
import { STUDY_CONSTRAINTS, studyAbsent } from "./study.errors.ts";
import { deleteStudy, getStudy, insertStudy, listStudies, updateStudy } from "./study.queries.ts";
import { StudyAnswer, StudyChange, StudyCreation, StudyPage } from "./study.schemas.ts";

const ProjectParams = v.object({ project_id: pathId });
const StudyParams = v.object({ project_id: pathId, study_id: pathId });

export const STUDY_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/projects/:project_id/studies",
    summary: "List the studies of a project that the caller may know of",
    params: ProjectParams,
    query: RecordListQuery,
    answer: okText(StudyPage),
    access: checked({
      roles: ["operational-studies:read"],
      levels: { project: "MinimalMetadata" },
    }),
    errors: ["TooManyItems"],
    handle: async (ctx, { params: { project_id }, query }) => {
      const { services, viewer_id } = ctx;
      const found = await listStudies(services.db, project_id, { viewer_id, at: query });
      if (found === null) throw absentResource("project", project_id);
      return joinedPage(found, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/projects/:project_id/studies",
    summary: "Create a study in a project",
    params: ProjectParams,
    body: jsonBody(StudyCreation, {
      name: "Timetable 2027",
      state: "started",
      start_date: "2026-05-22",
      expected_end_date: "2026-12-31",
    }),
    answer: okText(StudyAnswer),
    creates: "studies/study/insert",
    access: checked({ roles: ["operational-studies:write"], levels: { project: "Creator" } }),
    errors: ["StudyStartDateAfterEndDate"],
    headers: ["etag"],
    constraints: STUDY_CONSTRAINTS,
    links: {
      parameters: { project_id: "$request.path.project_id", study_id: "$response.body#/id" },
      to: [
        "GET /projects/:project_id/studies/:study_id",
        "POST /projects/:project_id/studies/:study_id/scenarios",
        "PATCH /projects/:project_id/studies/:study_id",
        "DELETE /projects/:project_id/studies/:study_id",
      ],
    },
    handle: async (ctx, { params: { project_id }, body }) => {
      const made = await insertStudy(ctx.services.db, project_id, body, authorOf(ctx));
      if (made === null) throw absentResource("project", project_id);
      return answerStored(ctx, made);
    },
  }),
  endpoint({
    method: "get",
    path: "/projects/:project_id/studies/:study_id",
    summary: "A study; its name and description for who knows only something in it",
    params: StudyParams,
    answer: okText(StudyAnswer),
    access: checked({ roles: ["operational-studies:read"], levels: { study: "MinimalMetadata" } }),
    errors: ["ProjectNotFound"],
    headers: ["etag"],
    handle: async (ctx, { params }) => {
      const found = await getStudy(ctx.services.db, params, ctx.viewer_id);
      if (found === null) throw await studyAbsent(ctx.services.db, params);
      return answerStored(ctx, found);
    },
  }),
  endpoint({
    method: "patch",
    path: "/projects/:project_id/studies/:study_id",
    summary: "Change fields of a study",
    params: StudyParams,
    body: jsonBody(StudyChange, { state: "finish" }),
    answer: okText(StudyAnswer),
    access: checked({ roles: ["operational-studies:write"], levels: { study: "Writer" } }),
    errors: ["ProjectNotFound", "StudyStartDateAfterEndDate"],
    headers: ["if-match", "etag"],
    handle: async (ctx, { params, body }) => {
      const changed = await updateStudy(ctx.services.db, params, {
        given: body,
        if_revision: readIfMatch(ctx),
        viewer_id: ctx.viewer_id,
      });
      if (changed === null) throw await studyAbsent(ctx.services.db, params);
      return answerChanged(ctx, changed);
    },
  }),
  endpoint({
    method: "delete",
    path: "/projects/:project_id/studies/:study_id",
    summary: "Delete a study with its scenarios; timetables stay",
    params: StudyParams,
    answer: noContent,
    access: checked({ roles: ["operational-studies:write"], levels: { study: "Owner" } }),
    errors: ["ProjectNotFound"],
    handle: async ({ services }, { params }) => {
      if (!(await deleteStudy(services.db, params))) throw await studyAbsent(services.db, params);
    },
  }),
];
