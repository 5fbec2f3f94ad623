/**
 * Tasks: compile a network's stored RailJSON text to one shared buffer for all threads, or list the faults that make it
 * unusable; or compile a network from an earlier one's buffer and an edit's changes. The text comes in chunks,
 * because one database row per object is read.
 */
import { createHash } from "node:crypto";
import { changeNetwork, type NetworkChange } from "../../engine/infra/change/change_network.ts";
import { compileUsable } from "../../engine/infra/compile/compile.ts";
import type { CompileFault } from "../../engine/infra/compile/faults.ts";
import type { RailjsonInput } from "../../engine/infra/compile/railjson_input.ts";
import { openInfra } from "../../engine/infra/infra.ts";
import type { InfraRef } from "../types.ts";

const FAULTS_TOLD_MAX = 100;

export interface CompileInfraInput {
  /** Not used for compiling; identifies the task. */
  readonly key: string;
  /** UTF-8 chunks, in order, of a document that was validated when it was stored. */
  readonly railjson: readonly ArrayBuffer[];
}

export interface CompiledNetwork {
  readonly kind: "compiled";
  readonly buffer: SharedArrayBuffer;
  /** Digest of the buffer: equal networks have equal digests, regardless of name and place. */
  readonly digest: string;
}

export type CompiledInfra =
  | CompiledNetwork
  | { readonly kind: "not_compilable"; readonly faults: readonly CompileFault[] };

/** Parses and compiles a RailJSON document, without what is faulty where that is safe. */
export function compileInfra({ railjson }: CompileInfraInput): CompiledInfra {
  return compileDocument(parse(railjson));
}

export function compileDocument(document: RailjsonInput): CompiledInfra {
  const result = compileUsable(document, hashText);
  if (!result.ok) return { kind: "not_compilable", faults: result.error.slice(0, FAULTS_TOLD_MAX) };
  return describe(result.value.buffer);
}

/** A separate function, so that the text, as large as the document, is freed before the compilation starts. */
function parse(railjson: readonly ArrayBuffer[]): RailjsonInput {
  const bytes = Buffer.concat(railjson.map((chunk) => new Uint8Array(chunk)));
  return JSON.parse(bytes.toString("utf8"));
}

interface ChangeInfraInput {
  /** Key of the resulting content. */
  readonly key: string;
  readonly known: InfraRef;
  /** JSON of the changed part, from `find_change`. */
  readonly change: Uint8Array;
}

/** Compiles a network from an earlier one; null: its document must be compiled as a whole. */
export function changeInfra({ known, change }: ChangeInfraInput): CompiledNetwork | null {
  const part: NetworkChange = JSON.parse(Buffer.from(change).toString("utf8"));
  const buffer = changeNetwork(openInfra(known.buffer), part, hashText);
  return buffer && describe(buffer);
}

function describe(buffer: SharedArrayBuffer): CompiledNetwork {
  const digest = createHash("sha256").update(new Uint8Array(buffer)).digest("base64url");
  return { kind: "compiled", buffer, digest };
}

function hashText(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
