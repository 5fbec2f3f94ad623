// Method: verbs on a train's form, one after the other at random; after each the rules between the parts of a record are
// looked at. Shifts of arrivals by hand.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listReferenceFaults } from "../../../src/railway/train_references.ts";
import { formOf, type TrainForm } from "../../../web/src/state/edits/edit.ts";
import {
  addPlace,
  clearMargin,
  indexBetween,
  marginAt,
  movePlace,
  placeAt,
  removePlace,
  setArrival,
  setEnd,
  setMargin,
  setStop,
  setTrack,
  shiftArrival,
  trackOf,
} from "../../../web/src/state/edits/path_edits.ts";
import { makeTrain } from "./fake_server.ts";

const train = (more: Partial<TrainForm> = {}): TrainForm => ({ ...formOf(makeTrain(1)), ...more });
const ids = ({ path }: TrainForm): string[] => path.map(({ id }) => id);
const arrivals = ({ schedule }: TrainForm): (string | null)[] =>
  schedule.map(({ arrival }) => arrival);

type Verb = (form: TrainForm, at: string, n: number) => TrainForm;

const VERBS: readonly Verb[] = [
  (form, _at, n) => addPlace(form, placeAt("x"), n % (form.path.length + 1)),
  (form, at) => (form.path.length > 2 ? removePlace(form, at) : form),
  (form, at) => movePlace(form, at, 1),
  (form, at) => movePlace(form, at, -1),
  (form, at, n) => setStop(form, at, n % 3 === 0 ? null : n * 1000),
  (form, at, n) => (ids(form)[0] === at ? form : setArrival(form, at, n * 1000)),
  (form, at, n) => (ids(form).at(-1) === at ? form : setMargin(form, at, `${n}%`)),
  (form, at) => clearMargin(form, at),
  (form, at) => setTrack(form, at, { track_name: "V1" }),
];

describe("verbs on a train's places", () => {
  it("keep the rules between the parts of a record, in any order", () => {
    const acts = fc.array(fc.tuple(fc.nat(VERBS.length - 1), fc.nat(20), fc.nat(600)));
    fc.assert(
      fc.property(acts, (done) => {
        let form = train();
        for (const [verb, place, n] of done) {
          const at = ids(form)[place % form.path.length] ?? "";
          form = VERBS[verb]?.(form, at, n) ?? form;
          expect(listReferenceFaults(form)).toEqual([]);
          const order = form.margins.boundaries.map((id) => ids(form).indexOf(id));
          expect(order).toEqual(order.toSorted((a, b) => a - b));
          const stops = form.schedule.map(({ at: id }) => ids(form).indexOf(id));
          expect(stops).toEqual(stops.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it("choose the ends of a train in any order, and it stops at the last", () => {
    const empty = train({ path: [], schedule: [] });
    const there = setEnd(setEnd(empty, "to", "c"), "from", "a");
    const back = setEnd(setEnd(empty, "from", "a"), "to", "c");
    expect(there).toEqual(back);
    expect(there.path.map(({ operational_point }) => operational_point)).toEqual(["a", "c"]);
    expect(there.schedule).toMatchObject([{ at: "to", stop_for: "PT0S" }]);
    expect(setEnd(there, "to", "d").path[1]).toMatchObject({ id: "to", operational_point: "d" });
  });

  it("put a place where it lies on the axis, in either direction", () => {
    expect(indexBetween([0, 0.5, 1], 0.7)).toBe(2);
    expect(indexBetween([1, 0.5, 0], 0.7)).toBe(1);
    expect(indexBetween([0, null, 1], 0.7)).toBe(2);
    expect(indexBetween([0, 1], null)).toBe(1);
    expect(indexBetween([], 0.5)).toBe(0);
  });

  it("part margins at a place, and join them again", () => {
    const parted = setMargin(train(), "b", "7%");
    expect(parted.margins).toEqual({ boundaries: ["b"], values: ["5%", "7%"] });
    expect(["a", "b", "c"].map((at) => marginAt(parted, at))).toEqual(["5%", "7%", null]);
    expect(setMargin(parted, "a", "1%").margins.values).toEqual(["1%", "7%"]);
    expect(clearMargin(parted, "b").margins).toEqual(train().margins);
    expect(removePlace(parted, "b").margins).toEqual(train().margins);
  });

  it("name a track by its name, and any", () => {
    const on = setTrack(train(), "b", { track_name: "V2" });
    expect(on.path.map(trackOf)).toEqual([null, "V2", null]);
    expect(setTrack(on, "b", null)).toEqual(train());
  });
});

describe("another arrival", () => {
  const fixed = setArrival(setArrival(train(), "b", 300_000), "c", 600_000);
  const shift = (at: string, by_ms: number, reach: "on" | "back" | "alone", now_ms: number) =>
    shiftArrival(fixed, at, { by_ms, now_ms, reach });

  it("moves what follows, what precedes, or nothing else", () => {
    const on = shift("b", 60_000, "on", 300_000);
    expect([on?.start_time, on && arrivals(on)]).toEqual([fixed.start_time, ["PT360S", "PT660S"]]);
    const back = shift("b", 60_000, "back", 300_000);
    expect([back?.start_time, back && arrivals(back)]).toEqual([
      "2026-03-02T05:01:00Z",
      ["PT300S", "PT540S"],
    ]);
    const alone = shift("b", 60_000, "alone", 300_000);
    expect([alone?.start_time, alone && arrivals(alone)]).toEqual([
      fixed.start_time,
      ["PT360S", "PT600S"],
    ]);
  });

  it("at the start moves the whole train, or the start alone", () => {
    const on = shift("a", 60_000, "on", 0);
    expect([on?.start_time, on && arrivals(on)]).toEqual([
      "2026-03-02T05:01:00Z",
      ["PT300S", "PT600S"],
    ]);
    const alone = shift("a", 60_000, "alone", 0);
    expect([alone?.start_time, alone && arrivals(alone)]).toEqual([
      "2026-03-02T05:01:00Z",
      ["PT240S", "PT540S"],
    ]);
  });

  it("is none before the start", () => {
    expect(shift("b", -400_000, "on", 300_000)).toBe(null);
    expect(shift("a", 400_000, "alone", 0)).toBe(null);
  });

  it("fixes one that was free, from where the train is", () => {
    const free = shiftArrival(train(), "b", { by_ms: 60_000, now_ms: 250_000, reach: "on" });
    expect(free && arrivals(free)).toEqual(["PT310S", null]);
  });
});
