// Method: stays by hand and against the run's own place at each time; bars against the rules that a reader relies on,
// over random visits; tracks that waypoints name as a table.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trackAt } from "../../../web/src/graph/axis.ts";
import type { Conflict } from "../../../web/src/graph/marks.ts";
import {
  barAt,
  layOut,
  listVisits,
  neighbourOf,
  ROW_PX,
  type Station,
  trackNamed,
  type Visit,
  type Waypoint,
} from "../../../web/src/graph/occupancy.ts";
import { joinCurves, placeCurve, type Run, shareOfRunAt } from "../../../web/src/graph/runs.ts";
import { stayOf } from "../../../web/src/graph/stay.ts";
import { xOf } from "../../../web/src/graph/viewport.ts";

const KM = 1_000_000;
const SCALE = { from: Float64Array.of(0, 100 * KM), to: Float64Array.of(0, 1) };
const BACK = { from: Float64Array.of(0, 100 * KM), to: Float64Array.of(1, 0) };

interface Sent {
  readonly positions: number[];
  readonly times: number[];
}

function runOf(key: string, start_ms: number, sent: readonly Sent[], is_back = false): Run {
  const scale = is_back ? BACK : SCALE;
  return {
    key,
    train_id: 1,
    kind: "train_schedule",
    name: key,
    start_ms,
    curves: joinCurves(sent.map((one) => placeCurve(one, scale))),
    index: null,
    exception_key: null,
    is_back,
    is_on_way_back: is_back,
    look: "",
    category: "",
    stock: "",
    labels: [],
  };
}

const STATION: Station = {
  id: "OP.A",
  uic: 87,
  trigram: "AAA",
  secondary_code: "BV",
  tracks: [
    { id: "T1", name: "1" },
    { id: "T2", name: "2" },
  ],
};

describe("a stay at a station", () => {
  it("lasts from arrival to departure, on both ways", () => {
    const stopping = { positions: [0, 50 * KM, 50 * KM, 100 * KM], times: [0, 100, 160, 300] };
    const expected = { from_ms: 1100, to_ms: 1160, is_beside: false };
    expect(stayOf(runOf("a", 1000, [stopping]), 0.5)).toEqual(expected);
    expect(stayOf(runOf("b", 1000, [stopping], true), 0.5)).toEqual(expected);
  });

  it("counts a stop somewhat before the station's point, and all stops there as one", () => {
    const near = 50 * KM - 150_000;
    const positions = [0, near, near, 50 * KM, 50 * KM, 100 * KM];
    const run = runOf("a", 0, [{ positions, times: [0, 100, 130, 140, 200, 300] }]);
    expect(stayOf(run, 0.5)).toEqual({ from_ms: 100, to_ms: 200, is_beside: false });
    const far = [0, 40 * KM, 40 * KM, 100 * KM];
    const passing = stayOf(runOf("b", 0, [{ positions: far, times: [0, 100, 160, 220] }]), 0.5);
    expect(passing).toEqual({ from_ms: 170, to_ms: 170, is_beside: false });
  });

  it("beside the way is from when the train left it until it was back", () => {
    const before = { positions: [0, 49 * KM], times: [0, 490] };
    const after = { positions: [51 * KM, 100 * KM], times: [800, 1290] };
    const run = runOf("a", 0, [before, after]);
    expect(stayOf(run, 0.5)).toEqual({ from_ms: 490, to_ms: 800, is_beside: true });
    expect(stayOf(run, 0.25)).toEqual({ from_ms: 250, to_ms: 250, is_beside: false });
  });

  it("is none where the train does not come by, and at its ends it is", () => {
    const run = runOf("a", 0, [{ positions: [20 * KM, 60 * KM], times: [0, 400] }]);
    expect([stayOf(run, 0.1), stayOf(run, 0.7)]).toEqual([null, null]);
    expect(stayOf(run, 0.2)?.from_ms).toBe(0);
    expect(stayOf(run, 0.601)?.to_ms).toBe(400);
  });

  it("is the moment at which a passing train is there", () => {
    const step = fc.record({
      dt: fc.integer({ min: 1, max: 5000 }),
      dx: fc.integer({ min: KM, max: 9 * KM }),
    });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 10 }),
        fc.double({ min: 0.02, max: 0.98, noNaN: true }),
        fc.boolean(),
        (steps, part, is_back) => {
          const sent: Sent = { positions: [0], times: [0] };
          for (const { dt, dx } of steps) {
            sent.positions.push((sent.positions.at(-1) ?? 0) + dx);
            sent.times.push((sent.times.at(-1) ?? 0) + dt);
          }
          const run = runOf("a", 0, [sent], is_back);
          const share = shareOfRunAt(run, part * (sent.times.at(-1) ?? 0)) ?? -1;
          const stay = stayOf(run, share);
          expect(stay?.from_ms).toBe(stay?.to_ms);
          expect(shareOfRunAt(run, stay?.from_ms ?? -1)).toBeCloseTo(share, 9);
        },
      ),
    );
  });
});

