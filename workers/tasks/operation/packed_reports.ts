/** Reports as columns: copied to a thread at once, however many there are. */
import type { StopReport } from "../../engine/operation/day_facts.ts";

/** [nReports] each, as of a `StopReport`. */
export interface PackedReports {
  readonly trains: Uint32Array;
  readonly stops: Uint32Array;
  readonly kinds: Uint8Array;
  readonly times_ms: Float64Array;
}

export function packReports(reports: readonly StopReport[]): PackedReports {
  return {
    trains: Uint32Array.from(reports, ({ train }) => train),
    stops: Uint32Array.from(reports, ({ stop }) => stop),
    kinds: Uint8Array.from(reports, ({ kind }) => kind),
    times_ms: Float64Array.from(reports, ({ time_ms }) => time_ms),
  };
}

export function unpackReports({ trains, stops, kinds, times_ms }: PackedReports): StopReport[] {
  return Array.from(trains, (train, i) => ({
    train,
    stop: stops[i] ?? 0,
    kind: kinds[i] ?? 0,
    time_ms: times_ms[i] ?? 0,
  }));
}
