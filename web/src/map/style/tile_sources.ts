/** The layers of a network's map, as the server tells them, at addresses beside the page: a gateway may stand before both. */
import { api, ask, type Schemas } from "../../api/client.ts";
import { addressOfTiles } from "../../api/tile_address.ts";
import { awaitChanges, noteLayers } from "../tile_versions.ts";

export const TILE_LAYERS = [
  "track_sections",
  "electrifications",
  "neutral_sections",
  "neutral_signs",
  "speed_sections",
  "psl",
  "psl_signs",
  "routes",
  "operational_points",
  "switches",
  "detectors",
  "signals",
  "buffer_stops",
  "errors",
] as const;
export type TileLayer = (typeof TILE_LAYERS)[number];

export interface Metadata extends Pick<Schemas["LayerMetadata"], "minzoom" | "maxzoom" | "bounds"> {
  /** Where the tiles of each layer are; an edit changes those of the layers that are drawn from what it changed. */
  readonly tiles: Readonly<Record<TileLayer, string>>;
}

/** Of all layers, which have the same zooms and bounds, at this version of the network or a newer one. Throws ApiFault. */
export async function askMetadata(
  infra_id: number,
  version: string,
  signal: AbortSignal,
): Promise<Metadata> {
  const told = await askLayers(infra_id, signal);
  const path = { params: { path: { infra_id } }, signal };
  const { version: now } = await ask(api.GET("/infra/{infra_id}", path));
  // It was changed meanwhile: some layers may be older than others.
  if (now !== version) return await askMetadata(infra_id, now, signal);
  await awaitChanges(infra_id, version);
  signal.throwIfAborted();
  noteLayers(infra_id, version, told.tiles);
  return told;
}

async function askLayers(infra_id: number, signal: AbortSignal): Promise<Metadata> {
  const told = await Promise.all(
    TILE_LAYERS.map(async (layer) => {
      const asked = api.GET("/layers/layer/{layer}/mvt/{view}", {
        params: { path: { layer, view: "geo" }, query: { infra: infra_id } },
        signal,
      });
      return [layer, await ask(asked)] as const;
    }),
  );
  const tiles = told.map(([layer, { tiles: own }]) => [layer, addressOfTiles(own[0] ?? "")]);
  const [[, { minzoom, maxzoom, bounds }]] = told as [(typeof told)[number]];
  const common = { minzoom, maxzoom, ...(bounds !== undefined && { bounds }) };
  return { ...common, tiles: Object.fromEntries(tiles) };
}
