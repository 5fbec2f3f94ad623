/**
 * Speed limits before signals at danger towards which a train is received (engine.md 6.1): slow over
 * the last stretch before the signal, slower still with a short slip. They belong to the signal, not to
 * the stop, and are ordinary limits: a train that stopped far before the signal also leaves slowly.
 */
import type { PathSignals } from "../path/path_signals.ts";
import { RangeMap } from "../range_map.ts";
import { err, ok, type Result } from "../result.ts";
import { countBelow } from "../sorted.ts";
import { fromMilli } from "../units.ts";
import type { SimulationFault } from "./faults.ts";
import type { ReceptionSignal, ScheduleItem } from "./schedule.ts";

const SAFETY_SPEED_MM_S = 8333;
const SAFETY_DISTANCE_MM = 200_000;
const SHORT_SLIP_SPEED_MM_S = 2778;
const SHORT_SLIP_DISTANCE_MM = 100_000;

/** A limit over the last stretch before a signal. */
interface SafetySpeed {
  readonly distance_mm: number;
  readonly speed_mm_s: number;
}

const BEFORE_STOP = [{ distance_mm: SAFETY_DISTANCE_MM, speed_mm_s: SAFETY_SPEED_MM_S }] as const;
const SAFETY_SPEEDS: Readonly<Record<ReceptionSignal, readonly SafetySpeed[]>> = {
  OPEN: [],
  STOP: BEFORE_STOP,
  SHORT_SLIP_STOP: [
    ...BEFORE_STOP,
    { distance_mm: SHORT_SLIP_DISTANCE_MM, speed_mm_s: SHORT_SLIP_SPEED_MM_S },
  ],
};

/** The limits before a signal, in the order in which they are applied. */
export function safetySpeedsOf(signal: ReceptionSignal): readonly SafetySpeed[] {
  return SAFETY_SPEEDS[signal];
}

/** Finds the limits (mm/s) for a schedule in path order; empty ranges are null. */
export function findSafetySpeeds(
  schedule: readonly ScheduleItem[],
  signals: PathSignals,
  length_mm: number,
): Result<RangeMap<number>, SimulationFault> {
  const speeds_mm_s = new RangeMap<number>();
  const slowDown = (signal_mm: number, signal: ReceptionSignal): void => {
    for (const { distance_mm, speed_mm_s } of SAFETY_SPEEDS[signal]) {
      const from_mm = Math.max(0, signal_mm - distance_mm);
      speeds_mm_s.put(from_mm, Math.min(length_mm, signal_mm), speed_mm_s);
    }
  };
  for (const item of schedule) {
    if (item.reception_signal === "OPEN" || item.stop_for_ms === null) continue;
    const signal_mm = signals.offsets_mm[countBelow(signals.offsets_mm, item.offset_mm)];
    if (signal_mm === undefined) {
      return err({ kind: "no_signal_after_stop", offset_m: fromMilli(item.offset_mm) });
    }
    slowDown(signal_mm, item.reception_signal);
  }
  if (signals.endsAtBufferStop) slowDown(signals.routesEnd_mm, "SHORT_SLIP_STOP");
  return ok(speeds_mm_s);
}
