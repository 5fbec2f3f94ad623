/** A short term request and its answer. */
import { computed, signal } from "@preact/signals";
import { api, ask, type Schemas } from "../api/client.ts";
import type { Setting } from "../api/setting.ts";
import { projectRanges } from "../graph/overlap.ts";
import type { Run } from "../graph/runs.ts";
import { TEXTS } from "../texts.ts";
import { makeRecord } from "./edit.ts";
import { graph_data, placeProjected, ways } from "./graph.ts";
import { setting } from "./setting.ts";
import { storeNow } from "./store_trial.ts";
import { timetable } from "./timetable.ts";

export type Answer = Schemas["StdcmResult"];
export type Found = Extract<Answer, { status: "success" }>;
export type Form = Omit<
  Schemas["StdcmRequest"],
  "electrical_profile_set_id" | "work_schedule_group_id" | "temporary_speed_limit_group_id"
>;

export const answer = signal<Answer | null>(null);
export const is_finding = signal(false);

export const found = computed<Found | null>(() =>
  answer.value?.status === "success" ? answer.value : null,
);

/** Throws ApiFault. */
export async function find(form: Form): Promise<void> {
  const [chosen, known] = [setting.peek(), timetable.peek()];
  if (chosen === null || known === null) return;
  answer.value = null;
  is_finding.value = true;
  try {
    answer.value = await ask(
      api.POST("/timetable/{timetable_id}/stdcm", {
        params: { path: { timetable_id: known.timetable_id }, query: { infra: chosen.infra_id } },
        body: { ...form, ...named(chosen) },
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

/** Stores the found train; false: it could not be stored. Throws ApiFault. */
export async function keep(name: string): Promise<boolean> {
  const one = found.peek();
  if (one === null || one.train_schedule === null) return false;
  const outcome = await storeNow([makeRecord({ ...one.train_schedule, train_name: name })]);
  if (outcome === null) return false;
  answer.value = null;
  return true;
}

/** The found train on the graph: it is not stored, so it is placed here. */
export const found_run = computed<Run | null>(() => {
  const [one, data, placed] = [found.value, graph_data.value, ways.value];
  if (one === null || data === null) return null;
  const { positions, times } = one.simulation.final_output;
  const project = (way: (typeof data.axis)["back"]) =>
    way === null
      ? []
      : projectRanges({ positions, times }, one.path.track_section_ranges, way.ranges);
  const projected = { forward: project(data.axis.forward), back: project(data.axis.back) };
  const way = placeProjected(projected, placed[0]?.scale ?? null, placed[1]?.scale ?? null);
  if (way === null) return null;
  return {
    key: "found",
    train_id: 0,
    kind: "train_schedule",
    name: TEXTS.form.begin,
    start_ms: Date.parse(one.departure_time),
    index: null,
    exception_key: null,
    category: "",
    stock: "",
    labels: [],
    ...way,
  };
});
