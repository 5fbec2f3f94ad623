/** Objects of the edited network, as the server has them now. */
import { ApiFault, api, ask, type Schemas } from "../../api/client.ts";
import { loadTracks } from "../../map/track_store.ts";
import type { Track } from "../../map/tracks.ts";
import { keyOf, type ObjectType, type RailObject, type Target } from "./edits.ts";
import { edited_id, infra } from "./infra_state.ts";

export type Placed = Schemas["PlacedObjects"][number];

/** What one request asks for. */
const AT_ONCE = 1_000;

/** Throws ApiFault. */
async function askPlaced(
  infra_id: number,
  object_type: ObjectType,
  ids: readonly string[],
): Promise<Placed[]> {
  const found: Placed[] = [];
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const params = { path: { infra_id, object_type } };
    found.push(
      ...(await ask(
        api.POST("/infra/{infra_id}/objects/{object_type}", {
          params,
          body: ids.slice(i, i + AT_ONCE),
        }),
      )),
    );
  }
  return found;
}

/** Objects of a type that lie on a track or join it. Throws ApiFault. */
export async function askAttached(
  object_type: ObjectType,
  track_id: string,
): Promise<readonly RailObject[]> {
  const infra_id = edited_id.peek();
  if (infra_id === null) return [];
  const attached: Readonly<Record<string, readonly string[]>> = await ask(
    api.GET("/infra/{infra_id}/attached/{track_id}", { params: { path: { infra_id, track_id } } }),
  );
  const found = await askPlaced(infra_id, object_type, attached[object_type] ?? []);
  return found.map(({ railjson }) => railjson as unknown as RailObject);
}

/** An object that may have been deleted; then null. Throws ApiFault. */
export async function askOne({ obj_type, obj_id }: Target): Promise<Placed | null> {
  const infra_id = edited_id.peek();
  if (infra_id === null) return null;
  try {
    return (await askPlaced(infra_id, obj_type, [obj_id]))[0] ?? null;
  } catch (error) {
    if (error instanceof ApiFault && error.status === 400) return null;
    throw error;
  }
}

/** By key. Throws ApiFault. */
export async function askTargets(
  infra_id: number,
  targets: readonly Target[],
): Promise<Map<string, RailObject>> {
  const by_type = new Map<ObjectType, Set<string>>();
  for (const { obj_type, obj_id } of targets) {
    by_type.set(obj_type, (by_type.get(obj_type) ?? new Set()).add(obj_id));
  }
  const found = new Map<string, RailObject>();
  for (const [obj_type, ids] of by_type) {
    for (const { obj_id, railjson } of await askPlaced(infra_id, obj_type, [...ids])) {
      found.set(keyOf({ obj_type, obj_id }), railjson as unknown as RailObject);
    }
  }
  return found;
}

/** The tracks that exist and have lines: an object may name a track that does not exist. Throws ApiFault. */
export async function askTracks(ids: readonly string[]): Promise<ReadonlyMap<string, Track>> {
  const one = infra.peek();
  if (one === null) return new Map();
  const content = { infra_id: one.id, version: one.version };
  let asked = ids;
  while (asked.length > 0) {
    try {
      return await loadTracks(content, asked, new AbortController().signal);
    } catch (error) {
      const absent = error instanceof ApiFault ? error.error?.context["object_id"] : null;
      if (typeof absent !== "string" || !asked.includes(absent)) throw error;
      asked = asked.filter((id) => id !== absent);
    }
  }
  return new Map();
}
