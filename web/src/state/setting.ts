/** What trains are computed with: network, electrical profiles, works, temporary limits. */
import { computed, signal } from "@preact/signals";
import { api, ask, listAll, type Schemas } from "../api/client.ts";
import type { Setting } from "../api/setting.ts";
import { idOf, parameters } from "./address.ts";

/** A group of works or of temporary limits. */
interface Group {
  readonly id: number;
  readonly name: string;
}

export interface Choices {
  readonly infras: readonly Schemas["Infra"][];
  readonly profiles: readonly Schemas["ElectricalProfileSetName"][];
  readonly works: readonly Group[];
  readonly limits: readonly Group[];
  readonly stocks: readonly Schemas["LightRollingStock"][];
}

export const choices = signal<Choices | null>(null);

const PAGE_SIZE = 100;

/** A list that the caller has no role for is empty, so what needs it is not offered. */
async function orNone<Item>(list: Promise<readonly Item[]>): Promise<readonly Item[]> {
  return await list.catch(() => []);
}

const pageOf = (page: number) => ({ params: { query: { page, page_size: PAGE_SIZE } } });

/** Throws ApiFault. */
export async function listWorks(): Promise<readonly Group[]> {
  const found = await listAll((page) => ask(api.GET("/work_schedules", pageOf(page))));
  return found.map((one) => ({
    id: one.work_schedule_group_id,
    name: one.work_schedule_group_name,
  }));
}

/** Throws ApiFault. */
export async function listLimits(): Promise<readonly Group[]> {
  const found = await listAll((page) => ask(api.GET("/temporary_speed_limit_group", pageOf(page))));
  return found.map((one) => ({ id: one.group_id, name: one.speed_limit_group_name }));
}

/** Throws ApiFault when networks can't be listed. */
export async function loadChoices(): Promise<void> {
  const [infras, profiles, works, limits, stocks] = await Promise.all([
    listAll((page) => ask(api.GET("/infra", pageOf(page)))),
    orNone(ask(api.GET("/electrical_profile_set"))),
    orNone(listWorks()),
    orNone(listLimits()),
    orNone(listAll((page) => ask(api.GET("/light_rolling_stock", pageOf(page))))),
  ]);
  choices.value = { infras, profiles, works, limits, stocks };
}

const first_infra_id = computed(() => choices.value?.infras[0]?.id ?? null);

/** Without a choice, the first network; null if there is none. */
export const setting = computed<Setting | null>(() => {
  const infra_id = idOf("infra") ?? first_infra_id.value;
  if (infra_id === null) return null;
  return {
    infra_id,
    electrical_profile_set_id: idOf("profiles"),
    work_schedule_group_id: idOf("works"),
    temporary_speed_limit_group_id: idOf("limits"),
    ...(parameters.date.value !== "" && { date: parameters.date.value }),
  };
});

let reading: Promise<void> | null = null;

/** Reads the choices once, however often they are needed; again after a failure. Throws ApiFault. */
export async function needChoices(): Promise<void> {
  if (choices.peek() !== null) return;
  reading ??= loadChoices().finally(() => {
    reading = null;
  });
  await reading;
}

export const infra_id = computed(() => setting.value?.infra_id ?? null);
