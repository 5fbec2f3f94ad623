/** What would follow from changes that are not stored. */

import { api, ask, type Schemas } from "./client.ts";
import { conflictQuery, dateQuery, type Setting } from "./setting.ts";

export type Tried = Schemas["ChangeList"]["changes"][number];
export type WhatIf = Schemas["WhatIfResult"];

/** Throws ApiFault, or the abort's reason. */
export async function askWhatIf(
  timetable_id: number,
  setting: Setting,
  changes: readonly Tried[],
  signal: AbortSignal,
): Promise<WhatIf> {
  return await ask(
    api.POST("/timetable/{timetable_id}/what_if", {
      params: {
        path: { timetable_id },
        query: { ...conflictQuery(setting), ...dateQuery(setting) },
      },
      body: { changes: [...changes] },
      signal,
    }),
  );
}
