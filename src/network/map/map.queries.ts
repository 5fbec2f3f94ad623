/** Reads the sources of map layers, page by page. */
import type { Database } from "../../platform/db/client.ts";
import { MAP_LAYERS, type MapLayerName } from "../../railway/map_layers.ts";
import { OBJECT_TYPES, type ObjectKey } from "../../railway/object_types.ts";
import type { Content } from "../infra/content.queries.ts";
import { pageObjects } from "../infra/railjson/export_railjson.ts";

export interface ContentRow {
  readonly id: number;
  readonly content_id: number;
  /** Identifies the import that its rows come from; no two imports ever have the same key. */
  readonly base_key: string;
  /** By type code: the last edit that changed an object of the type. */
  readonly type_steps: readonly number[];
  readonly last_step: number;
}

/**
 * The key of a layer's source. Contents of one import have the same objects of some types if the last edit of these
 * types is the same. Faults depend on all types.
 */
export function layerKey(
  { base_key, type_steps, last_step }: ContentRow,
  name: MapLayerName,
): string {
  const { lists } = MAP_LAYERS[name];
  if (lists === null) return `${base_key}-${last_step}`;
  const keys: readonly ObjectKey[] = ["track_sections", ...lists];
  const steps = keys.map(
    (key) => type_steps[OBJECT_TYPES.findIndex((type) => type.key === key)] ?? 0,
  );
  return `${base_key}-${Math.max(...steps)}`;
}

/** The content of an infrastructure, or null. Reads of one turn of the event loop share one statement. */
export async function getInfraContent(db: Database, infra_id: number): Promise<ContentRow | null> {
  return db.read("network/infra/get_content", infra_id);
}

/** A list of the network's document as a JSON array in UTF-8, in chunks. */
export async function readList(
  db: Database,
  content: Content,
  { list, signal }: { readonly list: ObjectKey; readonly signal: AbortSignal },
): Promise<ArrayBuffer[]> {
  const type_code = OBJECT_TYPES.findIndex(({ key }) => key === list);
  const encoder = new TextEncoder();
  const chunks: ArrayBuffer[] = [];
  let open = "[";
  for await (const rows of pageObjects(db, content, { object_type: type_code, ordinal: -1 })) {
    signal.throwIfAborted();
    const own = rows.find(({ object_type }) => object_type === type_code);
    if (own !== undefined) {
      chunks.push(encoder.encode(open + own.railjson).buffer);
      open = ",";
    }
    if (rows.at(-1) !== own) break;
  }
  chunks.push(encoder.encode(open === "[" ? "[]" : "]").buffer);
  return chunks;
}
