/** A client that leaves as soon as its request asks for a thread. */
import { AppError } from "../../src/platform/http/errors.ts";
import { AbortSource } from "../../src/platform/http/request.ts";
import type { TestApi } from "./api.ts";
import type { Call, CallResult } from "./services.ts";

export interface Left {
  readonly answer: CallResult;
  /** Tasks that were asked for, by name. */
  readonly asked: readonly string[];
  /** How many of them were begun. */
  readonly begun_count: number;
}

export async function sendAndLeave(api: TestApi, request: Call): Promise<Left> {
  const abort = new AbortSource();
  const run = api.compute.run.bind(api.compute);
  const asked: string[] = [];
  const turn = async (): Promise<void> => await new Promise((resume) => setImmediate(resume));
  const leave = async (...given: Parameters<typeof run>): Promise<unknown> => {
    asked.push(given[0]);
    await turn();
    abort.abort(new AppError("ClientLeft", "The client has left"));
    await turn();
    given[2].signal?.throwIfAborted();
    return await run(...given);
  };
  const before = api.compute.runs.length;
  Object.assign(api.compute, { run: leave });
  const answer = await api.send({ ...request, abort });
  Object.assign(api.compute, { run });
  return { answer, asked, begun_count: api.compute.runs.length - before };
}
