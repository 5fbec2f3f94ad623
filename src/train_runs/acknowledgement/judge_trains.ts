/**
 * The current state of every train of a timetable on an infrastructure: invalid and why, or digests
 * of its path and of its times. A path is digested with names, as clients get it: the packed form
 * has indices of one content. A paced train is one record: its base train and the exceptions in
 * effect that differ from it are digested together, and a single invalid one makes it invalid.
 */
import type { FoundPath } from "../../../workers/tasks/types.ts";
import { hashText } from "../../platform/compute/keys.ts";
import type { InTurns } from "../../platform/turns.ts";
import type { TrainKind, TrainRecord, Variants } from "../../timetable/train/train_kind.ts";
import { runTask } from "../path/setup.ts";
import type { ComputedTrain, ValidTrain } from "../simulation/compute_trains.ts";
import {
  type Computed,
  computeGroups,
  type Expanded,
  type Source,
} from "../simulation/computed_groups.ts";
import type { SimulationSetup } from "../simulation/setup.ts";
import { departuresOf } from "../simulation/train_answers.ts";
import type { Accepted } from "./acknowledgement.queries.ts";

export const INVALID_REASONS = [
  "rolling_stock_not_found",
  "waypoint_not_found",
  "path_not_found",
  "simulation_failed",
] as const;
export type InvalidReason = (typeof INVALID_REASONS)[number];

export interface JudgedTrain {
  readonly kind: TrainKind;
  readonly id: number;
  readonly now:
    | { readonly reason: InvalidReason }
    | { readonly reason: null; readonly accepted: Accepted };
}

/** Adds the version of the infrastructure. */
export interface JudgedSource extends Source {
  readonly infra_version: number;
}

interface Expanding extends Expanded {
  readonly kind: TrainKind;
  readonly record_digest: string;
  readonly variants: Variants;
}

function* expand(kind: TrainKind, stored: TrainRecord): InTurns<Expanding> {
  const variants = yield* kind.toVariants(stored);
  const record_digest = hashText(stored.record);
  return { kind, record_digest, variants, departures: departuresOf(variants) };
}

/** Group by group, in the order of kinds and ids. */
export async function* judgeTrains(source: JudgedSource): AsyncGenerator<readonly JudgedTrain[]> {
  for await (const group of computeGroups(source, expand)) {
    const paths = await digestPaths(source.setup, group);
    yield group.map((one) => judge(source, one, paths));
  }
}

function isValid(one: ComputedTrain): one is ValidTrain {
  return one.kind === "success";
}

/** Tracks that were split count as whole. Equal searches share one path. As many paths are printed at once as there are threads. */
async function digestPaths(
  setup: SimulationSetup,
  group: readonly Computed<Expanding>[],
): Promise<ReadonlyMap<FoundPath, string>> {
  const { threads } = setup.services.config.workers;
  const valid = group.flatMap(({ results }) => results.filter(isValid));
  const paths = [...new Set(valid.map(({ path }) => path))];
  const digests = new Map<FoundPath, string>();
  for (let from = 0; from < paths.length; from += threads) {
    const some = paths.slice(from, from + threads);
    const texts = await Promise.all(
      some.map((path) => runTask(setup, "describe_path", { path, is_former: true })),
    );
    for (const [i, path] of some.entries()) digests.set(path, hashText(texts[i] ?? ""));
  }
  return digests;
}

function judge(
  { stocks, infra_version }: JudgedSource,
  { expanded, results }: Computed<Expanding>,
  paths: ReadonlyMap<FoundPath, string>,
): JudgedTrain {
  const { kind, variants, record_digest } = expanded;
  const { id } = variants;
  const valid = results.filter(isValid);
  const [base] = valid;
  if (base === undefined || valid.length < results.length) {
    const reason = results.map(findReason).find((one) => one !== null) ?? "simulation_failed";
    return { kind, id, now: { reason } };
  }
  const digest = (of: (one: ValidTrain) => unknown): string => digestAll(valid.map(of), variants);
  const { length_mm, time_ms } = base.outcome.final;
  const accepted = {
    path_digest: digest(({ path }) => paths.get(path)),
    times_digest: digest(({ outcome: { final } }) => [final.time_ms, final.item_times_ms]),
    duration_ms: time_ms,
    length_mm,
    infra_version,
    stocks_digest: digest(({ train: { rolling_stock_name: name } }) => [
      name,
      stocks.find(name)?.physics.key,
    ]),
    record_digest,
  };
  return { kind, id, now: { reason: null, accepted } };
}

/**
 * The digest of the base train and its exceptions, in the order of the occurrences that they change. Exceptions
 * equal to the base train do not count: they only differ in start, name or key, or are switched on or off.
 */
function digestAll([base, ...others]: readonly unknown[], { exceptions }: Variants): string {
  const own = JSON.stringify(base);
  const texts = others.map((other) => JSON.stringify(other));
  const different = texts.flatMap((text, i) =>
    text === own ? [] : [`[${exceptions[i]?.index ?? null},${text}]`],
  );
  return hashText(`[${[`[null,${own}]`, ...different.sort()].join()}]`);
}

/** Why a train is invalid; null: it is valid. */
function findReason(one: ComputedTrain): InvalidReason | null {
  if (one.kind === "success") return null;
  if (one.kind === "simulation_failed") return one.kind;
  switch (one.failure.kind) {
    case "rolling_stock_not_found":
      return "rolling_stock_not_found";
    case "invalid_path_items":
      return "waypoint_not_found";
    case "not_enough_path_items":
    case "not_found_in_blocks":
    case "not_found_in_tracks":
    case "incompatible_constraints":
    case "internal_error":
      return "path_not_found";
  }
}
