/** What a picture of the graph shows, on a screen or on paper. */
import type { Conflict, Limit, Work } from "./drawing/marks.ts";
import type { Run } from "./runs.ts";
import type { PlacedStation } from "./stations.ts";

export interface Scene {
  readonly stations: readonly PlacedStation[];
  readonly runs: readonly Run[];
  /** Between two of them with the same vehicles. */
  readonly turns: readonly Run[];
  /** Base runs of the same trains; empty unless they are wanted. */
  readonly base_runs: readonly Run[];
  /** Runs of another state, which this one is compared with. */
  readonly compared_runs: readonly Run[];
  readonly conflicts: readonly Conflict[];
  readonly works: readonly Work[];
  /** Times are written by its clocks: when it changes, everything is drawn again. */
  readonly zone: string;
  readonly limits: readonly Limit[];
}
