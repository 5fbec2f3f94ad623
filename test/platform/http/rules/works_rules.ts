/** Rules of towed rolling stocks, work schedules and temporary speed limits (interface.md 6.1, 11.4). */
import { pageRules } from "./record_rules.ts";
import {
  type Json,
  MISSING_ID,
  type RuleRequest,
  type ValidationRule,
  validLimits,
  validTowedStock,
  validWorks,
} from "./valid_forms.ts";

function towedRule(title: string, change: Json, context: Json): ValidationRule {
  return {
    title: `towed rolling stock: ${title}`,
    request: { method: "POST", path: "/towed_rolling_stock", body: validTowedStock(change) },
    status: 400,
    type: "ValidationError",
    context,
  };
}

/** A breach that a schema tells, at a JSON pointer. */
function bodyRule(title: string, request: RuleRequest, path: string): ValidationRule {
  return { title, request, status: 422, type: "request:InvalidBody", context: { path } };
}

function towedTypeRule(title: string, change: Json, path: string): ValidationRule {
  const body = validTowedStock(change);
  const request: RuleRequest = { method: "POST", path: "/towed_rolling_stock", body };
  return bodyRule(`towed rolling stock: ${title}`, request, path);
}

function missingTowed(request: RuleRequest): ValidationRule {
  return {
    title: `towed rolling stock: ${request.method} ${request.path.replace(/\d+/, "")} of an unknown one`,
    request,
    status: 404,
    type: "towedrollingstocks:IdNotFound",
    context: { towed_rolling_stock_id: MISSING_ID },
  };
}

const REQUIRED_TOWED_FIELDS = [
  "name",
  "mass",
  "length",
  "comfort_acceleration",
  "startup_acceleration",
  "inertia_coefficient",
  "rolling_resistance",
  "const_gamma",
];

export const TOWED_RULES: readonly ValidationRule[] = [
  ...pageRules("/towed_rolling_stock", 50),
  ...REQUIRED_TOWED_FIELDS.map((field) =>
    towedTypeRule(`${field} is required`, { [field]: undefined }, `/${field}`),
  ),
  towedTypeRule(
    "both forms of its brakes are equal",
    { const_gamma: 0.5, gamma: { type: "CONST", value: 0.6 } },
    "/const_gamma",
  ),
  towedTypeRule(
    "gamma's type is CONST or MAX",
    { gamma: { type: "MIN", value: 1 } },
    "/gamma/type",
  ),
  towedTypeRule("name is not blank", { name: "" }, "/name"),
  towedTypeRule("mass is a number", { mass: "20 t" }, "/mass"),
  towedTypeRule("max_speed is a number or null", { max_speed: "fast" }, "/max_speed"),
  towedTypeRule("locked is a boolean", { locked: 1 }, "/locked"),
  towedRule("mass is above 0", { mass: 0 }, { mass: ["must be above 0"] }),
  towedRule("length is above 0", { length: -1 }, { length: ["must be above 0"] }),
  towedRule("max_speed is above 0", { max_speed: 0 }, { max_speed: ["must be above 0"] }),
  towedRule("max_speed is bounded", { max_speed: 1e9 }, { max_speed: ["must be at most 150 m/s"] }),
  towedRule(
    "max_speed in km/h is told",
    { max_speed: 160 },
    { max_speed: ["must be at most 150 m/s; 160 looks like km/h"] },
  ),
  towedRule(
    "mass in tonnes is told",
    { length: 18, mass: 20 },
    { mass: ["must be at least 1800 kg, 100 kg for each metre of length; 20 looks like tonnes"] },
  ),
  towedRule("const_gamma is above 0", { const_gamma: 0 }, { const_gamma: ["must be above 0"] }),
  towedRule(
    "inertia_coefficient is at least 1",
    { inertia_coefficient: 0.9 },
    { inertia_coefficient: ["must be at least 1"] },
  ),
  towedRule(
    "accelerations are not negative",
    { comfort_acceleration: -1, startup_acceleration: -1 },
    {
      comfort_acceleration: ["must be at least 0"],
      startup_acceleration: ["must be at least 0"],
    },
  ),
  towedRule(
    "rolling resistance is of Davis' form and not negative",
    { rolling_resistance: { type: "other", A: 1, B: -1, C: 1 } },
    { rolling_resistance: ["type must be davis", "B must be at least 0"] },
  ),
  {
    title: "towed rolling stock: a name is used once",
    request: {
      method: "POST",
      path: "/towed_rolling_stock",
      body: validTowedStock({ name: "wagon" }),
    },
    status: 400,
    type: "towedrollingstocks:NameAlreadyUsed",
    context: { name: "wagon" },
  },
  {
    title: "towed rolling stock: PATCH to a name that is used",
    request: {
      method: "PATCH",
      path: "/towed_rolling_stock/{towed}",
      body: validTowedStock({ name: "locked wagon" }),
    },
    status: 400,
    type: "towedrollingstocks:NameAlreadyUsed",
    context: { name: "locked wagon" },
  },
  {
    title: "towed rolling stock: PATCH of a locked one",
    request: {
      method: "PATCH",
      path: "/towed_rolling_stock/{locked_towed}",
      body: validTowedStock({ name: "locked wagon" }),
    },
    status: 409,
    type: "towedrollingstocks:IsLocked",
  },
  {
    title: "towed rolling stock: PATCH of another version",
    request: {
      method: "PATCH",
      path: "/towed_rolling_stock/{towed}",
      body: validTowedStock({ name: "wagon" }),
      headers: { "if-match": '"7"' },
    },
    status: 412,
    type: "request:PreconditionFailed",
    context: { current: 0 },
  },
  missingTowed({ method: "GET", path: `/towed_rolling_stock/${MISSING_ID}` }),
  missingTowed({
    method: "PATCH",
    path: `/towed_rolling_stock/${MISSING_ID}`,
    body: validTowedStock(),
  }),
  missingTowed({
    method: "PATCH",
    path: `/towed_rolling_stock/${MISSING_ID}/locked`,
    body: { locked: true },
  }),
];

