/**
 * Finds the endpoint of a path: a tree of segments in which literals win over parameters. Trailing
 * and repeated slashes are ignored.
 */

import type { Endpoint, RawParams } from "./endpoint.ts";
import { AppError } from "./errors.ts";
import { decodeEscapes } from "./query_string.ts";

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | null;
  /** By upper-case method. */
  readonly endpoints: Map<string, Target>;
}

interface Target {
  readonly endpoint: Endpoint;
  /** Names of the path's parameters, in order. */
  readonly names: readonly string[];
}

export interface Match {
  readonly endpoint: Endpoint;
  readonly params: RawParams;
}

function makeNode(): Node {
  return { literals: new Map(), parameter: null, endpoints: new Map() };
}

const NO_PARAMS: RawParams = Object.freeze({});

export class Router {
  readonly #root = makeNode();

  /** Throws if two endpoints have the same method and path. */
  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) this.#add(endpoint);
  }

  #add(endpoint: Endpoint): void {
    let node = this.#root;
    for (const segment of split(endpoint.path)) {
      if (segment.startsWith(":")) node = node.parameter ??= makeNode();
      else {
        const next = node.literals.get(segment) ?? makeNode();
        node.literals.set(segment, next);
        node = next;
      }
    }
    const method = endpoint.method.toUpperCase();
    if (node.endpoints.has(method)) throw new Error(`${method} ${endpoint.path} is there twice`);
    const names = split(endpoint.path).filter((segment) => segment.startsWith(":"));
    node.endpoints.set(method, { endpoint, names: names.map((segment) => segment.slice(1)) });
  }

  /** HEAD counts as GET. Throws RouteNotFound or MethodNotAllowed (with `Allow`). */
  match(method: string, path: string): Match {
    const segments = split(path);
    const values: string[] = [];
    const node = find(this.#root, segments, 0, values);
    if (node === null) {
      throw new AppError("RouteNotFound", "There is nothing at this path", {
        path: path.slice(0, 200),
      });
    }
    const target = node.endpoints.get(method === "HEAD" ? "GET" : method);
    if (target === undefined) {
      const allow = allowedMethods(node);
      throw new AppError(
        "MethodNotAllowed",
        `This path has no ${method.slice(0, 20)}`,
        {},
        {
          allow: allow.join(", "),
        },
      );
    }
    return { endpoint: target.endpoint, params: nameParameters(target.names, values) };
  }

  /** The methods of a path; empty if it has no endpoint. */
  allowed(path: string): string[] {
    const node = find(this.#root, split(path), 0, []);
    return node === null ? [] : allowedMethods(node);
  }
}

function allowedMethods(node: Node): string[] {
  const methods = [...node.endpoints.keys()];
  if (methods.includes("GET")) methods.push("HEAD");
  return [...methods, "OPTIONS"].sort();
}

function split(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** The node of a path, if it has endpoints; fills `values` with the parameters' segments. */
function find(node: Node, segments: readonly string[], at: number, values: string[]): Node | null {
  const segment = segments[at];
  if (segment === undefined) return node.endpoints.size > 0 ? node : null;
  const literal = node.literals.get(segment);
  if (literal !== undefined) {
    const found = find(literal, segments, at + 1, values);
    if (found !== null) return found;
  }
  if (node.parameter === null) return null;
  values.push(segment);
  const found = find(node.parameter, segments, at + 1, values);
  if (found === null) values.pop();
  return found;
}

function nameParameters(names: readonly string[], values: readonly string[]): RawParams {
  if (names.length === 0) return NO_PARAMS;
  const params: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const raw = values[i] ?? "";
    const value = raw.includes("%") ? decodeEscapes(raw) : raw;
    if (value === null) {
      throw new AppError("InvalidPathParameter", `${name} has a malformed escape`, {
        parameter: name,
      });
    }
    params[name] = value;
  }
  return params;
}
