/**
 * One row of the network's fault list (interface.md 5.2): which object, which field, which fault.
 * Warnings are odd but computable; other faults make the object ineffective or the network unusable.
 */
import { OBJECT_TYPES, type ObjectType } from "../../src/railway/object_types.ts";
import type { RailjsonDocument } from "./schemas.ts";

export interface ObjectRef {
  readonly type: ObjectType;
  readonly obj_id: string;
}

/** What the fault is, with the further keys of its `error_type`. */
export type Fault =
  | { readonly error_type: "duplicated_group"; readonly original_group_path: string }
  | { readonly error_type: "empty_object" }
  | {
      readonly error_type: "invalid_group";
      readonly group: string;
      readonly switch_type: string;
    }
  | { readonly error_type: "invalid_reference"; readonly reference: ObjectRef }
  | { readonly error_type: "invalid_route" }
  | { readonly error_type: "invalid_signal"; readonly reason: string }
  | { readonly error_type: "invalid_switch_ports" }
  | { readonly error_type: "missing_route" }
  | { readonly error_type: "missing_buffer_stop"; readonly endpoint: "BEGIN" | "END" }
  | { readonly error_type: "node_endpoints_not_unique" }
  | { readonly error_type: "object_out_of_path"; readonly reference: ObjectRef }
  | { readonly error_type: "odd_buffer_stop_location" }
  | { readonly error_type: "odd_gradient"; readonly gradient: number }
  | {
      readonly error_type: "out_of_range";
      readonly position: number;
      readonly expected_range: readonly [number, number];
    }
  | { readonly error_type: "overlapping_electrifications"; readonly reference: ObjectRef }
  | { readonly error_type: "overlapping_speed_sections"; readonly reference: ObjectRef }
  | { readonly error_type: "overlapping_switches"; readonly reference: ObjectRef }
  | { readonly error_type: "unknown_port_name"; readonly port_name: string }
  | { readonly error_type: "unused_port"; readonly port_name: string };

export interface InfraObject {
  readonly obj_type: ObjectType;
  readonly obj_id: string;
}

const WARNINGS: ReadonlySet<Fault["error_type"]> = new Set([
  "duplicated_group",
  "empty_object",
  "missing_route",
  "missing_buffer_stop",
  "odd_buffer_stop_location",
  "odd_gradient",
  "overlapping_electrifications",
  "overlapping_speed_sections",
  "unused_port",
]);

/** A fault of an object, and the part where it is. */
export interface FaultyObject extends InfraObject {
  /** Dotted path of the faulty field, null for the object as a whole. */
  readonly field: string | null;
  readonly fault: Fault;
}

/** The fault list as stored in the database, in its order: by type, then in the order of the objects' lists. */
export interface FaultTable {
  /** [nRows] indices into `OBJECT_TYPES`. */
  readonly object_types: Uint8Array;
  /** [nRows] indices of the objects in their lists. */
  readonly ordinals: Uint32Array;
  /** [nRows] `InfraError` as JSON texts. */
  readonly texts: readonly string[];
}

/** Collects rows up to a limit; further ones are dropped. */
export class ErrorRows {
  readonly rows: FaultyObject[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a row; `field` is the dotted path of the faulty field, null for the object as a whole. */
  add(object: InfraObject, field: string | null, fault: Fault): void {
    if (this.rows.length < this.#limit) this.rows.push({ ...object, field, fault });
  }
}

/** Sorts rows in the document's order; rows of one object keep the order of the checks. */
export function tabulateFaults(
  document: RailjsonDocument,
  rows: readonly FaultyObject[],
): FaultTable {
  const ordinalOf = ordinalFinder(document);
  const placed = rows.map((row) => {
    const type = OBJECT_TYPES.findIndex(({ obj_type }) => obj_type === row.obj_type);
    return { row, type, ordinal: ordinalOf(type, row.obj_id) };
  });
  placed.sort((a, b) => a.type - b.type || a.ordinal - b.ordinal);
  return {
    object_types: Uint8Array.from(placed, ({ type }) => type),
    ordinals: Uint32Array.from(placed, ({ ordinal }) => ordinal),
    texts: placed.map(({ row }) => printFault(row)),
  };
}

/** `InfraError` as JSON text. */
export function printFault({ obj_type, obj_id, field, fault }: FaultyObject): string {
  const { error_type, ...context } = fault;
  const is_warning = WARNINGS.has(error_type);
  return JSON.stringify({ obj_type, obj_id, field, is_warning, error_type, ...context });
}

/** What `printFault` printed. */
export function readFault(text: string): FaultyObject {
  const { obj_type, obj_id, field, is_warning: _, ...fault } = JSON.parse(text);
  return { obj_type, obj_id, field, fault };
}

function ordinalFinder(document: RailjsonDocument): (type: number, id: string) => number {
  const maps = new Map<number, ReadonlyMap<string, number>>();
  return (type, id) => {
    let ordinals = maps.get(type);
    if (ordinals === undefined) {
      const key = OBJECT_TYPES[type]?.key ?? "track_sections";
      ordinals = new Map(document[key].map((object, ordinal) => [object.id, ordinal]));
      maps.set(type, ordinals);
    }
    return ordinals.get(id) ?? 0;
  };
}
