/** Whether the day is open, so that it stands on a plan of its own, and what the plan of now would change. */
import { signal } from "@preact/signals";
import { api, ask, type Schemas } from "../api/client.ts";
import { dateQuery, runQuery } from "../api/setting.ts";
import { setting } from "../state/setting.ts";
import { open_timetable_id } from "../state/timetable.ts";

type OpenedDay = Schemas["OpenedDay"];

/** Null: the day is not open. */
export const opened_day = signal<OpenedDay | null>(null);
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
  const own = results.find((one) => one.date === date && one.infra_id === infra);
  opened_day.value = own ?? null;
  foreseen.value = null;
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
