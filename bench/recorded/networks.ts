/** The networks that recorded cases name, as the tasks take them. */
import tags from "../../src/network/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import { type CompiledInfra, compileInfra } from "../../workers/tasks/network/compile_infra.ts";
import type { InfraRef } from "../../workers/tasks/types.ts";
import { type RecordedSimulation, readRecordedSimulations } from "../recorded_simulations.ts";
import { readNetwork } from "./cases.ts";

/** The networks of one reference folder, each compiled once. */
export class Networks {
  readonly folder: string;
  readonly #refs = new Map<string, InfraRef>();
  #simulations: ReadonlyMap<string, RecordedSimulation> | null = null;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Returns a network as the tasks take it; throws when it can't be compiled. */
  open(name: string): InfraRef {
    const known = this.#refs.get(name);
    if (known !== undefined) return known;
    const key = `${this.folder}/${name}`;
    const compiled: CompiledInfra = compileInfra({
      key,
      railjson: [readNetwork(this.folder, name).buffer],
    });
    if (compiled.kind !== "compiled") {
      throw new Error(`${name} can't be compiled: ${JSON.stringify(compiled.faults)}`);
    }
    const ref = { key, buffer: compiled.buffer };
    this.#refs.set(name, ref);
    return ref;
  }

  /** Returns a recorded simulation by the name of its case; the whole folder is read at first. */
  simulation(name: string): RecordedSimulation {
    this.#simulations ??= new Map(
      readRecordedSimulations(this.folder, tags).map((one) => [one.recorded.name, one]),
    );
    const simulation = this.#simulations.get(name);
    if (simulation === undefined) throw new Error(`no simulation ${name}`);
    return simulation;
  }
}
