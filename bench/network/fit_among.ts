/** Short term requests among trains that no server keeps: who occupies what is made for them. */

import { keepConflicts } from "../../workers/tasks/conflicts/keep_conflicts.ts";
import type { TimetableRequirements } from "../../workers/tasks/conflicts/timetable_requirements.ts";
import type { WorkSchedulesText } from "../../workers/tasks/projection/work_schedules.ts";
import {
  type FitTrainInput,
  type FitTrainOutcome,
  fitTrain,
} from "../../workers/tasks/stdcm/fit_train.ts";
import { tabulateTaken } from "../../workers/tasks/stdcm/tabulate_taken.ts";
import type { RollingStockForm } from "./rolling_stocks.ts";
import { pathStock, stockPhysics } from "./run_network.ts";
import { sendStock } from "./send_stock.ts";

export interface FitAmongInput extends Omit<FitTrainInput, "others" | "memory_bytes"> {
  /** Absent: as much as on a server with the setting's default. */
  readonly memory_bytes?: number;
  readonly timetable: TimetableRequirements;
  /** Absent: none. */
  readonly works?: WorkSchedulesText;
}

/** A request for a train that keeps no distance to others and asks for nothing special. */
export function plainRequest(
  stock: RollingStockForm,
): Omit<
  FitAmongInput,
  | "infra"
  | "steps"
  | "timetable"
  | "start_ms"
  | "maximum_departure_delay_ms"
  | "maximum_run_time_ms"
> {
  return {
    stock: sendStock(stockPhysics(stock)),
    path_stock: pathStock(stock),
    comfort: "STANDARD",
    speed_limit_tag: null,
    fallback_tags: [],
    margin: null,
    time_gap_before_ms: 0,
    time_gap_after_ms: 0,
  };
}

const MEMORY_BYTES = 256 * 2 ** 20;

type Others = NonNullable<FitTrainInput["others"]>;

/** Of requests that are made again and again. */
const kept = new WeakMap<TimetableRequirements, { works: string | undefined; others: Others }>();

export function fitAmong(
  { timetable, works, ...asked }: FitAmongInput,
  isOver?: () => boolean,
): FitTrainOutcome {
  const input = { memory_bytes: MEMORY_BYTES, ...asked };
  const known = kept.get(timetable);
  if (known !== undefined && known.works === works) {
    return fitTrain({ ...input, others: known.others }, isOver);
  }
  const others = makeOthers({
    timetable,
    infra: input.infra,
    ...(works === undefined ? {} : { works }),
  });
  kept.set(timetable, { works, others });
  return fitTrain({ ...input, others }, isOver);
}

function makeOthers({
  infra,
  timetable,
  works,
}: Pick<FitAmongInput, "infra" | "timetable" | "works">): Others {
  const trains = timetable.train_starts_ms;
  const made = keepConflicts({
    infra,
    ...timetable,
    orders: Float64Array.from(trains.keys()),
    ordinals: new Uint32Array(trains.length),
    names: Array.from(trains, () => ""),
    ...(works === undefined ? {} : { works }),
  });
  if (made.kind !== "success") throw new Error(`others are not kept: ${made.kind}`);
  const { occupancy } = made;
  return { occupancy, taken: tabulateTaken({ infra, occupancy }) };
}
