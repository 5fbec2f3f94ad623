/** Sends a generated network and its trains through the tasks that the server calls. */
import * as v from "valibot";
import { TrainScheduleCreation } from "../../src/timetable/train_schedule/train_schedule.schemas.ts";
import { toRunSettings } from "../../src/train_runs/simulation/cached_runs.ts";
import type { StoredRollingStock } from "../../workers/engine/physics/rolling_stock.ts";
import { compileInfra } from "../../workers/tasks/network/compile_infra.ts";
import { type ParsedRailjson, parseRailjson } from "../../workers/tasks/network/parse_railjson.ts";
import { findPaths } from "../../workers/tasks/path/find_paths.ts";
import {
  type SimulateTrainsInput,
  simulateTrains,
} from "../../workers/tasks/simulation/simulate_trains.ts";
import type {
  FoundPath,
  InfraRef,
  PathItemLocation,
  PathOutcome,
  PathRequest,
  PathStock,
  StockPhysics,
  TrainOutcome,
} from "../../workers/tasks/types.ts";
import type { GeneratedNetwork } from "../network.ts";
import type { RollingStockForm } from "./rolling_stocks.ts";
import { sendStock } from "./send_stock.ts";
import type { PathItem, TrainScheduleForm } from "./train_forms.ts";

/** UTF-8 bytes of a value's JSON text. */
export function encodeJson(value: unknown): ArrayBuffer {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  // A fresh encoding is backed by an ordinary buffer of its own.
  return bytes.buffer as ArrayBuffer;
}

export function parseNetwork(network: GeneratedNetwork): ParsedRailjson {
  return parseRailjson({ body: encodeJson(network.railjson) });
}

/** Compiles; throws with the faults when the network can't be compiled. */
export function compileNetwork(network: GeneratedNetwork, key: string): InfraRef {
  const compiled = compileInfra({ key, railjson: [encodeJson(network.railjson)] });
  if (compiled.kind !== "compiled") {
    throw new Error(`not compilable: ${JSON.stringify(compiled.faults.slice(0, 5))}`);
  }
  return { key, buffer: compiled.buffer };
}

/** The path outcome of every train of the network, in order. */
export function findTrainPaths(network: GeneratedNetwork, infra: InfraRef): PathOutcome[] {
  return findPaths({ infra, requests: makePathRequests(network) });
}

export function makePathRequests(network: GeneratedNetwork): PathRequest[] {
  return network.train_schedules.map((train) => ({
    items: train.path.map(locate),
    stock: pathStock(stockOf(network, train)),
  }));
}

/** Simulates trains on their paths; every outcome of `paths` must be a success. */
export function simulateAll(
  network: GeneratedNetwork,
  infra: InfraRef,
  paths: readonly FoundPath[],
): TrainOutcome[] {
  return simulateTrains(makeSimulationInput(network, infra, paths));
}

/** What the simulation task gets for all trains at once. */
export function makeSimulationInput(
  network: GeneratedNetwork,
  infra: InfraRef,
  paths: readonly FoundPath[],
): SimulateTrainsInput {
  const json = new TextEncoder().encode(JSON.stringify(network.electrical_profile_set));
  const stocks = network.rolling_stocks.map((stock) => sendStock(stockPhysics(stock)));
  const trains = network.train_schedules.map((train, i) => {
    const stock_index = network.rolling_stocks.indexOf(stockOf(network, train));
    const fallback_tags =
      train.speed_limit_tag === "E32C" ? ["V160", "V120", "ME100", "MA100"] : [];
    // As it is stored: the form is checked on the way.
    const stored = v.parse(TrainScheduleCreation, train);
    const path = paths[i]!;
    return { ...toRunSettings(stored, path, fallback_tags), path, stock_index };
  });
  return { infra, stocks, profiles: { key: infra.key, json }, trains };
}

export function locate(item: PathItem): PathItemLocation {
  const filter = {
    ...(item.secondary_code === undefined ? {} : { secondary_code: item.secondary_code }),
    ...(item.local_track_name === undefined ? {} : { track_name: item.local_track_name }),
  };
  if (item.uic !== undefined) return { kind: "uic", uic: item.uic, ...filter };
  if (item.trigram !== undefined) return { kind: "trigram", trigram: item.trigram, ...filter };
  return {
    kind: "operational_point",
    operational_point: item.operational_point ?? "",
    ...filter,
  };
}

export function stockOf(network: GeneratedNetwork, train: TrainScheduleForm): RollingStockForm {
  return network.rolling_stocks.find(({ name }) => name === train.rolling_stock_name)!;
}

export function pathStock(stock: RollingStockForm): PathStock {
  const modes = Object.entries(stock.effort_curves.modes);
  return {
    loading_gauge: stock.loading_gauge,
    is_thermal: modes.some(([, { is_electric }]) => !is_electric),
    supported_electrifications: modes.filter(([, m]) => m.is_electric).map(([name]) => name),
    supported_signaling_systems: stock.supported_signaling_systems,
    maximum_speed_m_s: stock.max_speed,
  };
}

/** What moves a train, in the terms of a stock's form. */
export type PhysicalStock = Pick<RollingStockForm, "name" | "length" | "mass" | "max_speed"> &
  Omit<StoredRollingStock, "length_m" | "mass_kg" | "max_speed_m_s">;

export function stockPhysics(stock: PhysicalStock): StockPhysics {
  return {
    key: stock.name,
    length_m: stock.length,
    mass_kg: stock.mass,
    max_speed_m_s: stock.max_speed,
    gamma: stock.gamma,
    inertia_coefficient: stock.inertia_coefficient,
    rolling_resistance: stock.rolling_resistance,
    base_power_class: stock.base_power_class,
    power_restrictions: stock.power_restrictions,
    effort_curves: stock.effort_curves,
  };
}
