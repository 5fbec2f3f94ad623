/** Imported files: the format of each, and the requests that send it and follow the answer line by line. */
import { readJsonLines, type WorkLine } from "marey-client/lines";
import { type ColumnHead, printColumnHead } from "../../../../src/railway/table_columns.ts";
import { ApiFault, api, ask, type Schemas, toFault } from "../../api/client.ts";
import type { Period } from "../dates.ts";
import { onceOnly } from "./timetables.ts";

export type ReportRow = Schemas["ExchangeReportRow"];

/** By the end of the file's name; null: this server's own format. */
const NETWORK_ENDINGS = {
  ".pbf": "osm",
  ".osm": "osm",
  ".gz": "osm",
  ".bz2": "osm",
  ".zst": "osm",
  ".railml": "railml",
  ".xml": "railml",
} as const;
const STOCK_ENDINGS = { ".railml": "railml", ".xml": "railml" } as const;
const TIMETABLE_ENDINGS = {
  ".csv": "csv",
  ".xlsx": "xlsx",
  ".zip": "gtfs",
  ".railml": "railml",
  ".fpl": "fpl",
} as const;
export type NetworkFormat = (typeof NETWORK_ENDINGS)[keyof typeof NETWORK_ENDINGS] | "railjson";
export type StockFormat = (typeof STOCK_ENDINGS)[keyof typeof STOCK_ENDINGS] | "railjson";
export type TimetableFormat =
  | (typeof TIMETABLE_ENDINGS)[keyof typeof TIMETABLE_ENDINGS]
  | "nge"
  | "netex"
  | "railjson";

export const NETWORK_FILES = [".json", ...Object.keys(NETWORK_ENDINGS)].join(",");
export const STOCK_FILES = [".json", ...Object.keys(STOCK_ENDINGS)].join(",");
export const TIMETABLE_FILES = [".json", ".xml", ...Object.keys(TIMETABLE_ENDINGS)].join(",");
/** Start of a file that is read to find its root element. */
const HEAD_BYTES = 4096;

function byEnding<Format>(name: string, endings: Readonly<Record<string, Format>>): Format | null {
  const found = Object.entries(endings).find(([ending]) => name.toLowerCase().endsWith(ending));
  return found?.[1] ?? null;
}

/** The version of RailJSON that the API takes; files of others are imported. */
const OWN_VERSION = "3.4.12";

/** JSON is RailJSON, of the own version or of another, or what Overpass answers. The version stands first or last. */
export async function networkFormat(file: File): Promise<NetworkFormat | null> {
  const format = byEnding<NetworkFormat>(file.name, NETWORK_ENDINGS);
  if (format !== null) return format;
  const ends = [file.slice(0, HEAD_BYTES), file.slice(Math.max(0, file.size - HEAD_BYTES))];
  const [head = "", tail = ""] = await Promise.all(ends.map(async (end) => await end.text()));
  if (/"elements"\s*:\s*\[/.test(head)) return "osm";
  const [, version = OWN_VERSION] = /"version"\s*:\s*"(3\.[^"]*)"/.exec(head + tail) ?? [];
  return version === OWN_VERSION ? null : "railjson";
}

/** Rolling stocks of later versions tell their deceleration otherwise. */
export async function stockFormat(file: File): Promise<StockFormat | null> {
  const format = byEnding<StockFormat>(file.name, STOCK_ENDINGS);
  if (format !== null) return format;
  return /"const_gamma"\s*:/.test(await file.text()) ? "railjson" : null;
}

