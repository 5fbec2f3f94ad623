// Method: brute force over all sequences of tracks and places of seeded networks is the judge of lengths, ties, constraints and groups; then paths on blocks, which can't be shorter.
import { describe, expect, it } from "vitest";
import type { RailjsonInput } from "../../../../workers/engine/infra/compile/railjson_input.ts";
import { findTrack, type Infra } from "../../../../workers/engine/infra/infra.ts";
import type { TrackLocation } from "../../../../workers/engine/path/block_locations.ts";
import { TrackPathFinder } from "../../../../workers/engine/topology/find_track_path.ts";
import { printTrackPaths } from "../../../../workers/engine/topology/print_track_paths.ts";
import type { TrackPath } from "../../../../workers/engine/topology/track_walk.ts";
import { viewInfra } from "../../../../workers/tasks/infra_views.ts";
import { countTries } from "../../../helpers/tried.ts";
import { drawItems, drawPathStock, searchItems } from "../../../oracle/judge_path.ts";
import { drawNetwork, openBoth } from "../../../oracle/opened.ts";
import {
  listTrackPaths,
  type OracleTrackPath,
  type TrackPlace,
} from "../../../oracle/track_paths.ts";
import { compileNetwork } from "../infra/compile_network.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";
import { addConstraints, drawMesh, drawTracks, pick } from "./drawn_tracks.ts";

const SEEDS = countTries({ few: 150, many: 2000 });

const THERMAL = {
  loading_gauge: "G1",
  is_thermal: true,
  supported_electrifications: [],
  supported_signaling_systems: [],
  maximum_speed_m_s: 40,
};

function locate(infra: Infra, items: readonly (readonly TrackPlace[])[]): TrackLocation[][] {
  return items.map((places) =>
    places.map(({ track, offset }) => ({ track: findTrack(infra, track), offset_mm: offset })),
  );
}

/** Places on few offsets, so that items meet and tie; at track ends often. */
function drawPlaces(random: Random, network: RailjsonInput, nMax: number): TrackPlace[] {
  return Array.from({ length: wholeBetween(random, 1, nMax) }, () => {
    const { id, length } = pick(random, network.track_sections);
    const offset = random() < 0.3 ? pick(random, [0, length]) : wholeBetween(random, 1, 9) * 10;
    return { track: id, offset: offset * 1000 };
  });
}

function describeFound({ ranges, length_mm, itemPositions_mm }: TrackPath): object {
  return { length_mm, itemPositions_mm, tracks: [...ranges.directedTracks] };
}

function describeOracle({ length, positions, tracks }: OracleTrackPath): object {
  return {
    length_mm: length,
    itemPositions_mm: positions,
    tracks: tracks.map(({ track, dir }) => track.index * 2 + dir),
  };
}

/** Ranges meet at the ends that a switch joins, and are as long together as the path. */
function checkRanges(infra: Infra, { ranges, length_mm }: TrackPath): void {
  const { directedTracks, begins_mm, ends_mm } = ranges;
  let sum_mm = 0;
  directedTracks.forEach((directed, i) => {
    const length = infra.trackLength_mm[directed >>> 1]!;
    expect(begins_mm[i]).toBeGreaterThanOrEqual(0);
    expect(ends_mm[i]).toBeGreaterThanOrEqual(begins_mm[i]!);
    expect(ends_mm[i]).toBeLessThanOrEqual(length);
    sum_mm += ends_mm[i]! - begins_mm[i]!;
    if (i === 0) return;
    const before = directedTracks[i - 1]!;
    const row = infra.endJoins.subarray(
      infra.endJoinStart[before ^ 1]!,
      infra.endJoinStart[(before ^ 1) + 1]!,
    );
    expect([...row]).toContain(directed);
    const isAtEnd = (before & 1) === 0 ? ends_mm[i - 1] : begins_mm[i - 1];
    expect(isAtEnd).toBe((before & 1) === 0 ? infra.trackLength_mm[before >>> 1] : 0);
    expect((directed & 1) === 0 ? begins_mm[i] : ends_mm[i]).toBe(
      (directed & 1) === 0 ? 0 : length,
    );
  });
  expect(sum_mm).toBe(length_mm);
  const tracks = [...directedTracks].map((directed) => directed >>> 1);
  expect(new Set(tracks).size).toBe(tracks.length);
}

