/** Which trains run otherwise than they were accepted. It covers the whole timetable, so it is asked rarely. */

import { effect, signal } from "@preact/signals";
import type { TrainStatus } from "marey-client/lines";
import { acknowledge, askStatuses } from "../api/statuses.ts";
import { TEXTS } from "../texts.ts";
import { is_in_hand } from "./edits/trial.ts";
import { step } from "./loading.ts";
import { attempt, tell } from "./session.ts";
import { setting } from "./setting.ts";
import { timetable } from "./timetable.ts";

export const statuses = signal<ReadonlyMap<number, TrainStatus> | null>(null);

const APART_MS = 500;
const is_due = signal(false);
const is_asking = signal(false);
let asked_at_ms = -Infinity;

/** Asks again when another network is chosen or trains have changed: once for all changes meanwhile. */
export function followStatuses(): void {
  effect(() => {
    if (timetable.value !== null && setting.value !== null) is_due.value = true;
  });
  effect(() => {
    // All trains are drawn first.
    if (step.value !== "idle") return undefined;
    if (!is_due.value || is_asking.value || is_in_hand.value) return undefined;
    const wait_ms = Math.max(0, asked_at_ms + APART_MS - performance.now());
    const timer = setTimeout(() => attempt(loadStatuses), wait_ms);
    return () => clearTimeout(timer);
  });
}

async function loadStatuses(): Promise<void> {
  const [known, chosen] = [timetable.peek(), setting.peek()];
  asked_at_ms = performance.now();
  is_due.value = false;
  if (known === null || chosen === null) return;
  is_asking.value = true;
  try {
    const found = await askStatuses(known.timetable_id, chosen);
    const is_same = timetable.peek()?.timetable_id === known.timetable_id;
    if (is_same && setting.peek() === chosen)
      statuses.value = new Map(found.map((one) => [one.id, one]));
  } finally {
    is_asking.value = false;
  }
}

/** Null: all trains. */
export async function acceptRuns(one: Pick<TrainStatus, "id" | "kind"> | null): Promise<void> {
  const [known, chosen] = [timetable.peek(), setting.peek()];
  if (known === null || chosen === null) return;
  const ids =
    one === null
      ? {}
      : {
          train_schedule_ids: one.kind === "train_schedule" ? [one.id] : [],
          paced_train_ids: one.kind === "paced_train" ? [one.id] : [],
        };
  const { acknowledged_count } = await acknowledge(known.timetable_id, chosen, ids);
  tell("done", TEXTS.live.accepted(acknowledged_count));
  is_due.value = true;
}
