/**
 * The eleven object types of a network, in the order of their type codes. The order is the one in
 * which a network is read (engine.md 1.1): what others refer to comes first.
 */
export const OBJECT_TYPES = [
  { obj_type: "TrackSection", key: "track_sections" },
  { obj_type: "SwitchType", key: "extended_switch_types" },
  { obj_type: "Electrification", key: "electrifications" },
  { obj_type: "NeutralSection", key: "neutral_sections" },
  { obj_type: "SpeedSection", key: "speed_sections" },
  { obj_type: "OperationalPoint", key: "operational_points" },
  { obj_type: "Detector", key: "detectors" },
  { obj_type: "BufferStop", key: "buffer_stops" },
  { obj_type: "Switch", key: "switches" },
  { obj_type: "Route", key: "routes" },
  { obj_type: "Signal", key: "signals" },
] as const;

export type ObjectType = (typeof OBJECT_TYPES)[number]["obj_type"];
export type ObjectKey = (typeof OBJECT_TYPES)[number]["key"];
