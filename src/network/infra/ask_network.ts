/**
 * Answers editors' questions about the objects of a network. A network has a thread that keeps the contents asked about
 * last. If it lacks a content, it names those that it has, and gets the difference to one of them, or the whole text.
 */
import type { NotOpen } from "../../../workers/tasks/network/network_copies.ts";
import type { TaskInput, TaskOutput } from "../../../workers/tasks.ts";
import type { Compute } from "../../platform/compute/pool.ts";
import { given } from "../../platform/given.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import { KeyedTurns } from "../../platform/queues/keyed_turns.ts";
import { getContent, listDifferences, readFaults } from "./content.queries.ts";
import { infraNotFound } from "./infra.errors.ts";
import { getInfra } from "./infra.queries.ts";
import { readObjectRows } from "./railjson/export_railjson.ts";

type CopyTask = "read_network" | "edit_network";
type AskContext = Pick<Context, "services" | "signal" | "share">;

type Question = TaskInput<"read_network">["question"];

type Source = TaskInput<CopyTask>["source"];

type GivenObjects = TaskInput<"take_objects">["objects"];

type Answered<Name extends CopyTask> = Exclude<TaskOutput<Name>, { readonly kind: "not_open" }>;

/** A content of an infrastructure, whose thread has it or another one that it was made from. */
export interface AskedContent {
  readonly infra_id: number;
  readonly content_id: number;
}

/** Each thread reads one network at a time. */
const reads = new KeyedTurns<Compute>();

/** Runs a task on a content; null when the content is gone. */
export async function runOnContent<Name extends CopyTask>(
  ctx: AskContext,
  { infra_id, content_id }: AskedContent,
  { name, input }: { name: Name; input: Omit<TaskInput<Name>, "infra" | "source"> },
): Promise<Answered<Name> | null> {
  const { services, signal, share } = ctx;
  const thread = services.editors.of(infra_id);
  const infra = { key: String(content_id) };
  const run = async (source: Source): Promise<TaskOutput<Name>> => {
    // The rest of the input, and the content.
    const whole = { ...input, infra, source } as unknown as TaskInput<Name>;
    return await withinMemory(thread.run(name, whole, { share, signal }));
  };
  const goOn = async (): Promise<Answered<Name> | null> => {
    const first = await run(null);
    if (!isNotOpen(first)) return first as Answered<Name>;
    const difference = await listDifferences(services.db, content_id, first.known.map(Number));
    if (difference === null) return null;
    const { from_content_id, rows } = difference;
    const from = { infra: { key: String(from_content_id) } };
    const second = await run({ kind: "difference", from, rows });
    // Unless its thread has died meanwhile.
    return isNotOpen(second) ? null : (second as Answered<Name>);
  };
  const known = await goOn();
  if (known !== null) return known;
  return await reads.take(thread, {
    signal,
    work: async () => {
      // Another request may have had it read.
      const known_by_now = await goOn();
      if (known_by_now !== null) return known_by_now;
      if (!(await giveObjects(ctx, content_id, thread))) return null;
      const read = await run({ kind: "read" });
      if (isNotOpen(read)) throw new Error("the thread has died while it read a network");
      return read as Answered<Name>;
    },
  });
}

/** The thread takes a content's objects while the next ones are read; false: the content is gone. */
async function giveObjects(
  { services: { db }, signal, share }: AskContext,
  content_id: number,
  thread: Compute,
): Promise<boolean> {
  const content = await getContent(db, content_id);
  if (content === null) return false;
  const infra = { key: String(content_id) };
  const give = async (objects: GivenObjects, own_signal = signal): Promise<void> => {
    const transfer = objects.kind === "next" ? [objects.railjson] : [];
    const options = { share, signal: own_signal, transfer };
    await withinMemory(thread.run("take_objects", { infra, objects }, options));
  };
  const encoder = new TextEncoder();
  const rows = readObjectRows(db, content, signal);
  try {
    const begin = { kind: "begin", version: content.railjson_version } as const;
    let [, next] = await Promise.all([give(begin), rows.next()]);
    while (!next.done) {
      const { object_type, railjson } = next.value;
      const objects = {
        kind: "next",
        object_type,
        railjson: encoder.encode(railjson).buffer,
      } as const;
      [, next] = await Promise.all([give(objects), rows.next()]);
    }
    return true;
  } catch (error) {
    // A thread that has died has nothing of it either.
    await give({ kind: "drop" }, new AbortController().signal).catch(() => null);
    throw error;
  }
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
      const name = "read_network";
      let answer = await runOnContent(flight, asked, { name, input: { question } });
      if (answer?.kind === "faults_unknown") {
        const faults = await readFaults(services.db, content_id, flight_signal);
        const input = { question: { kind: "fixes", faults } } as const;
        answer = await runOnContent(flight, asked, { name, input });
      }
      if (answer === null) throw infraNotFound(infra_id);
      return [answer.kind === "success" ? answer.json : null];
    },
    sizeOf: (bytes: Uint8Array | null) => bytes?.byteLength ?? 0,
  });
  const answer = given(json, "a question has an answer");
  return answer === null ? null : { json: answer };
}
