/** The map: request parameters, and the metadata of a layer (TileJSON-like, as map clients read it). */
import * as v from "valibot";
import { pathText, queryId, queryInfra, queryText } from "../../platform/http/fields.ts";
import { Text } from "../../railway/scalars.ts";
import { about, nameSchemas, onWire } from "../../railway/wire.ts";

export const ZOOM_MAX = 24;

const LayerName = about(pathText, "Name of a layer, as `track_sections`");
const ViewName = about(pathText, "Name of a view; `geo` is the only one");

function tileNumber(max: number, description: string): v.GenericSchema<string, number> {
  return v.pipe(
    v.string(),
    v.regex(/^(?:0|[1-9]\d{0,7})$/, "must be a whole number"),
    v.transform(Number),
    v.maxValue(max, `must be at most ${max}`),
    onWire({ type: "integer", minimum: 0, maximum: max, description }),
  );
}

const SIDE_MAX = 2 ** ZOOM_MAX - 1;

export const LayerParams = v.object({ layer: LayerName, view: ViewName });
const group_entries = {
  group_id: v.optional(
    about(queryId, "Group of works or of temporary limits, for the layers of these"),
  ),
};
export const LayerQuery = v.object({ infra_id: queryInfra, ...group_entries });

export const TileParams = v.object({
  layer: LayerName,
  view: ViewName,
  z: tileNumber(ZOOM_MAX, "Zoom"),
  x: tileNumber(SIDE_MAX, "Column from the west, below 2^z"),
  y: tileNumber(SIDE_MAX, "Row from the north, below 2^z"),
});
export const TileQuery = v.object({
  infra_id: queryInfra,
  ...group_entries,
  v: v.optional(
    about(queryText, "The network's content, as the metadata name it: the tile then never changes"),
  ),
});

export const LayerMetadata = v.strictObject({
  type: about(v.literal("vector"), "Kind of source"),
  name: about(Text, "Name of the layer, also within its tiles"),
  promoteId: about(v.record(Text, Text), "The property that identifies features, by layer"),
  scheme: about(v.literal("xyz"), "How tiles are numbered: rows from the north"),
  tiles: about(v.array(Text), "URL of the tiles with {z}, {x} and {y}; it names the content"),
  attribution: about(Text, "Whom the data belong to"),
  minzoom: about(v.number(), "Lowest zoom with tiles"),
  maxzoom: about(v.number(), "Highest zoom with tiles"),
  bounds: about(
    v.exactOptional(v.array(v.number())),
    "West, south, east and north of the network in degrees; absent when it is empty",
  ),
});

export type LayerMetadata = v.InferOutput<typeof LayerMetadata>;

nameSchemas({ LayerMetadata });
