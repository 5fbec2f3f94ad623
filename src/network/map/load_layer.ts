/**
 * Makes the packed layers of a map. Contents never change, so layers are keyed by their source: clones share them, and
 * an edit keeps those of other types. They are drawn when first asked for, the track sections before all others.
 */
import type { TaskInput, TaskOutput } from "../../../workers/tasks.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { MAP_LAYERS, type MapLayerName } from "../../railway/map_layers.ts";
import { OBJECT_TYPES, type ObjectKey } from "../../railway/object_types.ts";
import { getContent, readFaults } from "../infra/content.queries.ts";
import { BUILTIN_SWITCH_TYPES } from "../infra/switch_types.ts";
import { type ContentRow, layerKey, readList } from "./map.queries.ts";

type DrawnLayer = TaskOutput<"draw_layer">;
type Lists = TaskInput<"draw_layer">["lists"];
type Needed = Pick<Context, "services" | "signal" | "share">;

const TRACKS = "track_sections";

/** Rejects with ComputeError, DatabaseError or the signal's reason. */
export async function loadLayer(
  ctx: Needed,
  content: ContentRow,
  name: MapLayerName,
): Promise<DrawnLayer> {
  const items = [{ key: `${layerKey(content, name)}/${name}`, job: name }];
  const [drawn] = await ctx.services.map_layers.resolveMany<MapLayerName, DrawnLayer>(items, {
    signal: ctx.signal,
    split: (jobs) => [jobs],
    compute: async (_, signal) => [await draw({ ...ctx, signal }, content, name)],
    sizeOf: ({ bytes }) => bytes,
  });
  if (drawn === undefined) throw new Error("no value for a key that was asked for");
  return drawn;
}

async function draw(ctx: Needed, content: ContentRow, name: MapLayerName): Promise<DrawnLayer> {
  const { services, signal, share } = ctx;
  const { db, compute } = services;
  const { content_id } = content;
  const tracks = name === TRACKS ? null : (await loadLayer(ctx, content, TRACKS)).tracks;
  const faults = name === "errors" ? await readFaults(db, content_id, signal) : [];
  const keys = MAP_LAYERS[name].lists ?? (await listsOfFaults(faults, signal));
  const lists: Record<string, ArrayBuffer[]> = {};
  const source = await getContent(db, content_id);
  if (source === null) throw new Error("the content was deleted meanwhile");
  for (const list of keys) lists[list] = await readList(db, source, { list, signal });
  if (keys.includes("extended_switch_types")) addBuiltinTypes(lists);
  const transfer = Object.values(lists).flat();
  // The keys are those of the table of layers.
  const input = { name, lists: lists as Lists, tracks, faults };
  return await compute.run("draw_layer", input, { share, signal, transfer });
}

/** The lists of the faulty objects, and those that the places of switches and routes depend on. */
async function listsOfFaults(
  faults: readonly string[],
  signal: AbortSignal,
): Promise<readonly ObjectKey[]> {
  if (faults.length === 0) return [];
  const types = new Set(await mapInTurns(faults, signal, (text) => JSON.parse(text).obj_type));
  const keys = OBJECT_TYPES.filter(({ obj_type }) => types.has(obj_type)).map(({ key }) => key);
  const needed = types.has("Route") ? MAP_LAYERS.routes.lists : MAP_LAYERS.switches.lists;
  const all = new Set<ObjectKey>([...keys, ...needed]);
  all.delete(TRACKS);
  return [...all];
}

/** Appends the builtin types after the network's own: of two types with one id the last counts. */
function addBuiltinTypes(lists: Record<string, ArrayBuffer[]>): void {
  const own = lists["extended_switch_types"] ?? [];
  const is_empty = own.length <= 1;
  const builtin = JSON.stringify(BUILTIN_SWITCH_TYPES).slice(1);
  const text = `${is_empty ? "[" : ","}${builtin}`;
  lists["extended_switch_types"] = [...own.slice(0, -1), new TextEncoder().encode(text).buffer];
}
