/** Seeded short term requests among seeded trains on generated networks, for the judges beside this file. */
import type { FitAmongInput } from "../../../../bench/network/fit_among.ts";
import { TINY_OPTIONS } from "../../../../bench/network/options.ts";
import {
  compileNetwork,
  findTrainPaths,
  locate,
  makeSimulationInput,
  pathStock,
  stockPhysics,
} from "../../../../bench/network/run_network.ts";
import { sendStock } from "../../../../bench/network/send_stock.ts";
import { type GeneratedNetwork, generateNetwork } from "../../../../bench/network.ts";
import { simulateTrains } from "../../../../workers/tasks/simulation/simulate_trains.ts";
import type { FitTrainStep } from "../../../../workers/tasks/stdcm/fit_train.ts";
import type { InfraRef, RequirementsRef } from "../../../../workers/tasks/types.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";

export const START_MS = Date.UTC(2026, 4, 4, 8);
const MINUTE_MS = 60_000;
const SIGNALING = ["BAL", "BAL", "BAPR", "mixed"] as const;

/** A network and what its trains need. */
export interface World {
  readonly network: GeneratedNetwork;
  readonly infra: InfraRef;
  readonly requirements: readonly RequirementsRef[];
}

const worlds = new Map<number, World>();

/** The world of a number, made once. */
export function openWorld(number: number): World {
  const known = worlds.get(number);
  if (known !== undefined) return known;
  const network = generateNetwork({
    ...TINY_OPTIONS,
    seed: 1000 + number,
    signaling: SIGNALING[number % SIGNALING.length]!,
    station_count: 3 + (number % 3),
    margin: number % 2 === 0 ? null : "5%",
  });
  const infra = compileNetwork(network, `stdcm ${number}`);
  const found = findTrainPaths(network, infra);
  const runnable = network.train_schedules.filter((_, i) => found[i]!.kind === "success");
  const paths = found.flatMap((outcome) => (outcome.kind === "success" ? [outcome.path] : []));
  const trains = { ...network, train_schedules: runnable };
  const outcomes = simulateTrains(makeSimulationInput(trains, infra, paths));
  const requirements = outcomes.flatMap((one) =>
    one.kind === "success" ? [one.requirements] : [],
  );
  const world = { network, infra, requirements };
  worlds.set(number, world);
  return world;
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[wholeBetween(random, 0, list.length - 1)]!;
}

/** The request of a seed; nearly all of them can be met when no other train is there. */
export function drawRequest(seed: number, world: World): FitAmongInput {
  const random = makeRandom(seed);
  const { network, infra } = world;
  const stock = pick(random, network.rolling_stocks);
  const margins = [
    null,
    null,
    { kind: "percentage", value: 5 },
    { kind: "min_per_100km", value: 3 },
  ] as const;
  return {
    infra,
    steps: drawSteps(random, network),
    stock: sendStock(stockPhysics(stock)),
    path_stock: pathStock(stock),
    comfort: "STANDARD",
    speed_limit_tag: random() < 0.3 ? "E32C" : null,
    fallback_tags: ["V160", "V120", "ME100", "MA100"],
    margin: pick(random, margins),
    start_ms: START_MS,
    maximum_departure_delay_ms: pick(random, [0, 5, 30, 120]) * MINUTE_MS,
    maximum_run_time_ms: pick(random, [40, 90, 240]) * MINUTE_MS,
    time_gap_before_ms: pick(random, [0, 0, 1, 3]) * MINUTE_MS,
    time_gap_after_ms: pick(random, [0, 0, 1, 3]) * MINUTE_MS,
    timetable: drawTimetable(random, world, wholeBetween(random, 0, 16)),
  };
}

function drawSteps(random: Random, { train_schedules }: GeneratedNetwork): FitTrainStep[] {
  const { path } = pick(random, train_schedules);
  const items = path.filter((_, i) => i === 0 || i === path.length - 1 || random() < 0.5);
  if (random() < 0.3) items.reverse();
  return items.map((item, i): FitTrainStep => {
    const isLast = i === items.length - 1;
    const stop_ms = random() < 0.5 ? wholeBetween(random, 0, 4) * MINUTE_MS : null;
    const planned = {
      arrival_ms: START_MS + wholeBetween(random, 5, 90) * MINUTE_MS,
      before_ms: wholeBetween(random, 0, 30) * MINUTE_MS,
      after_ms: wholeBetween(random, 0, 30) * MINUTE_MS,
    };
    return {
      locations: [locate(item)],
      stop_ms: isLast ? (stop_ms ?? 0) : stop_ms,
      planned: (isLast || stop_ms !== null) && i > 0 && random() < 0.15 ? planned : null,
    };
  });
}

/** Trains of the world at random times. */
function drawTimetable(
  random: Random,
  { requirements }: World,
  nTrains: number,
): FitAmongInput["timetable"] {
  const buffers = [...new Set(requirements.map(({ buffer }) => buffer))];
  const trains = Array.from({ length: requirements.length === 0 ? 0 : nTrains }, () => ({
    simulation: wholeBetween(random, 0, requirements.length - 1),
    start_ms: START_MS + wholeBetween(random, -3600, 7200) * 1000,
  }));
  return {
    buffers,
    simulation_buffers: Uint32Array.from(requirements, ({ buffer }) => buffers.indexOf(buffer)),
    simulation_offsets: Float64Array.from(requirements, ({ byte_offset }) => byte_offset),
    train_simulations: Uint32Array.from(trains, ({ simulation }) => simulation),
    train_starts_ms: Float64Array.from(trains, ({ start_ms }) => start_ms),
  };
}
