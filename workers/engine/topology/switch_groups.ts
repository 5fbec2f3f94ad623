/**
 * The groups (configurations) in which the switches along a path have to stand. A path may pass a
 * switch several times; there is one group for it only when one group joins all the ends it passes.
 */
import type { Infra } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";

/** Index of the first track that is entered over a switch without a group for all passes; or their number. */
export function findGroupFault(infra: Infra, tracks: readonly number[]): number {
  const passes: Passes = new Map();
  for (let i = 1; i < tracks.length; i++) {
    const ends = addPass(passes, infra, tracks, i);
    if (ends.length > 2 && findGroup(infra, ends) === NONE) return i;
  }
  return tracks.length;
}

/** The switches along a path in the order of their first passes, each with the group that serves all of them. */
export function listGroups(
  infra: Infra,
  tracks: ArrayLike<number>,
): readonly { readonly node: number; readonly config: number }[] {
  const passes: Passes = new Map();
  for (let i = 1; i < tracks.length; i++) addPass(passes, infra, tracks, i);
  return [...passes].map(([node, ends]) => ({ node, config: findGroup(infra, ends) }));
}

/** Of each switch the track ends that are passed: entered and left, pass after pass. */
type Passes = Map<number, number[]>;

/** Records the way into the i-th track; returns all passes of that switch. */
function addPass(passes: Passes, infra: Infra, tracks: ArrayLike<number>, i: number): number[] {
  const node = infra.trackNode[tracks[i]!]!;
  const ends = passes.get(node) ?? [];
  ends.push(tracks[i - 1]! ^ 1, tracks[i]!);
  passes.set(node, ends);
  return ends;
}

/** The first configuration that joins each two of the ends (pairs, one after the other), or NONE. */
function findGroup(infra: Infra, ends: readonly number[]): number {
  const { endJoinStart, endJoins, endJoinConfigs } = infra;
  const [from = 0, to = 0] = ends;
  for (let j = endJoinStart[from]!; j < endJoinStart[from + 1]!; j++) {
    const config = endJoinConfigs[j]!;
    if (endJoins[j] === to && ends.every((_, i) => i % 2 === 1 || joins(infra, config, ends, i))) {
      return config;
    }
  }
  return NONE;
}

function joins(infra: Infra, config: number, ends: readonly number[], at: number): boolean {
  const { endJoinStart, endJoins, endJoinConfigs } = infra;
  const from = ends[at]!;
  for (let j = endJoinStart[from]!; j < endJoinStart[from + 1]!; j++) {
    if (endJoins[j] === ends[at + 1] && endJoinConfigs[j] === config) return true;
  }
  return false;
}