describe("the shortest path on tracks", () => {
  it("is the first of all paths, over two to five items with several places", () => {
    const kinds = new Map<string, number>();
    for (let seed = 0; seed < SEEDS; seed++) {
      const random = makeRandom(seed);
      const network = drawTracks(random, wholeBetween(random, 2, 9));
      const infra = compileNetwork(network);
      const finder = new TrackPathFinder(infra);
      for (let ask = 0; ask < 3; ask++) {
        const items = Array.from({ length: wholeBetween(random, 2, 5) }, () =>
          drawPlaces(random, network, 3),
        );
        const [best] = listTrackPaths(network, items, null);
        const outcome = finder.find(locate(infra, items), THERMAL);
        kinds.set(outcome.kind, (kinds.get(outcome.kind) ?? 0) + 1);
        expect(outcome.kind, `seed ${seed}`).toBe(best ? "success" : "not_found_in_tracks");
        if (outcome.kind !== "success" || best === undefined) continue;
        expect(describeFound(outcome.path), `seed ${seed}`).toEqual(describeOracle(best));
        checkRanges(infra, outcome.path);
      }
    }
    expect(kinds.get("success")).toBeGreaterThan(0.7 * SEEDS);
    expect(kinds.get("not_found_in_tracks")).toBeGreaterThan(0.7 * SEEDS);
  });

  it("keeps a stock off tracks that it may not run on, and shows the way that would need them", () => {
    const kinds = new Map<string, number>();
    for (let seed = 0; seed < SEEDS; seed++) {
      const random = makeRandom(seed + 50_000);
      const network = drawTracks(random, wholeBetween(random, 3, 8));
      addConstraints(random, network);
      const infra = compileNetwork(network);
      const items = [1, 2, 3]
        .slice(0, wholeBetween(random, 2, 3))
        .map(() => drawPlaces(random, network, 2));
      const stock = {
        ...THERMAL,
        is_thermal: random() < 0.3,
        loading_gauge: pick(random, ["G1", "GB", "GC"]),
        supported_electrifications: random() < 0.5 ? ["25000V"] : ["25000V", "1500V"],
      };
      const [best] = listTrackPaths(network, items, stock);
      const [relaxed] = listTrackPaths(network, items, null);
      const outcome = new TrackPathFinder(infra).find(locate(infra, items), stock);
      kinds.set(outcome.kind, (kinds.get(outcome.kind) ?? 0) + 1);
      if (best !== undefined) {
        expect(outcome.kind === "success" && describeFound(outcome.path)).toEqual(
          describeOracle(best),
        );
      } else if (relaxed === undefined) {
        expect(outcome, `seed ${seed}`).toEqual({ kind: "not_found_in_tracks" });
      } else {
        expect(outcome.kind, `seed ${seed}`).toBe("incompatible_constraints");
        if (outcome.kind !== "incompatible_constraints") continue;
        expect(describeFound(outcome.path)).toEqual(describeOracle(relaxed));
        const { electrification_ranges, gauge_ranges, signaling_system_ranges } = outcome.ranges;
        expect(electrification_ranges.length + gauge_ranges.length).toBeGreaterThan(0);
        expect(signaling_system_ranges).toEqual([]);
      }
    }
    for (const kind of ["success", "not_found_in_tracks", "incompatible_constraints"]) {
      expect(kinds.get(kind), kind).toBeGreaterThan(0.1 * SEEDS);
    }
  });

  it("is never longer than the path on blocks over the same items for the same stock", () => {
    let compared = 0;
    let shorter = 0;
    for (let seed = 0; seed < 16; seed++) {
      const { name, input } = drawNetwork(seed);
      const { opened } = openBoth(name, input);
      if (opened === null || opened.world.network.routes.length === 0) continue;
      const infra = viewInfra(opened.ref);
      const finder = new TrackPathFinder(infra);
      const random = makeRandom(seed + 2_000_000);
      for (let ask = 0; ask < 12; ask++) {
        const items = drawItems(random, opened);
        const stock = drawPathStock(random);
        const isKnown = ({ track, offset }: TrackPlace): boolean =>
          offset <= (opened.world.network.byTrack.get(track)?.length ?? -1);
        if (!items.flat().every(isKnown)) continue;
        const onBlocks = searchItems(opened, items, stock);
        if (onBlocks.kind !== "success") continue;
        const onTracks = finder.find(locate(infra, items), stock);
        expect(onTracks.kind, `${name} ${ask}`).toBe("success");
        if (onTracks.kind !== "success") continue;
        const { length_mm, itemPositions_mm } = onTracks.path;
        expect(length_mm).toBeLessThanOrEqual(onBlocks.path.length_mm);
        expect(itemPositions_mm).toHaveLength(items.length);
        expect(itemPositions_mm[0]).toBe(0);
        expect(itemPositions_mm.at(-1)).toBe(length_mm);
        expect(itemPositions_mm).toEqual([...itemPositions_mm].sort((a, b) => a - b));
        checkRanges(infra, onTracks.path);
        compared++;
        if (length_mm < onBlocks.path.length_mm) shorter++;
      }
    }
    expect(compared).toBeGreaterThan(40);
    expect(shorter).toBeGreaterThan(0);
  });
});