/** Netgraphs and own documents are both JSON, as are trains of later versions of other clients. XML formats are recognized by their root element, archives by their first file. */
export async function timetableFormat(file: File): Promise<TimetableFormat | null> {
  const format = byEnding<TimetableFormat>(file.name, TIMETABLE_ENDINGS);
  if (format === "gtfs") return /\.xml$/i.test(await firstNameIn(file)) ? "netex" : format;
  if (format !== null) return format;
  if (file.name.toLowerCase().endsWith(".xml")) {
    const head = await file.slice(0, HEAD_BYTES).text();
    if (/<jTrainGraph_timetable\b/.test(head)) return "fpl";
    return /<(\w+:)?PublicationDelivery\b/.test(head) ? "netex" : "railml";
  }
  const text = await file.text();
  if (isNetgraph(text)) return "nge";
  return /^\s*\[|"location"\s*:\s*\{/.test(text) ? "railjson" : null;
}

/** Of a ZIP archive: its length stands at byte 26, the name itself from byte 30 on. */
async function firstNameIn(file: File): Promise<string> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const length = (head[26] ?? 0) + 256 * (head[27] ?? 0);
  return new TextDecoder().decode(head.subarray(30, 30 + length));
}

export function isNetgraph(text: string): boolean {
  return /"trainruns"\s*:/.test(text);
}

/** What the server is doing with a file, and for how long. */
export interface ServerStep {
  readonly phase: string;
  readonly seconds: number;
}

/** Receives the progress of an import, and can abort it. */
export interface Follower {
  readonly onStep: (step: ServerStep) => void;
  readonly signal: AbortSignal;
}

export async function sendNetwork(
  format: NetworkFormat,
  { name, file }: { readonly name: string; readonly file: File },
  follower: Follower,
): Promise<Schemas["NetworkImportResult"]> {
  const params = { query: { format, name } };
  return await follow(
    ask(api.POST("/infra/import", { params, ...asLines(file, follower) })),
    follower,
  );
}

/** What an import of a network would bring. */
export async function previewNetwork(
  format: NetworkFormat,
  file: File,
  signal: AbortSignal,
): Promise<Schemas["NetworkImportPreview"]> {
  const follower = { onStep: () => undefined, signal };
  const params = { query: { format } };
  return await follow(
    ask(api.POST("/infra/import/preview", { params, ...asLines(file, follower) })),
    follower,
  );
}

/** What an import of a timetable would bring, and which of its places the network has. */
export async function previewTrains(
  format: TimetableFormat,
  { file, choices }: { readonly file: File; readonly choices: TimetableChoices },
  signal: AbortSignal,
): Promise<Schemas["TimetableImportPreview"]> {
  const follower = { onStep: () => undefined, signal };
  const params = { query: { format, ...queryOf(choices) } };
  return await follow(
    ask(api.POST("/timetable/import/preview", { params, ...asLines(file, follower) })),
    follower,
  );
}

/** Keeps what was chosen for names of places with the network, beside what was chosen before. */
export async function keepMatches(
  infra_id: number,
  chosen: readonly Schemas["StationMatch"][],
): Promise<void> {
  const params = { path: { infra_id } };
  const { matches } = await ask(api.GET("/infra/{infra_id}/station_matches", { params }));
  const body = { matches: [...matches, ...chosen] };
  await ask(api.PUT("/infra/{infra_id}/station_matches", { params, body }));
}

/** Imports all stocks of a file, or none. */
export async function sendStocks(
  format: StockFormat,
  { file, collection }: { readonly file: File; readonly collection: number },
  follower: Follower,
): Promise<Schemas["ImportedStocks"]> {
  const params = { query: { format, rolling_stock_collection_id: collection } };
  const work = ask(api.POST("/rolling_stock/import", { params, ...asLines(file, follower) }));
  return await follow(work, follower);
}

/** What timetable formats don't contain. */
export interface TimetableChoices {
  readonly infra_id: number | null;
  readonly rolling_stock_name: string;
  /** `2026-03-02`. */
  readonly first_day: string;
  /** What a table calls its columns. */
  readonly columns: readonly ColumnHead[];
  /** Null: services run on the first day alone. */
  readonly days: DaysTaken | null;
  /** What the timetable gets where its file tells weekdays without a period; null: none. */
  readonly period: Period | null;
}

/** Of a file's operating days, by date; null: from its first, to its last. */
export interface DaysTaken {
  readonly first: string | null;
  readonly last: string | null;
}

/** Those whose files tell a period. */
const DATED_FORMATS: ReadonlySet<TimetableFormat> = new Set([
  "gtfs",
  "railml",
  "netex",
  "csv",
  "xlsx",
]);

export function hasDays(format: TimetableFormat): boolean {
  return DATED_FORMATS.has(format);
}

/** Those whose trains have weekdays of whatever period. */
const WEEKLY_FORMATS: ReadonlySet<TimetableFormat> = new Set(["nge", "fpl"]);

export function hasWeekdays(format: TimetableFormat): boolean {
  return WEEKLY_FORMATS.has(format);
}

function queryOf(choices: TimetableChoices) {
  const { infra_id, rolling_stock_name, first_day, columns, days } = choices;
  return {
    rolling_stock_name,
    start_time: `${days?.first ?? first_day}T00:00:00Z`,
    ...(days !== null && { calendar: "keep" as const }),
    ...(days !== null && days.first !== null && { first: days.first }),
    ...(days !== null && days.last !== null && { last: days.last }),
    ...(infra_id !== null && { infra_id }),
    ...(columns.length > 0 && { columns: columns.map(printColumnHead) }),
  };
}

/** Imports all trains of a file into a timetable, or none. `null`: it is an own document. */
export async function sendTrains(
  timetable_id: number,
  { file, format }: { readonly file: Blob; readonly format: TimetableFormat | null },
  choices: TimetableChoices | null,
  follower: Follower,
): Promise<Schemas["ImportedTrains"]> {
  const path = { timetable_id };
  const query = {
    format: format ?? ("json" as const),
    ...(choices !== null && queryOf(choices)),
    ...(choices !== null && choices.period !== null && { calendar: "keep" as const }),
  };
  const type = format === null ? "application/json" : undefined;
  const work = ask(
    api.POST("/timetable/{timetable_id}/import", {
      params: { path, query },
      ...asLines(file, follower, type),
    }),
  );
  return await follow(work, follower);
}

/** Sends the file as it is, whatever the body's type says, and gets the answer line by line. */
function asLines(file: Blob, { signal }: Follower, type = "application/octet-stream") {
  const { headers } = onceOnly();
  return {
    body: "" as never,
    bodySerializer: (): Blob => file,
    headers: { ...headers, "content-type": type, accept: "application/x-ndjson" },
    parseAs: "stream" as const,
    signal,
  };
}

/** The last line is the answer, or the error that ended it. */
async function follow<Answer extends object>(
  work: Promise<unknown>,
  { onStep }: Follower,
): Promise<Answer> {
  for await (const line of readJsonLines<WorkLine<Answer>>(await work)) {
    if ("progress" in line) onStep(line.progress);
    else if ("error" in line) throw await toFault(line.error);
    else return line;
  }
  throw new ApiFault(0, null, "");
}

export interface Choices {
  readonly networks: readonly { readonly id: number; readonly name: string }[];
  readonly stocks: readonly string[];
}

/** The first networks and rolling stocks to choose from. */
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