describe("the track of a visit", () => {
  it.each<[string, Waypoint, string | null]>([
    ["a local name", { operational_point: "OP.A", local_track_name: "2" }, "T2"],
    ["a reference by name", { uic: 87, track_reference: { track_name: "1" } }, "T1"],
    ["a reference by id", { trigram: "AAA", track_reference: { track_id: "T2" } }, "T2"],
    ["a place on one of its tracks", { track: "T1" }, "T1"],
    ["nothing", { operational_point: "OP.A" }, null],
    ["a name that it does not have", { uic: 87, local_track_name: "9" }, null],
    ["another part of it", { trigram: "AAA", secondary_code: "P1", local_track_name: "2" }, null],
    ["another station", { uic: 88, local_track_name: "2" }, null],
    ["a place elsewhere", { track: "T9" }, null],
  ])("follows from its waypoint with %s", (_what, waypoint, expected) => {
    expect(
      trackNamed([{ operational_point: "OP.B", local_track_name: "1" }, waypoint], STATION),
    ).toBe(expected);
  });

  it("is the way's own where the train is on it, and not known beside it", () => {
    const on = runOf("on", 0, [{ positions: [0, 100 * KM], times: [0, 1000] }]);
    const back = runOf("back", 0, [{ positions: [0, 100 * KM], times: [0, 1000] }], true);
    const beside = runOf("beside", 0, [
      { positions: [0, 49 * KM], times: [0, 490] },
      { positions: [51 * KM, 100 * KM], times: [800, 1290] },
    ]);
    const named = { ...beside, key: "named" };
    const place = {
      share: 0.5,
      way_tracks: ["T1", "T2"],
      trackOf: ({ key }: Run) => (key === "named" ? "T2" : null),
    };
    const visits = listVisits([on, back, beside, named], place, []);
    const tracks = Object.fromEntries(visits.map(({ run, track }) => [run.key, track]));
    expect(tracks).toEqual({ on: "T1", back: "T2", beside: null, named: "T2" });
  });

  it("is found on a way by its place, at joints the earlier one", () => {
    const range = { begin: 10, end: 110, direction: "START_TO_STOP" } as const;
    const ranges = ["A", "B"].map((track_section) => ({ ...range, track_section }));
    const way = { ranges, length_mm: 200, stations: [], zones: [] };
    expect([0, 100, 101, 200, 201].map((mm) => trackAt(way, mm))).toEqual([
      "A",
      "A",
      "B",
      "B",
      null,
    ]);
  });
});

const SENT: Conflict["sent"] = {
  train_schedule_ids: [],
  paced_train_occurrence_ids: [],
  work_schedule_ids: [],
  start_time: "2026-03-02T05:00:00Z",
  end_time: "2026-03-02T05:01:00Z",
  conflict_type: "Routing",
  requirements: [],
};

