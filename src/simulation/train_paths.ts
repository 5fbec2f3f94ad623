/**
 * The path of each of many trains: their rolling stocks are read in one statement, what is wrong
 * with a train is told before any search (validity reasons of the specification: rolling stock not
 * found, waypoint not found), and equal searches are done once.
 */
import type { FoundPath, PathRequest } from "../../workers/tasks/types.ts";
import type { Database } from "../db/client.ts";
import { type ComputeScope, findPaths, pathKey } from "../path/find_paths.ts";
import type { PathFailure } from "../path/path_answer.ts";
import { type EngineStock, readEngineStock } from "../rolling_stock/records.ts";
import { listRollingStocksByNames } from "../rolling_stock/rolling_stock.queries.ts";
import type { TrainSchedule } from "../train_schedule/train_schedule.schemas.ts";
import { type Location, toPathItem } from "../train_schedule/waypoint.schemas.ts";

/** A train with its path, or the reason why it is invalid. */
export type TrainPath =
  | {
      readonly kind: "found";
      readonly train: TrainSchedule;
      readonly stock: EngineStock;
      readonly path: FoundPath;
      /** Cache key of the path. */
      readonly path_key: string;
    }
  | {
      readonly kind: "failed";
      readonly train: TrainSchedule;
      readonly failure: PathFailure;
      /** Locations of the path's waypoints, as clients know them. */
      readonly items: readonly Location[];
    };

/** Rolling stocks by name, and the collections whose rights count for them. */
export interface Stocks {
  readonly byName: ReadonlyMap<string, EngineStock>;
  readonly collection_ids: readonly number[];
}

/** The rolling stocks that trains name, in one statement; those that do not exist are left out. */
export async function readStocks(db: Database, trains: readonly TrainSchedule[]): Promise<Stocks> {
  const names = [...new Set(trains.map((train) => train.rolling_stock_name))];
  const rows = names.length === 0 ? [] : await listRollingStocksByNames(db, names);
  const byName = new Map(
    rows.map(({ id, version, name, record }) => [
      name,
      readEngineStock(`${id}.${version}`, record),
    ]),
  );
  return { byName, collection_ids: [...new Set(rows.map(({ collection_id }) => collection_id))] };
}

/** One outcome a train, in order. */
export async function findTrainPaths(
  scope: ComputeScope,
  trains: readonly TrainSchedule[],
  stocks: Stocks,
): Promise<TrainPath[]> {
  const wanted = trains.map((train) => prepare(train, stocks));
  const requests = wanted.flatMap((one) => (one.kind === "ready" ? [one.request] : []));
  const outcomes = await findPaths(scope, requests);
  let next = 0;
  return wanted.map((one): TrainPath => {
    if (one.kind === "failed") return one;
    const outcome = outcomes[next++];
    if (outcome === undefined) throw new Error("a search has no outcome");
    const { train, stock, items, request } = one;
    if (outcome.kind !== "success") return { kind: "failed", train, failure: outcome, items };
    const path_key = pathKey(scope.infra, request);
    return { kind: "found", train, stock, path: outcome.path, path_key };
  });
}

type Prepared =
  | Extract<TrainPath, { kind: "failed" }>
  | {
      readonly kind: "ready";
      readonly train: TrainSchedule;
      readonly stock: EngineStock;
      readonly items: readonly Location[];
      readonly request: PathRequest;
    };

function prepare(train: TrainSchedule, stocks: Stocks): Prepared {
  const items = train.path.map(({ id: _id, deleted: _deleted, ...location }) => location);
  const stock = stocks.byName.get(train.rolling_stock_name);
  if (stock === undefined) {
    const { rolling_stock_name } = train;
    const failure = { kind: "rolling_stock_not_found", rolling_stock_name } as const;
    return { kind: "failed", train, failure, items };
  }
  const item_indices = train.path.flatMap(({ deleted }, i) => (deleted ? [i] : []));
  if (train.path.length >= 2 && item_indices.length > 0) {
    return { kind: "failed", train, failure: { kind: "invalid_path_items", item_indices }, items };
  }
  const request = { items: items.map(toPathItem), stock: stock.path };
  return { kind: "ready", train, stock, items, request };
}
