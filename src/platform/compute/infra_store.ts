/**
 * Compiled networks by content, in an LRU bounded by bytes. A content never changes. It is loaded
 * and compiled at its first use, once for all callers; every thread reads the same shared buffer.
 * When a network is evicted, all threads must drop it too, or its memory would never be freed.
 */
import type { InfraRef } from "../../../workers/tasks/types.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import type { Share } from "../queues/fair_queue.ts";
import { DerivedCache } from "./derived_cache.ts";
import type { Compute } from "./pool.ts";
import type { SharedNetworks } from "./shared_networks.ts";

/** A compiled network and the digest of its bytes, which keys everything computed on it. */
export interface KeyedInfra extends InfraRef {
  readonly digest: string;
}

/** A network ready for tasks, or why it can't be compiled. */
export type LoadedInfra =
  | { readonly kind: "compiled"; readonly infra: KeyedInfra }
  | Extract<TaskOutput<"compile_infra">, { readonly kind: "not_compilable" }>;

/** Where contents come from; null: no such content (any more). */
export interface ContentSource {
  /** Its RailJSON text in UTF-8 chunks. */
  readonly load: (content_id: number, signal: AbortSignal) => Promise<ArrayBuffer[] | null>;
  /** The change that makes a content from one of those with the known keys; null: none is known. */
  readonly findChange: (
    edited: EditedContent,
    known: readonly string[],
    options: GetOptions,
  ) => Promise<TaskOutput<"find_change">>;
  /** A text that identifies a content uniquely across all databases that share results. */
  readonly identify: (content_id: number) => Promise<string | null>;
}

export interface StoreOptions {
  readonly bytes_max: number;
  readonly source: ContentSource;
  /** Networks shared by all servers; null: each server compiles for itself. */
  readonly networks: Pick<SharedNetworks, "get" | "store"> | null;
}

interface GetOptions {
  readonly signal: AbortSignal;
  readonly share: Share;
  /** The infrastructure whose edits may have made the content; absent: it was imported. */
  readonly infra_id?: number;
}

/** A content that edits of an infrastructure may have made. */
export interface EditedContent {
  readonly infra_id: number;
  readonly content_id: number;
}

const FAULT_BYTES = 256;

export class InfraStore {
  readonly #compute: Compute;
  readonly #options: StoreOptions;
  readonly #cache: DerivedCache;

  constructor(compute: Compute, options: StoreOptions) {
    this.#compute = compute;
    this.#options = options;
    this.#cache = new DerivedCache(options.bytes_max, { onEvict: (key) => compute.evict(key) });
  }

  get bytes(): number {
    return this.#cache.figures.bytes;
  }

  /** Null when there is no such content. Rejects with ComputeError, DatabaseError or the signal's reason. */
  async get(content_id: number, options: GetOptions): Promise<LoadedInfra | null> {
    const key = String(content_id);
    const items = [{ key, job: content_id }];
    const [loaded = null] = await this.#cache.resolveMany<number, LoadedInfra | null>(items, {
      signal: options.signal,
      split: (jobs) => [jobs],
      compute: async (_, signal) => [await this.#load(content_id, { ...options, signal })],
      sizeOf: loadedBytes,
    });
    // Not cached: the content may exist later under the same key.
    if (loaded === null) this.#cache.delete(key);
    return loaded;
  }

  /** Drops the network of a content. */
  evict(content_id: number): void {
    this.#cache.delete(String(content_id));
  }

  async #load(content_id: number, options: GetOptions): Promise<LoadedInfra | null> {
    const { signal } = options;
    const { source, networks } = this.#options;
    const key = String(content_id);
    const identity = networks && (await source.identify(content_id));
    const known = identity === null ? null : await networks?.get(identity, signal);
    if (known) return { kind: "compiled", infra: { key, ...known } };
    const compiled =
      (await this.#change(content_id, options)) ?? (await this.#compile(content_id, options));
    if (compiled === null) return null;
    if (compiled.kind === "not_compilable") return compiled;
    const { buffer, digest } = compiled;
    if (identity !== null) void networks?.store(identity, compiled);
    return { kind: "compiled", infra: { key, buffer, digest } };
  }

  /** Compiles from an earlier network that is cached; null: none is, or the content must be compiled whole. */
  async #change(content_id: number, options: GetOptions): Promise<TaskOutput<"change_infra">> {
    const { infra_id, signal, share } = options;
    if (infra_id === undefined) return null;
    const keys = this.#cache.keys().filter((key) => this.#compiled(key) !== null);
    if (keys.length === 0) return null;
    const edited = { infra_id, content_id };
    const found = await this.#options.source.findChange(edited, keys, options);
    if (found === null) return null;
    const known = this.#compiled(found.from);
    // The earlier network was evicted meanwhile.
    if (known === null) return null;
    const { key, buffer } = known;
    const input = { key: String(content_id), known: { key, buffer }, change: found.change };
    return await this.#compute.run("change_infra", input, { share, signal });
  }

  /** Null: it is not cached, or can't be compiled. */
  #compiled(key: string): KeyedInfra | null {
    // Only `get` stores values here.
    const loaded = this.#cache.peek(key) as LoadedInfra | undefined;
    return loaded?.kind === "compiled" ? loaded.infra : null;
  }

  async #compile(
    content_id: number,
    { signal, share }: GetOptions,
  ): Promise<TaskOutput<"compile_infra"> | null> {
    const railjson = await this.#options.source.load(content_id, signal);
    if (railjson === null) return null;
    const input = { key: String(content_id), railjson };
    return await this.#compute.run("compile_infra", input, { share, signal, transfer: railjson });
  }
}

function loadedBytes(loaded: LoadedInfra | null): number {
  if (loaded === null) return 0;
  return loaded.kind === "compiled"
    ? loaded.infra.buffer.byteLength
    : loaded.faults.length * FAULT_BYTES;
}
