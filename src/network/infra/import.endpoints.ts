/** Networks of other formats in and out (docs/exchange.md): the same as the command `npm run convert`. */
import * as v from "valibot";
import type { CompletionOptions } from "../../../workers/exchange/completion/complete_network.ts";
import { acceptsLines, createdOrLines, networkBody, stream } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint, type JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { answerFile } from "../../platform/http/exchanged_file.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import { pathId } from "../../platform/http/fields.ts";
import { type Phase, printProgress } from "../../platform/http/progress_lines.ts";
import { encodeGroups } from "../../platform/http/text_stream.ts";
import type { NetworkExportFormat, NetworkFormat } from "../../railway/exchange_terms.ts";
import { getContent } from "./content.queries.ts";
import { exportRailjson } from "./export_railjson.ts";
import { NetworkExportQuery, NetworkImportQuery, NetworkImportResult } from "./import.schemas.ts";
import { storeNetwork } from "./import_railjson.ts";
import { infraNotFound } from "./infra.errors.ts";
import { getInfra } from "./infra.queries.ts";

/** Content types of each format; any may be sent as plain bytes. */
const CONTENT_TYPES = ["application/xml", "text/xml", "application/octet-stream"] as const;

interface Source {
  readonly format: NetworkFormat;
  /** Moves to the worker. */
  readonly body: ArrayBuffer;
  readonly options: CompletionOptions;
}

export const IMPORT_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/infra/import",
    summary:
      "Create an infrastructure from a file of another format, completed so that trains can run",
    query: NetworkImportQuery,
    body: networkBody(...CONTENT_TYPES),
    answer: createdOrLines(NetworkImportResult),
    creates: "network/infra/publish",
    access: checked({ roles: ["infra:write"] }),
    errors: ["UnreadableNetwork", "InvalidBody"],
    links: {
      parameters: { infra_id: "$response.body#/infra" },
      to: ["GET /infra/:infra_id", "GET /infra/:infra_id/errors", "GET /infra/:infra_id/railjson"],
    },
    handle: async (ctx, { query: { format, name, ...options }, body }) => {
      return await answerImport(ctx, { format, body, options }, name);
    },
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

/** Whole, or a line for each second of it for a client that accepts lines. */
async function answerImport(
  ctx: Context,
  source: Source,
  name: string,
): Promise<JsonText | AsyncIterable<Uint8Array>> {
  const now = { phase: "reading" };
  const work = async (): Promise<Imported> => await importSource(ctx, source, { name, now });
  if (acceptsLines(ctx)) return encodeGroups(printProgress(work, now), ctx.signal);
  return { json: JSON.stringify(await work()) };
}

/** A repeated request reads the file again for its report alone. */
async function importSource(
  ctx: Context,
  source: Source,
  { name, now }: { readonly name: string; readonly now: Phase },
): Promise<Imported> {
  const { signal, share } = ctx;
  const options = { share, signal, transfer: [source.body], priority: "batch" } as const;
  const read = await withinMemory(ctx.services.compute.run("import_network", source, options));
  if (read.kind === "unreadable") {
    const { reason, line, column } = read.fault;
    const place = line === null ? "" : ` (line ${line}, column ${column ?? 1})`;
    throw new AppError("UnreadableNetwork", `The file can't be read: ${reason}${place}`, {
      reason,
      line,
      column,
    });
  }
  now.phase = "storing";
  const first = ctx.firstAnswer<{ id: number }>();
  const infra = { name, is_generated: false };
  const id = first === null ? await storeNetwork(ctx, read.parsed, infra) : first.id;
  return { infra: id, report: [...read.report] };
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
  for await (const piece of exportRailjson(services.db, content, signal)) pieces.push(piece);
  const how = { share, signal, priority: "batch" } as const;
  const work = services.compute.run("export_network", { format, pieces }, how);
  const { bytes, report } = await withinMemory(work);
  return answerFile(ctx, { content_type: "application/xml", bytes, report }).pieces;
}
