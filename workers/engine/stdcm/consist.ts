/** What the searches for one consist share: runs over blocks, least times, how far signals reach, ways. */
import type { Infra } from "../infra/infra.ts";
import { toMilli } from "../units.ts";
import { BlockRuns } from "./block_runs.ts";
import { KnownEdges } from "./search/known_edges.ts";
import { BlockTimes, type TimeToGo } from "./search/time_to_go.ts";
import type { TriedWay } from "./settle.ts";
import { SignalReach } from "./signal_reach.ts";
import type { StdcmTrain } from "./steps.ts";

/** Approximate memory of a way with its runs. */
const WAY_BYTES = 100_000;

/** What searches with the same steps know of ways; it does not depend on what others occupy. */
export interface KnownWays {
  readonly tried: Map<string, TriedWay>;
  /** Edges over blocks, of ways and of what turned out to be none. */
  readonly edges: KnownEdges;
}

export interface Consist {
  readonly train: StdcmTrain;
  readonly runs: BlockRuns;
  readonly times: BlockTimes;
  readonly reach: SignalReach;
  /** Tables of the last steps searched for, by their content. */
  readonly toGo: Map<string, TimeToGo>;
  /** Ways of the last steps searched for, by their content. */
  readonly ways: Map<string, KnownWays>;
}

export function makeKnownWays(): KnownWays {
  return { tried: new Map(), edges: new KnownEdges() };
}

export function bytesOfWays({ tried, edges }: KnownWays): number {
  return WAY_BYTES * tried.size + edges.bytes;
}

/** Approximate memory of what is kept for a consist. */
export function bytesOf({ runs, times, reach, toGo, ways }: Consist): number {
  let bytes = runs.bytes + times.bytes + reach.bytes;
  for (const known of ways.values()) bytes += bytesOfWays(known);
  for (const table of toGo.values()) bytes += table.bytes;
  return bytes;
}

/** Temporary limits count where they are in force from the earliest departure until `window_s` later. */
export function makeConsist(infra: Infra, train: StdcmTrain, window_s: number): Consist {
  return {
    train,
    runs: new BlockRuns(infra, train, window_s),
    times: new BlockTimes(infra, train),
    reach: new SignalReach(infra, toMilli(train.stock.stock.max_speed_m_s)),
    toGo: new Map(),
    ways: new Map(),
  };
}
