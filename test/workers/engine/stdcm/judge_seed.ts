/** All judges of one seed: the train found, and what becomes of it when the request changes. */
import { type FitAmongInput, fitAmong } from "../../../../bench/network/fit_among.ts";
import { openSimulation } from "../../../../workers/engine/margins/packed_simulation.ts";
import { unpackPath } from "../../../../workers/engine/path/train_path.ts";
import { findPaths } from "../../../../workers/tasks/path/find_paths.ts";
import { simulateTrains } from "../../../../workers/tasks/simulation/simulate_trains.ts";
import type { FitTrainOutcome } from "../../../../workers/tasks/stdcm/fit_train.ts";
import type { FoundPath } from "../../../../workers/tasks/types.ts";
import { findBetter, type Times } from "../../../oracle/stdcm_rank.ts";
import { drawRequest, openWorld } from "./drawn_requests.ts";
import { judgeTrain } from "./judge_train.ts";

const NETWORKS = 12;
/** Searches end when nothing can be so much better; runs that lose time are bisections. */
const TOLERANCE_MS = 2500;
/** Times are whole ms and plans are kept to 3 ms. */
const ROUNDING_MS = 4;
/** An ordinary train on a free line is no faster by more than this. */
const FREE_LONGER_MAX_MS = 600;

export interface Verdict {
  readonly counts: Record<string, number>;
  readonly problems: string[];
}

function timesOf(outcome: FitTrainOutcome): Times | null {
  if (outcome.kind !== "success") return null;
  const { departure_ms, packed } = outcome;
  return {
    departure_ms,
    arrival_ms: departure_ms + openSimulation(packed).final.itemTimes_ms.at(-1)!,
  };
}

const SIGNALS = ["SHORT_SLIP_STOP", "STOP", "OPEN"] as const;

/** Which signal it has where it was asked to stand: how many more restrictive ones there are. */
function signalOf({ steps }: FitAmongInput, outcome: FitTrainOutcome): number {
  if (outcome.kind !== "success") return SIGNALS.length;
  const { schedule, path } = outcome;
  const asked_mm = path.item_positions_mm.filter((_, i) => i > 0 && (steps[i]!.stop_ms ?? 0) > 0);
  const stands = schedule.filter(({ offset_mm }) => asked_mm.includes(offset_mm));
  return Math.max(0, ...stands.map(({ reception_signal }) => SIGNALS.indexOf(reception_signal)));
}

/**
 * Whether a train is worth less restrictive signals beside another, which fits in too: it arrives earlier, and waits
 * a minute less for each stop that was asked to last. What its approach is faster by adds to that.
 */
function isWorthIt({ steps }: FitAmongInput, own: Times, other: Times): boolean {
  const nStands = steps.slice(1).filter(({ stop_ms }) => (stop_ms ?? 0) > 0).length;
  const earlier_ms = other.arrival_ms - own.arrival_ms;
  const shorter_ms = earlier_ms + own.departure_ms - other.departure_ms;
  const saved_ms = Math.max(earlier_ms, shorter_ms);
  return earlier_ms > -TOLERANCE_MS && saved_ms > 60_000 * nStands - TOLERANCE_MS;
}

/** Whether a train arrives within planned times; one that only leaves within them is for where none does. */
function arrivesAsPlanned({ steps }: FitAmongInput, outcome: FitTrainOutcome): boolean {
  if (outcome.kind !== "success") return false;
  const { itemTimes_ms } = openSimulation(outcome.packed).final;
  return steps.every(({ planned }, i) => {
    if (planned === null) return true;
    const late_ms = outcome.departure_ms + itemTimes_ms[i]! - planned.arrival_ms;
    return late_ms >= -planned.before_ms - ROUNDING_MS && late_ms <= planned.after_ms + ROUNDING_MS;
  });
}

/** Whether a request that leaves more freedom is answered by a train that is worse. */
function isWorse(input: FitAmongInput, freer: FitTrainOutcome, outcome: FitTrainOutcome): boolean {
  const [own, other] = [timesOf(freer), timesOf(outcome)];
  if (other === null) return false;
  if (own === null) return true;
  const isOther = !arrivesAsPlanned(input, outcome);
  if (arrivesAsPlanned(input, freer) === isOther) return !isOther;
  const [ownSignal, otherSignal] = [signalOf(input, freer), signalOf(input, outcome)];
  if (ownSignal > otherSignal) return !isWorthIt(input, own, other);
  if (ownSignal < otherSignal) return false;
  // One that arrives later need not be near to the first arrival.
  return other.arrival_ms < own.arrival_ms && findBetter(own, [other], TOLERANCE_MS) !== undefined;
}

