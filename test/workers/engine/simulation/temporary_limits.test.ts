/**
 * Temporary speed limits on generated networks. Method: the same limits as ordinary speed sections of the
 * network, compared to the bit; outside their time, against no limits at all; and the answered profile
 * against the lowest limit at single places, looked up on the tracks.
 */
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../../bench/network/options.ts";
import {
  compileNetwork,
  findTrainPaths,
  makeSimulationInput,
} from "../../../../bench/network/run_network.ts";
import { type GeneratedNetwork, generateNetwork } from "../../../../bench/network.ts";
import { findString, openInfra, stringAt } from "../../../../workers/engine/infra/infra.ts";
import {
  type OpenedSimulation,
  openSimulation,
} from "../../../../workers/engine/margins/packed_simulation.ts";
import { unpackPath } from "../../../../workers/engine/path/train_path.ts";
import {
  findTemporaryLimits,
  limitsThroughout,
} from "../../../../workers/engine/simulation/temporary_limits.ts";
import { viewInfra } from "../../../../workers/tasks/infra_views.ts";
import { simulateTrains } from "../../../../workers/tasks/simulation/simulate_trains.ts";
import { openTemporaryLimits } from "../../../../workers/tasks/simulation/temporary_limits.ts";
import type { FoundPath, InfraRef, TrainOutcome } from "../../../../workers/tasks/types.ts";
import { countTries } from "../../../helpers/tried.ts";
import { between, makeRandom, type Random, wholeBetween } from "../seeded.ts";

const SEEDS = countTries({ few: 6, many: 200 });
const AT_MS = Date.parse("2026-05-22T12:00:00Z");
const HOUR_MS = 3_600_000;

interface Limit {
  readonly start_date_time: string;
  readonly end_date_time: string;
  readonly speed_limit: number;
  readonly track_ranges: readonly {
    readonly track: string;
    readonly begin: number;
    readonly end: number;
    readonly direction: "START_TO_STOP" | "STOP_TO_START";
  }[];
}

const isInForce = ({ start_date_time, end_date_time }: Limit): boolean =>
  Date.parse(start_date_time) <= AT_MS && AT_MS < Date.parse(end_date_time);

interface Place {
  readonly track: string;
  readonly length_m: number;
  readonly direction: "START_TO_STOP" | "STOP_TO_START";
}

/** The directed tracks that paths run on. */
function listPlaces(infra: InfraRef, paths: readonly FoundPath[]): Place[] {
  const opened = openInfra(infra.buffer);
  const tracks = new Set(
    paths.flatMap(({ packed }) => [...unpackPath(packed).ranges.directedTracks]),
  );
  return [...tracks].map((directed) => ({
    track: stringAt(opened, opened.trackName[directed >>> 1]!),
    length_m: opened.trackLength_mm[directed >>> 1]! / 1000,
    direction: (directed & 1) === 0 ? "START_TO_STOP" : "STOP_TO_START",
  }));
}

/** Some that bite and some above all speeds, in and out of force, some over the whole of a track. */
function drawLimits(random: Random, places: readonly Place[]): Limit[] {
  const time = (from_h: number): string => new Date(AT_MS + from_h * HOUR_MS).toISOString();
  return Array.from({ length: wholeBetween(random, 1, 12) }, () => {
    const speed_limit = random() < 0.2 ? 80 : between(random, 3, 45);
    const track_ranges = Array.from({ length: wholeBetween(random, 1, 3) }, () => {
      const { length_m, ...place } = places[wholeBetween(random, 0, places.length - 1)]!;
      const ends = [between(random, 0, length_m), between(random, 0, length_m)];
      if (random() < 0.3) return { ...place, begin: 0, end: length_m };
      return { ...place, begin: Math.min(...ends), end: Math.max(...ends) };
    });
    const [from_h, to_h] = [wholeBetween(random, -3, 1), wholeBetween(random, 0, 3)];
    const end_h = Math.max(to_h, from_h + 1);
    return {
      start_date_time: time(from_h),
      end_date_time: time(end_h),
      speed_limit,
      track_ranges,
    };
  });
}

interface World {
  readonly network: GeneratedNetwork;
  readonly infra: InfraRef;
  readonly paths: readonly FoundPath[];
  readonly limits: readonly Limit[];
}

