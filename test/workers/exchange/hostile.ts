/**
 * Files of all formats, spoilt: cut off, with bytes of others, pieces twice or in another order, other encodings,
 * numbers of other ranges and units, entities, nesting without end. Whatever they hold, a reader answers with what it
 * read or with a typed refusal, and what it read is valid.
 */
import { gzipSync } from "node:zlib";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import * as v from "valibot";
import {
  NETWORK_FORMATS,
  type NetworkFormat,
  STOCK_IMPORT_FORMATS,
  type StockImportFormat,
  TIMETABLE_IMPORT_FORMATS,
  type TimetableImportFormat,
} from "../../../src/railway/exchange_terms.ts";
import { TimetableDocument } from "../../../src/timetable/exchange/exchange.schemas.ts";
import { RollingStockForm } from "../../../src/vehicles/rolling_stock/rolling_stock.schemas.ts";
import { readStockFile, writeStockFile } from "../../../workers/exchange/exchange_stocks.ts";
import { importNetwork } from "../../../workers/exchange/import_network.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { writeTimetableFile } from "../../../workers/exchange/write_timetable.ts";
import { checkNetwork } from "../../../workers/railjson/checks/check_network.ts";
import { validateDocument } from "../../../workers/railjson/validate_document.ts";
import { type Random, wholeBetween } from "../engine/seeded.ts";
import { bzip2 } from "./bzip2_files.ts";
import { FPL_LINE, FPL_NETWORK } from "./fpl_files.ts";
import { GTFS_FEED } from "./gtfs_files.ts";
import { NETEX } from "./netex_files.ts";
import { newerNetwork, newerStock, newerTrains } from "./newer_railjson.ts";
import { encode, makeNetgraph } from "./nge_files.ts";
import { EXTRACT, printOsm, printOverpass, writePbf } from "./osm_files.ts";
import { RAILML2, RAILML3 } from "./railml_files.ts";
import { RAILML_TIMETABLE, RAILML3_TIMETABLE } from "./railml_timetable_files.ts";
import { EXAMPLE_STOCKS } from "./stock_files.ts";

type Spoilt = (bytes: Uint8Array, random: Random) => Uint8Array;

const TABLE =
  "train,station,arrival,departure,interval_s\n8601,A,,8:00,600\n,B,8:10,8:12,\n,C,8:30,,\n";
export const OPTIONS = {
  rolling_stock_name: "Regional 160",
  start_ms: Date.UTC(2026, 2, 2),
  window_ms: 10 * 86_400_000,
  is_strict: true,
  stations: null,
};

function table(): ReturnType<typeof readTimetableFile> {
  return readTimetableFile("csv", { ...OPTIONS, bytes: encode(TABLE) });
}

function workbook(): Uint8Array {
  const read = table();
  if (!read.ok) throw new Error(read.error.reason);
  return writeTimetableFile("xlsx", read.value.form, null).bytes;
}

/** Small sound files. */
const NETWORKS: Readonly<Record<NetworkFormat, readonly Uint8Array[]>> = {
  railml: [encode(RAILML2), encode(RAILML3)],
  osm: [
    writePbf(EXTRACT, { is_dense: true, is_zipped: true }),
    encode(printOsm(EXTRACT)),
    encode(printOverpass(EXTRACT)),
    gzipSync(printOsm(EXTRACT)),
    bzip2(encode(printOsm(EXTRACT))),
  ],
  railjson: [encode(JSON.stringify(newerNetwork()))],
};
const zipFeed = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const TIMETABLES: Readonly<Record<TimetableImportFormat, readonly Uint8Array[]>> = {
  railml: [encode(RAILML_TIMETABLE), encode(RAILML3_TIMETABLE)],
  netex: [encode(NETEX), zipFeed({ "a_shared_data.xml": NETEX, "b.xml": NETEX })],
  fpl: [encode(FPL_LINE), encode(FPL_NETWORK)],
  nge: [encode(makeNetgraph())],
  gtfs: [zipFeed(GTFS_FEED)],
  csv: [encode(TABLE)],
  xlsx: [workbook()],
  railjson: [encode(JSON.stringify(newerTrains()))],
};

const STOCKS: Readonly<Record<StockImportFormat, readonly Uint8Array[]>> = {
  railml: [writeStockFile("railml", EXAMPLE_STOCKS).bytes],
  railjson: [encode(JSON.stringify([newerStock()]))],
};

const truncate: Spoilt = (bytes, random) => bytes.slice(0, wholeBetween(random, 0, bytes.length));

