/**
 * Bench: short term path requests through their task, one thread, warm: the recorded ones in turn, a line of
 * 284 km with 300 and with 1,400 trains a day, and a network of 100,000 track sections with 29,000
 * trains on its lines. What the trains occupy is made apart and kept, as by the server. An answer must be as it was in the first round. Wall and CPU time; the least of the rounds.
 * Run a part alone with `node dist/bench/stdcm.js recorded|line|large`.
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { viewInfra } from "../workers/tasks/infra_views.ts";
import { describeFit } from "../workers/tasks/stdcm/describe_fit.ts";
import type { FitTrainOutcome } from "../workers/tasks/stdcm/fit_train.ts";
import { type FitAmongInput, fitAmong, plainRequest } from "./network/fit_among.ts";
import { openKeptWorld } from "./network/kept_world.ts";
import { LARGE_OPTIONS } from "./network/options.ts";
import { makeWorld, type World } from "./network/world.ts";
import { generateNetwork } from "./network.ts";
import { findReference, hasReference, readCases } from "./recorded/cases.ts";
import { Networks } from "./recorded/networks.ts";
import { readRequest } from "./recorded/stdcm_requests.ts";
import type { Workload } from "./time_work.ts";

const ROUNDS = 7;
const DAY_S = 86_400;
const HOUR_MS = 3_600_000;

type FittedTrain = Extract<FitTrainOutcome, { readonly kind: "success" }>;

interface Time {
  readonly wall_ms: number;
  readonly cpu_ms: number;
}

function timeOf(work: () => void): Time {
  const start_ms = performance.now();
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return { wall_ms: performance.now() - start_ms, cpu_ms: (user + system) / 1000 };
}

/** The least times of some rounds. */
function leastOf(work: () => void): Time {
  return leastTime(Array.from({ length: ROUNDS }, () => timeOf(work)));
}

function leastTime(times: readonly Time[]): Time {
  return {
    wall_ms: Math.min(...times.map(({ wall_ms }) => wall_ms)),
    cpu_ms: Math.min(...times.map(({ cpu_ms }) => cpu_ms)),
  };
}

function print(what: string, { wall_ms, cpu_ms }: Time, target = ""): void {
  const shown = `${wall_ms.toFixed(1)} ms, CPU ${cpu_ms.toFixed(1)} ms`;
  console.log(`${what.padEnd(64)} ${shown.padStart(30)}${target}`);
}

const FOLDER = findReference("reference_stdcm");

interface Asked {
  readonly what: string;
  readonly ask: () => void;
  /** Gives the length of the answer's text. */
  readonly askForText: () => number;
}

function readAsked(): readonly Asked[] {
  const networks = new Networks(FOLDER);
  const cases = readCases(FOLDER).filter(({ http_status }) => http_status === 200);
  return cases.map((recorded) => {
    const input = readRequest(recorded, networks);
    const expected = tell(fitAmong(input), input.start_ms);
    assert(expected.startsWith("success") || expected === "path_not_found", recorded.name);
    const nTrains = input.timetable.train_simulations.length;
    const ask = (): void => assert.equal(tell(fitAmong(input), input.start_ms), expected);
    const askForText = (): number => {
      const outcome = fitAmong(input);
      const text = outcome.kind === "success" ? printAnswer(input, outcome) : outcome.kind;
      assert(text.length > 0);
      return text.length;
    };
    return { what: `${recorded.name}, ${nTrains} trains`, ask, askForText };
  });
}

/** What `bench -- against` repeats in two builds; nothing without the recorded cases. */
export function stdcmWorkloads(): ReadonlyMap<string, Workload> {
  if (!hasReference(FOLDER)) return new Map();
  const asked = readAsked();
  const nUnits = asked.length;
  return new Map([
    [
      "short term requests",
      {
        nUnits,
        run: () => {
          for (const { ask } of asked) ask();
          return nUnits;
        },
      },
    ],
    [
      "short term requests, with the text of the answer",
      { nUnits, run: () => asked.reduce((sum, { askForText }) => sum + askForText(), 0) },
    ],
  ]);
}

/** The folder holds no times of the reference: ours stand alone. */
function benchRecorded(): void {
  if (!hasReference(FOLDER)) {
    console.log(`stdcm: SKIPPED, ${FOLDER} is not there`);
    return;
  }
  const asked = readAsked();
  const inTurn = Array.from({ length: ROUNDS }, () => asked.map(({ ask }) => timeOf(ask)));
  const least = asked.map((_, i) => leastTime(inTurn.map((round) => round[i]!)));
  printMean(`${asked.length} recorded requests in turn`, least);
  const dearest = asked.map(({ what }, i) => ({ what, time: least[i]! }));
  dearest.sort((a, b) => b.time.cpu_ms - a.time.cpu_ms);
  for (const { what, time } of dearest.slice(0, 3)) print(`  ${what}`, time);
  printMean(
    "  each repeated",
    asked.map(({ ask }) => leastOf(ask)),
  );
  printMean(
    "  each repeated, with the text of its answer",
    asked.map(({ askForText }) => leastOf(askForText)),
  );
}

