/** Services for tests, and requests through `dispatch` without a socket. */
import { join } from "node:path";
import { pino } from "pino";
import { contentSource } from "../../src/network/infra/load_infra.ts";
import { readApplicationRoles } from "../../src/platform/access/application_roles.ts";
import { DerivedCache } from "../../src/platform/compute/derived_cache.ts";
import { InfraStore } from "../../src/platform/compute/infra_store.ts";
import { KeptStore } from "../../src/platform/compute/kept_store.ts";
import { SharedNetworks } from "../../src/platform/compute/shared_networks.ts";
import { type Config, readConfig } from "../../src/platform/config.ts";
import type { Database } from "../../src/platform/db/client.ts";
import { EventHub } from "../../src/platform/events/event_hub.ts";
import { RequestFigures } from "../../src/platform/figures.ts";
import { createDispatch, type Dispatch } from "../../src/platform/http/dispatch.ts";
import type { Endpoint } from "../../src/platform/http/endpoint.ts";
import { AppError } from "../../src/platform/http/errors.ts";
import { AbortSource, type HttpResponse } from "../../src/platform/http/request.ts";
import { REQUEST_LIMITS } from "../../src/platform/limits.ts";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { makeMetricsPrinter } from "../../src/platform/service/metrics.ts";
import type { Services } from "../../src/platform/services.ts";
import { makeStaticFile, type PageFiles } from "../../src/platform/static_files.ts";
import { ENDPOINTS } from "../../src/server/endpoints.ts";
import { findUndocumented } from "../platform/openapi/documented.ts";
import { frontOfRun } from "./fronts.ts";
import { makeInThreadCompute } from "./in_thread_compute.ts";
import { PATIENCE_MS, PATIENT_SETTINGS } from "./patient_waits.ts";

/** What differs from the defaults: settings as texts, limits as numbers. Authorization is disabled unless said. */
export type TestSettings = Readonly<Record<string, string | number>>;

export interface ServicesOptions {
  readonly db: Database;
  readonly env?: TestSettings;
  readonly services?: Partial<Services>;
}

export function makeConfig(settings: TestSettings = {}): Config {
  const env: Record<string, string> = {};
  const limits: Record<string, number> = { slow_reader_ms: PATIENCE_MS };
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === "string") env[name] = value;
    else if (name in REQUEST_LIMITS) limits[name] = value;
    else throw new Error(`there is no limit ${name}`);
  }
  const config = readConfig({
    AUTHORIZATION: "disabled",
    LOG_LEVEL: "silent",
    ...PATIENT_SETTINGS,
    ...frontOfRun(),
    ...env,
  });
  return { ...config, limits: { ...config.limits, ...limits } };
}

const MAP_BYTES = 2 ** 28;

/** As the build leaves it, but small. */
const PAGE: PageFiles = {
  index: makeStaticFile("index.html", Buffer.from("<!doctype html><title>page</title>")),
  assets: new Map([["main-abc.js", makeStaticFile("main-abc.js", Buffer.from("export {};"))]]),
};

export function makeServices({ db, env, services }: ServicesOptions): Services {
  const config = makeConfig(env);
  const compute = services?.compute ?? makeInThreadCompute();
  const editors = { of: () => compute, close: async () => undefined };
  const shared = services?.shared ?? null;
  const log = pino({ level: config.log_level });
  const roles =
    services?.roles ?? readApplicationRoles(join(PROJECT_ROOT, config.application_roles_file));
  const sources = {
    db,
    compute,
    editors,
    infras: new InfraStore(compute, {
      bytes_max: config.caches.infra_bytes,
      source: contentSource(db, editors),
      networks: shared && new SharedNetworks(shared),
    }),
    derived: new DerivedCache(config.caches.result_bytes / 2, { shared }),
    map_layers: new DerivedCache(MAP_BYTES),
    map_tiles: new DerivedCache(MAP_BYTES),
    kept: new KeptStore(config.caches.result_bytes / 2),
    shared,
    job_queue: null,
    events: new EventHub({
      db,
      log,
      roles,
      stream_bytes_max: config.limits.event_stream_bytes,
      told_bytes_max: config.limits.events_told_bytes,
    }),
    figures: new RequestFigures(),
    page: PAGE,
    ...services,
  };
  return {
    config,
    log,
    roles,
    printMetrics: makeMetricsPrinter(sources),
    now_ms: Date.now,
    ...sources,
  };
}