const flip: Spoilt = (bytes, random) => {
  const spoilt = bytes.slice();
  for (let i = wholeBetween(random, 1, 8); i > 0; i--) {
    spoilt[wholeBetween(random, 0, spoilt.length - 1)] = wholeBetween(random, 0, 255);
  }
  return spoilt;
};

const repeat: Spoilt = (bytes, random) => {
  const from = wholeBetween(random, 0, bytes.length);
  const to = wholeBetween(random, from, Math.min(bytes.length, from + 600));
  return Buffer.concat([bytes.slice(0, to), bytes.slice(from, to), bytes.slice(to)]);
};

const remove: Spoilt = (bytes, random) => {
  const from = wholeBetween(random, 0, bytes.length);
  const to = wholeBetween(random, from, Math.min(bytes.length, from + 300));
  return Buffer.concat([bytes.slice(0, from), bytes.slice(to)]);
};

const NUMBERS = [
  "-1",
  "0",
  "1e999",
  "NaN",
  "99999999999999999999",
  "1e-320",
  "0x10",
  "12 km",
  "",
  "'",
  "25:61",
];

/** One of the file's numbers becomes one of another range or unit, or no number. */
const renumber: Spoilt = (bytes, random) => {
  const text = strFromU8(bytes, true);
  const found = [...text.matchAll(/\d+(?:\.\d+)?/g)];
  const one = found[wholeBetween(random, 0, found.length - 1)];
  if (one === undefined) return bytes;
  const other = NUMBERS[wholeBetween(random, 0, NUMBERS.length - 1)] ?? "";
  return strToU8(text.slice(0, one.index) + other + text.slice(one.index + one[0].length), true);
};

/** One of the file's words becomes another one of it: doubled ids, references in circles. */
const reword: Spoilt = (bytes, random) => {
  const text = strFromU8(bytes, true);
  const words = [...text.matchAll(/[\w.-]{1,40}/g)];
  const draw = (): RegExpExecArray | undefined => words[wholeBetween(random, 0, words.length - 1)];
  const [one, other] = [draw(), draw()];
  if (one === undefined || other === undefined) return bytes;
  return strToU8(text.slice(0, one.index) + other[0] + text.slice(one.index + one[0].length), true);
};

const ENTITY =
  '<!DOCTYPE a [<!ENTITY b "&b;&b;"><!ENTITY c SYSTEM "file:///etc/passwd">]><a>&b;&c;</a>';
const WHOLES: readonly Uint8Array[] = [
  encode(ENTITY),
  encode("<a>".repeat(5000)),
  encode("[".repeat(100_000)),
  zipSync({ "stops.txt": new Uint8Array(32 << 20), "xl/workbook.xml": new Uint8Array(32 << 20) }),
  new Uint8Array(0),
  Buffer.from(RAILML2, "utf16le"),
];
const replace: Spoilt = (_bytes, random) =>
  WHOLES[wholeBetween(random, 0, WHOLES.length - 1)] ?? new Uint8Array(0);

/** The file in an encoding that it does not say. */
const transcode: Spoilt = (bytes, random) => {
  const text = new TextDecoder().decode(bytes);
  const little = Buffer.from(text, "utf16le");
  const big = Buffer.from(little).swap16();
  return pick(
    [little, big, Buffer.concat([strToU8("\xff\xfe", true), big]), encodeLatin(text)],
    random,
  );
};

const encodeLatin = (text: string): Uint8Array =>
  Buffer.from(text.replace(/[A-Za-z]{3}/, "äöü"), "latin1");

/** Its archive with one file of zeros, far longer than the archive; of no archive, the file with a run of one byte. */
const inflate: Spoilt = (bytes, random) => {
  const files = unpack(bytes);
  if (files === null) {
    const at = wholeBetween(random, 0, bytes.length);
    return Buffer.concat([bytes.slice(0, at), new Uint8Array(4 << 20).fill(0x20), bytes.slice(at)]);
  }
  const name = pick(Object.keys(files), random);
  return zipSync({ ...files, [name]: new Uint8Array(48 << 20) });
};

function unpack(bytes: Uint8Array): Record<string, Uint8Array> | null {
  try {
    return unzipSync(bytes);
  } catch {
    return null;
  }
}

const prepend: Spoilt = (bytes, random) => {
  const whole = replace(bytes, random);
  return Buffer.concat([whole.slice(0, 200), bytes]);
};

const SPOILS = [
  truncate,
  flip,
  repeat,
  remove,
  renumber,
  renumber,
  reword,
  reword,
  transcode,
  inflate,
  replace,
  prepend,
];

/** Those that keep what kind of file it is. */
const INNER_SPOILS = SPOILS.slice(0, -3);

