/**
 * The object lists of a RailJSON document. The place in this table is the `object_type` of a stored
 * object (sql/migrations/0002_infra.sql), so rows are only ever added at the end.
 */
export const OBJECT_LISTS = [
  { object_type: "TrackSection", key: "track_sections" },
  { object_type: "SwitchType", key: "extended_switch_types" },
  { object_type: "Electrification", key: "electrifications" },
  { object_type: "NeutralSection", key: "neutral_sections" },
  { object_type: "SpeedSection", key: "speed_sections" },
  { object_type: "OperationalPoint", key: "operational_points" },
  { object_type: "Detector", key: "detectors" },
  { object_type: "BufferStop", key: "buffer_stops" },
  { object_type: "Switch", key: "switches" },
  { object_type: "Route", key: "routes" },
  { object_type: "Signal", key: "signals" },
] as const;
