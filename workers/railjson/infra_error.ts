/**
 * One row of the network's fault list (interface.md 5.2): which object, which field, which fault.
 * Warnings are odd but computable; the rest leaves the object without effect or the network unusable.
 */
import type { ObjectType } from "../../src/railway/object_types.ts";

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
  | { readonly error_type: "invalid_switch_ports" }
  | { readonly error_type: "missing_route" }
  | { readonly error_type: "missing_buffer_stop"; readonly endpoint: "BEGIN" | "END" }
  | { readonly error_type: "node_endpoints_not_unique" }
  | { readonly error_type: "object_out_of_path"; readonly reference: ObjectRef }
  | { readonly error_type: "odd_buffer_stop_location" }
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
  "overlapping_electrifications",
  "overlapping_speed_sections",
  "unused_port",
]);

/** Collects rows as JSON texts, up to a limit: what comes later is dropped. */
export class ErrorRows {
  readonly rows: string[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a row; `field` is the dotted path of the faulty field, null for the object as a whole. */
  add(object: InfraObject, field: string | null, fault: Fault): void {
    if (this.rows.length >= this.#limit) return;
    const { error_type, ...context } = fault;
    const row = { ...object, field, is_warning: WARNINGS.has(error_type), error_type, ...context };
    this.rows.push(JSON.stringify(row));
  }
}
