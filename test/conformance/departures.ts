/**
 * Recorded cases whose answer differs by a rule of docs/decisions.md. Such a case is named with its rule; it departs only
 * if the rule applies to what the reference answered, so a run that is merely different still fails.
 */
import type { RecordedSimulation } from "../../bench/recorded_simulations.ts";
import type { OwnAnswer, RecordedAnswer } from "./simulation.ts";

/** What the reference meets an arrival to. */
const REFERENCE_TOLERANCE_MS = 2000;

/** The rule by which our runs depart from the recorded ones; null: they must be equal. */
export function findDeparture(
  { recorded, input }: RecordedSimulation,
  own: OwnAnswer,
): string | null {
  if (own.status !== "success" || own.distribution === undefined) return null;
  // The folder's README fixes the form of its answers.
  const response = recorded.response as RecordedAnswer & Pick<OwnAnswer, "final_output">;
  if (response.status === "simulation_failed") {
    const isMargin = JSON.stringify(response.core_error).includes("allowance_range_index");
    return isMargin ? "there is always a run" : null;
  }
  const [train] = input.trains;
  const items_mm = train?.path.item_positions_mm ?? [];
  const isMissed = (train?.schedule ?? []).some(({ offset_mm, arrival_ms }) => {
    const got_ms = response.final_output?.path_item_times[items_mm.indexOf(offset_mm)];
    if (arrival_ms === null || got_ms === undefined) return false;
    return Math.abs(got_ms - arrival_ms) > REFERENCE_TOLERANCE_MS;
  });
  return isMissed ? "a time that can be kept is kept" : null;
}

/** Whether there is nothing recorded that even the base could be compared with. */
export function departsWithoutBase(simulation: RecordedSimulation, own: OwnAnswer): boolean {
  const { base } = simulation.recorded.response as RecordedAnswer;
  return base === undefined && findDeparture(simulation, own) !== null;
}
