/** Words of the exchange with other programs that the interface, the command and the workers share. */

/** Formats that a network can come in, but for its own. */
export const NETWORK_FORMATS = ["railml", "osm"] as const;
export type NetworkFormat = (typeof NETWORK_FORMATS)[number];

/** Systems that completed signals can have. */
export const COMPLETED_SYSTEMS = ["BAL", "BAPR", "TVM300", "TVM430"] as const;
export type CompletedSystem = (typeof COMPLETED_SYSTEMS)[number];

/** Metres between two completed detectors of a line. */
export const DETECTOR_SPACING_M = { min: 100, max: 100_000, default: 1500 } as const;
