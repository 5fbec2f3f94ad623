/**
 * The one way in. For each request, in this order: headers, route, authentication and role check,
 * parameters, body, validation, privileges, handler, answer. Everything that fails anywhere becomes
 * the one error object. No socket is needed, so tests call it directly.
 */
import { findMissingRoles } from "../access/check.ts";
import { identifyUser, makeProxyList, readIdentity } from "../access/identity.ts";
import { ConfigError } from "../config.ts";
import type { Services } from "../services.ts";
import { RequestContext } from "./context.ts";
import type { Body, Endpoint, Input, JsonText, User } from "./endpoint.ts";
import { AppError } from "./errors.ts";
import { toFailure } from "./failures.ts";
import { parseJson, validateBody, validateList, validateText } from "./json_body.ts";
import { parseQuery } from "./query_string.ts";
import { findHeader, findHeaderLines, type HttpRequest, type HttpResponse } from "./request.ts";
import { Router } from "./router.ts";

export type Dispatch = (request: HttpRequest) => Promise<HttpResponse>;

/** Name and value of each line, so 100 lines. */
const HEADER_ITEMS_MAX = 200;
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json *(?:; *charset="?utf-8"? *)?$/i;
const CORS_MAX_AGE_S = "600";
const CORS_HEADERS = "content-type,if-match,idempotency-key,x-request-id";
const CORS_EXPOSED = "etag,retry-after,x-infra-version,x-request-id";

/** Makes the dispatcher of a set of endpoints. Throws ConfigError on a setting that can't be used. */
export function createDispatch(services: Services, endpoints: readonly Endpoint[]): Dispatch {
  const dispatcher = new Dispatcher(services, endpoints);
  return async (request) => await dispatcher.dispatch(request);
}

class Dispatcher {
  readonly #services: Services;
  readonly #router: Router;
  readonly #isTrusted: (address: string) => boolean;
  readonly #origins: ReadonlySet<string>;
  readonly #id_prefix: string;
  #id_count = 0;

  constructor(services: Services, endpoints: readonly Endpoint[]) {
    this.#services = services;
    this.#router = new Router(endpoints);
    this.#origins = new Set(services.config.cors_origins);
    this.#id_prefix = `${services.now_ms().toString(36)}-${process.pid.toString(36)}-`;
    try {
      this.#isTrusted = makeProxyList(services.config.trusted_proxies);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConfigError(`TRUSTED_PROXIES: ${reason}`);
    }
  }

  async dispatch(request: HttpRequest): Promise<HttpResponse> {
    const { figures, now_ms } = this.#services;
    const started_ms = now_ms();
    const ctx = new RequestContext(this.#services, request, this.#takeRequestId(request));
    let endpoint: Endpoint | null = null;
    let response: HttpResponse;
    figures.running++;
    try {
      checkHeaders(request);
      if (request.method === "OPTIONS") response = this.#answerOptions(request);
      else {
        const match = this.#router.match(request.method, request.path);
        endpoint = match.endpoint;
        response = await this.#answer(ctx, request, match);
      }
    } catch (error) {
      response = this.#answerFailure(ctx, endpoint, error);
    }
    figures.running--;
    figures.record(endpoint, response.status, now_ms() - started_ms);
    return this.#withCommonHeaders(request, response, ctx);
  }

  async #answer(
    ctx: RequestContext,
    request: HttpRequest,
    { endpoint, params }: { readonly endpoint: Endpoint; readonly params: unknown },
  ): Promise<HttpResponse> {
    const { access } = endpoint;
    if (access.kind !== "public") ctx.user = await this.#authenticate(request);
    if (access.kind === "checked") this.#checkRoles(ctx, access.roles);
    const input: Input<unknown, unknown, unknown> = {
      params: validateText(endpoint.params, params, "InvalidPathParameter"),
      query: validateText(endpoint.query, parseQuery(request.query), "InvalidQuery"),
      body: await this.#readBody(endpoint.body, request),
    };
    if (access.kind === "checked") {
      const needs = access.needs(input);
      if (needs.length > 0) await ctx.require(needs);
    }
    const result = await endpoint.handle(ctx, input);
    if (access.kind === "checked" && access.dynamic.length > 0) {
      this.#verifyChecks(ctx, endpoint, ctx.findUnchecked(access.dynamic));
    }
    return await toResponse(endpoint, result, ctx.headers);
  }

