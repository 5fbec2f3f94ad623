/**
 * The ranges of a path that exclude a rolling stock (engine.md 2.8), reported if only a search
 * without constraints finds a path.
 */
import { stringAt } from "../infra/infra.ts";
import { SIGNALING_SYSTEMS } from "../infra/layout.ts";
import type { BlockPath } from "./block_path.ts";
import type { Constraints, TrackConstraints } from "./constraints.ts";
import { readGauges, readNeutralSections, readVoltages } from "./path_attributes.ts";
import type { TrainPath } from "./train_path.ts";

/** A range of the path, mm from its start. */
export interface ConflictingRange {
  readonly start_mm: number;
  readonly end_mm: number;
  readonly value?: string;
}

export interface ConflictingRanges {
  readonly electrification_ranges: readonly ConflictingRange[];
  readonly gauge_ranges: readonly ConflictingRange[];
  readonly signaling_system_ranges: readonly ConflictingRange[];
}

export function findConflictingRanges(
  path: TrainPath,
  blockPath: BlockPath,
  constraints: Constraints,
): ConflictingRanges {
  const signaling_system_ranges = findSystemRanges(path, blockPath, constraints);
  return { ...findConflictingTrackRanges(path, constraints), signaling_system_ranges };
}

/** The same for a path on tracks, where signalling plays no role. */
export function findConflictingTrackRanges(
  path: TrainPath,
  constraints: TrackConstraints,
): ConflictingRanges {
  return {
    electrification_ranges: findElectrificationRanges(path, constraints),
    gauge_ranges: findGaugeRanges(path, constraints),
    signaling_system_ranges: [],
  };
}

/** Unsupported voltages, minus the neutral sections. */
function findElectrificationRanges(
  path: TrainPath,
  { voltages }: TrackConstraints,
): readonly ConflictingRange[] {
  if (voltages === null) return [];
  const { boundaries_mm, values } = readVoltages(path);
  const neutral = readNeutralSections(path);
  const ranges: ConflictingRange[] = [];
  for (let i = 0; i < values.length; i++) {
    const voltage = Math.max(0, values[i]!);
    if (voltages.has(voltage)) continue;
    const value = stringAt(path.infra, voltage);
    let start_mm = boundaries_mm[i]!;
    const end_mm = boundaries_mm[i + 1]!;
    for (let n = 0; n < neutral.values.length; n++) {
      if (neutral.to_mm[n]! <= start_mm || neutral.from_mm[n]! >= end_mm) continue;
      if (start_mm < neutral.from_mm[n]!) {
        ranges.push({ start_mm, end_mm: neutral.from_mm[n]!, value });
      }
      start_mm = neutral.to_mm[n]!;
    }
    if (start_mm < end_mm) ranges.push({ start_mm, end_mm, value });
  }
  return ranges;
}

function findGaugeRanges(
  path: TrainPath,
  { gauge }: TrackConstraints,
): readonly ConflictingRange[] {
  const { from_mm, to_mm, values } = readGauges(path);
  const ranges: ConflictingRange[] = [];
  for (let i = 0; i < values.length; i++) {
    if ((values[i]! & gauge) !== 0) ranges.push({ start_mm: from_mm[i]!, end_mm: to_mm[i]! });
  }
  return ranges;
}

function findSystemRanges(
  path: TrainPath,
  { blocks, blockBorders_mm }: BlockPath,
  { systems }: Constraints,
): readonly ConflictingRange[] {
  const ranges: { start_mm: number; end_mm: number; value: string }[] = [];
  for (let i = 0; i < blocks.length; i++) {
    const system = path.infra.blockSystem[blocks[i]!]!;
    const start_mm = blockBorders_mm[i]!;
    const end_mm = blockBorders_mm[i + 1]!;
    if (((systems >>> system) & 1) === 1 || start_mm >= end_mm) continue;
    const value = SIGNALING_SYSTEMS[system]!;
    const last = ranges[ranges.length - 1];
    if (last !== undefined && last.end_mm === start_mm && last.value === value)
      last.end_mm = end_mm;
    else ranges.push({ start_mm, end_mm, value });
  }
  return ranges;
}
