/** The timetables to work on, as the start page shows them. */
import { signal } from "@preact/signals";
import { api, ask, type Schemas } from "../../api/client.ts";
import type { Place } from "../open_place.ts";
import { persist } from "../session.ts";
import { type Level, readLevels } from "./roles.ts";

type Networks = Pick<Schemas["Overview"], "infras" | "infra_count">;

export interface Overview extends Networks {
  readonly places: readonly Place[];
  /** How many match the search in all. */
  readonly count: number;
  /** The search text. */
  readonly words: string;
}

/** Null: not answered yet. */
export const overview = signal<Overview | null>(null);
/** The caller's levels on the listed timetables, as far as they are known. */
export const levels = signal<ReadonlyMap<number, Level | null>>(new Map());
export const fault = signal<string | null>(null);

const PAGE_SIZE = 50;
/** Keys typed faster than this are one search. */
const TYPING_MS = 150;

let work = new AbortController();
/** The search text as typed last, which may not be answered yet. */
let typed = "";
let typing: ReturnType<typeof setTimeout> | undefined;

/** Requests the first page of what matches the text; an earlier request is aborted. */
export async function loadOverview(words: string, isWanted: () => boolean): Promise<void> {
  clearTimeout(typing);
  typed = words;
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

/** If the levels can't be read, what needs them is not offered. */
async function needLevels(): Promise<void> {
  const missing = (overview.peek()?.places ?? [])
    .map((one) => one.timetable_id)
    .filter((id) => !levels.peek().has(id));
  if (missing.length === 0) return;
  const found = await readLevels("timetable", missing).catch(() => new Map<number, null>());
  levels.value = new Map([...levels.peek(), ...found]);
}

/** Searches while the text is typed. */
export function searchOverview(words: string): void {
  clearTimeout(typing);
  typed = words.trim().slice(0, 128);
  typing = setTimeout(() => void loadOverview(typed, () => true), TYPING_MS);
}

/** After something was made, renamed or deleted here. */
export async function refreshOverview(): Promise<void> {
  levels.value = new Map();
  await loadOverview(typed, () => true);
}
