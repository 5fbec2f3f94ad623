/** The object of the network that was chosen on the map, with its data as the server has them. */
import { signal } from "@preact/signals";
import { api, ask, type Schemas } from "../api/client.ts";
import { setting } from "../state/setting.ts";
import type { Spot } from "./tracks.ts";

export type ObjectType = Schemas["ObjectType"];

export interface Picked {
  readonly type: ObjectType;
  readonly id: string;
  readonly data: unknown;
}

export const picked = signal<Picked | null>(null);

type Placed = Schemas["PlacedObjects"][number];

/** Null: no network is chosen. Throws ApiFault. */
async function readPlaced(object_type: ObjectType, id: string): Promise<Placed | null> {
  const infra_id = setting.peek()?.infra_id;
  if (infra_id === undefined) return null;
  const [one] = await ask(
    api.POST("/infra/{infra_id}/objects/{object_type}", {
      params: { path: { infra_id, object_type } },
      body: [id],
    }),
  );
  return one ?? null;
}

let latest = 0;

export function forgetPicked(): void {
  latest++;
  picked.value = null;
}

/** Throws ApiFault. */
export async function readPicked(type: ObjectType, id: string): Promise<void> {
  const own = ++latest;
  const found = await readPlaced(type, id);
  if (own === latest && found !== null) picked.value = { type, id, data: found.railjson };
}

/** The first point of an object on the map; null: it has none. Throws ApiFault. */
export async function placeOf(type: ObjectType, id: string): Promise<Spot | null> {
  const geometry = (await readPlaced(type, id))?.geographic ?? null;
  if (geometry === null) return null;
  const numbers = (geometry.coordinates as readonly unknown[]).flat(2) as readonly number[];
  const [lon, lat] = numbers;
  return lon === undefined || lat === undefined ? null : [lon, lat];
}
