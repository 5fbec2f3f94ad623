/** What others change in the open timetable: read again and marked. */
import { effect, signal, untracked } from "@preact/signals";
import { type Changed, followTimetable } from "../api/events.ts";
import type { Run } from "../graph/runs.ts";
import { TEXTS } from "../texts.ts";
import { timetable_id } from "./address.ts";
import { connection, followed_timetable_id, watchers } from "./connection.ts";
import { is_in_hand, rebaseTrial } from "./edits/trial.ts";
import { refreshGraph, reloadAll, step } from "./loading.ts";
import { readOpenPlace } from "./open_place.ts";
import { attempt, tell } from "./session.ts";
import { statuses } from "./statuses.ts";
import { open_timetable_id, refreshTrains } from "./timetable.ts";

/** Trains that others have just changed. */
export const marked = signal<ReadonlySet<number>>(new Set());
export const MARK_MS = 10_000;

/** Events that are not read yet. */
interface News {
  readonly changed: ReadonlyMap<number, Run["kind"]>;
  readonly deleted: ReadonlySet<number>;
  /** Anything may have changed. */
  readonly is_all: boolean;
}

const NO_NEWS: News = { changed: new Map(), deleted: new Set(), is_all: false };
const ALL_NEWS: News = { ...NO_NEWS, is_all: true };
const news = signal(NO_NEWS);

export function followOthers(): void {
  followNews();
  effect(() => {
    const id = timetable_id.value;
    connection.value = "none";
    followed_timetable_id.value = null;
    statuses.value = null;
    watchers.value = { users: [], count: 0 };
    news.value = NO_NEWS;
    missed = NO_NEWS;
    if (id === null) return undefined;
    return followTimetable(id, {
      told: {
        trains: (data) => hear(newsOf("train_schedule", data)),
        paced_trains: (data) => hear(newsOf("paced_train", data)),
        timetable: () => void readOpenPlace(id),
        watchers: (data) => {
          watchers.value = JSON.parse(data) as typeof watchers.value;
        },
        // All runs may have changed.
        rolling_stock: hearOfAll,
      },
      onReset: hearOfAll,
      onEnd: (reason) => {
        connection.value = "refused";
        if (open_timetable_id.peek() === id) tell("failed", TEXTS.live[reason]);
      },
      onState: (state) => {
        connection.value = state;
        followed_timetable_id.value = id;
      },
    });
  });
}

function newsOf(kind: Run["kind"], data: string): News {
  const { created, changed, deleted } = JSON.parse(data) as Changed;
  return {
    ...NO_NEWS,
    changed: new Map([...created, ...changed].map((id) => [id, kind])),
    deleted: new Set(deleted),
  };
}

function join(a: News, b: News): News {
  return {
    changed: new Map([...a.changed, ...b.changed]),
    deleted: new Set([...a.deleted, ...b.deleted]),
    is_all: a.is_all || b.is_all,
  };
}

function hear(heard: News): void {
  news.value = join(news.peek(), heard);
}

/** All runs may have changed. */
export function hearOfAll(): void {
  hear(ALL_NEWS);
}

const is_reading = signal(false);
/** News whose reading failed: it joins the next one. */
let missed = NO_NEWS;

/** One reading at a time, of all news so far; none while a train is being dragged here or all is being read. */
function followNews(): void {
  effect(() => {
    if (news.value === NO_NEWS || is_reading.value || is_in_hand.value) return;
    if (open_timetable_id.value !== timetable_id.value || step.value !== "idle") return;
    const told = join(missed, news.peek());
    news.value = NO_NEWS;
    missed = told;
    is_reading.value = true;
    untracked(() => attempt(async () => await read(told)));
  });
}

async function read(told: News): Promise<void> {
  try {
    await takeOver(told);
    missed = NO_NEWS;
  } finally {
    is_reading.value = false;
  }
}

/** More trains are read with the whole timetable, in pages. */
const ONE_BY_ONE_MAX = 20;

/** The page's own changes come too: they are known already, so nothing follows. */
async function takeOver({ changed, deleted, is_all }: News): Promise<void> {
  const existing = new Map([...changed].filter(([id]) => !deleted.has(id)));
  if (is_all || existing.size > ONE_BY_ONE_MAX) {
    await reloadAll();
    mark([...existing.keys()]);
    return;
  }
  const different = await refreshTrains(existing, deleted);
  mark(different);
  rebaseTrial(different);
  await refreshGraph(different);
}

function mark(ids: readonly number[]): void {
  marked.value = new Set([...marked.peek(), ...ids]);
  setTimeout(() => {
    marked.value = new Set([...marked.peek()].filter((id) => !ids.includes(id)));
  }, MARK_MS);
}