/** Files inside archives are spoilt too, before they are packed. */
function spoilFeed(random: Random): Uint8Array {
  const names = Object.keys(GTFS_FEED);
  const name = names[wholeBetween(random, 0, names.length - 1)] ?? "";
  const spoil = pick(INNER_SPOILS, random);
  const own = spoil(encode(GTFS_FEED[name] ?? ""), random);
  const files = Object.entries(GTFS_FEED).map(([one, text]) => [
    one,
    one === name ? own : strToU8(text),
  ]);
  return zipSync(Object.fromEntries(files) as Record<string, Uint8Array>);
}

/** A spoilt file and where it is sent. */
export type HostileFile = { readonly bytes: Uint8Array } & (
  | { readonly kind: "network"; readonly format: NetworkFormat }
  | { readonly kind: "timetable"; readonly format: TimetableImportFormat }
  | { readonly kind: "stocks"; readonly format: StockImportFormat }
);

/** A spoilt file of a drawn kind and format. */
export function drawHostile(random: Random): HostileFile {
  const formats = [
    ...NETWORK_FORMATS.map((format) => ({ kind: "network", format }) as const),
    ...TIMETABLE_IMPORT_FORMATS.map((format) => ({ kind: "timetable", format }) as const),
    ...STOCK_IMPORT_FORMATS.map((format) => ({ kind: "stocks", format }) as const),
  ];
  const drawn = pick(formats, random);
  const spoil = pick(SPOILS, random);
  if (drawn.kind === "network") {
    return { ...drawn, bytes: spoil(pick(NETWORKS[drawn.format], random), random) };
  }
  if (drawn.kind === "stocks") {
    return { ...drawn, bytes: spoil(pick(STOCKS[drawn.format], random), random) };
  }
  const is_inner = drawn.format === "gtfs" && random() < 0.7;
  const sound = TIMETABLES[drawn.format];
  return { ...drawn, bytes: is_inner ? spoilFeed(random) : spoil(pick(sound, random), random) };
}

export interface HostileOutcome {
  readonly format: string;
  readonly outcome: "read" | "refused";
}

/** Reads a spoilt file of a drawn format. Throws when its reader does, or when what it read is not valid. */
export function readHostile(random: Random): HostileOutcome {
  const file = drawHostile(random);
  const { format, kind } = file;
  switch (kind) {
    case "network":
      return { format, outcome: readNetwork(file.format, file.bytes) };
    case "timetable":
      return { format, outcome: readTrains(file.format, file.bytes) };
    case "stocks":
      return { format: `${format} stocks`, outcome: readVehicles(file.format, file.bytes) };
  }
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[wholeBetween(random, 0, items.length - 1)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

function readNetwork(format: NetworkFormat, bytes: Uint8Array): HostileOutcome["outcome"] {
  const read = importNetwork(format, bytes);
  if (!read.ok) return refused(read.error);
  const { document } = read.value;
  // The server takes it as it is, a file of the command as text.
  for (const value of [document, JSON.parse(JSON.stringify(document))]) {
    const validated = validateDocument(value);
    if (validated.kind !== "valid") throw new Error(JSON.stringify(validated).slice(0, 500));
  }
  const checked = checkNetwork(document);
  if (!checked.ok) throw new Error(checked.error);
  return "read";
}

function readVehicles(format: StockImportFormat, bytes: Uint8Array): HostileOutcome["outcome"] {
  const read = readStockFile(format, bytes);
  if (!read.ok) return refused(read.error);
  const forms = JSON.parse(JSON.stringify(read.value.stocks));
  return isOfApi(format, v.array(RollingStockForm), forms) ? "read" : "refused";
}

function readTrains(format: TimetableImportFormat, bytes: Uint8Array): HostileOutcome["outcome"] {
  const read = readTimetableFile(format, { ...OPTIONS, bytes });
  if (!read.ok) return refused(read.error);
  const form = JSON.parse(JSON.stringify(read.value.form));
  return isOfApi(format, TimetableDocument, form) ? "read" : "refused";
}

/** Values of RailJSON are those of the API's forms, which say whether they are right: the server refuses them then. */
function isOfApi(format: string, schema: v.GenericSchema, value: unknown): boolean {
  if (format === "railjson") return v.is(schema, value);
  v.parse(schema, value);
  return true;
}

function refused({
  reason,
  line,
}: {
  readonly reason: string;
  readonly line: number | null;
}): "refused" {
  if (reason === "" || reason.length > 500) throw new Error(`a reason of ${reason.length} letters`);
  if (line !== null && !(line >= 1)) throw new Error(`line ${line}`);
  return "refused";
}
