// Method: brute force over all block sequences of seeded networks, with the contract's own cost (the
// destination's block is paid whole and once more up to the destination), written out independently.

import { describe, expect, it } from "vitest";
import type { Infra } from "../../../../workers/engine/infra/infra.ts";
import { stringAt } from "../../../../workers/engine/infra/infra.ts";
import {
  locateOnBlocks,
  type TrackLocation,
} from "../../../../workers/engine/path/block_locations.ts";
import { timeToOffset } from "../../../../workers/engine/path/block_times.ts";
import { PathFinder } from "../../../../workers/engine/path/find_path.ts";
import { measureGeoFactor } from "../../../../workers/engine/path/heuristic.ts";
import { compileNetwork } from "../infra/compile_network.ts";
import { addLink, addRoute, addSignal, addTrack, emptyNetwork } from "../infra/drawn_network.ts";
import { between, makeRandom } from "../seeded.ts";
import { drawLadder } from "./ladder.ts";
import { PLAIN_STOCK } from "./plain_stock.ts";

/** Running time of a part of a block at its limits, without the rounding of microseconds. */
function runningTime(infra: Infra, block: number, from_mm: number, to_mm: number): number {
  let time_s = 0;
  let start_mm = 0;
  for (let k = infra.blockSpeedStart[block]!; k < infra.blockSpeedStart[block + 1]!; k++) {
    const end_mm = infra.blockSpeedEnd_mm[k]!;
    const width_mm = Math.min(end_mm, to_mm) - Math.max(start_mm, from_mm);
    const speed_mm_s = Math.min(40_000, infra.blockSpeed_mm_s[k]!);
    if (width_mm > 0) time_s += width_mm / speed_mm_s;
    start_mm = end_mm;
  }
  return time_s;
}

function bestCost(infra: Infra, start: TrackLocation, end: TrackLocation): number {
  const targets = locateOnBlocks(infra, [end]);
  const offsetOf = new Map(targets.blocks.map((block, i) => [block, targets.offsets_mm[i]!]));
  let best = Infinity;
  const visit = (block: number, from_mm: number, cost: number): void => {
    const length_mm = infra.blockLength_mm[block]!;
    const whole = cost + runningTime(infra, block, from_mm, length_mm);
    const target_mm = offsetOf.get(block);
    if (target_mm !== undefined && target_mm >= from_mm) {
      best = Math.min(best, whole + runningTime(infra, block, from_mm, target_mm));
      return;
    }
    const exit = infra.blockExit[block]!;
    for (let k = infra.detectorBlockStart[exit]!; k < infra.detectorBlockStart[exit + 1]!; k++) {
      visit(infra.detectorBlocks[k]!, 0, whole);
    }
  };
  const starts = locateOnBlocks(infra, [start]);
  starts.blocks.forEach((block, i) => visit(block, starts.offsets_mm[i]!, 0));
  return best;
}