describe("conflicts of a visit", () => {
  it("are those that the train takes part in while it is there", () => {
    const stop = { positions: [0, 50 * KM, 50 * KM, 100 * KM], times: [0, 1000, 1600, 2600] };
    const conflict = (number: number, keys: string[], from_ms: number): Conflict => ({
      number,
      sent: SENT,
      type: "Routing",
      runs: keys,
      from_ms,
      to_ms: from_ms + 50,
      zones_count: 1,
      areas: [],
    });
    const place = { share: 0.5, way_tracks: ["T1"], trackOf: () => null };
    const conflicts = [
      conflict(1, ["a", "b"], 1200),
      conflict(2, ["b", "c"], 1200),
      conflict(3, ["a"], 100),
      conflict(4, ["a"], 1590),
    ];
    const [visit] = listVisits([runOf("a", 0, [stop])], place, conflicts);
    expect(visit?.conflicts.map(({ number }) => number)).toEqual([1, 4]);
  });
});

const VIEW = { from_ms: 0, to_ms: 10_000, width_px: 1000 };

function visitOf(key: string, from_ms: number, to_ms: number, track: string | null): Visit {
  return { run: runOf(key, 0, []), from_ms, to_ms, track, conflicts: [] };
}

const visits = fc
  .array(
    fc.record({
      from_ms: fc.integer({ min: 0, max: 9000 }),
      lasts_ms: fc.integer({ min: 0, max: 3000 }),
      track: fc.constantFrom("T1", "T2", "T9", null),
    }),
    { maxLength: 30 },
  )
  .map((list) =>
    list
      .map(({ from_ms, lasts_ms, track }, i) =>
        visitOf(`r${i}`, from_ms, from_ms + lasts_ms, track),
      )
      .sort((a, b) => a.from_ms - b.from_ms),
  );

describe("the diagram of a station", () => {
  it("has each visit once, from its arrival to its departure, in the row of its track", () => {
    fc.assert(
      fc.property(visits, (listed) => {
        const { rows, bars, height_px } = layOut(listed, STATION.tracks, VIEW);
        expect(bars).toHaveLength(listed.length);
        expect(height_px).toBe(rows.length * ROW_PX);
        for (const { visit, x_px, width_px, y_px, height_px: bar_px } of bars) {
          const view = { ...VIEW, from_share: 0, to_share: 1, height_px: 1 };
          expect(x_px).toBeCloseTo(xOf(view, visit.from_ms), 6);
          const wide = xOf(view, visit.to_ms) - xOf(view, visit.from_ms);
          expect(width_px).toBeCloseTo(Math.max(4, wide), 6);
          const row = rows.find((one) => y_px >= one.y_px && y_px + bar_px <= one.y_px + ROW_PX);
          const is_known = visit.track === "T1" || visit.track === "T2";
          expect(row?.track?.id ?? null).toBe(is_known ? visit.track : null);
        }
      }),
    );
  });

  it("never lays one bar over another, so that each can be picked", () => {
    fc.assert(
      fc.property(visits, (listed) => {
        const { bars } = layOut(listed, STATION.tracks, VIEW);
        for (const bar of bars) {
          const [x, y] = [bar.x_px + bar.width_px / 2, bar.y_px + bar.height_px / 2];
          expect(barAt(bars, x, y)).toBe(bar);
        }
      }),
    );
  });

  it("has a row for each track though nobody is there, and one for the unknown only when needed", () => {
    const empty = layOut([], STATION.tracks, VIEW);
    expect(empty.rows.map(({ track }) => track?.name)).toEqual(["1", "2"]);
    const unknown = layOut([visitOf("a", 0, 10, null)], STATION.tracks, VIEW);
    expect(unknown.rows.map(({ track }) => track)).toEqual([...STATION.tracks, null]);
    expect(barAt(unknown.bars, 500, 60)).toBeNull();
  });

  it("leads from visit to visit, and stays at its ends", () => {
    const listed = ["a", "b", "c"].map((key, i) => visitOf(key, i, i, null));
    const walk = (key: string | null, step: 1 | -1) => neighbourOf(listed, key, step)?.run.key;
    expect([walk(null, 1), walk("a", 1), walk("c", 1)]).toEqual(["a", "b", "c"]);
    expect([walk(null, -1), walk("b", -1), walk("a", -1)]).toEqual(["c", "a", "a"]);
    expect(neighbourOf([], null, 1)).toBeNull();
  });
});
