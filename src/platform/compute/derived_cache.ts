/**
 * Derived results by key, in one LRU bounded by bytes. A key holds every input of its result and
 * nothing else, so nothing is ever invalidated. Computations in progress are shared: a second
 * caller of a key waits for the first one's computation. It is cancelled once no caller waits for
 * any of its results. A level below may hold what other servers have computed.
 */
import { LRUCache } from "lru-cache";
import type { SharedResults } from "./shared_results.ts";
import type { SharedCodec } from "./shared_value.ts";
import { unlessAborted } from "./unless_aborted.ts";

/** Thrown before anything is computed, if more results are missing than the caller allowed. */
export class TooMuchMissing extends Error {}

/** Options of a call that relies on results of other servers. */
export interface Lookup {
  /** If more keys than this are missing, here and on other servers, nothing is computed. */
  readonly missing_max?: number;
  /** How long to wait for results that other servers are known to have stored. */
  readonly lookup_ms?: number;
}

export interface ResolveOptions<Job, Value> {
  readonly signal: AbortSignal;
  /** Cuts the jobs without a result into the batches of one computation each. */
  readonly split: (jobs: readonly Job[]) => readonly (readonly Job[])[];
  /** One value a job, in order. */
  readonly compute: (batch: readonly Job[], signal: AbortSignal) => Promise<readonly Value[]>;
  readonly sizeOf: (value: Value) => number;
  /** How values are shared with other servers; absent: they are not shared. */
  readonly shared?: SharedCodec<Value>;
  readonly lookup?: Lookup | undefined;
}

export interface CacheOptions {
  readonly onEvict?: (key: string, value: unknown) => void;
  /** Results of other servers; null: they are not asked. */
  readonly shared?: Pick<SharedResults, "get" | "store"> | null;
}

export interface CacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly bytes: number;
  readonly entries: number;
}

/** A computation of one or more keys. */
interface Flight {
  readonly controller: AbortController;
  readonly keys: readonly string[];
  readonly values: Promise<ReadonlyMap<string, unknown>>;
  /** Calls that are waiting for it. */
  waiters: number;
}

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
}

/** Bytes of an entry besides its value: key, list nodes. */
const ENTRY_BYTES = 256;