/** An ordinary train over the steps; null where there is none to compare with. */
function runAlone({
  infra,
  stock,
  steps,
  ...input
}: FitAmongInput): { readonly path: FoundPath; readonly time_ms: number } | null {
  if (input.margin !== null || steps.some(({ planned }) => planned !== null)) return null;
  const items = steps.map(({ locations }) => locations[0]!);
  const [found] = findPaths({ infra, requests: [{ items, stock: input.path_stock }] });
  if (found?.kind !== "success") return null;
  const { path } = found;
  const schedule = steps.flatMap(({ stop_ms }, i) =>
    i === 0 || stop_ms === null
      ? []
      : [
          {
            offset_mm: path.item_positions_mm[i]!,
            arrival_ms: null,
            stop_for_ms: stop_ms,
            reception_signal: stop_ms > 0 ? ("SHORT_SLIP_STOP" as const) : ("OPEN" as const),
          },
        ],
  );
  const [outcome] = simulateTrains({
    infra,
    stocks: [stock],
    profiles: null,
    trains: [
      {
        path,
        stock_index: 0,
        initial_speed_m_s: 0,
        comfort: input.comfort,
        constraint_distribution: "MARECO",
        speed_limit_tag: input.speed_limit_tag,
        fallback_tags: input.fallback_tags,
        use_electrical_profiles: false,
        schedule,
        margins: { boundaries_mm: [], values: [] },
        power_restrictions: [],
      },
    ],
  });
  if (outcome?.kind !== "success") return null;
  return { path, time_ms: outcome.final.item_times_ms.at(-1)! };
}

function tracksOf({ packed }: FoundPath): string {
  const { directedTracks, begins_mm, ends_mm } = unpackPath(packed).ranges;
  return JSON.stringify([[...directedTracks], [...begins_mm], [...ends_mm]]);
}

function tell(outcome: FitTrainOutcome): string {
  return JSON.stringify(timesOf(outcome) ?? outcome.kind);
}

export function judgeSeed(seed: number, verdict: Verdict): void {
  const world = openWorld(seed % NETWORKS);
  const input = drawRequest(seed, world);
  const outcome = fitAmong(input);
  const count = (kind: string): void => {
    verdict.counts[kind] = (verdict.counts[kind] ?? 0) + 1;
  };
  const blame = (problem: string): void => {
    verdict.problems.push(`seed ${seed}: ${problem}`);
  };
  count(outcome.kind);
  if (outcome.kind === "success") {
    for (const problem of judgeTrain(input, outcome)) blame(problem);
    if (outcome.schedule.some(({ stop_for_ms }) => stop_for_ms === null)) count("loses time");
    if (outcome.departure_ms > input.start_ms) count("leaves later");
  }
  const { train_simulations, train_starts_ms } = input.timetable;
  for (const nTrains of [0, train_starts_ms.length - 1]) {
    const timetable = {
      ...input.timetable,
      train_simulations: train_simulations.slice(0, Math.max(0, nTrains)),
      train_starts_ms: train_starts_ms.slice(0, Math.max(0, nTrains)),
    };
    const fewer = fitAmong({ ...input, timetable });
    if (isWorse(input, fewer, outcome))
      blame(`${tell(outcome)}, with ${nTrains} trains ${tell(fewer)}`);
    if (nTrains === 0 && fewer.kind === "success") {
      const usual = runAlone(input);
      if (usual === null) continue;
      count("beside an ordinary train");
      if (tracksOf(usual.path) === tracksOf(fewer.path)) count("on its path");
      const own_ms = openSimulation(fewer.packed).final.itemTimes_ms.at(-1)!;
      if (own_ms > usual.time_ms + FREE_LONGER_MAX_MS) {
        blame(`alone it takes ${own_ms} ms, an ordinary train ${usual.time_ms}`);
      }
    }
  }
  const wider = {
    ...input,
    maximum_departure_delay_ms: 2 * input.maximum_departure_delay_ms + 600_000,
    maximum_run_time_ms: 2 * input.maximum_run_time_ms,
  };
  const later = fitAmong(wider);
  if (isWorse(input, later, outcome)) blame(`${tell(outcome)}, in a wider window ${tell(later)}`);
  if (later.kind === "success") for (const problem of judgeTrain(wider, later)) blame(problem);
}
