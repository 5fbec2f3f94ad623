/**
 * The groups (configurations) that the switches along a path must be set to. A path may pass a
 * switch several times; a single group serves it only if it joins all the ends that are passed.
 */
import type { Infra } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";

/** Index of the first track entered through a switch without a group for all its passes; else the number of tracks. */
export function findGroupFault(infra: Infra, tracks: readonly number[]): number {
  const passes: Passes = new Map();
  for (let i = 1; i < tracks.length; i++) {
    const ends = addPass(passes, infra, tracks, i);
    if (ends.length > 2 && findGroup(infra, ends) === NONE) return i;
  }
  return tracks.length;
}

/** The switches along a path in the order of their first passes, each with the group that serves all passes. */
export function listGroups(
  infra: Infra,
  tracks: ArrayLike<number>,
): readonly { readonly node: number; readonly config: number }[] {
  const passes: Passes = new Map();
  for (let i = 1; i < tracks.length; i++) addPass(passes, infra, tracks, i);
  return [...passes].map(([node, ends]) => ({ node, config: findGroup(infra, ends) }));
}

/** For each switch, the track ends passed: entered and left, pass after pass. */
type Passes = Map<number, number[]>;

/** Records the entry into the i-th track; returns all passes of that switch. */
function addPass(passes: Passes, infra: Infra, tracks: ArrayLike<number>, i: number): number[] {
  const node = infra.trackNode[tracks[i]!]!;
  const ends = passes.get(node) ?? [];
  ends.push(tracks[i - 1]! ^ 1, tracks[i]!);
  passes.set(node, ends);
  return ends;
}

/** The first configuration that joins every pair of the given ends (pairs in sequence), or NONE. */
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
