/**
 * Derived results that any server has computed, in a Valkey beside them: the level below each server's own
 * cache. Keys are digests of all inputs, so nothing is invalidated, and neither keys nor values know a user.
 * It may be slow, full, empty or gone: then a result is computed, as without it.
 */
import type { Logger } from "pino";
import { doInTurns, type InTurns, mapInTurns } from "../turns.ts";
import { SharedLink } from "./shared_link.ts";
import { packShared, type SharedCodec, type SharedForm, unpackShared } from "./shared_value.ts";
import { readValues, type ValkeyClient } from "./valkey_client.ts";

export interface SharedOptions {
  readonly url: string;
  /** Values of other engines are never read. */
  readonly engine: string;
  readonly log: Pick<Logger, "info" | "warn">;
  /** A look-up that takes longer is a miss. */
  readonly lookup_ms?: number;
  /** How long a circuit stays open before the server is probed. */
  readonly pause_ms?: number;
  /** Values on their way to the server; more are dropped. */
  readonly outstanding_bytes_max?: number;
}

const NO_FIGURES = {
  hits: 0,
  misses: 0,
  /** Values that were not what was asked for. */
  faults: 0,
  /** Results that were not stored. */
  dropped: 0,
  read_bytes: 0,
  written_bytes: 0,
};
export type SharedFigures = Readonly<typeof NO_FIGURES>;

/** A computed value; `bytes` about what it holds. */
export interface SharedEntry<Value> {
  readonly key: string;
  readonly value: Value;
  readonly bytes: number;
}

export interface LookupOptions {
  readonly signal: AbortSignal;
  /** For what takes far longer to compute. */
  readonly lookup_ms?: number | undefined;
}

const LOOKUP_MS = 50;
const PAUSE_MS = 5000;
const OUTSTANDING_BYTES_MAX = 64 * 1024 * 1024;
/**
 * Keys of one look-up; more are asked for one group after another. So the deadline is one for some megabytes,
 * others get in between, and values that share memory are not too many.
 */
const GROUP_KEYS = 100;

export class SharedResults {
  readonly #options: Required<SharedOptions>;
  /** Large values on their way out hold up no look-up: each way has its connection. */
  readonly #reader: SharedLink;
  readonly #writer: SharedLink;
  readonly #figures = { ...NO_FIGURES };
  #outstanding_bytes = 0;
  readonly #storing = new Set<Promise<boolean>>();
  /** What the log told last; null: nothing yet. */
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

  /** Circuits that are open: of look-ups, of stores. */
  get open_circuits(): number {
    return Number(this.#reader.is_circuit_open) + Number(this.#writer.is_circuit_open);
  }

  /** What is there of the keys (each once). Rejects with nothing but the signal's reason. */
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
      // What nodes of a cluster have told in time counts, whatever the others do.
      const values = [...read];
      if (values.some((value) => value !== null)) {
        await this.#unpack({ keys: group, values }, codec, { found, signal });
      }
      // After one late answer no further batch is asked for.
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

  /** Sends values; whether all of them are there then. Never rejects; callers need not wait. */
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

  /** Waits until all that was handed over before has been stored or dropped. */
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
    // Held until the server has answered, or the connection has ended.
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

  /** Servers of two engines side by side, as in a rolling update, leave each other's values alone. */
  #nameOf(key: string): string {
    return `marey:${this.#options.engine}:${key}`;
  }

  #tell(reason: string): void {
    const { log } = this.#options;
    const { is_up } = this;
    // The second connection of a start is not there yet.
    const is_starting = this.#told_up === null && (this.#reader.is_up || this.#writer.is_up);
    if (is_up === this.#told_up || (is_starting && !is_up)) return;
    this.#told_up = is_up;
    if (is_up) log.info("shared results are up");
    else log.warn({ reason }, "shared results are down: everything is computed here");
  }
}
