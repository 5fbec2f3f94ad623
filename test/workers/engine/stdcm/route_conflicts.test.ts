/** Routes of a fitted train beside those of others: only trains that need one of its zones are looked at. */
import { expect, it } from "vitest";
import { fitAmong, plainRequest } from "../../../../bench/network/fit_among.ts";
import { makeWorld } from "../../../../bench/network/world.ts";
import { generateNetwork } from "../../../../bench/network.ts";
import { openRequirements } from "../../../../workers/engine/requirements/packed_requirements.ts";
import {
  type CrossedRoute,
  findCrossed,
} from "../../../../workers/engine/stdcm/route_conflicts.ts";
import { keepConflicts } from "../../../../workers/tasks/conflicts/keep_conflicts.ts";
import { openOccupancy } from "../../../../workers/tasks/conflicts/occupancy_ref.ts";
import { viewInfra } from "../../../../workers/tasks/infra_views.ts";
import { drawRequest, openWorld } from "./drawn_requests.ts";

const SEEDS = 12;
/** How often a search may ask whether its time is over. */
const ASKED_MAX = 5_000;

it("looks at the trains that its zones list, and at those that are not listed", () => {
  let nCrossed = 0;
  for (let seed = 0; seed < SEEDS; seed++) {
    const world = openWorld(0);
    const { timetable, start_ms } = drawRequest(seed, world);
    const nTrains = timetable.train_starts_ms.length;
    const kept = keepConflicts({
      infra: world.infra,
      ...timetable,
      orders: Float64Array.from({ length: nTrains }, (_, i) => i),
      ordinals: new Uint32Array(nTrains),
      names: Array.from({ length: nTrains }, () => ""),
    });
    if (kept.kind !== "success") throw new Error(kept.kind);
    const others = openOccupancy(kept.occupancy);
    const infra = viewInfra(world.infra);
    const { nRuns } = others.runs;
    for (const { buffer, byte_offset } of world.requirements) {
      const own = openRequirements(buffer, byte_offset);
      const find = (runsByZone: typeof others.runsByZone): CrossedRoute[] =>
        findCrossed(infra, { ...others, runsByZone }, own, start_ms);
      const crossed = find(others.runsByZone);
      nCrossed += crossed.length;
      // Each is an occupancy that the train meets: else the next search would find the same train.
      for (const { zone, begin_ms, end_ms } of crossed) {
        const needs = own.spacingZones.indexOf(zone);
        expect(needs).toBeGreaterThanOrEqual(0);
        expect(start_ms + own.spacingBegins_ms[needs]!).toBeLessThan(end_ms);
        expect(start_ms + own.spacingEnds_ms[needs]!).toBeGreaterThan(begin_ms);
      }
      expect(crossed).toEqual(find({ ...others.runsByZone, nListed: 0 }));
      const zoneStart = others.runsByZone.zoneStart.map(() => 0);
      expect(find({ zoneStart, runs: new Uint32Array(0), nListed: nRuns })).toEqual([]);
    }
  }
  expect(nCrossed).toBeGreaterThan(0);
});

it("searches no more where others cross a route of the train behind its end", () => {
  const network = generateNetwork({
    station_count: 8,
    station_distance_m: 9000,
    branch_station_count: 0,
    train_count: 200,
    departure_interval_s: 240,
    paced_interval_s: null,
  });
  const { infra, timetable } = makeWorld(network, "crossed behind the end");
  const stock = network.rolling_stocks.find(({ name }) => name === "demo_multiple_unit")!;
  const steps = (
    [
      [7, null],
      [6, null],
      [5, 0],
      [3, 0],
      [2, 120_000],
    ] as const
  ).map(([station, stop_ms]) => ({
    locations: [{ kind: "uic" as const, uic: network.main_line[station]!.uic }],
    stop_ms,
    planned: null,
  }));
  let nAsked = 0;
  const outcome = fitAmong(
    {
      infra,
      steps,
      ...plainRequest(stock),
      start_ms: Math.min(...timetable.train_starts_ms) + 1_200_000,
      maximum_departure_delay_ms: 7_200_000,
      maximum_run_time_ms: 28_800_000,
      time_gap_after_ms: 60_000,
      timetable,
    },
    () => {
      if (++nAsked > ASKED_MAX) throw new Error("it searches on and on");
      return false;
    },
  );
  expect(outcome.kind).toBe("success");
});
