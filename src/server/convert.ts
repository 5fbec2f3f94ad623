/**
 * `npm run convert`: converts files of other formats to this server's own, and timetables in both
 * directions, without a server. It uses the same functions as the API's imports and exports. The
 * report goes to the standard output. The file is written whole or not at all.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { printRow, type ReportRow } from "../../workers/exchange/exchange_report.ts";
import { readStockFile, writeStockFile } from "../../workers/exchange/exchange_stocks.ts";
import { exportNetwork } from "../../workers/exchange/export_network.ts";
import { importNetwork, type NetworkOptions } from "../../workers/exchange/import_network.ts";
import { type NetworkPreview, previewNetwork } from "../../workers/exchange/preview_network.ts";
import {
  Looks,
  previewTimetable,
  type TimetablePreview,
} from "../../workers/exchange/preview_timetable.ts";
import { readTimetableFile } from "../../workers/exchange/read_timetable.ts";
import { type SourceFault, UnreadableSource } from "../../workers/exchange/source_fault.ts";
import type { StockForm } from "../../workers/exchange/stocks/stock_form.ts";
import { indexOf, type StationIndex } from "../../workers/exchange/timetable/station_index.ts";
import {
  encodeTimetable,
  type TimetableForm,
} from "../../workers/exchange/timetable/timetable_form.ts";
import type {
  TimetableOptions,
  TimetableSource,
} from "../../workers/exchange/timetable/timetable_source.ts";
import { writeTimetableFile } from "../../workers/exchange/write_timetable.ts";
import { decodeDocument } from "../../workers/railjson/decode_document.ts";
import { encodeDocument } from "../../workers/railjson/encode_document.ts";
import type { RailjsonDocument } from "../../workers/railjson/schemas.ts";
import { validateDocument } from "../../workers/railjson/validate_document.ts";
import { DateText } from "../railway/days/days.schemas.ts";
import { makeCalendar } from "../railway/days/period_days.ts";
import {
  COMPLETED_SYSTEMS,
  DETECTOR_SPACING_M,
  NETWORK_EXPORT_FORMATS,
  NETWORK_FORMATS,
  NETWORK_KINDS,
  RAIL_KINDS,
  type RailKind,
  RUNNING_SIDES,
  SERVICE_KINDS,
  STOCK_FORMATS,
  STOCK_IMPORT_FORMATS,
  TIMETABLE_FORMATS,
  TIMETABLE_IMPORT_FORMATS,
  TIMETABLE_WINDOW,
  type TimetableImportFormat,
} from "../railway/exchange_terms.ts";
import { parseDuration, parseUtcDateTime } from "../railway/iso8601.ts";
import { readColumnHead } from "../railway/table_columns.ts";
import { TimetableDocument } from "../timetable/exchange/exchange.schemas.ts";
import { flattenExceptions } from "../timetable/exchange/flatten_exceptions.ts";
import { listFormFaults } from "../vehicles/rolling_stock/form_rules.ts";
import { RollingStockForm } from "../vehicles/rolling_stock/rolling_stock.schemas.ts";

const USAGE = `Usage: npm run convert -- --from <format> --to <format> IN OUT
  (without OUT: --preview)
  networks:   --from ${NETWORK_FORMATS.join(", ")} --to railjson
              --from railjson --to ${NETWORK_EXPORT_FORMATS.join(", ")}
  stocks:     --from ${STOCK_IMPORT_FORMATS.join(", ")} --to stocks
              --from stocks --to ${STOCK_FORMATS.join(", ")}
  timetables: --from ${TIMETABLE_IMPORT_FORMATS.join(", ")} --to timetable
              --from timetable --to ${TIMETABLE_FORMATS.join(", ")}
  --kinds     kinds of railways that are taken of OpenStreetMap (${NETWORK_KINDS.join(",")}),
              of GTFS and NeTEx (${SERVICE_KINDS.join(",")}), among ${RAIL_KINDS.join(", ")}
Networks
  --spacing   metres between two detectors that are completed, from 100 (1500)
  --side      ${RUNNING_SIDES.join(" or ")}: tracks get the direction in which they are usually used
  --system    system of signals that are completed: ${COMPLETED_SYSTEMS.join(", ")} (BAL)
Timetables
  --columns   what a table calls its columns: train:Zugnummer,station:Ort
  --network   RailJSON in which names of places are looked up
  --stock     rolling stock of trains that name none
  --calendar  keep: services become trains with days, in the period of the file; window: one for each day (window)
  --first, --last  with --calendar keep: the first and the last operating day that is taken (those of the file)
  --start     first moment of periodic timetables, first day of services (${TIMETABLE_WINDOW.start_time})
  --strict    a train that can't be read refuses the file; else it is left out and told
  --preview   writes nothing: prints what would come in, and which places are in the network
  --window    how long periodic timetables run, and services are taken (${TIMETABLE_WINDOW.time_window})
`;

/** What the command prints, and its exit status. */
export interface Conversion {
  readonly output: string;
  readonly status: 0 | 1 | 2;
}

