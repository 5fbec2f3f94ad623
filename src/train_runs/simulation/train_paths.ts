/**
 * The path of each of many trains. Faults of a train are found before any search (validity reasons of
 * the specification: rolling stock not found, waypoint not found), and equal searches are done once.
 */
import type { FoundPath, PathRequest } from "../../../workers/tasks/types.ts";
import { given } from "../../platform/given.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { type Location, toPathItem } from "../../railway/waypoint.schemas.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { EngineStock } from "../../vehicles/rolling_stock/records.ts";
import type { KnownStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { findPaths, keyRequest } from "../path/cached_paths.ts";
import type { PathFailure } from "../path/path_answer.ts";
import type { ComputeSetup } from "../path/setup.ts";

/** A train whose path was found. */
export interface FoundTrain {
  readonly kind: "found";
  readonly train: TrainSchedule;
  readonly stock: EngineStock;
  readonly path: FoundPath;
  /** Cache key of the path. */
  readonly path_key: string;
}

/** A train without a path, and the reason why it is invalid. */
export interface PathlessTrain {
  readonly kind: "failed";
  readonly train: TrainSchedule;
  readonly failure: PathFailure;
  /** Locations of the path's waypoints, in the clients' form. */
  readonly items: readonly Location[];
}

export type PathedTrain = FoundTrain | PathlessTrain;

/** One outcome per train, in order; `stocks` must know all their stocks. */
export async function findTrainPaths(
  setup: ComputeSetup,
  trains: readonly TrainSchedule[],
  stocks: KnownStocks,
): Promise<PathedTrain[]> {
  const prepared = await mapInTurns(trains, setup.signal, (train) => prepare(train, stocks));
  // A separate pass, because the longest train needs a turn of its own here.
  const wanted = await mapInTurns(prepared, setup.signal, (one) =>
    one.kind === "failed" ? one : { ...one, keyed: keyRequest(setup.infra, one.request) },
  );
  const outcomes = await findPaths(
    setup,
    wanted.flatMap((one) => (one.kind === "ready" ? [one.keyed] : [])),
  );
  let next = 0;
  return wanted.map((one): PathedTrain => {
    if (one.kind === "failed") return one;
    const outcome = given(outcomes[next++], "every search has an outcome");
    const { train, stock, keyed } = one;
    if (outcome.kind !== "success") return fail(train, outcome);
    return { kind: "found", train, stock, path: outcome.path, path_key: keyed.key };
  });
}

type Prepared =
  | PathlessTrain
  | {
      readonly kind: "ready";
      readonly train: TrainSchedule;
      readonly stock: EngineStock;
      readonly request: PathRequest;
    };

function prepare(train: TrainSchedule, stocks: KnownStocks): Prepared {
  const { rolling_stock_name } = train;
  const stock = stocks.find(rolling_stock_name);
  if (stock === null) return fail(train, { kind: "rolling_stock_not_found", rolling_stock_name });
  const item_indices = train.path.flatMap(({ deleted }, i) => (deleted ? [i] : []));
  if (train.path.length >= 2 && item_indices.length > 0) {
    return fail(train, { kind: "invalid_path_items", item_indices });
  }
  const request = { items: train.path.map(toPathItem), stock: stock.path };
  return { kind: "ready", train, stock, request };
}

function fail(train: TrainSchedule, failure: PathFailure): PathlessTrain {
  const items = train.path.map(({ id: _id, deleted: _deleted, ...location }) => location);
  return { kind: "failed", train, failure, items };
}
