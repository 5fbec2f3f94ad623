/**
 * What an endpoint is. Each one declares its method, path, schemas and access. The router, the
 * checks, the 403 matrix and the API document are made from these declarations alone. `access` is
 * required: an endpoint without it does not compile.
 */
import * as v from "valibot";
import type { JsonSchema } from "../../railway/wire.ts";
import type { Levels, PrivilegeLevel, ResourceType, Standing } from "../access/levels.ts";
import type { BuiltinRole } from "../access/roles.ts";
import type { Share } from "../queues/fair_queue.ts";
import type { Services } from "../services.ts";
import type { ConstraintErrors } from "./constraints.ts";
import type { ErrorName } from "./errors.ts";
import type { HttpResponse, OwnRequest } from "./request.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Path parameters as the router extracted them. */
export type RawParams = Readonly<Record<string, string>>;
/** Query values by name; `ids[]`, `ids[0]` and `ids` are one name. */
export type RawQuery = Readonly<Record<string, readonly string[]>>;

/** JSON text, sent to the client unchanged. */
export interface JsonText {
  readonly json: string | Uint8Array;
}

/** A file, sent to the client unchanged. */
export interface FileContent {
  readonly content_type: string;
  readonly bytes: Uint8Array;
}

/** A stream in one of an answer's other content types, sent while it is made. */
export interface TypedStream {
  readonly content_type: string;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** A static file in the coding that the client prefers. */
export interface StaticAnswer {
  /** 304: the client already has the file. */
  readonly status: 200 | 304;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
}

/** The request's body. `limit` names a size in `config.limits`. */
export type Body<B> =
  | { readonly kind: "none" }
  | {
      readonly kind: "json";
      readonly schema: v.GenericSchema<unknown, B>;
      readonly limit: "body_bytes" | "batch_body_bytes";
      /** An empty body counts as `{}`. */
      readonly optional: boolean;
      /** For the API document: an example to start from. */
      readonly example?: unknown;
    }
  /** A file in another format, which only a worker reads; content types in lower case, without parameters. */
  | {
      readonly kind: "source";
      readonly limit: "railjson_body_bytes";
      readonly content_types: readonly string[];
    }
  /**
   * A JSON document that only a worker reads: `schema` and `example` are for the API document. Or a
   * file in another format, with one of the content types in `others`.
   */
  | {
      readonly kind: "bytes";
      readonly others: readonly string[];
      readonly limit: "railjson_body_bytes" | "timetable_body_bytes";
      readonly schema: v.GenericSchema;
      readonly example: unknown;
    }
  /** Bytes of any content type, which the handler reads from the header. */
  | { readonly kind: "file"; readonly limit: "body_bytes" }
  /** `multipart/form-data`, which the handler takes apart; `properties` are for the API document. */
  | {
      readonly kind: "form";
      readonly limit: "batch_body_bytes";
      readonly properties: Readonly<Record<string, JsonSchema>>;
    };

/** The success answer. */
export type Answer<R> =
  | {
      readonly kind: "json";
      readonly status: 200 | 201;
      readonly schema: v.GenericSchema<unknown, R>;
    }
  /** Null from the handler is answered with the status `nothing`. */
  | {
      readonly kind: "json_or_nothing";
      readonly status: 200;
      readonly nothing: 202 | 204;
      readonly schema: v.GenericSchema;
    }
  /** `others`: content types of files that the handler may give in its place. */
  | {
      readonly kind: "json_text";
      readonly status: 200 | 201;
      readonly schema: v.GenericSchema;
      readonly others: readonly string[];
    }
  /**
   * JSON text, or lines as they are made for a client that accepts NDJSON; or a file, as above. `events`: of one
   * event, for a client that accepts events as they happen; null: there are none.
   */
  | {
      readonly kind: "json_or_lines";
      readonly status: 200 | 201;
      readonly schema: v.GenericSchema;
      readonly events: v.GenericSchema | null;
      readonly others: readonly string[];
    }
  | { readonly kind: "no_content"; readonly status: 204 }
  | { readonly kind: "text"; readonly status: 200; readonly content_type: string }
  /** `schema`: of the whole, for the API document; null for lines. `others`: other content types (`TypedStream`). */
  | {
      readonly kind: "stream";
      readonly others: readonly string[];
      readonly status: 200;
      readonly content_type: string;
      readonly schema: v.GenericSchema | null;
      /** Which slots limit the number of such streams. */
      readonly slots: "exports" | "events";
    }
  | { readonly kind: "file"; readonly status: 200 }
  /** `content_types`: for the API document. */
  | {
      readonly kind: "static_file";
      readonly status: 200;
      readonly content_types: readonly string[];
    };

export interface Input<P, Q, B, F> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The result of `find`. */
  readonly found: F;
}

