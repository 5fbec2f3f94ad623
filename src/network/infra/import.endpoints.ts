/** Networks of other formats in and out (docs/exchange.md): the same as the command `npm run convert`. */
import * as v from "valibot";
import type { NetworkOptions } from "../../../workers/exchange/import_network.ts";
import { createdOrLines, sourceBody, stream, XML_TYPES } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { answerFile, unreadableFile } from "../../platform/http/exchanged_file.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import { pathId } from "../../platform/http/fields.ts";
import { answerWork, type Phase } from "../../platform/http/sending/progress_lines.ts";
import type { NetworkExportFormat, NetworkFormat } from "../../railway/exchange_terms.ts";
import { getContent } from "./content.queries.ts";
import {
  NetworkExportQuery,
  NetworkImportPreview,
  NetworkImportQuery,
  NetworkImportResult,
  NetworkPreviewQuery,
} from "./import.schemas.ts";
import { infraNotFound } from "./infra.errors.ts";
import { getInfra } from "./infra.queries.ts";
import { exportRailjson } from "./railjson/export_railjson.ts";
import { storeNetwork } from "./railjson/import_railjson.ts";

interface Source {
  readonly format: NetworkFormat;
  /** Moves to the worker. */
  readonly body: ArrayBuffer;
  readonly options: NetworkOptions;
}

export const IMPORT_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/infra/import",
    summary:
      "Create an infrastructure from a file of another format, completed so that trains can run",
    query: NetworkImportQuery,
    body: sourceBody(...XML_TYPES, "application/json"),
    answer: createdOrLines(NetworkImportResult),
    creates: "network/infra/publish",
    access: checked({ roles: ["infra:write"] }),
    errors: ["UnreadableNetwork", "InvalidBody"],
    links: {
      parameters: { infra_id: "$response.body#/infra" },
      to: ["GET /infra/:infra_id", "GET /infra/:infra_id/errors", "GET /infra/:infra_id/railjson"],
    },
    handle: async (ctx, { query: { format, name, ...options }, body }) =>
      await answerWork(ctx, (now) => importSource(ctx, { format, body, options }, { name, now })),
  }),
  endpoint({
    method: "post",
    path: "/infra/import/preview",
    summary: "What an import of the same file would bring; nothing is stored",
    query: NetworkPreviewQuery,
    body: sourceBody(...XML_TYPES, "application/json"),
    answer: createdOrLines(NetworkImportPreview, 200),
    creates: null,
    access: checked({ roles: ["infra:write"] }),
    errors: ["UnreadableNetwork"],
    handle: async (ctx, { query: { format, ...options }, body }) =>
      await answerWork(ctx, async () => await previewSource(ctx, { format, body, options })),
  }),
  endpoint({
    method: "get",
    path: "/infra/:infra_id/export",
    summary: "An infrastructure in another format; the report of what is not in it is a header",
    params: v.object({ infra_id: pathId }),
    query: NetworkExportQuery,
    answer: stream("application/xml"),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    handle: async (ctx, { params: { infra_id }, query: { format } }) =>
      await exportFormat(ctx, infra_id, format),
  }),
];

type Imported = v.InferOutput<typeof NetworkImportResult>;

/** A repeated request reads the file again for its report alone. */
async function importSource(
  ctx: Context,
  source: Source,
  { name, now }: { readonly name: string; readonly now: Phase },
): Promise<Imported> {
  const { signal, share } = ctx;
  const options = { share, signal, transfer: [source.body], priority: "batch" } as const;
  const read = await withinMemory(ctx.services.compute.run("import_network", source, options));
  if (read.kind === "unreadable") throw unreadableFile("UnreadableNetwork", read.fault);
  now.phase = "storing";
  const first = ctx.firstAnswer<{ id: number }>();
  const infra = { name, is_generated: false };
  const id = first === null ? await storeNetwork(ctx, read.parsed, infra) : first.id;
  return { infra: id, report: [...read.report] };
}

async function previewSource(
  ctx: Context,
  source: Source,
): Promise<v.InferOutput<typeof NetworkImportPreview>> {
  const { signal, share } = ctx;
  const options = { share, signal, transfer: [source.body], priority: "batch" } as const;
  const read = await withinMemory(ctx.services.compute.run("preview_network", source, options));
  if (read.kind === "unreadable") throw unreadableFile("UnreadableNetwork", read.fault);
  const { report, bounds, ...told } = read.preview;
  return { ...told, bounds: bounds === null ? null : [...bounds], report: [...report] };
}

async function exportFormat(
  ctx: Context,
  infra_id: number,
  format: NetworkExportFormat,
): Promise<AsyncIterable<Uint8Array>> {
  const { services, share, signal } = ctx;
  const infra = await getInfra(services.db, infra_id);
  const content = infra === null ? null : await getContent(services.db, infra.content_id);
  if (content === null) throw infraNotFound(infra_id);
  const pieces: Uint8Array[] = [];
  for await (const piece of exportRailjson(services.db, content, { signal })) pieces.push(piece);
  const how = { share, signal, priority: "batch" } as const;
  const work = services.compute.run("export_network", { format, pieces }, how);
  return (await answerFile(ctx, "application/xml", work)).pieces;
}
