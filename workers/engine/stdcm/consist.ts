/** Shared by the searches for one consist: runs over blocks, least times, how far signals reach. */
import type { Infra } from "../infra/infra.ts";
import { toMilli } from "../units.ts";
import { BlockRuns } from "./block_runs.ts";
import { SignalReach } from "./signal_reach.ts";
import type { StdcmTrain } from "./steps.ts";
import { BlockTimes, type TimeToGo } from "./time_to_go.ts";

export interface Consist {
  readonly train: StdcmTrain;
  readonly runs: BlockRuns;
  readonly times: BlockTimes;
  readonly reach: SignalReach;
  /** Tables of the last steps searched for, by their content. */
  readonly toGo: Map<string, TimeToGo>;
}

/** Memory of what is kept for a consist, about. */
export function bytesOf({ runs, times, reach, toGo }: Consist): number {
  let bytes = runs.bytes + times.bytes + reach.bytes;
  for (const table of toGo.values()) bytes += table.bytes;
  return bytes;
}

/** `window_s`: temporary limits that come into force so long after the earliest departure count. */
export function makeConsist(infra: Infra, train: StdcmTrain, window_s: number): Consist {
  return {
    train,
    runs: new BlockRuns(infra, train, window_s),
    times: new BlockTimes(infra, train),
    reach: new SignalReach(infra, toMilli(train.stock.stock.max_speed_m_s)),
    toGo: new Map(),
  };
}
