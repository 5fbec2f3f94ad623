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

export interface FitAmongInput extends Omit<FitTrainInput, "others" | "memory_bytes"> {
  /** Absent: as much as on a server with the setting's default. */
  readonly memory_bytes?: number;
  readonly timetable: TimetableRequirements;
  /** Absent: none. */
  readonly works?: WorkSchedulesText;
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
