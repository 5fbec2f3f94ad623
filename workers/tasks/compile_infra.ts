/**
 * Task: the stored RailJSON text of a network becomes one shared buffer that all threads read, or the
 * faults that make it unusable. The text comes in chunks because one row a database object is read.
 */
import { createHash } from "node:crypto";
import { compileInfra as compile } from "../engine/infra/compile.ts";
import type { InfraFault } from "../engine/infra/faults.ts";
import type { RailjsonInput } from "../engine/infra/railjson_input.ts";

export interface CompileInfraInput {
  /** Not used by the compilation; tells whose work this is. */
  readonly key: string;
  /** UTF-8 text of a document that was validated when it was stored, in order. */
  readonly railjson: readonly ArrayBuffer[];
}

export type CompiledInfra =
  | { readonly kind: "compiled"; readonly buffer: SharedArrayBuffer }
  | { readonly kind: "not_compilable"; readonly faults: readonly InfraFault[] };

/** Parses and compiles a RailJSON document. */
export function compileInfra({ railjson }: CompileInfraInput): CompiledInfra {
  const text = Buffer.concat(railjson.map((chunk) => new Uint8Array(chunk))).toString("utf8");
  const input: RailjsonInput = JSON.parse(text);
  const result = compile(input, hashText);
  return result.ok
    ? { kind: "compiled", buffer: result.value }
    : { kind: "not_compilable", faults: result.error };
}

function hashText(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
