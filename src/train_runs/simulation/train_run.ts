/**
 * From a stored train and its path to the run that the engine simulates: waypoint ids become
 * offsets on the path, durations become milliseconds (interface.md 8.2, engine.md 5.1).
 */
import { SAME_PLACE_MM } from "../../../workers/engine/physics/constants.ts";
import type { FoundPath, TrainRun } from "../../../workers/tasks/types.ts";
import { durationMs } from "../../railway/iso8601.ts";
import { readMarginValue } from "../../railway/margin_text.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";

/** A run without the parts that a batch of runs shares or numbers. */
export type RunSettings = Omit<TrainRun, "path" | "stock_index">;

/** The run of a train with valid references; `fallback_tags`: those of its speed limit tag, in order. */
export function toRunSettings(
  train: TrainSchedule,
  path: FoundPath,
  fallback_tags: readonly string[],
  accuracy: "reference" | "exact" = "reference",
): RunSettings {
  const offsets = new Map(train.path.map(({ id }, i) => [id, path.item_positions_mm[i] ?? 0]));
  const offsetOf = (id: string): number => offsets.get(id) ?? 0;
  const { constraint_distribution } = train;
  const first_id = train.path[0]?.id;
  return {
    initial_speed_m_s: train.initial_speed,
    comfort: train.comfort,
    constraint_distribution:
      constraint_distribution === "STANDARD" ? "LINEAR" : constraint_distribution,
    speed_limit_tag: train.speed_limit_tag,
    fallback_tags,
    use_electrical_profiles: train.options.use_electrical_profiles,
    schedule: train.schedule.map((point) => ({
      offset_mm: offsetOf(point.at),
      // At the first waypoint an arrival can only be zero, the same as an absent one.
      arrival_ms:
        point.arrival === null || point.at === first_id ? null : durationMs(point.arrival),
      stop_for_ms: point.stop_for === null ? null : durationMs(point.stop_for),
      reception_signal: point.reception_signal,
    })),
    ...stopsOfNeighbours(train, path),
    margins: {
      boundaries_mm: train.margins.boundaries.map(offsetOf),
      values: train.margins.values.map(readMarginValue),
    },
    power_restrictions: train.power_restrictions.map(({ from, to, value }) => ({
      from_mm: offsetOf(from),
      to_mm: offsetOf(to),
      value,
    })),
    ...(accuracy === "exact" ? { is_exact: true } : {}),
  };
}

/** Stops by waypoint, where two waypoints are at one place. */
function stopsOfNeighbours(
  { path, schedule }: TrainSchedule,
  { item_positions_mm: places }: FoundPath,
): Pick<RunSettings, "item_stops_ms"> {
  const is_near = places.some((at, i) => i > 0 && at - (places[i - 1] ?? 0) <= SAME_PLACE_MM);
  if (!is_near) return {};
  const stops = new Map(schedule.map(({ at, stop_for }) => [at, stop_for]));
  const item_stops_ms = path.map(({ id }) => {
    const stop_for = stops.get(id) ?? null;
    return stop_for === null ? 0 : durationMs(stop_for);
  });
  return { item_stops_ms };
}
