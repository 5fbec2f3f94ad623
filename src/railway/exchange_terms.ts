/** Terms of the exchange with other programs, shared by the interface, the command and the workers. */

/** Formats for importing networks, besides our own; `railjson` is ours in other versions. */
export const NETWORK_FORMATS = ["railml", "osm", "railjson"] as const;
export type NetworkFormat = (typeof NETWORK_FORMATS)[number];

/** Formats for exporting networks, besides our own. */
export const NETWORK_EXPORT_FORMATS = ["railml"] as const;
export type NetworkExportFormat = (typeof NETWORK_EXPORT_FORMATS)[number];

/** Formats for importing and exporting rolling stocks, besides our own. */
export const STOCK_FORMATS = ["railml"] as const;
export type StockFormat = (typeof STOCK_FORMATS)[number];

/** Formats for importing rolling stocks: those, and one that is not exported. */
export const STOCK_IMPORT_FORMATS = [...STOCK_FORMATS, "railjson"] as const;
export type StockImportFormat = (typeof STOCK_IMPORT_FORMATS)[number];

/** Formats for importing and exporting timetables, besides our own. */
export const TIMETABLE_FORMATS = ["railml", "nge", "gtfs", "netex", "csv", "xlsx"] as const;
export type TimetableFormat = (typeof TIMETABLE_FORMATS)[number];

/** Formats for importing timetables: those, and some that are not exported. */
export const TIMETABLE_IMPORT_FORMATS = [...TIMETABLE_FORMATS, "fpl", "railjson"] as const;
export type TimetableImportFormat = (typeof TIMETABLE_IMPORT_FORMATS)[number];

/** Kinds of railways that networks and services are told apart by; words of OpenStreetMap. */
export const RAIL_KINDS = [
  "rail",
  "light_rail",
  "narrow_gauge",
  "subway",
  "tram",
  "monorail",
  "funicular",
] as const;
export type RailKind = (typeof RAIL_KINDS)[number];

/** Kinds that an import takes when it is not asked for others. */
export const NETWORK_KINDS: readonly RailKind[] = ["rail", "light_rail", "narrow_gauge"];
export const SERVICE_KINDS: readonly RailKind[] = ["rail"];

/** Content types of these formats. */
export const TIMETABLE_CONTENT_TYPES: Readonly<Record<TimetableImportFormat, string>> = {
  railml: "application/xml",
  netex: "application/xml",
  fpl: "application/xml",
  railjson: "application/x-railjson+json",
  nge: "application/x-netgraph+json",
  gtfs: "application/zip",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Defaults of a timetable import. */
export const TIMETABLE_WINDOW = {
  rolling_stock_name: "",
  start_time: "2026-01-05T00:00:00Z",
  time_window: "P1D",
} as const;

/** Signaling systems available for completed signals. */
export const COMPLETED_SYSTEMS = ["BAL", "BAPR", "TVM300", "TVM430"] as const;
export type CompletedSystem = (typeof COMPLETED_SYSTEMS)[number];

/** The side on which trains keep where there are two tracks. */
export const RUNNING_SIDES = ["left", "right"] as const;
export type RunningSide = (typeof RUNNING_SIDES)[number];

/** Distance between completed detectors on a line, in metres. */
export const DETECTOR_SPACING_M = { min: 100, max: 100_000, default: 1500 } as const;
