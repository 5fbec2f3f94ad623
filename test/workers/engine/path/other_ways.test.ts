// Method: seeded networks with two places where a train can choose between two tracks: all ways are the four choices.

import { describe, expect, it } from "vitest";
import { stringAt } from "../../../../workers/engine/infra/infra.ts";
import type { BlockPath } from "../../../../workers/engine/path/block_path.ts";
import { PathFinder } from "../../../../workers/engine/path/find_path.ts";
import { findOtherWays, type Via } from "../../../../workers/engine/path/other_ways.ts";
import { resolveWaypoint, type Waypoint } from "../../../../workers/engine/path/waypoints.ts";
import { compileNetwork } from "../infra/compile_network.ts";
import { makeRandom } from "../seeded.ts";
import { drawLadder } from "./ladder.ts";
import { PLAIN_STOCK } from "./plain_stock.ts";

const SEEDS = 50;

const at = (track: string, metres: number): Waypoint => ({
  kind: "track_offset",
  track,
  offset_mm: 1000 * metres,
});
const STATION = { kind: "operational_point", operational_point: "station" } as const;
const ENDS = [at("t0", 100), at("t4", 200)] as const;

function open(seed: number) {
  const { network } = drawLadder(makeRandom(seed), 5);
  // So all ways are about as long.
  const parts = ["t1a", "t1b"].map((track) => ({ track, position: 400 }));
  const far = [parts[0]!, { track: "t3b", position: 150 }];
  const operational_points = [
    { id: "station", parts },
    { id: "far", parts: far },
  ];
  const infra = compileNetwork({ ...network, speed_sections: [], operational_points });
  const finder = new PathFinder(infra);
  const find = (items: readonly Waypoint[]): BlockPath => {
    const places = items.map((item) => {
      const found = resolveWaypoint(infra, item);
      return found.ok ? found.value : [];
    });
    const outcome = finder.find(places, PLAIN_STOCK);
    if (outcome.kind !== "success") throw new Error(outcome.kind);
    return outcome.path;
  };
  /** Such as "ab": the tracks that are chosen. */
  const spell = ({ ranges }: BlockPath): string => {
    const names = Array.from(ranges.directedTracks, (directed) =>
      stringAt(infra, infra.trackName[directed >>> 1]!),
    );
    return names.map((name) => name.slice(2)).join("");
  };
  const list = (items: readonly Waypoint[], zones: readonly string[], count_max = 3) => {
    const path = find(items);
    const own = {
      path,
      item_positions_mm: path.itemPositions_mm,
      items,
      stock: PLAIN_STOCK,
      zones,
    };
    const follow = (vias: readonly Via[]): string => {
      const all = items.flatMap((item, i): Waypoint[] => [
        ...vias
          .filter(({ before }) => before === i)
          .map(({ track, offset_mm }) => at(track, offset_mm / 1000)),
        item,
      ]);
      return spell(find(all));
    };
    return { own: spell(path), ways: findOtherWays(finder, own, count_max).map(follow) };
  };
  /** The one behind the detector of a track. */
  const zoneOf = (track: string): string => {
    const named = infra.chunkTrack.findIndex(
      (one, i) => stringAt(infra, infra.trackName[one]!) === track && infra.chunkOffset_mm[i]! > 0,
    );
    return stringAt(infra, infra.zoneName[infra.chunkZone[named]!]!);
  };
  return { list, zoneOf };
}

const other = (choice: string | undefined): string => (choice === "a" ? "b" : "a");

describe("other ways", () => {
  it("are all that there are", () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const { own, ways } = open(seed).list(ENDS, []);
      const all = ["aa", "ab", "ba", "bb"].filter((way) => way !== own);
      expect([seed, ways.toSorted()]).toEqual([seed, all]);
    }
  });

  it("leave zones where they can", () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const { list, zoneOf } = open(seed);
      const { own } = list(ENDS, []);
      const { ways } = list(ENDS, [zoneOf(`t3${own[1]}`)], 1);
      expect([seed, ways[0]]).toEqual([seed, `${own[0]}${other(own[1])}`]);
    }
  });

  it("keep to the tracks of waypoints", () => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const { list } = open(seed);
      const { own } = list(ENDS, []);
      for (const item of [at(`t1${own[0]}`, 400), STATION]) {
        const { ways } = list([ENDS[0], item, ENDS[1]], []);
        expect([seed, ways]).toEqual([seed, [`${own[0]}${other(own[1])}`]]);
      }
    }
  });

  it("leave a station where it is, even one that is also elsewhere", () => {
    const far: Waypoint = { ...STATION, operational_point: "far" };
    let told = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const { own, ways } = open(seed).list([ENDS[0], far, ENDS[1]], []);
      if (own !== "aa") continue;
      expect([seed, ways.filter((way) => way !== "ab")]).toEqual([seed, []]);
      told += ways.length;
    }
    expect(told).toBeGreaterThan(0);
  });
});
