/** Options of train fields: read once per network when a form is opened. */
import { computed, effect, signal } from "@preact/signals";
import { api, ask, listAll } from "../api/client.ts";
import { askStation } from "../api/station.ts";
import { infra_id } from "../state/setting.ts";

interface Offers {
  readonly tags: readonly string[];
  /** Codes of user-defined categories. */
  readonly categories: readonly string[];
}

const NOTHING: Offers = { tags: [], categories: [] };
const known = signal<Offers>(NOTHING);
/** Without the right to read them, only the train's own values are offered. */
export const offers = computed(() => known.value);

effect(() => {
  const id = infra_id.value;
  known.value = NOTHING;
  if (id !== null) void read(id);
});

async function read(id: number): Promise<void> {
  const [tags, categories] = await Promise.all([
    ask(
      api.GET("/infra/{infra_id}/speed_limit_tags", { params: { path: { infra_id: id } } }),
    ).catch(() => []),
    listAll((page) =>
      ask(api.GET("/sub_category", { params: { query: { page, page_size: 100 } } })),
    ).catch(() => []),
  ]);
  if (infra_id.peek() !== id) return;
  known.value = { tags: [...tags].sort(), categories: categories.map(({ code }) => code).sort() };
}

const tracks = signal<ReadonlyMap<string, readonly string[]>>(new Map());

/** Names of a station's tracks; empty until they are read. */
export function tracksOf(station_id: string): readonly string[] {
  return tracks.value.get(station_id) ?? [];
}

/** Reads a station's tracks when their field is opened. If they can't be read, none are offered. */
export async function needTracks(station_id: string): Promise<void> {
  const id = infra_id.peek();
  if (id === null || tracks.peek().has(station_id)) return;
  tracks.value = new Map(tracks.peek()).set(station_id, []);
  const names = await askStation(id, station_id, new AbortController().signal)
    .then((station) => station.tracks.map(({ name }) => name))
    .catch(() => []);
  tracks.value = new Map(tracks.peek()).set(station_id, [...new Set(names)]);
}
