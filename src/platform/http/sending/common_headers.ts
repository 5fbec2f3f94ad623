/**
 * Headers that every answer has besides its own, made once. No cache, shared or in a browser, keeps
 * answers that depend on the caller: rights may change with each request, and so may a browser's
 * user. Files that are the same for all their readers say themselves how long they may be kept.
 */
import type { Endpoint } from "../endpoint.ts";
import type { HttpResponse } from "../request.ts";

const NO_SNIFF = ["x-content-type-options", "nosniff"] as const;

export class CommonHeaders {
  /** Of files, which say themselves how long they may be kept. */
  readonly #of_files: readonly string[];
  readonly #of_anybody: readonly string[];
  readonly #of_caller: readonly string[];
  readonly #of_callers_files: readonly string[];

  constructor({
    has_origins,
    x_remote_user,
  }: { readonly has_origins: boolean; readonly x_remote_user: boolean }) {
    const origin = has_origins ? ["origin"] : [];
    const identity = ["x-remote-user-identity", ...(x_remote_user ? ["x-remote-user"] : [])];
    this.#of_files = [...NO_SNIFF, ...varying(origin)];
    this.#of_anybody = [...this.#of_files, "cache-control", "no-store"];
    const of_caller = [...NO_SNIFF, "cache-control", "private, no-store"];
    const on_caller = varying([...identity, ...origin]);
    this.#of_caller = [...of_caller, ...on_caller];
    this.#of_callers_files = [...NO_SNIFF, ...on_caller];
  }

  /** `endpoint` null: the path has no endpoint. */
  of(endpoint: Endpoint | null, { headers }: HttpResponse): readonly string[] {
    if (endpoint?.access.kind === "checked" && isKeptFile(endpoint, headers)) {
      return this.#of_callers_files;
    }
    if (endpoint !== null && endpoint.access.kind !== "public") return this.#of_caller;
    return headers.includes("cache-control") ? this.#of_files : this.#of_anybody;
  }
}

function isKeptFile({ answer }: Endpoint, headers: readonly string[]): boolean {
  return answer.kind === "static_file" && headers.includes("cache-control");
}

function varying(names: readonly string[]): string[] {
  return names.length === 0 ? [] : ["vary", names.join(", ")];
}
