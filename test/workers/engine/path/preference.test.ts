// Method: seeded networks with two places where a train can choose between two tracks; the way with the least time, a fifth
// more where it runs against a track's usual direction, found by trying all four.

import { describe, expect, it } from "vitest";
import { stringAt } from "../../../../workers/engine/infra/infra.ts";
import { PathFinder } from "../../../../workers/engine/path/find_path.ts";
import { resolveWaypoint, type Waypoint } from "../../../../workers/engine/path/waypoints.ts";
import { compileNetwork } from "../infra/compile_network.ts";
import { makeRandom, wholeBetween } from "../seeded.ts";
import { drawLadder } from "./ladder.ts";
import { PLAIN_STOCK } from "./plain_stock.ts";

const SEEDS = 200;
const USUAL = [null, "START_TO_STOP", "STOP_TO_START"] as const;

const at = (track: string, metres: number): Waypoint => ({
  kind: "track_offset",
  track,
  offset_mm: 1000 * metres,
});

function spellWay(network: ReturnType<typeof drawLadder>["network"]): string {
  const infra = compileNetwork(network);
  const places = [at("t0", 100), at("t4", 200)].map((item) => {
    const found = resolveWaypoint(infra, item);
    return found.ok ? found.value : [];
  });
  const outcome = new PathFinder(infra).find(places, PLAIN_STOCK);
  if (outcome.kind !== "success") throw new Error(outcome.kind);
  const names = Array.from(outcome.path.ranges.directedTracks, (directed) =>
    stringAt(infra, infra.trackName[directed >>> 1]!),
  );
  return names.map((name) => name.slice(2)).join("");
}

describe("of two tracks", () => {
  it("a train takes the one that costs less, where running against its usual direction costs a fifth more", () => {
    const counts = { same: 0, other: 0 };
    for (let seed = 0; seed < SEEDS; seed++) {
      const random = makeRandom(seed);
      const { network } = drawLadder(random, 5);
      // The whole of each track is as fast as the train.
      const plain = { ...network, speed_sections: [] };
      const usual = new Map(
        plain.track_sections.map(({ id }) => [id, USUAL[wholeBetween(random, 0, 2)]]),
      );
      const told = plain.track_sections.map((track) => {
        const usual_direction = usual.get(track.id) ?? null;
        return usual_direction === null ? track : { ...track, extensions: { usual_direction } };
      });
      const lengthOf = (id: string): number =>
        plain.track_sections.find((one) => one.id === id)?.length ?? 0;
      const costOf = (id: string): number =>
        lengthOf(id) * (usual.get(id) === "STOP_TO_START" ? 1.2 : 1);
      const choose = (cost: (id: string) => number): string =>
        [1, 3].map((stage) => (cost(`t${stage}a`) <= cost(`t${stage}b`) ? "a" : "b")).join("");
      expect([seed, spellWay(plain)]).toEqual([seed, choose(lengthOf)]);
      // A block's cost is spread over its length, and the last one reaches 80 m beyond the destination.
      const isNear = [1, 3].some(
        (stage) => Math.abs(costOf(`t${stage}a`) - costOf(`t${stage}b`)) < 0.2 * 80,
      );
      if (isNear) continue;
      const way = spellWay({ ...plain, track_sections: told });
      expect([seed, way]).toEqual([seed, choose(costOf)]);
      counts[way === choose(lengthOf) ? "same" : "other"]++;
    }
    expect(counts.other).toBeGreaterThan(20);
    expect(counts.same).toBeGreaterThan(20);
  });

  it("a train takes the same ones whatever the usual direction of all of them is", () => {
    for (let seed = 0; seed < 20; seed++) {
      const { network } = drawLadder(makeRandom(seed), 5);
      const all = network.track_sections.map((track) => ({
        ...track,
        extensions: { usual_direction: "STOP_TO_START" as const },
      }));
      expect(spellWay({ ...network, track_sections: all })).toBe(spellWay(network));
    }
  });
});
