/** Stores a change of a train on top of the stored record, so that changes of other users are kept. */
import { signal } from "@preact/signals";
import { api, ask, askFully, statusOf } from "../api/client.ts";
import { TEXTS } from "../texts.ts";
import { refreshGraph } from "./loading.ts";
import { type Clash, merge, type Replacement, type Side } from "./merge.ts";
import { tell } from "./session.ts";
import { keepTrain, nameOfTrain, refreshTrains, type TrainSchedule } from "./timetable.ts";

/** Changes on their way to the server. */
export const storing_count = signal(0);

export interface Stored {
  readonly train: TrainSchedule;
  readonly tag: string;
}

export interface Change {
  readonly before: TrainSchedule;
  readonly after: Replacement;
}

/** What was stored, as it was before and after. */
export interface Done {
  readonly before: TrainSchedule;
  readonly after: TrainSchedule;
}

/** Nothing was stored: both sides have changed the same fields to other values. */
export interface Refused {
  readonly stored: Stored;
  readonly clashes: readonly Clash[];
}

export function isSame(a: Replacement, b: Replacement): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function mergeOnto(
  { before, after }: Change,
  stored: TrainSchedule,
  side?: Side,
): ReturnType<typeof merge> {
  return merge(replacementOf(before), after, replacementOf(stored), side);
}

export function replacementOf({ id: _id, ...form }: TrainSchedule): Replacement {
  return form;
}

export async function readStored(train_schedule_id: number): Promise<Stored> {
  const { data, headers } = await askFully(
    api.GET("/train_schedule/{train_schedule_id}", { params: { path: { train_schedule_id } } }),
  );
  return { train: data, tag: headers.get("etag") ?? "" };
}

/** Others may be faster again and again, but not for ever. */
const TRIES_MAX = 5;

/** Stores a change on top of what is stored; null: that is read first. Returns what both have changed, if anything. */
export async function storeChange(
  change: Change,
  known: Stored | null,
  side?: Side,
): Promise<Done | Refused> {
  const { id } = change.before;
  let stored = known ?? (await readStored(id));
  for (let tries = 1; ; tries++) {
    const { merged, clashes } = mergeOnto(change, stored.train, side);
    if (clashes.length > 0 && side === undefined) return { stored, clashes };
    try {
      return { before: stored.train, after: await put(id, merged, stored.tag) };
    } catch (error) {
      if (statusOf(error) !== 412 || tries === TRIES_MAX) throw error;
    }
    stored = await readStored(id);
  }
}

/** Returns what is stored then. */
async function put(
  train_schedule_id: number,
  body: Replacement,
  tag: string,
): Promise<TrainSchedule> {
  storing_count.value += 1;
  try {
    const stored = await ask(
      api.PUT("/train_schedule/{train_schedule_id}", {
        params: { path: { train_schedule_id }, header: { "if-match": tag } },
        body,
      }),
    );
    keepTrain(stored);
    return stored;
  } finally {
    storing_count.value -= 1;
  }
}

/** Whether another user has deleted the train; then it is removed here too, with a notice. */
export async function isGone(error: unknown, train: TrainSchedule): Promise<boolean> {
  if (statusOf(error) !== 404) return false;
  tell("warning", TEXTS.move.deleted(nameOfTrain(train)));
  await refreshGraph(await refreshTrains(new Map(), [train.id]));
  return true;
}
