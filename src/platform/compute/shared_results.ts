/**
 * Derived results of all servers, in a Valkey beside them: the level below each server's own cache.
 * Keys are digests of all inputs, so nothing is invalidated, and neither keys nor values name a
 * user. The Valkey may be slow, full, empty or gone: results are then computed as without it.
 */
import type { Logger } from "pino";
import { doInTurns, type InTurns, mapInTurns } from "../turns.ts";
import { SharedLink } from "./shared_link.ts";
import { packShared, type SharedCodec, type SharedForm, unpackShared } from "./shared_value.ts";
import { readValues, type ValkeyClient } from "./valkey_client.ts";

export interface SharedOptions {
  readonly url: string;
  /** Values of other engine versions are never read. */
  readonly engine: string;
  readonly log: Pick<Logger, "info" | "warn">;
  /** A look-up that takes longer is a miss. */
  readonly lookup_ms?: number;
  /** How long a circuit stays open before the server is probed. */
  readonly pause_ms?: number;
  /** Bytes on their way to the server; further values are dropped. */
  readonly outstanding_bytes_max?: number;
}

const NO_FIGURES = {
  hits: 0,
  misses: 0,
  /** Values that were damaged or not the ones asked for. */
  faults: 0,
  /** Results that were not stored. */
  dropped: 0,
  read_bytes: 0,
  written_bytes: 0,
};
export type SharedFigures = Readonly<typeof NO_FIGURES>;

/** A computed value; `bytes` is its approximate size. */
export interface SharedEntry<Value> {
  readonly key: string;
  readonly value: Value;
  readonly bytes: number;
}

export interface LookupOptions {
  readonly signal: AbortSignal;
  /** Longer for values that take far longer to compute. */
  readonly lookup_ms?: number | undefined;
}

const LOOKUP_MS = 50;
const PAUSE_MS = 5000;
const OUTSTANDING_BYTES_MAX = 64 * 1024 * 1024;
/**
 * Keys of one look-up; more are asked group by group. So a deadline covers only some megabytes,
 * other requests get in between, and few values share memory.
 */
const GROUP_KEYS = 100;

export class SharedResults {
  readonly #options: Required<SharedOptions>;
  /** Separate connections for reading and writing, so that large stores never delay look-ups. */
  readonly #reader: SharedLink;
  readonly #writer: SharedLink;
  readonly #figures = { ...NO_FIGURES };
  #outstanding_bytes = 0;
  readonly #storing = new Set<Promise<boolean>>();
  /** The state that was last logged; null: none yet. */
  #told_up: boolean | null = null;

