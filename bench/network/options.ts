/** Sizes of a generated network and timetable; every field has a default. */

export type LineSystem = "BAL" | "BAPR" | "TVM300" | "TVM430";

export interface NetworkOptions {
  readonly seed: number;
  /** Main lines side by side, each with its own stations and branch. */
  readonly line_count: number;
  /** Lines are added until the network has this many track sections (0: `line_count` alone). */
  readonly track_section_count_min: number;
  /** Stations of a main line, termini included (at least 3). */
  readonly station_count: number;
  /** Mean distance between stations of a main line, m. */
  readonly station_distance_m: number;
  /** Stations of a branch line, terminus included (0: no branch). */
  readonly branch_station_count: number;
  /** Mean distance between stations of a branch, m. */
  readonly branch_station_distance_m: number;
  /** Longest track section between stations, m. */
  readonly track_length_m_max: number;
  /** Signalling between stations; "mixed" takes the four systems in turn. Stations always have BAL. */
  readonly signaling: LineSystem | "mixed";
  readonly train_count: number;
  /** Time between two departures of the timetable, s. */
  readonly departure_interval_s: number;
  /** Time between two trains of a regional service that is a paced train; null: there is none. */
  readonly paced_interval_s: number | null;
  /** Margin of every train, such as "5%"; null: each kind has its own, and some trains arrivals. */
  readonly margin: string | null;
}

/** About 200 km of main line, 12 stations, 60 trains, and two paced trains each hour. */
export const DEFAULT_OPTIONS: NetworkOptions = {
  seed: 1,
  line_count: 1,
  track_section_count_min: 0,
  station_count: 12,
  station_distance_m: 18_200,
  branch_station_count: 3,
  branch_station_distance_m: 9_000,
  track_length_m_max: 4_000,
  signaling: "BAL",
  train_count: 60,
  departure_interval_s: 420,
  paced_interval_s: 3_600,
  margin: null,
};

/** Small enough for unit tests: four stations on 15 km, a branch, every kind of object. */
export const TINY_OPTIONS: NetworkOptions = {
  ...DEFAULT_OPTIONS,
  station_count: 4,
  station_distance_m: 7_000,
  branch_station_count: 2,
  branch_station_distance_m: 5_000,
  train_count: 8,
};

/** 100,000 track sections; shorter ones, so that the document stays below the limit of imports. */
export const LARGE_OPTIONS: NetworkOptions = {
  ...DEFAULT_OPTIONS,
  track_section_count_min: 100_000,
  track_length_m_max: 1_200,
  paced_interval_s: null,
};
