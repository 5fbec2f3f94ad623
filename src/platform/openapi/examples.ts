/** Request bodies that clients can start from. Tests validate each with both schemas and send it. */

const TRAIN = {
  train_name: "8601",
  labels: ["morning"],
  rolling_stock_name: "Regional 160",
  start_time: "2026-05-22T08:00:00Z",
  path: [
    { id: "departure", operational_point: "West_station" },
    { id: "middle", trigram: "MWS" },
    { id: "arrival", track: "TH1", offset: 4_386_000 },
  ],
  schedule: [
    { at: "middle", arrival: "PT10M", stop_for: "PT1M" },
    { at: "arrival", stop_for: "PT0S", reception_signal: "STOP" },
  ],
  margins: { boundaries: ["middle"], values: ["5%", "4.5min/100km"] },
  constraint_distribution: "MARECO",
  comfort: "STANDARD",
  category: { main_category: "REGIONAL_TRAIN" },
};

const PACED_TRAIN = {
  ...TRAIN,
  train_name: "RER A",
  paced: { time_window: "PT1H", interval: "PT15M" },
  exceptions: [
    { key: "later", occurrence_index: 2, start_time: { value: "2026-05-22T08:35:00Z" } },
    { key: "not at 08:45", occurrence_index: 3, disabled: true },
    { key: "more", train_name: { value: "RER A bis" } },
  ],
};

const CURVE = { speeds: [0, 20, 50], max_efforts: [300_000, 200_000, 60_000] };

const ROLLING_STOCK = {
  name: "Regional 160",
  length: 100,
  mass: 200_000,
  max_speed: 44.4,
  startup_time: 10,
  startup_acceleration: 0.05,
  comfort_acceleration: 0.25,
  gamma: { type: "CONST", value: 0.5 },
  inertia_coefficient: 1.05,
  rolling_resistance: { type: "davis", A: 2400, B: 60, C: 6 },
  loading_gauge: "G1",
  effort_curves: {
    default_mode: "25000V",
    modes: { "25000V": { is_electric: true, default_curve: CURVE, curves: [] } },
  },
  base_power_class: "5",
  power_restrictions: {},
  energy_sources: [],
  electrical_power_startup_time: 5,
  raise_pantograph_time: 15,
  supported_signaling_systems: ["BAL", "BAPR"],
};

const TOWED_ROLLING_STOCK = {
  name: "Wagon 20 t",
  mass: 20_000,
  length: 18,
  comfort_acceleration: 0.2,
  startup_acceleration: 0.06,
  inertia_coefficient: 1.05,
  rolling_resistance: { type: "davis", A: 350, B: 4, C: 0.5 },
  const_gamma: 0.5,
  max_speed: 27.8,
};

const TRACK_RANGES = [
  { track_section: "TA2", begin: 0, end: 1_950_000, direction: "START_TO_STOP" },
  { track_section: "TA5", begin: 0, end: 50_000, direction: "START_TO_STOP" },
];

const PATHFINDING = {
  path_items: [{ track: "TA2", offset: 837_034 }, { operational_point: "South_East_station" }],
  rolling_stock_is_thermal: true,
  rolling_stock_loading_gauge: "G1",
  rolling_stock_supported_electrifications: ["25000V"],
  rolling_stock_supported_signaling_systems: ["BAL"],
  rolling_stock_maximum_speed: 44.4,
  rolling_stock_length: 100,
};

