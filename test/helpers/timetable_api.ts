/** A server with a timetable, and short calls to put trains of either kind into timetables. */

import { startTestApi, type TestApi } from "./api.ts";
import type { TestSettings } from "./services.ts";

export interface Created {
  readonly id: number;
  readonly modified_at: string;
}

export interface TimetableApi extends TestApi {
  /** The timetable that is there. */
  readonly timetable_id: number;
  newTimetable(): Promise<number>;
  /** Creates trains of a kind, in that timetable unless another is named. */
  create(kind: string, forms: readonly unknown[], timetable?: number): Promise<Created[]>;
}

export async function startTimetableApi(env: TestSettings = {}): Promise<TimetableApi> {
  const api = await startTestApi(env);
  const newTimetable = async (): Promise<number> =>
    (await api.make("POST", "/timetable")).json.timetable_id;
  const timetable_id = await newTimetable();
  return {
    ...api,
    timetable_id,
    newTimetable,
    create: async (kind, forms, timetable = timetable_id) =>
      (await api.make("POST", `/timetable/${timetable}/${kind}s`, forms)).json,
  };
}
