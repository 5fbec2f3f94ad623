// Method: services by hand; trains of random starts joined and split again, compared with what they were.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listPacedTrainFaults } from "../../../src/timetable/paced_train/pacing_rules.ts";
import { formOf, type ServiceForm } from "../../../web/src/state/edits/edit.ts";
import {
  changeOccurrence,
  startOccurrence,
  startOf,
} from "../../../web/src/state/edits/occurrence_edits.ts";
import {
  joinTrains,
  listAlike,
  listTrains,
  makeService as makeFrom,
  paceOf,
  resetException,
  setPace,
  splitService,
} from "../../../web/src/state/trains/services.ts";
import { makeService, makeTrain, TIMETABLE, type Train } from "./fake_server.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const at = (minutes: number): string =>
  new Date(Date.parse("2026-03-02T05:00:00Z") + minutes * MINUTE_MS)
    .toISOString()
    .replace(".000Z", "Z");
const base = (): ServiceForm => formOf(makeService(4));
const faultsOf = (form: ServiceForm) => listPacedTrainFaults(form as never);

describe("a service", () => {
  it("takes the place of a train", () => {
    const edits = makeFrom(makeTrain(1), { interval_ms: HOUR_MS / 2, window_ms: 3 * HOUR_MS });
    expect(edits.map(({ id, before, after }) => [id, before === null, after === null])).toEqual([
      [1, false, true],
      [null, true, false],
    ]);
    expect(edits[1]?.after).toMatchObject({
      train_name: "train 1",
      paced: { interval: "PT1800S", time_window: "PT10800S" },
      exceptions: [],
    });
  });

  it("has exceptions for single trains, which are reset", () => {
    const moved = startOccurrence(base(), { index: 1, exception_key: null }, Date.parse(at(67)));
    expect(moved.exceptions).toEqual([
      { key: "occurrence 1", occurrence_index: 1, disabled: false, start_time: { value: at(67) } },
    ]);
    const off = changeOccurrence(
      moved,
      { index: 1, exception_key: "occurrence 1" },
      { disabled: true },
    );
    expect(off.exceptions).toMatchObject([{ disabled: true, start_time: { value: at(67) } }]);
    expect(faultsOf(off)).toEqual([]);
    expect([0, 1, 2].map((index) => startOf(off, { index, exception_key: null }))).toEqual(
      [0, 67, 120].map((n) => Date.parse(at(n))),
    );
    expect(resetException(off, "occurrence 1")).toEqual(base());
  });

  it("that is shorter has no exceptions beyond its end", () => {
    const long = startOccurrence(base(), { index: 3, exception_key: null }, Date.parse(at(190)));
    const short = setPace(long, { ...paceOf(long), window_ms: 2 * HOUR_MS });
    expect([short.exceptions, faultsOf(short)]).toEqual([[], []]);
  });

  it("at another interval takes the starts of its exceptions along, or leaves them", () => {
    const form = startOccurrence(base(), { index: 1, exception_key: null }, Date.parse(at(67)));
    const { interval_ms } = paceOf(form);
    const pace = { interval_ms: interval_ms + 600_000, window_ms: 3 * (interval_ms + 600_000) };
    const which = { index: 1, exception_key: null };
    expect(startOf(setPace(form, pace), which)).toBe(Date.parse(at(77)));
    expect(startOf(setPace(form, pace, true), which)).toBe(Date.parse(at(67)));
    expect(setPace(setPace(form, pace), paceOf(form)).exceptions).toEqual(form.exceptions);
  });

  it("is split into its trains, with what their exceptions say", () => {
    let form = startOccurrence(base(), { index: 1, exception_key: null }, Date.parse(at(67)));
    form = changeOccurrence(form, { index: 2, exception_key: null }, { disabled: true });
    form = changeOccurrence(
      form,
      { index: 3, exception_key: null },
      {
        train_name: { value: "last" },
        rolling_stock: { rolling_stock_name: "other", comfort: "HEATING" },
      },
    );
    const edits = splitService({ ...form, id: 4, timetable_id: TIMETABLE } as never);
    expect(edits[0]).toMatchObject({ id: 4, after: null });
    expect(
      edits.slice(1).map(({ after }) => [after?.start_time, after?.train_name, after?.comfort]),
    ).toEqual([
      [at(0), "service 4", "STANDARD"],
      [at(67), "service 4", "STANDARD"],
      [at(180), "last", "HEATING"],
    ]);
    expect(edits.slice(1).every(({ after }) => after !== null && !("paced" in after))).toBe(true);
  });
});

describe("trains that are joined", () => {
  it("run as before: those beside the interval as exceptions, gaps switched off", () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 600 }), {
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(minutes, (starts) => {
        const trains = starts.map((n, i) =>
          makeTrain(i + 1, { start_time: at(n), train_name: n % 3 === 0 ? "odd" : "even" }),
        );
        const alike = listAlike(trains[0] as Train, [...trains, makeTrain(99, { labels: ["x"] })]);
        expect(alike).toHaveLength(trains.length);
        const joined = joinTrains(alike).at(-1)?.after as ServiceForm;
        expect(faultsOf(joined)).toEqual([]);
        const again = listTrains({ ...joined, id: 4, timetable_id: TIMETABLE } as never);
        const sortOf = (all: readonly { start_time: string; train_name: string }[]) =>
          all.map(({ start_time, train_name }) => `${start_time} ${train_name}`).sort();
        expect(sortOf(again)).toEqual(sortOf(trains));
      }),
    );
  });

  it("have the interval that is most frequent between them", () => {
    const trains = [0, 60, 120, 185, 240].map((n, i) => makeTrain(i + 1, { start_time: at(n) }));
    const joined = joinTrains(trains).at(-1)?.after as ServiceForm;
    expect(joined.paced).toEqual({ interval: "PT3600S", time_window: "PT18000S" });
    const names = joined.exceptions.map(({ train_name }) => train_name?.value);
    expect(names).toEqual(["train 2", "train 3", "train 4", "train 5"]);
    expect(joinTrains([makeTrain(1)])).toEqual([]);
  });
});
