/**
 * What physics reads from a path, read once: gradients, electrification, signals, and limits by tag.
 * Trains of a timetable share few paths, so a thread keeps the latest ones. They are looked up by the
 * packed path's content, because a buffer that crosses threads arrives as a new object each time.
 */
import type { Infra } from "../infra/infra.ts";
import { hashBytes } from "../infra/infra.ts";
import {
  type PathSpeedLimits,
  readGradients,
  readNeutralSections,
  readSpeedLimits,
  readVoltages,
} from "../path/path_attributes.ts";
import { type PathSignals, readPathSignals } from "../path/path_signals.ts";
import { makeTrainPath, type TrainPath, unpackPath } from "../path/train_path.ts";
import { type GradientProfile, makeGradientProfile } from "../physics/gradient.ts";
import type { PathElectrification, PowerAlongPath } from "./electrification.ts";

export interface PathPhysics extends PathElectrification {
  readonly path: TrainPath;
  readonly gradient: GradientProfile;
  readonly signals: PathSignals;
  /** Limits by tag and fallbacks, filled when first needed. */
  readonly limits: Map<string, PathSpeedLimits>;
  /** Effort curves by stock, comfort and profile set, filled when first needed. */
  readonly power: Map<string, PowerAlongPath>;
}

/** Reads everything that does not depend on the train. The path must have a length. */
export function readPathPhysics(path: TrainPath): PathPhysics {
  const gradients = readGradients(path);
  return {
    path,
    gradient: makeGradientProfile(gradients.boundaries_mm, gradients.values),
    voltages: readVoltages(path),
    neutrals: readNeutralSections(path),
    signals: readPathSignals(path),
    limits: new Map(),
    power: new Map(),
  };
}

/** Tags and stocks to keep per path. */
const KEPT_PER_PATH_MAX = 32;

/** Returns the limits for a tag, read only once while the path is kept. */
export function limitsForTag(
  physics: PathPhysics,
  tag: string | null,
  fallbackTags: readonly string[],
): PathSpeedLimits {
  const key = tag === null ? "" : JSON.stringify([tag, ...fallbackTags]);
  return remember(physics.limits, key, () => readSpeedLimits(physics.path, tag, fallbackTags));
}

/** Returns the kept value of a key, or computes and keeps it; the oldest one is dropped if there are too many. */
export function remember<V>(
  kept: Map<string, V>,
  key: string,
  compute: () => V,
  max = KEPT_PER_PATH_MAX,
): V {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const value = compute();
  keep(kept, key, value, max);
  return value;
}

/** Adds an entry; drops the oldest one if there are too many. */
function keep<K, V>(kept: Map<K, V>, key: K, value: V, max: number): void {
  kept.delete(key);
  if (kept.size >= max) {
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      break;
    }
  }
  kept.set(key, value);
}

const PATHS_MAX = 256;

interface KeptPath {
  readonly bytes: Uint8Array;
  readonly physics: PathPhysics;
}

/** The latest paths of one network version. */
export class PathCache {
  readonly #infra: Infra;
  readonly #kept = new Map<number, KeptPath>();

  constructor(infra: Infra) {
    this.#infra = infra;
  }

  /** Returns the physics of a packed path of this network. */
  open(packed: SharedArrayBuffer): PathPhysics {
    const bytes = new Uint8Array(packed);
    const hash = hashBytes(bytes);
    const known = this.#kept.get(hash);
    if (known !== undefined && sameBytes(known.bytes, bytes)) return known.physics;
    const physics = readPathPhysics(makeTrainPath(this.#infra, unpackPath(packed)));
    keep(this.#kept, hash, { bytes, physics }, PATHS_MAX);
    return physics;
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
