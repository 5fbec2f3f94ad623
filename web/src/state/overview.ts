/** What there is to work on, as the start shows it. */
import { signal } from "@preact/signals";
import { api, ask, type Schemas } from "../api/client.ts";
import type { Place } from "./open_place.ts";
import { type Level, readLevels } from "./roles.ts";
import { persist } from "./session.ts";

type Networks = Pick<Schemas["Overview"], "infras" | "infra_count">;

export interface Overview extends Networks {
  readonly places: readonly Place[];
  /** How many there are in all for the words. */
  readonly count: number;
  /** What was looked for. */
  readonly words: string;
}

/** Null: not answered yet. */
export const overview = signal<Overview | null>(null);
/** The caller's levels on the listed timetables, once they are known. */
export const levels = signal<ReadonlyMap<number, Level | null>>(new Map());
export const fault = signal<string | null>(null);

const PAGE_SIZE = 50;
/** Keys that follow each other so fast are one question. */
const TYPING_MS = 150;

let work = new AbortController();

/** Asks for the first page of what has the words; an earlier question is dropped. */
export async function loadOverview(words: string, isWanted: () => boolean): Promise<void> {
  work.abort();
  work = new AbortController();
  const { signal } = work;
  await persist(
    async () => {
      overview.value = await readPage(words, 1, signal);
      fault.value = null;
    },
    (text) => {
      fault.value = text;
    },
    () => isWanted() && !signal.aborted,
  );
  await needLevels();
}

/** Adds the next page. Throws ApiFault. */
export async function loadMore(): Promise<void> {
  const known = overview.peek();
  if (known === null || known.places.length >= known.count) return;
  const page = Math.floor(known.places.length / PAGE_SIZE) + 1;
  const next = await readPage(known.words, page, work.signal);
  if (overview.peek() !== known) return;
  const listed = new Set(known.places.map((one) => one.timetable_id));
  const fresh = next.places.filter((one) => !listed.has(one.timetable_id));
  overview.value = { ...next, places: [...known.places, ...fresh] };
  await needLevels();
}

async function readPage(words: string, page: number, signal: AbortSignal): Promise<Overview> {
  const query = { page, page_size: PAGE_SIZE, ...(words !== "" && { words }) };
  const { timetables, infras, infra_count } = await ask(
    api.GET("/overview", { params: { query }, signal }),
  );
  return { places: timetables.results, count: timetables.count, infras, infra_count, words };
}

/** What can't be asked is not offered. */
async function needLevels(): Promise<void> {
  const missing = (overview.peek()?.places ?? [])
    .map((one) => one.timetable_id)
    .filter((id) => !levels.peek().has(id));
  if (missing.length === 0) return;
  const found = await readLevels("timetable", missing).catch(() => new Map<number, null>());
  levels.value = new Map([...levels.peek(), ...found]);
}

let typing: ReturnType<typeof setTimeout> | undefined;

/** Looks for what is typed, when it is typed. */
export function searchOverview(words: string): void {
  clearTimeout(typing);
  typing = setTimeout(() => void loadOverview(words.trim().slice(0, 128), () => true), TYPING_MS);
}

/** After something was made, renamed or deleted here. */
export async function refreshOverview(): Promise<void> {
  levels.value = new Map();
  await loadOverview(overview.peek()?.words ?? "", () => true);
}