describe("the search", () => {
  it("finds a path of the least cost in 60 seeded networks of up to 32 ways", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { network, stages } = drawLadder(makeRandom(seed), 11);
      const infra = compileNetwork(network);
      const start = { track: 0, offset_mm: 310_000 };
      const end = { track: infra.trackLength_mm.length - 1, offset_mm: 100_000 };
      const outcome = new PathFinder(infra).find([[start], [end]], PLAIN_STOCK);
      expect(outcome.kind, `seed ${seed}`).toBe("success");
      if (outcome.kind !== "success") continue;
      const { blocks, length_mm, ranges } = outcome.path;
      expect(ranges.directedTracks.length).toBe(stages.length);
      const last = blocks[blocks.length - 1]!;
      const targets = locateOnBlocks(infra, [end]);
      const target_mm = targets.offsets_mm[targets.blocks.indexOf(last)]!;
      let cost = runningTime(infra, last, 0, target_mm);
      blocks.forEach((block, i) => {
        const from_mm = i === 0 ? 10_000 : 0;
        cost += runningTime(infra, block, from_mm, infra.blockLength_mm[block]!);
      });
      // Microseconds are truncated once a piece: a path may be worse by that much.
      expect(cost - bestCost(infra, start, end), `seed ${seed}`).toBeLessThan(1e-4);
      let sum_mm = 0;
      ranges.ends_mm.forEach((end_mm, i) => {
        sum_mm += end_mm - ranges.begins_mm[i]!;
      });
      expect(sum_mm).toBe(length_mm);
    }
  });

  it("finds one of the least cost where drawn lines are longer or shorter than the tracks, or do not meet", () => {
    let longer = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = makeRandom(seed);
      const { network } = drawLadder(random, 11);
      // Stages keep their ends; between them each line makes a detour, at every third seed from another place.
      const scale = between(random, 20, 90);
      network.track_sections = network.track_sections.map((track) => {
        const [begin, end] = track.geo.coordinates.map(([x]) => scale * x!);
        const north = between(random, -0.01, 0.01);
        const shift = seed % 3 === 0 ? between(random, -0.01, 0.01) : 0;
        const coordinates = [
          [begin!, shift],
          [(2 * begin! + end!) / 3, north],
          [end!, 0],
        ];
        return { ...track, geo: { coordinates } };
      });
      const infra = compileNetwork(network);
      const start = { track: 0, offset_mm: 310_000 };
      const end = { track: infra.trackLength_mm.length - 1, offset_mm: 290_000 };
      const outcome = new PathFinder(infra, 0).find([[start], [end]], PLAIN_STOCK);
      if (outcome.kind !== "success") throw new Error(`seed ${seed}: ${outcome.kind}`);
      const { blocks } = outcome.path;
      const last = blocks[blocks.length - 1]!;
      let cost = runningTime(infra, last, 0, 290_000);
      blocks.forEach((block, i) => {
        cost += runningTime(infra, block, i === 0 ? 10_000 : 0, infra.blockLength_mm[block]!);
      });
      if (measureGeoFactor(infra) < 1) longer++;
      // The destination's block counts twice: a path is only better if it is also faster with it counted once.
      expect(cost - bestCost(infra, start, end), `seed ${seed}`).toBeLessThan(0.002);
    }
    expect(longer).toBeGreaterThan(30);
  });

  it("has no estimate above the way: a factor of the least length for its line, none where lines do not meet", () => {
    const measure = (begin: number, end: number): number => {
      const network = emptyNetwork();
      addTrack(network, "a", 1000, { x: 0, x_end: 8 });
      addTrack(network, "b", 1000, { x: begin, x_end: end });
      network.buffer_stops.push({ id: "bs.a", track: "a", position: 0 });
      network.buffer_stops.push({ id: "bs.b", track: "b", position: 1000 });
      addLink(network, "a", "b");
      addSignal(network, "S", { track: "a", position: 500 });
      addRoute(network, "bs.a", "bs.b");
      return measureGeoFactor(compileNetwork(network));
    };
    // A thousandth of a degree on the equator is 111.3195 m.
    expect(measure(8, 18)).toBeCloseTo(1000 / 1113.195, 5);
    expect(measure(8.1, 12)).toBe(0);
    expect(measure(8, 12)).toBe(1);
  });

  it("answers the same after other searches as the first one on a fresh finder", () => {
    const { network } = drawLadder(makeRandom(7), 15);
    const infra = compileNetwork(network);
    const finder = new PathFinder(infra);
    const random = makeRandom(99);
    const place = (): TrackLocation => {
      const track = Math.floor(random() * infra.trackLength_mm.length);
      return { track, offset_mm: Math.floor(random() * infra.trackLength_mm[track]!) };
    };
    const kinds = new Set<string>();
    for (let i = 0; i < 300; i++) {
      const items = Array.from({ length: 2 + (i % 3) }, () => [place(), place()]);
      const used = finder.find(items, PLAIN_STOCK);
      kinds.add(used.kind);
      expect(used).toEqual(new PathFinder(infra).find(items, PLAIN_STOCK));
    }
    expect([...kinds].sort()).toEqual(["not_found_in_blocks", "success"]);
  });

  it("runs through intermediate waypoints in order and reports their positions", () => {
    const { network } = drawLadder(makeRandom(3), 7);
    const infra = compileNetwork(network);
    const trackOf = (name: string): number =>
      Array.from(infra.trackName, (string) => stringAt(infra, string)).indexOf(name);
    const via = trackOf("t3b");
    const items = [
      [{ track: 0, offset_mm: 310_000 }],
      [{ track: via, offset_mm: 200_000 }],
      [{ track: via, offset_mm: 250_000 }],
      [{ track: trackOf("t6"), offset_mm: 50_000 }],
    ];
    const outcome = new PathFinder(infra).find(items, PLAIN_STOCK);
    if (outcome.kind !== "success") throw new Error(outcome.kind);
    const { ranges, itemPositions_mm, length_mm } = outcome.path;
    expect(Array.from(ranges.directedTracks)).toContain(via * 2);
    let start_mm = 0;
    for (let i = 0; ranges.directedTracks[i] !== via * 2; i++) {
      start_mm += ranges.ends_mm[i]! - ranges.begins_mm[i]!;
    }
    expect(itemPositions_mm).toEqual([0, start_mm + 200_000, start_mm + 250_000, length_mm]);
  });
});

