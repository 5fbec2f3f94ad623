/**
 * Tasks: the stored RailJSON text of a network becomes one shared buffer that all threads read, or the
 * faults that make it unusable; or the buffer of a network and what an edit changed become the next one. The text comes in chunks because one row per database object is read.
 */
import { createHash } from "node:crypto";
import { changeNetwork, type NetworkChange } from "../engine/infra/change_network.ts";
import { compileInfra as compile } from "../engine/infra/compile.ts";
import type { CompileFault } from "../engine/infra/faults.ts";
import { openInfra } from "../engine/infra/infra.ts";
import type { RailjsonInput } from "../engine/infra/railjson_input.ts";
import type { InfraRef } from "./types.ts";

export interface CompileInfraInput {
  /** Not used by the compilation; identifies the work. */
  readonly key: string;
  /** UTF-8 text of a document that was validated when it was stored, in order. */
  readonly railjson: readonly ArrayBuffer[];
}

export interface CompiledNetwork {
  readonly kind: "compiled";
  readonly buffer: SharedArrayBuffer;
  /** Of the buffer: equal networks have equal ones, whatever they are called and wherever. */
  readonly digest: string;
}

export type CompiledInfra =
  | CompiledNetwork
  | { readonly kind: "not_compilable"; readonly faults: readonly CompileFault[] };

/** Parses and compiles a RailJSON document. */
export function compileInfra({ railjson }: CompileInfraInput): CompiledInfra {
  return compileDocument(parse(railjson));
}

export function compileDocument(document: RailjsonInput): CompiledInfra {
  const result = compile(document, hashText);
  if (!result.ok) return { kind: "not_compilable", faults: result.error };
  return describe(result.value);
}

/** A function of its own, so that the text, as large as the document, is freed before the compilation starts. */
function parse(railjson: readonly ArrayBuffer[]): RailjsonInput {
  const bytes = Buffer.concat(railjson.map((chunk) => new Uint8Array(chunk)));
  return JSON.parse(bytes.toString("utf8"));
}

interface ChangeInfraInput {
  /** Of the content that it makes. */
  readonly key: string;
  readonly known: InfraRef;
  /** JSON of the part that is another one, as `find_change` tells it. */
  readonly change: Uint8Array;
}

/** Compiles a network from one before it; null: its document is to be compiled whole. */
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
