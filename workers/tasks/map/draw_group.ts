/** Task: draws the layer of a group of works or limits, on already drawn tracks of a network. */
import { drawGroup as draw, type GroupRecord } from "../../map/draw_group.ts";
import { layerBytes } from "../../map/map_layer.ts";
import { packLayer } from "../../map/pack_layer.ts";
import type { DrawnLayer } from "./draw_layer.ts";

interface DrawGroupInput {
  /** The drawn track sections. */
  readonly tracks: Uint8Array;
  /** JSON array of the group's stored records. */
  readonly records: string;
}

export function drawGroup({ tracks, records }: DrawGroupInput): DrawnLayer {
  // Safe: the task that drew the tracks wrote this, and records were valid when stored.
  const known = JSON.parse(Buffer.from(tracks).toString("utf8"));
  const stored: readonly GroupRecord[] = JSON.parse(records);
  const layer = packLayer(draw(known, stored));
  return { layer, bounds: null, tracks: null, overview: [], bytes: layerBytes(layer) };
}
