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
  const { length } = reports;
  const packed = {
    trains: new Uint32Array(length),
    stops: new Uint32Array(length),
    kinds: new Uint8Array(length),
    times_ms: new Float64Array(length),
  };
  for (const [i, { train, stop, kind, time_ms }] of reports.entries()) {
    packed.trains[i] = train;
    packed.stops[i] = stop;
    packed.kinds[i] = kind;
    packed.times_ms[i] = time_ms;
  }
  return packed;
}

export function unpackReports({ trains, stops, kinds, times_ms }: PackedReports): StopReport[] {
  return Array.from(trains, (train, i) => ({
    train,
    stop: stops[i] ?? 0,
    kind: kinds[i] ?? 0,
    time_ms: times_ms[i] ?? 0,
  }));
}
