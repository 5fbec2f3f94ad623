/**
 * The map of a network: metadata of its layers and their vector tiles. A tile's URL names the content, which never
 * changes, so tiles are kept by browsers and by this server without ever being invalidated. Rights are asked for at each
 * request, whatever is kept.
 */
import type * as v from "valibot";
import { answerStatic } from "../../platform/http/answer_static.ts";
import { okJson, staticFile } from "../../platform/http/answers.ts";
import {
  type Context,
  checked,
  endpoint,
  type StaticAnswer,
} from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { isMapLayer, MAP_LAYERS, type MapLayerName } from "../../railway/map_layers.ts";
import { infraNotFound } from "../infra/infra.errors.ts";
import { loadLayer } from "./load_layer.ts";
import { loadTile } from "./load_tile.ts";
import { type ContentRow, getInfraContent, layerKey } from "./map.queries.ts";
import {
  LayerMetadata,
  LayerParams,
  LayerQuery,
  TileParams,
  TileQuery,
  ZOOM_MAX,
} from "./map.schemas.ts";

const TILE_TYPE = "application/x-protobuf";
const VIEW = "geo";
const ZOOM_MIN = 5;
/** Of what tiles hold: another one gives tiles other URLs. */
const FORM = 1;
/** So that a network along the edge of a tile has tiles. */
const MARGIN_DEGREES = 0.001;
const LAT_MAX = 85.0511;

const FOREVER = "private, max-age=31536000, immutable";
/** By its tag, whenever it is shown. */
const CHECKED = "private, no-cache";
const NEVER = "private, no-store";

export const MAP_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/layers/layer/:layer/mvt/:view",
    summary: "Metadata of a layer of the map, as maps read them",
    params: LayerParams,
    query: LayerQuery,
    answer: okJson(LayerMetadata),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    errors: ["LayerNotFound", "ViewNotFound"],
    reads: ({ query }) => ({ query: "network/infra/get_content", id: query.infra_id }),
    handle: async (ctx, { params, query: { infra_id } }) => {
      const name = findLayer(params);
      const content = await findContent(ctx, infra_id);
      const { bounds } = await loadLayer(ctx, content, "track_sections");
      return describeLayer(ctx, { name, infra_id, content, bounds });
    },
  }),
  endpoint({
    method: "get",
    path: "/layers/tile/:layer/:view/:z/:x/:y",
    summary: "A vector tile of the map; no bytes where there is nothing",
    params: TileParams,
    query: TileQuery,
    answer: staticFile(TILE_TYPE),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    errors: ["LayerNotFound", "ViewNotFound"],
    headers: ["etag"],
    reads: ({ query }) => ({ query: "network/infra/get_content", id: query.infra_id }),
    handle: async (ctx, { params, query }) => {
      const name = findLayer(params);
      const { z, x, y } = params;
      for (const [parameter, value] of Object.entries({ x, y })) {
        if (value < 2 ** z) continue;
        const message = `${parameter} must be below ${2 ** z} at zoom ${z}`;
        throw new AppError("InvalidPathParameter", message, { parameter });
      }
      const content = await findContent(ctx, query.infra_id);
      const version = versionOf(content, name);
      const asked = query.v ?? null;
      const cache_control = asked === null ? CHECKED : asked === version ? FOREVER : NEVER;
      return await answerTile(ctx, content, { name, z, x, y, cache_control });
    },
  }),
];

function findLayer({ layer, view }: v.InferOutput<typeof LayerParams>): MapLayerName {
  if (!isMapLayer(layer)) {
    const expected_names = Object.keys(MAP_LAYERS).sort();
    const message = `There is no layer '${layer}'`;
    throw new AppError("LayerNotFound", message, { layer_name: layer, expected_names });
  }
  if (view !== VIEW) {
    const message = `There is no view '${view}'`;
    throw new AppError("ViewNotFound", message, { view_name: view, expected_names: [VIEW] });
  }
  return layer;
}

async function findContent(ctx: Context, infra_id: number): Promise<ContentRow> {
  const content = await getInfraContent(ctx.services.db, infra_id);
  if (content === null) throw infraNotFound(infra_id);
  return content;
}

function versionOf(content: ContentRow, name: MapLayerName): string {
  return `${layerKey(content, name)}-${FORM}`;
}

type Bounds = Awaited<ReturnType<typeof loadLayer>>["bounds"];

function describeLayer(
  { services: { config } }: Context,
  {
    name,
    infra_id,
    content,
    bounds,
  }: {
    readonly name: MapLayerName;
    readonly infra_id: number;
    readonly content: ContentRow;
    readonly bounds: Bounds;
  },
): LayerMetadata {
  const { public_url, host, port, map_zoom_max } = config;
  const root = public_url ?? `http://${host}:${port}`;
  const address = `${root}/layers/tile/${name}/${VIEW}/{z}/{x}/{y}/`;
  return {
    type: "vector",
    name,
    promoteId: { [name]: "id" },
    scheme: "xyz",
    tiles: [`${address}?infra=${infra_id}&v=${versionOf(content, name)}`],
    attribution: "",
    minzoom: ZOOM_MIN,
    maxzoom: Math.min(map_zoom_max, ZOOM_MAX),
    ...(bounds === null ? {} : { bounds: widen(bounds) }),
  };
}

function widen([west, south, east, north]: NonNullable<Bounds>): number[] {
  return [
    Math.max(-180, west - MARGIN_DEGREES),
    Math.max(-LAT_MAX, south - MARGIN_DEGREES),
    Math.min(180, east + MARGIN_DEGREES),
    Math.min(LAT_MAX, north + MARGIN_DEGREES),
  ];
}

async function answerTile(
  ctx: Context,
  content: ContentRow,
  { cache_control, ...place }: Parameters<typeof loadTile>[2] & { readonly cache_control: string },
): Promise<StaticAnswer> {
  const tile = await loadTile(ctx, content, place);
  return answerStatic(ctx, { ...tile, content_type: TILE_TYPE, br: null }, cache_control);
}
