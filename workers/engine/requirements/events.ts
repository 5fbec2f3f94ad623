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
  readonly passages: Passages;
  readonly trainLength_mm: number;
}

/** When a train passes the zones and sights of its path; scratch of one thread, arrays may be longer than needed. */
export class Passages {
  /** [nZones] arrival at the zone's begin, or at the path's if it is before that. */
  entries_us = new Float64Array(256);
  /** [nZones] departure of the tail from the zone's end; of what lies beyond the path from its begin or end. */
  exits_us = new Float64Array(256);
  /** [nSignals] arrival where the signal can be seen, on the path. */
  sights_us = new Float64Array(256);
  #offsets_mm = new Float64Array(256);

  read(
    { path, zonePaths, zoneStart_mm, chain }: RequirementPath,
    run: Pick<RunOnPath, "times" | "trainLength_mm">,
  ): void {
    const nZones = zonePaths.length;
    const nSignals = chain.signals.length;
    this.#reserve(Math.max(nZones, nSignals));
    const { times, trainLength_mm } = run;
    const offsets_mm = this.#offsets_mm;
    const { length_mm } = path;
    for (let z = 0; z < nZones; z++) offsets_mm[z] = Math.max(0, zoneStart_mm[z]!);
    times.readTimes_us(offsets_mm, nZones, { side: -1, out_us: this.entries_us });
    for (let z = 0; z < nZones; z++) {
      offsets_mm[z] = Math.max(0, Math.min(length_mm, zoneStart_mm[z + 1]! + trainLength_mm));
    }
    times.readTimes_us(offsets_mm, nZones, { side: 1, out_us: this.exits_us });
    const { logicalSignal, signalSight_mm } = path.infra;
    for (let k = 0; k < nSignals; k++) {
      const sight_mm = signalSight_mm[logicalSignal[chain.signals[k]!]!]!;
      offsets_mm[k] = Math.max(0, Math.min(length_mm, chain.offsets_mm[k]! - sight_mm));
    }
    times.readTimes_us(offsets_mm, nSignals, { side: -1, out_us: this.sights_us });
  }

  #reserve(count: number): void {
    if (count <= this.#offsets_mm.length) return;
    this.entries_us = new Float64Array(2 * count);
    this.exits_us = new Float64Array(2 * count);
    this.sights_us = new Float64Array(2 * count);
    this.#offsets_mm = new Float64Array(2 * count);
  }
}

/**
 * Lists (zone * 2 + entering, time ms, position mm) by time. Zones entirely before the start of the
 * path are entered and left at its start.
 */
export function listZoneUpdates({ along, passages, trainLength_mm }: RunOnPath, out: Rows): void {
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
    const entry_us = hasEntry ? passages.entries_us[entry]! : Infinity;
    const exit_us = hasExit ? passages.exits_us[exit]! : Infinity;
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
export function listSightings({ along, times, passages }: RunOnPath, out: Rows): void {
  const { path, chain } = along;
  const { logicalSignal, signalSight_mm } = path.infra;
  const { signals, offsets_mm } = chain;
  out.clear();
  for (let k = 0; k < signals.length; k++) {
    const offset_mm = offsets_mm[k]!;
    if (offset_mm < 0 || offset_mm > path.length_mm) continue;
    const signal = logicalSignal[signals[k]!]!;
    const previous_mm = k > 0 ? offsets_mm[k - 1]! : 0;
    const sight_mm = Math.max(0, offset_mm - signalSight_mm[signal]!);
    const isCovered = previous_mm > sight_mm;
    const time_us = isCovered ? times.arrival_us(previous_mm) : passages.sights_us[k]!;
    out.push(signal, Math.floor(time_us / 1000 + 0.5), isCovered ? previous_mm : sight_mm);
  }
}
