/** A short term request in the search's form. Times in s since the earliest departure. */
import type { MarginValue } from "../margins/margin_ranges.ts";
import type { BlockLocations } from "../path/block_locations.ts";
import type { Constraints } from "../path/constraints.ts";
import type { ReceptionSignal } from "../simulation/schedule.ts";
import type { TemporaryLimits } from "../simulation/temporary_limits.ts";
import type { KeyedProfiles, KeyedStock } from "../simulation/train_input.ts";
import type { Occupancies } from "./occupancies.ts";
import type { Rival } from "./ranking.ts";

/** When the train may arrive at a step. */
export interface PlannedTime {
  readonly arrival_s: number;
  readonly before_s: number;
  readonly after_s: number;
}

export interface StdcmStep {
  readonly places: BlockLocations;
  /** Least duration of the stop, null = the train passes. The first step's is ignored; the last has one. */
  readonly stop_s: number | null;
  readonly planned: PlannedTime | null;
}

/** Limits that are put up for a time, and the moment that the request calls 0, ms since the epoch. */
export interface LimitsAround {
  readonly group: TemporaryLimits;
  readonly start_ms: number;
}

export interface StdcmTrain {
  /** The whole consist: mass, length and speed are its own. */
  readonly stock: KeyedStock;
  readonly constraints: Constraints;
  readonly comfort: string;
  readonly speed_limit_tag: string | null;
  readonly fallback_tags: readonly string[];
  /** null = none. */
  readonly margin: MarginValue | null;
  /** Whether its times are met to 0.1 s, not to the reference's tolerance. */
  readonly is_exact?: boolean;
  readonly limits: LimitsAround | null;
  /** Electrical profiles; null = none. */
  readonly profiles: KeyedProfiles | null;
}

export interface StdcmQuery {
  /** At least two. */
  readonly steps: readonly StdcmStep[];
  readonly train: StdcmTrain;
  /** The signal at stops that were asked to last. */
  readonly signal: ReceptionSignal;
  /** Trains that are known, with other signals: only one that is so much better is of use. */
  readonly rivals: readonly Rival[];
  readonly maxDepartureDelay_s: number;
  /** From departure to arrival, all stops included. */
  readonly maxRunTime_s: number;
  readonly occupancies: Occupancies;
  /** Most labels that the search may make; this bounds its memory. */
  readonly labelsMax: number;
  /** Whether its time is nearly over: the best train so far is good enough. */
  readonly isOver: () => boolean;
}
