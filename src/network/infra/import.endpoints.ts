/** Networks of other formats in (docs/exchange.md): the same as the command `npm run convert`. */
import type * as v from "valibot";
import type { CompletionOptions } from "../../../workers/exchange/completion/complete_network.ts";
import { created, networkBody } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import type { NetworkFormat } from "../../railway/exchange_terms.ts";
import { NetworkImportQuery, NetworkImportResult } from "./import.schemas.ts";
import { storeNetwork } from "./import_railjson.ts";

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
    answer: created(NetworkImportResult),
    creates: "network/infra/publish",
    access: checked({ roles: ["infra:write"] }),
    errors: ["UnreadableNetwork", "InvalidBody"],
    links: {
      parameters: { infra_id: "$response.body#/infra" },
      to: ["GET /infra/:infra_id", "GET /infra/:infra_id/errors", "GET /infra/:infra_id/railjson"],
    },
    handle: async (ctx, { query: { format, name, ...options }, body }) => {
      return await importSource(ctx, { format, body, options }, name);
    },
  }),
];

type Imported = v.InferOutput<typeof NetworkImportResult>;

/** A repeated request reads the file again for its report alone. */
async function importSource(ctx: Context, source: Source, name: string): Promise<Imported> {
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
  const first = ctx.firstAnswer<{ id: number }>();
  const infra = { name, is_generated: false };
  const id = first === null ? await storeNetwork(ctx, read.parsed, infra) : first.id;
  return { infra: id, report: [...read.report] };
}
