/** One random train on a random path: `simulate_trains` against the oracle. */

import { sendStock } from "../../bench/network/send_stock.ts";
import tags from "../../src/network/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import { packPath } from "../../workers/engine/path/train_path.ts";
import { describeSimulation } from "../../workers/tasks/simulation/describe_simulation.ts";
import { simulateTrains } from "../../workers/tasks/simulation/simulate_trains.ts";
import type { TrainOutcome } from "../../workers/tasks/types.ts";
import type { Random } from "../workers/engine/seeded.ts";
import { drawProfiles, drawRun, drawStock } from "./draw_train.ts";
import { findAnyPath, printFound } from "./judge_path.ts";
import type { Opened } from "./opened.ts";
import { textOf } from "./range_map.ts";
import { type Outcome, type Simulated, simulateOracle } from "./simulate.ts";
import { makePath } from "./train.ts";

/** Sums in another order; all times must be equal. */
const ENERGY_TOLERANCE = 1e-6;

type Report = Simulated["base"];

/**
 * The simplification kept another point. Where a point's distance is 1.0 to the last bit this can
 * happen to equal runs, about once in 3,000; more often it is an error.
 */
const OTHER_POINTS = "other points";

/** A run that this judge can't fail: it knows no signals. judge_requirements.ts judges these faults. */
const SIGNALLING_FAULTS: ReadonlySet<string> = new Set([
  "core:missing_signal_on_route_transition",
  "core:unknown_aspect",
  "core:sig_schema_field_error",
]);

/** Returns what came out and where the oracle disagrees. */
export function judgeRun(
  random: Random,
  opened: Opened,
  key: string,
): { kind: string; problems: string[] } {
  const path = findAnyPath(random, opened, 50);
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
    stocks: [sendStock(stock)],
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
  if (oracle.kind === "success" && outcome!.kind !== "success") {
    const { type } = outcome!.error;
    if (SIGNALLING_FAULTS.has(type)) return { kind: type, problems: [] };
  }
  const problems = compare(opened, outcome!, oracle);
  if (problems.length === 1 && problems[0] === OTHER_POINTS) {
    return { kind: OTHER_POINTS, problems: [] };
  }
  const { path: _, ...asked } = run;
  const told = JSON.stringify({ track_section_ranges, stock, run: asked, profiles });
  return { kind: outcome!.kind, problems: problems.map((one) => `${key}: ${one}\n  ${told}`) };
}

function compare({ ref }: Opened, outcome: TrainOutcome, oracle: Outcome): string[] {
  if (outcome.kind !== "success" || oracle.kind !== "success") {
    return compareFailures(outcome, oracle);
  }
  const { packed, requirements } = outcome;
  const waypoints = { ids: [], positions_mm: [] };
  const own: Simulated = JSON.parse(
    new TextDecoder().decode(describeSimulation({ infra: ref, packed, requirements, waypoints })),
  );
  const problems: string[] = [];
  for (const part of ["mrsp", "electrical_profiles"] as const) {
    if (textOf(own[part]) === textOf(oracle[part])) continue;
    problems.push(
      `${part} ${JSON.stringify(own[part])} instead of ${JSON.stringify(oracle[part])}`,
    );
  }
  const figures = ({ positions, times, path_item_times }: Report): string =>
    textOf([positions.at(-1), times.at(-1), path_item_times]);
  if (figures(own.base) !== figures(oracle.base)) {
    problems.push(`times ${figures(own.base)} instead of ${figures(oracle.base)}`);
  }
  const points = ({ positions, times }: Report): string => textOf([positions, times]);
  if (points(own.base) !== points(oracle.base)) problems.push(OTHER_POINTS);
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
