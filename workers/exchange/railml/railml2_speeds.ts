/**
 * Speed changes of railML 2: a change counts in its direction until the next one, over the end of its track
 * along the connection that continues it. `end` brings back the speed before the last change.
 */
import type { RailDirection, RailPlan } from "../network/rail_plan.ts";

export interface SpeedChange {
  readonly at_m: number;
  readonly direction: RailDirection;
  /** Null: the speed before the last change counts again. */
  readonly speed_kmh: number | null;
}

export interface ChangedTrack {
  readonly id: string;
  readonly length_m: number;
  readonly changes: readonly SpeedChange[];
  /** The track that a train comes from, by its direction on this one, and its direction there. */
  readonly before: Readonly<Record<RailDirection, ContinuedTrack | null>>;
}

export interface ContinuedTrack {
  readonly track: string;
  readonly direction: RailDirection;
}

/** Speeds that are in force, the last counts. */
type Limits = readonly number[];

export function spreadSpeeds(tracks: readonly ChangedTrack[], speeds: RailPlan["speeds"]): void {
  const byId = new Map(tracks.map((track) => [track.id, track]));
  const known = new Map<string, Limits>();
  for (const track of tracks) {
    for (const direction of ["up", "down"] as const) {
      let limits = limitsBefore(byId, known, { track: track.id, direction });
      let from_m = direction === "up" ? 0 : track.length_m;
      const add = (to_m: number): void => {
        const speed_kmh = limits.at(-1);
        const range = { from_m: Math.min(from_m, to_m), to_m: Math.max(from_m, to_m) };
        if (speed_kmh !== undefined)
          speeds.push({ rail: track.id, ...range, direction, speed_kmh });
        from_m = to_m;
      };
      for (const change of changesOf(track, direction)) {
        add(change.at_m);
        limits = applyChange(limits, change);
      }
      add(direction === "up" ? track.length_m : 0);
    }
  }
}

function changesOf({ changes }: ChangedTrack, direction: RailDirection): readonly SpeedChange[] {
  const sign = direction === "up" ? 1 : -1;
  const own = changes.filter((change) => change.direction === direction);
  return own.sort((a, b) => sign * (a.at_m - b.at_m));
}

function applyChange(limits: Limits, { speed_kmh }: SpeedChange): Limits {
  if (speed_kmh === null) return limits.slice(0, -1);
  return [...limits.slice(-1), speed_kmh];
}

/** What counts where a train enters a track; nothing, where tracks continue each other in a ring. */
function limitsBefore(
  tracks: ReadonlyMap<string, ChangedTrack>,
  known: Map<string, Limits>,
  at: ContinuedTrack,
): Limits {
  const keyOf = ({ track, direction }: ContinuedTrack): string => `${direction} ${track}`;
  const limitsBehind = (step: ContinuedTrack): Limits => {
    const track = tracks.get(step.track);
    const changes = track === undefined ? [] : changesOf(track, step.direction);
    return changes.reduce(applyChange, known.get(keyOf(step)) ?? []);
  };
  const chain: ContinuedTrack[] = [];
  const seen = new Set<string>();
  let step: ContinuedTrack | null = at;
  while (step !== null && !known.has(keyOf(step)) && !seen.has(keyOf(step))) {
    chain.push(step);
    seen.add(keyOf(step));
    step = tracks.get(step.track)?.before[step.direction] ?? null;
  }
  let limits = step === null ? [] : limitsBehind(step);
  for (const one of chain.reverse()) {
    known.set(keyOf(one), limits);
    limits = limitsBehind(one);
  }
  return known.get(keyOf(at)) ?? [];
}
