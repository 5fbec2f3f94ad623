/** Gets a tile of a layer: from memory if it was cut before, else cut on a thread. */
import type { TaskOutput } from "../../../workers/tasks.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import type { LayerOrigin } from "./layer_origin.ts";

type Tile = TaskOutput<"cut_tile">;

export interface TilePlace {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

const EMPTY: Tile = { bytes: new Uint8Array(0), gzip: null, tag: "empty" };

export async function loadTile(
  ctx: Pick<Context, "services" | "signal" | "share">,
  { name, key: drawn_from, zoom_min, load }: LayerOrigin,
  { z, x, y }: TilePlace,
): Promise<Tile> {
  if (z < zoom_min) return EMPTY;
  const { map_tiles, compute } = ctx.services;
  const key = `${drawn_from}/${name}/${z}/${x}/${y}`;
  const [tile = EMPTY] = await map_tiles.resolveMany<null, Tile>([{ key, job: null }], {
    signal: ctx.signal,
    split: (jobs) => [jobs],
    compute: async (_, signal) => {
      const { layer, overview } = await load({ ...ctx, signal });
      const known = overview.find(({ place }) => place.z === z && place.x === x && place.y === y);
      if (known !== undefined) return [known.tile];
      const options = { share: ctx.share, signal };
      return [await compute.run("cut_tile", { name, layer, tile: { z, x, y } }, options)];
    },
    sizeOf: ({ bytes, gzip }) => bytes.length + (gzip?.length ?? 0),
  });
  return tile;
}
