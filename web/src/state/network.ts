/** What others do to the chosen network: its name is read again, and with another version everything. */
import { computed, effect, signal, untracked } from "@preact/signals";
import { api, ask } from "../api/client.ts";
import { followInfra } from "../api/events.ts";
import { TEXTS } from "../texts.ts";
import { hearOfAll, MARK_MS } from "./live.ts";
import { attempt, tell } from "./session.ts";
import { choices, setting } from "./setting.ts";
import { open_timetable_id } from "./timetable.ts";

const infra_id = computed(() => setting.value?.infra_id ?? null);

/** Goes up when the network's content has become another. */
export const infra_version = computed(
  () => choices.value?.infras.find(({ id }) => id === infra_id.value)?.version ?? null,
);

/** Somebody has just changed it. */
export const is_network_marked = signal(false);

export function followNetwork(): void {
  effect(() => {
    const id = infra_id.value;
    if (id === null || open_timetable_id.value === null) return undefined;
    return untracked(() =>
      followInfra(id, {
        onChange: () => attempt(async () => await readNetwork(id)),
        onEnd: (reason) => tell("failed", TEXTS.setting[reason]),
      }),
    );
  });
}

async function readNetwork(id: number): Promise<void> {
  const found = await ask(api.GET("/infra/{infra_id}", { params: { path: { infra_id: id } } }));
  const known = choices.peek();
  const before = known?.infras.find((one) => one.id === id);
  if (known === null || before === undefined) return;
  if (before.name === found.name && before.version === found.version) return;
  const infras = known.infras.map((one) => (one.id === id ? found : one));
  choices.value = { ...known, infras };
  is_network_marked.value = true;
  setTimeout(() => {
    is_network_marked.value = false;
  }, MARK_MS);
  if (before.version !== found.version) hearOfAll();
}