function workRule(title: string, body: Json, path: string): ValidationRule {
  const request: RuleRequest = { method: "POST", path: "/work_schedules", body };
  return bodyRule(`work schedules: ${title}`, request, path);
}

const RANGE = { track_section: "A", begin: 0, end: 1, direction: "START_TO_STOP" };

function missingGroup(
  request: RuleRequest,
  type: "work_schedule" | "temporary_speed_limit",
): ValidationRule {
  const key = type === "work_schedule" ? "work_schedule_group_id" : "group_id";
  return {
    title: `${type}: ${request.method} ${request.path.replaceAll(/\d+/g, "")} of an unknown group`,
    request,
    status: 404,
    type: `${type}:GroupNotFound`,
    context: { [key]: MISSING_ID },
  };
}

export const WORK_RULES: readonly ValidationRule[] = [
  ...pageRules("/work_schedules", 1000),
  workRule(
    "a group has a name",
    validWorks({ work_schedule_group_name: undefined }),
    "/work_schedule_group_name",
  ),
  workRule("works are a list", validWorks({ work_schedules: {} }), "/work_schedules"),
  workRule(
    "a work begins before it ends",
    validWorks({}, { end_date_time: "2024-05-22T08:00:00Z" }),
    "/work_schedules/0",
  ),
  workRule(
    "a work begins before it ends, whatever its zones",
    validWorks({}, { end_date_time: "2024-05-22T09:00:00+02:00" }),
    "/work_schedules/0",
  ),
  workRule(
    "a date and time is one",
    validWorks({}, { start_date_time: "2024-05-22" }),
    "/work_schedules/0/start_date_time",
  ),
  workRule(
    "a work is on tracks",
    validWorks({}, { track_ranges: [] }),
    "/work_schedules/0/track_ranges",
  ),
  workRule(
    "positions are whole millimetres",
    validWorks({}, { track_ranges: [{ ...RANGE, end: 0.5 }] }),
    "/work_schedules/0/track_ranges/0/end",
  ),
  workRule(
    "a range begins before it ends",
    validWorks({}, { track_ranges: [{ ...RANGE, begin: 2 }] }),
    "/work_schedules/0/track_ranges/0",
  ),
  ...(
    [
      ["metres are not negative", { begin: -0.1 }, "/begin"],
      ["metres are numbers", { end: "1" }, "/end"],
      ["metres have an end", { end: undefined }, "/end"],
      ["a range in metres begins before it ends", { begin: 2.5 }, ""],
      ["metres have no unit of another form", { track: 7, track_section: "A" }, "/track"],
    ] as const
  ).map(([title, change, place]) =>
    workRule(
      title,
      validWorks({}, { track_ranges: [{ track: "A", begin: 0, end: 1.5, ...change }] }),
      `/work_schedules/0/track_ranges/0${place}`,
    ),
  ),
  workRule("a work has an id", validWorks({}, { obj_id: "" }), "/work_schedules/0/obj_id"),
  workRule(
    "a work is on the track or on the catenary",
    validWorks({}, { work_schedule_type: "SIGNAL" }),
    "/work_schedules/0/work_schedule_type",
  ),
  {
    title: "work schedules: a name is used once",
    request: {
      method: "POST",
      path: "/work_schedules",
      body: validWorks({ work_schedule_group_name: "works" }),
    },
    status: 400,
    type: "work_schedule:NameAlreadyUsed",
    context: { name: "works" },
  },
  missingGroup({ method: "GET", path: `/work_schedules/${MISSING_ID}` }, "work_schedule"),
  missingGroup({ method: "DELETE", path: `/work_schedules/${MISSING_ID}` }, "work_schedule"),
  missingGroup(
    {
      method: "POST",
      path: "/work_schedules/project_path",
      body: { work_schedule_group_id: MISSING_ID, path_track_ranges: [RANGE] },
    },
    "work_schedule",
  ),
  missingGroup(
    {
      method: "GET",
      path: `/timetable/{timetable}/conflicts?infra={infra}&work_schedule_group_id=${MISSING_ID}`,
    },
    "work_schedule",
  ),
  bodyRule(
    "work schedules: a path to project on has a range",
    {
      method: "POST",
      path: "/work_schedules/project_path",
      body: { work_schedule_group_id: MISSING_ID, path_track_ranges: [] },
    },
    "/path_track_ranges",
  ),
];

