/**
 * The networks that this thread has opened, by key. Views keep a shared buffer alive, so when the
 * main thread evicts a network it tells all threads to drop it (decisions.md 4): it posts `{ evict:
 * key }` on the broadcast channel below. Data that a task derives from a network belongs in a
 * WeakMap keyed by the `Infra` object, so that it is freed with the network.
 */
import { BroadcastChannel } from "node:worker_threads";
import { type Infra, openInfra } from "../engine/infra/infra.ts";
import { PathFinder } from "../engine/path/find_path.ts";
import { TrackPathFinder } from "../engine/topology/find_track_path.ts";
import type { InfraRef } from "./types.ts";

export const EVICT_CHANNEL = "marey.evict_infra";

/** For code that may only import types: `const channel: EvictChannel = "marey.evict_infra"`. */
export type EvictChannel = typeof EVICT_CHANNEL;

export interface EvictMessage {
  readonly evict: string;
}

/** With more views the least recently used one is dropped, in case an eviction never arrives. */
const VIEWS_MAX = 16;

interface InfraView {
  readonly infra: Infra;
  finder: PathFinder | null;
  trackFinder: TrackPathFinder | null;
}

/** In order of last use. */
const views = new Map<string, InfraView>();

const channel = new BroadcastChannel(EVICT_CHANNEL);
channel.onmessage = (event: unknown): void => {
  const key = evictedKey(event);
  if (key !== null) views.delete(key);
};
// The channel alone must not keep a thread or a test process alive.
channel.unref();

function evictedKey(event: unknown): string | null {
  if (typeof event !== "object" || event === null || !("data" in event)) return null;
  const { data } = event;
  if (typeof data !== "object" || data === null || !("evict" in data)) return null;
  return typeof data.evict === "string" ? data.evict : null;
}

/** Opens a network, or returns this thread's existing view: the same object until it is evicted. */
export function viewInfra(ref: InfraRef): Infra {
  return openView(ref).infra;
}

/** This thread's finder of paths on blocks. */
export function viewPathFinder(ref: InfraRef): PathFinder {
  const view = openView(ref);
  view.finder ??= new PathFinder(view.infra);
  return view.finder;
}

/** This thread's finder of paths on tracks and switches. */
export function viewTrackPathFinder(ref: InfraRef): TrackPathFinder {
  const view = openView(ref);
  view.trackFinder ??= new TrackPathFinder(view.infra);
  return view.trackFinder;
}

function newView(infra: Infra): InfraView {
  return { infra, finder: null, trackFinder: null };
}

function openView({ key, buffer }: InfraRef): InfraView {
  const view = views.get(key) ?? newView(openInfra(buffer));
  views.delete(key);
  views.set(key, view);
  for (const oldest of views.keys()) {
    if (views.size <= VIEWS_MAX) break;
    views.delete(oldest);
  }
  return view;
}
