// Method: states of a timetable made by hand, and their differences counted.
import { describe, expect, it } from "vitest";
import { listDifferences } from "../../../web/src/compare/differences.ts";
import type { Timetable, TrainSchedule } from "../../../web/src/state/timetable.ts";

function trainOf(id: number, name: string, more: Partial<TrainSchedule> = {}): TrainSchedule {
  const start_time = "2026-03-02T05:00:00Z";
  return {
    id,
    train_name: name,
    start_time,
    labels: [],
    path: [],
    ...more,
  } as unknown as TrainSchedule;
}

function stateOf(timetable_id: number, trains: readonly TrainSchedule[]): Timetable {
  const own = trains.map((train) => ({ ...train, timetable_id }));
  return {
    timetable_id,
    trains: new Map(own.map((one) => [one.id, one])),
    is_whole: true,
    paced_trains: new Map(),
  };
}

const summary = (before: Timetable, after: Timetable) =>
  listDifferences(before, after).map(({ kind, train, fields, shift_ms }) => [
    kind,
    train.train_name,
    fields.join(),
    shift_ms / 60_000,
  ]);

describe("what differs between two states", () => {
  it("of one timetable is told by id: new, gone, moved, and which fields are others", () => {
    const before = stateOf(1, [trainOf(1, "A"), trainOf(2, "B"), trainOf(3, "C"), trainOf(4, "D")]);
    const after = stateOf(1, [
      trainOf(1, "A"),
      trainOf(2, "B", { start_time: "2026-03-02T05:04:00Z" }),
      trainOf(3, "renamed", { rolling_stock_name: "other" }),
      trainOf(5, "E"),
    ]);
    expect(summary(before, after)).toEqual([
      ["changed", "B", "", 4],
      ["changed", "renamed", "rolling_stock_name,train_name", 0],
      ["new", "E", "", 0],
      ["gone", "D", "", 0],
    ]);
  });

  it("of two timetables is told by name, and of the same name by order", () => {
    const later = { start_time: "2026-03-02T06:00:00Z" };
    const before = stateOf(1, [trainOf(1, "A"), trainOf(2, "A", later), trainOf(3, "B")]);
    const after = stateOf(2, [trainOf(12, "A", later), trainOf(11, "A"), trainOf(13, "B", later)]);
    expect(summary(before, after)).toEqual([["changed", "B", "", 60]]);
  });

  it("is nothing between a state and itself, also when somebody has only stored it again", () => {
    const state = stateOf(1, [trainOf(1, "A"), trainOf(2, "A")]);
    expect(summary(state, state)).toEqual([]);
    const stored = { modified_at: "2026-03-02T05:00:00Z" } as unknown as Partial<TrainSchedule>;
    expect(summary(state, stateOf(1, [trainOf(1, "A", stored), trainOf(2, "A")]))).toEqual([]);
  });
});