interface Order {
  readonly source: string;
  /** Null: only what would come in is told. */
  readonly target: string | null;
  readonly network: string | null;
  readonly completion: NetworkOptions;
  readonly timetable: TimetableOptions;
  readonly convert: Converter;
}

interface Converted {
  readonly bytes: Uint8Array;
  readonly report: readonly ReportRow[];
  /** What it is, in lines. */
  readonly summary?: readonly string[];
}

/** Throws an `UnreadableSource`. */
type Converter = (bytes: Uint8Array, order: Order) => Converted;

export function convertFile(args: readonly string[]): Conversion {
  const order = readOrder(args);
  if (order === null) return { output: USAGE, status: 2 };
  try {
    const { bytes, report, summary = [] } = order.convert(readFileSync(order.source), order);
    if (order.target !== null) writeWhole(order.target, bytes);
    const lines = order.target === null ? summary.map((line) => `${line}\n`) : [];
    return { output: [...lines, ...report.map((row) => `${printRow(row)}\n`)].join(""), status: 0 };
  } catch (error) {
    if (error instanceof UnreadableSource) {
      return { output: `${printFault(order.source, error.fault)}\n`, status: 1 };
    }
    // A missing file, or a folder that is not writable: the message names it.
    if (!(error instanceof Error) || !("code" in error)) throw error;
    return { output: `${error.message}\n`, status: 1 };
  }
}

/** The converter for this pair of formats. */
function findConverter(from: string | undefined, to: string | undefined): Converter | null {
  const network = NETWORK_FORMATS.find((format) => format === from);
  if (network !== undefined && to === "railjson") {
    return (bytes, { completion }) => {
      const { document, report } = value(importNetwork(network, bytes, completion));
      const summary = summarizeNetwork(previewNetwork(document, report));
      return { bytes: encodeDocument(document), report, summary };
    };
  }
  const written = NETWORK_EXPORT_FORMATS.find((format) => format === to);
  if (written !== undefined && from === "railjson") {
    return (bytes) => exportNetwork(written, readOwnNetwork(bytes, "the file"));
  }
  const stock_source = STOCK_IMPORT_FORMATS.find((format) => format === from);
  if (stock_source !== undefined && to === "stocks") {
    return (bytes) => {
      const { stocks, report } = value(readStockFile(stock_source, bytes));
      return { bytes: encodeStocks(stocks), report };
    };
  }
  const stock = STOCK_FORMATS.find((format) => format === to);
  if (stock !== undefined && from === "stocks") {
    return (bytes) => writeStockFile(stock, readOwnStocks(bytes));
  }
  const source = TIMETABLE_IMPORT_FORMATS.find((format) => format === from);
  if (source !== undefined && to === "timetable") {
    return (bytes, { timetable, network: path, target }) => {
      if (target === null) return previewTrains(source, { ...timetable, bytes }, path);
      const file = { ...timetable, bytes, stations: readStations(path) };
      const { form, report } = value(readTimetableFile(source, file));
      return { bytes: encodeTimetable(form), report };
    };
  }
  const target = TIMETABLE_FORMATS.find((format) => format === to);
  if (target === undefined || from !== "timetable") return null;
  return (bytes, { network: path }) =>
    writeTimetableFile(target, readOwnTimetable(bytes), readStations(path));
}

/** Of a file of trains, without its trains. */
function previewTrains(
  format: TimetableImportFormat,
  file: Omit<TimetableSource, "stations">,
  path: string | null,
): Converted {
  const looks = new Looks();
  const network = path === null ? null : readOwnNetwork(readFileSync(path), path);
  const stations = network === null ? null : indexOf(network, looks.take);
  const points = (network?.operational_points ?? []).map(({ id, extensions }) => ({
    id,
    name: extensions?.identifier?.name ?? null,
  }));
  const preview = value(previewTimetable(format, { ...file, stations }, { looks, points }));
  return { bytes: new Uint8Array(), report: preview.report, summary: summarizeTrains(preview) };
}

