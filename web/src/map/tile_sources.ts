/** The layers of a network's map, as the server tells them, at addresses beside the page: a gateway may stand before both. */
import { addressOf, api, ask, type Schemas } from "../api/client.ts";

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

export type Metadata = Pick<Schemas["LayerMetadata"], "tiles" | "minzoom" | "maxzoom" | "bounds">;

const ASKED = "track_sections";
const PLACE = "/layers/tile/";

/** Of all layers: they have the same content, zooms and bounds. Throws ApiFault. */
export async function askMetadata(infra_id: number, signal: AbortSignal): Promise<Metadata> {
  return await ask(
    api.GET("/layers/layer/{layer}/mvt/{view}", {
      params: { path: { layer: ASKED, view: "geo" }, query: { infra: infra_id } },
      signal,
    }),
  );
}

/** Where the tiles of a layer are; the text is no address for parsers, because of its braces. */
export function addressOfTiles({ tiles }: Metadata, layer: TileLayer): string {
  const told = tiles[0] ?? "";
  const place = told.slice(told.indexOf(PLACE) + PLACE.length);
  return addressOf(PLACE) + place.replace(ASKED, layer);
}
