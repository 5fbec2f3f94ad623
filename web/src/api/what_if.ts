/** What would follow from changes that are not stored. */
import type { SentConflict } from "../graph/marks.ts";
import { conflictQuery, type Setting } from "../state/setting.ts";
import { ApiFault, BASE_URL, type Schemas } from "./client.ts";

export type Change =
  | { readonly kind: "train_schedule"; readonly id: number; readonly shift: string }
  | {
      readonly kind: "train_schedule";
      readonly id: number;
      readonly train: Schemas["TrainScheduleReplacement"];
    };

export interface WhatIf {
  readonly conflicts: {
    readonly gone: readonly SentConflict[];
    readonly new: readonly SentConflict[];
    readonly count_before: number;
    readonly count_after: number;
  };
}

/** Null: this server can't tell. Throws ApiFault. */
export async function askWhatIf(
  timetable_id: number,
  setting: Setting,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<WhatIf | null> {
  const query = new URLSearchParams(
    Object.entries(conflictQuery(setting)).map(([name, value]) => [name, String(value)]),
  );
  const answer = await fetch(`${BASE_URL}/timetable/${timetable_id}/what_if?${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ changes }),
    signal,
  });
  if (answer.status === 404 || answer.status === 405) return null;
  const body = await answer.json();
  if (!answer.ok) throw new ApiFault(answer.status, body, body.message);
  return body;
}
