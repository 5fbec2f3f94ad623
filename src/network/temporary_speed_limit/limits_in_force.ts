/**
 * The limits of a group that count for a train: those in force when it starts. Trains between two changes
 * of that set share a result, and equal sets have one key, whatever their groups: so moving a train
 * computes nothing unless its limits change.
 */
import { createHash } from "node:crypto";
import type { TemporaryLimitsRef } from "../../../workers/tasks/temporary_limits.ts";
import { printJson } from "../../platform/http/print_in_turns.ts";
import type { InTurns } from "../../platform/turns.ts";
import { datetimeMs } from "../../railway/iso8601.ts";
import type { TemporarySpeedLimit } from "./temporary_speed_limit.schemas.ts";

/** When a limit is in force (ms since the epoch, the end excluded), and a digest of the rest of it. */
export type LimitWindow = readonly [start_ms: number, end_ms: number, digest: string];

/** Characters of a digest: 128 bits, enough to distinguish any limits. */
const DIGEST_LENGTH = 22;

export function* listWindows(limits: readonly TemporarySpeedLimit[]): InTurns<LimitWindow[]> {
  const windows: LimitWindow[] = [];
  for (const limit of limits) {
    windows.push(yield* windowOf(limit));
    yield;
  }
  return windows;
}

function* windowOf({
  start_date_time,
  end_date_time,
  track_ranges,
  speed_limit,
}: TemporarySpeedLimit): InTurns<LimitWindow> {
  const said = yield* printJson([track_ranges, speed_limit]);
  const digest = createHash("sha256").update(said).digest("base64url").slice(0, DIGEST_LENGTH);
  return [datetimeMs(start_date_time), datetimeMs(end_date_time), digest];
}

/** The limits of one group, for the trains of one request. */
export class LimitsInForce {
  /** For the workers. */
  readonly group: TemporaryLimitsRef;
  /** Sorted by digest, so that a set has one spelling. */
  readonly #windows: readonly LimitWindow[];
  /** Moments at which the set changes, ascending. */
  readonly #changes_ms: readonly number[];
  /** Keys by the number of changes before. */
  readonly #keys = new Map<number, string | null>();

  constructor(group: TemporaryLimitsRef, windows: readonly LimitWindow[]) {
    this.group = group;
    this.#windows = windows.toSorted(([, , a], [, , b]) => Number(a > b) - Number(a < b));
    const moments_ms = windows.flatMap(([start_ms, end_ms]) => [start_ms, end_ms]);
    this.#changes_ms = [...new Set(moments_ms)].sort((a, b) => a - b);
  }

  /** The key of the limits in force at a moment, equal for equal sets; null when there are none. */
  keyAt(at_ms: number): string | null {
    const change = this.#countChanges(at_ms);
    const known = this.#keys.get(change);
    if (known !== undefined) return known;
    const said: string[] = [];
    for (const [start_ms, end_ms, digest] of this.#windows) {
      const is_in_force = start_ms <= at_ms && at_ms < end_ms;
      if (is_in_force && said.at(-1) !== digest) said.push(digest);
    }
    const key =
      said.length === 0 ? null : createHash("sha256").update(said.join()).digest("base64url");
    this.#keys.set(change, key);
    return key;
  }

  /** Whether limits come into force or end after a moment, up to another one. */
  changesWithin(after_ms: number, until_ms: number): boolean {
    return this.#countChanges(after_ms) !== this.#countChanges(until_ms);
  }

  /** The number of changes up to a moment. */
  #countChanges(at_ms: number): number {
    let low = 0;
    let high = this.#changes_ms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#changes_ms[middle] ?? 0) <= at_ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
