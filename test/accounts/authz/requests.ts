/**
 * One valid request for every endpoint of the server: what the 403 matrix, the missing checks and the
 * statement counts are generated from. A test fails when an endpoint is missing here or superfluous.
 */
import type { Endpoint } from "../../../src/platform/http/endpoint.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { REPORT_EXAMPLE } from "../../../src/train_runs/forecast/report.schemas.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import {
  validPathfinding,
  validProfileSet,
  validTrackPaths,
} from "../../platform/http/rules/valid_forms.ts";
import { PNG } from "../../studies/study_world.ts";
import { RAILML2 } from "../../workers/exchange/railml_files.ts";
import {
  changeMembers,
  deleteGroup,
  getGroup,
  grants,
  onGroupRoles,
  onRolesOfUser,
  onUser,
} from "./account_requests.ts";
import { DAY_LIST, onDayList } from "./day_list_requests.ts";
import {
  changeTrains,
  DERIVED_REQUESTS,
  exportTimetable,
  importTimetable,
  listHistory,
  locateTrains,
  ofAllDays,
  ofAllTrains,
  previewTimetable,
  projections,
  projectStations,
  summaries,
  TRIAL,
  takeProposal,
  undoOfHistory,
  valuesOfHistory,
} from "./derived_requests.ts";
import { listOpenDays, onOpenDay, openDay } from "./operation_requests.ts";
import {
  changedSubCategory,
  createPacedTrains,
  createSubCategory,
  deletePacedTrains,
  derivedOfTwo,
  getPacedTrain,
  listPacedTrains,
  onSubCategory,
  updatePacedTrain,
} from "./paced_requests.ts";
import {
  at,
  createScenario,
  createTrains,
  deleteTimetable,
  deleteTrains,
  getTrain,
  listTrains,
  type Maker,
  moveScenario,
  onDocument,
  onInfra,
  onLine,
  onMap,
  onProfileSet,
  onTimetable,
  plain,
  readTrains,
  refreshInfra,
  searching,
  updateTrain,
} from "./request_makers.ts";
import {
  changeTowedStock,
  createLimits,
  createTowedStock,
  createWorks,
  onLimits,
  onTowedStock,
  onWorks,
  projectWorks,
} from "./role_requests.ts";
import { getSearchEnvironment, setSearchEnvironment, stdcm } from "./stdcm_requests.ts";
import {
  changeCollection,
  createCollection,
  createLivery,
  createStock,
  deleteLivery,
  importStocks,
  moveStock,
  onCollection,
  onLiveryPicture,
  onStock,
  onStockName,
} from "./stock_requests.ts";
import type { World } from "./world.ts";

const named = async (world: World): Promise<unknown> => ({ name: world.name() });
const pathBody = validPathfinding({
  path_items: [
    { track: "A", offset: 100_000 },
    { track: "B", offset: 900_000 },
  ],
});
const propertiesBody = {
  track_section_ranges: [
    { track_section: "A", begin: 0, end: 1_000_000, direction: "START_TO_STOP" },
  ],
};
const image = { "content-type": "image/png" };