/** The resources that a request is about, by type; an empty list: none of this type. */
export type Resources = { readonly [Type in ResourceType]?: readonly number[] | undefined };

/** The caller's standing on one resource. */
export interface StandingOn {
  readonly type: ResourceType;
  readonly id: number;
  readonly standing: Standing;
}

/** What is known of a request before its body is read. */
export interface Target<P, Q> {
  readonly params: P;
  readonly query: Q;
}

/** Requires all of these roles, and privileges. */
export interface CheckedAccess<P, Q> {
  readonly kind: "checked";
  readonly roles: readonly BuiltinRole[];
  /**
   * The level that the caller needs on each resource of a type. Resources of every type named here
   * must be checked before the first write and before the answer: by `needs`, or by the handler's
   * `ctx.require`. `resource` stands for the type that the path names.
   */
  readonly levels: Levels;
  /**
   * The resources in the URL, checked in the statement that authenticates. By default: those of the
   * types in `levels` whose ids are in the path or query under their own names, such as `timetable_id`.
   */
  readonly needs: (target: Target<P, Q>) => Resources;
  /**
   * Resources in the URL that the handler checks later, together with others. A caller without the
   * level on one of them is refused before the body is read; the check itself is still the handler's.
   */
  readonly foreseen: (target: Target<P, Q>) => Resources;
  /** Trains in the URL: the resource that they inherit their rights from is looked up along with `needs`. */
  readonly trains: (target: Target<P, Q>) => readonly number[];
  /** The error for a resource that does not exist, if it is not the type's own. */
  readonly absent: { readonly [Type in ResourceType]?: ErrorName };
  /** Holders of the builtin role `admin` need no level here: they repair grants. */
  readonly is_repair: boolean;
}

/** Who may call: anyone, any signed-in user, or callers with the required roles and privileges. */
export type Access<P, Q> =
  | { readonly kind: "public" }
  | { readonly kind: "authenticated" }
  | CheckedAccess<P, Q>;

export const publicAccess = { kind: "public" } as const;
export const authenticated = { kind: "authenticated" } as const;

/** In the order of the URL. */
function namedResources(levels: Levels): (target: Target<unknown, unknown>) => Resources {
  return ({ params, query }) => {
    const resources: Record<string, readonly number[]> = {};
    const named = { ...(params as object), ...(query as object) };
    for (const [name, id] of Object.entries<unknown>(named)) {
      const type = name.endsWith("_id") ? name.slice(0, -"_id".length) : "";
      if (Object.hasOwn(levels, type) && typeof id === "number") resources[type] = [id];
    }
    return resources;
  };
}

/** Access by roles only, or by roles and privileges. */
export function checked<P, Q>({
  roles,
  levels = {},
  needs = namedResources(levels),
  foreseen = () => ({}),
  trains = () => [],
  absent = {},
  is_repair = false,
}: Pick<CheckedAccess<P, Q>, "roles"> & Partial<CheckedAccess<P, Q>>): CheckedAccess<P, Q> {
  return { kind: "checked", roles, levels, needs, foreseen, trains, absent, is_repair };
}

export interface User {
  readonly id: number;
  readonly name: string;
}

/** One request, and what its handler may use and ask. */
export interface Context {
  readonly services: Services;
  readonly request_id: string;
  /** Null on public endpoints, and for requests without an identity if authorization is disabled. */
  readonly user: User | null;
  /** The user whose rights filter lists; null: no filter, authorization is disabled. */
  readonly viewer_id: number | null;
  /** The request's share of threads and connections. */
  readonly share: Share;
  /** Aborted when the client has left or the request's deadline has passed. */
  readonly signal: AbortSignal;
  /** Request header by lower-case name. */
  header(name: string): string | undefined;
  /** Sets a header of the success answer. */
  setHeader(name: string, value: string): void;
  /** Whether the caller holds a builtin role. */
  hasRole(role: BuiltinRole): boolean;
  /** Requires a role that only some requests need; throws Forbidden. To be called before any change. */
  requireRole(role: BuiltinRole): void;
  /**
   * Requires the endpoint's declared levels on resources that are only known now: all in one
   * statement. An empty list: this request has no resource of a declared type. Throws Forbidden, or
   * the error of a resource that does not exist. To be called before any change.
   */
  require(resources: Resources): Promise<void>;
  /** Throws as `require` would, early: the handler itself calls `require` after the body is read. */
  foresee(resources: Resources): Promise<void>;
  /** Throws if what was checked does not hold any more: before long work is stored. */
  checkAgain(): Promise<void>;
  /** The row that the creating query returned for the first request with this idempotency key, or null. */
  firstAnswer<Row extends object>(): Row | null;
  /** Whether the same request under the same key finished first, which may have caused a refusal. */
  wasOvertaken(): Promise<boolean>;
  /** The caller's standings on resources; requires nothing. */
  findStandings(resources: Resources): Promise<readonly StandingOn[]>;
  /** Makes a request in the caller's name: with its identity, and so its rights, until its own request ends. */
  ask(own: OwnRequest): Promise<HttpResponse>;
  /** The caller's level on a resource that was checked; null if authorization is disabled. */
  levelOn(type: ResourceType, id: number): PrivilegeLevel | null;
}