function summarizeTrains(preview: TimetablePreview): string[] {
  const { train_schedules, paced_trains, first_start, last_start, found, places } = preview;
  const { match, word, place, not } = found;
  return [
    `trains: ${train_schedules} train schedules, ${paced_trains} paced trains`,
    `period: ${first_start ?? "none"} to ${last_start ?? "none"}`,
    `places: ${match + word} found by name, ${place} by where they are, ${not} not found`,
    ...places.flatMap(({ name, found_by, operational_point, candidates }) => {
      const like = candidates.map((one) => `${one.id} (${one.name ?? ""})`).join(", ");
      if (found_by === null)
        return [`not found: ${name}${like === "" ? "" : `; like it: ${like}`}`];
      return found_by === "place"
        ? [`found by place: ${name} is ${operational_point?.id} (${operational_point?.name})`]
        : [];
    }),
  ];
}

function summarizeNetwork({ counts, length, bounds }: NetworkPreview): string[] {
  const objects = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    `objects: ${objects.map(([key, count]) => `${count} ${key}`).join(", ")}`,
    `length: ${length} m`,
    `map: ${bounds === null ? "none" : bounds.map((degrees) => degrees.toFixed(5)).join(", ")}`,
  ];
}

type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: SourceFault };

function value<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  const { reason, line, column } = outcome.error;
  throw new UnreadableSource(reason, line === null ? {} : { line, column: column ?? 1 });
}

/** A list of the forms that create them. */
function encodeStocks(stocks: readonly StockForm[]): Uint8Array {
  for (const stock of stocks) checkStock(stock);
  return new TextEncoder().encode(JSON.stringify(stocks));
}

function readOwnStocks(bytes: Uint8Array): readonly StockForm[] {
  const value = readJson(bytes);
  return (Array.isArray(value) ? value : [value]).map(checkStock);
}

function checkStock(stock: unknown): RollingStockForm {
  const parsed = v.safeParse(RollingStockForm, stock, { abortEarly: true });
  if (!parsed.success) throw notOfForm(parsed.issues[0]);
  const [fault] = Object.entries(listFormFaults(parsed.output));
  if (fault === undefined) return parsed.output;
  const [field, [reason = ""]] = fault;
  throw new UnreadableSource(`${parsed.output.name}: ${field} ${reason}`);
}

function notOfForm(issue: v.BaseIssue<unknown>): UnreadableSource {
  return new UnreadableSource(`${v.getDotPath(issue) ?? "the document"}: ${issue.message}`);
}

/** Paced trains with exceptions are replaced by their single trains. */
function readOwnTimetable(bytes: Uint8Array): TimetableForm {
  const parsed = v.safeParse(TimetableDocument, readJson(bytes), { abortEarly: true });
  if (!parsed.success) throw notOfForm(parsed.issues[0]);
  const { train_schedules, paced_trains, period, day_lists = [] } = parsed.output;
  const calendar = period === undefined ? null : makeCalendar(period, day_lists);
  const flat = paced_trains.map((train) => {
    const work = flattenExceptions(train, calendar);
    let step = work.next();
    while (step.done !== true) step = work.next();
    return step.value?.map((one) => one.train) ?? train;
  });
  return {
    ...(period === undefined ? { version: 1 } : { version: 2, period, day_lists }),
    train_schedules: [...train_schedules, ...flat.flatMap((one) => ("paced" in one ? [] : one))],
    paced_trains: flat.flatMap((one) => ("paced" in one ? [one] : [])),
  };
}

function readStations(path: string | null): StationIndex | null {
  if (path === null) return null;
  return indexOf(readOwnNetwork(readFileSync(path), path));
}

function readOwnNetwork(bytes: Uint8Array, name: string): RailjsonDocument {
  const read = validateDocument(readJson(bytes));
  if (read.kind === "valid") return read.document;
  const [fault] = read.kind === "invalid" ? read.faults : [];
  const place = fault === undefined ? "" : `: ${fault.path} ${fault.reason}`;
  throw new UnreadableSource(`${name} is no RailJSON document${place}`);
}

function readJson(bytes: Uint8Array): unknown {
  const own = new Uint8Array(bytes).buffer;
  const decoded = decodeDocument(own);
  if (decoded.ok) return decoded.value;
  throw new UnreadableSource(decoded.error);
}