/** By method and path; a record where the request names a type of what it is about. */
export const REQUESTS: Readonly<Record<string, Maker | Readonly<Record<string, Maker>>>> = {
  "GET /health": plain("/health"),
  "GET /ready": plain("/ready"),
  "GET /metrics": plain("/metrics"),
  "GET /openapi.json": plain("/openapi.json"),
  "GET /": plain("/"),
  "GET /assets/:file": plain("/assets/main-abc.js"),
  "GET /base_map": plain("/base_map"),
  "GET /docs": plain("/docs"),
  "GET /docs/:file": plain("/docs/start.js"),
  "GET /version": plain("/version"),
  "GET /version/core": plain("/version/core"),
  "GET /authn/me": plain("/authn/me"),
  "GET /authn/users": plain("/authn/users?query=a"),
  "GET /authn/groups": plain("/authn/groups?query=a"),
  "GET /authn/user/:user_id": onUser(""),
  "POST /authn/user/:user_id/roles/add": onUser("/roles/add", ["just stdcm"]),
  "POST /authn/user/:user_id/roles/remove": onUser("/roles/remove", ["just stdcm"]),
  "GET /authn/group/:group_id": getGroup,
  "POST /authn/group": plain("/authn/group", { name: "new" }),
  "POST /authn/group/:group_id/add": changeMembers("add"),
  "POST /authn/group/:group_id/remove": changeMembers("remove"),
  "DELETE /authn/group/:group_id": deleteGroup,
  "POST /authn/group/:group_id/roles/add": onGroupRoles("/roles/add"),
  "POST /authn/group/:group_id/roles/remove": onGroupRoles("/roles/remove"),
  "GET /authz/:resource_type/:resource_id/privlvl": grants("privlvl"),
  "GET /authz/:resource_type/:resource_id/grants": grants("list"),
  "POST /authz/:resource_type/:resource_id/grants": grants("create"),
  "PATCH /authz/:resource_type/:resource_id/grants/:grant_id": grants("change"),
  "DELETE /authz/:resource_type/:resource_id/grants/:grant_id": grants("revoke"),
  "POST /authz/me/privileges": plain("/authz/me/privileges", { infra: [1] }),
  "POST /infra": plain("/infra", { name: "new" }),
  "GET /infra": plain("/infra"),
  "GET /infra/:infra_id": onInfra(""),
  "PUT /infra/:infra_id": onInfra("", { name: "renamed" }),
  "DELETE /infra/:infra_id": onInfra(""),
  "POST /infra/:infra_id/clone": onInfra("/clone?name=copy"),
  "POST /infra/:infra_id/lock": onInfra("/lock"),
  "POST /infra/:infra_id/unlock": onInfra("/unlock"),
  "GET /infra/:infra_id/events": onInfra("/events"),
  "GET /infra/:infra_id/errors": onInfra("/errors"),
  "GET /infra/:infra_id/speed_limit_tags": onInfra("/speed_limit_tags"),
  "GET /infra/:infra_id/voltages": onInfra("/voltages"),
  "GET /infra/:infra_id/switch_types": onInfra("/switch_types"),
  "POST /infra/:infra_id/objects/:object_type": onInfra("/objects/TrackSection", ["A"]),
  "GET /infra/:infra_id/lines/:line_code/bbox": onLine("bbox"),
  "GET /infra/:infra_id/lines/:line_code/operational_points": onLine("operational_points"),
  "GET /layers/layer/:layer/mvt/:view": onMap("/layers/layer/track_sections/mvt/geo"),
  "GET /layers/tile/:layer/:view/:z/:x/:y": onMap("/layers/tile/track_sections/geo/14/8192/5626"),
  "POST /infra/:infra_id": onInfra("", [
    { operation_type: "DELETE", obj_type: "Detector", obj_id: "det" },
  ]),
  "POST /infra/:infra_id/split_track_section": onInfra("/split_track_section", {
    track: "A",
    offset: 250_000,
  }),
  "GET /infra/:infra_id/auto_fixes": onInfra("/auto_fixes"),
  "GET /infra/:infra_id/completion": onInfra("/completion"),
  "GET /infra/:infra_id/attached/:track_id": onInfra("/attached/A"),
  "GET /infra/:infra_id/routes/track_ranges": onInfra("/routes/track_ranges?routes=rt.a-det"),
  "POST /infra/:infra_id/routes/nodes": onInfra("/routes/nodes", { link: null }),
  "GET /infra/:infra_id/routes/:waypoint_type/:waypoint_id": onInfra("/routes/Detector/det"),
  "POST /infra/:infra_id/delimited_area": onInfra("/delimited_area", {
    entries: [{ track: "A", position: 0, direction: "START_TO_STOP" }],
    exits: [],
  }),
  "POST /infra/:infra_id/zones": onInfra("/zones", ["none"]),
  "GET /sprites/signaling_systems": plain("/sprites/signaling_systems"),
  "GET /fonts/:fontstack/:file": plain("/fonts/SNCF/0-255.pbf"),
  "GET /sprites/:system/:file": plain("/sprites/BAL/sprites.json"),
  "GET /infra/voltages": plain("/infra/voltages"),
  "POST /infra/railjson": plain("/infra/railjson?name=new", TINY_RAILJSON),
  "POST /infra/import": plain("/infra/import?format=railml&name=new", RAILML2, {
    "content-type": "application/xml",
  }),
  "POST /infra/import/preview": plain("/infra/import/preview?format=railml", RAILML2, {
    "content-type": "application/xml",
  }),
  "GET /infra/:infra_id/station_matches": onInfra("/station_matches"),
  "PUT /infra/:infra_id/station_matches": onInfra("/station_matches", { matches: [] }),
  "GET /infra/:infra_id/railjson": onInfra("/railjson"),
  "GET /infra/:infra_id/export": onInfra("/export?format=railml"),
  "POST /infra/:infra_id/load": onInfra("/load"),
  "POST /infra/:infra_id/pathfinding/blocks": onInfra("/pathfinding/blocks", pathBody),
  "POST /infra/:infra_id/pathfinding/topo": onInfra("/pathfinding/topo", pathBody),
  "POST /infra/:infra_id/pathfinding": onInfra("/pathfinding?number=2", validTrackPaths()),
  "POST /infra/:infra_id/path_properties": onInfra("/path_properties?props=slopes", propertiesBody),
  "GET /speed_limit_tags": plain("/speed_limit_tags"),
  "GET /electrical_profile_set": plain("/electrical_profile_set"),
  "POST /electrical_profile_set": plain("/electrical_profile_set?name=new", validProfileSet()),
  "GET /electrical_profile_set/:electrical_profile_set_id": onProfileSet(""),
  "GET /electrical_profile_set/:electrical_profile_set_id/level_order":
    onProfileSet("/level_order"),
  "DELETE /electrical_profile_set/:electrical_profile_set_id": onProfileSet(""),
  "GET /work_schedules": plain("/work_schedules"),
  "POST /work_schedules": createWorks,
  "POST /work_schedules/project_path": projectWorks,
  "GET /work_schedules/:work_schedule_group_id": onWorks,
  "DELETE /work_schedules/:work_schedule_group_id": onWorks,
  "GET /temporary_speed_limit_group": plain("/temporary_speed_limit_group"),
  "POST /temporary_speed_limit_group": createLimits,
  "GET /temporary_speed_limit_group/:temporary_speed_limit_group_id": onLimits,
  "DELETE /temporary_speed_limit_group/:temporary_speed_limit_group_id": onLimits,
  "GET /rolling_stock/power_restrictions": plain("/rolling_stock/power_restrictions"),
  "GET /rolling_stock/:rolling_stock_id": onStock("rolling_stock"),
  "GET /rolling_stock/name/:name": onStockName("rolling_stock"),
  "GET /rolling_stock/:rolling_stock_id/usage": onStock("rolling_stock", "/usage"),
  "POST /rolling_stock/:rolling_stock_id/livery": createLivery,
  "DELETE /rolling_stock/:rolling_stock_id/livery/:livery_id": deleteLivery,
  "GET /light_rolling_stock": plain("/light_rolling_stock"),
  "GET /light_rolling_stock/:rolling_stock_id": onStock("light_rolling_stock"),
  "GET /light_rolling_stock/name/:name": onStockName("light_rolling_stock"),
  "POST /rolling_stock": createStock,
  "POST /rolling_stock/import": importStocks,
  "GET /rolling_stock/:rolling_stock_id/export": onStock("rolling_stock", "/export?format=railml"),
  "PATCH /rolling_stock/:rolling_stock_id": moveStock,
  "PATCH /rolling_stock/:rolling_stock_id/locked": onStock("rolling_stock", "/locked", {
    locked: true,
  }),
  "DELETE /rolling_stock/:rolling_stock_id": onStock("rolling_stock"),
  "GET /rolling_stock_collection": plain("/rolling_stock_collection"),
  "POST /rolling_stock_collection": createCollection,
  "GET /rolling_stock_collection/:rolling_stock_collection_id": onCollection,
  "PATCH /rolling_stock_collection/:rolling_stock_collection_id": changeCollection,
  "DELETE /rolling_stock_collection/:rolling_stock_collection_id": onCollection,
  "GET /towed_rolling_stock": plain("/towed_rolling_stock"),
  "POST /towed_rolling_stock": createTowedStock,
  "GET /towed_rolling_stock/:towed_rolling_stock_id": onTowedStock(""),
  "PATCH /towed_rolling_stock/:towed_rolling_stock_id": changeTowedStock,
  "PATCH /towed_rolling_stock/:towed_rolling_stock_id/locked": onTowedStock("/locked", {
    locked: true,
  }),
  "GET /projects": plain("/projects"),
  "POST /projects": plain("/projects", { name: "new" }),
  "GET /projects/:project_id": at("project"),
  "PATCH /projects/:project_id": at("project", "", named),
  "DELETE /projects/:project_id": at("project"),
  "GET /projects/:project_id/studies": at("project", "/studies"),
  "POST /projects/:project_id/studies": at("project", "/studies", async () => ({
    name: "new",
    state: "started",
  })),
  "GET /projects/:project_id/studies/:study_id": at("study"),
  "PATCH /projects/:project_id/studies/:study_id": at("study", "", named),
  "DELETE /projects/:project_id/studies/:study_id": at("study"),
  "GET /projects/:project_id/studies/:study_id/scenarios": at("study", "/scenarios"),
  "POST /projects/:project_id/studies/:study_id/scenarios": createScenario,
  "GET /projects/:project_id/studies/:study_id/scenarios/:scenario_id": at("scenario"),
  "PATCH /projects/:project_id/studies/:study_id/scenarios/:scenario_id": moveScenario,
  "DELETE /projects/:project_id/studies/:study_id/scenarios/:scenario_id": at("scenario"),
  "POST /documents": plain("/documents", PNG, image),
  "GET /documents/:document_key": {
    project: onDocument("operational-studies:read"),
    livery: onLiveryPicture("rolling-stock:read"),
  },
  "DELETE /documents/:document_key": {
    project: onDocument("operational-studies:write"),
    livery: onLiveryPicture("rolling-stock:write"),
  },
  "GET /timetable/:timetable_id": onTimetable(""),
  "GET /timetable/:timetable_id/events": onTimetable("/events"),
  "POST /timetable/:timetable_id/train_schedule": createTrains("train_schedule"),
  "POST /timetable/:timetable_id/stdcm": stdcm,
  "GET /stdcm/search_environment": getSearchEnvironment,
  "POST /stdcm/search_environment": setSearchEnvironment,
  "DELETE /stdcm/search_environment": plain("/stdcm/search_environment"),
  "POST /train_schedule": readTrains,
  "POST /train_schedule/simulation_summary": summaries(
    "POST",
    "/train_schedule/simulation_summary",
  ),
  "GET /authz/me": plain("/authz/me"),
  "GET /authz/roles/me": plain("/authz/roles/me"),
  "GET /authz/roles/:user_id": onRolesOfUser(),
  "POST /authz/roles/:user_id": onRolesOfUser({ roles: ["just stdcm"] }),
  "DELETE /authz/roles/:user_id": onRolesOfUser({ roles: ["just stdcm"] }),
  "POST /infra/refresh": refreshInfra,
  "POST /timetable": plain("/timetable"),
  "GET /timetable": plain("/timetable"),
  "GET /overview": plain("/overview"),
  "POST /mcp": plain("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }),
  "PUT /timetable/:timetable_id": onTimetable("", {}),
  "DELETE /timetable/:timetable_id": deleteTimetable,
  "GET /timetable/:timetable_id/day_lists": onTimetable("/day_lists"),
  "POST /timetable/:timetable_id/day_lists": onTimetable("/day_lists", DAY_LIST),
  "PUT /timetable/:timetable_id/day_lists/:code": onDayList({ ...DAY_LIST, name: "others" }),
  "DELETE /timetable/:timetable_id/day_lists/:code": onDayList(),
  "GET /timetable/:timetable_id/train_schedules": listTrains,
  "POST /timetable/:timetable_id/train_schedules": createTrains("train_schedules"),
  "GET /train_schedule/:train_schedule_id": getTrain,
  "PUT /train_schedule/:train_schedule_id": updateTrain,
  "DELETE /train_schedule": deleteTrains,
  ...DERIVED_REQUESTS,
  "GET /train_schedule/simulations_summary": summaries("GET"),
  "POST /train_schedule/simulations_summary": summaries("POST"),
  "GET /timetable/:timetable_id/conflicts": ofAllTrains("conflicts"),
  "GET /timetable/:timetable_id/conflicts/days": ofAllDays("conflicts/days"),
  "POST /timetable/:timetable_id/what_if": ofAllTrains("what_if", TRIAL),
  "POST /timetable/:timetable_id/what_if/days": ofAllDays("what_if/days", TRIAL),
  "POST /timetable/:timetable_id/project_stations": projectStations,
  "POST /timetable/:timetable_id/resolution": ofAllTrains("resolution", {}),
  "POST /timetable/:timetable_id/resolution/days": ofAllDays("resolution/days", {}),
  "POST /timetable/:timetable_id/robustness": ofAllTrains("robustness", { delays: [] }),
  "GET /timetable/:timetable_id/reports": onTimetable("/reports"),
  "POST /timetable/:timetable_id/reports": onTimetable("/reports", [REPORT_EXAMPLE]),
  "DELETE /timetable/:timetable_id/reports": onTimetable("/reports"),
  "GET /timetable/:timetable_id/forecast": ofAllTrains("forecast"),
  "POST /operation": openDay,
  "GET /operation": listOpenDays,
  "GET /operation/:operation_id": onOpenDay(["infra"]),
  "GET /operation/:operation_id/runs": onOpenDay([], "/runs"),
  "POST /operation/:operation_id/refresh": onOpenDay(
    ["infra", "rolling_stock_collection"],
    "/refresh",
    {},
  ),
  "DELETE /operation/:operation_id": onOpenDay([]),
  "GET /timetable/:timetable_id/gtfs_rt": ofAllTrains("gtfs_rt"),
  "POST /timetable/:timetable_id/proposals": ofAllTrains("proposals", {}),
  "POST /timetable/:timetable_id/proposals/take": takeProposal,
  "POST /timetable/:timetable_id/changes": changeTrains,
  "GET /timetable/:timetable_id/history": listHistory,
  "GET /timetable/:timetable_id/history/:change_id": valuesOfHistory,
  "GET /timetable/:timetable_id/history/:change_id/undo": undoOfHistory,
  "GET /timetable/:timetable_id/export": exportTimetable,
  "POST /timetable/:timetable_id/import": importTimetable,
  "POST /timetable/import/preview": previewTimetable,
  "GET /timetable/:timetable_id/positions": locateTrains("positions"),
  "GET /timetable/:timetable_id/occupied_zones": locateTrains("occupied_zones"),
  "GET /timetable/:timetable_id/times": ofAllTrains("times"),
  "GET /timetable/:timetable_id/run_points": ofAllTrains("run_points"),
  "GET /timetable/:timetable_id/simulations_summary": ofAllTrains("simulations_summary"),
  "GET /timetable/:timetable_id/statuses": ofAllTrains("statuses"),
  "POST /timetable/:timetable_id/acknowledge": ofAllTrains("acknowledge", {}),
  "POST /v2/train_schedule/project_path": projections("/v2/train_schedule/project_path"),
  "POST /train_schedule/project_path": projections("/train_schedule/project_path"),
  "GET /timetable/:timetable_id/paced_trains": listPacedTrains,
  "POST /timetable/:timetable_id/paced_trains": createPacedTrains,
  "GET /paced_train/:paced_train_id": getPacedTrain,
  "PUT /paced_train/:paced_train_id": updatePacedTrain,
  "DELETE /paced_train": deletePacedTrains("/paced_train"),
  "DELETE /paced_trains": deletePacedTrains("/paced_trains"),
  "GET /sub_category": plain("/sub_category"),
  "GET /paced_train/simulations_summary": derivedOfTwo("/paced_train/simulations_summary"),
  "POST /paced_train/simulations_summary": derivedOfTwo(
    "/paced_train/simulations_summary",
    (ids, infra_id) => ({ infra_id, ids }),
  ),
  "POST /paced_train/simulation_summary": derivedOfTwo(
    "/paced_train/simulation_summary",
    (ids, infra_id) => ({ infra_id, ids }),
  ),
  "POST /paced_train/project_path": derivedOfTwo("/paced_train/project_path", (ids, infra_id) => ({
    infra_id,
    ids,
    track_section_ranges: [
      { track_section: "A", begin: 0, end: 1_000_000, direction: "START_TO_STOP" },
    ],
  })),
  "POST /search": {
    track: searching("track", "infra:read"),
    project: searching("project", "operational-studies:read"),
    trainschedule: searching("trainschedule", "timetable:read"),
  },
  "POST /sub_category": createSubCategory,
  "PUT /sub_category/:code": onSubCategory(changedSubCategory),
  "DELETE /sub_category/:code": onSubCategory(),
};

export interface EndpointCase {
  /** `GET /infra/:infra_id`, with the type where the request names one. */
  readonly title: string;
  readonly endpoint: Endpoint;
  readonly make: Maker;
}

export function keyOf({ method, path }: Pick<Endpoint, "method" | "path">): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The requests of all endpoints, in the order of the server's list. */
export function listCases(): EndpointCase[] {
  return ENDPOINTS.flatMap((endpoint) => {
    const title = keyOf(endpoint);
    const makers = REQUESTS[title];
    if (makers === undefined) return [];
    if (typeof makers === "function") return [{ title, endpoint, make: makers }];
    return Object.entries(makers).map(([type, make]) => ({
      title: `${title} (${type})`,
      endpoint,
      make,
    }));
  });
}

/** With the title first, for test names: `%s` prints it whole, `$title` would cut it. */
export function byTitle<T extends EndpointCase>(
  cases: readonly T[],
): (readonly [title: string, one: T])[] {
  return cases.map((one) => [one.title, one]);
}
