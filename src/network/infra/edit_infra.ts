/**
 * Edits of a network. A thread applies one to the newest content, checks and compiles what comes out; one statement
 * stores the difference and gives the infrastructure its next version. Edits of one network come one after the other;
 * one that another server was faster than is made anew.
 */
import type { TaskInput, TaskOutput } from "../../../workers/tasks.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import { invalidBody } from "../../platform/http/json_body.ts";
import { preconditionFailed, readIfMatch, setETag } from "../../platform/http/preconditions.ts";
import { KeyedTurns } from "../../platform/queues/keyed_turns.ts";
import { runOnContent } from "./ask_network.ts";
import { reserveContentId, storeEdit } from "./content.queries.ts";
import { editRefused } from "./edit.errors.ts";
import { infraIsLocked, infraNotFound, notJson } from "./infra.errors.ts";
import { getInfra, type InfraRow } from "./infra.queries.ts";

type Request = TaskInput<"edit_network">["request"];
type Edited = Extract<TaskOutput<"edit_network">, { readonly kind: "edited" }>;

/** Edits of one network, one after the other; those of other servers are told by the version. */
const turns = new KeyedTurns<number>();

/** The operations of a body; throws what is wrong with it. `body` moves to the thread. */
export async function openOperations(
  { services, signal, share }: Context,
  body: ArrayBuffer,
): Promise<{ readonly count: number; readonly request: Request }> {
  const options = { share, signal, transfer: [body] };
  const read = await withinMemory(services.compute.run("read_operations", { body }, options));
  switch (read.kind) {
    case "operations":
      return { count: read.count, request: { kind: "operations", body: read.body } };
    case "invalid_json":
      throw notJson(read.reason);
    case "invalid":
      throw invalidBody(read.faults);
  }
}

/** The infrastructure, which may be edited: it is there, not locked, and at the version that the client wants to edit. */
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
        const answer = await tryEdit(ctx, infra_id, request);
        if (answer !== null) return answer;
      }
    },
  });
}

/** Null: another server's edit was faster. */
async function tryEdit(ctx: Context, infra_id: number, request: Request): Promise<JsonText | null> {
  const { services } = ctx;
  const { content_id: from_content_id } = await findEditable(ctx, infra_id);
  const content_id = await reserveContentId(services.db);
  const edited = await applyEdit(ctx, infra_id, { from_content_id, content_id, request });
  if (edited === null) return null;
  const { stored, compiled, json } = edited;
  const is_faulty = compiled.kind === "not_compilable";
  const { import_deadline_ms: deadline_ms } = services.config.database;
  const { outcome, new_version } = await storeEdit(
    services.db,
    { infra_id, from_content_id, content_id, is_faulty, stored },
    { signal: ctx.signal, deadline_ms },
  );
  switch (outcome) {
    case "edited":
      services.infras.keep(content_id, compiled);
      if (new_version !== null) setETag(ctx, new_version);
      return { json };
    case "absent":
      throw infraNotFound(infra_id);
    case "locked":
      throw infraIsLocked(infra_id);
    case "overtaken":
      return null;
  }
}

/** Throws why it is refused; null: the content is gone, so there is a newer one. */
async function applyEdit(
  ctx: Context,
  infra_id: number,
  edit: { from_content_id: number; content_id: number; request: Request },
): Promise<Edited | null> {
  const { from_content_id, content_id, request } = edit;
  const edited = { infra: { key: String(content_id) } };
  const outcome = await runOnContent(ctx, from_content_id, {
    name: "edit_network",
    input: { edited, request },
  });
  if (outcome === null || outcome.kind === "edited") return outcome;
  throw editRefused(infra_id, request, outcome);
}