/** `hasRoutes` keeps the speeds of routes, which go before those of sections. */
function drawWorld(seed: number, hasRoutes: boolean): World {
  const random = makeRandom(seed);
  const drawn = generateNetwork({ ...TINY_OPTIONS, seed });
  const { railjson } = drawn;
  const speed_sections = railjson.speed_sections.filter(
    ({ on_routes }) => hasRoutes || on_routes === null,
  );
  // Every other train has no tag, so that sections without one are its only limits.
  const train_schedules = drawn.train_schedules.map((train, i) =>
    i % 2 === 0 ? train : { ...train, speed_limit_tag: null },
  );
  const network = { ...drawn, railjson: { ...railjson, speed_sections }, train_schedules };
  const infra = compileNetwork(network, `limits.${seed}.${hasRoutes}`);
  const paths = findTrainPaths(network, infra).map((outcome) => {
    if (outcome.kind !== "success") throw new Error(outcome.kind);
    return outcome.path;
  });
  return { network, infra, paths, limits: drawLimits(random, listPlaces(infra, paths)) };
}

/** Every train, with the limits that are in force at a moment. */
function simulateAt(
  { network, infra, paths }: World,
  limits: readonly Limit[] = [],
  at_ms = AT_MS,
): TrainOutcome[] {
  const said = JSON.stringify(limits);
  const json = new TextEncoder().encode(said);
  const group = openTemporaryLimits(viewInfra(infra), { key: said, json });
  const input = makeSimulationInput(network, infra, paths);
  const trains = input.trains.map((train) => {
    const found = findTemporaryLimits(group, unpackPath(train.path.packed).ranges);
    return { ...train, temporary_limits: limitsThroughout(found, at_ms, at_ms) };
  });
  return simulateTrains({ ...input, trains });
}

/** The network with the limits that are in force as speed sections. */
function withSections(world: World): World {
  const { network } = world;
  const { railjson } = network;
  const sections = world.limits.filter(isInForce).map(({ speed_limit, track_ranges }, i) => ({
    id: `temporary.${i}`,
    speed_limit,
    speed_limit_by_tag: {},
    track_ranges: track_ranges.map(({ direction, ...range }) => ({
      ...range,
      applicable_directions: direction,
    })),
    on_routes: null,
  }));
  const speed_sections = [...railjson.speed_sections, ...sections];
  const limited = { ...network, railjson: { ...railjson, speed_sections } };
  return { ...world, network: limited, infra: compileNetwork(limited, `${world.infra.key}.real`) };
}

interface Run {
  readonly opened: OpenedSimulation;
  readonly packed: Uint8Array;
  readonly requirements: Uint8Array;
}

function open(outcome: TrainOutcome): Run | null {
  if (outcome.kind !== "success") return null;
  const { buffer, byte_offset, byte_length } = outcome.requirements;
  return {
    opened: openSimulation(outcome.packed),
    packed: new Uint8Array(outcome.packed).slice(),
    requirements: new Uint8Array(buffer, byte_offset, byte_length).slice(),
  };
}

const bytes = (outcomes: readonly TrainOutcome[]): unknown[] =>
  outcomes.map((outcome) => {
    const run = open(outcome);
    return run === null ? outcome : [run.packed, run.requirements];
  });

/** The answered speed just after a place. */
function speedAt({ mrsp }: OpenedSimulation, x_mm: number): number {
  const i = mrsp.boundaries_mm.findIndex((boundary_mm) => x_mm < boundary_mm);
  return mrsp.speeds_m_s[i < 0 ? mrsp.speeds_m_s.length - 1 : i]!;
}

/** The lowest limit in force at a place of a path, m/s: its track is looked up range by range. */
function lowestAt({ infra, limits }: World, path: FoundPath, x_mm: number): number {
  const opened = openInfra(infra.buffer);
  const { directedTracks, begins_mm, ends_mm } = unpackPath(path.packed).ranges;
  let left_mm = x_mm;
  for (const [i, directed] of directedTracks.entries()) {
    const length_mm = ends_mm[i]! - begins_mm[i]!;
    if (left_mm >= length_mm) {
      left_mm -= length_mm;
      continue;
    }
    const isForward = (directed & 1) === 0;
    const on_track_mm = isForward ? begins_mm[i]! + left_mm : ends_mm[i]! - left_mm;
    const name = stringAt(opened, opened.trackName[directed >>> 1]!);
    const speeds = limits.filter(isInForce).flatMap(({ speed_limit, track_ranges }) =>
      track_ranges.flatMap(({ track, begin, end, direction }) => {
        const holds =
          track === name &&
          (direction === "START_TO_STOP") === isForward &&
          begin * 1000 < on_track_mm &&
          on_track_mm < end * 1000;
        return holds ? [speed_limit] : [];
      }),
    );
    return Math.min(Infinity, ...speeds);
  }
  return Infinity;
}

