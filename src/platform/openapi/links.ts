/**
 * From what an operation creates to the operations that read it. Expressions are those of OpenAPI: a
 * JSON pointer into the answer, or a parameter of the request.
 */
import type { JsonSchema } from "../../railway/wire.ts";
import { idOfKey } from "./names.ts";

/** Parameter of the target by name → expression. */
type Parameters = Readonly<Record<string, string>>;

const ID = "$response.body#/id";
const TIMETABLE = { timetable_id: "$response.body#/timetable_id" };
const PROJECT = { project_id: ID };
const STUDY = { project_id: "$request.path.project_id", study_id: ID };
const SCENARIO = {
  project_id: "$request.path.project_id",
  study_id: "$request.path.study_id",
  scenario_id: ID,
};
const TRAIN = { train_schedule_id: "$response.body#/0/id" };
const PACED = { paced_train_id: "$response.body#/0/id" };
const GROUP = { group_id: "$response.body" };
const STOCK = { rolling_stock_id: ID };
const COLLECTION = { rolling_stock_collection_id: ID };
const TOWED = { towed_rolling_stock_id: ID };
const WORKS = { work_schedule_group_id: "$response.body#/work_schedule_group_id" };
const LIMITS = { temporary_speed_limit_group_id: "$response.body#/group_id" };
const PROFILES = { electrical_profile_set_id: ID };
const GRANT = {
  resource_type: "$request.path.resource_type",
  resource_id: "$request.path.resource_id",
  grant_id: "$response.body#/grant_id",
};

/** Operation that creates → operations that it leads to, with their parameters. */
export const LINKS: Readonly<Record<string, Readonly<Record<string, Parameters>>>> = {
  "POST /authn/group": {
    "GET /authn/group/:group_id": GROUP,
    "POST /authn/group/:group_id/add": GROUP,
    "DELETE /authn/group/:group_id": GROUP,
  },
  "POST /authz/:resource_type/:resource_id/grants": {
    "PATCH /authz/:resource_type/:resource_id/grants/:grant_id": GRANT,
    "DELETE /authz/:resource_type/:resource_id/grants/:grant_id": GRANT,
  },
  "POST /infra": {
    "GET /infra/:infra_id": { infra_id: ID },
    "PUT /infra/:infra_id": { infra_id: ID },
    "DELETE /infra/:infra_id": { infra_id: ID },
  },
  "POST /infra/railjson": {
    "GET /infra/:infra_id": { infra_id: "$response.body#/infra" },
    "GET /infra/:infra_id/railjson": { infra_id: "$response.body#/infra" },
    "POST /infra/:infra_id/pathfinding/blocks": { infra_id: "$response.body#/infra" },
  },
  "POST /infra/:infra_id/clone": {
    "GET /infra/:infra_id": { infra_id: "$response.body" },
    "GET /infra/:infra_id/errors": { infra_id: "$response.body" },
  },
  "POST /electrical_profile_set": {
    "GET /electrical_profile_set/:electrical_profile_set_id": PROFILES,
    "DELETE /electrical_profile_set/:electrical_profile_set_id": PROFILES,
  },
  "POST /work_schedules": {
    "GET /work_schedules/:work_schedule_group_id": WORKS,
    "DELETE /work_schedules/:work_schedule_group_id": WORKS,
  },
  "POST /temporary_speed_limit_group": {
    "GET /temporary_speed_limit_group/:temporary_speed_limit_group_id": LIMITS,
    "DELETE /temporary_speed_limit_group/:temporary_speed_limit_group_id": LIMITS,
  },
  "POST /rolling_stock": {
    "GET /rolling_stock/:rolling_stock_id": STOCK,
    "GET /light_rolling_stock/:rolling_stock_id": STOCK,
    "GET /rolling_stock/:rolling_stock_id/usage": STOCK,
    "PATCH /rolling_stock/:rolling_stock_id": STOCK,
    "DELETE /rolling_stock/:rolling_stock_id": STOCK,
  },
  "POST /rolling_stock_collection": {
    "GET /rolling_stock_collection/:rolling_stock_collection_id": COLLECTION,
    "PATCH /rolling_stock_collection/:rolling_stock_collection_id": COLLECTION,
    "DELETE /rolling_stock_collection/:rolling_stock_collection_id": COLLECTION,
  },
  "POST /towed_rolling_stock": {
    "GET /towed_rolling_stock/:towed_rolling_stock_id": TOWED,
    "PATCH /towed_rolling_stock/:towed_rolling_stock_id": TOWED,
  },
  "POST /projects": {
    "GET /projects/:project_id": PROJECT,
    "POST /projects/:project_id/studies": PROJECT,
    "PATCH /projects/:project_id": PROJECT,
    "DELETE /projects/:project_id": PROJECT,
  },
  "POST /projects/:project_id/studies": {
    "GET /projects/:project_id/studies/:study_id": STUDY,
    "POST /projects/:project_id/studies/:study_id/scenarios": STUDY,
    "PATCH /projects/:project_id/studies/:study_id": STUDY,
    "DELETE /projects/:project_id/studies/:study_id": STUDY,
  },
  "POST /projects/:project_id/studies/:study_id/scenarios": {
    "GET /projects/:project_id/studies/:study_id/scenarios/:scenario_id": SCENARIO,
    "PATCH /projects/:project_id/studies/:study_id/scenarios/:scenario_id": SCENARIO,
    "DELETE /projects/:project_id/studies/:study_id/scenarios/:scenario_id": SCENARIO,
  },
  "POST /documents": {
    "GET /documents/:document_key": { document_key: "$response.body#/document_key" },
    "DELETE /documents/:document_key": { document_key: "$response.body#/document_key" },
  },
  "POST /timetable": {
    "GET /timetable/:timetable_id/train_schedules": TIMETABLE,
    "POST /timetable/:timetable_id/train_schedules": TIMETABLE,
    "POST /timetable/:timetable_id/stdcm": TIMETABLE,
    "GET /timetable/:timetable_id/paced_trains": TIMETABLE,
    "POST /timetable/:timetable_id/paced_trains": TIMETABLE,
    "GET /timetable/:timetable_id": TIMETABLE,
    "GET /timetable/:timetable_id/export": TIMETABLE,
    "POST /timetable/:timetable_id/import": TIMETABLE,
    "PUT /timetable/:timetable_id": TIMETABLE,
    "DELETE /timetable/:timetable_id": TIMETABLE,
  },
  "POST /timetable/:timetable_id/train_schedules": {
    "GET /train_schedule/:train_schedule_id": TRAIN,
    "PUT /train_schedule/:train_schedule_id": TRAIN,
    "GET /train_schedule/:train_schedule_id/path": TRAIN,
    "GET /train_schedule/:train_schedule_id/simulation": TRAIN,
  },
  "POST /timetable/:timetable_id/paced_trains": {
    "GET /paced_train/:paced_train_id": PACED,
    "PUT /paced_train/:paced_train_id": PACED,
    "GET /paced_train/:paced_train_id/path": PACED,
    "GET /paced_train/:paced_train_id/simulation": PACED,
  },
  "POST /sub_category": {
    "PUT /sub_category/:code": { code: "$response.body#/code" },
    "DELETE /sub_category/:code": { code: "$response.body#/code" },
  },
};

/** The links of an operation's success, or null. */
export function describeLinks(key: string): JsonSchema | null {
  const links = LINKS[key];
  if (links === undefined) return null;
  return Object.fromEntries(
    Object.entries(links).map(([target, parameters]) => {
      const id = idOfKey(target);
      return [id, { operationId: id, parameters }];
    }),
  );
}