describe("a place that is named again", () => {
  it("has the path of a place that is named once, at every detector and elsewhere", () => {
    const random = makeRandom(11);
    let found_count = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const { network } = drawLadder(makeRandom(seed), 11);
      const infra = compileNetwork(network);
      const finder = new PathFinder(infra);
      const start = [{ track: 0, offset_mm: 310_000 }];
      const end = [{ track: infra.trackLength_mm.length - 1, offset_mm: 100_000 }];
      const names = Array.from(infra.trackName, (string) => stringAt(infra, string));
      const detectors = network.detectors.map(({ track, position }) => ({
        track: names.indexOf(track),
        offset_mm: Math.round(position * 1000),
      }));
      const others = names.map((_name, track) => ({
        track,
        offset_mm: Math.floor(random() * infra.trackLength_mm[track]!),
      }));
      for (const place of [...detectors, ...others]) {
        const once = finder.find([start, [place], end], PLAIN_STOCK);
        if (once.kind === "success") found_count++;
        for (const count of [2, 3]) {
          const again = Array.from({ length: count }, () => [place]);
          const outcome = finder.find([start, ...again, end], PLAIN_STOCK);
          expect(outcome.kind).toBe(once.kind);
          if (outcome.kind !== "success" || once.kind !== "success") continue;
          const [first = 0, at = 0, last = 0] = once.path.itemPositions_mm;
          const itemPositions_mm = [first, ...again.map(() => at), last];
          expect(outcome.path).toEqual({ ...once.path, itemPositions_mm });
        }
      }
    }
    expect(found_count).toBeGreaterThan(60);
  });
});

describe("a rolling stock that may not pass", () => {
  const { network } = drawLadder(makeRandom(5), 5);
  const range = { track: "t2", begin: 400, end: 500, applicable_directions: "BOTH" } as const;
  network.electrifications.push({
    id: "e",
    voltage: "1500V",
    track_ranges: network.track_sections.map(({ id, length }) => ({
      ...range,
      track: id,
      begin: 0,
      end: length,
    })),
  });
  network.electrifications.push({ id: "f", voltage: "25000V", track_ranges: [range] });
  const electric = { ...PLAIN_STOCK, is_thermal: false, supported_electrifications: ["1500V"] };
  const items = [[{ track: 0, offset_mm: 310_000 }], [{ track: 6, offset_mm: 100_000 }]];

  it("gets the path that others may take and the ranges in its way", () => {
    const infra = compileNetwork(network);
    const outcome = new PathFinder(infra).find(items, electric);
    if (outcome.kind !== "incompatible_constraints") throw new Error(outcome.kind);
    const { ranges, path } = outcome;
    let start_mm = 0;
    for (let i = 0; path.ranges.directedTracks[i] !== 3 * 2; i++) {
      start_mm += path.ranges.ends_mm[i]! - path.ranges.begins_mm[i]!;
    }
    expect(ranges.electrification_ranges).toEqual([
      { start_mm: start_mm + 400_000, end_mm: start_mm + 500_000, value: "25000V" },
    ]);
    expect([ranges.gauge_ranges, ranges.signaling_system_ranges]).toEqual([[], []]);
  });

  it("passes where a neutral section covers the wrong voltage, exactly or more", () => {
    for (const [begin, end, kind] of [
      [400, 500, "success"],
      [390, 600, "success"],
      [400, 499, "incompatible_constraints"],
    ] as const) {
      const direction = "START_TO_STOP";
      const neutral_sections = [
        {
          id: "n",
          lower_pantograph: false,
          track_ranges: [{ track: "t2", begin, end, direction }],
        },
      ] as const;
      const infra = compileNetwork({ ...network, neutral_sections });
      expect(new PathFinder(infra).find(items, electric).kind).toBe(kind);
    }
  });

  it("may stand behind the wrong range at its start and before it at its destination", () => {
    const infra = compileNetwork(network);
    const find = (from_mm: number, to_mm: number): string =>
      new PathFinder(infra).find(
        [[{ track: 3, offset_mm: from_mm }], [{ track: 3, offset_mm: to_mm }]],
        electric,
      ).kind;
    // A blocked range anywhere ahead on the start's block refuses it, and it is not on the path.
    expect(find(310_000, 390_000)).toBe("not_found_in_blocks");
    expect(find(510_000, 550_000)).toBe("success");
  });

  it("is told all signalling ranges when no system is supported", () => {
    const infra = compileNetwork(network);
    const outcome = new PathFinder(infra).find(items, {
      ...PLAIN_STOCK,
      supported_signaling_systems: [],
    });
    if (outcome.kind !== "incompatible_constraints") throw new Error(outcome.kind);
    expect(outcome.ranges.signaling_system_ranges).toEqual([
      { start_mm: 0, end_mm: outcome.path.length_mm, value: "BAL" },
    ]);
  });
});

describe("block times", () => {
  it("add the pieces up to the offset, each truncated to microseconds", () => {
    const { network } = drawLadder(makeRandom(11), 9);
    const infra = compileNetwork(network);
    const random = makeRandom(12);
    for (let i = 0; i < 500; i++) {
      const block = Math.floor(random() * infra.blockName.length);
      const offset_mm = Math.floor(random() * infra.blockLength_mm[block]!);
      const nPieces = infra.blockSpeedStart[block + 1]! - infra.blockSpeedStart[block]!;
      const exact = runningTime(infra, block, 0, offset_mm);
      const time = timeToOffset(infra, block, offset_mm, 40_000);
      expect(time).toBeLessThanOrEqual(exact + 1e-9);
      expect(time).toBeGreaterThan(exact - 1e-6 * nPieces - 1e-9);
      expect(Math.abs(time * 1e6 - Math.round(time * 1e6))).toBeLessThan(1e-6);
    }
  });
});
