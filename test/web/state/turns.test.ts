// Method: random trains and services there and back, joined by their records as an independent model pairs them; by hand what must not be joined; both drawings.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paletteOf } from "../../../web/src/graph/drawing/palette.ts";
import { printSvg } from "../../../web/src/graph/drawing/svg.ts";
import { makeCurve, type Pass, type Run } from "../../../web/src/graph/runs.ts";
import { listTurns } from "../../../web/src/state/asked/turns.ts";
import type { Timetable } from "../../../web/src/state/timetable.ts";
import { makeService, makeTrain, TIMETABLE } from "./fake_server.ts";

const pass = (station: string, at_ms: number, waypoint: number | null): Pass => ({
  station,
  arrival_ms: at_ms,
  departure_ms: at_ms,
  track: null,
  waypoint,
  is_stop: true,
  is_estimated: false,
});

const RUN_MS = 1000;

/** From a to c, or back; records have three places. */
function runOf(train_id: number, kind: Run["kind"], change: Partial<Run> = {}): Run {
  const is_back = change.is_back ?? false;
  const stations = is_back ? ["c", "b", "a"] : ["a", "b", "c"];
  const shares = is_back ? [1, 0.5, 0] : [0, 0.5, 1];
  return {
    key: `${kind} ${train_id} ${change.index ?? "-"}`,
    train_id,
    kind,
    name: String(train_id),
    start_ms: 0,
    curves: [
      makeCurve({
        times_ms: Float64Array.of(0, RUN_MS / 2, RUN_MS),
        positions_mm: Float64Array.from(shares, (share) => share * 1e6),
        shares: Float64Array.from(shares),
      }),
    ],
    passes: stations.map((id, i) => pass(id, (i * RUN_MS) / 2, i)),
    index: null,
    exception_key: null,
    is_back,
    look: "",
    category: "",
    stock: "",
    labels: [],
    ...change,
  };
}

function knownOf(records: readonly ReturnType<typeof makeTrain | typeof makeService>[]): Timetable {
  const paced = records.filter((one) => "paced" in one);
  const trains = records.filter((one) => !("paced" in one));
  return {
    timetable_id: TIMETABLE,
    trains: new Map(trains.map((one) => [one.id, one])),
    paced_trains: new Map(paced.map((one) => [one.id, one])),
  } as unknown as Timetable;
}

const follows = { kind: "train_schedule", id: 1 } as const;
const there = runOf(1, "train_schedule");
const back = runOf(2, "train_schedule", { is_back: true, start_ms: RUN_MS + 600 });
const known = knownOf([makeTrain(1), makeTrain(2, { follows })]);

const lineOf = ({ start_ms, curves: [curve] }: Run) => [
  [...(curve?.times_ms ?? [])].map((ms) => ms + start_ms),
  [...(curve?.shares ?? [])],
];

