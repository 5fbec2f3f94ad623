/**
 * Bench: whole simulations per second of one thread on the recorded small_infra cases, through the
 * task (input, envelopes, margins, reports, MRSP, electrical profiles, requirements, packing). Warm, the best of many
 * passes; every answer is checked against the recorded one before anything is timed.
 * "Kept paths": the thread has met network and path before; "opened anew": it opens the network,
 * parses the profile set and reads each path again in every round. "From text to text": what the train wants is read
 * from JSON, and the answer is printed.
 * Run alone with `node dist/bench/simulation.js`.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tags from "../src/network/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import { describeSimulation } from "../workers/tasks/simulation/describe_simulation.ts";
import {
  type SimulateMessagesInput,
  type SimulateTrainsInput,
  simulateMessages,
  simulateTrains,
} from "../workers/tasks/simulation/simulate_trains.ts";
import { calibrate } from "./calibrate.ts";
import { type RecordedSimulation, readRecordedSimulations } from "./recorded_simulations.ts";
import { describeRate, type Timing, timeWork, type Workload } from "./time_work.ts";

const FOLDER = "../shared/reference";
const NETWORK = "small_infra";
/** What one thread must do on the machine where the reference was timed: ten times as much as it did. */
const TARGETS_PER_S = { plain: 4_000, scheduled: 1_990 } as const;

/** Reads the recorded answer as far as the check before the timing needs it. */
function recordedItemTimes({ recorded }: RecordedSimulation): readonly number[] {
  // The folder's README fixes the form of its answers.
  const response = recorded.response as {
    readonly final_output: { readonly path_item_times: number[] };
  };
  return response.final_output.path_item_times;
}

function hasFinal({ recorded }: RecordedSimulation): boolean {
  return typeof recorded.response === "object" && "final_output" in (recorded.response ?? {});
}

/** Whether margins or arrivals make the final run another one than the base. */
function isScheduled({ recorded: { request } }: RecordedSimulation): boolean {
  return (
    request.margins.values.some((value) => Number.parseFloat(value) > 0) ||
    request.schedule.some(({ arrival }) => arrival !== null)
  );
}

/** Where a wanted time was dropped that can be kept, our run is another one (docs/decisions.md). */
function keepsTimes(simulation: RecordedSimulation): boolean {
  const [train] = simulation.input.trains;
  const items_mm = train?.path.item_positions_mm ?? [];
  return (train?.schedule ?? []).every(({ offset_mm, arrival_ms }) => {
    const got_ms = recordedItemTimes(simulation)[items_mm.indexOf(offset_mm)] ?? 0;
    return arrival_ms === null || Math.abs(got_ms - arrival_ms) <= 2000;
  });
}

/** Fails when an answer is off by more than 0.1 s at a path item. */
function assertCorrect(simulation: RecordedSimulation): void {
  const [outcome] = simulateTrains(simulation.input);
  if (outcome?.kind !== "success") throw new Error(`${simulation.recorded.name} fails`);
  recordedItemTimes(simulation).forEach((time_ms, i) => {
    if (Math.abs(time_ms - (outcome.final.item_times_ms[i] ?? 0)) > 100) {
      throw new Error(`${simulation.recorded.name}: wrong time at item ${i}`);
    }
  });
}

let sink = 0;

/** Simulates every input once. */
function runAll(inputs: readonly SimulateTrainsInput[]): void {
  for (const input of inputs) {
    const [outcome] = simulateTrains(input);
    if (outcome?.kind === "success") sink += outcome.final.time_ms;
  }
}

/** What the train wants, as the server sends it to a thread. */
function toMessages({ trains, ...input }: SimulateTrainsInput): SimulateMessagesInput {
  const messages = trains.map(({ path, stock_index, ...settings }) => ({
    path,
    stock_index,
    settings_json: JSON.stringify(settings),
  }));
  return { ...input, trains: messages };
}

