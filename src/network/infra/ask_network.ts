/**
 * What editors ask of a network as objects. Threads keep those that they have read last; a thread that has not read the
 * content of the question says so, and gets its text with the question.
 */
import type { TaskInput, TaskOutput } from "../../../workers/tasks.ts";
import { given } from "../../platform/given.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import { infraNotFound } from "./infra.errors.ts";
import { getInfra } from "./infra.queries.ts";
import { readContent } from "./load_infra.ts";

type CopyTask = "read_network" | "edit_network";
type AskContext = Pick<Context, "services" | "signal" | "share">;

type Question = TaskInput<"read_network">["question"];

type Answered<Name extends CopyTask> = Exclude<TaskOutput<Name>, { readonly kind: "not_open" }>;

/** Runs a task on a content; null when the content is gone. */
export async function runOnContent<Name extends CopyTask>(
  { services, signal, share }: AskContext,
  content_id: number,
  { name, input }: { name: Name; input: Omit<TaskInput<Name>, "infra" | "railjson"> },
): Promise<Answered<Name> | null> {
  const infra = { key: String(content_id) };
  const options = { share, signal } as const;
  const run = async (railjson: ArrayBuffer[] | null): Promise<TaskOutput<Name>> => {
    // The rest of the input, and the content.
    const whole = { ...input, infra, railjson } as unknown as TaskInput<Name>;
    return await withinMemory(
      services.compute.run(name, whole, { ...options, transfer: railjson ?? [] }),
    );
  };
  const first = await run(null);
  if (first.kind !== "not_open") return first as Answered<Name>;
  const railjson = await readContent(services.db, content_id, signal);
  // With its text a task opens any content.
  return railjson === null ? null : ((await run(railjson)) as Answered<Name>);
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
  const key = `network ${content_id} ${JSON.stringify(question)}`;
  const [json] = await services.derived.resolveMany([{ key, job: question }], {
    signal,
    split: (jobs) => [jobs],
    compute: async (_, flight_signal) => {
      const flight = { services, share, signal: flight_signal };
      const answer = await runOnContent(flight, content_id, {
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
