/** Whether the day is open, so that it stands on a plan of its own, and what the plan of now would change. */
import { signal } from "@preact/signals";
import { api, ask, type Schemas } from "../api/client.ts";
import { dateQuery, runQuery } from "../api/setting.ts";
import { setParameters } from "../state/address.ts";
import { choices, setting } from "../state/setting.ts";
import { open_timetable_id } from "../state/timetable.ts";

export type OpenedDay = Schemas["OpenedDay"];

/** Null: the day is not open. */
export const opened_day = signal<OpenedDay | null>(null);
/** That day, where it is open on another network: it can't be opened here then. */
export const opened_elsewhere = signal<OpenedDay | null>(null);
/** Null: nobody has asked since the day was read. */
export const foreseen = signal<Schemas["RefreshedDay"] | null>(null);
/** A timetable has hardly more. */
const READ_MAX = 200;

export async function readOpenedDay(timetable_id: number, ending: AbortSignal): Promise<void> {
  const chosen = setting.peek();
  if (chosen === null) return;
  const { date } = { date: undefined, ...dateQuery(chosen) };
  const { results } = await ask(
    api.GET("/operation", {
      params: { query: { timetable_id, page_size: READ_MAX } },
      signal: ending,
    }),
  );
  const { infra } = runQuery(chosen);
  // It is open once at most.
  const found = results.find((one) => one.date === date) ?? null;
  const is_here = found?.infra_id === infra;
  opened_day.value = is_here ? found : null;
  opened_elsewhere.value = is_here ? null : found;
  foreseen.value = null;
}

/** Null: not one of those that the user may see. */
export function findNetwork({ infra_id }: OpenedDay): Schemas["Infra"] | null {
  return choices.value?.infras.find(({ id }) => id === infra_id) ?? null;
}

export function goTo({ infra_id }: OpenedDay): void {
  setParameters({ infra: String(infra_id) });
}

export async function openDay(): Promise<void> {
  const [timetable_id, chosen] = [open_timetable_id.peek(), setting.peek()];
  if (timetable_id === null || chosen === null) return;
  const { infra: infra_id, ...others } = runQuery(chosen);
  const body = { timetable_id, infra_id, ...others, ...dateQuery(chosen) };
  await ask(api.POST("/operation", { body }));
}

export async function foresee({ id }: OpenedDay): Promise<void> {
  foreseen.value = await askRefresh(id, true);
}

export async function takeIn({ id }: OpenedDay): Promise<void> {
  await askRefresh(id, false);
}

async function askRefresh(
  operation_id: number,
  dry_run: boolean,
): Promise<Schemas["RefreshedDay"]> {
  return await ask(
    api.POST("/operation/{operation_id}/refresh", {
      params: { path: { operation_id } },
      body: { dry_run },
    }),
  );
}

export async function closeDay({ id }: OpenedDay): Promise<void> {
  await ask(api.DELETE("/operation/{operation_id}", { params: { path: { operation_id: id } } }));
}
