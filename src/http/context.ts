/** One request's surroundings as its handler sees them, and the record of the checks it made. */
import { findMissingPrivilege } from "../access/check.ts";
import type { Need, ResourceType } from "../access/levels.ts";
import type { Services } from "../services.ts";
import type { Context, User } from "./endpoint.ts";
import { AppError } from "./errors.ts";
import { findHeader, type HttpRequest } from "./request.ts";

const CHECKED_HEADER_MAX = 2048;

export class RequestContext implements Context {
  readonly services: Services;
  readonly request_id: string;
  readonly #request: HttpRequest;
  /** Set after authentication. */
  user: User | null = null;
  /** Headers of the success answer: name, value … */
  readonly headers: string[] = [];
  #checked: string[] | null = null;
  #asked: Set<ResourceType> | null = null;
  #has_asked_for_none = false;

  constructor(services: Services, request: HttpRequest, request_id: string) {
    this.services = services;
    this.#request = request;
    this.request_id = request_id;
  }

  get signal(): AbortSignal {
    return this.#request.abort.signal;
  }

  header(name: string): string | undefined {
    return findHeader(this.#request.headers, name);
  }

  setHeader(name: string, value: string): void {
    this.headers.push(name, value);
  }

  async require(needs: readonly Need[]): Promise<void> {
    if (needs.length === 0) {
      this.#has_asked_for_none = true;
      return;
    }
    this.#asked ??= new Set();
    this.#checked ??= [];
    for (const { type, id, level } of needs) {
      this.#asked.add(type);
      this.#checked.push(`${type}/${id}=${level}`);
    }
    const missing = findMissingPrivilege(this.services.config.authorization, needs);
    if (missing === null) return;
    throw new AppError("Forbidden", "Your privileges on this resource are not enough", {
      resource_type: missing.type,
      resource_id: missing.id,
      required: missing.level,
      effective: null,
    });
  }

  /** The declared types that the handler has not asked for; asking for no resource is asking. */
  findUnchecked(dynamic: readonly ResourceType[]): readonly ResourceType[] {
    if (this.#has_asked_for_none) return [];
    return dynamic.filter((type) => this.#asked?.has(type) !== true);
  }

  /** The performed privilege checks, cut at 2 KiB; empty = none. */
  get checked_privileges(): string {
    const checked = this.#checked ?? [];
    let text = "";
    for (const [i, check] of checked.entries()) {
      if (text.length + check.length + 1 > CHECKED_HEADER_MAX) {
        return `${text},…+${checked.length - i}`;
      }
      text += i === 0 ? check : `,${check}`;
    }
    return text;
  }
}
