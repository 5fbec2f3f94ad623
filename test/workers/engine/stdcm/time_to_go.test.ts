/**
 * Method: seeded steps along a train's path; tables with room for all steps beside tables with room for some:
 * where steps are passed over, times are less, never more, and the stops that are left still count.
 */
import { expect, it } from "vitest";
import { locate, pathStock, stockPhysics } from "../../../../bench/network/run_network.ts";
import { locateOnBlocks } from "../../../../workers/engine/path/block_locations.ts";
import { makeConstraints } from "../../../../workers/engine/path/constraints.ts";
import { resolveWaypoint } from "../../../../workers/engine/path/waypoints.ts";
import { compileStock } from "../../../../workers/engine/physics/rolling_stock.ts";
import {
  BlockTimes,
  groupByExit,
  TimeToGo,
} from "../../../../workers/engine/stdcm/search/time_to_go.ts";
import type { StdcmStep } from "../../../../workers/engine/stdcm/steps.ts";
import { viewInfra } from "../../../../workers/tasks/infra_views.ts";
import { makeRandom, wholeBetween } from "../seeded.ts";
import { openWorld } from "./drawn_requests.ts";

const { network, infra: ref } = openWorld(2);
const infra = viewInfra(ref);
const stock = network.rolling_stocks[0]!;
const constraints = makeConstraints(infra, pathStock(stock));
const nBlocks = infra.blockLength_mm.length;
const exits = groupByExit(infra);
const times = new BlockTimes(infra, {
  stock: { key: stock.name, stock: compileStock(stockPhysics(stock)) },
  constraints,
  comfort: "STANDARD",
  speed_limit_tag: null,
  fallback_tags: [],
  margin: null,
  limits: null,
  profiles: null,
});

function makeTable(steps: readonly StdcmStep[], entriesMax: number): TimeToGo {
  const { blocked } = constraints;
  return new TimeToGo(infra, exits, times, {
    steps,
    blocked,
    closed: new Set(),
    max_s: 1e9,
    entriesMax,
  });
}

it("never exceed those of all steps when there is no room for all", () => {
  let nLess = 0;
  let nSame = 0;
  for (let seed = 0; seed < 12; seed++) {
    const random = makeRandom(seed);
    const { path } = network.train_schedules[seed % network.train_schedules.length]!;
    const steps = path.flatMap((item) => {
      const resolved = resolveWaypoint(infra, locate(item));
      if (!resolved.ok) throw new Error("no such place");
      const places = locateOnBlocks(infra, resolved.value);
      // Some places have several stops.
      return Array.from({ length: wholeBetween(random, 1, 4) }, () => ({
        places,
        stop_s: random() < 0.3 ? null : wholeBetween(random, 0, 600),
        planned: null,
      }));
    });
    const all = makeTable(steps, steps.length * nBlocks);
    for (const nRows of [1, 2, 5]) {
      const some = makeTable(steps, nRows * nBlocks);
      for (let reached = 0; reached < steps.length; reached++) {
        const stops_s = steps
          .slice(reached + 1)
          .reduce((sum, { stop_s }) => sum + (stop_s ?? 0), 0);
        let isWrong = false;
        for (let block = 0; block < nBlocks; block++) {
          const least_s = some.from_s(block, reached);
          const most_s = all.from_s(block, reached);
          isWrong ||= least_s > most_s + 1e-6 || least_s < stops_s;
          if (least_s < most_s - 1) nLess++;
          else nSame++;
        }
        expect(isWrong, `seed ${seed}, ${nRows} rows, ${reached} reached`).toBe(false);
      }
    }
  }
  expect(nLess).toBeGreaterThan(100);
  expect(nSame).toBeGreaterThan(100);
});
