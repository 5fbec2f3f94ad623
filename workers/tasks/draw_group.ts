/** Task: the layer of a group of works or of limits, on the tracks of a network that have been drawn. */
import { drawGroup as draw, type GroupRecord } from "../map/draw_group.ts";
import { layerBytes } from "../map/map_layer.ts";
import { packLayer } from "../map/pack_layer.ts";
import type { DrawnLayer } from "./draw_layer.ts";

interface DrawGroupInput {
  /** Of the drawn track sections. */
  readonly tracks: Uint8Array;
  /** JSON array of what is stored of the group. */
  readonly records: string;
}

export function drawGroup({ tracks, records }: DrawGroupInput): DrawnLayer {
  // Written by the task that drew the tracks; the records were valid when they were stored.
  const known = JSON.parse(Buffer.from(tracks).toString("utf8"));
  const stored: readonly GroupRecord[] = JSON.parse(records);
  const layer = packLayer(draw(known, stored));
  return { layer, bounds: null, tracks: null, bytes: layerBytes(layer) };
}