const PROJECTION = {
  infra_id: 3,
  ids: [12, 13],
  path: { track_section_ranges: TRACK_RANGES, routes: [], blocks: [] },
};
const SUMMARY = { infra_id: 3, electrical_profile_set_id: null, ids: [12, 13] };
const STDCM = {
  steps: [
    {
      location: { operational_point: "West_station" },
      duration: 0,
      timing_data: {
        arrival_time: "2026-05-22T08:00:00Z",
        arrival_time_tolerance_before: 0,
        arrival_time_tolerance_after: 1_800_000,
      },
    },
    { location: { trigram: "MWS", secondary_code: "BV" }, duration: 60_000 },
    { location: { track: "TH1", offset: 4_386_000 }, duration: 0 },
  ],
  rolling_stock_id: 7,
  comfort: "STANDARD",
  margin: "5%",
};
const SEARCH_ENVIRONMENT = {
  infra_id: 3,
  timetable_id: 8,
  work_schedule_group_id: 5,
  search_window_begin: "2026-05-22T00:00:00Z",
  search_window_end: "2026-05-29T00:00:00Z",
};
const TRAIN_IDS = { ids: [12, 13] };
const ROLES = ["operational-studies-analyst"];
const USER_IDS = [1, 2];
const SUB_CATEGORY = {
  code: "RER",
  name: "Regional express",
  main_category: "COMMUTER_TRAIN",
  color: "#1A2B3C",
};

const RAILJSON = {
  version: "3.4.12",
  operational_points: [],
  routes: [],
  switches: [],
  track_sections: [
    {
      id: "TA",
      length: 2000,
      slopes: [],
      curves: [],
      geo: {
        type: "LineString",
        coordinates: [
          [-0.4, 49.5],
          [-0.37, 49.5],
        ],
      },
    },
  ],
  speed_sections: [],
  signals: [],
  buffer_stops: [
    { id: "west", track: "TA", position: 0 },
    { id: "east", track: "TA", position: 2000 },
  ],
  detectors: [],
  electrifications: [],
  neutral_sections: [],
  extended_switch_types: [],
};