  /** The caller, or null without an identity in the mode without authorization. */
  async #authenticate(request: HttpRequest): Promise<User | null> {
    const identity = readIdentity(
      {
        identity: findHeaderLines(request.headers, "x-remote-user-identity"),
        name: findHeaderLines(request.headers, "x-remote-user-name"),
        remote_address: request.remote_address,
      },
      this.#isTrusted,
    );
    switch (identity.kind) {
      case "given":
        return await identifyUser(this.#services.db, identity);
      case "malformed":
        throw new AppError("MalformedIdentity", `Malformed identity: ${identity.reason}`);
      case "untrusted_peer":
        throw new AppError("Unauthenticated", "This peer may not send an identity");
      case "none":
        if (this.#services.config.authorization === "disabled") return null;
        throw new AppError("Unauthenticated", "The request has no identity");
    }
  }

  #checkRoles(ctx: RequestContext, roles: Parameters<typeof findMissingRoles>[1]): void {
    const missing = findMissingRoles(this.#services.config.authorization, roles);
    ctx.setHeader("x-checked-roles", roles.join(","));
    if (missing.length === 0) return;
    throw new AppError("Forbidden", "You don't have the roles for this", { required_roles: roles });
  }

  async #readBody(body: Body<unknown>, request: HttpRequest): Promise<unknown> {
    if (body.kind === "none") return undefined;
    const { limits } = this.#services.config;
    const bytes = await request.readBody(limits[body.limit]);
    if (bytes.length === 0 && body.kind === "json" && body.optional) {
      return validateBody(body.schema, {});
    }
    const type = findHeader(request.headers, "content-type") ?? "";
    const encoding = findHeader(request.headers, "content-encoding") ?? "identity";
    if (!JSON_TYPE.test(type.trim()) || encoding !== "identity") {
      throw new AppError(
        "UnsupportedMediaType",
        "The body must be application/json in UTF-8, not compressed",
        { content_type: type.slice(0, 100), content_encoding: encoding.slice(0, 100) },
      );
    }
    if (body.kind === "bytes") return toArrayBuffer(bytes);
    const value = parseJson(bytes);
    return body.item === null
      ? validateBody(body.schema, value)
      : await validateList(body.item, value);
  }

  /** A handler that forgot a declared check is a bug that must not pass unnoticed. */
  #verifyChecks(ctx: RequestContext, endpoint: Endpoint, unchecked: readonly string[]): void {
    if (unchecked.length === 0) return;
    const what = `${endpoint.method} ${endpoint.path} did not check ${unchecked.join(", ")}`;
    if (this.#services.config.missing_check === "abort") throw new Error(what);
    this.#services.log.error({ request_id: ctx.request_id }, what);
  }

