/**
 * Recorded simulations of the reference engine as inputs of `simulate_trains`: networks compiled,
 * requests turned into trains, stocks and profile sets. Read by the bench and by the conformance
 * tests; the folder is described in its README.
 */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileInfra } from "../workers/engine/infra/compile/compile.ts";
import type { RailjsonInput } from "../workers/engine/infra/compile/railjson_input.ts";
import { findRoute, findTrack, openInfra } from "../workers/engine/infra/infra.ts";
import { NONE } from "../workers/engine/infra/layout.ts";
import { packPath } from "../workers/engine/path/train_path.ts";
import type { SimulateTrainsInput } from "../workers/tasks/simulation/simulate_trains.ts";
import type {
  FoundPath,
  InfraRef,
  MarginValue,
  StockPhysics,
  TrainRun,
} from "../workers/tasks/types.ts";
import { type PhysicalStock, stockPhysics } from "./network/run_network.ts";
import { sendStock } from "./network/send_stock.ts";

/** A recorded case of `op` "simulation" (../shared/reference/README.md). */
export interface SimulationCase {
  readonly name: string;
  readonly op: string;
  readonly infra: string;
  readonly http_status: number;
  readonly request: SimulationRequest;
  /** The answer as recorded; read by the conformance tests. */
  readonly response: unknown;
}

export interface SimulationRequest {
  readonly path: {
    readonly blocks: readonly string[];
    readonly routes: readonly string[];
    readonly track_section_ranges: readonly {
      readonly track_section: string;
      readonly begin: number;
      readonly end: number;
      readonly direction: "START_TO_STOP" | "STOP_TO_START";
    }[];
    readonly path_item_positions: readonly number[];
  };
  readonly schedule: readonly {
    readonly path_offset: number;
    readonly arrival: number | null;
    readonly stop_for: number | null;
    readonly reception_signal: "OPEN" | "STOP" | "SHORT_SLIP_STOP";
  }[];
  readonly margins: { readonly boundaries: readonly number[]; readonly values: readonly string[] };
  readonly initial_speed: number;
  readonly comfort: "STANDARD" | "AIR_CONDITIONING" | "HEATING";
  readonly constraint_distribution: "STANDARD" | "MARECO";
  readonly speed_limit_tag: string | null;
  readonly power_restrictions: readonly { from: number; to: number; value: string }[];
  readonly options: { readonly use_electrical_profiles: boolean };
  readonly electrical_profile_set_id?: string | null;
  /** Without a name. */
  readonly rolling_stock: Omit<PhysicalStock, "name">;
}

export type TagFallbacks = Readonly<Record<string, { readonly fallback_list: readonly string[] }>>;

/** The networks of one folder, each compiled when a case first needs it. */
class Networks {
  readonly #folder: string;
  readonly #known = new Map<string, InfraRef>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  open(name: string): InfraRef {
    const infra = this.#known.get(name) ?? compileNetwork(this.#folder, name);
    this.#known.set(name, infra);
    return infra;
  }
}

/** A case and the task input that it stands for, made once; a case that can't be made throws there. */
export class RecordedSimulation {
  readonly recorded: SimulationCase;
  readonly #make: () => SimulateTrainsInput;
  #input: SimulateTrainsInput | null = null;

  constructor(recorded: SimulationCase, make: () => SimulateTrainsInput) {
    this.recorded = recorded;
    this.#make = make;
  }

  get input(): SimulateTrainsInput {
    this.#input ??= this.#make();
    return this.#input;
  }
}

