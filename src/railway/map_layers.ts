/**
 * The layers of the map by the names that clients use. A layer is drawn from lists of the network's
 * document, along with its track sections; below the layer's lowest zoom its tiles are empty.
 */
import type { ObjectKey } from "./object_types.ts";

interface MapLayerRow {
  /** Lists that it is drawn from; null: the lists of all objects with faults. */
  readonly lists: readonly ObjectKey[] | null;
  /** Whether it also reads the rows of faults. */
  readonly has_faults?: true;
  readonly zoom_min: number;
}

export const MAP_LAYERS = {
  track_sections: { lists: ["track_sections"], zoom_min: 5 },
  signals: { lists: ["signals"], zoom_min: 9 },
  speed_sections: { lists: ["speed_sections"], zoom_min: 6 },
  psl: { lists: ["speed_sections"], zoom_min: 6 },
  psl_signs: { lists: ["speed_sections"], zoom_min: 9 },
  switches: { lists: ["switches", "extended_switch_types"], zoom_min: 8 },
  detectors: { lists: ["detectors"], zoom_min: 8 },
  buffer_stops: { lists: ["buffer_stops"], zoom_min: 12 },
  operational_points: { lists: ["operational_points"], zoom_min: 7 },
  electrifications: { lists: ["electrifications"], zoom_min: 5 },
  neutral_sections: { lists: ["neutral_sections"], zoom_min: 5 },
  neutral_signs: { lists: ["neutral_sections"], zoom_min: 9 },
  errors: { lists: null, zoom_min: 5 },
  routes: {
    lists: ["switches", "extended_switch_types", "detectors", "buffer_stops", "routes"],
    zoom_min: 6,
  },
} as const satisfies Readonly<Record<string, MapLayerRow>>;

/** Layers of a group (given in the query) on the tracks of a network. Groups never change. */
export const GROUP_LAYERS = {
  work_schedules: { zoom_min: 5 },
  temporary_speed_limits: { zoom_min: 6 },
} as const satisfies Readonly<Record<string, Pick<MapLayerRow, "zoom_min">>>;

export type GroupLayerName = keyof typeof GROUP_LAYERS;

export function isGroupLayer(name: string): name is GroupLayerName {
  return Object.hasOwn(GROUP_LAYERS, name);
}

export type MapLayerName = keyof typeof MAP_LAYERS;

export function isMapLayer(name: string): name is MapLayerName {
  return Object.hasOwn(MAP_LAYERS, name);
}
