/** The search environment (interface.md 11.3): one record for all users of the page of short term requests. */

import { created, jsonBody, noContent, okOrNothing } from "../../platform/http/answers.ts";
import { invalidBody } from "../../platform/http/body/json_body.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";
import { DAY_MS } from "../../railway/days/operating_days.ts";
import { datetimeMs, printDateTime } from "../../railway/iso8601.ts";
import { SEARCH_ENVIRONMENT_CONSTRAINTS } from "./search_environment.errors.ts";
import {
  deleteSearchEnvironment,
  getDepartures,
  getReferencesOfScenario,
  getSearchEnvironment,
  replaceSearchEnvironment,
  type ScenarioReferences,
} from "./search_environment.queries.ts";
import { SearchEnvironment, SearchEnvironmentForm } from "./search_environment.schemas.ts";

const PATH = "/stdcm/search_environment";

export const SEARCH_ENVIRONMENT_ENDPOINTS = [
  endpoint({
    method: "get",
    path: PATH,
    summary: "The search environment of short term requests; 204 when there is none",
    answer: okOrNothing(SearchEnvironment),
    access: checked({ roles: ["stdcm"] }),
    handle: async ({ services }) => getSearchEnvironment(services.db),
  }),
  endpoint({
    method: "post",
    path: PATH,
    summary: "Set the search environment of short term requests, in place of the old one",
    body: jsonBody(SearchEnvironmentForm, {
      infra_id: 3,
      timetable_id: 8,
      work_schedule_group_id: 5,
      search_window_begin: "2026-05-22T00:00:00Z",
      search_window_end: "2026-05-29T00:00:00Z",
    }),
    answer: created(SearchEnvironment),
    creates: "train_runs/search_environment/replace",
    constraints: SEARCH_ENVIRONMENT_CONSTRAINTS,
    access: checked({
      roles: ["admin"],
      levels: { scenario: "Reader", infra: "Reader", timetable: "Reader" },
    }),
    errors: [
      "ScenarioNotFound",
      "InfraNotFound",
      "TimetableNotFound",
      "ElectricalProfileSetNotFound",
      "WorkScheduleGroupNotFound",
      "TemporarySpeedLimitGroupNotFound",
    ],
    handle: async (ctx, { body }) => {
      const references = await readReferences(ctx, body);
      const window = await readWindow(ctx, body, references.timetable_id);
      const { work_schedule_group_id, temporary_speed_limit_group_id } = body;
      return await replaceSearchEnvironment(ctx.services.db, {
        ...references,
        work_schedule_group_id,
        temporary_speed_limit_group_id,
        ...window,
      });
    },
  }),
  endpoint({
    method: "delete",
    path: PATH,
    summary: "Delete the search environment of short term requests",
    answer: noContent,
    access: checked({ roles: ["admin"] }),
    handle: async ({ services }) => deleteSearchEnvironment(services.db),
  }),
];

/** Checks the rights on all of them. Throws not found or Forbidden. */
async function readReferences(
  ctx: Context,
  { scenario_id, infra_id = 0, timetable_id = 0, electrical_profile_set_id }: SearchEnvironmentForm,
): Promise<ScenarioReferences> {
  if (scenario_id === undefined) {
    await ctx.require({ scenario: [], infra: [infra_id], timetable: [timetable_id] });
    return { infra_id, timetable_id, electrical_profile_set_id };
  }
  const references = await getReferencesOfScenario(ctx.services.db, scenario_id);
  if (references === null) throw absentResource("scenario", scenario_id);
  await ctx.require({
    scenario: [scenario_id],
    infra: [references.infra_id],
    timetable: [references.timetable_id],
  });
  return references;
}

/** Absent fields follow from the trains. */
async function readWindow(
  { services }: Context,
  { search_window_begin: begin, search_window_end: end }: SearchEnvironmentForm,
  timetable_id: number,
): Promise<{ search_window_begin: string; search_window_end: string }> {
  if (begin !== undefined && end !== undefined) {
    return { search_window_begin: begin, search_window_end: end };
  }
  const path = begin === undefined ? "/search_window_begin" : "/search_window_end";
  const departures = await getDepartures(services.db, timetable_id);
  if (departures === null) {
    throw invalidBody([{ path, reason: "is required: the timetable has no train" }]);
  }
  const window = {
    search_window_begin: begin ?? printDateTime(departures.first_ms),
    search_window_end: end ?? printDateTime(departures.last_ms + DAY_MS),
  };
  const { search_window_begin, search_window_end } = window;
  if (datetimeMs(search_window_begin) < datetimeMs(search_window_end)) return window;
  throw invalidBody([{ path, reason: "is required: the trains leave at another time" }]);
}
