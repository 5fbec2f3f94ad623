/**
 * Faults that make a network unusable: every "error" of engine.md 1, as a value. They are collected
 * up to a limit, so that a broken import reports its first hundred faults at once.
 */
export type InfraFaultKind =
  | "duplicate_id"
  | "unknown_reference"
  | "out_of_range"
  | "invalid_geometry"
  | "invalid_ports"
  | "endpoint_used_twice"
  | "missing_switch_direction"
  | "route_without_end"
  | "unknown_signaling_system"
  | "invalid_signal_setting"
  | "block_without_zone"
  | "too_large";

export type InfraObjectType =
  | "TrackSection"
  | "Detector"
  | "BufferStop"
  | "Switch"
  | "SwitchType"
  | "Route"
  | "Signal"
  | "SpeedSection"
  | "Electrification"
  | "NeutralSection"
  | "OperationalPoint";

export interface CompileFault {
  readonly kind: InfraFaultKind;
  readonly object_type: InfraObjectType;
  readonly object_id: string;
  /** English, for people. */
  readonly detail: string;
}

const FAULTS_MAX = 100;

export class FaultList {
  readonly faults: CompileFault[] = [];
  readonly #faults_max: number;

  constructor(faults_max = FAULTS_MAX) {
    this.#faults_max = faults_max;
  }

  add(kind: InfraFaultKind, type: InfraObjectType, id: string, detail: string): void {
    if (this.faults.length >= this.#faults_max) return;
    this.faults.push({ kind, object_type: type, object_id: id, detail });
  }

  get isEmpty(): boolean {
    return this.faults.length === 0;
  }
}
