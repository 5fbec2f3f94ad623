/**
 * One watcher, with the texts that wait for its client. If the client reads too slowly, its stream is
 * closed rather than let the server run out of memory; it reconnects and names the last event that it has.
 */

/** Types of resources that can be watched. */
export type WatchedType = "timetable" | "infra";

export interface Watched {
  readonly type: WatchedType;
  readonly id: number;
}

export interface Looker {
  readonly watched: Watched;
  /** Null: authorization is disabled. */
  readonly user_id: number | null;
  /** Is told who else watches, and told of to the others. */
  readonly is_present?: boolean;
  /** Is stirred instead of told events: its texts are made of something else. */
  readonly has_own_texts?: boolean;
}

/** Taken in place of a text: something may have changed. */
export const NEWS = new Uint8Array(0);

/** Longest life of a stream; streams that began together end spread over the last quarter of it. */
const LIFE_MS = 3_600_000;
const LIFE_SPREAD = 4;

export class EventStream implements Looker {
  readonly watched: Watched;
  readonly user_id: number | null;
  readonly is_present: boolean;
  readonly has_own_texts: boolean;
  /** What it was last told of who watches. */
  watchers = "";
  readonly #bytes_max: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #has_ended = false;
  #is_stirred = false;
  #onChange: () => void = () => undefined;
  /** When a text was last added, on the `performance.now()` clock. */
  fed_ms = 0;
  /** Bytes added since its start: nothing tells how many of them the kernel still holds for the client. */
  told_bytes = 0;
  /** On the same clock. */
  readonly #ends_ms = performance.now() + LIFE_MS * (1 - Math.random() / LIFE_SPREAD);

  constructor(
    { watched, user_id, is_present = false, has_own_texts = false }: Looker,
    bytes_max: number,
  ) {
    this.watched = watched;
    this.user_id = user_id;
    this.is_present = is_present;
    this.has_own_texts = has_own_texts;
    this.#bytes_max = bytes_max;
  }

  get has_ended(): boolean {
    return this.#has_ended;
  }

  /** Whether its client should reconnect; one that reads nothing will not. */
  isOver(told_bytes_max: number): boolean {
    return this.told_bytes > told_bytes_max || performance.now() > this.#ends_ms;
  }

  /** Adds a text, which all streams may share; with too much waiting before it, the stream ends. */
  push(chunk: Uint8Array): void {
    if (this.#has_ended) return;
    if (this.#bytes > 0 && this.#bytes + chunk.length > this.#bytes_max) {
      this.cut(null);
      return;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.told_bytes += chunk.length;
    this.#onChange();
  }

  /** However often, it is taken once. */
  stir(): void {
    this.#is_stirred = true;
    this.#onChange();
  }

  /** Ends after the waiting texts and `last_words`. */
  end(last_words: Uint8Array): void {
    if (this.#has_ended) return;
    this.#chunks.push(last_words);
    this.#has_ended = true;
    this.#onChange();
  }

  /** Ends at once, dropping the waiting texts. */
  cut(last_words: Uint8Array | null): void {
    if (this.#has_ended) return;
    this.#chunks = last_words === null ? [] : [last_words];
    this.#has_ended = true;
    this.#onChange();
  }

  /** The text that has waited longest, else NEWS; null at the end. */
  async take(): Promise<Uint8Array | null> {
    if (this.#chunks.length === 0 && !this.#has_ended && !this.#is_stirred) {
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
    const chunk = this.#chunks.shift();
    if (chunk === undefined) {
      this.#is_stirred = false;
      return this.#has_ended ? null : NEWS;
    }
    this.#bytes -= chunk.length;
    return chunk;
  }
}