  constructor(options: SharedOptions) {
    this.#options = {
      lookup_ms: LOOKUP_MS,
      pause_ms: PAUSE_MS,
      outstanding_bytes_max: OUTSTANDING_BYTES_MAX,
      ...options,
    };
    const { url, pause_ms } = this.#options;
    const probed = this.#nameOf("probe");
    const common = { url, pause_ms, onChange: (reason: string) => this.#tell(reason) };
    this.#reader = new SharedLink({ ...common, probe: (client) => client.get(probed) });
    this.#writer = new SharedLink({
      ...common,
      probe: (client) => client.set(probed, "", "EX", 60),
    });
  }

  get figures(): SharedFigures {
    return this.#figures;
  }

  get outstanding_bytes(): number {
    return this.#outstanding_bytes;
  }

  /** Whether results can be read and written. */
  get is_up(): boolean {
    return this.#reader.is_up && this.#writer.is_up;
  }

  /** Open circuits: of look-ups and of stores. */
  get open_circuits(): number {
    return Number(this.#reader.is_circuit_open) + Number(this.#writer.is_circuit_open);
  }

  /** The stored values of the keys (each once). Rejects only with the signal's reason. */
  async get<Value>(
    keys: readonly string[],
    codec: SharedCodec<Value>,
    { signal, lookup_ms = this.#options.lookup_ms }: LookupOptions,
  ): Promise<ReadonlyMap<string, Value>> {
    const found = new Map<string, Value>();
    for (let i = 0; i < keys.length; i += GROUP_KEYS) {
      const group = keys.slice(i, i + GROUP_KEYS);
      const names = group.map((key) => this.#nameOf(key));
      const read = names.map((): Buffer | null => null);
      const has_answered = await this.#reader.ask(
        async (client) => await readValues(client, names, read),
        lookup_ms,
      );
      // Values that a cluster's nodes delivered in time count, even if other nodes were late.
      const values = [...read];
      if (values.some((value) => value !== null)) {
        await this.#unpack({ keys: group, values }, codec, { found, signal });
      }
      // After one late answer no further group is asked for.
      if (!has_answered) break;
    }
    signal.throwIfAborted();
    this.#figures.hits += found.size;
    this.#figures.misses += keys.length - found.size;
    return found;
  }

  async #unpack<Value>(
    group: { readonly keys: readonly string[]; readonly values: readonly (Buffer | null)[] },
    codec: SharedCodec<Value>,
    { found, signal }: { readonly found: Map<string, Value>; readonly signal: AbortSignal },
  ): Promise<void> {
    const opened = await mapInTurns(group.values, signal, (packed, i) => {
      const key = group.keys[i] ?? "";
      const form = packed === null ? null : this.#open(key, packed);
      return form === null ? [] : [{ key, form }];
    });
    const known = opened.flat();
    for (const [i, value] of this.#read(known, codec).entries()) {
      found.set(known[i]?.key ?? "", value);
    }
  }

  #read<Value>(
    known: readonly { readonly form: SharedForm }[],
    codec: SharedCodec<Value>,
  ): Value[] {
    try {
      return codec.fromForms(known.map(({ form }) => form));
    } catch {
      this.#figures.faults += known.length;
      return [];
    }
  }

  #open(key: string, packed: Buffer): SharedForm | null {
    this.#figures.read_bytes += packed.length;
    const form = unpackShared(key, packed, this.#options.engine);
    if (form === null) this.#figures.faults++;
    return form;
  }

  /** Sends values; resolves to whether all were stored. Never rejects; callers need not wait. */
  async store<Value>(
    entries: readonly SharedEntry<Value>[],
    codec: SharedCodec<Value>,
  ): Promise<boolean> {
    const storing = this.#sendTaken(entries, codec);
    this.#storing.add(storing);
    const is_stored = await storing;
    this.#storing.delete(storing);
    return is_stored;
  }

  /** Waits until everything handed over so far has been stored or dropped. */
  async settle(): Promise<void> {
    await Promise.all(this.#storing);
  }

  async #sendTaken<Value>(
    entries: readonly SharedEntry<Value>[],
    codec: SharedCodec<Value>,
  ): Promise<boolean> {
    const taken = entries.filter(({ bytes }) => this.#take(bytes));
    this.#figures.dropped += entries.length - taken.length;
    const sent: Promise<boolean>[] = [];
    await doInTurns(this.#sendAll(taken, codec, sent));
    const are_stored = await Promise.all(sent);
    return taken.length === entries.length && are_stored.every(Boolean);
  }

  #take(bytes: number): boolean {
    const { outstanding_bytes_max } = this.#options;
    if (!this.#writer.is_up || this.#outstanding_bytes + bytes > outstanding_bytes_max)
      return false;
    this.#outstanding_bytes += bytes;
    return true;
  }

  *#sendAll<Value>(
    entries: readonly SharedEntry<Value>[],
    codec: SharedCodec<Value>,
    sent: Promise<boolean>[],
  ): InTurns<undefined> {
    for (const entry of entries) {
      sent.push(this.#send(entry, codec));
      yield;
    }
  }

  async #send<Value>(
    { key, value, bytes }: SharedEntry<Value>,
    codec: SharedCodec<Value>,
  ): Promise<boolean> {
    const packed = packShared(key, codec.toForm(value), this.#options.engine);
    const set = (client: ValkeyClient): Promise<unknown> => client.set(this.#nameOf(key), packed);
    // Counted as outstanding until the server answers or the connection ends.
    const is_stored = await this.#writer.ask(set, null);
    if (is_stored) this.#figures.written_bytes += packed.length;
    else this.#figures.dropped++;
    this.#outstanding_bytes -= bytes;
    return is_stored;
  }

  close(): void {
    this.#reader.close();
    this.#writer.close();
  }

  /** Keeps servers of two engine versions apart, as in a rolling update. */
  #nameOf(key: string): string {
    return `marey:${this.#options.engine}:${key}`;
  }

  #tell(reason: string): void {
    const { log } = this.#options;
    const { is_up } = this;
    // At a start only one of the two connections is up yet.
    const is_starting = this.#told_up === null && (this.#reader.is_up || this.#writer.is_up);
    if (is_up === this.#told_up || (is_starting && !is_up)) return;
    this.#told_up = is_up;
    if (is_up) log.info("shared results are up");
    else log.warn({ reason }, "shared results are down: everything is computed here");
  }
}
