/**
 * The object lists of a RailJSON document. The place in this table is the `object_type` of a stored
 * object (sql/migrations/0002_infra.sql), so rows are only ever added at the end. `track_path` is the
 * JSON path to the track sections that an object lies on; null: it needs none for its place on the map.
 */
export const OBJECT_LISTS = [
  { object_type: "TrackSection", key: "track_sections", track_path: null },
  { object_type: "SwitchType", key: "extended_switch_types", track_path: null },
  {
    object_type: "Electrification",
    key: "electrifications",
    track_path: "$.track_ranges[*].track",
  },
  { object_type: "NeutralSection", key: "neutral_sections", track_path: "$.track_ranges[*].track" },
  { object_type: "SpeedSection", key: "speed_sections", track_path: "$.track_ranges[*].track" },
  { object_type: "OperationalPoint", key: "operational_points", track_path: "$.parts[*].track" },
  { object_type: "Detector", key: "detectors", track_path: "$.track" },
  { object_type: "BufferStop", key: "buffer_stops", track_path: "$.track" },
  { object_type: "Switch", key: "switches", track_path: "$.ports.*.track" },
  { object_type: "Route", key: "routes", track_path: null },
  { object_type: "Signal", key: "signals", track_path: "$.track" },
] as const;
