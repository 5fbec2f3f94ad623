/** What a picture of the graph shows, on a screen or on paper. */
import type { Conflict, Limit, Work } from "./marks.ts";
import type { Run } from "./runs.ts";
import type { PlacedStation } from "./stations.ts";

export interface Scene {
  readonly stations: readonly PlacedStation[];
  readonly runs: readonly Run[];
  /** Of the same trains; none unless they are wanted. */
  readonly base_runs: readonly Run[];
  /** Of another state, which this one is compared with. */
  readonly compared_runs: readonly Run[];
  readonly conflicts: readonly Conflict[];
  readonly works: readonly Work[];
  /** Times are written by its clocks: with another one everything is drawn anew. */
  readonly zone: string;
  readonly limits: readonly Limit[];
}
