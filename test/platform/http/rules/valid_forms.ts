/** Bodies that break no rule, to be changed in one place; and what a row of the table is. */

export interface RuleRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Sent as it is in place of a JSON body. */
  readonly raw_body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ValidationRule {
  readonly title: string;
  readonly request: RuleRequest;
  readonly status: number;
  /** Without its `editoast:` prefix. */
  readonly type: string;
  /** Parts of the error's context, compared deeply; `path` is a JSON pointer of InvalidBody. */
  readonly context?: Readonly<Record<string, unknown>>;
}

export type Json = Record<string, unknown>;
/** Of no record. */
export const MISSING_ID = 999_999_999;

/** A train that breaks no rule; `undefined` in `change` removes a key. */
export function validTrain(change: Json = {}): Json {
  return prune({
    train_name: "8601",
    rolling_stock_name: "no such stock",
    start_time: "2024-05-22T08:00:00Z",
    path: [
      { id: "a", uic: 87_654_321, secondary_code: "BV" },
      { id: "b", trigram: "MWS" },
      { id: "c", track: "TH1", offset: 4_386_000 },
    ],
    schedule: [{ at: "b", arrival: "PT10M", stop_for: "PT1M" }],
    constraint_distribution: "MARECO",
    ...change,
  });
}

/** A paced train that breaks no rule: four occurrences, one changed, one off, and one train more. */
export function validPacedTrain(change: Json = {}): Json {
  return validTrain({
    paced: { time_window: "PT1H", interval: "PT15M" },
    exceptions: [
      { key: "changed", occurrence_index: 2, train_name: { value: "8605 bis" } },
      { key: "off", occurrence_index: 3, disabled: true },
      { key: "more", start_time: { value: "2024-05-22T08:05:00Z" } },
    ],
    ...change,
  });
}

/** A sub-category that breaks no rule. */
export function validSubCategory(change: Json = {}): Json {
  return prune({
    code: "RER",
    name: "Regional express",
    main_category: "COMMUTER_TRAIN",
    color: "#1A2b3C",
    ...change,
  });
}

export const CURVE = { speeds: [0, 20, 80], max_efforts: [500_000, 420_000, 90_000] };

/** A rolling stock form that breaks no rule. */
export function validStock(change: Json = {}): Json {
  return prune({
    name: "valid stock",
    length: 400,
    mass: 900_000,
    max_speed: 80,
    startup_time: 10,
    startup_acceleration: 0.05,
    comfort_acceleration: 0.25,
    gamma: { type: "CONST", value: 0.5 },
    inertia_coefficient: 1.05,
    rolling_resistance: { type: "davis", A: 5400, B: 200, C: 12 },
    loading_gauge: "G1",
    effort_curves: effortCurves(),
    base_power_class: "5",
    power_restrictions: { C1: "1" },
    energy_sources: [],
    electrical_power_startup_time: 5,
    raise_pantograph_time: 15,
    supported_signaling_systems: ["BAL"],
    ...change,
  });
}

const POWER = { speeds: [0, 10], powers: [0, 10] };

/** A rolling stock with a battery that breaks no rule. */
export function validBattery(): Json {
  return validStock({
    energy_sources: [
      {
        energy_source_type: "Battery",
        max_input_power: POWER,
        max_output_power: POWER,
        efficiency: 1,
        energy_storage: { capacity: 1, soc: 0.5, soc_min: 0, soc_max: 1, refill_law: null },
      },
    ],
  });
}

/** A towed rolling stock form that breaks no rule. */
export function validTowedStock(change: Json = {}): Json {
  return prune({
    name: "valid wagon",
    mass: 20_000,
    length: 18,
    comfort_acceleration: 0.2,
    startup_acceleration: 0.06,
    inertia_coefficient: 1.05,
    rolling_resistance: { type: "davis", A: 350, B: 4, C: 0.5 },
    const_gamma: 0.5,
    max_speed: 27.8,
    ...change,
  });
}

/** A group of works that breaks no rule: one work on a track of the tiny network. */
export function validWorks(change: Json = {}, work: Json = {}): Json {
  return prune({
    work_schedule_group_name: "valid works",
    work_schedules: [
      prune({
        start_date_time: "2024-05-22T08:00:00",
        end_date_time: "2024-05-22T09:00:00Z",
        track_ranges: [{ track_section: "A", begin: 0, end: 500_000, direction: "START_TO_STOP" }],
        obj_id: "work",
        work_schedule_type: "TRACK",
        ...work,
      }),
    ],
    ...change,
  });
}

/** A group of temporary speed limits that breaks no rule: one limit on a track of the tiny network. */
export function validLimits(change: Json = {}, limit: Json = {}): Json {
  return prune({
    speed_limit_group_name: "valid limits",
    speed_limits: [
      prune({
        start_date_time: "2024-05-22T08:00:00",
        end_date_time: "2024-05-22T09:00:00Z",
        track_ranges: [{ track: "A", begin: 0, end: 500, direction: "START_TO_STOP" }],
        speed_limit: 10,
        obj_id: "limit",
        ...limit,
      }),
    ],
    ...change,
  });
}

/** Effort curves of one electric mode. */
export function effortCurves(curve: Json = {}): Json {
  return {
    default_mode: "25000V",
    modes: { "25000V": { is_electric: true, default_curve: { ...CURVE, ...curve }, curves: [] } },
  };
}

/** A pathfinding body that breaks no rule. */
export function validPathfinding(change: Json = {}): Json {
  return prune({
    path_items: [{ track: "TA2", offset: 837_034 }, { operational_point: "South_East_station" }],
    rolling_stock_is_thermal: true,
    rolling_stock_loading_gauge: "G1",
    rolling_stock_supported_electrifications: ["25000V"],
    rolling_stock_supported_signaling_systems: ["BAL"],
    rolling_stock_maximum_speed: 80,
    rolling_stock_length: 400,
    ...change,
  });
}

/** A request for paths between two places on tracks that breaks no rule. */
export function validTrackPaths(change: Json = {}): Json {
  return prune({
    starting: { track: "A", position: 100.5 },
    ending: { track: "B", position: 900 },
    ...change,
  });
}

/** An electrical profile set that breaks no rule. */
export function validProfileSet(change: Json = {}): Json {
  return prune({
    levels: [
      { value: "22500V", power_class: "1", track_ranges: [{ track: "TA0", begin: 0, end: 100 }] },
    ],
    level_order: { "25000V": ["25000V", "22500V", "20000V"] },
    ...change,
  });
}

export function prune(value: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}
