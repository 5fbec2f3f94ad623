/** Options of train fields: read once per network when a form is opened. */
import { computed, effect, signal } from "@preact/signals";
import { api, ask, listAll } from "../api/client.ts";
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