describe("a temporary speed limit", () => {
  it("gives the run that a speed section of the network gives, to the bit", () => {
    let limited_count = 0;
    let tagged_count = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const world = drawWorld(seed, false);
      const free = simulateAt(world);
      const limited = simulateAt(world, world.limits);
      const real = simulateAt(withSections(world));
      for (const [i, outcome] of limited.entries()) {
        const [run, other] = [open(outcome), open(real[i]!)];
        if (run === null || other === null) {
          expect(outcome).toEqual(real[i]);
          continue;
        }
        expect(run.requirements).toEqual(other.requirements);
        const { mrsp, ...runs } = run.opened;
        const { mrsp: other_mrsp, ...other_runs } = other.opened;
        expect(runs).toEqual(other_runs);
        expect(mrsp.boundaries_mm).toEqual(other_mrsp.boundaries_mm);
        expect(mrsp.speeds_m_s).toEqual(other_mrsp.speeds_m_s);
        const isTagged = world.network.train_schedules[i]!.speed_limit_tag !== null;
        // Without a tag there are no sources that could differ.
        if (!isTagged) expect(run.packed).toEqual(other.packed);
        const isLimited =
          run.opened.base.times_ms.at(-1) !== open(free[i]!)?.opened.base.times_ms.at(-1);
        if (isLimited) limited_count++;
        if (isLimited && isTagged) tagged_count++;
      }
    }
    expect(limited_count).toBeGreaterThan(2 * SEEDS);
    expect(tagged_count).toBeGreaterThan(SEEDS);
    expect(limited_count - tagged_count).toBeGreaterThan(SEEDS);
  });

  it("changes nothing outside of its time, to the bit", () => {
    const world = drawWorld(3, true);
    const free = bytes(simulateAt(world));
    const starts = world.limits.map(({ start_date_time }) => Date.parse(start_date_time));
    const ends = world.limits.map(({ end_date_time }) => Date.parse(end_date_time));
    expect(bytes(simulateAt(world, world.limits, Math.min(...starts) - 1))).toEqual(free);
    // The end is outside, the start is not.
    expect(bytes(simulateAt(world, world.limits, Math.max(...ends)))).toEqual(free);
    const all_day = world.limits.map((limit) => ({
      ...limit,
      start_date_time: "2026-05-22T12:00:00Z",
    }));
    const in_force = all_day.filter(isInForce);
    expect(bytes(simulateAt(world, in_force, AT_MS))).not.toEqual(free);
  });

  it("lowers every other limit, that of a route too, and is told without a source", () => {
    let lowered_count = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const world = drawWorld(seed, true);
      const random = makeRandom(1000 + seed);
      const free = simulateAt(world).map(open);
      for (const [i, outcome] of simulateAt(world, world.limits).entries()) {
        const [run, other] = [open(outcome), free[i]];
        if (run === null || other === null || other === undefined) continue;
        const path = world.paths[i]!;
        for (let k = 0; k < 300; k++) {
          // Half a millimetre beside every border.
          const x_mm = wholeBetween(random, 0, path.length_mm - 1) + 0.5;
          const lowest = lowestAt(world, path, x_mm);
          const was = speedAt(other.opened, x_mm);
          const wanted = Math.min(was, Math.floor(lowest * 1000 + 0.5) / 1000);
          expect(speedAt(run.opened, x_mm)).toBe(wanted);
          if (lowest >= was) continue;
          lowered_count++;
          const { boundaries_mm, sources } = run.opened.mrsp;
          const at = boundaries_mm.findIndex((boundary_mm) => x_mm < boundary_mm);
          expect(sources[at < 0 ? sources.length - 1 : at]).toBe(0);
        }
      }
    }
    expect(lowered_count).toBeGreaterThan(80 * SEEDS);
  });

  it("of a track that the network does not have is ignored", () => {
    const world = drawWorld(1, true);
    expect(findString(openInfra(world.infra.buffer), "no such track")).toBeGreaterThan(1e9);
    const limits = world.limits.map((limit) => ({
      ...limit,
      track_ranges: limit.track_ranges.map((range) => ({ ...range, track: "no such track" })),
    }));
    expect(bytes(simulateAt(world, limits))).toEqual(bytes(simulateAt(world)));
  });
});
