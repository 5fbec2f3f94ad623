/**
 * Events of a run along its path (engine.md 7.1): when it enters and leaves zones, where it first sees each signal.
 */
import type { RequirementPath } from "./requirement_path.ts";
import type { TrainTimes } from "./train_times.ts";

/** Columns that grow by doubling, one per kind of list; scratch of one thread. */
export class Rows {
  indices = new Uint32Array(256);
  first = new Float64Array(256);
  second = new Float64Array(256);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  push(index: number, first: number, second: number): void {
    const { count } = this;
    if (count === this.indices.length) {
      const { indices, first: a, second: b } = this;
      this.indices = new Uint32Array(2 * count);
      this.first = new Float64Array(2 * count);
      this.second = new Float64Array(2 * count);
      this.indices.set(indices);
      this.first.set(a);
      this.second.set(b);
    }
    this.indices[count] = index;
    this.first[count] = first;
    this.second[count] = second;
    this.count = count + 1;
  }
}

/** A train on a path: the input of all lists of requirements. */
export interface RunOnPath {
  readonly along: RequirementPath;
  readonly times: TrainTimes;
  readonly trainLength_mm: number;
}

/**
 * Lists (zone * 2 + entering, time ms, position mm) by time. Zones entirely before the start of the
 * path are entered and left at its start.
 */
export function listZoneUpdates({ along, times, trainLength_mm }: RunOnPath, out: Rows): void {
  const { path, zonePaths, zoneStart_mm } = along;
  const { zonePathZone } = path.infra;
  const end_mm = path.length_mm;
  const toMs = (time_us: number): number => Math.floor(time_us / 1000);
  out.clear();
  // Merges entries and exits, each in order of time; a zone's exit comes after its own entry.
  let entry = 0;
  let exit = 0;
  while (exit < zonePaths.length) {
    const hasEntry = entry < zonePaths.length && zoneStart_mm[entry]! <= end_mm;
    const entry_mm = hasEntry ? Math.max(0, zoneStart_mm[entry]!) : 0;
    const exit_mm = Math.max(0, zoneStart_mm[exit + 1]! + trainLength_mm);
    const hasExit = exit_mm <= end_mm;
    if (!hasEntry && !hasExit) break;
    const entry_us = hasEntry ? times.arrival_us(entry_mm) : Infinity;
    const exit_us = hasExit ? times.departure_us(exit_mm) : Infinity;
    if (entry <= exit || entry_us < exit_us) {
      if (!hasEntry) break;
      out.push(zonePathZone[zonePaths[entry]!]! * 2 + 1, toMs(entry_us), entry_mm);
      entry++;
    } else {
      out.push(zonePathZone[zonePaths[exit]!]! * 2, toMs(exit_us), exit_mm);
      exit++;
    }
  }
}

/** Lists (physical signal, time ms, position mm) of the first sight of each signal, in path order. */
export function listSightings({ along, times }: RunOnPath, out: Rows): void {
  const { path, chain } = along;
  const { logicalSignal, signalSight_mm } = path.infra;
  const { signals, offsets_mm } = chain;
  out.clear();
  for (let k = 0; k < signals.length; k++) {
    const offset_mm = offsets_mm[k]!;
    if (offset_mm < 0 || offset_mm > path.length_mm) continue;
    const signal = logicalSignal[signals[k]!]!;
    const previous_mm = k > 0 ? offsets_mm[k - 1]! : 0;
    const seen_mm = Math.max(0, offset_mm - signalSight_mm[signal]!, previous_mm);
    out.push(signal, Math.floor(times.arrival_us(seen_mm) / 1000 + 0.5), seen_mm);
  }
}