  #answerFailure(ctx: RequestContext, endpoint: Endpoint | null, thrown: unknown): HttpResponse {
    const { error, is_bug } = toFailure(thrown);
    const body = error.body();
    const { request_id } = ctx;
    if (is_bug) {
      const route = endpoint === null ? null : `${endpoint.method} ${endpoint.path}`;
      this.#services.log.error({ err: thrown, request_id, route }, error.message);
    }
    const context = body.status >= 500 ? { ...body.context, request_id } : body.context;
    const headers = ["content-type", "application/json"];
    for (const [name, value] of Object.entries(error.headers)) headers.push(name, value);
    const roles = findHeader(ctx.headers, "x-checked-roles");
    if (roles !== undefined) headers.push("x-checked-roles", roles);
    return { status: body.status, headers, body: JSON.stringify({ ...body, context }) };
  }

  #takeRequestId(request: HttpRequest): string {
    const given = findHeader(request.headers, "x-request-id");
    if (given !== undefined && REQUEST_ID.test(given)) return given;
    return this.#id_prefix + (this.#id_count++).toString(36);
  }

  #withCommonHeaders(
    request: HttpRequest,
    response: HttpResponse,
    ctx: RequestContext,
  ): HttpResponse {
    const headers = [...response.headers, "x-request-id", ctx.request_id];
    const { checked_privileges } = ctx;
    if (checked_privileges !== "") headers.push("x-checked-privileges", checked_privileges);
    if (this.#origins.size > 0) {
      const origin = findHeader(request.headers, "origin");
      headers.push("vary", "origin");
      if (origin !== undefined && this.#origins.has(origin)) {
        headers.push("access-control-allow-origin", origin);
        headers.push("access-control-expose-headers", CORS_EXPOSED);
      }
    }
    return { ...response, headers };
  }

  /** Also the pre-flight of browsers; `x-remote-*` is never allowed, else any page could be anyone. */
  #answerOptions({ path, headers: sent }: HttpRequest): HttpResponse {
    const methods = this.#router.allowed(path).join(", ");
    if (methods === "") {
      throw new AppError("RouteNotFound", "There is nothing at this path", {
        path: path.slice(0, 200),
      });
    }
    const headers = ["allow", methods];
    if (this.#origins.has(findHeader(sent, "origin") ?? "")) {
      headers.push("access-control-allow-methods", methods);
      headers.push("access-control-allow-headers", CORS_HEADERS);
      headers.push("access-control-max-age", CORS_MAX_AGE_S);
    }
    return { status: 204, headers, body: "" };
  }
}

/** Refuses what different servers in a row could understand differently. */
function checkHeaders({ headers }: HttpRequest): void {
  if (headers.length > HEADER_ITEMS_MAX) {
    throw new AppError("HeadersTooLarge", "There are more than 100 header lines");
  }
  let length_lines = 0;
  let has_chunks = false;
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i];
    if (name === "content-length") {
      length_lines++;
      if (!/^\d{1,15}$/.test(headers[i + 1] ?? "")) throw malformed("Content-Length is no number");
    } else if (name === "transfer-encoding") has_chunks = true;
  }
  if (length_lines > 1) throw malformed("There are two Content-Length lines");
  if (length_lines === 1 && has_chunks) {
    throw malformed("There are Content-Length and Transfer-Encoding");
  }
}

/** The connection is closed: nobody knows where the next request starts. */
function malformed(message: string): AppError {
  return new AppError("MalformedRequest", message, {}, { connection: "close" });
}

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength) {
    return buffer;
  }
  const copy = new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}

async function toResponse(
  { answer }: Endpoint,
  result: unknown,
  extra_headers: readonly string[],
): Promise<HttpResponse> {
  const { status } = answer;
  // `endpoint()` has checked that the handler's result is of the answer's kind.
  switch (answer.kind) {
    case "no_content":
      return { status, headers: extra_headers, body: "" };
    case "json_text": {
      const headers = ["content-type", "application/json", ...extra_headers];
      return { status, headers, body: (result as JsonText).json };
    }
    case "json": {
      const headers = ["content-type", "application/json", ...extra_headers];
      return { status, headers, body: JSON.stringify(result) };
    }
    case "text": {
      const headers = ["content-type", answer.content_type, ...extra_headers];
      return { status, headers, body: result as string };
    }
    case "stream": {
      const headers = ["content-type", answer.content_type, ...extra_headers];
      return { status, headers, body: await startStream(result as AsyncIterable<Uint8Array>) };
    }
  }
}

/** Waits for the first chunk: what fails before it can still be answered as an error. */
async function startStream(stream: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const iterator = stream[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return all();
}
