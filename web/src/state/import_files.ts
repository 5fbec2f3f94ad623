/** Files that come in: which format each is in, and the requests that bring it in, followed line by line. */
import { ApiFault, api, ask, type Schemas, toFault } from "../api/client.ts";
import { readJsonLines } from "../api/json_stream.ts";
import { onceOnly } from "./timetables.ts";

export type ReportRow = Schemas["ExchangeReportRow"];

/** By the end of its name; null: it is of this server's own. */
const NETWORK_ENDINGS = {
  ".pbf": "osm",
  ".osm": "osm",
  ".railml": "railml",
  ".xml": "railml",
} as const;
const STOCK_ENDINGS = { ".railml": "railml", ".xml": "railml" } as const;
const TIMETABLE_ENDINGS = {
  ".csv": "csv",
  ".xlsx": "xlsx",
  ".zip": "gtfs",
  ".railml": "railml",
} as const;
export type NetworkFormat = (typeof NETWORK_ENDINGS)[keyof typeof NETWORK_ENDINGS];
export type StockFormat = (typeof STOCK_ENDINGS)[keyof typeof STOCK_ENDINGS];
export type TimetableFormat =
  | (typeof TIMETABLE_ENDINGS)[keyof typeof TIMETABLE_ENDINGS]
  | "nge"
  | "netex";

export const NETWORK_FILES = [".json", ...Object.keys(NETWORK_ENDINGS)].join(",");
export const STOCK_FILES = [".json", ...Object.keys(STOCK_ENDINGS)].join(",");
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

export function stockFormat(name: string): StockFormat | null {
  return byEnding(name, STOCK_ENDINGS);
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

/** What the server does with a file, and for how long already. */
export interface ServerStep {
  readonly phase: string;
  readonly seconds: number;
}

/** Who is told how far an import is, and what ends it. */
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

/** All stocks of a file, or none. */
export async function sendStocks(
  format: StockFormat,
  { file, collection }: { readonly file: File; readonly collection: number },
  follower: Follower,
): Promise<Schemas["ImportedStocks"]> {
  const params = { query: { format, rolling_stock_collection_id: collection } };
  const work = ask(api.POST("/rolling_stock/import", { params, ...asLines(file, follower) }));
  return await follow(work, follower);
}

/** What the formats of timetables don't say. */
export interface TimetableChoices {
  readonly infra_id: number | null;
  readonly rolling_stock_name: string;
  /** As `2026-03-02`. */
  readonly first_day: string;
}

/** Trains into a timetable: all of a file, or none. `null`: it is an own document. */
export async function sendTrains(
  timetable_id: number,
  { file, format }: { readonly file: Blob; readonly format: TimetableFormat | null },
  choices: TimetableChoices | null,
  follower: Follower,
): Promise<Schemas["ImportedTrains"]> {
  const path = { timetable_id };
  const query = {
    format: format ?? ("json" as const),
    ...(choices !== null && {
      rolling_stock_name: choices.rolling_stock_name,
      start_time: `${choices.first_day}T00:00:00Z`,
      ...(choices.infra_id !== null && { infra_id: choices.infra_id }),
    }),
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

/** The file as it is, whatever the types of the body say; the answer line by line. */
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

type Line<Answer> =
  | { readonly progress: ServerStep }
  | { readonly error: Schemas["ErrorObject"] }
  | Answer;

/** The last line is the answer, or the error that it ended with. */
async function follow<Answer extends object>(
  work: Promise<unknown>,
  { onStep }: Follower,
): Promise<Answer> {
  for await (const line of readJsonLines<Line<Answer>>(await work)) {
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
