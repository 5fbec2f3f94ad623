/**
 * The map of a network: metadata of its layers and their vector tiles. A tile's URL names the content, which never
 * changes, so browsers and this server keep tiles and never invalidate them. Rights are checked at each request, even
 * if the tile is kept.
 */
import type * as v from "valibot";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { okJson, staticFile } from "../../platform/http/answers.ts";
import {
  type Context,
  checked,
  endpoint,
  type StaticAnswer,
} from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { answerStatic } from "../../platform/http/sending/answer_static.ts";
import {
  GROUP_LAYERS,
  type GroupLayerName,
  isGroupLayer,
  isMapLayer,
  MAP_LAYERS,
  type MapLayerName,
} from "../../railway/map_layers.ts";
import { infraNotFound } from "../infra/infra.errors.ts";
import { groupOrigin, type LayerOrigin, networkOrigin } from "./layer_origin.ts";
import { loadLayer } from "./load_layer.ts";
import { type ContentRow, getInfraContent } from "./map.queries.ts";
import { LayerMetadata, LayerParams, LayerQuery, TileParams, TileQuery } from "./map.schemas.ts";

/* Gets a tile of a layer: from memory if it was cut before, else cut on a thread. */

type Tile = TaskOutput<"cut_tile">;

interface TilePlace {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

const EMPTY: Tile = { bytes: new Uint8Array(0), gzip: null, tag: "empty" };

async function loadTile(
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

const TILE_TYPE = "application/x-protobuf";
const VIEW = "geo";
const ZOOM_MIN = 5;
/** Highest zoom of map tiles; maps show these enlarged beyond. */
const SHOWN_ZOOM_MAX = 18;
/** Version of the tiles' form; a new one changes their URLs, so kept tiles are not used again. */
const FORM = 1;
/** Added to the bounds, so that a network along the edge of a tile has tiles. */
const MARGIN_DEGREES = 0.001;
const LAT_MAX = 85.0511;

const FOREVER = "private, max-age=31536000, immutable";
/** The browser keeps it, but checks its tag before each use. */
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
    errors: [
      "LayerNotFound",
      "ViewNotFound",
      "WorkScheduleGroupNotFound",
      "TemporarySpeedLimitGroupNotFound",
    ],
    reads: ({ query }) => ({ query: "network/infra/get_content", id: query.infra_id }),
    handle: async (ctx, { params, query: { infra_id, group_id } }) => {
      const layer = findLayer(params, group_id);
      const content = await findContent(ctx, infra_id);
      const origin = await openOrigin(ctx, content, layer);
      const { bounds } = await loadLayer(ctx, content, "track_sections");
      return describeLayer(ctx, { origin, infra_id, bounds });
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
    errors: [
      "LayerNotFound",
      "ViewNotFound",
      "WorkScheduleGroupNotFound",
      "TemporarySpeedLimitGroupNotFound",
    ],
    headers: ["etag"],
    reads: ({ query }) => ({ query: "network/infra/get_content", id: query.infra_id }),
    handle: async (ctx, { params, query }) => {
      const layer = findLayer(params, query.group_id);
      const { z, x, y } = params;
      for (const [parameter, value] of Object.entries({ x, y })) {
        if (value < 2 ** z) continue;
        const message = `${parameter} must be below ${2 ** z} at zoom ${z}`;
        throw new AppError("InvalidPathParameter", message, { parameter });
      }
      const content = await findContent(ctx, query.infra_id);
      const origin = await openOrigin(ctx, content, layer);
      const version = versionOf(origin);
      const asked = query.v ?? null;
      const cache_control = asked === null ? CHECKED : asked === version ? FOREVER : NEVER;
      return await answerTile(ctx, origin, { z, x, y, cache_control });
    },
  }),
];

type WantedLayer =
  | { readonly name: MapLayerName }
  | { readonly name: GroupLayerName; readonly group_id: number };

function findLayer(
  { layer, view }: v.InferOutput<typeof LayerParams>,
  group_id: number | undefined,
): WantedLayer {
  if (!isMapLayer(layer) && !isGroupLayer(layer)) {
    const expected_names = [...Object.keys(MAP_LAYERS), ...Object.keys(GROUP_LAYERS)].sort();
    const message = `There is no layer '${layer}'`;
    throw new AppError("LayerNotFound", message, { layer_name: layer, expected_names });
  }
  if (view !== VIEW) {
    const message = `There is no view '${view}'`;
    throw new AppError("ViewNotFound", message, { view_name: view, expected_names: [VIEW] });
  }
  if (isMapLayer(layer)) return { name: layer };
  if (group_id !== undefined) return { name: layer, group_id };
  const message = `group_id is missing: the layer ${layer} is drawn from a group`;
  throw new AppError("InvalidQuery", message, { parameter: "group_id" });
}

async function openOrigin(
  ctx: Context,
  content: ContentRow,
  layer: WantedLayer,
): Promise<LayerOrigin> {
  if ("group_id" in layer) return await groupOrigin(ctx, content, layer);
  return networkOrigin(content, layer.name);
}

async function findContent(ctx: Context, infra_id: number): Promise<ContentRow> {
  const content = await getInfraContent(ctx.services.db, infra_id);
  if (content === null) throw infraNotFound(infra_id);
  return content;
}

function versionOf({ key }: LayerOrigin): string {
  return `${key}-${FORM}`;
}

type Bounds = Awaited<ReturnType<typeof loadLayer>>["bounds"];

function describeLayer(
  { services: { config } }: Context,
  {
    origin,
    infra_id,
    bounds,
  }: {
    readonly origin: LayerOrigin;
    readonly infra_id: number;
    readonly bounds: Bounds;
  },
): LayerMetadata {
  const { public_url, host, port } = config;
  const { name, group_id } = origin;
  const group = group_id === null ? "" : `&group_id=${group_id}`;
  const root = public_url ?? `http://${host}:${port}`;
  const address = `${root}/layers/tile/${name}/${VIEW}/{z}/{x}/{y}/`;
  return {
    type: "vector",
    name,
    promoteId: { [name]: "id" },
    scheme: "xyz",
    tiles: [`${address}?infra=${infra_id}${group}&v=${versionOf(origin)}`],
    attribution: "",
    minzoom: ZOOM_MIN,
    maxzoom: SHOWN_ZOOM_MAX,
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
  origin: LayerOrigin,
  { cache_control, ...place }: Parameters<typeof loadTile>[2] & { readonly cache_control: string },
): Promise<StaticAnswer> {
  const tile = await loadTile(ctx, origin, place);
  return answerStatic(ctx, { ...tile, content_type: TILE_TYPE, br: null }, cache_control);
}
