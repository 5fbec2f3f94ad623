/** The network requirements of a timetable's trains, from cached simulations. */
import type { TrainRequirements } from "../../engine/conflicts/requirement_table.ts";
import { openRequirements } from "../../engine/requirements/packed_requirements.ts";

export interface TimetableRequirements {
  /** Buffers with requirements, each once. */
  readonly buffers: readonly SharedArrayBuffer[];
  /** [nSimulations] for each distinct simulation, the buffer with its requirements, and their offset there. */
  readonly simulation_buffers: Uint32Array;
  readonly simulation_offsets: Float64Array;
  /** [nTrains] index of each train's simulation. */
  readonly train_simulations: Uint32Array;
  /** [nTrains] ms since the epoch. */
  readonly train_starts_ms: Float64Array;
}

/** Makes views of all requirements; nothing is copied. */
export function openTimetable(timetable: TimetableRequirements): TrainRequirements {
  const { buffers, simulation_buffers, simulation_offsets } = timetable;
  return {
    simulations: Array.from(simulation_buffers, (index, i) => {
      const buffer = buffers[index];
      if (buffer === undefined) {
        throw new Error("requirements in a buffer that did not come along");
      }
      return openRequirements(buffer, simulation_offsets[i]);
    }),
    trainSimulations: timetable.train_simulations,
    trainStarts_ms: timetable.train_starts_ms,
  };
}