describe("the k shortest paths on tracks", () => {
  it("are the first k of all that need one group a switch, in their order", () => {
    let full = 0;
    let refused = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const random = makeRandom(seed + 90_000);
      const network = drawTracks(random, wholeBetween(random, 3, 9));
      addConstraints(random, network);
      const infra = compileNetwork(network);
      const [[from], [to]] = [drawPlaces(random, network, 1), drawPlaces(random, network, 1)];
      const nPathsMax = wholeBetween(random, 1, 5);
      const all = listTrackPaths(network, [[from!], [to!]], null);
      const possible = all.filter(({ groups }) => groups !== null);
      refused += all.length - possible.length;
      const [[start], [end]] = locate(infra, [[from!], [to!]]) as [
        [TrackLocation],
        [TrackLocation],
      ];
      const found = new TrackPathFinder(infra).findSome(start, end, nPathsMax);
      expect(found.isComplete).toBe(true);
      const expected = possible.slice(0, nPathsMax);
      expect(found.paths.map(describeFound), `seed ${seed}`).toEqual(expected.map(describeOracle));
      for (const path of found.paths) checkRanges(infra, path);
      const printed = JSON.parse(printTrackPaths(infra, found.paths));
      printed.forEach((path: Record<string, unknown>, i: number) => {
        expect(path["switches_directions"]).toEqual(Object.fromEntries(expected[i]!.groups!));
      });
      if (expected.length === nPathsMax && nPathsMax > 1) full++;
    }
    expect(full).toBeGreaterThan(0.05 * SEEDS);
    expect(refused).toBeGreaterThan(0.02 * SEEDS);
  });
});

describe("a search on tracks", () => {
  const infra = compileNetwork(drawMesh(6, 40));
  const finder = new TrackPathFinder(infra);
  const at = (row: number, stage: number, offset_mm = 500_000): TrackLocation => ({
    track: stage * 6 + row,
    offset_mm,
  });
  const there = [[at(0, 5)], [at(1, 38)]];

  it("gives up where no walk that comes back is a path, and goes on as before", () => {
    const before = finder.find(there, THERMAL);
    expect(before.kind).toBe("success");
    expect(finder.find([...there, [at(0, 2)]], THERMAL)).toEqual({ kind: "work_limit" });
    expect(finder.findSome(at(0, 1), at(1, 1), 5)).toEqual({ paths: [], isComplete: false });
    expect(finder.find(there, THERMAL)).toEqual(before);
  });

  it("gives up over waypoints that take too long to lay out", () => {
    const steps = Array.from({ length: 5000 }, (_, i) => i * 90);
    // The first places descend and the others ascend: the way from each of them is another one.
    const zigzag = steps.map((step_mm) => [
      at(0, 5, 450_000 - step_mm),
      at(0, 5, 450_000 + step_mm),
    ]);
    const outcome = finder.find([[at(0, 2)], ...zigzag, ...zigzag.slice(1)], THERMAL);
    expect(outcome).toEqual({ kind: "work_limit" });
    const large = new TrackPathFinder(compileNetwork(drawMesh(20, 500)));
    const items = Array.from({ length: 10_000 }, () => [at(0, 5)]);
    expect(large.find(items, THERMAL)).toEqual({ kind: "work_limit" });
  });

  it("takes ten thousand waypoints along the way", () => {
    const items = Array.from({ length: 10_000 }, (_, i) => [
      at(0, Math.floor(i / 250), (i % 250) * 3000),
    ]);
    const outcome = finder.find(items, THERMAL);
    expect(outcome.kind).toBe("success");
    if (outcome.kind !== "success") return;
    const { ranges, itemPositions_mm } = outcome.path;
    expect(itemPositions_mm).toHaveLength(10_000);
    expect([...ranges.directedTracks]).toEqual(Array.from({ length: 40 }, (_, i) => i * 12));
  });
});
