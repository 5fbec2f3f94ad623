/** Files of other formats: which one a file is in, and the requests that bring it in with their reports. */
import { api, ask, type Schemas } from "../api/client.ts";
import { makeTimetable, onceOnly } from "./timetables.ts";

export type ReportRow = Schemas["ExchangeReportRow"];

/** By the end of its name; null: it is of this server's own. */
const NETWORK_ENDINGS = {
  ".pbf": "osm",
  ".osm": "osm",
  ".railml": "railml",
  ".xml": "railml",
} as const;
const TIMETABLE_ENDINGS = {
  ".csv": "csv",
  ".xlsx": "xlsx",
  ".zip": "gtfs",
  ".railml": "railml",
} as const;
export type NetworkFormat = (typeof NETWORK_ENDINGS)[keyof typeof NETWORK_ENDINGS];
export type TimetableFormat =
  | (typeof TIMETABLE_ENDINGS)[keyof typeof TIMETABLE_ENDINGS]
  | "nge"
  | "netex";

export const NETWORK_FILES = [".json", ...Object.keys(NETWORK_ENDINGS)].join(",");
export const TIMETABLE_FILES = [".json", ".xml", ...Object.keys(TIMETABLE_ENDINGS)].join(",");
/** Of a file's begin, which names its root. */
const HEAD_BYTES = 4096;

function byEnding<Format>(name: string, endings: Readonly<Record<string, Format>>): Format | null {
  const found = Object.entries(endings).find(([ending]) => name.toLowerCase().endsWith(ending));
  return found?.[1] ?? null;
}

export function networkFormat(name: string): NetworkFormat | null {
  return byEnding(name, NETWORK_ENDINGS);
}

/** Netgraphs and own documents are both JSON: a netgraph has trainruns. XML tells its format by its root. */
export async function timetableFormat(file: File): Promise<TimetableFormat | null> {
  const format = byEnding<TimetableFormat>(file.name, TIMETABLE_ENDINGS);
  if (format !== null) return format;
  if (file.name.toLowerCase().endsWith(".xml")) {
    const head = await file.slice(0, HEAD_BYTES).text();
    return /<(\w+:)?PublicationDelivery\b/.test(head) ? "netex" : "railml";
  }
  return /"trainruns"\s*:/.test(await file.text()) ? "nge" : null;
}

export async function sendNetwork(
  format: NetworkFormat,
  name: string,
  file: File,
): Promise<{ readonly infra: number; readonly report: readonly ReportRow[] }> {
  const params = { query: { format, name } };
  const made = await ask(api.POST("/infra/import", { params, ...asBytes(file) }));
  // Lines are for who asks for them.
  return made as Schemas["NetworkImportResult"];
}

/** What the formats of timetables don't say. */
export interface TimetableChoices {
  readonly infra_id: number | null;
  readonly rolling_stock_name: string;
  /** As `2026-03-02`. */
  readonly first_day: string;
}

/** A new timetable with the trains of a file; without them it does not stay. */
export async function sendTimetable(
  format: TimetableFormat,
  { name, file }: { readonly name: string; readonly file: File },
  { infra_id, rolling_stock_name, first_day }: TimetableChoices,
): Promise<{ timetable_id: number; count: number; report: readonly ReportRow[] }> {
  const timetable_id = await makeTimetable(name);
  const path = { timetable_id };
  const query = {
    format,
    rolling_stock_name,
    start_time: `${first_day}T00:00:00Z`,
    ...(infra_id !== null && { infra_id }),
  };
  try {
    const answer = await ask(
      api.POST("/timetable/{timetable_id}/import", { params: { path, query }, ...asBytes(file) }),
    );
    const made = answer as Schemas["ImportedTrains"];
    const count = made.train_schedule_ids.length + made.paced_train_ids.length;
    return { timetable_id, count, report: made.report ?? [] };
  } catch (error) {
    await ask(api.DELETE("/timetable/{timetable_id}", { params: { path } })).catch(() => undefined);
    throw error;
  }
}

/** The file as it is, whatever the types of the body say. */
function asBytes(file: File) {
  const { headers } = onceOnly();
  return {
    body: "",
    bodySerializer: (): Blob => file,
    headers: { ...headers, "content-type": "application/octet-stream" },
  };
}

export interface Choices {
  readonly networks: readonly { readonly id: number; readonly name: string }[];
  readonly stocks: readonly string[];
}

/** Networks and rolling stocks to choose from, the first ones. */
export async function loadImportChoices(): Promise<Choices> {
  const params = { query: { page_size: 100 } };
  const [networks, stocks] = await Promise.all([
    ask(api.GET("/infra", { params })).catch(() => ({ results: [] })),
    ask(api.GET("/light_rolling_stock", { params })).catch(() => ({ results: [] })),
  ]);
  return {
    networks: networks.results.map(({ id, name }) => ({ id, name })),
    stocks: stocks.results.map(({ name }) => name),
  };
}
