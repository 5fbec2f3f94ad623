// Method: records made by hand, and what becomes of them; lines in a rectangle against brute force over moments.
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { runsInArea, shareOfRunAt } from "../../../web/src/graph/runs.ts";
import {
  categorizeAll,
  copyByDays,
  copyEvery,
  labelAll,
  removeAll,
  shiftAll,
  unlabelAll,
} from "../../../web/src/several/group_edits.ts";
import { trial } from "../../../web/src/state/edits/trial.ts";
import type { PacedTrain, TrainSchedule } from "../../../web/src/state/timetable.ts";
import { BEGIN_MS, MINUTE_MS, runOf } from "../graph/drawn_runs.ts";

const TRAIN = {
  id: 1,
  timetable_id: 9,
  train_name: "4501",
  start_time: "2026-03-02T23:50:00Z",
  labels: ["a"],
  category: null,
  path: [],
  schedule: [],
} as unknown as TrainSchedule;
const SERVICE = {
  ...TRAIN,
  id: 2,
  train_name: "R1",
  paced: { time_window: "PT2H", interval: "PT1H" },
  exceptions: [{ key: "x", start_time: { value: "2026-03-03T01:00:00Z" } }],
} as unknown as PacedTrain;
const BOTH = [TRAIN, SERVICE];

describe("edits of several trains", () => {
  beforeEach(() => {
    trial.value = null;
  });

  it("shift all of them, a service with the starts of its exceptions", () => {
    const edits = shiftAll(BOTH, 15 * MINUTE_MS);
    expect(edits.map(({ id, before }) => [id, before?.start_time])).toEqual([
      [1, TRAIN.start_time],
      [2, TRAIN.start_time],
    ]);
    expect(edits.map(({ after }) => after?.start_time)).toEqual([
      "2026-03-03T00:05:00Z",
      "2026-03-03T00:05:00Z",
    ]);
    const service = edits[1]?.after as unknown as PacedTrain;
    expect(service.exceptions[0]?.start_time?.value).toBe("2026-03-03T01:15:00Z");
  });

  it("go on top of what is tried of them already", () => {
    const [first] = shiftAll([TRAIN], MINUTE_MS);
    if (first === undefined) throw new Error("no edit");
    const untold = { times: new Map(), follows: null, asked: [], fault: null, is_unsure: false };
    const own = { is_proposal: false, is_outdated: false };
    trial.value = { edits: [first], state: "tried", ...untold, ...own };
    const [second] = labelAll([TRAIN], "b");
    expect(second?.after).toMatchObject({ start_time: "2026-03-02T23:51:00Z", labels: ["a", "b"] });
    expect(second?.before).toMatchObject({ start_time: TRAIN.start_time, labels: ["a"] });
  });

  it("remove, categorize and label them, each label once", () => {
    expect(removeAll(BOTH).map(({ id, after }) => [id, after])).toEqual([
      [1, null],
      [2, null],
    ]);
    const category = { main_category: "FREIGHT_TRAIN" } as const;
    expect(categorizeAll(BOTH, category).map(({ after }) => after?.category)).toEqual([
      category,
      category,
    ]);
    expect(labelAll([TRAIN], "a")[0]?.after?.labels).toEqual(["a"]);
    expect(unlabelAll([TRAIN], "a")[0]?.after?.labels).toEqual([]);
  });

  it("copy them every so many minutes under names of their own, and to another day under the same", () => {
    const copies = copyEvery([TRAIN, SERVICE], 60 * MINUTE_MS, 2, ["4501", "4502", "R1"]);
    expect(
      copies.map(({ id, before, after }) => [id, before, after?.train_name, after?.start_time]),
    ).toEqual([
      [null, null, "4503", "2026-03-03T00:50:00Z"],
      [null, null, "4504", "2026-03-03T01:50:00Z"],
      [null, null, "R2", "2026-03-03T00:50:00Z"],
      [null, null, "R3", "2026-03-03T01:50:00Z"],
    ]);
    expect(new Set(copies.map(({ key }) => key)).size).toBe(4);
    const [tomorrow] = copyByDays([TRAIN], 1);
    expect(tomorrow?.after).toMatchObject({
      train_name: "4501",
      start_time: "2026-03-03T23:50:00Z",
    });
    expect(tomorrow?.after).not.toHaveProperty("id");
  });
});

describe("a rectangle of the graph", () => {
  it("has the trains whose lines pass through it", () => {
    const stopping = runOf("1", 0, [
      [0, 0],
      [30, 50],
      [60, 50],
      [90, 100],
    ]);
    const side = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(side, side, side, side, (a, b, c, d) => {
        const [from, to] = [Math.min(a, b) * 90, Math.max(a, b) * 90];
        const area = {
          from_ms: BEGIN_MS + from * MINUTE_MS,
          to_ms: BEGIN_MS + to * MINUTE_MS,
          from_share: Math.min(c, d),
          to_share: Math.max(c, d),
        };
        const moments = Array.from({ length: 2000 }, (_one, i) => from + ((to - from) * i) / 1999);
        const shares = moments.map(
          (min) => shareOfRunAt(stopping, BEGIN_MS + min * MINUTE_MS) ?? -1,
        );
        // So little that a moment between two of these could be missed.
        const slack = 0.001;
        const isIn = (more: number): boolean =>
          shares.some((one) => one >= area.from_share - more && one <= area.to_share + more);
        const found = runsInArea([stopping], area).length > 0;
        if (isIn(0)) expect(found).toBe(true);
        if (!isIn(slack)) expect(found).toBe(false);
      }),
    );
  });
});
