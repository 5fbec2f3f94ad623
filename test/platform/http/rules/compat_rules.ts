/** Rules of the paths of clients of 2024 that have bodies of their own (interface.md 2.3, 5.2, 8.3, 11.3). */
import { type Json, MISSING_ID, prune, type ValidationRule } from "./valid_forms.ts";

function batchRule(title: string, body: unknown, path: string): ValidationRule {
  return {
    title: `train batch: ${title}`,
    request: { method: "POST", path: "/train_schedule", body },
    status: 422,
    type: "request:InvalidBody",
    context: { path },
  };
}

function rolesRule(method: "POST" | "DELETE", roles: unknown, path: string): ValidationRule {
  return {
    title: `roles of 2024: ${method} of ${JSON.stringify(roles)}`,
    request: { method, path: `/authz/roles/${MISSING_ID}`, body: { roles } },
    status: 422,
    type: "request:InvalidBody",
    context: { path },
  };
}

const STEP = { location: { track: "A", offset: 0 } };
const TIME = {
  arrival_time: "2026-05-22T08:00:00Z",
  arrival_time_tolerance_before: 0,
  arrival_time_tolerance_after: 0,
};

function searchRule(title: string, change: Json, path: string): ValidationRule {
  const body = {
    steps: [STEP, STEP],
    rolling_stock_id: "{stock}",
    comfort: "STANDARD",
    start_time: "2026-05-22T08:00:00Z",
    ...change,
  };
  return {
    title: `stdcm: ${title}`,
    request: {
      method: "POST",
      path: "/timetable/{timetable}/stdcm?infra={infra}",
      body: prune(body),
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path },
  };
}

const OPTIONAL_COUNTS = [
  "maximum_departure_delay",
  "maximum_run_time",
  "time_gap_before",
  "time_gap_after",
];
const OPTIONAL_AMOUNTS = ["total_mass", "total_length", "max_speed"];

export const COMPAT_RULES: readonly ValidationRule[] = [
  batchRule("ids are required", {}, "/ids"),
  batchRule("ids are a list", { ids: 1 }, "/ids"),
  batchRule("ids are positive integers", { ids: [1, -2] }, "/ids/1"),
  {
    title: "train batch: every train exists",
    request: { method: "POST", path: "/train_schedule", body: { ids: ["{train}", MISSING_ID] } },
    status: 404,
    type: "train_schedule:BatchTrainScheduleNotFound",
    context: { number: 1 },
  },
  {
    title: "train batch: at most 10,000 trains",
    request: {
      method: "POST",
      path: "/train_schedule",
      body: { ids: Array.from({ length: 10_001 }, (_, i) => i + 1) },
    },
    status: 422,
    type: "request:TooManyItems",
    context: { count: 10_001, count_max: 10_000 },
  },
  {
    title: "timetable of 2024: it exists",
    request: { method: "GET", path: `/timetable/${MISSING_ID}` },
    status: 404,
    type: "timetable:NotFound",
    context: { timetable_id: MISSING_ID },
  },
  rolesRule("POST", undefined, "/roles"),
  rolesRule("POST", "ops", "/roles"),
  rolesRule("DELETE", [1], "/roles/0"),
  ...["steps", "rolling_stock_id", "comfort"].map((key) =>
    searchRule(`${key} is required`, { [key]: undefined }, `/${key}`),
  ),
  ...OPTIONAL_COUNTS.map((key) => searchRule(`${key} is not negative`, { [key]: -1 }, `/${key}`)),
  ...OPTIONAL_AMOUNTS.map((key) => searchRule(`${key} is above 0`, { [key]: 0 }, `/${key}`)),
  searchRule("a step has a location", { steps: [STEP, {}] }, "/steps/1/location"),
  searchRule("a step has one location", { steps: [{ location: {} }] }, "/steps/0/location"),
  searchRule(
    "a time has its tolerances",
    { steps: [{ ...STEP, timing_data: { arrival_time: "2024-10-22T08:00:00Z" } }] },
    "/steps/0/timing_data/arrival_time_tolerance_before",
  ),
  searchRule("a start time is a date and time", { start_time: "soon" }, "/start_time"),
  searchRule("there are steps", { steps: [] }, "/steps"),
  searchRule("at most 1,000 steps", { steps: Array.from({ length: 1001 }, () => STEP) }, "/steps"),
  searchRule("some time is given", { start_time: null }, "/steps"),
  searchRule(
    "one end has a time at most",
    {
      steps: [
        { ...STEP, timing_data: TIME },
        { ...STEP, timing_data: TIME },
      ],
    },
    "/steps/1/timing_data",
  ),
  searchRule("a margin is one", { margin: "5" }, "/margin"),
  searchRule(
    "a stop is a year at most",
    { steps: [{ ...STEP, duration: 1e12 }] },
    "/steps/0/duration",
  ),
  searchRule("a mass is at most 1e9 kg", { total_mass: 2e9 }, "/total_mass"),
  searchRule("a length is at most 100 km", { total_length: 200_000 }, "/total_length"),
  searchRule("a speed is at most 150 m/s", { max_speed: 160 }, "/max_speed"),
  {
    title: "refresh: force is a boolean",
    request: { method: "POST", path: "/infra/refresh?force=maybe" },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "refresh: infrastructures are ids",
    request: { method: "POST", path: "/infra/refresh?infras=small" },
    status: 400,
    type: "request:InvalidQuery",
  },
  {
    title: "refresh: the infrastructures exist",
    request: { method: "POST", path: `/infra/refresh?infras={infra},${MISSING_ID}` },
    status: 404,
    type: "infra:NotFound",
    context: { infra_id: MISSING_ID },
  },
];
