// Method: random trains and services mirrored; by hand what a timetable of two directions looks like. The server's own rules judge every return.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listReferenceFaults } from "../../../src/railway/train_references.ts";
import { listPacedTrainFaults } from "../../../src/timetable/paced_train/pacing_rules.ts";
import { type Form, formOf, isService } from "../../../web/src/state/edits/edit.ts";
import { mirrorForm, tryReturn } from "../../../web/src/state/edits/returns.ts";
import { makeService, makeTrain } from "./fake_server.ts";

const MINUTE_MS = 60_000;
const START_MS = Date.parse("2026-03-02T05:00:00Z");
const turn = { turn_ms: 10 * MINUTE_MS, symmetry_min: null, track_id: null } as const;

const minutes = (n: number): string => `PT${60 * n}S`;
const minutesOf = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(/^PT([\d.]+)S$/.exec(text)?.[1]) / 60;

const entry = (at: string, arrival: string | null, stop_for: string | null) =>
  ({ at, arrival, stop_for, reception_signal: "OPEN", locked: false }) as const;

/** a 0 … b 10 to 12 … c 30. */
const planned = makeTrain(1, {
  schedule: [entry("b", minutes(10), minutes(2)), entry("c", minutes(30), minutes(0))],
});

describe("a return", () => {
  it("goes the other way, stops as long, and arrives where the train left as long before the end", () => {
    const back = mirrorForm(formOf(planned), { ...turn, run_ms: 30 * MINUTE_MS });
    expect(back.path.map(({ id }) => id)).toEqual(["c", "b", "a"]);
    expect(Date.parse(back.start_time) - START_MS).toBe(40 * MINUTE_MS);
    expect(
      back.schedule.map(({ at, arrival, stop_for }) => [
        at,
        minutesOf(arrival),
        minutesOf(stop_for),
      ]),
    ).toEqual([
      ["b", 18, 2],
      ["a", 30, 0],
    ]);
    expect(listReferenceFaults(back)).toEqual([]);
  });

  it("has no planned times where the train has none", () => {
    const back = mirrorForm(formOf(makeTrain(1)), { ...turn, run_ms: 30 * MINUTE_MS });
    expect(back.schedule.map(({ at, arrival, stop_for }) => [at, arrival, stop_for])).toEqual([
      ["b", null, "PT60S"],
      ["a", null, "PT0S"],
    ]);
  });

  it("begins on the track where the train stands, and chooses its others itself", () => {
    const path = ["a", "b", "c"].map((id) => ({
      id,
      deleted: false,
      operational_point: id,
      track_reference: { track_name: "1" },
    }));
    const form = formOf(makeTrain(1, { path }));
    const back = mirrorForm(form, { ...turn, run_ms: 0, track_id: "T3" });
    expect(
      back.path.map((place) => ("track_reference" in place ? place.track_reference : null)),
    ).toEqual([{ track_id: "T3" }, null, null]);
  });

  it("has each margin on the same stretch, and each restriction of power", () => {
    const form = formOf(
      makeTrain(1, {
        margins: { boundaries: ["b"], values: ["5%", "7%"] },
        power_restrictions: [{ from: "a", to: "b", value: "C1" }],
      }),
    );
    const back = mirrorForm(form, { ...turn, run_ms: MINUTE_MS });
    expect(back.margins).toEqual({ boundaries: ["b"], values: ["7%", "5%"] });
    expect(back.power_restrictions).toEqual([{ from: "b", to: "a", value: "C1" }]);
  });

  it("names the train that it goes on from, and has the next free number", () => {
    const made = tryReturn({ kind: "train_schedule", id: 1 }, formOf(planned), {
      ...turn,
      run_ms: 0,
    });
    expect(made).toMatchObject({
      id: null,
      before: null,
      after: { train_name: "train 2", follows: { kind: "train_schedule", id: 1 } },
    });
  });

  it("starts as early as the turnaround and the symmetry allow, never earlier", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 600 }),
        fc.nat({ max: 90 }),
        fc.nat({ max: 59 }),
        fc.constantFrom(30, 60, 120),
        (run, wait, symmetry_min, every) => {
          const paced = { time_window: "PT12H", interval: `PT${every}M` };
          const form = formOf(makeService(4, { paced }));
          const how = {
            run_ms: run * MINUTE_MS,
            turn_ms: wait * MINUTE_MS,
            symmetry_min,
            track_id: null,
          };
          const back_ms = Date.parse(mirrorForm(form, how).start_time);
          const arrival_ms = START_MS + how.run_ms;
          const stands_ms = back_ms - arrival_ms;
          expect(stands_ms).toBeGreaterThanOrEqual(how.turn_ms);
          expect(stands_ms).toBeLessThan(how.turn_ms + every * MINUTE_MS);
          // Arrival and departure are as far from the minute, or from half an interval beside it.
          const axis = (arrival_ms + back_ms) / 2 / MINUTE_MS;
          const beside = (((axis - symmetry_min) % (every / 2)) + every / 2) % (every / 2);
          expect(beside).toBe(0);
        },
      ),
    );
  });

  it("of a service runs as often; other starts and switched off trains are taken over", () => {
    const form = formOf(
      makeService(4, {
        exceptions: [
          { key: "off", occurrence_index: 1, disabled: true },
          {
            key: "later",
            occurrence_index: 2,
            disabled: false,
            start_time: { value: "2026-03-02T07:05:00Z" },
          },
          { key: "named", occurrence_index: 3, disabled: false, train_name: { value: "x" } },
        ],
      }),
    );
    const back: Form = mirrorForm(form, { ...turn, run_ms: 30 * MINUTE_MS });
    if (!isService(back)) throw new Error("no service");
    expect(back.paced).toEqual(form.paced);
    expect(back.exceptions).toEqual([
      { key: "off", occurrence_index: 1, disabled: true },
      {
        key: "later",
        occurrence_index: 2,
        disabled: false,
        start_time: { value: "2026-03-02T07:45:00Z" },
      },
    ]);
    expect(listPacedTrainFaults(back as never)).toEqual([]);
  });
});
