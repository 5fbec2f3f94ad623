/**
 * Imports data by the requests that any client could make: networks, rolling stocks, timetables,
 * and the sample. Errors are given by line of the file.
 */

import { ApiFault, api, ask, isAbort, type Schemas } from "../../api/client.ts";
import { printNumber } from "../../graph/zone.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { findLine, lineOfSyntax } from "../asked/json_lines.ts";
import { explain } from "../session.ts";
import {
  type Follower,
  type NetworkFormat,
  type ReportRow,
  type StockFormat,
  sendNetwork,
  sendStocks,
  sendTrains,
  type TimetableChoices,
  type TimetableFormat,
} from "./import_files.ts";
import { isAtLeast, type Level, readLevels } from "./roles.ts";
import { deleteTimetable, makeTimetable, onceOnly, type TimetableDocument } from "./timetables.ts";

type RailJson = Schemas["RailjsonDocument"];
type Stock = Schemas["RollingStockForm"];
type Profiles = Schemas["ElectricalProfileSetContent"];

/** Progress of an import, in words and in steps. */
export interface Step {
  readonly text: string;
  readonly done: number;
  readonly of: number;
}

/** Receives each step of an import, and can abort it. */
export interface Progress {
  readonly tell: (step: Step) => void;
  readonly signal: AbortSignal;
}

export interface Sample {
  readonly railjson: RailJson;
  readonly rolling_stocks: readonly Stock[];
  readonly electrical_profile_set: Profiles;
  readonly train_schedules: TimetableDocument["train_schedules"];
  readonly paced_trains: TimetableDocument["paced_trains"];
}

/** A file whose content was refused, with the lines to look at. */
export class ImportFault extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join(" "));
    this.lines = lines;
  }
}

/** A failure's text, line by line. */
export function linesOf(error: unknown): readonly string[] {
  if (isAbort(error)) return [TOOL_TEXTS.imports.ended];
  return error instanceof ImportFault ? error.lines : [explain(error)];
}

/** The content of a JSON file. Throws ImportFault. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const line = lineOfSyntax(text, reason);
    const lines = line === null ? [] : [TOOL_TEXTS.imports.at_line(line, "", reason)];
    throw new ImportFault([TOOL_TEXTS.imports.no_json(reason), ...lines]);
  }
}

/** Runs `work`; errors in a body get their lines in the file. `prefix` is the JSON pointer of what was sent. */
async function withLines<Value>(
  text: string,
  prefix: string,
  work: Promise<Value>,
): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const context: Readonly<Record<string, unknown>> =
      error instanceof ApiFault ? (error.error?.context ?? {}) : {};
    const { faults } = context;
    if (!Array.isArray(faults)) throw error;
    const lines = faults.flatMap((fault: { path?: unknown; reason?: unknown }) => {
      if (typeof fault.path !== "string") return [];
      const line = findLine(text, prefix + fault.path);
      return [TOOL_TEXTS.imports.at_line(line, prefix + fault.path, String(fault.reason))];
    });
    throw new ImportFault(lines);
  }
}

const POLL_MS = 300;

interface MadeNetwork {
  readonly infra_id: number;
  readonly fault_count: number;
  readonly report: readonly ReportRow[];
}

/** Imports a network until it can be computed on; returns the number of its faults. */
export async function importNetwork(
  name: string,
  text: string,
  { tell, signal }: Progress,
): Promise<MadeNetwork> {
  const body = readJson(text) as RailJson;
  tell({ text: TOOL_TEXTS.imports.sending(printSize(text.length)), done: 0, of: 2 });
  const query = { name, generate_data: true };
  const { infra } = await withLines(
    text,
    "",
    ask(
      api.POST("/infra/railjson", {
        params: { query },
        body,
        bodySerializer: () => text,
        signal,
        ...onceOnly(),
      }),
    ),
  );
  tell({ text: TOOL_TEXTS.imports.building, done: 1, of: 2 });
  return { ...(await awaitNetwork(infra, signal)), report: [] };
}

/** Imports a file of another format; it is completed so that trains can run. */
export async function importNetworkFile(
  format: NetworkFormat,
  { name, file }: { readonly name: string; readonly file: File },
  { tell, signal }: Progress,
): Promise<MadeNetwork> {
  const follower = followFile(file, { tell, signal }, 4);
  const { infra, report } = await sendNetwork(format, { name, file }, follower);
  tell({ text: TOOL_TEXTS.imports.building, done: 3, of: 4 });
  return { ...(await awaitNetwork(infra, signal)), report };
}

/** The first three steps of a file: sent, read, stored. */
function followFile(file: Blob, { tell, signal }: Progress, of: number): Follower {
  tell({ text: TOOL_TEXTS.imports.sending(printSize(file.size)), done: 0, of });
  const onStep: Follower["onStep"] = ({ phase, seconds }) => {
    const is_stored = phase === "storing";
    const print = is_stored ? TOOL_TEXTS.imports.storing : TOOL_TEXTS.imports.server_reading;
    tell({ text: print(seconds), done: is_stored ? 2 : 1, of });
  };
  return { onStep, signal };
}

