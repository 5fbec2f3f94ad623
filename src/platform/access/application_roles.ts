/**
 * Application roles: an organisation's own names for its jobs. Each implies builtin roles or other
 * application roles (specification, "Roles"). They come from one YAML or JSON file (JSON is YAML),
 * read once at start. Any fault stops the start and names the line: otherwise a role could silently
 * grant less or more than its author meant.
 */
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import { type BuiltinRole, type BuiltinRoleSet, impliedRoles, isBuiltinRole } from "./roles.ts";

/** What one application role gives once everything that it implies is resolved. */
export interface ApplicationRole {
  readonly name: string;
  readonly description: string;
  readonly builtin_roles: BuiltinRoleSet;
}

export type ApplicationRoles = ReadonlyMap<string, ApplicationRole>;

/** A file that can't be used; the message names the file, the line and the fault. */
export class RolesFileError extends Error {}

const ROLES_MAX = 10_000;
const TAG_MAX = 255;
const RoleEntry = v.strictObject({
  name: v.pipe(v.string("must be a text"), v.minLength(1, "must not be empty")),
  description: v.optional(v.string("must be a text"), ""),
  implies: v.array(v.string("must be a text"), "must be a list of role tags"),
});
type RoleEntry = v.InferOutput<typeof RoleEntry>;

/** Reads and resolves a file; throws RolesFileError. */
export function readApplicationRoles(file: string): ApplicationRoles {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new RolesFileError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return parseApplicationRoles(text, file);
}

/** Resolves the text of a file; throws RolesFileError. `file` is for messages. */
export function parseApplicationRoles(text: string, file: string): ApplicationRoles {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const positions = new Positions(file, document, lines);
  const [fault] = document.errors;
  if (fault !== undefined) throw positions.at(fault.pos[0], fault.message.split("\n")[0] ?? "");
  if (!isMap(document.contents)) throw positions.at(0, "must be a map from role tag to role");
  const entries = new Map<string, RoleEntry>();
  const { items } = document.contents;
  if (items.length > ROLES_MAX) throw positions.at(0, `has more than ${ROLES_MAX} roles`);
  for (const { key, value } of items) {
    const tag = readTag(key, positions);
    entries.set(
      tag,
      readEntry(tag, () => (isNode(value) ? value.toJS(document) : value), positions),
    );
  }
  const resolver = new Resolver(entries, positions);
  const roles = new Map<string, ApplicationRole>();
  for (const [tag, { name, description }] of entries) {
    roles.set(tag, { name, description, builtin_roles: resolver.resolve(tag) });
  }
  return roles;
}

/** The builtin roles that a list of tags gives; tags that are no longer configured give nothing. */
export function resolveRoles(roles: ApplicationRoles, tags: readonly string[]): BuiltinRoleSet {
  const found = new Set<BuiltinRole>();
  for (const tag of tags) {
    for (const role of roles.get(tag)?.builtin_roles ?? []) found.add(role);
  }
  return found;
}

function readTag(key: unknown, positions: Positions): string {
  const tag = isScalar(key) ? key.value : null;
  const offset = isNode(key) ? (key.range?.[0] ?? 0) : 0;
  if (
    typeof tag !== "string" ||
    tag === "" ||
    tag.length > TAG_MAX ||
    /[\p{Cc}\p{Surrogate}]/u.test(tag)
  ) {
    throw positions.at(offset, "a role tag is a text of 1 to 255 printable characters");
  }
  if (isBuiltinRole(tag)) throw positions.at(offset, `'${tag}' is the name of a builtin role`);
  return tag;
}

function readEntry(tag: string, readValue: () => unknown, positions: Positions): RoleEntry {
  let value: unknown;
  try {
    value = readValue();
  } catch (error) {
    // Aliases without a target, or aliases that expand beyond the available memory.
    const reason = error instanceof Error ? error.message : String(error);
    throw positions.of([tag], `role '${tag}': ${reason}`);
  }
  const parsed = v.safeParse(RoleEntry, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = issue.path?.map(({ key }) => key) ?? [];
  const what = path.length === 0 ? "" : `${path.join(".")}: `;
  throw positions.of([tag, ...path], `role '${tag}': ${what}${issue.message}`);
}

/** Resolves roles to builtin ones, each once, and finds cycles and unknown tags. */
class Resolver {
  readonly #entries: ReadonlyMap<string, RoleEntry>;
  readonly #positions: Positions;
  readonly #resolved = new Map<string, BuiltinRoleSet>();

  constructor(entries: ReadonlyMap<string, RoleEntry>, positions: Positions) {
    this.#entries = entries;
    this.#positions = positions;
  }

  /** Depth first, with an explicit stack: a chain of ten thousand roles must not overflow the call stack. */
  resolve(start: string): BuiltinRoleSet {
    const path = [start];
    const on_path = new Set(path);
    for (let tag = path.at(-1); tag !== undefined; tag = path.at(-1)) {
      const next = this.#nextUnresolved(tag);
      if (next === null) {
        this.#resolved.set(tag, this.#union(tag));
        on_path.delete(tag);
        path.pop();
      } else if (on_path.has(next.tag)) {
        const cycle = [...path.slice(path.indexOf(next.tag)), next.tag].join(" → ");
        throw this.#positions.of([tag, "implies", next.index], `roles imply each other: ${cycle}`);
      } else {
        on_path.add(next.tag);
        path.push(next.tag);
      }
    }
    return this.#resolved.get(start) ?? new Set();
  }

  #nextUnresolved(tag: string): { readonly tag: string; readonly index: number } | null {
    for (const [index, implied] of (this.#entries.get(tag)?.implies ?? []).entries()) {
      if (isBuiltinRole(implied) || this.#resolved.has(implied)) continue;
      if (!this.#entries.has(implied)) {
        const what = `role '${tag}' implies '${implied}', which is no role`;
        throw this.#positions.of([tag, "implies", index], what);
      }
      return { tag: implied, index };
    }
    return null;
  }

  #union(tag: string): BuiltinRoleSet {
    const found = new Set<BuiltinRole>();
    for (const implied of this.#entries.get(tag)?.implies ?? []) {
      const roles = isBuiltinRole(implied) ? impliedRoles(implied) : this.#resolved.get(implied);
      for (const role of roles ?? []) found.add(role);
    }
    return found;
  }
}

/** Positions in the file, for messages. */
class Positions {
  readonly #file: string;
  readonly #document: Document;
  readonly #lines: LineCounter;

  constructor(file: string, document: Document, lines: LineCounter) {
    this.#file = file;
    this.#document = document;
    this.#lines = lines;
  }

  at(offset: number, message: string): RolesFileError {
    const { line } = this.#lines.linePos(offset);
    return new RolesFileError(`${this.#file}: line ${Math.max(1, line)}: ${message}`);
  }

  /** An error at the deepest node of `path` that exists in the file. */
  of(path: readonly unknown[], message: string): RolesFileError {
    for (let length = path.length; length > 0; length--) {
      const node = this.#document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range !== null && node.range !== undefined)
        return this.at(node.range[0], message);
    }
    return this.at(0, message);
  }
}
