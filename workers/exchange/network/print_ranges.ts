/** Converts objects on ranges of rails to ranges of the track sections made of these rails. */
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import { addTo } from "./add_to.ts";
import { partition, type ValuedRange } from "./partition.ts";
import type { RailLayout } from "./rail_layout.ts";
import type { RailPlan, RailRange } from "./rail_plan.ts";

/** Values of ranges by section; null: none there. */
export function rangesBySection<Range extends RailRange, Value>(
  layout: RailLayout,
  ranges: readonly Range[],
  valueOf: (range: Range, is_reversed: boolean) => Value | null,
): Map<string, ValuedRange<Value>[]> {
  const bySection = new Map<string, ValuedRange<Value>[]>();
  for (const range of ranges) {
    const laid = layout.cutRange(range.rail, range.from_m, range.to_m);
    for (const { track, begin, end, is_reversed } of laid) {
      const value = valueOf(range, is_reversed);
      if (value === null) continue;
      addTo(bySection, track, { begin, end, value });
    }
  }
  return bySection;
}

type Applicable = "START_TO_STOP" | "STOP_TO_START" | "BOTH";
type SpeedRange = RailjsonDocument["speed_sections"][number]["track_ranges"][number];

/** One section a speed; where several limits lie, the lowest counts. */
export function printSpeeds(
  layout: RailLayout,
  plan: RailPlan,
): RailjsonDocument["speed_sections"] {
  const bySpeed = new Map<number, SpeedRange[]>();
  const add = (
    track: string,
    range: ValuedRange<number>,
    applicable_directions: Applicable,
  ): void => {
    const list = bySpeed.get(range.value) ?? [];
    bySpeed.set(range.value, list);
    list.push({ track, begin: range.begin, end: range.end, applicable_directions });
  };
  const [up, down] = (["up", "down"] as const).map((direction) => {
    // A reversed piece turns the directions round.
    const laid = rangesBySection(layout, plan.speeds, (speed, is_reversed) =>
      (speed.direction === direction) === !is_reversed ? speed.speed_kmh : null,
    );
    for (const [track, limits] of laid) {
      laid.set(track, [...partition(limits, (a, b) => Math.min(a, b))]);
    }
    return laid;
  });
  for (const { id } of layout.sections) {
    const isSame = (a: ValuedRange<number>, b: ValuedRange<number>): boolean =>
      a.begin === b.begin && a.end === b.end && a.value === b.value;
    const [ahead, back] = [up?.get(id) ?? [], down?.get(id) ?? []];
    for (const range of ahead) {
      add(id, range, back.some((other) => isSame(range, other)) ? "BOTH" : "START_TO_STOP");
    }
    for (const range of back) {
      if (!ahead.some((other) => isSame(range, other))) add(id, range, "STOP_TO_START");
    }
  }
  return [...bySpeed]
    .sort(([a], [b]) => a - b)
    .map(([speed_kmh, track_ranges]) => ({
      id: `speed.${speed_kmh}`,
      speed_limit: speed_kmh / 3.6,
      speed_limit_by_tag: {},
      track_ranges,
    }));
}

export function printWires(
  layout: RailLayout,
  plan: RailPlan,
): RailjsonDocument["electrifications"] {
  const byVoltage = new Map<string, SpeedRange[]>();
  const wires = rangesBySection(layout, plan.wires, ({ voltage }) => voltage);
  for (const [track, ranges] of wires) {
    for (const { begin, end, value } of partition(ranges, (kept) => kept)) {
      const list = byVoltage.get(value) ?? [];
      byVoltage.set(value, list);
      list.push({ track, begin, end, applicable_directions: "BOTH" });
    }
  }
  return [...byVoltage].map(([voltage, track_ranges]) => ({
    id: `electrification.${voltage}`,
    voltage,
    track_ranges,
  }));
}
