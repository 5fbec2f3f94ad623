/** Electrical profile sets: converts the stored JSON text to the engine's form for a network, and keeps it there. */
import type { Infra } from "../../engine/infra/infra.ts";
import { cutOnPieces, findPieces } from "../../engine/infra/split_tracks.ts";
import type { ProfileLevels, ProfileSet } from "../../engine/simulation/electrification.ts";
import { remember } from "../../engine/simulation/path_physics.ts";
import type { KeyedProfiles } from "../../engine/simulation/train_input.ts";
import { toMilli } from "../../engine/units.ts";

/** An electrical profile set as stored: UTF-8 JSON text (interface.md 5.4), metres. */
export interface ProfilesRef {
  readonly key: string;
  readonly json: Uint8Array;
}

const PROFILE_SETS_MAX = 8;

/** Freed together with the network's view. */
const opened = new WeakMap<Infra, Map<string, ProfileSet>>();

/** The set of a reference, indexed at its first use on a network. */
export function openProfiles(infra: Infra, { key, json }: ProfilesRef): KeyedProfiles {
  const sets = opened.get(infra) ?? new Map<string, ProfileSet>();
  opened.set(infra, sets);
  return { key, set: remember(sets, key, () => indexProfileSet(infra, json), PROFILE_SETS_MAX) };
}

/** The part of a stored profile set that simulations use; its form is checked where it is stored. */
interface StoredProfileSet {
  readonly levels: readonly {
    readonly value: string;
    readonly power_class: string;
    readonly track_ranges: readonly { track: string; begin: number; end: number }[];
  }[];
}

/** Groups the ranges of a stored set (UTF-8 JSON text, metres) by power class; unknown tracks are left out. */
export function indexProfileSet(infra: Infra, json: Uint8Array): ProfileSet {
  // A copy, because decoders need not accept shared memory.
  const stored: StoredProfileSet = JSON.parse(new TextDecoder().decode(json.slice()));
  const classes = new Map<
    string,
    { track: number; begin_mm: number; end_mm: number; value: string }[]
  >();
  for (const { value, power_class, track_ranges } of stored.levels) {
    const ranges = classes.get(power_class) ?? [];
    classes.set(power_class, ranges);
    for (const { track, begin, end } of track_ranges) {
      const range = { begin_mm: toMilli(begin), end_mm: toMilli(end) };
      for (const piece of cutOnPieces(infra, findPieces(infra, track), range)) {
        ranges.push({ ...piece, value });
      }
    }
  }
  const set = new Map<string, ProfileLevels>();
  for (const [powerClass, ranges] of classes) {
    set.set(powerClass, {
      tracks: Uint32Array.from(ranges, (range) => range.track),
      begins_mm: Float64Array.from(ranges, (range) => range.begin_mm),
      ends_mm: Float64Array.from(ranges, (range) => range.end_mm),
      values: ranges.map((range) => range.value),
    });
  }
  return set;
}
