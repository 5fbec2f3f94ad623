/**
 * Whole timetables: exported and imported as one document, or as files in other formats. An export
 * checks all rights before its first byte, so a refusal is never a partial document.
 */
import * as v from "valibot";
import type { CalendarWish } from "../../../workers/exchange/timetable/dated_trains.ts";
import type { TimetableOptions } from "../../../workers/exchange/timetable/timetable_source.ts";
import type { InfraRef } from "../../../workers/tasks/types.ts";
import { loadInfra } from "../../network/infra/load_infra.ts";
import { readMatches } from "../../network/infra/station_matches.endpoints.ts";
import {
  createdOrLines,
  documentStream,
  sourceBody,
  timetableBody,
} from "../../platform/http/answers.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { unreadableFile } from "../../platform/http/exchanged_file.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import { pathId } from "../../platform/http/fields.ts";
import { answerWork, type Phase } from "../../platform/http/sending/progress_lines.ts";
import { Period } from "../../railway/days/days.schemas.ts";
import {
  TIMETABLE_CONTENT_TYPES,
  type TimetableImportFormat,
} from "../../railway/exchange_terms.ts";
import { readPeriod } from "../../timetable/calendar/calendar.queries.ts";
import {
  ExportQuery,
  ImportedTrains,
  TimetableDocument,
  TimetableImportPreview,
  TimetableImportQuery,
  TimetablePreviewQuery,
} from "../../timetable/exchange/exchange.schemas.ts";
import { exportTimetable } from "../../timetable/exchange/export_timetable.ts";
import { importTimetable, storeTrains } from "../../timetable/exchange/import_timetable.ts";
import { PACED_TRAIN_EXAMPLE } from "../../timetable/paced_train/paced_train.schemas.ts";
import { TRAIN_EXAMPLE } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import { readSimulationParameters } from "../simulation/setup.ts";
import { exportFormat } from "./export_format.ts";

/* Adds the trains of a file in another format to a timetable, all or none, and reports what was left out. */

interface TimetableFile {
  readonly format: TimetableImportFormat;
  /** Is transferred to the worker. */
  readonly body: ArrayBuffer;
  readonly options: TimetableOptions;
  /** The network where names of places are looked up. */
  readonly infra: InfraRef | null;
  /** What was chosen for names of places in this network before. */
  readonly matches: readonly (readonly [name: string, operational_point: string])[];
}

/** A repeated request reads the file again only for its report. */
async function importFormat(
  ctx: Context,
  timetable_id: number,
  { format, body, options, infra, matches, now }: TimetableFile & { readonly now: Phase },
): Promise<ImportedTrains> {
  const { services, share, signal } = ctx;
  const trains_max = services.config.limits.timetable_trains;
  const input = { format, body, options, trains_max, infra, matches };
  const how = { share, signal, transfer: [body], priority: "batch" } as const;
  const read = await withinMemory(services.compute.run("import_timetable", input, how));
  if (read.kind === "unreadable") throw unreadableFile("UnreadableTimetable", read.fault);
  now.phase = "storing";
  const first = ctx.firstAnswer<ImportedTrains>();
  const stored = { outcome: read.split, sets_period: options.calendar !== undefined };
  const made = first ?? (await storeTrains(ctx, timetable_id, stored));
  return { ...made, report: [...read.report] };
}

async function previewFile(
  { services, share, signal }: Context,
  file: TimetableFile,
): Promise<unknown> {
  const how = { share, signal, transfer: [file.body], priority: "batch" } as const;
  const read = await withinMemory(services.compute.run("preview_timetable", file, how));
  if (read.kind === "unreadable") throw unreadableFile("UnreadableTimetable", read.fault);
  return read.preview;
}

type Query = v.InferOutput<typeof TimetableImportQuery>;

/** What a query tells of how a file is read, for a timetable of a period. */
function toOptions(
  { rolling_stock_name, start_time, time_window, kinds, columns, strict, ...days }: Query,
  period: Period | null,
): TimetableOptions {
  const window = { start_ms: start_time, window_ms: time_window };
  const calendar = toCalendarWish(days, period);
  return { rolling_stock_name, ...window, kinds, columns, is_strict: strict, calendar };
}

/** Undefined: days are not kept. Throws InvalidQuery if they, or such a part of them, can't be. */
function toCalendarWish(
  { calendar, format, first, last }: Pick<Query, "calendar" | "format" | "first" | "last">,
  period: Period | null,
): CalendarWish | undefined {
  const parameter = first === undefined ? "last" : "first";
  const refuse = (reason: string): AppError =>
    new AppError("InvalidQuery", `${parameter}: ${reason}`, { parameter });
  if (first !== undefined || last !== undefined) {
    if (calendar === "window") throw refuse("is told with calendar=keep or cut alone");
    if (format === "json") throw refuse("a document of the own form comes in whole");
  }
  if (first !== undefined && last !== undefined) {
    const part = v.safeParse(Period, { first, last, time_zone: "UTC" });
    if (!part.success) throw refuse(part.issues[0].message);
  }
  return calendar === "window" ? undefined : { period, is_cut: calendar === "cut", first, last };
}

