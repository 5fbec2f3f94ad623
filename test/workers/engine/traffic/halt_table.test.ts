// Method: one train on a line with slopes and a slow stretch; all times of the table are those of the engine's own runs with stops at the same places.
import { describe, expect, it } from "vitest";
import { makeRequirementPath } from "../../../../workers/engine/requirements/requirement_path.ts";
import { TrainTimes } from "../../../../workers/engine/requirements/train_times.ts";
import { PathCache } from "../../../../workers/engine/simulation/path_physics.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { type LinePlaces, readLinePlaces } from "../../../../workers/engine/traffic/line_places.ts";
import {
  RELEASE_MS,
  TrafficSimulator,
} from "../../../../workers/engine/traffic/simulate_traffic.ts";
import { viewInfra } from "../../../../workers/tasks/infra_views.ts";
import { compileLine, pathOnLine, TRACK } from "../line_network.ts";
import { makeEngineRun, tabulate } from "./drawn_days.ts";

const PATH_M = 18_500;
const SIGNALS_M = [
  1500, 2700, 4000, 5000, 6100, 8000, 9500, 10_400, 12_000, 13_500, 15_000, 17_000,
];
const LINE = compileLine({
  length_m: 20_000,
  signals_m: SIGNALS_M,
  slopes: [
    { begin: 2000, end: 4500, gradient: 7 },
    { begin: 7000, end: 9000, gradient: -6 },
  ],
  speed_sections: [
    {
      id: "slow",
      speed_limit: 15,
      speed_limit_by_tag: {},
      track_ranges: [{ track: TRACK, begin: 10_800, end: 11_500, applicable_directions: "BOTH" }],
      on_routes: null,
    },
  ],
});
const STOP_M = 9520;
const simulator = new Simulator();
/** Steps of two runs fall on different places. */
const STEP_MS = 60;

function readPlaces(): LinePlaces {
  const { path } = new PathCache(viewInfra(LINE)).open(pathOnLine(LINE, 0, PATH_M * 1000).packed);
  const along = makeRequirementPath(path);
  if (!along.ok) throw new Error(along.error.kind);
  return readLinePlaces(along.value);
}

/** Times at places in the engine's run with stops of no length. */
function drawTimes(kind: number, stops_m: readonly number[]): (at_mm: number) => number {
  const run = makeEngineRun(kind, PATH_M, stops_m, LINE);
  const envelope = simulator.buildBase(run);
  if (!envelope.ok) throw new Error(envelope.error.kind);
  const times = new TrainTimes();
  times.read({ arena: simulator.arena, envelope: envelope.value, stops: run.stops });
  return (at_mm) => times.arrival_us(at_mm) / 1000;
}

describe("places of a line", () => {
  it("are a section behind each signal, which its route locks with the others", () => {
    const places = readPlaces();
    expect([...places.signals_mm]).toEqual(SIGNALS_M.map((x_m) => 1000 * x_m));
    expect([...places.sights_mm]).toEqual(SIGNALS_M.map((x_m) => 1000 * (x_m - 400)));
    expect([...places.zoneEnds_mm]).toEqual(
      [...SIGNALS_M.map((x_m) => x_m + 20), 20_000].map((x_m) => 1000 * x_m),
    );
    expect([...places.sectionZone]).toEqual([...SIGNALS_M.keys(), 12, 13]);
    expect([...places.lockEnd]).toEqual(Array.from({ length: 13 }, () => 13));
    expect(new Set(places.zones).size).toBe(13);
    expect([...places.hasSwitches]).toEqual(Array.from({ length: 13 }, () => 0));
  });
});

