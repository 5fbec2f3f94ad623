// Method: stays by hand; bars against the rules that a reader relies on,
// over random visits; tracks that waypoints name as a table.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Conflict } from "../../../web/src/graph/drawing/marks.ts";
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
import type { Run } from "../../../web/src/graph/runs.ts";
import { staysOf } from "../../../web/src/graph/stay.ts";
import { xOf } from "../../../web/src/graph/viewport.ts";
import { bareRun } from "./bare_run.ts";

type Stop = readonly [station: string, from_ms: number, to_ms: number, track?: string | null];

/** Passes of station, arrival, departure and track. */
function runOf(key: string, start_ms: number, stops: readonly Stop[]): Run {
  const passes = stops.map(([station, arrival_ms, departure_ms, track = null]) => ({
    station,
    arrival_ms,
    departure_ms,
    track,
    waypoint: null,
    is_stop: departure_ms > arrival_ms,
    is_estimated: false,
  }));
  return bareRun(key, { start_ms, passes });
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
  it("is from arrival to departure as the server tells them, each time that the train is there", () => {
    const run = runOf("a", 1000, [
      ["OP.A", 0, 60, "T1"],
      ["OP.B", 300, 300],
      ["OP.A", 700, 760, "T2"],
    ]);
    expect(staysOf(run, "OP.A")).toMatchObject([
      { from_ms: 1000, to_ms: 1060, track: "T1", is_stop: true },
      { from_ms: 1700, to_ms: 1760, track: "T2", is_stop: true },
    ]);
    expect(staysOf(run, "OP.B")).toMatchObject([{ from_ms: 1300, to_ms: 1300, is_stop: false }]);
    expect(staysOf(run, "OP.C")).toEqual([]);
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

  it("is the run's own, and that of its form while another one is tried", () => {
    const [on, beside, open] = ["T1", "T2", null].map((track) =>
      runOf(`on ${track}`, 0, [["OP.A", 10, 20, track]]),
    ) as [Run, Run, Run];
    const tried = { ...beside, key: "tried" };
    const trackOf = ({ key }: Run): string | null => (key === "tried" ? "T1" : null);
    const visits = listVisits([on, beside, open, tried], { id: "OP.A", trackOf }, []);
    const tracks = Object.fromEntries(visits.map(({ run, track }) => [run.key, track]));
    expect(tracks).toEqual({ "on T1": "T1", "on T2": "T2", "on null": null, tried: "T1" });
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
    const place = { id: "OP.A", trackOf: () => null };
    const conflicts = [
      conflict(1, ["a", "b"], 1200),
      conflict(2, ["b", "c"], 1200),
      conflict(3, ["a"], 100),
      conflict(4, ["a"], 1590),
    ];
    const [visit] = listVisits([runOf("a", 0, [["OP.A", 1000, 1600]])], place, conflicts);
    expect(visit?.conflicts.map(({ number }) => number)).toEqual([1, 4]);
  });
});

const VIEW = { from_ms: 0, to_ms: 10_000, width_px: 1000 };

function visitOf(key: string, from_ms: number, to_ms: number, track: string | null): Visit {
  const told = { waypoint: null, is_stop: to_ms > from_ms, is_estimated: false };
  return { run: runOf(key, 0, []), from_ms, to_ms, track, ...told, conflicts: [] };
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