/** Reads, simulates and prints every input once. */
function printAll(inputs: readonly SimulateMessagesInput[]): void {
  for (const input of inputs) {
    const [outcome] = simulateMessages(input);
    if (outcome?.kind !== "success") throw new Error("a simulation fails");
    const { packed, requirements } = outcome;
    const waypoints = { ids: [], positions_mm: [] };
    sink += describeSimulation({ infra: input.infra, packed, requirements, waypoints }).length;
  }
}

function describeKind(
  name: string,
  timing: Timing,
  { count, ratio, target_per_s }: Readonly<Record<"count" | "ratio" | "target_per_s", number>>,
): string {
  const scaled = Math.round((1000 * count) / timing.best_cpu_ms / ratio);
  const told = describeRate(timing, count);
  return `simulation, ${name}: ${told}; scaled ${scaled}/s, target ${target_per_s}/s`;
}

/** Gives every round networks with new keys, so that nothing but the stocks is kept from the one before. */
function makeForgetful(inputs: readonly SimulateTrainsInput[]): () => void {
  let round = 0;
  return () => {
    round++;
    runAll(
      inputs.map((input) => ({
        ...input,
        infra: { ...input.infra, key: `${input.infra.key}.${round}` },
      })),
    );
  };
}

const KINDS = ["plain", "scheduled"] as const;

function readSimulations(): readonly RecordedSimulation[] {
  const simulations = readRecordedSimulations(FOLDER, tags).filter(
    (simulation) =>
      simulation.recorded.infra === NETWORK && hasFinal(simulation) && keepsTimes(simulation),
  );
  if (simulations.length === 0) throw new Error("no recorded simulation to time");
  for (const simulation of simulations) assertCorrect(simulation);
  return simulations;
}

function inputsOf(
  simulations: readonly RecordedSimulation[],
  kind: (typeof KINDS)[number],
): readonly SimulateTrainsInput[] {
  return simulations
    .filter((simulation) => isScheduled(simulation) === (kind === "scheduled"))
    .map(({ input }) => input);
}

/** What `bench -- against` repeats in two builds; nothing without the recorded cases. */
export function simulationWorkloads(): ReadonlyMap<string, Workload> {
  const workloads = new Map<string, Workload>();
  if (!existsSync(FOLDER)) return workloads;
  const simulations = readSimulations();
  const counted = (nUnits: number, work: () => void): Workload => ({
    nUnits,
    run: () => {
      sink = 0;
      work();
      return sink;
    },
  });
  for (const kind of KINDS) {
    const inputs = inputsOf(simulations, kind);
    const messages = inputs.map(toMessages);
    const { length } = inputs;
    workloads.set(
      `simulations, ${kind}`,
      counted(length, () => runAll(inputs)),
    );
    workloads.set(
      `simulations, ${kind}, from text to text`,
      counted(length, () => printAll(messages)),
    );
  }
  return workloads;
}

/** Runs the bench and returns its lines; one line that says so when the cases are not there. */
export function benchSimulations(): readonly string[] {
  if (!existsSync(FOLDER)) return [`simulation: SKIPPED, ${FOLDER} is not there`];
  const simulations = readSimulations();
  const ratio = calibrate();
  const lines = [`simulation: ${NETWORK}; this machine is ${ratio} of the reference's`];
  for (const kind of KINDS) {
    const inputs = inputsOf(simulations, kind);
    const count = inputs.length;
    const options = { count, ratio, target_per_s: TARGETS_PER_S[kind] };
    const kept = timeWork(() => runAll(inputs));
    const messages = inputs.map(toMessages);
    const texts = timeWork(() => printAll(messages));
    const anew = timeWork(makeForgetful(inputs));
    lines.push(
      describeKind(`${count} ${kind}, kept paths`, kept, options),
      describeKind(`${count} ${kind}, from text to text`, texts, options),
      describeKind(`${count} ${kind}, opened anew`, anew, options),
    );
  }
  return [...lines, `simulation: sink ${sink.toExponential(3)}`];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const line of benchSimulations()) console.log(line);
}
