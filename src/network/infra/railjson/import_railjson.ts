/**
 * Imports a RailJSON document. A worker parses and checks it; its objects go chunk by chunk into an
 * unpublished content; the content is compiled once, which shows whether the network can be used and
 * leaves it in the cache; one statement publishes. A failure before that leaves nothing behind.
 */
import type * as v from "valibot";
import type { TaskOutput } from "../../../../workers/tasks.ts";
import { SLOW_DEADLINE_MS } from "../../../platform/db/client.ts";
import { invalidBody } from "../../../platform/http/body/json_body.ts";
import type { Context } from "../../../platform/http/endpoint.ts";
import { AppError, type BodyFault } from "../../../platform/http/errors.ts";
import { withinMemory } from "../../../platform/http/failures.ts";
import { RAILJSON_VERSION } from "../../../railway/network_terms.ts";
import { OBJECT_TYPES } from "../../../railway/object_types.ts";
import {
  deleteUnpublishedContent,
  insertContent,
  insertFaults,
  insertObjects,
  insertSearchRows,
  publishContent,
} from "../content.queries.ts";
import { notJson } from "../infra.errors.ts";
import type { InfraFault } from "../infra.schemas.ts";
import {
  chunkFaults,
  chunkObjects,
  chunkSearchRows,
  type ParsedNetwork,
} from "../object_chunks.ts";

/** Faults told of a refused document. */
const FAULTS_TOLD_MAX = 20;

/** Chunks sent to the database at once. */
const CHUNKS_IN_FLIGHT = 3;

/** Returns the new infrastructure's id. `body` moves to the worker. */
export async function importRailjson(
  ctx: Context,
  body: ArrayBuffer,
  {
    is_strict,
    ...infra
  }: { readonly name: string; readonly is_generated: boolean; readonly is_strict: boolean },
): Promise<number> {
  const first = ctx.firstAnswer<{ id: number }>();
  if (first !== null) return first.id;
  const outcome = await parse(ctx, body);
  if (is_strict && outcome.kind === "parsed") refuseFaults(outcome);
  return await storeNetwork(ctx, outcome, infra);
}

/** Throws if there is a fault that is no warning. */
function refuseFaults({ faults: { texts, object_types, ordinals } }: ParsedNetwork): void {
  const faults: BodyFault[] = [];
  for (let i = 0; i < texts.length && faults.length < FAULTS_TOLD_MAX; i++) {
    // Safe: the worker prints it from this form.
    const fault = JSON.parse(texts[i] ?? "") as v.InferOutput<typeof InfraFault>;
    if (fault.is_warning) continue;
    const key = OBJECT_TYPES[object_types[i] ?? 0]?.key ?? "";
    const place = [key, ordinals[i], ...(fault.field?.split(".") ?? [])];
    faults.push({ path: `/${place.join("/")}`, reason: fault.error_type });
  }
  if (faults.length > 0) throw invalidBody(faults);
}

/** Stores what a worker made of a document; returns the new infrastructure's id. */
export async function storeNetwork(
  ctx: Context,
  outcome: TaskOutput<"parse_railjson">,
  infra: { readonly name: string; readonly is_generated: boolean },
): Promise<number> {
  const { db } = ctx.services;
  const slow = { deadline_ms: SLOW_DEADLINE_MS };
  const parsed = readOutcome(outcome);
  const object_count = parsed.objects.type_codes.length;
  const content_id = await insertContent(db, parsed.railjson_version, object_count);
  try {
    await fillContent(ctx, content_id, parsed);
    const is_faulty = await isFaulty(ctx, content_id);
    ctx.signal.throwIfAborted();
    await ctx.checkAgain();
    const creator_id = ctx.user?.id ?? null;
    return await publishContent(db, content_id, { ...infra, is_faulty, creator_id, options: slow });
  } finally {
    // After a success nothing is left, unless a concurrent import under the same key was faster.
    await deleteUnpublishedContent(db, content_id, slow).catch((failure: unknown) => {
      ctx.services.log.warn({ failure, content_id }, "an unpublished content is left to the start");
    });
  }
}

async function parse(ctx: Context, body: ArrayBuffer): Promise<TaskOutput<"parse_railjson">> {
  const { signal, share } = ctx;
  const options = { share, signal, transfer: [body], priority: "batch" } as const;
  return await withinMemory(ctx.services.compute.run("parse_railjson", { body }, options));
}

function readOutcome(outcome: TaskOutput<"parse_railjson">): ParsedNetwork {
  switch (outcome.kind) {
    case "parsed":
      return outcome;
    case "invalid_json":
      throw notJson(outcome.reason);
    case "wrong_version":
      throw new AppError(
        "WrongRailjsonVersion",
        `RailJSON version '${outcome.version}' is not supported, it must be ${RAILJSON_VERSION}`,
        { version: outcome.version, expected: RAILJSON_VERSION },
      );
    case "invalid":
      throw invalidBody(outcome.faults);
  }
}

/** Writes objects, search rows and faults, a few chunks at a time, in no order. */
async function fillContent(
  ctx: Context,
  content_id: number,
  { objects, search_rows, faults }: ParsedNetwork,
): Promise<void> {
  const { db } = ctx.services;
  const object_chunks = chunkObjects(objects);
  const search_chunks = chunkSearchRows(search_rows);
  const fault_chunks = chunkFaults(faults);
  const write = async (): Promise<void> => {
    // The generators are shared: each writer takes the next chunk.
    for (const chunk of object_chunks) {
      ctx.signal.throwIfAborted();
      await insertObjects(db, content_id, chunk);
    }
    for (const chunk of search_chunks) {
      ctx.signal.throwIfAborted();
      await insertSearchRows(db, content_id, chunk);
    }
    for (const chunk of fault_chunks) await insertFaults(db, content_id, chunk);
  };
  await Promise.all(Array.from({ length: CHUNKS_IN_FLIGHT }, write));
}

/** Whether the network can't be compiled. */
async function isFaulty(ctx: Context, content_id: number): Promise<boolean> {
  const loaded = await withinMemory(ctx.services.infras.get(content_id, ctx));
  return loaded?.kind === "not_compilable";
}