/** Reads the simulation cases of a folder (`../shared/reference` or its like), in name order. */
export function readRecordedSimulations(
  folder: string,
  tags: TagFallbacks,
): readonly RecordedSimulation[] {
  const networks = new Networks(folder);
  const cases = readdirSync(join(folder, "cases"))
    .filter((name) => name.endsWith(".json"))
    .sort()
    // The folder's README fixes the form of its cases.
    .map((name) => readJson(join(folder, "cases", name)) as SimulationCase)
    .filter(({ op }) => op === "simulation");
  return cases.map((recorded) => {
    const { request } = recorded;
    return new RecordedSimulation(recorded, () => {
      const infra = networks.open(recorded.infra);
      return {
        infra,
        stocks: [sendStock(makeStock(`${folder}/${recorded.name}`, request))],
        profiles: readProfiles(folder, request.electrical_profile_set_id ?? null),
        trains: [makeTrainRun(infra, request, tags)],
      };
    });
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

function compileNetwork(folder: string, name: string): InfraRef {
  // Recorded networks are valid RailJSON.
  const input = readJson(join(folder, "infras", name, "infra.json")) as RailjsonInput;
  const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
  const compiled = compileInfra(input, md5);
  if (!compiled.ok) throw new Error(`${name} does not compile: ${JSON.stringify(compiled.error)}`);
  return { key: `${folder}/${name}`, buffer: compiled.value };
}

function readProfiles(folder: string, name: string | null): SimulateTrainsInput["profiles"] {
  if (name === null) return null;
  const file = join(folder, "infras", name, "external_generated_inputs.json");
  if (!existsSync(file)) throw new Error(`no electrical profile set ${name}`);
  return { key: `${folder}/${name}`, json: readFileSync(file) };
}

/** Makes the engine's train of a request; tracks and routes are found by name. */
function makeTrainRun(infra: InfraRef, request: SimulationRequest, tags: TagFallbacks): TrainRun {
  const tag = request.speed_limit_tag;
  return {
    path: makePath(infra, request),
    stock_index: 0,
    initial_speed_m_s: request.initial_speed,
    comfort: request.comfort,
    constraint_distribution: request.constraint_distribution === "MARECO" ? "MARECO" : "LINEAR",
    speed_limit_tag: tag,
    fallback_tags: tag === null ? [] : (tags[tag]?.fallback_list ?? []),
    use_electrical_profiles: request.options.use_electrical_profiles,
    schedule: request.schedule.map((item) => ({
      offset_mm: item.path_offset,
      arrival_ms: item.arrival,
      stop_for_ms: item.stop_for,
      reception_signal: item.reception_signal,
    })),
    margins: {
      boundaries_mm: request.margins.boundaries,
      values: request.margins.values.map(parseMargin),
    },
    power_restrictions: request.power_restrictions.map(({ from, to, value }) => ({
      from_mm: from,
      to_mm: to,
      value,
    })),
  };
}

function parseMargin(text: string): MarginValue {
  if (text.endsWith("min/100km")) {
    return { kind: "min_per_100km", value: Number(text.slice(0, -"min/100km".length)) };
  }
  return { kind: "percentage", value: text === "none" ? 0 : Number(text.slice(0, -1)) };
}

function makePath(ref: InfraRef, { path }: SimulationRequest): FoundPath {
  const infra = openInfra(ref.buffer);
  const ranges = path.track_section_ranges;
  const known = (index: number, name: string): number => {
    if (index === NONE) throw new Error(`the network does not know ${name}`);
    return index;
  };
  const packed = packPath({
    // Base simulations read no blocks.
    blocks: new Uint32Array(0),
    routes: Uint32Array.from(path.routes, (name) => known(findRoute(infra, name), name)),
    ranges: {
      directedTracks: Uint32Array.from(ranges, ({ track_section, direction }) => {
        const track = known(findTrack(infra, track_section), track_section);
        return track * 2 + (direction === "STOP_TO_START" ? 1 : 0);
      }),
      begins_mm: Float64Array.from(ranges, (range) => range.begin),
      ends_mm: Float64Array.from(ranges, (range) => range.end),
    },
  });
  return {
    packed,
    length_mm: ranges.reduce((sum, range) => sum + range.end - range.begin, 0),
    item_positions_mm: path.path_item_positions,
  };
}

/** Makes the stock of a request; recorded lengths are mm. */
function makeStock(key: string, request: SimulationRequest): StockPhysics {
  const stock = request.rolling_stock;
  return stockPhysics({ ...stock, name: key, length: stock.length / 1000 });
}
