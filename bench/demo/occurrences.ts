/**
 * All trains of the demo's timetable as a client sees them: train schedules, and what the paced trains
 * stand for. `owner` is one text for whoever the server names in a conflict.
 */
import type { PacedTrainForm } from "../network/paced_forms.ts";
import type { GeneratedNetwork } from "../network.ts";
import type { Conflict } from "./api.ts";
import type { Imported } from "./import_network.ts";

export interface RunningTrain {
  readonly owner: string;
  readonly name: string;
  readonly kind: string;
  readonly start_ms: number;
  /** The resource and the query that its path and simulation are asked with. */
  readonly resource: string;
  readonly exception_key: string | null;
  /** Place of its form in the generated timetable, of train schedules or of paced trains. */
  readonly index: number;
  readonly is_paced: boolean;
}

interface OccurrenceId {
  readonly paced_train_id: number;
  readonly index?: number | undefined;
  readonly exception_key?: string | undefined;
}

export function listRunningTrains(network: GeneratedNetwork, imported: Imported): RunningTrain[] {
  const singles = network.train_schedules.map((form, index): RunningTrain => {
    const id = imported.train_ids[index] ?? 0;
    return {
      owner: String(id),
      name: form.train_name,
      kind: form.rolling_stock_name,
      start_ms: Date.parse(form.start_time),
      resource: `/train_schedule/${id}`,
      exception_key: null,
      index,
      is_paced: false,
    };
  });
  const paced = network.paced_trains.flatMap((form, index) =>
    listOccurrences(form, imported.paced_train_ids[index] ?? 0, index),
  );
  return [...singles, ...paced];
}

/** The participants of a conflict, by the same texts as `RunningTrain.owner`. */
export function listOwners(conflict: Conflict): string[] {
  const { train_ids, paced_train_occurrence_ids } = conflict;
  return [...train_ids.map(String), ...paced_train_occurrence_ids.map(printOccurrence)];
}

function listOccurrences(form: PacedTrainForm, id: number, index: number): RunningTrain[] {
  const trains: RunningTrain[] = [];
  const interval_ms = secondsOf(form.paced.interval) * 1000;
  const count = Math.floor(secondsOf(form.paced.time_window) / secondsOf(form.paced.interval));
  const add = (occurrence: number | undefined, exception = exceptionAt(form, occurrence)): void => {
    if (exception?.disabled === true) return;
    const regular_ms = Date.parse(form.start_time) + (occurrence ?? 0) * interval_ms;
    const start_time = exception?.start_time?.value;
    const { key: exception_key } = exception ?? {};
    trains.push({
      owner: printOccurrence({ paced_train_id: id, index: occurrence, exception_key }),
      name: exception === undefined ? form.train_name : `${form.train_name} ${exception.key}`,
      kind: exception?.rolling_stock?.rolling_stock_name ?? form.rolling_stock_name,
      start_ms: start_time === undefined ? regular_ms : Date.parse(start_time),
      resource: `/paced_train/${id}`,
      exception_key: exception_key ?? null,
      index,
      is_paced: true,
    });
  };
  for (let occurrence = 0; occurrence < count; occurrence++) add(occurrence);
  for (const exception of form.exceptions) {
    if (exception.occurrence_index === undefined) add(undefined, exception);
  }
  return trains;
}

function exceptionAt({ exceptions }: PacedTrainForm, occurrence: number | undefined) {
  return occurrence === undefined
    ? undefined
    : exceptions.find(({ occurrence_index }) => occurrence_index === occurrence);
}

function printOccurrence({ paced_train_id, index, exception_key }: OccurrenceId): string {
  return `${paced_train_id} ${index ?? "-"} ${exception_key ?? "-"}`;
}

/** Of a duration as the generator prints them, `PT3600S`. */
function secondsOf(duration: string): number {
  return Number(duration.slice(2, -1));
}
