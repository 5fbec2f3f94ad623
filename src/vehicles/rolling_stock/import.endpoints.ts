/** Import and export of rolling stocks in other formats (docs/exchange.md), as in the command `npm run convert`. */
import * as v from "valibot";
import type { DeflatedTexts } from "../../../workers/railjson/deflated_texts.ts";
import { createdOrLines, sourceBody, stream, XML_TYPES } from "../../platform/http/answers.ts";
import { bodyTooComplex, listTexts, readItems } from "../../platform/http/body/json_body.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { answerFile, unreadableFile } from "../../platform/http/exchanged_file.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import { bodyId, pathId, queryBool, queryId, queryOneOf } from "../../platform/http/fields.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";
import { answerWork, type Phase } from "../../platform/http/sending/progress_lines.ts";
import { doInTurns } from "../../platform/turns.ts";
import {
  STOCK_FORMATS,
  STOCK_IMPORT_FORMATS,
  type StockFormat,
  type StockImportFormat,
} from "../../railway/exchange_terms.ts";
import { ExchangeReportRows } from "../../railway/report.schemas.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { foreseeCollections, stockNotFound } from "./in_collection.ts";
import { readForm } from "./read_form.ts";
import type { RollingStockColumns } from "./records.ts";
import { ROLLING_STOCK_CONSTRAINTS } from "./rolling_stock.errors.ts";
import { getDefaultCollectionId, getRollingStock, importStocks } from "./rolling_stock.queries.ts";
import { RollingStockForm } from "./rolling_stock.schemas.ts";

const Format = about(queryOneOf(STOCK_FORMATS), "Format of the file");
const ImportFormat = about(queryOneOf(STOCK_IMPORT_FORMATS), "Format of the file");

const ImportedStocks = v.strictObject({
  rolling_stock_ids: about(v.array(bodyId), "Ids in the order of the file"),
  report: ExchangeReportRows,
});
type ImportedStocks = v.InferOutput<typeof ImportedStocks>;

nameSchemas({ ImportedStocks });

interface Source {
  readonly format: StockImportFormat;
  /** Is transferred to the worker. */
  readonly body: ArrayBuffer;
}

export const STOCK_IMPORT_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/rolling_stock/import",
    summary:
      "Create the rolling stocks of a file of another format in a collection, the default one unless said, all or none",
    query: v.object({
      format: ImportFormat,
      rolling_stock_collection_id: v.optional(queryId),
      locked: v.optional(about(queryBool, "Whether they can't be changed"), ["false"]),
    }),
    body: sourceBody(...XML_TYPES, "application/json"),
    answer: createdOrLines(ImportedStocks),
    creates: "vehicles/rolling_stock/import",
    access: checked({
      roles: ["rolling-stock:write"],
      levels: { rolling_stock_collection: "Creator" },
      // The handler checks the named collection, or the default one.
      needs: () => ({}),
    }),
    errors: [
      "UnreadableStocks",
      "InvalidBody",
      "BodyTooComplex",
      "ValidationError",
      "RollingStockBasePowerClassEmpty",
      "RollingStockNameAlreadyUsed",
    ],
    constraints: ROLLING_STOCK_CONSTRAINTS,
    find: async (ctx, { query: { rolling_stock_collection_id: named_id } }) => {
      const collection_id = named_id ?? (await getDefaultCollectionId(ctx.services.db));
      await ctx.require({ rolling_stock_collection: [collection_id] });
      return collection_id;
    },
    handle: async (ctx, { query: { format, locked }, body, found: collection_id }) =>
      await answerWork(ctx, (now) =>
        importSource(ctx, { format, body }, { place: { collection_id, locked }, now }),
      ),
  }),
  endpoint({
    method: "get",
    path: "/rolling_stock/:rolling_stock_id/export",
    summary: "A rolling stock in another format; the report of what is not in it is a header",
    params: v.object({ rolling_stock_id: pathId }),
    query: v.object({ format: Format }),
    answer: stream("application/xml"),
    access: checked({
      roles: ["rolling-stock:read"],
      levels: { rolling_stock_collection: "Reader" },
    }),
    errors: ["RollingStockNotFound"],
    foresee: async (ctx, { params }) => foreseeCollections(ctx, params),
    handle: async (ctx, { params: { rolling_stock_id }, query: { format } }) =>
      await exportStock(ctx, rolling_stock_id, format),
  }),
];

/** A repeated request reads the file again only for its report. */
async function importSource(
  ctx: Context,
  source: Source,
  {
    place,
    now,
  }: { readonly place: { collection_id: number; locked: boolean }; readonly now: Phase },
): Promise<ImportedStocks> {
  const { services, share, signal } = ctx;
  const { limits } = services.config;
  const bytes_max = limits.batch_body_bytes;
  const how = { share, signal, transfer: [source.body], priority: "batch" } as const;
  const work = services.compute.run("import_stocks", { ...source, bytes_max }, how);
  const read = await withinMemory(work);
  if (read.kind === "unreadable") throw unreadableFile("UnreadableStocks", read.fault);
  if (read.kind === "too_large") {
    throw bodyTooComplex({ what: "bytes of rolling stocks", count_max: bytes_max });
  }
  now.phase = "storing";
  const report = [...read.report];
  const first = ctx.firstAnswer<Pick<ImportedStocks, "rolling_stock_ids">>();
  if (first !== null) return { rolling_stock_ids: first.rolling_stock_ids, report };
  const stocks = await readForms(ctx, read.stocks);
  const made = await importStocks(services.db, stocks, { ...place, signal });
  if (made === null) throw absentResource("rolling_stock_collection", place.collection_id);
  return { rolling_stock_ids: made.rolling_stock_ids, report };
}

async function readForms(
  { services, signal }: Context,
  texts: DeflatedTexts,
): Promise<readonly RollingStockColumns[]> {
  const { limits } = services.config;
  // The limit for a stock that is created.
  const size = { what: "bytes of one rolling stock", count_max: limits.body_bytes };
  const reading = readItems(listTexts(texts, size), {
    item: RollingStockForm,
    pointer: "",
    convert: function* (form) {
      yield;
      return readForm(form);
    },
  });
  return await doInTurns(reading, signal);
}

async function exportStock(
  ctx: Context,
  rolling_stock_id: number,
  format: StockFormat,
): Promise<AsyncIterable<Uint8Array>> {
  const { services, share, signal } = ctx;
  const record = await getRollingStock(services.db, rolling_stock_id);
  if (record === null) throw stockNotFound(rolling_stock_id);
  await ctx.require({ rolling_stock_collection: [record.collection_id] });
  const how = { share, signal, priority: "batch" } as const;
  const work = services.compute.run("export_stocks", { format, records: [record.json] }, how);
  return (await answerFile(ctx, "application/xml", work)).pieces;
}
