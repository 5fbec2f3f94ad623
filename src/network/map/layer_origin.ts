/** The source of a map layer: lists of a network, or a group of records on its tracks. */
import type { TaskOutput } from "../../../workers/tasks.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import {
  GROUP_LAYERS,
  type GroupLayerName,
  MAP_LAYERS,
  type MapLayerName,
} from "../../railway/map_layers.ts";
import { temporarySpeedLimitGroupNotFound } from "../temporary_speed_limit/temporary_speed_limit.errors.ts";
import { getTemporarySpeedLimitGroup } from "../temporary_speed_limit/temporary_speed_limit.queries.ts";
import { workScheduleGroupNotFound } from "../work_schedule/work_schedule.errors.ts";
import { getWorkScheduleGroup } from "../work_schedule/work_schedule.queries.ts";
import { loadLayer } from "./load_layer.ts";
import { type ContentRow, layerKey } from "./map.queries.ts";

type DrawnLayer = TaskOutput<"draw_layer">;
type Needed = Pick<Context, "services" | "signal" | "share">;

export interface LayerOrigin {
  readonly name: MapLayerName | GroupLayerName;
  /** Identifies the source: layers with the same key are the same. */
  readonly key: string;
  readonly zoom_min: number;
  /** The group named in the tiles' URL; null: a layer of the network itself. */
  readonly group_id: number | null;
  /** Rejects with ComputeError, DatabaseError or the signal's reason. */
  readonly load: (ctx: Needed) => Promise<DrawnLayer>;
}

export function networkOrigin(content: ContentRow, name: MapLayerName): LayerOrigin {
  return {
    name,
    key: layerKey(content, name),
    zoom_min: MAP_LAYERS[name].zoom_min,
    group_id: null,
    load: async (ctx) => await loadLayer(ctx, content, name),
  };
}

/** Throws when there is no such group. */
export async function groupOrigin(
  ctx: Needed,
  content: ContentRow,
  { name, group_id }: { readonly name: GroupLayerName; readonly group_id: number },
): Promise<LayerOrigin> {
  // The group may have been deleted since the layer was drawn.
  const records = await READERS[name](ctx, group_id);
  const key = `${layerKey(content, "track_sections")}-${group_id}`;
  const load = async (needed: Needed): Promise<DrawnLayer> => {
    const { map_layers, compute } = needed.services;
    const [drawn] = await map_layers.resolveMany<string, DrawnLayer>(
      [{ key: `${key}/${name}`, job: records }],
      {
        signal: needed.signal,
        split: (jobs) => [jobs],
        compute: async (_, signal) => {
          const own = { ...needed, signal };
          const { tracks } = await loadLayer(own, content, "track_sections");
          if (tracks === null) throw new Error("track sections without their places");
          const options = { share: needed.share, signal };
          return [await compute.run("draw_group", { tracks, records }, options)];
        },
        sizeOf: ({ bytes }) => bytes,
      },
    );
    if (drawn === undefined) throw new Error("no value for a key that was asked for");
    return drawn;
  };
  return { name, key, zoom_min: GROUP_LAYERS[name].zoom_min, group_id, load };
}

/** A group's records as a JSON array. */
const READERS: Readonly<Record<GroupLayerName, (ctx: Needed, id: number) => Promise<string>>> = {
  work_schedules: async ({ services }, id) => {
    const group = await getWorkScheduleGroup(services.db, id);
    if (group === null) throw workScheduleGroupNotFound(id);
    return group.works;
  },
  temporary_speed_limits: async ({ services }, id) => {
    const group = await getTemporarySpeedLimitGroup(services.db, id);
    if (group === null) throw temporarySpeedLimitGroupNotFound(id);
    return group.limits;
  },
};