function limitRule(title: string, body: Json, path: string): ValidationRule {
  const request: RuleRequest = { method: "POST", path: "/temporary_speed_limit_group", body };
  return bodyRule(`temporary speed limits: ${title}`, request, path);
}

const DIRECTED = { track: "A", begin: 0, end: 1, direction: "START_TO_STOP" };
const QUERY = `infra={infra}&temporary_speed_limit_group_id=${MISSING_ID}`;
const BODY = { infra_id: "{infra}", ids: [], temporary_speed_limit_group_id: MISSING_ID };
const PATH = { track_section_ranges: [RANGE] };

/** Every request that takes a group. */
const WITH_LIMITS: readonly RuleRequest[] = [
  { method: "GET", path: `/train_schedule/{train}/simulation?${QUERY}` },
  { method: "GET", path: `/train_schedule/simulations_summary?ids={train}&${QUERY}` },
  { method: "POST", path: "/train_schedule/simulations_summary", body: BODY },
  { method: "POST", path: "/v2/train_schedule/project_path", body: { ...BODY, ...PATH } },
  { method: "POST", path: `/train_schedule/project_path?${QUERY}`, body: PATH },
  { method: "GET", path: `/paced_train/{paced_train}/simulation?${QUERY}` },
  { method: "GET", path: `/paced_train/simulations_summary?ids={paced_train}&${QUERY}` },
  { method: "POST", path: "/paced_train/simulations_summary", body: BODY },
  { method: "POST", path: "/paced_train/simulation_summary", body: BODY },
  { method: "POST", path: "/paced_train/project_path", body: { ...BODY, ...PATH } },
  { method: "GET", path: `/timetable/{timetable}/conflicts?${QUERY}` },
  { method: "GET", path: `/temporary_speed_limit_group/${MISSING_ID}` },
  { method: "DELETE", path: `/temporary_speed_limit_group/${MISSING_ID}` },
];

export const LIMIT_RULES: readonly ValidationRule[] = [
  ...pageRules("/temporary_speed_limit_group", 1000),
  ...WITH_LIMITS.map((request) => missingGroup(request, "temporary_speed_limit")),
  limitRule(
    "a group has a name",
    validLimits({ speed_limit_group_name: undefined }),
    "/speed_limit_group_name",
  ),
  limitRule("limits are a list", validLimits({ speed_limits: null }), "/speed_limits"),
  limitRule(
    "a limit begins before it ends",
    validLimits({}, { start_date_time: "2024-05-22T11:00:00+01:00" }),
    "/speed_limits/0",
  ),
  limitRule(
    "a date and time is one",
    validLimits({}, { end_date_time: "tomorrow" }),
    "/speed_limits/0/end_date_time",
  ),
  limitRule(
    "a speed is above 0",
    validLimits({}, { speed_limit: 0 }),
    "/speed_limits/0/speed_limit",
  ),
  limitRule(
    "a speed is bounded",
    validLimits({}, { speed_limit: 1001 }),
    "/speed_limits/0/speed_limit",
  ),
  limitRule("a limit has an id", validLimits({}, { obj_id: undefined }), "/speed_limits/0/obj_id"),
  limitRule(
    "a limit is on tracks",
    validLimits({}, { track_ranges: [] }),
    "/speed_limits/0/track_ranges",
  ),
  limitRule(
    "a range has a direction",
    validLimits({}, { track_ranges: [{ ...DIRECTED, direction: "BOTH" }] }),
    "/speed_limits/0/track_ranges/0/direction",
  ),
  limitRule(
    "a range begins before it ends",
    validLimits({}, { track_ranges: [{ ...DIRECTED, begin: 2 }] }),
    "/speed_limits/0/track_ranges/0",
  ),
  limitRule(
    "positions are not negative",
    validLimits({}, { track_ranges: [{ ...DIRECTED, begin: -1 }] }),
    "/speed_limits/0/track_ranges/0/begin",
  ),
  {
    title: "temporary speed limits: a name is used once",
    request: {
      method: "POST",
      path: "/temporary_speed_limit_group",
      body: validLimits({ speed_limit_group_name: "limits" }),
    },
    status: 400,
    type: "temporary_speed_limit:NameAlreadyUsed",
    context: { name: "limits" },
  },
];
