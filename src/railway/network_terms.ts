/** Terms of networks and rolling stocks, shared by interface, checks and engine. */

/** The RailJSON version that is read and written. */
export const RAILJSON_VERSION = "3.4.12";

/** Loading gauges of rolling stocks; bit i of a compiled network's blocked set stands for the i-th. */
export const LOADING_GAUGES = [
  "G1",
  "G2",
  "GA",
  "GB",
  "GB1",
  "GC",
  "FR3.3",
  "FR3.3/GB/G2",
  "GLOTT",
] as const;

/** The properties given along a path, in the order of the answer. */
export const PATH_PROPERTIES = [
  "slopes",
  "curves",
  "gradients",
  "electrifications",
  "geometry",
  "geometry_positions",
  "operational_points",
  "zones",
] as const;
