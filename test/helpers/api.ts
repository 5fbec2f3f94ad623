/** The whole server of one test file, without socket and threads, and short calls to it. */
import type { Services } from "../../src/platform/services.ts";
import { type InThreadCompute, makeInThreadCompute } from "./in_thread_compute.ts";
import { type Call, type CallResult, call, makeServices, type TestSettings } from "./services.ts";
import { startTestDatabase } from "./test_database.ts";

export interface TestApi {
  readonly services: Services;
  readonly compute: InThreadCompute;
  /** Statements sent so far, by query name. */
  readonly statements: ReadonlyMap<string, number>;
  send(request: Call): Promise<CallResult>;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<CallResult>;
  /** The same, for calls that must succeed. */
  make(method: string, path: string, body?: unknown): Promise<CallResult>;
  close(): Promise<void>;
}

export async function startTestApi(env: TestSettings = {}): Promise<TestApi> {
  const database = await startTestDatabase();
  const compute = makeInThreadCompute();
  const services = makeServices({ db: database.db, env, services: { compute } });
  const send = async (request: Call): Promise<CallResult> => await call(services, request);
  const callPath: TestApi["call"] = async (method, path, body, headers = {}) =>
    await send({ method, path, headers, body });
  return {
    services,
    compute,
    statements: database.statements,
    send,
    call: callPath,
    make: async (method, path, body) => {
      const answer = await callPath(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer;
    },
    close: async () => await database.close(),
  };
}
