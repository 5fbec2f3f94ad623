/**
 * The one entry for requests. In this order: headers, route, authentication and role check, path
 * parameters, privileges on resources in the URL, query, body, validation, handler, answer. The body is
 * read only if the caller has the privileges on the URL's resources; the handler checks those on resources
 * in the body. Any failure becomes the one error object. No socket is needed, so tests call it directly.
 *
 * One statement finds the caller, its roles and its levels on the URL's resources; the result is checked in
 * the order above. Before that, at almost no cost, a request that would wait too long for the database is
 * refused (except public ones, about the server itself).
 */
import { resolveRoles } from "../access/application_roles.ts";
import { type Asked, Authorizer, type CallerIdentity } from "../access/authorizer.ts";
import { makeProxyList, readIdentity } from "../access/identity.ts";
import { ALL_ROLES } from "../access/roles.ts";
import { ConfigError } from "../config.ts";
import { given } from "../given.ts";
import type { Services } from "../services.ts";
import { currentTraceparent, tellSpan, traced } from "../tracing.ts";
import { checkHeaders } from "./arrival/check_headers.ts";
import { checkOrigin } from "./arrival/check_origin.ts";
import { RequestLog } from "./arrival/request_log.ts";
import { RETRY_MAX_S, RetryTimes } from "./arrival/retry_times.ts";
import { readTarget, withoutMissing } from "./arrival/target.ts";
import { expectedTypes, isOfType } from "./body/body_types.ts";
import { validateBody } from "./body/json_body.ts";
import { parseJson } from "./body/parse_json.ts";
import { type ConstraintErrors, collectConstraints } from "./constraints.ts";
import { listResources, RequestContext } from "./context.ts";
import type { Body, Endpoint, Input, Resources, Target } from "./endpoint.ts";
import { AppError } from "./errors.ts";
import { errorResponse, toFailure } from "./failures.ts";
import { KeyedCreation, readIdempotencyKey } from "./idempotency.ts";
import {
  findHeader,
  findHeaderLines,
  type HttpRequest,
  type HttpResponse,
  readOwner,
  toArrayBuffer,
} from "./request.ts";
import { type Match, Router } from "./router.ts";
import { CommonHeaders } from "./sending/common_headers.ts";
import { StreamSlots, startStream } from "./sending/stream_slots.ts";
import { isLines, type StreamKind, slotsOf, toResponse } from "./sending/to_response.ts";
import { whileAllowed } from "./sending/while_allowed.ts";

export type Dispatch = (request: HttpRequest) => Promise<HttpResponse>;

/** Prefix of existing clients; a gateway in front may strip it or not. */
const CLIENTS_PREFIX = "/api/";
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
/** Failures for lack of capacity, time or room, which say nothing about the request. */
const OUTCOME_STATUS = new Set([503, 504]);
const CORS_MAX_AGE_S = "600";
const CORS_HEADERS = "content-type,if-match,idempotency-key,last-event-id,x-request-id";
/** By seconds until a retry. Made once: capturing a stack costs more than the rest of a refusal. */
const BUSY = Array.from(
  { length: RETRY_MAX_S + 1 },
  (_, s) => new AppError("Overloaded", "The server is busy", {}, { "retry-after": String(s) }),
);
const CORS_EXPOSED = "etag,retry-after,x-infra-version,x-request-id,x-warnings";

/** Makes the dispatcher of a set of endpoints. Throws ConfigError on a setting that can't be used. */
export function createDispatch(services: Services, endpoints: readonly Endpoint[]): Dispatch {
  const dispatcher = new Dispatcher(services, endpoints);
  return async (request) => {
    const traceparent = findHeader(request.headers, "traceparent");
    const span = { kind: "request", name: request.method, traceparent } as const;
    return await traced(span, async () => await dispatcher.dispatch(request));
  };
}

class Dispatcher {
  readonly #services: Services;
  readonly #router: Router;
  readonly #isTrusted: (address: string) => boolean;
  readonly #authorizer: Authorizer;
  readonly #slots: Readonly<Record<StreamKind, StreamSlots>>;
  readonly #origins: ReadonlySet<string>;
  readonly #common: CommonHeaders;
  readonly #log: RequestLog;
  readonly #constraints: ConstraintErrors;
  readonly #retry_times: RetryTimes;
  readonly #id_prefix: string;
  #id_count = 0;

