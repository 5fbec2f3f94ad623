/** The trains that run on a day as they are planned now: what an opened day stands on from then on. */
import { hashText } from "../../platform/compute/keys.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { mapInTurns } from "../../platform/turns.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { openConflicts } from "../conflict/timetable_conflicts.ts";
import { type RunningTrain, runTrains } from "../robustness/running_trains.ts";
import type { DatedParameters } from "../simulation/setup.ts";
import type { RecordRef } from "../simulation/train_job.ts";
import { reportKeyOf } from "./reported_train.ts";

export interface DayRun {
  /** Its name in reports: JSON text. */
  readonly train: string;
  readonly name: string;
  readonly start_ms: number;
  /** Digest of what is planned, without its start. */
  readonly form: string;
}

export interface PlannedDay {
  readonly question: ConflictQuestion;
  readonly runs: readonly DayRun[];
  /** Of these trains, each once. */
  readonly records: readonly RecordRef[];
  readonly stock_names: readonly string[];
  /** From the first start to the last end; null: no train runs. */
  readonly span_ms: readonly [begin: number, end: number] | null;
}

/** The rights on the timetable and the network were checked. Throws Forbidden or not found. */
export async function planOpenDay(
  ctx: Context,
  { timetable_id, ...parameters }: DatedParameters & { readonly timetable_id: number },
): Promise<PlannedDay> {
  const works = { work_schedule_group_id: null, priority: "batch" } as const;
  const question = await openConflicts(ctx, timetable_id, { ...parameters, ...works });
  const { setup, stocks, on = null } = question;
  const all = { count_max: Infinity, begin_ms: -Infinity, end_ms: Infinity };
  const { running } = await runTrains({ timetable_id, setup, stocks, on }, all);
  const forms = new Map<TrainSchedule, string>();
  const runs = await mapInTurns(running, ctx.signal, ({ name, start_ms, train, train_name }) => {
    const form = forms.get(train) ?? digestForm(train);
    forms.set(train, form);
    return { train: reportKeyOf(name), name: train_name, start_ms, form };
  });
  const records = new Map(running.map(({ record }) => [`${record.kind} ${record.id}`, record]));
  return {
    question,
    runs,
    records: [...records.values()],
    stock_names: [...new Set(running.map(({ stock_name }) => stock_name))],
    span_ms: spanOf(running),
  };
}

function digestForm({ start_time: _, ...form }: TrainSchedule): string {
  return hashText(JSON.stringify(form));
}

function spanOf(running: readonly RunningTrain[]): PlannedDay["span_ms"] {
  let [begin, end] = [Infinity, -Infinity];
  for (const { start_ms, end_ms } of running) {
    begin = Math.min(begin, start_ms);
    end = Math.max(end, end_ms);
  }
  return begin === Infinity ? null : [begin, end];
}
