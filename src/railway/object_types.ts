/**
 * The eleven object types of a network and their lists in a RailJSON document, in the order of their type
 * codes. A network is read in this order (engine.md 1.1), referenced objects first, and the code is stored with
 * each object (sql/migrations/0002_infra.sql), so new rows may only be added at the end. `track_path` is the
 * JSON path to the track sections that an object lies on; null: it can be placed on the map without them.
 */
export const OBJECT_TYPES = [
  { obj_type: "TrackSection", key: "track_sections", track_path: null },
  { obj_type: "SwitchType", key: "extended_switch_types", track_path: null },
  { obj_type: "Electrification", key: "electrifications", track_path: "$.track_ranges[*].track" },
  { obj_type: "NeutralSection", key: "neutral_sections", track_path: "$.track_ranges[*].track" },
  { obj_type: "SpeedSection", key: "speed_sections", track_path: "$.track_ranges[*].track" },
  { obj_type: "OperationalPoint", key: "operational_points", track_path: "$.parts[*].track" },
  { obj_type: "Detector", key: "detectors", track_path: "$.track" },
  { obj_type: "BufferStop", key: "buffer_stops", track_path: "$.track" },
  { obj_type: "Switch", key: "switches", track_path: "$.ports.*.track" },
  { obj_type: "Route", key: "routes", track_path: null },
  { obj_type: "Signal", key: "signals", track_path: "$.track" },
] as const;

export type ObjectType = (typeof OBJECT_TYPES)[number]["obj_type"];
export type ObjectKey = (typeof OBJECT_TYPES)[number]["key"];