  constructor(services: Services, endpoints: readonly Endpoint[]) {
    this.#services = services;
    this.#router = new Router(endpoints);
    this.#constraints = collectConstraints(endpoints);
    this.#authorizer = new Authorizer(services.db);
    const { streams, event_streams, event_streams_of_user } = services.config.limits;
    this.#slots = {
      exports: new StreamSlots(streams),
      events: new StreamSlots(event_streams, event_streams_of_user),
    };
    this.#origins = new Set(services.config.cors_origins);
    const { x_remote_user } = services.config;
    this.#common = new CommonHeaders({ has_origins: this.#origins.size > 0, x_remote_user });
    const { log, now_ms } = services;
    const slow_ms = services.config.limits.slow_request_ms;
    this.#retry_times = new RetryTimes(now_ms);
    this.#log = new RequestLog({ log, now_ms, slow_ms });
    this.#id_prefix = `${services.now_ms().toString(36)}-${process.pid.toString(36)}-`;
    try {
      this.#isTrusted = makeProxyList(services.config.trusted_proxies);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConfigError(`TRUSTED_PROXIES: ${reason}`);
    }
  }

  async dispatch(sent: HttpRequest): Promise<HttpResponse> {
    const { config, figures, now_ms } = this.#services;
    const is_prefixed = config.existing_clients && sent.path.startsWith(CLIENTS_PREFIX);
    const path = is_prefixed ? sent.path.slice(CLIENTS_PREFIX.length - 1) : sent.path;
    const request = is_prefixed ? { ...sent, path } : sent;
    const started_ms = now_ms();
    const ctx = new RequestContext(this.#services, request, {
      request_id: this.#takeRequestId(request),
      owner: readOwner(request),
      dispatch: async (own) => await this.dispatch(own),
    });
    let endpoint: Endpoint | null = null;
    let response: HttpResponse;
    figures.running++;
    try {
      checkHeaders(request);
      if (request.method === "OPTIONS") response = this.#answerOptions(request);
      else {
        const match = this.#router.match(request.method, request.path);
        endpoint = match.endpoint;
        checkOrigin(request, this.#origins);
        response = await this.#admit(ctx, request, match);
      }
    } catch (error) {
      response = this.#answerFailure(ctx, endpoint, error);
    }
    figures.running--;
    figures.record(endpoint, response.status, now_ms() - started_ms);
    const { request_id } = ctx;
    const route = endpoint === null ? null : `${endpoint.method} ${endpoint.path}`;
    tellSpan({ name: route ?? request.method, status: response.status, request_id });
    const onEnd = this.#log.begin(
      {
        request_id,
        route,
        user_id: ctx.user?.id ?? null,
        status: response.status,
      },
      started_ms,
    );
    const common = this.#common.of(endpoint, response);
    const answer = this.#withHeaders(request, response, { ctx, common });
    return onEnd === null ? answer : { ...answer, onEnd };
  }

  /** Throws Overloaded if a request has waited too long, or would wait too long for the database or the threads. */
  async #admit(ctx: RequestContext, request: HttpRequest, match: Match): Promise<HttpResponse> {
    const { access, takes_thread = false } = match.endpoint;
    const { db, compute } = this.#services;
    const { owner } = ctx.share;
    const is_public = access.kind === "public";
    if (!is_public && (request.is_late || this.#authorizer.refuses(owner) || db.refuses(owner))) {
      throw this.#busy();
    }
    if (!takes_thread) return await this.#answer(ctx, request, match);
    const leave = await compute.enter(ctx.share, ctx.signal);
    if (leave === null) throw this.#busy();
    try {
      return await this.#answer(ctx, request, match);
    } finally {
      leave();
    }
  }

  #busy(): AppError {
    return given(BUSY[this.#retry_times.next()], "a retry is at most RETRY_MAX_S away");
  }

  async #answer(
    ctx: RequestContext,
    request: HttpRequest,
    { endpoint, params }: Match,
  ): Promise<HttpResponse> {
    const { access } = endpoint;
    const { target, fault } = readTarget(endpoint, params, request.query);
    const named = fault === null ? (all: Resources) => all : withoutMissing;
    let resources: Resources = {};
    let foreseen: Resources = {};
    let asked: readonly Asked[] = [];
    if (access.kind === "checked") {
      ctx.access = access;
      if (target !== null) {
        resources = named(access.needs(target));
        foreseen = named(access.foreseen(target));
        const trains = access.trains(target);
        asked = [...listAsked(resources, trains), ...listResources(foreseen)];
      }
    }
    if (target !== null && fault === null && endpoint.reads !== undefined) {
      ctx.readAhead(endpoint.reads(target));
    }
    if (access.kind !== "public") await this.#authenticate(ctx, request, asked);
    if (access.kind === "checked") ctx.checkRoles(access.roles);
    if (target === null) throw fault;
    if (access.kind === "checked") ctx.decide(resources);
    ctx.refuse(foreseen);
    if (fault !== null || endpoint.body.kind !== "none") await endpoint.foresee?.(ctx, target);
    const found = await endpoint.find?.(ctx, target);
    if (fault !== null) throw fault;
    const creation = readKey(ctx, endpoint, target);
    const body = await this.#readBody(endpoint.body, request, creation);
    if (creation !== null) await ctx.useKey(creation);
    const input = { ...target, body, found };
    const { answer } = endpoint;
    const slots = slotsOf(answer, ctx);
    if (slots !== null) {
      const free = this.#slots[slots].take(ctx.share.owner);
      return await sendStream(ctx, endpoint, { input, free });
    }
    return await handle(ctx, endpoint, input);
  }

  /** Finds the caller, its roles and its standings on the resources asked about. */
  async #authenticate(
    ctx: RequestContext,
    request: HttpRequest,
    asked: readonly Asked[],
  ): Promise<void> {
    const caller = this.#readCaller(request);
    if (this.#services.config.authorization === "disabled") {
      ctx.user = caller === null ? null : await this.#authorizer.identify(caller, ctx.share);
      ctx.roles = ALL_ROLES;
      return;
    }
    if (caller === null) throw new AppError("Unauthenticated", "The request has no identity");
    ctx.judge = async (more) => {
      const found = await this.#authorizer.authorize(caller, more, ctx.share);
      // The user was deleted and created again: it has none of the rights found before.
      if (found.user.id !== ctx.user?.id) {
        throw new AppError("Unauthenticated", "The user was deleted meanwhile");
      }
      ctx.roles = resolveRoles(this.#services.roles, found.app_roles);
      return found.standings;
    };
    const { share } = ctx;
    const { user, app_roles, standings } = await this.#authorizer.authorize(caller, asked, share);
    ctx.user = user;
    ctx.roles = resolveRoles(this.#services.roles, app_roles);
    ctx.learn(standings);
  }

  /** The caller, or null without an identity. */
  #readCaller(request: HttpRequest): CallerIdentity | null {
    const identity = readIdentity(
      {
        identity: findHeaderLines(request.headers, "x-remote-user-identity"),
        name: findHeaderLines(request.headers, "x-remote-user-name"),
        combined: this.#services.config.x_remote_user
          ? findHeaderLines(request.headers, "x-remote-user")
          : [],
        remote_address: request.remote_address,
        encoding: this.#services.config.identity_encoding,
      },
      this.#isTrusted,
    );
    switch (identity.kind) {
      case "given":
        return identity;
      case "malformed":
        throw new AppError("MalformedIdentity", `Malformed identity: ${identity.reason}`);
      case "untrusted_peer":
        throw new AppError("Unauthenticated", "This peer may not send an identity");
      case "none":
        return null;
    }
  }

  async #readBody(
    body: Body<unknown>,
    request: HttpRequest,
    creation: KeyedCreation | null,
  ): Promise<unknown> {
    if (body.kind === "none") return undefined;
    const { limits } = this.#services.config;
    const bytes = await request.readBody(limits[body.limit]);
    await creation?.addBody(bytes, request.abort.signal);
    if (bytes.length === 0 && body.kind === "json" && body.optional) {
      return await validateBody(body.schema, { value: {}, large: new Set() });
    }
    if (body.kind === "file" || body.kind === "form") return bytes;
    const type = findHeader(request.headers, "content-type") ?? "";
    const encoding = findHeader(request.headers, "content-encoding") ?? "identity";
    if (!isOfType(body, type.trim()) || encoding !== "identity") {
      const expected = expectedTypes(body);
      throw new AppError("UnsupportedMediaType", `The body must be ${expected}, not compressed`, {
        content_type: type.slice(0, 100),
        content_encoding: encoding.slice(0, 100),
      });
    }
    if (body.kind === "bytes" || body.kind === "source") return toArrayBuffer(bytes);
    const parsed = await parseJson(bytes, request.abort);
    return await validateBody(body.schema, parsed, request.abort);
  }

  #answerFailure(ctx: RequestContext, endpoint: Endpoint | null, thrown: unknown): HttpResponse {
    const { error, is_bug } = toFailure(thrown, this.#constraints);
    const { request_id } = ctx;
    if (is_bug) {
      const route = endpoint === null ? null : `${endpoint.method} ${endpoint.path}`;
      this.#services.log.error({ err: thrown, request_id, route }, error.message);
    }
    const context: Record<string, unknown> = { ...error.context };
    if (error.status >= 500) context["request_id"] = request_id;
    // Tells a client that retries whether the change could happen twice.
    if (OUTCOME_STATUS.has(error.status)) {
      context["outcome"] = ctx.outcomeOf(thrown, endpoint?.creates ?? null);
    }
    return errorResponse(error, context);
  }

  #takeRequestId(request: HttpRequest): string {
    const given = findHeader(request.headers, "x-request-id");
    if (given !== undefined && REQUEST_ID.test(given)) return given;
    return this.#id_prefix + (this.#id_count++).toString(36);
  }

  #withHeaders(
    request: HttpRequest,
    response: HttpResponse,
    { ctx, common }: { readonly ctx: RequestContext; readonly common: readonly string[] },
  ): HttpResponse {
    const headers = [...response.headers, ...common, "x-request-id", ctx.request_id];
    const { checked_roles, checked_privileges } = ctx;
    if (checked_roles !== "") headers.push("x-checked-roles", checked_roles);
    if (checked_privileges !== "") headers.push("x-checked-privileges", checked_privileges);
    const traceparent = currentTraceparent();
    if (traceparent !== null) headers.push("traceparent", traceparent);
    const origin = this.#origins.size > 0 ? findHeader(request.headers, "origin") : undefined;
    if (origin !== undefined && this.#origins.has(origin)) {
      headers.push("access-control-allow-origin", origin);
      headers.push("access-control-expose-headers", CORS_EXPOSED);
    }
    return { ...response, headers };
  }

  /** Includes browsers' preflights; `x-remote-*` is never allowed, or any page could claim any identity. */
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

