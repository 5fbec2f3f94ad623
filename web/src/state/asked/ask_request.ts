/** Asks for a short term train, and stores what was found. */
import { effect, signal } from "@preact/signals";
import { api, ask, type Schemas } from "../../api/client.ts";
import type { Setting } from "../../api/setting.ts";
import { makeRecord } from "../edits/edit.ts";
import { storeNow } from "../edits/store_trial.ts";
import { setting } from "../setting.ts";
import { open_timetable_id } from "../timetable.ts";
import { answer, found } from "./request.ts";
import "./place_found.ts";

export type Form = Omit<
  Schemas["StdcmRequest"],
  "electrical_profile_set_id" | "work_schedule_group_id" | "temporary_speed_limit_group_id"
>;

export const is_finding = signal(false);

let work = new AbortController();

// An answer is for one timetable, and for what its trains are computed with.
effect(() => {
  if (open_timetable_id.value === null || setting.value === null) return undefined;
  return () => {
    work.abort();
    answer.value = null;
  };
});

/** Throws ApiFault. */
export async function find(form: Form): Promise<void> {
  const [chosen, timetable_id] = [setting.peek(), open_timetable_id.peek()];
  if (chosen === null || timetable_id === null) return;
  answer.value = null;
  work = new AbortController();
  is_finding.value = true;
  try {
    answer.value = await ask(
      api.POST("/timetable/{timetable_id}/stdcm", {
        params: { path: { timetable_id }, query: { infra: chosen.infra_id } },
        body: { ...form, ...named(chosen) },
        signal: work.signal,
      }),
    );
  } finally {
    is_finding.value = false;
  }
}

function named({
  electrical_profile_set_id,
  work_schedule_group_id,
  temporary_speed_limit_group_id,
}: Setting): Pick<
  Schemas["StdcmRequest"],
  "electrical_profile_set_id" | "work_schedule_group_id" | "temporary_speed_limit_group_id"
> {
  return { electrical_profile_set_id, work_schedule_group_id, temporary_speed_limit_group_id };
}

/** Stores the found train; false if it could not be stored. Throws ApiFault. */
export async function keep(name: string): Promise<boolean> {
  const one = found.peek();
  if (one === null || one.train_schedule === null) return false;
  const outcome = await storeNow([makeRecord({ ...one.train_schedule, train_name: name })]);
  if (outcome === null) return false;
  answer.value = null;
  return true;
}
