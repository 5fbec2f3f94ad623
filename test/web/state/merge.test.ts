// Method: changes of single fields by two sides, drawn from all fields of a record; what comes out is compared with the
// union of both, made field by field in the test.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { merge } from "../../../web/src/state/merge.ts";
import { makeTrain, type Train } from "./fake_server.ts";

type Edit = (train: Train) => Train;

const editStop =
  (at: string, change: Partial<Train["schedule"][number]>): Edit =>
  (train) => ({
    ...train,
    schedule: train.schedule.map((entry) => (entry.at === at ? { ...entry, ...change } : entry)),
  });

const EDITS: readonly Edit[] = [
  (train) => ({ ...train, train_name: "renamed" }),
  (train) => ({ ...train, start_time: "2026-03-02T06:00:00Z" }),
  (train) => ({ ...train, labels: ["night"] }),
  (train) => ({ ...train, margins: { boundaries: [], values: ["7%"] } }),
  (train) => ({ ...train, rolling_stock_name: "other" }),
  (train) => ({ ...train, initial_speed: 3 }),
  (train) => ({ ...train, speed_limit_tag: "V160" }),
  editStop("b", { stop_for: "PT90S" }),
  editStop("b", { arrival: "PT310S" }),
  editStop("b", { locked: true }),
  editStop("c", { arrival: "PT700S" }),
  editStop("c", { stop_for: "PT10S" }),
];

const apply = (train: Train, edits: readonly number[]): Train =>
  edits.reduce((edited, i) => EDITS[i]?.(edited) ?? edited, train);

describe("a merge", () => {
  it("has what either side has changed, of any fields", () => {
    const indexes = fc.subarray(EDITS.map((_edit, i) => i));
    fc.assert(
      fc.property(indexes, indexes, (mine, theirs) => {
        const base = makeTrain(1);
        const { merged, clashes } = merge(base, apply(base, mine), apply(base, theirs));
        expect(clashes).toEqual([]);
        expect(merged).toEqual(apply(base, [...mine, ...theirs]));
      }),
    );
  });

  it("asks about a field that both have changed, and about no other", () => {
    const base = makeTrain(1);
    const mine = apply(editStop("b", { stop_for: "PT120S" })(base), [0, 10]);
    const theirs = apply(base, [1, 7, 10]);
    const { merged, clashes } = merge(base, mine, theirs);
    expect(clashes).toEqual([{ name: "stop_for", at: "b", mine: "PT120S", theirs: "PT90S" }]);
    expect(merged).toEqual(apply(base, [0, 1, 7, 10]));
    const forced = merge(base, mine, theirs, "mine").merged;
    expect(forced).toEqual(editStop("b", { stop_for: "PT120S" })(apply(base, [0, 1, 10])));
  });

  it("takes over waypoints that the other side has added or taken away", () => {
    const base = makeTrain(1);
    const [a, b, c] = base.path as [
      Train["path"][number],
      Train["path"][number],
      Train["path"][number],
    ];
    const entry = {
      at: "d",
      arrival: null,
      stop_for: "PT30S",
      reception_signal: "OPEN",
      locked: false,
    } as const;
    const d = { id: "d", deleted: false, operational_point: "d" };
    const [first, last] = base.schedule as [Train["schedule"][number], Train["schedule"][number]];
    const longer = { ...base, path: [a, d, b, c], schedule: [first, last, entry] };
    const renamed = apply(base, [0]);
    const added = merge(base, renamed, longer).merged;
    expect(added.schedule?.map(({ at }) => at)).toEqual(["d", "b", "c"]);
    expect(added.train_name).toBe("renamed");
    const shorter = { ...base, path: [a, c], schedule: [last] };
    expect(merge(base, renamed, shorter).merged).toEqual({
      ...renamed,
      path: [a, c],
      schedule: [last],
    });
  });
});
