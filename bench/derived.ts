/**
 * Bench: projection and conflict detection of one thread on the recorded small_infra simulations,
 * through their tasks, text of the answers included. Warm, many repetitions; before the timing, a
 * train is projected on its own path, which must give a curve, and conflicts must be found.
 * Targets: ten times the reference, on the machine where it was timed.
 */
import { existsSync } from "node:fs";
import tags from "../src/network/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import {
  type ProjectedRun,
  type ProjectTrainsInput,
  projectTrains,
} from "../workers/tasks/projection/project_trains.ts";
import { simulateTrains } from "../workers/tasks/simulation/simulate_trains.ts";
import { calibrate } from "./calibrate.ts";
import { type DetectWholeInput, detectWhole } from "./network/detect_whole.ts";
import { readRecordedSimulations } from "./recorded_simulations.ts";
import { type Timing, timeWork } from "./time_work.ts";

const FOLDER = "../shared/reference";
const NETWORK = "small_infra";
const MINUTES_APART = 5;
const UTF8 = new TextDecoder();

interface SimulatedRun extends ProjectedRun {
  readonly track_section_ranges: ProjectTrainsInput["path"]["track_section_ranges"];
  readonly routes: readonly string[];
}

function main(): void {
  if (!existsSync(FOLDER)) {
    console.log(`derived: SKIPPED, ${FOLDER} is not there`);
    return;
  }
  const recorded = readRecordedSimulations(FOLDER, tags).filter(
    (one) => one.recorded.infra === NETWORK,
  );
  const [first] = recorded;
  if (first === undefined) throw new Error("no recorded simulation to time");
  const { infra } = first.input;
  const runs = recorded.flatMap(({ input, recorded: { request } }): SimulatedRun[] => {
    const [outcome] = simulateTrains(input);
    const [train] = input.trains;
    if (outcome?.kind !== "success" || train === undefined) return [];
    const { packed: simulation, requirements } = outcome;
    const { track_section_ranges, routes } = request.path;
    return [{ path: train.path.packed, simulation, requirements, track_section_ranges, routes }];
  });
  const ratio = calibrate();
  console.log(`derived: ${runs.length} runs; this machine is ${ratio} of the reference's`);
  const print = (name: string, { best_cpu_ms, mean_ms }: Timing, reference_ms: number): void => {
    const told = `${best_cpu_ms.toFixed(4)} ms of CPU at best, ${mean_ms.toFixed(4)} ms by the clock`;
    const factor = (reference_ms / (best_cpu_ms * ratio)).toFixed(1);
    console.log(`${name}: ${told}, ${factor}x the reference's ${reference_ms} ms`);
  };
  timeProjections(infra, runs, print);
  for (const [count, reference_ms] of [
    [20, 3],
    [100, 14],
    [300, 48],
  ] as const) {
    timeConflicts(infra, { runs: runs.slice(0, count), count }, (name, timing) =>
      print(name, timing, reference_ms),
    );
  }
}

type Print = (name: string, timing: Timing, reference_ms: number) => void;

function timeProjections(
  infra: ProjectTrainsInput["infra"],
  runs: readonly SimulatedRun[],
  print: Print,
): void {
  const on = (run: SimulatedRun, trains: readonly SimulatedRun[]): ProjectTrainsInput => ({
    infra,
    path: { track_section_ranges: run.track_section_ranges, routes: run.routes, blocks: [] },
    with_signals: true,
    run: "final",
    trains,
  });
  const [own] = runs;
  if (own === undefined) throw new Error("nothing to project");
  const projected = projectTrains(on(own, [own]));
  if (projected.kind !== "success" || !projected.trains[0]?.space_time_curves.includes("positions"))
    throw new Error("no curve");
  let next = 0;
  const one = timeWork(() => {
    const run = runs[next++ % runs.length];
    if (run !== undefined) projectTrains(on(run, [run]));
  });
  print("projection of one train", one, 1000 / 1465);
  const twenty = Array.from({ length: 20 }, (_, i) => runs[i % runs.length]).flatMap(
    (run) => run ?? [],
  );
  const many = timeWork(() => {
    projectTrains(on(own, twenty));
  });
  print("projection of twenty trains", many, 7);
}

/** Detection with its JSON, as the reference's second figures. */
function timeConflicts(
  infra: DetectWholeInput["infra"],
  { runs, count }: { readonly runs: readonly SimulatedRun[]; readonly count: number },
  print: (name: string, timing: Timing) => void,
): void {
  const input: DetectWholeInput = {
    infra,
    buffers: runs.map(({ requirements }) => requirements.buffer),
    simulation_buffers: Uint32Array.from(runs, (_, i) => i),
    simulation_offsets: Float64Array.from(runs, ({ requirements }) => requirements.byte_offset),
    train_simulations: Uint32Array.from({ length: count }, (_, i) => i % runs.length),
    train_starts_ms: Float64Array.from({ length: count }, (_, i) => i * MINUTES_APART * 60_000),
    train_schedule_ids: Float64Array.from({ length: count }, (_, i) => i + 1),
    occurrences: [],
  };
  const detected = detectWhole(input);
  if (detected.kind !== "success") throw new Error(detected.kind);
  // The text is JSON of a list.
  const found = (JSON.parse(UTF8.decode(detected.json)) as unknown[]).length;
  if (found === 0) throw new Error("no conflicts");
  const timing = timeWork(() => {
    detectWhole(input);
  });
  print(`conflicts of ${count} trains (${found} found), with their JSON`, timing);
}

main();
