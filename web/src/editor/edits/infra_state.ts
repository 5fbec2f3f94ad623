/** The network that is edited: its record, what its tiles are, who may edit it; what others do to it is told as it happens. */
import { computed, effect, signal, untracked } from "@preact/signals";
import { api, ask, isAbort, type Schemas } from "../../api/client.ts";
import { followInfra } from "../../api/events.ts";
import { askMetadata, type Metadata } from "../../map/style/tile_sources.ts";
import { noteChange } from "../../map/tile_versions.ts";
import { opened, page } from "../../state/address.ts";
import { hasRole, isAtLeast, type Level, readLevels } from "../../state/records/roles.ts";
import { attempt, doubts, explain, session, tell } from "../../state/session.ts";
import { TEXTS } from "../../texts.ts";

export type Infra = Schemas["Infra"];

/** Null: no network is being edited. */
export const edited_id = computed(() =>
  page.value === "network" ? (opened.value[0] ?? null) : null,
);

export const infra = signal<Infra | null>(null);
export const metadata = signal<Metadata | null>(null);
/** The version that the metadata are of. */
const metadata_of = signal<string | null>(null);
/** Whether the tiles that are shown, or asked for, have what was stored last. */
export const has_tiles = computed(
  () => metadata_of.value !== null && metadata_of.value === (infra.value?.version ?? null),
);
export const infra_fault = signal<string | null>(null);

const level = signal<Level | null>(null);

/** Whether the caller may change it, were it not locked. */
export const may_edit = computed(() => hasRole("infra:write") && isAtLeast(level.value, "Writer"));
export const can_edit = computed(() => may_edit.value && infra.value?.locked === false);

/** Follows the network; returns a function that stops this. */
export function followEdited(): () => void {
  const ends = [effect(followRecord), effect(followTiles), effect(followLevel)];
  return () => {
    for (const end of ends) end();
    infra.value = null;
    metadata.value = null;
  };
}

function followRecord(): (() => void) | undefined {
  const id = edited_id.value;
  infra.value = null;
  infra_fault.value = null;
  if (id === null || session.value === null) return undefined;
  const read = (): void => attempt(async () => await readInfra());
  return untracked(() => {
    void readInfra().catch((error: unknown) => {
      infra_fault.value = explain(error);
    });
    return followInfra(id, {
      told: {
        infra: (data) => {
          noteChange(id, data);
          read();
        },
      },
      onReset: read,
      onEnd: (reason) => tell("failed", TEXTS.setting[reason]),
      onState: () => undefined,
    });
  });
}

/** Throws ApiFault. */
export async function readInfra(): Promise<void> {
  const id = edited_id.peek();
  if (id === null) return;
  const found = await ask(api.GET("/infra/{infra_id}", { params: { path: { infra_id: id } } }));
  if (id === edited_id.peek()) infra.value = found;
}

const version = computed(() => infra.value?.version ?? null);

/** Another content has other tiles. */
function followTiles(): (() => void) | undefined {
  const [id, own] = [edited_id.value, version.value];
  if (id === null || own === null) return undefined;
  const ending = new AbortController();
  askMetadata(id, own, ending.signal).then(
    (told) => {
      metadata.value = told;
      metadata_of.value = own;
    },
    (error: unknown) => {
      if (!isAbort(error)) infra_fault.value = explain(error);
    },
  );
  return () => ending.abort();
}

function followLevel(): void {
  const id = edited_id.value;
  if (id === null || session.value === null || doubts.value < 0) return;
  attempt(async () => {
    level.value = (await readLevels("infra", [id])).get(id) ?? null;
  });
}

/** Throws ApiFault. */
export async function setLock(is_locked: boolean): Promise<void> {
  const id = edited_id.peek();
  if (id === null) return;
  const path = { params: { path: { infra_id: id } } };
  await ask(
    is_locked
      ? api.POST("/infra/{infra_id}/lock", path)
      : api.POST("/infra/{infra_id}/unlock", path),
  );
  await readInfra();
}