/** Operation → body. */
export const REQUEST_EXAMPLES: Readonly<Record<string, unknown>> = {
  "POST /authn/user/:user_id/roles/add": ROLES,
  "POST /authn/user/:user_id/roles/remove": ROLES,
  "POST /authn/group": { name: "Planners", app_roles: ROLES },
  "POST /authn/group/:group_id/add": USER_IDS,
  "POST /authn/group/:group_id/remove": USER_IDS,
  "POST /authn/group/:group_id/roles/add": ROLES,
  "POST /authn/group/:group_id/roles/remove": ROLES,
  "POST /authz/me/privileges": { infra: [3], timetable: [5, 8] },
  "POST /authz/:resource_type/:resource_id/grants": { subject_id: 2, grant: "Writer" },
  "PATCH /authz/:resource_type/:resource_id/grants/:grant_id": { grant: "Reader" },
  "POST /infra": { name: "North" },
  "PUT /infra/:infra_id": { name: "North and coast" },
  "POST /infra/railjson": RAILJSON,
  "POST /infra/:infra_id/objects/:object_type": ["TA2", "TH1"],
  "POST /infra/:infra_id/pathfinding/blocks": PATHFINDING,
  "POST /infra/:infra_id/pathfinding/topo": PATHFINDING,
  "POST /infra/:infra_id/pathfinding": {
    starting: { track: "TA2", position: 837.034 },
    ending: { track: "TH1", position: 4386 },
  },
  "POST /infra/:infra_id/path_properties": { track_section_ranges: TRACK_RANGES },
  "POST /electrical_profile_set": {
    levels: [
      { value: "22500V", power_class: "5", track_ranges: [{ track: "TA2", begin: 0, end: 100 }] },
    ],
    level_order: { "25000V": ["25000V", "22500V", "20000V"] },
  },
  "POST /work_schedules": {
    work_schedule_group_name: "May 2026",
    work_schedules: [
      {
        start_date_time: "2026-05-22T22:00:00Z",
        end_date_time: "2026-05-23T05:00:00Z",
        track_ranges: TRACK_RANGES,
        obj_id: "work.1",
        work_schedule_type: "CATENARY",
      },
    ],
  },
  "POST /work_schedules/project_path": {
    work_schedule_group_id: 11,
    path_track_ranges: TRACK_RANGES,
  },
  "POST /temporary_speed_limit_group": {
    speed_limit_group_name: "May 2026",
    speed_limits: [
      {
        start_date_time: "2026-05-22T00:00:00Z",
        end_date_time: "2026-06-01T00:00:00Z",
        track_ranges: [{ track: "TA2", begin: 0, end: 1950, direction: "START_TO_STOP" }],
        speed_limit: 11.1,
        obj_id: "limit.1",
      },
    ],
  },
  "POST /rolling_stock": ROLLING_STOCK,
  "PATCH /rolling_stock/:rolling_stock_id": ROLLING_STOCK,
  "PATCH /rolling_stock/:rolling_stock_id/locked": { locked: true },
  "POST /rolling_stock_collection": { name: "Regional", description: "Of the west" },
  "PATCH /rolling_stock_collection/:rolling_stock_collection_id": { rolling_stock_ids: [7, 9] },
  "POST /towed_rolling_stock": TOWED_ROLLING_STOCK,
  "PATCH /towed_rolling_stock/:towed_rolling_stock_id": TOWED_ROLLING_STOCK,
  "PATCH /towed_rolling_stock/:towed_rolling_stock_id/locked": { locked: true },
  "POST /projects": { name: "Coast line", description: "More trains", tags: ["west"], budget: 5 },
  "PATCH /projects/:project_id": { objectives: "Half an hour less", budget: null },
  "POST /projects/:project_id/studies": {
    name: "Timetable 2027",
    state: "started",
    start_date: "2026-05-22",
    expected_end_date: "2026-12-31",
  },
  "PATCH /projects/:project_id/studies/:study_id": { state: "finish" },
  "POST /projects/:project_id/studies/:study_id/scenarios": {
    name: "Every 15 minutes",
    infra_id: 3,
    timetable_id: 5,
    tags: [],
  },
  "PATCH /projects/:project_id/studies/:study_id/scenarios/:scenario_id": {
    description: "With the new junction",
  },
  "POST /timetable": {},
  "PUT /timetable/:timetable_id": {},
  "POST /timetable/:timetable_id/train_schedules": [TRAIN],
  "PUT /train_schedule/:train_schedule_id": TRAIN,
  "DELETE /train_schedule": TRAIN_IDS,
  "POST /train_schedule/simulations_summary": SUMMARY,
  "POST /v2/train_schedule/project_path": PROJECTION,
  "POST /train_schedule/project_path": PROJECTION,
  "POST /train_schedule": TRAIN_IDS,
  "POST /timetable/:timetable_id/train_schedule": [TRAIN],
  "POST /train_schedule/simulation_summary": SUMMARY,
  "POST /timetable/:timetable_id/stdcm": STDCM,
  "POST /stdcm/search_environment": SEARCH_ENVIRONMENT,
  "POST /authz/roles/:user_id": { roles: ROLES },
  "DELETE /authz/roles/:user_id": { roles: ROLES },
  "POST /timetable/:timetable_id/paced_trains": [PACED_TRAIN],
  "POST /timetable/:timetable_id/import": {
    version: 1,
    train_schedules: [TRAIN],
    paced_trains: [PACED_TRAIN],
  },
  "PUT /paced_train/:paced_train_id": PACED_TRAIN,
  "DELETE /paced_trains": TRAIN_IDS,
  "DELETE /paced_train": TRAIN_IDS,
  "POST /paced_train/simulations_summary": SUMMARY,
  "POST /paced_train/simulation_summary": SUMMARY,
  "POST /paced_train/project_path": PROJECTION,
  "POST /search": {
    object: "operationalpoint",
    query: [
      "and",
      ["=", ["infra_id"], 3],
      ["or", ["search", ["name"], "mich st"], ["=", ["trigram"], "PNO"]],
    ],
  },
  "POST /sub_category": SUB_CATEGORY,
  "PUT /sub_category/:code": SUB_CATEGORY,
};
