/**
 * Scenarios (interface.md 4.3): an infrastructure and a timetable in a study. The level is checked on
 * the scenario itself, which inherits those of its study and project; each statement verifies that it
 * is where the path says. The resources that a scenario refers to are checked by their own endpoints.
 */
import * as v from "valibot";
import { jsonBody, noContent, okText } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { readIfMatch } from "../../platform/http/preconditions.ts";
import { joinedPage } from "../../platform/http/sending/page_text.ts";
import { RecordListQuery } from "../project/fields.schemas.ts";
import { answerChanged, answerStored, authorOf } from "../project/stored_record.ts";
import { scenarioAbsent, studyAbsent } from "../study/study.errors.ts";
import { SCENARIO_CONSTRAINTS } from "./scenario.errors.ts";
import {
  deleteScenario,
  getInfraOfScenario,
  getScenario,
  insertScenario,
  listScenarios,
  updateScenario,
} from "./scenario.queries.ts";
import {
  ScenarioAnswer,
  ScenarioChange,
  ScenarioCreation,
  ScenarioPage,
} from "./scenario.schemas.ts";

const StudyParams = v.object({ project_id: pathId, study_id: pathId });
const ScenarioParams = v.object({ project_id: pathId, study_id: pathId, scenario_id: pathId });

export const SCENARIO_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/projects/:project_id/studies/:study_id/scenarios",
    summary: "List the scenarios of a study that the caller may see",
    params: StudyParams,
    query: RecordListQuery,
    answer: okText(ScenarioPage),
    access: checked({ roles: ["operational-studies:read"], levels: { study: "MinimalMetadata" } }),
    errors: ["TooManyItems", "ProjectNotFound"],
    handle: async ({ services, viewer_id }, { params, query }) => {
      const found = await listScenarios(services.db, params, { viewer_id, at: query });
      if (found === null) throw await studyAbsent(services.db, params);
      return joinedPage(found, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/projects/:project_id/studies/:study_id/scenarios",
    summary: "Create a scenario in a study, of an infrastructure and a timetable",
    params: StudyParams,
    body: jsonBody(ScenarioCreation, {
      name: "Every 15 minutes",
      infra_id: 3,
      timetable_id: 5,
      tags: [],
    }),
    answer: okText(ScenarioAnswer),
    creates: "studies/scenario/insert",
    access: checked({
      roles: ["operational-studies:write"],
      levels: { study: "Creator", infra: "Reader", timetable: "Writer" },
      absent: { infra: "ScenarioInfraNotFound", timetable: "ScenarioTimetableNotFound" },
    }),
    errors: ["ProjectNotFound", "ScenarioTimetableAlreadyUsed", "ElectricalProfileSetNotFound"],
    headers: ["etag"],
    constraints: SCENARIO_CONSTRAINTS,
    links: {
      parameters: {
        project_id: "$request.path.project_id",
        study_id: "$request.path.study_id",
        scenario_id: "$response.body#/id",
      },
      to: [
        "GET /projects/:project_id/studies/:study_id/scenarios/:scenario_id",
        "PATCH /projects/:project_id/studies/:study_id/scenarios/:scenario_id",
        "DELETE /projects/:project_id/studies/:study_id/scenarios/:scenario_id",
      ],
    },
    handle: async (ctx, { params, body }) => {
      const { db } = ctx.services;
      await ctx.require({ infra: [body.infra_id], timetable: [body.timetable_id] });
      const made = await insertScenario(db, params, body, authorOf(ctx));
      if (made === null) throw await studyAbsent(db, params);
      return answerStored(ctx, made);
    },
  }),
  endpoint({
    method: "get",
    path: "/projects/:project_id/studies/:study_id/scenarios/:scenario_id",
    summary: "A scenario with its project and study",
    params: ScenarioParams,
    answer: okText(ScenarioAnswer),
    access: checked({ roles: ["operational-studies:read"], levels: { scenario: "Reader" } }),
    errors: ["ProjectNotFound", "StudyNotFound"],
    headers: ["etag"],
    handle: async (ctx, { params }) => {
      const found = await getScenario(ctx.services.db, params, ctx.viewer_id);
      if (found === null) throw await scenarioAbsent(ctx.services.db, params);
      return answerStored(ctx, found);
    },
  }),
  endpoint({
    method: "patch",
    path: "/projects/:project_id/studies/:study_id/scenarios/:scenario_id",
    summary: "Change fields of a scenario; its timetable stays",
    params: ScenarioParams,
    body: jsonBody(ScenarioChange, {
      description: "With the new junction",
    }),
    answer: okText(ScenarioAnswer),
    access: checked({
      roles: ["operational-studies:write"],
      levels: { scenario: "Writer", infra: "Reader" },
      absent: { infra: "ScenarioInfraNotFound" },
    }),
    errors: ["ProjectNotFound", "StudyNotFound", "ElectricalProfileSetNotFound"],
    headers: ["if-match", "etag"],
    handle: async (ctx, { params, body }) => {
      const { db } = ctx.services;
      const changed = await updateScenario(db, params, {
        given: await checkInfra(ctx, params.scenario_id, body),
        if_revision: readIfMatch(ctx),
        viewer_id: ctx.viewer_id,
      });
      if (changed === null) throw await scenarioAbsent(db, params);
      return answerChanged(ctx, changed);
    },
  }),
  endpoint({
    method: "delete",
    path: "/projects/:project_id/studies/:study_id/scenarios/:scenario_id",
    summary: "Delete a scenario; its timetable stays",
    params: ScenarioParams,
    answer: noContent,
    access: checked({ roles: ["operational-studies:write"], levels: { scenario: "Owner" } }),
    errors: ["ProjectNotFound", "StudyNotFound"],
    handle: async ({ services }, { params }) => {
      if (!(await deleteScenario(services.db, params))) {
        throw await scenarioAbsent(services.db, params);
      }
    },
  }),
];

/**
 * Requires the level on the infrastructure that a scenario moves to. Naming its current one is no move
 * and requires nothing; it is then left out of the change, so that a concurrent move is not undone.
 */
async function checkInfra(
  ctx: Context,
  scenario_id: number,
  { infra_id, ...others }: ScenarioChange,
): Promise<ScenarioChange> {
  const moves =
    infra_id !== undefined && (await getInfraOfScenario(ctx.services.db, scenario_id)) !== infra_id;
  await ctx.require({ infra: moves ? [infra_id] : [] });
  return moves ? { ...others, infra_id } : others;
}
