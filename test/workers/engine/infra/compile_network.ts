/** Compiles and opens a drawn network; throws when it has faults. */
import { createHash } from "node:crypto";
import { compileInfra } from "../../../../workers/engine/infra/compile/compile.ts";
import type { RailjsonInput } from "../../../../workers/engine/infra/compile/railjson_input.ts";
import { type Infra, openInfra } from "../../../../workers/engine/infra/infra.ts";

export function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

export function compileNetwork(network: RailjsonInput): Infra {
  const compiled = compileInfra(network, md5);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  return openInfra(compiled.value);
}
