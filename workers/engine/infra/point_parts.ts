/** A part of an operational point in the answer's form, stored in the compiled network as JSON text. */
import { type Infra, stringAt } from "./infra.ts";
import { NONE } from "./layout.ts";

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
  // Safe: only the compiler prints it.
  return JSON.parse(stringAt(infra, infra.partJson[part]!)) as PointPart;
}

/** The name of an operational point; null: it has none. */
export function pointName(infra: Infra, op: number): string | null {
  const { opFirstPart } = infra;
  const [part, end] = [opFirstPart[op]!, opFirstPart[op + 1]!];
  return part < end ? (readPointPart(infra, part).extensions.identifier?.name ?? null) : null;
}

/** Tracks with a part of an operational point, each once, in the order of its parts. */
export function listPointTracks(
  { opFirstPart, partTrack }: Pick<Infra, "opFirstPart" | "partTrack">,
  op: number,
): number[] {
  const tracks = new Set(partTrack.subarray(opFirstPart[op], opFirstPart[op + 1]));
  tracks.delete(NONE);
  return [...tracks];
}