export interface Call {
  readonly method?: string;
  /** With the query. */
  readonly path: string;
  /** A list of pairs when a name comes twice. */
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  /** An object is sent as JSON with its content type; text and bytes as they are. */
  readonly body?: unknown;
  readonly remote_address?: string;
  readonly abort?: AbortSource;
  /** As the socket's side tells it of a request that has waited too long for its turn. */
  readonly is_late?: boolean;
}

export interface CallResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The body as JSON; undefined when it is empty or something else. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

const dispatches = new WeakMap<Services, Map<readonly Endpoint[], Dispatch>>();

/** One dispatcher for each server: it counts the streams. */
export function dispatchOf(services: Services, endpoints: readonly Endpoint[]): Dispatch {
  const known = dispatches.get(services) ?? new Map<readonly Endpoint[], Dispatch>();
  dispatches.set(services, known);
  const dispatch = known.get(endpoints) ?? createDispatch(services, endpoints);
  known.set(endpoints, dispatch);
  return dispatch;
}

/** One request through the whole pipeline; `endpoints` replaces the server's own. */
export async function call(
  services: Services,
  request: Call,
  endpoints: readonly Endpoint[] = ENDPOINTS,
): Promise<CallResult> {
  const dispatch = dispatchOf(services, endpoints);
  const { method = "GET", path, headers = {}, body, remote_address = "127.0.0.1" } = request;
  const bytes = toBytes(body);
  const pairs = Array.isArray(headers)
    ? (headers as readonly (readonly [string, string])[])
    : Object.entries(headers as Readonly<Record<string, string>>);
  const lines = pairs.flatMap(([name, value]) => [name.toLowerCase(), value]);
  if (isJson(body) && !lines.includes("content-type")) {
    lines.push("content-type", "application/json");
  }
  const [before = "", ...after] = path.split("?");
  const result = await readResult(
    await dispatch({
      method,
      path: before,
      query: after.join("?"),
      headers: lines,
      remote_address,
      abort: request.abort ?? new AbortSource(),
      is_late: request.is_late ?? false,
      readBody: async (limit_bytes) => {
        if (bytes.length <= limit_bytes) return bytes;
        throw new AppError("BodyTooLarge", "too large", { limit_bytes });
      },
    }),
  );
  if (endpoints === ENDPOINTS) {
    // Existing clients' prefix is none of the document's paths.
    const documented = before.replace(/^\/api(?=\/)/, "");
    const undocumented = findUndocumented({ method, path: documented, ...result });
    if (undocumented !== null) throw new Error(`the API document: ${undocumented}`);
  }
  return result;
}

function isJson(body: unknown): boolean {
  return body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array);
}

function toBytes(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array(0);
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}

async function readResult({ status, headers, body }: HttpResponse): Promise<CallResult> {
  const named: Record<string, string> = {};
  for (let i = 0; i < headers.length; i += 2) named[headers[i] ?? ""] = headers[i + 1] ?? "";
  const bytes = isEndless(named) ? await readFirst(body) : await readBytes(body);
  const text = new TextDecoder().decode(bytes);
  const is_json = (named["content-type"] ?? "").startsWith("application/json");
  return { status, headers: named, text, bytes, json: is_json ? JSON.parse(text) : undefined };
}

function isEndless(headers: Readonly<Record<string, string>>): boolean {
  return headers["content-type"] === "text/event-stream";
}

/** The first piece of a stream that goes on, which is then left. */
async function readFirst(body: HttpResponse["body"]): Promise<Uint8Array> {
  if (typeof body === "string" || body instanceof Uint8Array) throw new Error("no stream");
  const stream = body[Symbol.asyncIterator]();
  const { value } = await stream.next();
  await stream.return?.();
  return value ?? new Uint8Array(0);
}

async function readBytes(body: HttpResponse["body"]): Promise<Uint8Array> {
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk.slice());
  return Buffer.concat(chunks);
}
