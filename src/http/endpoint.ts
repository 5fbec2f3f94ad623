/**
 * What an endpoint is. Each one declares its method, path, schemas and who may call it; the router,
 * the checks, the 403 matrix and the API document are made from these declarations alone.
 * `access` is required: an endpoint without it does not compile.
 */
import type { GenericSchema } from "valibot";
import type { Need, ResourceType } from "../access/levels.ts";
import type { BuiltinRole } from "../access/roles.ts";
import type { Services } from "../services.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Path parameters as the router cut them out. */
export type RawParams = Readonly<Record<string, string>>;
/** Query values by name; `ids[]`, `ids[0]` and `ids` are one name. */
export type RawQuery = Readonly<Record<string, readonly string[]>>;

/** JSON that is already text: it goes to the client unparsed. */
export interface JsonText {
  readonly json: string | Uint8Array;
}

/** The request's body. `limit` names a size in `config.limits`. */
export type Body<B> =
  | { readonly kind: "none" }
  | {
      readonly kind: "json";
      readonly schema: GenericSchema<unknown, B>;
      /** Of a list: the schema of one item; long lists are then validated in turns. */
      readonly item: GenericSchema | null;
      readonly limit: "body_bytes" | "batch_body_bytes";
      /** An empty body counts as `{}`. */
      readonly optional: boolean;
    }
  | { readonly kind: "bytes"; readonly limit: "railjson_body_bytes" | "body_bytes" };

/** The success answer. */
export type Answer<R> =
  | {
      readonly kind: "json";
      readonly status: 200 | 201;
      readonly schema: GenericSchema<unknown, R>;
    }
  | { readonly kind: "json_text"; readonly status: 200 | 201; readonly schema: GenericSchema }
  | { readonly kind: "no_content"; readonly status: 204 }
  | { readonly kind: "text"; readonly status: 200; readonly content_type: string }
  | { readonly kind: "stream"; readonly status: 200; readonly content_type: string };

export interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

/**
 * Who may call: `public` (no identity needed), `authenticated` (any signed-in user), or builtin roles
 * (all of them) together with the privileges on the resources that the request names. `dynamic` lists
 * the resource types whose needs the handler finds out only after a read and asks for by
 * `ctx.require`; dispatch verifies that each was asked for.
 */
export type Access<P, Q, B> =
  | { readonly kind: "public" }
  | { readonly kind: "authenticated" }
  | {
      readonly kind: "checked";
      readonly roles: readonly [BuiltinRole, ...BuiltinRole[]];
      readonly needs: (input: Input<P, Q, B>) => readonly Need[];
      readonly dynamic: readonly ResourceType[];
    };

export const publicAccess = { kind: "public" } as const;
export const authenticated = { kind: "authenticated" } as const;

/** Access by roles only, or by roles and privileges. */
export function checked<P, Q, B>(
  roles: readonly [BuiltinRole, ...BuiltinRole[]],
  needs: (input: Input<P, Q, B>) => readonly Need[] = () => [],
  dynamic: readonly ResourceType[] = [],
): Access<P, Q, B> {
  return { kind: "checked", roles, needs, dynamic };
}

export interface User {
  readonly id: number;
  readonly name: string;
}

/** One request's surroundings. */
export interface Context {
  readonly services: Services;
  readonly request_id: string;
  /** Null on public endpoints and, with authorization disabled, without an identity. */
  readonly user: User | null;
  /** Aborted when the client has left or the request's deadline has passed. */
  readonly signal: AbortSignal;
  /** Request header by lower-case name. */
  header(name: string): string | undefined;
  /** Sets a header of the success answer. */
  setHeader(name: string, value: string): void;
  /** Asks for privileges that are known only now; throws Forbidden or NotFound. Before any change. */
  require(needs: readonly Need[]): Promise<void>;
}

export interface EndpointSpec<P, Q, B, R> {
  readonly method: Method;
  /** `/timetable/:timetable_id/conflicts`; literal segments win over parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Validates `RawParams`. */
  readonly params: GenericSchema<unknown, P>;
  /** Validates `RawQuery`. */
  readonly query: GenericSchema<unknown, Q>;
  readonly body: Body<B>;
  readonly answer: Answer<R>;
  readonly access: Access<P, Q, B>;
  readonly handle: (ctx: Context, input: Input<P, Q, B>) => Promise<R>;
}

/** An endpoint of any types, as the router holds it. */
export type Endpoint = EndpointSpec<unknown, unknown, unknown, unknown>;

/** Declares an endpoint; the types of the schemas flow into `access` and `handle`. */
export function endpoint<P, Q, B, R>(spec: EndpointSpec<P, Q, B, R>): Endpoint {
  // The router validates with the endpoint's own schemas before it calls it, so the erasure is safe.
  return spec as unknown as Endpoint;
}
