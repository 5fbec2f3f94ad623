// Method: changes of single fields by two sides, drawn from all fields of a record; what comes out is compared with the
// union of both, made field by field in the test.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formOf, type ServiceForm, type TrainForm } from "../../../web/src/state/edits/edit.ts";
import { merge } from "../../../web/src/state/edits/merge.ts";
import { makeService, makeTrain } from "./fake_server.ts";

type Edit = (train: TrainForm) => TrainForm;

const editStop =
  (at: string, change: Partial<TrainForm["schedule"][number]>): Edit =>
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

const makeForm = (): TrainForm => formOf(makeTrain(1));

const apply = (train: TrainForm, edits: readonly number[]): TrainForm =>
  edits.reduce((edited, i) => EDITS[i]?.(edited) ?? edited, train);

describe("a merge", () => {
  it("has what either side has changed, of any fields", () => {
    const indexes = fc.subarray(EDITS.map((_edit, i) => i));
    fc.assert(
      fc.property(indexes, indexes, (mine, theirs) => {
        const base = makeForm();
        const { merged, clashes } = merge(base, apply(base, mine), apply(base, theirs));
        expect(clashes).toEqual([]);
        expect(merged).toEqual(apply(base, [...mine, ...theirs]));
      }),
    );
  });

  it("has a start over midnight of one side and other days of the other", () => {
    const days = { weekdays: [1, 2], day_offset: 1 };
    const base = { ...makeForm(), days };
    const mine = { ...base, start_time: "2026-03-03T00:10:00Z", days: { ...days, day_offset: 2 } };
    const theirs = { ...base, days: { ...days, weekdays: [3] } };
    const { merged, clashes } = merge(base, mine, theirs);
    expect(clashes).toEqual([]);
    expect(merged).toEqual({ ...mine, days: { weekdays: [3], day_offset: 2 } });
    // Without days there is none to be after.
    const { days: _none, ...without } = base;
    expect(merge(base, mine, without).merged).toEqual({ ...without, start_time: mine.start_time });
  });

  it("asks about a field that both have changed, and about no other", () => {
    const base = makeForm();
    const mine = apply(editStop("b", { stop_for: "PT120S" })(base), [0, 10]);
    const theirs = apply(base, [1, 7, 10]);
    const { merged, clashes } = merge(base, mine, theirs);
    expect(clashes).toEqual([
      { group: "schedule", key: "b", name: "stop_for", mine: "PT120S", theirs: "PT90S" },
    ]);
    expect(merged).toEqual(apply(base, [0, 1, 7, 10]));
    const forced = merge(base, mine, theirs, "mine").merged;
    expect(forced).toEqual(editStop("b", { stop_for: "PT120S" })(apply(base, [0, 1, 10])));
  });

  it("takes over waypoints that the other side has added or taken away", () => {
    const base = makeForm();
    const [a, b, c] = base.path as [
      TrainForm["path"][number],
      TrainForm["path"][number],
      TrainForm["path"][number],
    ];
    const entry = {
      at: "d",
      arrival: null,
      stop_for: "PT30S",
      reception_signal: "OPEN",
      locked: false,
    } as const;
    const d = { id: "d", deleted: false, operational_point: "d" };
    const [first, last] = base.schedule as [
      TrainForm["schedule"][number],
      TrainForm["schedule"][number],
    ];
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

describe("a merge of services", () => {
  const base = formOf(makeService(4));
  type Exception = ServiceForm["exceptions"][number];
  const exception = (
    key: string,
    occurrence_index: number,
    more: Partial<Exception> = {},
  ): Exception => ({
    key,
    occurrence_index,
    disabled: false,
    ...more,
  });
  const later = { start_time: { value: "2026-03-02T06:07:00Z" } };

  it("has both sides' exceptions, and what each has changed of one", () => {
    const both = { ...base, exceptions: [exception("x", 1)] };
    const mine = { ...both, exceptions: [exception("x", 1, later), exception("mine", 2)] };
    const named = { train_name: { value: "other" } };
    const theirs = { ...both, exceptions: [exception("x", 1, named), exception("theirs", 3)] };
    const { merged, clashes } = merge(both, mine, theirs);
    expect(clashes).toEqual([]);
    expect(merged.exceptions).toEqual([
      exception("x", 1, { ...named, ...later }),
      exception("theirs", 3),
      exception("mine", 2),
    ]);
  });

  it("asks whether an exception stays that one has reset and the other changed", () => {
    const both = { ...base, exceptions: [exception("x", 1)] };
    const theirs = { ...both, exceptions: [exception("x", 1, later)] };
    const { merged, clashes } = merge(both, base, theirs);
    expect(clashes.map(({ group, key, name }) => [group, key, name])).toEqual([
      ["exceptions", "x", ""],
    ]);
    expect(merged).toEqual(theirs);
    expect(merge(both, base, theirs, "mine").merged).toEqual(base);
  });

  it("takes interval and window from whoever has changed them", () => {
    const mine = { ...base, paced: { ...base.paced, interval: "PT30M" } };
    const theirs = { ...base, paced: { ...base.paced, time_window: "PT6H" } };
    expect(merge(base, mine, theirs).merged.paced).toEqual({
      time_window: "PT6H",
      interval: "PT30M",
    });
  });
});

describe("a waypoint that one side takes away", () => {
  const base = makeForm();
  const without: TrainForm = {
    ...base,
    path: base.path.filter(({ id }) => id !== "b"),
    schedule: base.schedule.filter(({ at }) => at !== "b"),
  };

  it.each(["theirs", "mine"] as const)("and the other needs is asked about: %s", (side) => {
    const margins = { boundaries: ["b"], values: ["5%", "7%"] };
    const { merged, clashes } = merge(base, { ...base, margins }, without, side);
    expect(clashes.map(({ name }) => name)).toEqual(["path"]);
    const ids = new Set(merged.path.map(({ id }) => id));
    expect(merged.schedule.every(({ at }) => ids.has(at))).toBe(true);
    expect(merged.margins.boundaries.every((at) => ids.has(at))).toBe(true);
    expect([ids.has("b"), merged.margins]).toEqual(
      side === "mine" ? [true, margins] : [false, base.margins],
    );
  });
});
