/**
 * Turns a network path and a train into one run on plain arrays (engine.md 4.10): merged schedule,
 * safety speeds, limits, effort curves. Offsets are in mm here, in metres in the run.
 */
import type { CompiledStock } from "../physics/rolling_stock.ts";
import { TrainForces } from "../physics/train_forces.ts";
import { assert, err, ok, type Result } from "../result.ts";
import { fromMilli } from "../units.ts";
import {
  type AnsweredElectricalProfiles,
  choosePower,
  type PowerAlongPath,
  type PowerRestriction,
  type ProfileSet,
} from "./electrification.ts";
import type { SimulationFault } from "./faults.ts";
import { limitsForTag, type PathPhysics, remember } from "./path_physics.ts";
import { findSafetySpeeds } from "./safety_speeds.ts";
import { mergeSchedule, type ScheduleItem } from "./schedule.ts";
import type { Run } from "./simulate.ts";
import { type AnsweredProfile, answerProfile, collectLimits } from "./speed_limits.ts";
import { lowerLimits, type PathTemporaryLimits } from "./temporary_limits.ts";

/** A train without its path. */
export interface TrainSettings {
  readonly items_mm: readonly number[];
  /** [nItems] see Run. */
  readonly item_stops_ms?: readonly number[];
  readonly initial_speed_m_s: number;
  readonly comfort: string;
  readonly speed_limit_tag: string | null;
  readonly fallback_tags: readonly string[];
  readonly use_electrical_profiles: boolean;
  readonly schedule: readonly ScheduleItem[];
  readonly power_restrictions: readonly PowerRestriction[];
  /** See TrainForces; absent: no. */
  readonly is_exact?: boolean;
  /** Temporary limits that the train meets; absent: none. */
  readonly temporary_limits?: PathTemporaryLimits;
}

/** A stock and a profile set with the keys under which results may be cached. */
export interface KeyedStock {
  readonly key: string;
  readonly stock: CompiledStock;
}

export interface KeyedProfiles {
  readonly key: string;
  readonly set: ProfileSet;
}

/** A run and the two parts of its answer that need no simulation. */
export interface TrainRunInput {
  readonly run: Run;
  readonly mrsp: AnsweredProfile;
  readonly electrical_profiles: AnsweredElectricalProfiles;
}

/** Builds the run of one train on one path. */
export function makeRun(
  physics: PathPhysics,
  { key, stock }: KeyedStock,
  train: TrainSettings,
  profiles: KeyedProfiles | null,
): Result<TrainRunInput, SimulationFault> {
  const { length_mm } = physics.path;
  assert(train.initial_speed_m_s >= 0, "the initial speed is not negative");
  if (!(length_mm > 0)) return err({ kind: "zero_length_path" });
  const schedule = mergeSchedule(train.schedule);
  const safety = findSafetySpeeds(schedule, physics.signals, length_mm);
  if (!safety.ok) return safety;
  const permanent = limitsForTag(physics, train.speed_limit_tag, train.fallback_tags);
  const limits =
    train.temporary_limits === undefined
      ? permanent
      : lowerLimits(permanent, train.temporary_limits, stock.max_speed_m_s);
  const used = train.use_electrical_profiles ? profiles : null;
  const power = findPower(physics, { key, stock }, train, used);
  const stopping = schedule.filter((item) => item.stop_for_ms !== null);
  return ok({
    run: {
      length_m: fromMilli(length_mm),
      forces: new TrainForces(stock, physics.gradient, power.efforts, train.is_exact),
      limits: collectLimits(limits, stock, safety.value),
      stops: {
        positions_m: stopping.map((item) => fromMilli(item.offset_mm)),
        durations_s: stopping.map((item) => fromMilli(item.stop_for_ms ?? 0)),
      },
      items_mm: train.items_mm,
      ...(train.item_stops_ms === undefined ? {} : { itemStops_ms: train.item_stops_ms }),
      initialSpeed_m_s: train.initial_speed_m_s,
    },
    mrsp: answerProfile(limits, stock.max_speed_m_s),
    electrical_profiles: power.answered,
  });
}

/** Chooses the effort curves; cached per path for trains without power restrictions. */
function findPower(
  physics: PathPhysics,
  { key, stock }: KeyedStock,
  train: TrainSettings,
  profiles: KeyedProfiles | null,
): PowerAlongPath {
  const settings = {
    stock,
    comfort: train.comfort,
    profiles: profiles === null ? null : profiles.set,
    restrictions: train.power_restrictions,
  };
  if (train.power_restrictions.length > 0) return choosePower(physics, settings);
  const kept = JSON.stringify([key, train.comfort, profiles === null ? null : profiles.key]);
  return remember(physics.power, kept, () => choosePower(physics, settings));
}
