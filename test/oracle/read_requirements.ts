/** Packed requirements as the lists of the answer, read from the text that the engine prints. */

import { JsonWriter } from "../../workers/engine/infra/compile/json_writer.ts";
import type { Infra } from "../../workers/engine/infra/infra.ts";
import { printRequirements } from "../../workers/engine/requirements/print_requirements.ts";

// The keys are those of interface.md 10.2; the callers compare them all.
// oxlint-disable-next-line typescript/no-explicit-any
export function readRequirements(infra: Infra, packed: SharedArrayBuffer, byte_offset = 0): any {
  const text = new JsonWriter();
  text.raw("{");
  printRequirements(text, infra, packed, byte_offset);
  text.raw("}");
  return JSON.parse(new TextDecoder().decode(text.take()));
}