/** The network where places are looked up, and what was chosen for their names in it. */
async function loadStations(
  ctx: Context,
  infra_id: number | undefined,
): Promise<Pick<TimetableFile, "infra" | "matches">> {
  if (infra_id === undefined) return { infra: null, matches: [] };
  const infra = await loadInfra(ctx, infra_id, "TimetableInfraNotFound");
  return { infra, matches: (await readMatches(ctx.services.db, infra_id)) ?? [] };
}

const TimetableParams = v.object({ timetable_id: pathId });

/** Content types of files in other formats, which may also be sent as plain bytes. */
const FILE_TYPES = [...new Set(Object.values(TIMETABLE_CONTENT_TYPES))];

/** A network is optional; the level on it is checked along with that on the timetable. */
async function checkInfra(ctx: Context, infra_id: number | undefined): Promise<void> {
  if (infra_id === undefined) await ctx.require({ infra: [] });
}

export const EXCHANGE_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/export",
    summary: "All trains of a timetable as a document that can be imported, or in another format",
    params: TimetableParams,
    query: ExportQuery,
    answer: documentStream(TimetableDocument, FILE_TYPES),
    access: checked({
      roles: ["timetable:read"],
      levels: { timetable: "Reader", rolling_stock_collection: "Reader", infra: "Reader" },
      absent: { infra: "TimetableInfraNotFound" },
    }),
    errors: ["InfraNotUsable"],
    handle: async (ctx, { params: { timetable_id }, query: { format, infra_id } }) => {
      await checkInfra(ctx, infra_id);
      if (format === "json") return await exportTimetable(ctx, timetable_id);
      const parameters = infra_id === undefined ? null : readSimulationParameters({ infra_id });
      return await exportFormat(ctx, timetable_id, { format, parameters });
    },
  }),
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/import",
    summary: "Add the trains of an exported document, or of another format, all or none",
    params: TimetableParams,
    query: TimetableImportQuery,
    body: timetableBody(
      TimetableDocument,
      { version: 1, train_schedules: [TRAIN_EXAMPLE], paced_trains: [PACED_TRAIN_EXAMPLE] },
      [...FILE_TYPES, "application/octet-stream"],
    ),
    answer: createdOrLines(ImportedTrains, 200),
    creates: "timetable/timetable/import",
    access: checked({
      roles: ["timetable:write"],
      levels: { timetable: "Creator", infra: "Reader" },
      absent: { infra: "TimetableInfraNotFound" },
    }),
    errors: [
      "InvalidJson",
      "BodyTooComplex",
      "InvalidBody",
      "TooManyItems",
      "UnreadableTimetable",
      "InfraNotUsable",
    ],
    handle: async (ctx, { params: { timetable_id }, query, body }) => {
      const { format, infra_id } = query;
      await checkInfra(ctx, infra_id);
      const sets_period = query.calendar !== "window";
      const stored = sets_period ? await readPeriod(ctx.services.db, timetable_id) : null;
      const options = toOptions(query, stored?.period ?? null);
      const network = await loadStations(ctx, infra_id);
      return await answerWork(ctx, async (now) =>
        format === "json"
          ? await importTimetable(ctx, timetable_id, { body, sets_period })
          : await importFormat(ctx, timetable_id, { format, body, options, ...network, now }),
      );
    },
  }),
  endpoint({
    method: "post",
    path: "/timetable/import/preview",
    summary:
      "What an import of the same file would bring, and which places the network has; nothing is stored",
    query: TimetablePreviewQuery,
    body: sourceBody(...FILE_TYPES, "application/octet-stream"),
    answer: createdOrLines(TimetableImportPreview, 200),
    creates: null,
    access: checked({
      roles: ["timetable:write"],
      levels: { infra: "Reader" },
      absent: { infra: "TimetableInfraNotFound" },
    }),
    errors: ["UnreadableTimetable", "InfraNotUsable"],
    handle: async (ctx, { query, body }) => {
      const { format, infra_id } = query;
      await checkInfra(ctx, infra_id);
      const options = toOptions(query, null);
      const network = await loadStations(ctx, infra_id);
      const file = { format, body, options, ...network };
      return await answerWork(ctx, async () => await previewFile(ctx, file));
    },
  }),
];
