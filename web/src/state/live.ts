/** What others do to the open timetable, marked and read again. */
import { effect, signal } from "@preact/signals";
import { type Changed, followTimetable } from "../api/events.ts";
import { acknowledge, askStatuses, type TrainStatus } from "../api/statuses.ts";
import { TEXTS } from "../texts.ts";
import { refresh, reloadAll } from "./loading.ts";
import { move } from "./move.ts";
import { attempt, tell } from "./session.ts";
import { setting } from "./setting.ts";
import { open_timetable_id, timetable } from "./timetable.ts";

export type Connection = "none" | "live" | "offline" | "refused";

export const connection = signal<Connection>("none");

/** Trains that others have just changed. */
export const marked = signal<ReadonlySet<number>>(new Set());
const MARK_MS = 10_000;

export const statuses = signal<ReadonlyMap<number, TrainStatus> | null>(null);

let stop: (() => void) | null = null;
let followed: number | null = null;

export function followOthers(): void {
  effect(() => {
    const timetable_id = open_timetable_id.value;
    if (timetable_id === followed) return;
    followed = timetable_id;
    stop?.();
    stop = null;
    connection.value = "none";
    statuses.value = null;
    if (timetable_id === null) return;
    stop = followTimetable(timetable_id, {
      onTrains: (changed) => attempt(async () => await takeOver(changed)),
      onPacedTrains: () => attempt(reloadAll),
      onReset: () => attempt(reloadAll),
      onEnd: (reason) => tell("failed", TEXTS.live[reason]),
      onState: (state) => {
        connection.value = state;
      },
    });
  });
}

/** Asks again when another network is chosen, or the trains have changed. */
export function followStatuses(): void {
  effect(() => {
    if (timetable.value === null || setting.value === null) return;
    attempt(loadStatuses);
  });
}

async function takeOver({ created, changed, deleted }: Changed): Promise<void> {
  const ids = [...created, ...changed];
  mark(ids);
  await refresh(ids, deleted);
  const moved = move.peek();
  if (moved !== null && ids.includes(moved.train_id) && moved.state === "tried") {
    tell("warning", TEXTS.move.changed_meanwhile);
  }
}

function mark(ids: readonly number[]): void {
  marked.value = new Set([...marked.peek(), ...ids]);
  setTimeout(() => {
    marked.value = new Set([...marked.peek()].filter((id) => !ids.includes(id)));
  }, MARK_MS);
}

let status_work = new AbortController();

async function loadStatuses(): Promise<void> {
  const [known, chosen] = [timetable.peek(), setting.peek()];
  if (known === null || chosen === null) return;
  status_work.abort();
  status_work = new AbortController();
  const found = await askStatuses(known.timetable_id, chosen, status_work.signal);
  statuses.value = new Map(found.map((one) => [one.id, one]));
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
  await loadStatuses();
}
