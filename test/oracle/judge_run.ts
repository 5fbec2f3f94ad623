/** One random train on a random path: `simulate_trains` against the oracle. */
import tags from "../../src/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import type { BlockPath } from "../../workers/engine/path/block_path.ts";
import { packPath } from "../../workers/engine/path/train_path.ts";
import { describeSimulation } from "../../workers/tasks/describe_simulation.ts";
import { simulateTrains } from "../../workers/tasks/simulate_trains.ts";
import type { TrainOutcome } from "../../workers/tasks/types.ts";
import type { Random } from "../engine/seeded.ts";
import { drawProfiles, drawRun, drawStock } from "./draw_train.ts";
import { drawItems, printFound, searchItems } from "./judge_path.ts";
import type { Opened } from "./opened.ts";
import { textOf } from "./range_map.ts";
import { type Outcome, type Simulated, simulateOracle } from "./simulate.ts";
import { makePath } from "./train.ts";

/** The two differ by the last bits of doubles only: times may round to neighbouring milliseconds. */
const TIME_TOLERANCE_MS = 1;
/**
 * The simplification keeps or drops a point whose distance is 1.0 to the last bit: 1.0 stands for
 * 5 s of time at most, and the engine's steps are 2 s.
 */
const CURVE_TOLERANCE_MS = 1_500;
const ENERGY_TOLERANCE = 1e-6;

type Report = Simulated["base"];

/** Gives what came out and where the oracle disagrees. */
export function judgeRun(
  random: Random,
  opened: Opened,
  key: string,
): { kind: string; problems: string[] } {
  const path = findAnyPath(random, opened);
  if (path === null) return { kind: "no path", problems: [] };
  const stock = drawStock(random, key);
  const found = {
    packed: packPath(path),
    length_mm: path.length_mm,
    item_positions_mm: path.itemPositions_mm,
  };
  const run = drawRun(random, found, tags);
  const profiles = random() < 0.3 ? null : drawProfiles(random, opened.input);
  const json = new TextEncoder().encode(JSON.stringify(profiles));
  const [outcome] = simulateTrains({
    infra: opened.ref,
    stocks: [stock],
    profiles: profiles === null ? null : { key, json },
    trains: [run],
  });
  const { routes, track_section_ranges } = printFound(opened, path);
  const { network } = opened.world;
  const oracle = simulateOracle(
    makePath(
      network,
      track_section_ranges,
      routes.map((id) => network.routes.find((route) => route.id === id)!),
    ),
    stock,
    run,
    profiles,
  );
  const problems = compare(opened, outcome!, oracle);
  const { path: _, ...asked } = run;
  const told = JSON.stringify({ track_section_ranges, stock, run: asked, profiles });
  return { kind: outcome!.kind, problems: problems.map((one) => `${key}: ${one}\n  ${told}`) };
}

function findAnyPath(random: Random, opened: Opened): BlockPath | null {
  const outcome = searchItems(opened, drawItems(random, opened), {
    loading_gauge: "G1",
    is_thermal: true,
    supported_electrifications: [],
    supported_signaling_systems: ["BAL", "BAPR", "TVM300", "TVM430"],
    maximum_speed_m_s: 50,
  });
  if (outcome.kind !== "success" && outcome.kind !== "incompatible_constraints") return null;
  return outcome.path.length_mm > 0 ? outcome.path : null;
}

function compare({ ref }: Opened, outcome: TrainOutcome, oracle: Outcome): string[] {
  if (outcome.kind !== "success" || oracle.kind !== "success") {
    return compareFailures(outcome, oracle);
  }
  const own: Simulated = JSON.parse(describeSimulation({ infra: ref, packed: outcome.packed }));
  const exact = JSON.stringify([own.base.positions, own.base.times]) === JSON.stringify([oracle.base.positions, oracle.base.times]); EXACT[exact ? 'same' : 'other'] = (EXACT[exact ? 'same' : 'other'] ?? 0) + 1; if (!exact) (EXACT.list ??= []).push([own.base.positions.length - oracle.base.positions.length, own.base.positions.findIndex((p, i) => p !== oracle.base.positions[i] || own.base.times[i] !== oracle.base.times[i]), own.base.positions.length]);
  const problems: string[] = [];
  for (const part of ["mrsp", "electrical_profiles"] as const) {
    if (textOf(own[part]) === textOf(oracle[part])) continue;
    problems.push(
      `${part} ${JSON.stringify(own[part])} instead of ${JSON.stringify(oracle[part])}`,
    );
  }
  const items_ms = oracle.base.path_item_times.map((t, i) =>
    Math.abs(t - own.base.path_item_times[i]!),
  );
  const end_ms = Math.abs(own.base.times.at(-1)! - oracle.base.times.at(-1)!);
  const time_ms = Math.max(end_ms, ...items_ms);
  if (!(time_ms <= TIME_TOLERANCE_MS)) problems.push(`times differ by ${time_ms} ms`);
  const curve_ms = Math.max(
    compareCurve(own.base, oracle.base),
    compareCurve(oracle.base, own.base),
  );
  if (!(curve_ms <= CURVE_TOLERANCE_MS)) problems.push(`curves differ by ${curve_ms} ms`);
  const [a, b] = [own.base.energy_consumption, oracle.base.energy_consumption];
  if (!(Math.abs(a - b) <= ENERGY_TOLERANCE * Math.max(1, b)))
    problems.push(`energy ${a}, not ${b}`);
  return problems;
}

function compareFailures(outcome: TrainOutcome, oracle: Outcome): string[] {
  const own =
    outcome.kind === "success"
      ? "success"
      : `${outcome.error.type} ${offsetOf(outcome.error.context)}`;
  const expected =
    oracle.kind === "success" ? "success" : `${oracle.type} ${Math.round(oracle.offset)}m`;
  const isSame =
    outcome.kind !== "success" && oracle.kind !== "success" && outcome.error.type === oracle.type
      ? oracle.type !== "core:impossible_simulation" || own === expected
      : false;
  return isSame ? [] : [`${own} instead of ${expected}`];
}

function offsetOf(context: Readonly<Record<string, unknown>>): string {
  return String(context["offset"]);
}

/** Largest distance in time of one curve's points from the other curve. */
function compareCurve(from: Report, points: Report): number {
  let most_ms = 0;
  points.positions.forEach((x, i) => {
    const first = from.positions.findIndex((one) => one >= x);
    let [low, high] = [from.times.at(-1)!, from.times.at(-1)!];
    if (first === 0 || from.positions[first] === x) {
      low = from.times[first]!;
      high = from.times[from.positions.lastIndexOf(from.positions[first]!)]!;
    } else if (first > 0) {
      const [x0, x1] = [from.positions[first - 1]!, from.positions[first]!];
      const [t0, t1] = [from.times[first - 1]!, from.times[first]!];
      low = high = t0 + ((x - x0) / (x1 - x0)) * (t1 - t0);
    }
    most_ms = Math.max(most_ms, low - points.times[i]!, points.times[i]! - high);
  });
  return most_ms;
}

export const EXACT: any = {};
