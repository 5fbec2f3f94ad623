/** Trains: constants alone, which even the page may read. */

export const MAIN_CATEGORIES = [
  "HIGH_SPEED_TRAIN",
  "INTERCITY_TRAIN",
  "REGIONAL_TRAIN",
  "NIGHT_TRAIN",
  "COMMUTER_TRAIN",
  "FREIGHT_TRAIN",
  "FAST_FREIGHT_TRAIN",
  "TRAM_TRAIN",
  "TOURISTIC_TRAIN",
  "WORK_TRAIN",
] as const;

export const COMFORTS = ["STANDARD", "AIR_CONDITIONING", "HEATING"] as const;

export const RECEPTION_SIGNALS = ["OPEN", "STOP", "SHORT_SLIP_STOP"] as const;

/** Trains that one paced train may stand for, occurrences and exceptions. */
export const OCCURRENCES_MAX = 10_000;

/** What a train has where nothing else is told. */
export const TRAIN_DEFAULTS = {
  labels: [],
  margins: { boundaries: [], values: ["0%"] },
  initial_speed: 0,
  comfort: "STANDARD" as const,
  /** A creation must tell it; the page and other formats begin with this. */
  constraint_distribution: "MARECO" as const,
  speed_limit_tag: null,
  power_restrictions: [],
  options: { use_electrical_profiles: true },
  category: null,
};

/** The same of a point of its schedule. */
export const POINT_DEFAULTS = {
  arrival: null,
  stop_for: null,
  reception_signal: "OPEN" as const,
  locked: false,
};

/** Groups of an exception that change one field, and that field. */
export const GROUP_FIELDS = {
  train_name: "train_name",
  rolling_stock_category: "category",
  labels: "labels",
  speed_limit_tag: "speed_limit_tag",
  start_time: "start_time",
  constraint_distribution: "constraint_distribution",
  initial_speed: "initial_speed",
  options: "options",
} as const;
