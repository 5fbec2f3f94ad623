/** The chosen train: its run on the graph, its path and its simulation. */
import { computed, effect, signal } from "@preact/signals";
import { isAbort } from "../api/client.ts";
import { placeZone } from "../graph/axis.ts";
import { nameOccurrence } from "../graph/occurrences.ts";
import { firstAfter, makeCurve, type Run, shareOfRunAt } from "../graph/runs.ts";
import type { Area } from "../graph/viewport.ts";
import { parameters, setParameters } from "./address.ts";
import { calendar } from "./dates.ts";
import { formOf } from "./edits/edit.ts";
import { runs, ways } from "./graph.ts";
import { reload_count } from "./loading.ts";
import { explain } from "./session.ts";
import { setting } from "./setting.ts";
import {
  findTrain,
  nameOfTrain,
  type PacedTrain,
  type TrainSchedule,
  timetable,
} from "./timetable.ts";
import type { SelectedRun, Selection, WantedRun } from "./trains/selected_run.ts";

export const selected_key = computed(() => parameters.train.value || null);

export const selection = computed<Selection | null>(() => {
  const one = readKey(selected_key.value);
  const service = timetable.value?.paced_trains.get(one?.train_id ?? 0);
  if (one === null || one.index === null || service === undefined) return one;
  // Exceptions come and go while one of a service's trains stays chosen.
  const own = service.exceptions.find(({ occurrence_index }) => occurrence_index === one.index);
  return { ...one, exception_key: own?.key ?? null };
});

/** One of a service's trains stays chosen when it becomes an exception, or its exception is removed. */
export const selected_run = computed<Run | null>(() => {
  const [key, one] = [selected_key.value, selection.value];
  const found = runs.value.find((run) => run.key === key);
  if (found !== undefined || one === null || one.index === null) return found ?? null;
  const isSame = ({ train_id, index }: Run): boolean =>
    train_id === one.train_id && index === one.index;
  return runs.value.find(isSame) ?? null;
});

export const selected_train = computed<TrainSchedule | PacedTrain | null>(() => {
  const id = selection.value?.train_id;
  return id === undefined ? null : findTrain(id);
});

/** What one of a record's trains is called. */
export function nameOfOne(
  record: TrainSchedule | PacedTrain,
  { index, exception_key }: Pick<Selection, "index" | "exception_key">,
): string {
  if (!("paced" in record)) return nameOfTrain(record);
  const own = record.exceptions.find((one) =>
    index === null ? one.key === exception_key : one.occurrence_index === index,
  );
  return nameOfTrain({ id: record.id, train_name: nameOccurrence(record, index, own) });
}

/** Null: no train is chosen. */
export const selected_name = computed<string | null>(() => {
  const [train, one] = [selected_train.value, selection.value];
  return train === null || one === null ? null : nameOfOne(train, one);
});

/** Start of the selection: an occurrence has its own; that of the shown date, if it runs then. */
export const selected_start_ms = computed<number>(
  () =>
    selected_run.value?.start_ms ??
    selected_data.value?.start_ms ??
    Date.parse(selected_train.value?.start_time ?? ""),
);

export function select(key: string | null): void {
  setParameters({ train: key ?? "" });
}

/** The inverse of the run keys. */
export function readKey(key: string | null): Selection | null {
  const [kind, id = "", index = "-", ...exception] = (key ?? "").split(" ");
  if (kind !== "train_schedule" && kind !== "paced_train") return null;
  const exception_key = exception.join(" ");
  return {
    kind,
    train_id: Number(id),
    index: index === "-" ? null : Number(index),
    exception_key: exception_key === "" || exception_key === "-" ? null : exception_key,
  };
}

/** Null: being read. */
export const selected_data = signal<SelectedRun | null>(null);

let work = new AbortController();

/** All that the run depends on: a train that only starts later runs as before, unless limits hold at certain times. */
const run_inputs = computed<string | null>(() => {
  const [one, chosen, train] = [selection.value, setting.value, selected_train.value];
  if (one === null || chosen === null || train === null) return null;
  const { start_time, ...form } = formOf(train);
  const is_timed = chosen.temporary_speed_limit_group_id !== null;
  const dated = chosen.date !== undefined && [selected_run.value?.date, start_time, calendar.value];
  return JSON.stringify([one, chosen, form, is_timed && start_time, reload_count.value, dated]);
});

/** Starts following the selection. */
export function followSelection(): void {
  effect(() => {
    const inputs = run_inputs.value;
    const [one, chosen, train] = [selection.peek(), setting.peek(), selected_train.peek()];
    work.abort();
    selected_data.value = null;
    if (inputs === null || one === null || chosen === null || train === null) return;
    work = new AbortController();
    readRun({ one, chosen, train, run: selected_run.peek() }, work.signal).then(
      (data) => {
        selected_data.value = data;
      },
      (error: unknown) => {
        if (!isAbort(error)) {
          const fault = explain(error);
          selected_data.value = { path: null, simulation: null, fault, setting: chosen };
        }
      },
    );
  });
}

/** How it is read is loaded with the first train that is chosen. */
async function readRun(wanted: WantedRun, signal: AbortSignal): Promise<SelectedRun> {
  return await (await import("./trains/selected_run.ts")).readSelectedRun(wanted, signal);
}

/** The base run on the graph, placed by the final run, which passes the same places. */
export const base_run = computed<Run | null>(() => {
  const [run, simulation] = [selected_run.value, selected_data.value?.simulation ?? null];
  if (run === null || simulation === null) return null;
  const { base, final_output } = simulation;
  const final_positions = Float64Array.from(final_output.positions);
  const times: number[] = [];
  const shares: number[] = [];
  for (const [i, position] of base.positions.entries()) {
    const t = timeAtPosition(final_positions, final_output.times, position);
    const share = shareOfRunAt(run, run.start_ms + t);
    if (share === null) continue;
    times.push(base.times[i] ?? 0);
    shares.push(share);
  }
  const curve = makeCurve({
    times_ms: Float64Array.from(times),
    positions_mm: new Float64Array(times.length),
    shares: Float64Array.from(shares),
  });
  return { ...run, key: `${run.key} base`, curves: [curve] };
});

function timeAtPosition(positions: Float64Array, times: readonly number[], x: number): number {
  const i = firstAfter(positions, x);
  const [x0 = 0, x1 = 0] = [positions[i - 1], positions[i]];
  const [t0 = 0, t1 = 0] = [times[i - 1], times[i]];
  return x1 === x0 ? t0 : t0 + (t1 - t0) * Math.min(1, Math.max(0, x - x0) / (x1 - x0));
}

/** Whether the graph shows what the selected train occupies. */
export const shows_requirements = computed(() => parameters.occupies.value === "yes");

export function showRequirements(is_on: boolean): void {
  setParameters({ occupies: is_on ? "yes" : "" });
}

/** What the selected train occupies, on the axis. */
export const requirement_areas = computed<readonly Area[]>(() => {
  const simulation = selected_data.value?.simulation ?? null;
  const start_ms = selected_start_ms.value;
  if (simulation === null) return [];
  return simulation.final_output.spacing_requirements.flatMap(({ zone, begin_time, end_time }) => {
    const place = placeZone(zone, ways.value);
    if (place === null) return [];
    return [{ ...place, from_ms: start_ms + begin_time, to_ms: start_ms + end_time }];
  });
});