export class DerivedCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #flights = new Map<string, Flight>();
  readonly #shared: NonNullable<CacheOptions["shared"]> | null;
  #hits = 0;
  #misses = 0;

  constructor(bytes_max: number, { onEvict = () => undefined, shared = null }: CacheOptions = {}) {
    this.#shared = shared;
    this.#entries = new LRUCache<string, Entry>({
      maxSize: bytes_max,
      sizeCalculation: (entry) => entry.bytes,
      dispose: ({ value }, key) => onEvict(key, value),
    });
  }

  get figures(): CacheFigures {
    const { calculatedSize: bytes, size: entries } = this.#entries;
    return { hits: this.#hits, misses: this.#misses, bytes, entries };
  }

  keys(): string[] {
    return [...this.#entries.keys()];
  }

  /** The value under the key, without counting as a use; undefined if there is none. */
  peek(key: string): unknown {
    return this.#entries.peek(key)?.value;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /**
   * The value of each item, in order; equal keys are computed once. Rejects with the error of the
   * first computation that fails, with the signal's reason, or with TooMuchMissing.
   */
  async resolveMany<Job, Value>(
    items: readonly { readonly key: string; readonly job: Job }[],
    options: ResolveOptions<Job, Value>,
  ): Promise<Value[]> {
    options.signal.throwIfAborted();
    const known = new Map<string, unknown>();
    if (this.#shared !== null && options.shared !== undefined) {
      await this.#fetch(items, known, { ...options, from: this.#shared, codec: options.shared });
    }
    const joined = new Set<Flight>();
    const missing = new Map<string, Job>();
    let hits = 0;
    for (const { key, job } of items) {
      if (known.has(key) || missing.has(key)) continue;
      const entry = this.#entries.get(key);
      const flight = this.#flights.get(key);
      if (entry !== undefined) {
        known.set(key, entry.value);
        hits++;
      } else if (flight !== undefined) joined.add(flight);
      else missing.set(key, job);
    }
    const { missing_max = Number.POSITIVE_INFINITY } = options.lookup ?? {};
    if (missing.size > missing_max) throw new TooMuchMissing();
    this.#hits += hits;
    this.#misses += missing.size;
    for (const flight of this.#launch(missing, options)) joined.add(flight);
    await this.#board(joined, known, options.signal);
    // Safe: a caller reads a key with the same type as it was stored with.
    return items.map(({ key }) => known.get(key) as Value);
  }

  /**
   * Asks other servers for keys that are neither cached nor being computed here. Concurrent
   * look-ups of a key are not shared; only computations are.
   */
  async #fetch<Value>(
    items: readonly { readonly key: string }[],
    known: Map<string, unknown>,
    options: Pick<ResolveOptions<never, Value>, "signal" | "sizeOf" | "lookup"> & {
      readonly from: Pick<SharedResults, "get">;
      readonly codec: SharedCodec<Value>;
    },
  ): Promise<void> {
    const { from, codec, signal, sizeOf, lookup } = options;
    const keys = new Set(items.map(({ key }) => key));
    for (const key of keys) {
      if (this.#entries.has(key) || this.#flights.has(key)) keys.delete(key);
    }
    if (keys.size === 0) return;
    const asked = { signal, lookup_ms: lookup?.lookup_ms };
    for (const [key, value] of await from.get([...keys], codec, asked)) {
      this.keep(key, value, sizeOf(value));
      known.set(key, value);
    }
  }

  /** Stores a value that was computed elsewhere. */
  keep(key: string, value: unknown, bytes: number): void {
    this.#entries.set(key, { value, bytes: ENTRY_BYTES + key.length + bytes });
  }

  #launch<Job, Value>(
    missing: ReadonlyMap<string, Job>,
    options: ResolveOptions<Job, Value>,
  ): Flight[] {
    if (missing.size === 0) return [];
    const keyOf = new Map([...missing].map(([key, job]) => [job, key]));
    return options.split([...missing.values()]).map((batch) => {
      const keys = batch.map((job) => {
        const key = keyOf.get(job);
        if (key === undefined) throw new Error("split made a job of its own");
        return key;
      });
      const controller = new AbortController();
      const values = this.#compute(keys, batch, controller, options);
      const flight: Flight = { controller, keys, waiters: 0, values };
      for (const key of keys) this.#flights.set(key, flight);
      const land = (): void => this.#forget(flight);
      values.then(land, land);
      return flight;
    });
  }

  async #compute<Job, Value>(
    keys: readonly string[],
    batch: readonly Job[],
    controller: AbortController,
    { compute, sizeOf, shared }: ResolveOptions<Job, Value>,
  ): Promise<ReadonlyMap<string, unknown>> {
    const values = await compute(batch, controller.signal);
    if (values.length !== batch.length) throw new Error("a batch and its results differ in length");
    const entries = keys.map((key, i) => {
      const value = values[i] as Value; // within the length checked above
      return { key, value, bytes: sizeOf(value) };
    });
    for (const { key, value, bytes } of entries) this.keep(key, value, bytes);
    if (shared !== undefined) void this.#shared?.store(entries, shared);
    return new Map(entries.map(({ key, value }) => [key, value]));
  }

  /** Waits for all flights; leaves them if the signal is aborted. */
  async #board(
    flights: ReadonlySet<Flight>,
    known: Map<string, unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    if (flights.size === 0) return;
    for (const flight of flights) flight.waiters++;
    try {
      const landed = Promise.all([...flights].map(async (flight) => await flight.values));
      for (const values of await unlessAborted(signal, landed)) {
        for (const [key, value] of values) known.set(key, value);
      }
    } finally {
      for (const flight of flights) this.#leave(flight);
    }
  }

  #leave(flight: Flight): void {
    flight.waiters--;
    if (flight.waiters > 0 || this.#flights.get(flight.keys[0] ?? "") !== flight) return;
    // No call may join a computation that is being cancelled.
    this.#forget(flight);
    flight.controller.abort();
  }

  #forget(flight: Flight): void {
    for (const key of flight.keys) {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    }
  }
}
