/** Words of the exchange with other programs that the interface, the command and the workers share. */

/** Formats that a network can come in, but for its own. */
export const NETWORK_FORMATS = ["railml", "osm"] as const;
export type NetworkFormat = (typeof NETWORK_FORMATS)[number];

/** Formats that a network can go out in, but for its own. */
export const NETWORK_EXPORT_FORMATS = ["railml"] as const;
export type NetworkExportFormat = (typeof NETWORK_EXPORT_FORMATS)[number];

/** Formats that rolling stocks can come in and go out in, but for their own. */
export const STOCK_FORMATS = ["railml"] as const;
export type StockFormat = (typeof STOCK_FORMATS)[number];

/** Formats that a timetable can come in and go out in, but for its own. */
export const TIMETABLE_FORMATS = ["railml", "nge", "gtfs", "csv", "xlsx"] as const;
export type TimetableFormat = (typeof TIMETABLE_FORMATS)[number];

/** Formats that a timetable can come in: those, and one that nothing goes out in. */
export const TIMETABLE_IMPORT_FORMATS = [...TIMETABLE_FORMATS, "netex"] as const;
export type TimetableImportFormat = (typeof TIMETABLE_IMPORT_FORMATS)[number];

/** Contents of files in these formats. */
export const TIMETABLE_CONTENT_TYPES: Readonly<Record<TimetableImportFormat, string>> = {
  railml: "application/xml",
  netex: "application/xml",
  nge: "application/x-netgraph+json",
  gtfs: "application/zip",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** What an import of a timetable takes where it is told nothing. */
export const TIMETABLE_WINDOW = {
  rolling_stock_name: "",
  start_time: "2026-01-05T00:00:00Z",
  time_window: "P1D",
} as const;

/** Systems that completed signals can have. */
export const COMPLETED_SYSTEMS = ["BAL", "BAPR", "TVM300", "TVM430"] as const;
export type CompletedSystem = (typeof COMPLETED_SYSTEMS)[number];

/** Metres between two completed detectors of a line. */
export const DETECTOR_SPACING_M = { min: 100, max: 100_000, default: 1500 } as const;