describe("two trains with the same vehicles", () => {
  it("are joined by a line of standing time, from the arrival of one to the start of the other", () => {
    expect(listTurns([there, back], known).map(lineOf)).toEqual([
      [
        [1000, 1600],
        [1, 1],
      ],
    ]);
    expect(listTurns([back, there], known)).toHaveLength(1);
  });

  it("are joined by their records alone: not where these are silent, or one of the two is gone", () => {
    expect(listTurns([there, back], knownOf([makeTrain(1), makeTrain(2)]))).toEqual([]);
    expect(listTurns([back], known)).toEqual([]);
    expect(listTurns([there], known)).toEqual([]);
    expect(listTurns([back], knownOf([makeTrain(2, { follows })]))).toEqual([]);
    const other = { kind: "paced_train", id: 1 } as const;
    expect(
      listTurns([there, back], knownOf([makeTrain(1), makeTrain(2, { follows: other })])),
    ).toEqual([]);
  });

  it("are joined with the record that stands for the named one on a date, by its name, and with the last of two days", () => {
    const on = (run: Run, date: string, change: Partial<Run> = {}): Run => ({
      ...run,
      date,
      ...change,
    });
    const [friday, saturday, day_ms] = ["2026-03-06", "2026-03-07", 86_400_000];
    const records = knownOf([
      makeTrain(1),
      makeTrain(2, { follows }),
      { ...makeTrain(3), train_name: makeTrain(1).train_name },
    ]);
    const later = runOf(3, "train_schedule", { start_ms: day_ms + 300 });
    const back_later = on(back, saturday, { start_ms: day_ms + RUN_MS + 600 });
    const end_of = (turns: readonly Run[]): unknown[] =>
      turns.map((turn) => [turn.date, lineOf(turn)[0]]);
    // on Saturday another record of the name runs; Friday's train has gone a day before
    const runs = [on(there, friday), on(later, saturday), on(back, friday), back_later];
    const wanted = [
      [friday, [1000, 1600]],
      [saturday, [day_ms + 1300, day_ms + 1600]],
    ];
    expect(end_of(listTurns(runs, records))).toEqual(wanted);
    expect(end_of(listTurns(runs.toReversed(), records))).toEqual(wanted.toReversed());
    // where the named one runs itself, its namesake is another train
    const both = [on(there, saturday, { start_ms: day_ms }), on(later, saturday), back_later];
    expect(end_of(listTurns(both, records))).toEqual([[saturday, [day_ms + 1000, day_ms + 1600]]]);
    // of many of its name, as of a line, none is it
    const fourth = { ...makeTrain(4), train_name: makeTrain(1).train_name };
    const line = knownOf([...records.trains.values(), fourth]);
    const fellow = on(runOf(4, "train_schedule", { start_ms: day_ms }), saturday);
    expect(listTurns([on(later, saturday), fellow, back_later], line)).toEqual([]);
    // and a train of another name is none
    const others = knownOf([
      makeTrain(1),
      makeTrain(2, { follows }),
      { ...makeTrain(3), train_name: "x" },
    ]);
    expect(listTurns([on(later, saturday), back_later], others)).toEqual([]);
  });

  it("are not joined where one does not end where the other begins, in time or place", () => {
    const early = { ...back, start_ms: RUN_MS - 1 };
    const elsewhere = { ...back, passes: back.passes.slice(1) };
    // It runs on to a place beside the axis, or comes from one.
    const runs_on = { ...there, passes: there.passes.with(-1, pass("c", RUN_MS, 1)) };
    const comes_from = { ...back, passes: back.passes.with(0, pass("c", 0, null)) };
    for (const pair of [
      [there, early],
      [there, elsewhere],
      [runs_on, back],
      [there, comes_from],
      [{ ...there, curves: [] }, back],
    ]) {
      expect(listTurns(pair, known)).toEqual([]);
    }
    expect(listTurns([there, { ...back, start_ms: RUN_MS }], known)).toHaveLength(1);
  });

  it("of services are those of one order, whatever exceptions leave out, add or move", () => {
    const trains = fc.uniqueArray(
      fc.record({ index: fc.nat({ max: 9 }), late: fc.integer({ min: -2000, max: 2000 }) }),
      { selector: ({ index }) => index, maxLength: 10 },
    );
    fc.assert(
      fc.property(trains, trains, fc.integer({ min: 500, max: 2500 }), (ways, ways_back, turn) => {
        const startOf = (index: number, late: number) => index * 5000 + late;
        const runs = [
          ...ways.map(({ index, late }) =>
            runOf(4, "paced_train", { index, start_ms: startOf(index, late) }),
          ),
          ...ways_back.map(({ index, late }) =>
            runOf(5, "paced_train", {
              index,
              is_back: true,
              start_ms: startOf(index, late) + turn,
            }),
          ),
          runOf(4, "paced_train", { exception_key: "x" }),
          runOf(5, "paced_train", { exception_key: "x", is_back: true, start_ms: 90_000 }),
        ];
        const of = { kind: "paced_train", id: 4 } as const;
        const found = listTurns(
          runs,
          knownOf([makeService(4), { ...makeService(5), follows: of }]),
        );
        const expected = ways_back.flatMap(({ index, late }) => {
          const one = ways.find((way) => way.index === index);
          if (one === undefined) return [];
          const [from, to] = [startOf(index, one.late) + RUN_MS, startOf(index, late) + turn];
          return from <= to
            ? [
                [
                  [from, to],
                  [1, 1],
                ],
              ]
            : [];
        });
        expect(found.map(lineOf)).toEqual(expected);
      }),
    );
  });

  it("are drawn with that line between them", () => {
    const runs = [there, back];
    const scene = {
      stations: [],
      runs,
      turns: listTurns(runs, known),
      base_runs: [],
      compared_runs: [],
      conflicts: [],
      works: [],
      limits: [],
      zone: "UTC",
    };
    const view = {
      from_ms: 0,
      to_ms: 4000,
      from_share: 0,
      to_share: 1,
      width_px: 400,
      height_px: 100,
    };
    const svg = printSvg(scene, view, paletteOf(false));
    expect(svg).toContain('d="M100 100L160 100"');
    expect(printSvg({ ...scene, turns: [] }, view, paletteOf(false))).not.toContain("L160 100");
  });
});