/** If the wait is aborted, the network is deleted. */
async function awaitNetwork(
  infra: number,
  signal: AbortSignal,
): Promise<{ readonly infra_id: number; readonly fault_count: number }> {
  const params = { path: { infra_id: infra } };
  try {
    await ask(api.POST("/infra/{infra_id}/load", { params, signal }));
    for (;;) {
      const { state } = await ask(api.GET("/infra/{infra_id}", { params, signal }));
      if (state === "CACHED" || state === "ERROR") break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } catch (error) {
    if (isAbort(error)) {
      await ask(api.DELETE("/infra/{infra_id}", { params })).catch(() => undefined);
    }
    throw error;
  }
  const query_one = { page_size: 1 };
  const faults = await ask(
    api.GET("/infra/{infra_id}/errors", { params: { ...params, query: query_one } }),
  );
  return { infra_id: infra, fault_count: faults.count };
}

const IS_KNOWN = /rollingstocks:NameAlreadyUsed$/;

interface MadeStocks {
  readonly made: number;
  /** Stocks whose names existed already. */
  readonly known: number;
  readonly report: readonly ReportRow[];
}

/** One by one: existing stocks of the same names are not changed. */
export async function importStocks(text: string, { tell, signal }: Progress): Promise<MadeStocks> {
  const content = readJson(text);
  const stocks = Array.isArray(content) ? (content as Stock[]) : [content as Stock];
  const collection = await needCollection("Creator");
  const counts = { made: 0, known: 0 };
  for (const [i, body] of stocks.entries()) {
    const words = TOOL_TEXTS.imports.making(TOOL_TEXTS.imports.stocks, i + 1, stocks.length);
    tell({ text: words, done: i, of: stocks.length });
    const params = { query: { rolling_stock_collection_id: collection } };
    const making = ask(api.POST("/rolling_stock", { params, body, signal, ...onceOnly() }));
    try {
      await withLines(text, Array.isArray(content) ? `/${i}` : "", making);
      counts.made++;
    } catch (error) {
      if (error instanceof ApiFault && IS_KNOWN.test(error.error?.type ?? "")) counts.known++;
      else if (counts.made === 0) throw error;
      else {
        throw new ImportFault([TOOL_TEXTS.imports.stopped(counts.made), ...linesOf(error)]);
      }
    }
  }
  return { ...counts, report: [] };
}

/** A file of another format: all stocks or none. */
export async function importStockFile(
  format: StockFormat,
  file: File,
  progress: Progress,
): Promise<MadeStocks> {
  const collection = await needCollection("Creator");
  const follower = followFile(file, progress, 3);
  const { rolling_stock_ids, report } = await sendStocks(format, { file, collection }, follower);
  return { made: rolling_stock_ids.length, known: 0, report };
}

/** A collection on which the caller has a level; made if there is none. */
export async function needCollection(wanted: Level): Promise<number> {
  const params = { query: { page_size: 100 } };
  const { results } = await ask(api.GET("/rolling_stock_collection", { params }));
  const levels = await readLevels(
    "rolling_stock_collection",
    results.map(({ id }) => id),
  );
  const found = results.find(({ id }) => isAtLeast(levels.get(id) ?? null, wanted));
  if (found !== undefined) return found.id;
  const body = { name: TOOL_TEXTS.imports.collection };
  return (await ask(api.POST("/rolling_stock_collection", { body, ...onceOnly() }))).id;
}

interface MadeTimetable {
  readonly timetable_id: number;
  readonly count: number;
  readonly report: readonly ReportRow[];
}

/** A new timetable with the trains of a document; if they are refused, it is deleted. */
export async function importTimetable(
  name: string,
  text: string,
  progress: Progress,
): Promise<MadeTimetable> {
  readJson(text);
  const file = new Blob([text]);
  return await withLines(
    text,
    "",
    fillNew(name, { file, format: null }, { choices: null, progress }),
  );
}

/** The same for a file in another format. */
export async function importTimetableFile(
  format: TimetableFormat,
  { name, file, choices }: { name: string; file: File; choices: TimetableChoices },
  progress: Progress,
): Promise<MadeTimetable> {
  return await fillNew(name, { file, format }, { choices, progress });
}

async function fillNew(
  name: string,
  content: { readonly file: Blob; readonly format: TimetableFormat | null },
  { choices, progress }: { readonly choices: TimetableChoices | null; readonly progress: Progress },
): Promise<MadeTimetable> {
  const follower = followFile(content.file, progress, 3);
  const timetable_id = await makeTimetable(name, choices?.period);
  try {
    const made = await sendTrains(timetable_id, content, choices, follower);
    const count = made.train_schedule_ids.length + made.paced_train_ids.length;
    return { timetable_id, count, report: made.report ?? [] };
  } catch (error) {
    await deleteTimetable(timetable_id).catch(() => undefined);
    throw error;
  }
}

export interface LoadedSample {
  readonly timetable_id: number;
  readonly infra_id: number;
  readonly profiles_id: number | null;
}

/** The demo's data, each part sent as any client would. */
export async function loadSample(sample: Sample, progress: Progress): Promise<LoadedSample> {
  const name = TOOL_TEXTS.guide.sample_name;
  const { infra_id } = await importNetwork(name, JSON.stringify(sample.railjson), progress);
  await importStocks(JSON.stringify(sample.rolling_stocks), progress);
  progress.tell({ text: TOOL_TEXTS.imports.sample.profiles, done: 2, of: 4 });
  const profiles_id = await makeProfiles(sample.electrical_profile_set);
  progress.tell({ text: TOOL_TEXTS.imports.sample.timetable, done: 3, of: 4 });
  const { train_schedules, paced_trains } = sample;
  const document = JSON.stringify({ version: 1, train_schedules, paced_trains });
  const { timetable_id } = await importTimetable(name, document, progress);
  progress.tell({ text: TOOL_TEXTS.imports.sample.open, done: 4, of: 4 });
  return { timetable_id, infra_id, profiles_id };
}

async function makeProfiles(body: Profiles): Promise<number> {
  const params = { query: { name: TOOL_TEXTS.guide.sample_profiles } };
  return (await ask(api.POST("/electrical_profile_set", { params, body, ...onceOnly() }))).id;
}

function printSize(length: number): string {
  return length < 100_000 ? `${Math.ceil(length / 1000)} kB` : `${printNumber(length / 1e6, 1)} MB`;
}
