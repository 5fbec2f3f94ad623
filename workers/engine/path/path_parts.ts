/** Parts of operational points along a path, and those where a train can stand. */
import { readPathSignals } from "./path_signals.ts";
import type { TrainPath } from "./train_path.ts";

export interface PathPart {
  /** Index in the network. */
  readonly part: number;
  readonly offset_mm: number;
}

/** In travel order. */
export function listParts(path: TrainPath): PathPart[] {
  const { infra, chunks, chunkStart_mm, length_mm } = path;
  const parts: PathPart[] = [];
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i]! >>> 1;
    for (let k = infra.chunkPartStart[chunk]!; k < infra.chunkPartStart[chunk + 1]!; k++) {
      const part = infra.chunkParts[k]!;
      const inChunk_mm = infra.partOffset_mm[part]! - infra.chunkOffset_mm[chunk]!;
      const directed_mm =
        (chunks[i]! & 1) === 0 ? inChunk_mm : infra.chunkLength_mm[chunk]! - inChunk_mm;
      const offset_mm = chunkStart_mm[i]! + directed_mm;
      if (offset_mm >= 0 && offset_mm <= length_mm) parts.push({ part, offset_mm });
    }
  }
  return parts.sort((a, b) => a.offset_mm - b.offset_mm);
}

/**
 * The parts where a train, with its head there, stands entirely between two block-ending signals,
 * clear of everything behind the one and ahead of the other. The ends of the path never qualify.
 */
export function listStandingParts(path: TrainPath, trainLength_mm: number): PathPart[] {
  const { offsets_mm } = readPathSignals(path);
  return listParts(path).filter(({ offset_mm }) => {
    if (offset_mm <= 0 || offset_mm >= path.length_mm) return false;
    const next = offsets_mm.findIndex((signal_mm) => signal_mm >= offset_mm);
    const before_mm = offsets_mm[next - 1];
    return before_mm !== undefined && before_mm <= offset_mm - trainLength_mm;
  });
}