/** An answer that holds a stream's slot until it has ended. */
async function sendStream(
  ctx: RequestContext,
  endpoint: Endpoint,
  {
    input,
    free,
  }: {
    readonly input: Input<unknown, unknown, unknown, unknown>;
    readonly free: () => void;
  },
): Promise<HttpResponse> {
  try {
    const { body, ...head } = await handle(ctx, endpoint, input);
    const made = body as AsyncIterable<Uint8Array>;
    // Events end by themselves when they may not be told any more.
    const is_told = slotsOf(endpoint.answer, ctx) === "events";
    const pieces = is_told ? made : whileAllowed(made, async () => ctx.checkAgain());
    const stream = await startStream(pieces, free);
    // From here on no task is refused: that would cut the answer in the middle.
    ctx.share.has_task = true;
    return { ...head, body: stream };
  } catch (error) {
    free();
    throw error;
  }
}

async function handle(
  ctx: RequestContext,
  endpoint: Endpoint,
  input: Input<unknown, unknown, unknown, unknown>,
): Promise<HttpResponse> {
  const result = await endpoint.handle(ctx, input);
  ctx.verifyChecks(`${endpoint.method} ${endpoint.path}`);
  // Lines are still being made at this point; the same handler is verified when it answers without lines.
  if (!isLines(endpoint, result)) ctx.verifyCreation();
  return toResponse(endpoint, result, ctx.headers);
}

/** The keyed creation that a request asks for, or null. */
function readKey(
  ctx: RequestContext,
  { creates = null }: Endpoint,
  target: Target<unknown, unknown>,
): KeyedCreation | null {
  const key = creates === null ? null : readIdempotencyKey(ctx);
  if (creates === null || key === null) return null;
  return new KeyedCreation(creates, { user_id: ctx.user?.id ?? 0, key, target });
}

function listAsked(resources: Resources, train_ids: readonly number[]): Asked[] {
  const asked: Asked[] = listResources(resources);
  for (const id of train_ids) asked.push({ type: "train_schedule", id });
  return asked;
}
