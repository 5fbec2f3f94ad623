/** What others do to the open timetable, marked and read again. */
import { effect, signal, untracked } from "@preact/signals";
import { type Changed, followTimetable } from "../api/events.ts";
import { TEXTS } from "../texts.ts";
import { refreshGraph, reloadAll } from "./loading.ts";
import { is_in_hand, move } from "./move.ts";
import { attempt, tell } from "./session.ts";
import { statuses } from "./statuses.ts";
import { open_timetable_id, refreshTrains } from "./timetable.ts";

export type Connection = "none" | "live" | "offline" | "refused";

export const connection = signal<Connection>("none");

/** Trains that others have just changed. */
export const marked = signal<ReadonlySet<number>>(new Set());
export const MARK_MS = 10_000;

/** What was told and is not read yet. */
interface News {
  readonly changed: ReadonlySet<number>;
  readonly deleted: ReadonlySet<number>;
  /** Anything may be otherwise. */
  readonly is_all: boolean;
}

const NO_NEWS: News = { changed: new Set(), deleted: new Set(), is_all: false };
const ALL_NEWS: News = { ...NO_NEWS, is_all: true };
const news = signal(NO_NEWS);

let stop: (() => void) | null = null;
let followed: number | null = null;

export function followOthers(): void {
  followNews();
  effect(() => {
    const timetable_id = open_timetable_id.value;
    if (timetable_id === followed) return;
    followed = timetable_id;
    stop?.();
    stop = null;
    connection.value = "none";
    statuses.value = null;
    news.value = NO_NEWS;
    missed = NO_NEWS;
    if (timetable_id === null) return;
    stop = followTimetable(timetable_id, {
      onTrains: (changed) => hear(newsOf(changed)),
      onPacedTrains: hearOfAll,
      onReset: hearOfAll,
      onEnd: (reason) => tell("failed", TEXTS.live[reason]),
      onState: (state) => {
        connection.value = state;
      },
    });
  });
}

function newsOf({ created, changed, deleted }: Changed): News {
  return { ...NO_NEWS, changed: new Set([...created, ...changed]), deleted: new Set(deleted) };
}

function join(a: News, b: News): News {
  return {
    changed: new Set([...a.changed, ...b.changed]),
    deleted: new Set([...a.deleted, ...b.deleted]),
    is_all: a.is_all || b.is_all,
  };
}

function hear(heard: News): void {
  news.value = join(news.peek(), heard);
}

/** All runs may have become others. */
export function hearOfAll(): void {
  hear(ALL_NEWS);
}

const is_reading = signal(false);
/** Could not be read: it is with the next. */
let missed = NO_NEWS;

/** One reading at a time, of all that was told meanwhile; none while a train is in hand here. */
function followNews(): void {
  effect(() => {
    if (news.value === NO_NEWS || is_reading.value || is_in_hand.value) return;
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

/** The own changes are told too: they are known already, so nothing follows. */
async function takeOver({ changed, deleted, is_all }: News): Promise<void> {
  const existing = [...changed].filter((id) => !deleted.has(id));
  if (is_all || existing.length > ONE_BY_ONE_MAX) {
    await reloadAll();
    mark(existing);
    return;
  }
  const different = await refreshTrains(existing, [...deleted]);
  mark(different);
  const moved = move.peek();
  if (moved !== null && different.includes(moved.train_id) && moved.state === "tried") {
    tell("warning", TEXTS.move.changed_meanwhile);
  }
  await refreshGraph(different);
}

function mark(ids: readonly number[]): void {
  marked.value = new Set([...marked.peek(), ...ids]);
  setTimeout(() => {
    marked.value = new Set([...marked.peek()].filter((id) => !ids.includes(id)));
  }, MARK_MS);
}
