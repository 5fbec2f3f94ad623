/** From a layer to one of its tiles: in memory since it was last cut, else cut on a thread. */
import type { TaskOutput } from "../../../workers/tasks.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { MAP_LAYERS, type MapLayerName } from "../../railway/map_layers.ts";
import { loadLayer } from "./load_layer.ts";
import { type ContentRow, layerKey } from "./map.queries.ts";

type Tile = TaskOutput<"cut_tile">;

export interface TilePlace {
  readonly name: MapLayerName;
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

const EMPTY: Tile = { bytes: new Uint8Array(0), gzip: null, tag: "empty" };

export async function loadTile(
  ctx: Pick<Context, "services" | "signal" | "share">,
  content: ContentRow,
  { name, z, x, y }: TilePlace,
): Promise<Tile> {
  if (z < MAP_LAYERS[name].zoom_min) return EMPTY;
  const { map_tiles, compute } = ctx.services;
  const key = `${layerKey(content, name)}/${name}/${z}/${x}/${y}`;
  const [tile = EMPTY] = await map_tiles.resolveMany<null, Tile>([{ key, job: null }], {
    signal: ctx.signal,
    split: (jobs) => [jobs],
    compute: async (_, signal) => {
      const { layer } = await loadLayer({ ...ctx, signal }, content, name);
      const options = { share: ctx.share, signal };
      return [await compute.run("cut_tile", { name, layer, tile: { z, x, y } }, options)];
    },
    sizeOf: ({ bytes, gzip }) => bytes.length + (gzip?.length ?? 0),
  });
  return tile;
}
