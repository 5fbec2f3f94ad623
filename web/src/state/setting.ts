/** What the trains are computed with: network, electrical profiles, works, temporary limits. */
import { computed, signal } from "@preact/signals";
import { api, ask, listAll, type Schemas } from "../api/client.ts";
import { idOf } from "./address.ts";

/** Of works, or of temporary limits. */
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

/** A list that the caller has no role for is empty: what it is for is then not offered. */
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

export interface Setting {
  readonly infra_id: number;
  readonly electrical_profile_set_id: number | null;
  readonly work_schedule_group_id: number | null;
  readonly temporary_speed_limit_group_id: number | null;
}

const first_infra_id = computed(() => choices.value?.infras[0]?.id ?? null);

/** Null: no network is chosen. Without a choice the only network there is. */
export const setting = computed<Setting | null>(() => {
  const infra_id = idOf("infra") ?? first_infra_id.value;
  if (infra_id === null) return null;
  return {
    infra_id,
    electrical_profile_set_id: idOf("profiles"),
    work_schedule_group_id: idOf("works"),
    temporary_speed_limit_group_id: idOf("limits"),
  };
});

/** Query parameters of computed results. */
export function runQuery({
  infra_id,
  electrical_profile_set_id,
  temporary_speed_limit_group_id,
}: Setting): {
  readonly infra: number;
  readonly electrical_profile_set_id?: number;
  readonly temporary_speed_limit_group_id?: number;
} {
  return {
    infra: infra_id,
    ...(electrical_profile_set_id !== null && { electrical_profile_set_id }),
    ...(temporary_speed_limit_group_id !== null && { temporary_speed_limit_group_id }),
  };
}

/** The same with works, for conflicts. */
export function conflictQuery(
  one: Setting,
): ReturnType<typeof runQuery> & { readonly work_schedule_group_id?: number } {
  const { work_schedule_group_id } = one;
  return { ...runQuery(one), ...(work_schedule_group_id !== null && { work_schedule_group_id }) };
}
