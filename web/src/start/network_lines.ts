/** The tracks of a whole network as one small drawing, read from its map tiles. */
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { api, ask, reach } from "../api/client.ts";
import { addressOfTiles } from "../api/tile_address.ts";

export const LINES_WIDTH = 248;
export const LINES_HEIGHT = 96;
const EDGE_PX = 10;
/** Of tiles in each direction. */
const TILES_MAX = 2;

interface Point {
  readonly x: number;
  readonly y: number;
}
type Line = readonly Point[];

/** Of the whole world, from its upper left corner, by Mercator's projection. */
function shareOf(longitude: number, latitude: number): Point {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: longitude / 360 + 0.5,
    y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI),
  };
}

/** The path of an SVG; null: nothing of it is on the map. Throws ApiFault. */
export async function readNetworkLines(infra: number, signal: AbortSignal): Promise<string | null> {
  const { bounds, minzoom, maxzoom, tiles } = await ask(
    api.GET("/layers/layer/{layer}/mvt/{view}", {
      params: { path: { layer: "track_sections", view: "geo" }, query: { infra } },
      signal,
    }),
  );
  const [west, south, east, north] = bounds ?? [];
  if (west === undefined || south === undefined || east === undefined || north === undefined) {
    return null;
  }
  const [from, to] = [shareOf(west, north), shareOf(east, south)];
  const place = addressOfTiles(tiles[0] ?? "");
  let zoom = maxzoom;
  const atZoom = (share: number): number => Math.floor(share * 2 ** zoom);
  const count = (low: number, high: number): number => atZoom(high) - atZoom(low) + 1;
  while (zoom > minzoom && Math.max(count(from.x, to.x), count(from.y, to.y)) > TILES_MAX) zoom--;
  const asked: Promise<Line[]>[] = [];
  for (let x = atZoom(from.x); x <= atZoom(to.x); x++) {
    for (let y = atZoom(from.y); y <= atZoom(to.y); y++) {
      const address = place.replace("{z}", `${zoom}`).replace("{x}", `${x}`).replace("{y}", `${y}`);
      asked.push(readTile(new Request(address, { signal }), { x, y }, zoom));
    }
  }
  return drawLines((await Promise.all(asked)).flat());
}

/** In shares of the world. */
async function readTile(request: Request, tile: Point, zoom: number): Promise<Line[]> {
  const answer = await reach(request);
  const bytes = answer.ok ? await answer.arrayBuffer() : new ArrayBuffer(0);
  const lines: Line[] = [];
  for (const layer of Object.values(new VectorTile(new PbfReader(bytes)).layers)) {
    for (let i = 0; i < layer.length; i++) {
      const { extent } = layer;
      const toShare = (at: number, of: number): number => (of + at / extent) / 2 ** zoom;
      for (const line of layer.feature(i).loadGeometry()) {
        lines.push(line.map(({ x, y }) => ({ x: toShare(x, tile.x), y: toShare(y, tile.y) })));
      }
    }
  }
  return lines;
}

/** As large as it fits, in whole pixels; what would be drawn twice is drawn once. */
export function drawLines(lines: readonly Line[]): string | null {
  let [left, top, right, bottom] = [1, 1, 0, 0];
  for (const { x, y } of lines.flat()) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const scale = Math.min(
    (LINES_WIDTH - 2 * EDGE_PX) / (right - left),
    (LINES_HEIGHT - 2 * EDGE_PX) / (bottom - top),
  );
  if (!Number.isFinite(scale) || scale <= 0) return null;
  const [middle_x, middle_y] = [(left + right) / 2, (top + bottom) / 2];
  const parts = new Set<string>();
  for (const line of lines) {
    const points = line.map(({ x, y }) =>
      [
        Math.round(LINES_WIDTH / 2 + scale * (x - middle_x)),
        Math.round(LINES_HEIGHT / 2 + scale * (y - middle_y)),
      ].join(" "),
    );
    for (const [i, point] of points.entries()) {
      const before = points[i - 1];
      if (before !== undefined && before !== point) parts.add(`M${before}L${point}`);
    }
  }
  return [...parts].join("");
}
