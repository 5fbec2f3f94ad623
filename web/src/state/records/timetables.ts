/** Making, naming, copying and deleting timetables. All throw ApiFault. */
import { api, ask, askFully, type Schemas } from "../../api/client.ts";
import { timetable_id } from "../address.ts";
import type { Period } from "../dates.ts";
import { readOpenPlace } from "../open_place.ts";
import { refreshOverview } from "./overview.ts";

export type TimetableDocument = Schemas["TimetableDocument"];

export async function makeTimetable(name: string, period: Period | null = null): Promise<number> {
  const body = { name, ...(period !== null && { period }) };
  const made = await ask(api.POST("/timetable", { body, ...onceOnly() }));
  return made.timetable_id;
}

/** A creation that is sent again after a lost answer is carried out only once. */
export function onceOnly(): { headers: { "Idempotency-Key": string } } {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { headers: { "Idempotency-Key": key } };
}

export async function renameTimetable(id: number, name: string): Promise<void> {
  const params = { path: { timetable_id: id } };
  await ask(api.PUT("/timetable/{timetable_id}", { params, body: { name } }));
  await Promise.all([refreshOverview(), timetable_id.peek() === id ? readOpenPlace(id) : null]);
}

/** The document with all its trains. */
export async function exportTimetable(id: number): Promise<TimetableDocument> {
  const params = { path: { timetable_id: id } };
  const { data } = await askFully(api.GET("/timetable/{timetable_id}/export", { params }));
  // Without another format in the request, the answer is the document.
  return data as TimetableDocument;
}

/** Imports all trains or none; returns how many there are. */
export async function importTrains(id: number, document: TimetableDocument): Promise<number> {
  const params = { path: { timetable_id: id } };
  const answer = await ask(
    api.POST("/timetable/{timetable_id}/import", { params, body: document, ...onceOnly() }),
  );
  // A line-by-line answer comes only on request.
  const made = answer as Schemas["ImportedTrains"];
  return made.train_schedule_ids.length + made.paced_train_ids.length;
}

/** Copies its trains to a new timetable and returns its id; deletes it if they can't be stored. */
export async function copyTimetable(id: number, name: string): Promise<number> {
  const document = await exportTimetable(id);
  const made = await makeTimetable(name);
  try {
    await importTrains(made, document);
  } catch (error) {
    await deleteTimetable(made).catch(() => undefined);
    throw error;
  }
  return made;
}

export async function deleteTimetable(id: number): Promise<void> {
  const params = { path: { timetable_id: id } };
  await ask(api.DELETE("/timetable/{timetable_id}", { params }));
}