function readOrder(args: readonly string[]): Order | null {
  const string = { type: "string" } as const;
  const names = [
    "from",
    "to",
    "spacing",
    "system",
    "side",
    "network",
    "stock",
    "start",
    "window",
    "kinds",
    "calendar",
    "first",
    "last",
    "columns",
  ] as const;
  const texts = Object.fromEntries(names.map((name) => [name, string]));
  const flag = { type: "boolean" } as const;
  const options = { ...texts, strict: flag, preview: flag } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const given = values as Readonly<Partial<Record<(typeof names)[number], string>>>;
    const is_preview = "preview" in values && values["preview"] === true;
    const [source, given_target, ...others] = positionals;
    const target = is_preview ? null : given_target;
    const can_preview = given.to === "railjson" || given.to === "timetable";
    if (is_preview && (given_target !== undefined || !can_preview)) return null;
    const convert = findConverter(given.from, given.to);
    const kinds = readKinds(given.kinds);
    if (kinds === null) return null;
    const completion = readCompletion({ ...given, kinds: kinds ?? NETWORK_KINDS });
    const is_strict = "strict" in values && values["strict"] === true;
    const timetable = readTimetableOptions({ ...given, kinds: kinds ?? SERVICE_KINDS }, is_strict);
    if (source === undefined || target === undefined || others.length > 0) return null;
    if (convert === null || completion === null || timetable === null) return null;
    return { source, target, network: given.network ?? null, completion, timetable, convert };
  } catch {
    // An unknown option: the usage lists the known ones.
    return null;
  }
}

/** Undefined: none are told; null: one is unknown. */
function readKinds(text: string | undefined): readonly RailKind[] | undefined | null {
  if (text === undefined) return undefined;
  const kinds = text.split(",").map((word) => RAIL_KINDS.find((kind) => kind === word));
  return kinds.every((kind) => kind !== undefined) ? kinds : null;
}

function readCompletion(given: {
  spacing?: string;
  system?: string;
  side?: string;
  kinds: readonly RailKind[];
}): NetworkOptions | null {
  const running_side = RUNNING_SIDES.find((one) => one === given.side);
  if (given.side !== undefined && running_side === undefined) return null;
  const signaling_system = COMPLETED_SYSTEMS.find((one) => one === (given.system ?? "BAL"));
  const detector_spacing = Number(given.spacing ?? DETECTOR_SPACING_M.default);
  const { min, max } = DETECTOR_SPACING_M;
  if (signaling_system === undefined) return null;
  if (!(detector_spacing >= min && detector_spacing <= max)) return null;
  return { detector_spacing, signaling_system, running_side, kinds: given.kinds };
}

function readTimetableOptions(
  given: {
    stock?: string;
    start?: string;
    window?: string;
    calendar?: string;
    first?: string;
    last?: string;
    columns?: string;
    kinds: readonly RailKind[];
  },
  is_strict: boolean,
): TimetableOptions | null {
  const start = parseUtcDateTime(given.start ?? TIMETABLE_WINDOW.start_time);
  const window = parseDuration(given.window ?? TIMETABLE_WINDOW.time_window);
  if (!start.ok || !window.ok) return null;
  const kept = given.calendar ?? "window";
  if (kept !== "window" && kept !== "keep") return null;
  const { first, last } = given;
  const dates = [first, last].filter((date) => date !== undefined);
  if (dates.some((date) => kept === "window" || !v.is(DateText, date))) return null;
  const heads = given.columns?.split(",").map(readColumnHead) ?? [];
  const columns = heads.filter((head) => head !== null);
  if (columns.length < heads.length) return null;
  return {
    ...(kept === "keep" && { calendar: { period: null, is_cut: false, first, last } }),
    rolling_stock_name: given.stock ?? TIMETABLE_WINDOW.rolling_stock_name,
    start_ms: start.value,
    window_ms: window.value,
    kinds: given.kinds,
    columns,
    is_strict,
  };
}

function printFault(path: string, { reason, line, column }: SourceFault): string {
  return `${line === null ? path : `${path}:${line}:${column ?? 1}`}: ${reason}`;
}

function writeWhole(path: string, bytes: Uint8Array): void {
  const part = `${path}.part`;
  try {
    writeFileSync(part, bytes);
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { output, status } = convertFile(process.argv.slice(2));
  (status === 0 ? process.stdout : process.stderr).write(output);
  process.exitCode = status;
}
