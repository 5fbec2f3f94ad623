/**
 * Scenarios as a kind of records (interface.md 4.3): an infrastructure and a timetable in a study.
 * The resources that a scenario refers to are checked by their own endpoints.
 */
import { jsonBody } from "../../platform/http/answers.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import type { RecordKind, RecordPlace } from "../record/record_kind.ts";
import { SCENARIO_CONSTRAINTS } from "./scenario.errors.ts";
import { getInfraOfScenario } from "./scenario.queries.ts";
import {
  ScenarioAnswer,
  ScenarioChange,
  ScenarioCreation,
  ScenarioPage,
} from "./scenario.schemas.ts";

export const SCENARIO: RecordKind<ScenarioCreation, ScenarioChange> = {
  type: "scenario",
  above: ["project", "study"],
  path: "/projects/:project_id/studies/:study_id/scenarios/:scenario_id",
  summaries: {
    list: "List the scenarios of a study that the caller may see",
    create: "Create a scenario in a study, of an infrastructure and a timetable",
    read: "A scenario with its project and study",
    change: "Change fields of a scenario; its timetable stays",
    remove: "Delete a scenario; its timetable stays",
  },
  queries: {
    list: "studies/scenario/list",
    get: "studies/scenario/get",
    insert: "studies/scenario/insert",
    update: "studies/scenario/update",
    delete: "studies/scenario/delete",
  },
  creation: jsonBody(ScenarioCreation, {
    name: "Every 15 minutes",
    infra_id: 3,
    timetable_id: 5,
    tags: [],
  }),
  change: jsonBody(ScenarioChange, { description: "With the new junction" }),
  page: ScenarioPage,
  answer: ScenarioAnswer,
  contents: [],
  shown_to: "Reader",
  creation_levels: { study: "Creator", infra: "Reader", timetable: "Writer" },
  change_levels: { infra: "Reader" },
  absent: { infra: "ScenarioInfraNotFound", timetable: "ScenarioTimetableNotFound" },
  creation_errors: ["ScenarioTimetableAlreadyUsed", "ElectricalProfileSetNotFound"],
  change_errors: ["ElectricalProfileSetNotFound"],
  constraints: SCENARIO_CONSTRAINTS,
  create: async (ctx, body) => {
    await ctx.require({ infra: [body.infra_id], timetable: [body.timetable_id] });
    return body;
  },
  alter: checkInfra,
};

/**
 * Requires the level on the infrastructure that a scenario moves to. Naming its current one is no move
 * and requires nothing; it is then left out of the change, so that a concurrent move is not undone.
 */
async function checkInfra(
  ctx: Context,
  { scenario_id = 0 }: RecordPlace,
  { infra_id, ...others }: ScenarioChange,
): Promise<ScenarioChange> {
  const moves =
    infra_id !== undefined && (await getInfraOfScenario(ctx.services.db, scenario_id)) !== infra_id;
  await ctx.require({ infra: moves ? [infra_id] : [] });
  return moves ? { ...others, infra_id } : others;
}