describe.each([0, 1])("halts of train %i", (kind) => {
  const places = readPlaces();
  const stops_m = [STOP_M, PATH_M];
  const table = tabulate(places, makeEngineRun(kind, PATH_M, stops_m, LINE));
  const { halts_mm, next } = table;

  it("are its start, its signals and its stops", () => {
    const expected = [0, ...SIGNALS_M, STOP_M, PATH_M].sort((a, b) => a - b);
    expect([...halts_mm]).toEqual(expected.map((x_m) => 1000 * x_m));
    expect(new Set(next)).toEqual(new Set([expected.indexOf(STOP_M), expected.length - 1]));
  });

  it("have the times of runs with stops at any two of them", () => {
    const tail_mm = [120_000, 420_000][kind]!;
    let nPairs = 0;
    for (let a = 0; a < next.length - 1; a++) {
      for (let b = a + 1; b < next[a]!; b++) {
        const at = drawTimes(
          kind,
          [
            ...stops_m,
            ...(a > 0 && next.includes(a) ? [] : [halts_mm[a]! / 1000]),
            halts_mm[b]! / 1000,
          ]
            .filter((x_m) => x_m > 0)
            .sort((x, y) => x - y),
        );
        const pair = table.pairStart[a]! + b - a - 1;
        const begin_ms = at(halts_mm[a]!);
        expect(Math.abs(table.braked_ms[pair]! - (at(halts_mm[b]!) - begin_ms))).toBeLessThan(
          STEP_MS,
        );
        for (let z = table.brakedFirst[pair]!; z < table.clearFirst[b]!; z++) {
          const row = table.brakedRow[pair]! + z - table.brakedFirst[pair]!;
          const clear_ms = table.clears_ms[row]! + table.shift_ms[pair]!;
          const expected_ms = at(places.zoneEnds_mm[z]! + tail_mm) - begin_ms;
          expect(Math.abs(clear_ms - expected_ms)).toBeLessThan(STEP_MS);
        }
        expect(table.reaction_ms[pair]).toBeLessThan(table.braked_ms[pair]!);
        nPairs++;
      }
    }
    expect(nPairs).toBe((7 * 8) / 2 + (5 * 6) / 2);
  });

  function simulateTwo(gap_ms: number, dwell_ms: number) {
    const haltStart = Uint32Array.of(0, next.length, 2 * next.length);
    const dwells_ms = new Float64Array(2 * next.length);
    for (const first of [0, next.length])
      dwells_ms[first + halts_mm.indexOf(1000 * STOP_M)] = 30_000;
    const traffic = {
      nZones: 1 + Math.max(...places.zones),
      tables: [table],
      runTables: Uint32Array.of(0, 0),
      haltStart,
      appears_ms: Float64Array.of(0, gap_ms),
      dwells_ms,
      dues_ms: new Float64Array(2 * next.length).fill(-Infinity),
    };
    const day_ms = dwells_ms.slice();
    day_ms[halts_mm.indexOf(1000 * STOP_M)] = dwell_ms;
    const traffics = new TrafficSimulator(traffic);
    traffics.simulate({ appears_ms: traffic.appears_ms, dwells_ms: day_ms }, "planned_order");
    return traffics;
  }

  it("let a train that nobody disturbs run as the engine's own run", () => {
    const { arrivals_ms, departures_ms } = simulateTwo(3_600_000, 30_000);
    const at = drawTimes(kind, stops_m);
    const stop = halts_mm.indexOf(1000 * STOP_M);
    for (const [first, start_ms] of [
      [0, 0],
      [next.length, 3_600_000],
    ] as const) {
      expect(arrivals_ms[first + stop]).toBeCloseTo(start_ms + at(1000 * STOP_M), 3);
      expect(arrivals_ms[first + next.length - 1]).toBeCloseTo(
        start_ms + 30_000 + at(1000 * PATH_M),
        3,
      );
      const stood = [...arrivals_ms.subarray(first, first + next.length)].filter(
        (t) => !Number.isNaN(t),
      );
      expect(stood.length).toBe(2);
      expect(departures_ms[first]).toBe(start_ms);
    }
  });

  it("let a train that waits at signals run as its run with stops there, as long as it waits", () => {
    const { arrivals_ms, departures_ms } = simulateTwo(240_000, 900_000);
    const own = [...halts_mm.keys()].filter((h) => !Number.isNaN(arrivals_ms[next.length + h]!));
    const waits = own.filter((h) => !next.includes(h));
    expect(waits.length).toBeGreaterThan(0);
    const at = drawTimes(
      kind,
      own.map((h) => halts_mm[h]! / 1000),
    );
    let stood_ms = 240_000;
    for (const h of own) {
      const arrival_ms = arrivals_ms[next.length + h]!;
      expect(Math.abs(arrival_ms - stood_ms - at(halts_mm[h]!))).toBeLessThan(STEP_MS);
      stood_ms += departures_ms[next.length + h]! - arrival_ms;
    }
    // It goes on as soon as the zone behind the signal is free: when the first one's tail has left it.
    const [held] = waits;
    const zone = places.sectionZone[table.section[held!]!]!;
    const first = drawTimes(kind, stops_m);
    const tail_mm = [120_000, 420_000][kind]!;
    const left_ms = first(places.zoneEnds_mm[zone]! + tail_mm) + 900_000 + RELEASE_MS;
    expect(Math.abs(departures_ms[next.length + held!]! - left_ms)).toBeLessThan(STEP_MS);
  });
});
