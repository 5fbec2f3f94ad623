/**
 * Compiled networks by version, in an LRU bounded by bytes. A network is loaded and compiled at its
 * first use, once for all callers; every thread reads the same shared buffer. An evicted network is
 * dropped by all threads too, else its memory would never be freed.
 */

import type { InfraRef } from "../../../workers/tasks/types.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import type { Share } from "../queues/fair_queue.ts";
import { DerivedCache } from "./derived_cache.ts";
import type { Compute } from "./pool.ts";
import type { SharedNetworks } from "./shared_networks.ts";

type Compiled = TaskOutput<"compile_infra">;

/** A compiled network and the digest of its bytes, which all that is computed on it depends on. */
export interface KeyedInfra extends InfraRef {
  readonly digest: string;
}

/** A network ready for tasks, or why it can't be compiled. */
export type LoadedInfra =
  | { readonly kind: "compiled"; readonly infra: KeyedInfra }
  | Extract<Compiled, { readonly kind: "not_compilable" }>;

/** Yields the RailJSON text of a version in UTF-8 chunks; null when it does not exist (any more). */
export type LoadRailjson = (
  infra_id: number,
  version: string,
  signal: AbortSignal,
) => Promise<readonly ArrayBuffer[] | null>;

/** The level that servers share, and by what they know a content there. */
export interface NetworkSharing {
  readonly networks: Pick<SharedNetworks, "get" | "store">;
  /** A text that no other content has, in this database or another; null when it does not exist. */
  readonly identify: (infra_id: number) => Promise<string | null>;
}

export interface GetOptions {
  readonly signal: AbortSignal;
  readonly share: Share;
}

export interface InfraStore {
  /** Null when the version does not exist. Rejects with ComputeError, DatabaseError or the signal's reason. */
  get(infra_id: number, version: string, options: GetOptions): Promise<LoadedInfra | null>;
  /** Drops all versions of a network. */
  evict(infra_id: number): void;
  readonly bytes: number;
}

interface Wanted {
  readonly infra_id: number;
  readonly version: string;
  readonly key: string;
}

const FAULT_BYTES = 256;

export interface StoreOptions {
  readonly bytes_max: number;
  /** Null: each server compiles for itself. */
  readonly sharing?: NetworkSharing | null;
}

export function createInfraStore(
  compute: Compute,
  loadRailjson: LoadRailjson,
  { bytes_max, sharing = null }: StoreOptions,
): InfraStore {
  const cache = new DerivedCache(bytes_max, { onEvict: (key) => compute.evict(key) });

  async function load(
    { infra_id, version, key }: Wanted,
    { signal, share }: GetOptions,
  ): Promise<LoadedInfra | null> {
    const identity = sharing === null ? null : await sharing.identify(infra_id);
    if (sharing !== null && identity !== null) {
      const known = await sharing.networks.get(identity, signal);
      if (known !== null) return { kind: "compiled", infra: { key, ...known } };
    }
    const railjson = await loadRailjson(infra_id, version, signal);
    if (railjson === null) return null;
    const input = { key, railjson };
    const compiled = await compute.run("compile_infra", input, {
      share,
      signal,
      transfer: railjson,
    });
    if (compiled.kind === "not_compilable") return compiled;
    const { buffer, digest } = compiled;
    if (identity !== null) void sharing?.networks.store(identity, compiled);
    return { kind: "compiled", infra: { key, buffer, digest } };
  }

  return {
    async get(infra_id, version, { signal, share }) {
      const key = `${infra_id}.${version}`;
      const [loaded = null] = await cache.resolveMany<Wanted, LoadedInfra | null>(
        [{ key, job: { infra_id, version, key } }],
        {
          signal,
          split: (jobs) => jobs.map((job) => [job]),
          compute: async (jobs, flight_signal) =>
            await Promise.all(
              jobs.map(async (job) => await load(job, { signal: flight_signal, share })),
            ),
          sizeOf: loadedBytes,
        },
      );
      // What does not exist now may exist later under the same key.
      if (loaded === null) cache.delete(key);
      return loaded;
    },
    evict(infra_id) {
      for (const key of cache.keys()) {
        if (key.startsWith(`${infra_id}.`)) cache.delete(key);
      }
    },
    get bytes() {
      return cache.figures.bytes;
    },
  };
}

function loadedBytes(loaded: LoadedInfra | null): number {
  if (loaded === null) return 0;
  return loaded.kind === "compiled"
    ? loaded.infra.buffer.byteLength
    : loaded.faults.length * FAULT_BYTES;
}
