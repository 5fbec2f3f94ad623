/**
 * Task: simulates a batch of trains on paths that were found for them. A thread keeps the open
 * network, the compiled rolling stocks, the indexed profile set and the last paths between calls;
 * a result depends on none of that.
 */
import type { Infra } from "../engine/infra/infra.ts";
import { compileStock } from "../engine/physics/rolling_stock.ts";
import type { ProfileSet } from "../engine/simulation/electrification.ts";
import { describeFault } from "../engine/simulation/faults.ts";
import { packSimulation } from "../engine/simulation/packed_simulation.ts";
import { PathCache, remember } from "../engine/simulation/path_physics.ts";
import type { Report } from "../engine/simulation/report.ts";
import { Simulator } from "../engine/simulation/simulate.ts";
import { type KeyedProfiles, type KeyedStock, makeRun } from "../engine/simulation/train_input.ts";
import { viewInfra } from "./infra_views.ts";
import { indexProfileSet } from "./profile_sets.ts";
import type { InfraRef, RunFigures, StockPhysics, TrainOutcome, TrainRun } from "./types.ts";

/** An electrical profile set as stored: UTF-8 JSON text (interface.md 5.4), metres. */
export interface ProfilesRef {
  readonly key: string;
  readonly json: Uint8Array;
}

export interface SimulateTrainsInput {
  readonly infra: InfraRef;
  readonly stocks: readonly StockPhysics[];
  readonly profiles: ProfilesRef | null;
  readonly trains: readonly TrainRun[];
}

/** What is kept for one network version; it goes with the network's view. */
interface OpenNetwork {
  readonly infra: Infra;
  readonly paths: PathCache;
  readonly profiles: Map<string, ProfileSet>;
}

const PROFILE_SETS_MAX = 8;
const STOCKS_MAX = 1024;

const networks = new WeakMap<Infra, OpenNetwork>();
const stocks = new Map<string, KeyedStock>();
const simulator = new Simulator();

/** Simulates each train; one outcome per train, in order. */
export function simulateTrains(input: SimulateTrainsInput): TrainOutcome[] {
  const network = openNetwork(viewInfra(input.infra));
  const profiles = input.profiles === null ? null : indexProfiles(network, input.profiles);
  const compiled = input.stocks.map((stock) =>
    remember(stocks, stock.key, () => ({ key: stock.key, stock: compileStock(stock) }), STOCKS_MAX),
  );
  return input.trains.map((train) => simulateTrain(network, compiled, train, profiles));
}

function openNetwork(infra: Infra): OpenNetwork {
  const known = networks.get(infra);
  if (known !== undefined) return known;
  const network = { infra, paths: new PathCache(infra), profiles: new Map<string, ProfileSet>() };
  networks.set(infra, network);
  return network;
}

function simulateTrain(
  network: OpenNetwork,
  compiled: readonly KeyedStock[],
  train: TrainRun,
  profiles: KeyedProfiles | null,
): TrainOutcome {
  const stock = compiled[train.stock_index];
  if (stock === undefined) throw new Error("a train refers to a stock outside its batch");
  const { path } = train;
  if (!(path.length_mm > 0)) {
    return { kind: "simulation_failed", error: describeFault({ kind: "zero_length_path" }) };
  }
  const settings = { ...train, items_mm: path.item_positions_mm };
  const input = makeRun(network.paths.open(path.packed), stock, settings, profiles);
  if (!input.ok) return { kind: "simulation_failed", error: describeFault(input.error) };
  const { run, mrsp, electrical_profiles } = input.value;
  const report = simulator.simulateBase(run);
  if (!report.ok) return { kind: "simulation_failed", error: describeFault(report.error) };
  const packed = packSimulation(
    { reports: [report.value], mrsp, electrical_profiles },
    { tag: train.speed_limit_tag, fallbacks: train.fallback_tags },
  );
  const base = figuresOf(report.value);
  // Without margins and arrivals all three runs are the same one.
  if (isPlain(train)) return { kind: "success", packed, base, provisional: base, final: base };
  return { kind: "success", packed, base };
}

function isPlain({ margins, schedule }: TrainRun): boolean {
  return (
    margins.values.every(({ value }) => value === 0) &&
    schedule.every(({ arrival_ms }) => arrival_ms === null)
  );
}

function figuresOf(report: Report): RunFigures {
  return {
    length_mm: report.positions_mm[report.positions_mm.length - 1] ?? 0,
    time_ms: report.times_ms[report.times_ms.length - 1] ?? 0,
    energy_j: report.energy_j,
    item_times_ms: Array.from(report.itemTimes_ms),
  };
}

function indexProfiles(network: OpenNetwork, { key, json }: ProfilesRef): KeyedProfiles {
  const set = remember(
    network.profiles,
    key,
    () => indexProfileSet(network.infra, json),
    PROFILE_SETS_MAX,
  );
  return { key, set };
}
