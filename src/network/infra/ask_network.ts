/**
 * What editors ask of a network as objects. A network has a thread, which keeps those that it was asked about last; one
 * that does not have the content of the question says which others it has, and gets what is different, or the text.
 */
import type { NotOpen } from "../../../workers/tasks/network_copies.ts";
import type { TaskInput, TaskOutput } from "../../../workers/tasks.ts";
import { given } from "../../platform/given.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import { listDifferences } from "./content.queries.ts";
import { infraNotFound } from "./infra.errors.ts";
import { getInfra } from "./infra.queries.ts";
import { readContent } from "./load_infra.ts";

type CopyTask = "read_network" | "edit_network";
type AskContext = Pick<Context, "services" | "signal" | "share">;

type Question = TaskInput<"read_network">["question"];

type Source = TaskInput<CopyTask>["source"];

type Answered<Name extends CopyTask> = Exclude<TaskOutput<Name>, { readonly kind: "not_open" }>;

/** A content of an infrastructure, whose thread has it or another one that it was made from. */
export interface AskedContent {
  readonly infra_id: number;
  readonly content_id: number;
}

/** Runs a task on a content; null when the content is gone. */
export async function runOnContent<Name extends CopyTask>(
  { services, signal, share }: AskContext,
  { infra_id, content_id }: AskedContent,
  { name, input }: { name: Name; input: Omit<TaskInput<Name>, "infra" | "source"> },
): Promise<Answered<Name> | null> {
  const { db, editors } = services;
  const infra = { key: String(content_id) };
  const run = async (source: Source): Promise<TaskOutput<Name>> => {
    // The rest of the input, and the content.
    const whole = { ...input, infra, source } as unknown as TaskInput<Name>;
    const transfer = source?.kind === "document" ? source.railjson : [];
    const options = { share, signal, transfer };
    return await withinMemory(editors.of(infra_id).run(name, whole, options));
  };
  const first = await run(null);
  if (!isNotOpen(first)) return first as Answered<Name>;
  const difference = await listDifferences(db, content_id, first.known.map(Number));
  if (difference !== null) {
    const { from_content_id, rows } = difference;
    const from = { infra: { key: String(from_content_id) } };
    const second = await run({ kind: "difference", from, rows });
    // Unless its thread has died meanwhile.
    if (!isNotOpen(second)) return second as Answered<Name>;
  }
  const railjson = await readContent(db, content_id, signal);
  // With its text a task opens any content.
  return railjson === null ? null : ((await run({ kind: "document", railjson })) as Answered<Name>);
}

function isNotOpen(outcome: { readonly kind: string }): outcome is NotOpen {
  return outcome.kind === "not_open";
}

/** The answer to a question that names no track. */
export async function ask(
  ctx: AskContext,
  infra_id: number,
  question: Exclude<Question, { readonly kind: "attached" }>,
): Promise<{ readonly json: Uint8Array }> {
  const answer = await askNetwork(ctx, infra_id, question);
  if (answer === null) throw new Error(`a question of ${question.kind} without an answer`);
  return answer;
}

/** The answer as JSON text, kept for the content; null: the track that it names does not exist. */
export async function askNetwork(
  ctx: AskContext,
  infra_id: number,
  question: Question,
): Promise<{ readonly json: Uint8Array } | null> {
  const { services, signal, share } = ctx;
  const infra = await getInfra(services.db, infra_id);
  if (infra === null) throw infraNotFound(infra_id);
  const { content_id } = infra;
  const asked = { infra_id, content_id };
  const key = `network ${content_id} ${JSON.stringify(question)}`;
  const [json] = await services.derived.resolveMany([{ key, job: question }], {
    signal,
    split: (jobs) => [jobs],
    compute: async (_, flight_signal) => {
      const flight = { services, share, signal: flight_signal };
      const answer = await runOnContent(flight, asked, {
        name: "read_network",
        input: { question },
      });
      if (answer === null) throw infraNotFound(infra_id);
      return [answer.kind === "success" ? answer.json : null];
    },
    sizeOf: (bytes: Uint8Array | null) => bytes?.byteLength ?? 0,
  });
  const answer = given(json, "a question has an answer");
  return answer === null ? null : { json: answer };
}
