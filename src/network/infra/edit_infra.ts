/**
 * Edits of a network. Its thread applies an edit to the newest content and checks what it touches; one statement stores
 * the difference and gives the infrastructure its next version. Edits of one network run one after the other. If
 * another server stored an edit first, this one is applied again.
 */
import type { TaskInput, TaskOutput } from "../../../workers/tasks.ts";
import { SLOW_DEADLINE_MS } from "../../platform/db/client.ts";
import { invalidBody } from "../../platform/http/body/json_body.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import { readIdempotencyKey } from "../../platform/http/idempotency.ts";
import { preconditionFailed, readIfMatch, setETag } from "../../platform/http/preconditions.ts";
import { KeyedTurns } from "../../platform/queues/keyed_turns.ts";
import { runOnContent } from "./ask_network.ts";
import { compileLater } from "./compile_later.ts";
import { reserveContentId, type StoredContent, storeEdit } from "./content.queries.ts";
import { editRefused } from "./edit.errors.ts";
import { infraIsLocked, infraNotFound, notJson } from "./infra.errors.ts";
import { getInfra, type InfraRow } from "./infra.queries.ts";

type Request = TaskInput<"edit_network">["request"];
type Edited = Extract<TaskOutput<"edit_network">, { readonly kind: "edited" }>;

/** Runs edits of one network one after the other; the version shows edits of other servers. */
const turns = new KeyedTurns<number>();

/**
 * Reads the operations of a body; throws if it is invalid. `body` moves to the infrastructure's own thread, because the
 * threads of the pool may be busy compiling the last edit.
 */
export async function openOperations(
  { services, signal, share }: Context,
  infra_id: number,
  body: ArrayBuffer,
): Promise<{ readonly count: number; readonly request: Request }> {
  const options = { share, signal, transfer: [body] };
  const read = await withinMemory(
    services.editors.of(infra_id).run("read_operations", { body }, options),
  );
  switch (read.kind) {
    case "operations":
      return { count: read.count, request: { kind: "operations", body: read.body } };
    case "invalid_json":
      throw notJson(read.reason);
    case "invalid":
      throw invalidBody(read.faults);
    case "empty_id": {
      const { operation_index } = read;
      const message = `Operation ${operation_index}: the id of an object must not be empty`;
      throw new AppError("OperationEmptyId", message, { operation_index });
    }
  }
}

/** The infrastructure, if it can be edited: it exists, is not locked, and has the version that the client expects. */
export async function findEditable(ctx: Context, infra_id: number): Promise<InfraRow> {
  const infra = await getInfra(ctx.services.db, infra_id);
  if (infra === null) throw infraNotFound(infra_id);
  if (infra.locked) throw infraIsLocked(infra_id);
  const wanted = readIfMatch(ctx);
  const version = Number(infra.version);
  if (wanted !== null && wanted !== version) {
    throw preconditionFailed(`Infrastructure '${infra_id}' has changed`, version);
  }
  return infra;
}

/** The kept answer, if this request was done before under its key; null: it was not. */
export function answerAgain(ctx: Context): JsonText | null {
  const first = ctx.firstAnswer<StoredContent>();
  if (first === null) return null;
  if (first.new_version !== null) setETag(ctx, first.new_version);
  return { json: first.json };
}

/** The answer for the client, once the edit is stored. */
export async function editInfra(
  ctx: Context,
  infra_id: number,
  request: Request,
): Promise<JsonText> {
  return await turns.take(infra_id, {
    signal: ctx.signal,
    work: async () => {
      for (;;) {
        ctx.signal.throwIfAborted();
        const answer = answerAgain(ctx) ?? (await tryEdit(ctx, infra_id, request));
        if (answer !== null) return answer;
      }
    },
  });
}

/** Null: another server's edit, or the same request under its key, was stored first. */
async function tryEdit(ctx: Context, infra_id: number, request: Request): Promise<JsonText | null> {
  try {
    const { content_id: from_content_id } = await findEditable(ctx, infra_id);
    const content_id = await reserveContentId(ctx.services.db);
    const ids = { infra_id, from_content_id, content_id };
    const edited = await applyEdit(ctx, ids, request);
    return edited === null ? null : await store(ctx, ids, edited);
  } catch (refusal) {
    if (await ctx.wasOvertaken()) return null;
    throw refusal;
  }
}

/** An edit without operations: only checks whether the infrastructure can be edited. */
export async function editNothing(ctx: Context, infra_id: number): Promise<JsonText> {
  const { content_id: from_content_id } = await findEditable(ctx, infra_id);
  const ids = { infra_id, from_content_id, content_id: from_content_id };
  return (await store(ctx, ids, null)) ?? { json: "[]" };
}

interface EditedIds {
  readonly infra_id: number;
  readonly from_content_id: number;
  readonly content_id: number;
}

async function store(
  ctx: Context,
  ids: EditedIds,
  edited: Edited | null,
): Promise<JsonText | null> {
  const { services, signal } = ctx;
  const { infra_id } = ids;
  const is_kept = readIdempotencyKey(ctx) !== null;
  const { outcome, new_version, json } = await storeEdit(
    services.db,
    { ...ids, stored: edited?.stored ?? null, answer: is_kept ? (edited?.json ?? null) : null },
    { signal, deadline_ms: SLOW_DEADLINE_MS },
  );
  switch (outcome) {
    case "edited":
      if (edited !== null) compileLater(services, infra_id, ids);
      if (new_version !== null) setETag(ctx, new_version);
      return { json: is_kept || edited === null ? json : edited.json };
    case "absent":
      throw infraNotFound(infra_id);
    case "locked":
      throw infraIsLocked(infra_id);
    case "overtaken":
      return null;
  }
}

/** Throws the reason if the edit is refused. Null: the content is gone, so there is a newer one. */
async function applyEdit(
  ctx: Context,
  { infra_id, from_content_id, content_id }: EditedIds,
  request: Request,
): Promise<Edited | null> {
  const edited = { infra: { key: String(content_id) } };
  const source = { infra_id, content_id: from_content_id };
  const outcome = await runOnContent(ctx, source, {
    name: "edit_network",
    input: { edited, request },
  });
  if (outcome === null || outcome.kind === "edited") return outcome;
  throw editRefused(infra_id, request, outcome);
}
