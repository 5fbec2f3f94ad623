/** A timetable's changes, and undoing them. All throw ApiFault. */
import { api, ask, type Schemas } from "../api/client.ts";
import { onceOnly } from "./records/timetables.ts";

export type HistoryEntry = Schemas["HistoryEntry"];

const PAGE_SIZE = 50;

/** The last changes of the timetable or of one train. */
export async function readHistory(
  timetable_id: number,
  train_id: number | null,
): Promise<readonly HistoryEntry[]> {
  const query = { page_size: PAGE_SIZE, ...(train_id !== null && { train_id }) };
  const params = { path: { timetable_id }, query };
  return (await ask(api.GET("/timetable/{timetable_id}/history", { params }))).results;
}

export type ChangedTrain = Schemas["HistoryValues"]["trains"][number];

/** The trains of a change, as they were and as it has left them. */
export async function readValues(
  timetable_id: number,
  change_id: number,
  train_id: number | null,
): Promise<readonly ChangedTrain[]> {
  const params = {
    path: { timetable_id, change_id },
    query: { ...(train_id !== null && { train_id }) },
  };
  const { trains } = await ask(
    api.GET("/timetable/{timetable_id}/history/{change_id}", { params }),
  );
  return train_id === null ? trains : trains.filter(({ id }) => id === train_id);
}

/** Refused with 412 if one of the trains has changed since. */
export async function takeBack(timetable_id: number, change_id: number): Promise<void> {
  const params = { path: { timetable_id, change_id } };
  const body = await ask(api.GET("/timetable/{timetable_id}/history/{change_id}/undo", { params }));
  const path = { timetable_id };
  await ask(
    api.POST("/timetable/{timetable_id}/changes", { params: { path }, body, ...onceOnly() }),
  );
}
