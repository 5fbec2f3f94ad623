/** The answer's form of an operational point's part, kept in the compiled network as JSON text. */
import { type Infra, stringAt } from "./infra.ts";

export interface PointPart {
  readonly id: string;
  readonly part: object;
  readonly extensions: {
    readonly sncf?: object;
    readonly identifier?: { readonly name: string; readonly uic: number };
  };
}

/** A part by its index. */
export function readPointPart(infra: Infra, part: number): PointPart {
  // Printed by the compiler alone.
  return JSON.parse(stringAt(infra, infra.partJson[part]!)) as PointPart;
}
