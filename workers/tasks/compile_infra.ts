/**
 * Task: the stored RailJSON text of a network becomes one shared buffer that all threads read, or the
 * faults that make it unusable. The text comes in chunks because one row per database object is read.
 */
import { createHash } from "node:crypto";
import { compileInfra as compile } from "../engine/infra/compile.ts";
import type { CompileFault } from "../engine/infra/faults.ts";
import type { RailjsonInput } from "../engine/infra/railjson_input.ts";

export interface CompileInfraInput {
  /** Not used by the compilation; identifies the work. */
  readonly key: string;
  /** UTF-8 text of a document that was validated when it was stored, in order. */
  readonly railjson: readonly ArrayBuffer[];
}

export type CompiledInfra =
  | {
      readonly kind: "compiled";
      readonly buffer: SharedArrayBuffer;
      /** Of the buffer: equal networks have equal ones, whatever they are called and wherever. */
      readonly digest: string;
    }
  | { readonly kind: "not_compilable"; readonly faults: readonly CompileFault[] };

/** Parses and compiles a RailJSON document. */
export function compileInfra({ railjson }: CompileInfraInput): CompiledInfra {
  return compileDocument(parse(railjson));
}

export function compileDocument(document: RailjsonInput): CompiledInfra {
  const result = compile(document, hashText);
  if (!result.ok) return { kind: "not_compilable", faults: result.error };
  const digest = createHash("sha256").update(new Uint8Array(result.value)).digest("base64url");
  return { kind: "compiled", buffer: result.value, digest };
}

/** A function of its own, so that the text, as large as the document, is freed before the compilation starts. */
function parse(railjson: readonly ArrayBuffer[]): RailjsonInput {
  const bytes = Buffer.concat(railjson.map((chunk) => new Uint8Array(chunk)));
  return JSON.parse(bytes.toString("utf8"));
}

function hashText(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
