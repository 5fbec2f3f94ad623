/** Which trains run otherwise than their planners have accepted. */
import { type Setting } from "../state/setting.ts";
import { ApiFault, BASE_URL } from "./client.ts";

export interface TrainStatus {
  readonly id: number;
  readonly kind: "train_schedule" | "paced_train";
  readonly status: "valid" | "invalid" | "outdated";
  readonly reason?: string;
  readonly reasons?: readonly string[];
}

/** Null: this server can't tell. Throws ApiFault. */
export async function askStatuses(
  timetable_id: number,
  { infra_id }: Setting,
  signal: AbortSignal,
): Promise<readonly TrainStatus[] | null> {
  const address = `${BASE_URL}/timetable/${timetable_id}/statuses?infra=${infra_id}`;
  const answer = await fetch(address, { signal });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new ApiFault(answer.status, null, answer.statusText);
  const lines = (await answer.text()).split("\n").slice(1);
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as TrainStatus);
}

/** Accepts the runs of trains as they are now. Throws ApiFault. */
export async function acknowledge(
  timetable_id: number,
  { infra_id }: Setting,
  train_schedule_ids: readonly number[],
): Promise<void> {
  const address = `${BASE_URL}/timetable/${timetable_id}/acknowledge?infra=${infra_id}`;
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ train_schedule_ids, paced_train_ids: [] }),
  });
  if (!answer.ok) throw new ApiFault(answer.status, null, answer.statusText);
}