/** The answer's simulation and path as the server prints them. */
function printAnswer({ infra }: FitAmongInput, train: FittedTrain): string {
  const { path, packed, requirements, schedule } = train;
  const offsets_mm = [...path.item_positions_mm, ...schedule.map(({ offset_mm }) => offset_mm)];
  const described = describeFit({ infra, path, packed, requirements, offsets_mm });
  return described.simulation + described.path;
}

function printMean(what: string, times: readonly Time[]): void {
  const mean = (read: (time: Time) => number): number =>
    times.reduce((sum, time) => sum + read(time), 0) / times.length;
  const wall_ms = mean((time) => time.wall_ms);
  print(`${what}, mean`, { wall_ms, cpu_ms: mean((time) => time.cpu_ms) });
}

/** An intercity train over a whole line that stops at every third station, a day into the timetable. */
function intercityRequest({ network, infra, timetable }: World): FitAmongInput {
  const stock = network.rolling_stocks.find(({ name }) => name.endsWith("intercity"));
  if (stock === undefined) throw new Error("no such stock");
  const first_ms = timetable.train_starts_ms.reduce((a, b) => Math.min(a, b), Infinity);
  const { main_line } = network;
  const last = main_line.length - 1;
  const steps = main_line
    .filter((_, i) => i % 3 === 0 || i === last)
    .map(({ uic }, i) => ({
      locations: [{ kind: "uic" as const, uic }],
      stop_ms: i === 0 ? null : 0,
      planned: null,
    }));
  return {
    infra,
    steps,
    ...plainRequest(stock),
    start_ms: first_ms + 12 * HOUR_MS,
    maximum_departure_delay_ms: 4 * HOUR_MS,
    maximum_run_time_ms: 8 * HOUR_MS,
    timetable,
  };
}

function tell(outcome: FitTrainOutcome, start_ms: number): string {
  if (outcome.kind !== "success") return outcome.kind;
  return `success after ${((outcome.departure_ms - start_ms) / 60_000).toFixed(1)} min`;
}

/** Requests of three kinds: as it is, in a window of minutes, and one that must arrive too early. */
function benchWorld(what: string, world: World, target_ms: number): void {
  const request = intercityRequest(world);
  const early = { arrival_ms: request.start_ms + HOUR_MS, before_ms: 0, after_ms: 60_000 };
  const last = request.steps.length - 1;
  const kinds = {
    "an intercity train": request,
    "leaving within 5 min": { ...request, maximum_departure_delay_ms: 300_000 },
    "without a stop": { ...request, steps: [request.steps[0]!, request.steps[last]!] },
    "arriving too early": {
      ...request,
      steps: request.steps.map((one, i) => (i === last ? { ...one, planned: early } : one)),
    },
  };
  // What the trains occupy is kept with the timetable: no request makes it.
  print(
    `${what}, what they occupy`,
    timeOf(() => fitAmong(kinds["arriving too early"])),
  );
  for (const [kind, input] of Object.entries(kinds)) {
    let outcome: FitTrainOutcome = { kind: "work_limit" };
    const cold = timeOf(() => {
      outcome = fitAmong(input);
    });
    const expected = tell(outcome, input.start_ms);
    print(`${what}, ${kind}: ${expected}, first`, cold);
    const warm = leastOf(() => {
      assert.equal(tell(fitAmong(input), input.start_ms), expected);
    });
    const verdict = warm.cpu_ms <= target_ms ? "" : "  MISSED";
    print("  the same again", warm, `   target ${target_ms} ms${verdict}`);
  }
}

/** As dense as generated timetables are, denser, and so dense that nothing fits in. */
function benchLine(): void {
  for (const [train_count, departure_interval_s] of [
    [300, 420],
    [300, 300],
    [1_400, 420],
    [1_400, DAY_S / 1_400],
  ] as const) {
    const network = generateNetwork({
      station_count: 16,
      station_distance_m: 284_000 / 15,
      branch_station_count: 0,
      train_count,
      departure_interval_s,
      paced_interval_s: null,
    });
    const world = makeWorld(network, `line ${train_count}/${departure_interval_s}`);
    const nTrains = world.timetable.train_starts_ms.length;
    const every_min = (departure_interval_s / 60).toFixed(0);
    benchWorld(`284 km, ${nTrains} trains, one in ${every_min} min`, world, 500);
  }
}

function benchLarge(): void {
  const options = { ...LARGE_OPTIONS, train_count: 29_000, paced_interval_s: null };
  const begin_ms = performance.now();
  const progress = (line: string): void => {
    const seconds = ((performance.now() - begin_ms) / 1000).toFixed(0);
    console.log(`  large network, after ${seconds} s: ${line}`);
  };
  const network = generateNetwork(options);
  progress("generated");
  const world = openKeptWorld(network, options, progress);
  const nSections = viewInfra(world.infra).trackName.length;
  const nTrains = world.timetable.train_starts_ms.length;
  benchWorld(`${nSections} track sections, ${nTrains} trains`, world, 2_000);
}

const PARTS: Readonly<Record<string, () => void>> = {
  recorded: benchRecorded,
  line: benchLine,
  large: benchLarge,
};
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = process.argv.slice(2);
  for (const [name, work] of Object.entries(PARTS)) {
    if (asked.length === 0 || asked.includes(name)) work();
  }
}
