/** The map's own style: sources and layers from below, as a function of colours, groups and sources. */
import { addressOf } from "../../api/client.ts";
import {
  type Drawn,
  GROUP_LAYERS,
  GROUPS_FROM_BELOW,
  type Group,
  trackLayers,
  trackNames,
} from "./network_layers.ts";
import type { Expression, Layer, Style } from "./style_parts.ts";
import { type Metadata, TILE_LAYERS } from "./tile_sources.ts";

/** Systems whose signals have pictures; `default` has masts and signs, and its names have no system before them. */
const SPRITES = ["default", "BAL", "BAPR", "TVM300", "TVM430"];

/** What is drawn of the page's own. */
export interface Own {
  readonly sources: Style["sources"];
  /** Above the tracks and below what stands beside them. */
  readonly lines: readonly Layer[];
  readonly layers: readonly Layer[];
}

export interface Wanted extends Drawn {
  /** Groups of layers, and what is none of the network's. */
  readonly groups: ReadonlySet<string>;
  /** Null: the network is not known yet, or has no geometry. */
  readonly metadata: Metadata | null;
  /** Ids of objects whose tiles are not what they will be: left out. */
  readonly hidden: readonly string[];
  /** Its tiles may be anywhere tomorrow. */
  readonly is_growing: boolean;
  readonly own: Own;
  /** What lies below the network. */
  readonly base: Style | null;
}

export function makeStyle(wanted: Wanted): Style {
  const { groups, metadata, hidden, is_growing, own, base, ...drawn } = wanted;
  const sprites = SPRITES.map((id) => ({ id, url: addressOf(`/sprites/${id}/sprites`) }));
  return {
    version: 8,
    glyphs: addressOf("/fonts/") + "{fontstack}/{range}.pbf",
    sprite: sprites,
    sources: { ...base?.sources, ...tileSources(metadata, is_growing), ...own.sources },
    layers: [
      { id: "background", type: "background", paint: { "background-color": drawn.ink.background } },
      ...layersOf(base),
      ...(metadata === null
        ? own.lines
        : networkLayers(drawn, groups, own).map((one) => without(one, hidden))),
      ...own.layers,
    ],
  };
}

function networkLayers(drawn: Drawn, groups: ReadonlySet<string>, { lines }: Own): Layer[] {
  const listed = GROUPS_FROM_BELOW.filter((group) => groups.has(group));
  const [below, above] = [listed.filter(isLine), listed.filter((group) => !isLine(group))];
  return [
    ...below.flatMap((group) => GROUP_LAYERS[group](drawn)),
    ...trackLayers(drawn),
    ...lines,
    ...trackNames(drawn),
    ...above.flatMap((group) => GROUP_LAYERS[group](drawn)),
  ];
}

function without(layer: Layer, hidden: readonly string[]): Layer {
  if (hidden.length === 0 || !("source-layer" in layer)) return layer;
  const { filter } = layer;
  const id: Expression = ["get", layer.source === "errors" ? "obj_id" : "id"];
  const other: Expression = ["!", ["in", id, ["literal", [...hidden]]]];
  const both = filter === undefined ? other : ["all", filter, other];
  return { ...layer, filter: both } as Layer;
}

/** Wider lines below the tracks. */
function isLine(group: Group): boolean {
  return group === "electrification" || group === "speeds";
}

function tileSources(metadata: Metadata | null, is_growing: boolean): Style["sources"] {
  if (metadata === null) return {};
  const { minzoom, maxzoom, bounds } = metadata;
  return Object.fromEntries(
    TILE_LAYERS.map((name) => [
      name,
      {
        type: "vector" as const,
        tiles: [metadata.tiles[name]],
        promoteId: { [name]: name === "errors" ? "obj_id" : "id" },
        minzoom,
        maxzoom,
        ...(bounds !== undefined &&
          !is_growing && { bounds: bounds as [number, number, number, number] }),
      },
    ]),
  );
}

/** Without words and pictures: the server's own stand in their place. */
function layersOf(base: Style | null): Layer[] {
  return (base?.layers ?? [])
    .filter(({ type }) => type !== "symbol")
    .map((layer) => ({ ...layer, id: `base ${layer.id}` }));
}