/** Headers that a handler reads or sets. */
export type HandlerHeader =
  | "etag"
  | "if-match"
  | "idempotency-key"
  | "last-event-id"
  | "x-infra-version";

/** Links from what an operation creates to the operations that use it. */
interface Links {
  /**
   * The targets' parameters by name → where to find the value, as OpenAPI writes it: a JSON pointer
   * into the answer, or a parameter of the request.
   */
  readonly parameters: Readonly<Record<string, string>>;
  /** Endpoints, as `GET /timetable/:timetable_id`. */
  readonly to: readonly string[];
}

export interface EndpointSpec<P, Q, B, R, F = unknown> {
  readonly method: Method;
  /** `/timetable/:timetable_id/conflicts`; literal segments win over parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Validates `RawParams`. */
  readonly params: v.GenericSchema<unknown, P>;
  /** Validates `RawQuery`. */
  readonly query: v.GenericSchema<unknown, Q>;
  readonly body: Body<B>;
  readonly answer: Answer<R>;
  readonly access: Access<P, Q>;
  /** The query that creates the record, at most one per request; null: nothing is created. */
  readonly creates?: string | null;
  /** For the API document: errors that the handler throws besides those that follow from this declaration. */
  readonly errors?: readonly ErrorName[];
  /** For the API document. */
  readonly headers?: readonly HandlerHeader[];
  /** For the API document. */
  readonly links?: Links;
  /** Errors by constraint name, for the tables that this endpoint writes; they hold for every request. */
  readonly constraints?: ConstraintErrors;
  /**
   * Throws Forbidden for resources in the URL whose privileges must be read first: before faults of the query are
   * reported and before the body is read. The handler still checks. A faulty query has only its valid values here.
   */
  readonly foresee?: (ctx: Context, target: Target<P, Q>) => Promise<void>;
  /**
   * Reads what the URL names and checks privileges that follow from it. This is done before the
   * body is read, so that a role without a grant can cause no work.
   */
  readonly find?: (ctx: Context, target: Target<P, Q>) => Promise<F>;
  /**
   * The row that the handler reads. It is read along with the caller's rights, so that a request
   * waits for the database only once; without the rights it is discarded.
   */
  readonly reads?: (target: Target<P, Q>) => RowById;
  /**
   * True if every answer takes short interactive tasks of the threads: with too many such requests waiting, a new
   * one is refused on arrival, before any work; an admitted one is always served. False: some answers need no task.
   */
  readonly takes_thread?: boolean;
  readonly handle: (ctx: Context, input: Input<P, Q, B, F>) => Promise<R>;
}

/** A query file that reads a row by its id, and the id. */
export interface RowById {
  readonly query: string;
  readonly id: number;
}

/** An endpoint of any types, as the router holds it. */
export type Endpoint = EndpointSpec<unknown, unknown, unknown, unknown>;

/** Every POST declares what it creates, so that no idempotency key is forgotten. */
type SaysWhatItCreates =
  | { readonly method: "post"; readonly creates: string | null }
  | { readonly method: Exclude<Method, "post"> };

type Nothing = Readonly<Record<never, never>>;

const NO_FIELDS = v.object({});

/** An endpoint as it is declared; parameters, query and body default to none. */
type Declared<P, Q, B, R, F> = Omit<
  EndpointSpec<P, Q, B, R, F>,
  "params" | "query" | "body" | "access"
> &
  Partial<Pick<EndpointSpec<P, Q, B, R, F>, "params" | "query" | "body">> & {
    readonly access: Access<NoInfer<P>, NoInfer<Q>>;
  };

/** Declares an endpoint; the types of the schemas flow into `access` and `handle`. */
export function endpoint<P = Nothing, Q = Nothing, B = undefined, R = unknown, F = undefined>(
  spec: Declared<P, Q, B, R, F> & SaysWhatItCreates,
): Endpoint {
  const { creates = null, headers = [] } = spec;
  const whole = { params: NO_FIELDS, query: NO_FIELDS, body: { kind: "none" }, ...spec };
  const keyed =
    creates === null ? whole : { ...whole, headers: [...headers, "idempotency-key"] as const };
  // Safe: the router validates with the endpoint's own schemas before it calls the handler.
  return keyed as unknown as Endpoint;
}
