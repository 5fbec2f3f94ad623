/** Converts objects on ranges of rails to ranges of the track sections made of these rails. */
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import { addTo } from "./add_to.ts";
import { partition, type ValuedRange } from "./partition.ts";
import type { RailLayout } from "./rail_layout.ts";
import type { RailDirection, RailPlan, RailRange, RailSpeed } from "./rail_plan.ts";

/** Values of ranges by section. */
export function rangesBySection<Range extends RailRange, Value>(
  layout: RailLayout,
  ranges: readonly Range[],
  valueOf: (range: Range, is_reversed: boolean) => Value,
): Map<string, ValuedRange<Value>[]> {
  const bySection = new Map<string, ValuedRange<Value>[]>();
  for (const range of ranges) {
    const laid = layout.cutRange(range.rail, range.from_m, range.to_m);
    for (const { track, begin, end, is_reversed } of laid) {
      addTo(bySection, track, { begin, end, value: valueOf(range, is_reversed) });
    }
  }
  return bySection;
}

type Applicable = "START_TO_STOP" | "STOP_TO_START" | "BOTH";
type SpeedRange = RailjsonDocument["speed_sections"][number]["track_ranges"][number];

/** One section a speed; where several limits lie, the lowest counts. */
export function printSpeeds(
  layout: RailLayout,
  speeds: readonly RailSpeed[],
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
  const limits = rangesBySection(layout, speeds, turnedSpeed);
  for (const { id } of layout.sections) {
    const isSame = (a: ValuedRange<number>, b: ValuedRange<number>): boolean =>
      a.begin === b.begin && a.end === b.end && a.value === b.value;
    const own = limits.get(id) ?? [];
    const [ahead, back] = [lowestSpeeds(own, "up"), lowestSpeeds(own, "down")];
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

/** A reversed piece turns the directions round. */
function turnedSpeed(speed: RailSpeed, is_reversed: boolean): RailSpeed {
  if (speed.direction === "both" || !is_reversed) return speed;
  return { ...speed, direction: speed.direction === "up" ? "down" : "up" };
}

function lowestSpeeds(
  limits: readonly ValuedRange<RailSpeed>[],
  along: RailDirection,
): readonly ValuedRange<number>[] {
  const own = limits.filter(
    ({ value: { direction } }) => direction === along || direction === "both",
  );
  const speeds = own.map(({ begin, end, value }) => ({ begin, end, value: value.speed_kmh }));
  return partition(speeds, (a, b) => Math.min(a, b));
}

export function printWires(
  layout: RailLayout,
  ranges: RailPlan["wires"],
): RailjsonDocument["electrifications"] {
  const byVoltage = new Map<string, SpeedRange[]>();
  const wires = rangesBySection(layout, ranges, ({ voltage }) => voltage);
  for (const [track, laid] of wires) {
    for (const { begin, end, value } of partition(laid, (kept) => kept)) {
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
