/** Routes of a fitted train beside those of others: only trains that need one of its zones are looked at. */
import { expect, it } from "vitest";
import { openRequirements } from "../../../../workers/engine/requirements/packed_requirements.ts";
import { findCrossed } from "../../../../workers/engine/stdcm/route_conflicts.ts";
import { viewInfra } from "../../../../workers/tasks/infra_views.ts";
import { keepConflicts } from "../../../../workers/tasks/keep_conflicts.ts";
import { openOccupancy } from "../../../../workers/tasks/occupancy_ref.ts";
import { drawRequest, openWorld } from "./drawn_requests.ts";

const SEEDS = 12;

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
      const find = (runsByZone: typeof others.runsByZone): unknown[] =>
        findCrossed(infra, { ...others, runsByZone }, own, start_ms);
      const crossed = find(others.runsByZone);
      nCrossed += crossed.length;
      expect(crossed).toEqual(find({ ...others.runsByZone, nListed: 0 }));
      const zoneStart = others.runsByZone.zoneStart.map(() => 0);
      expect(find({ zoneStart, runs: new Uint32Array(0), nListed: nRuns })).toEqual([]);
    }
  }
  expect(nCrossed).toBeGreaterThan(0);
});
