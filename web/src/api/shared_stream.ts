/**
 * One event stream for all tabs of a browser that look at the same thing: over HTTP/1.1 a browser has six
 * connections to a server, and a stream holds one for good. The visible tab that has the lock reads and
 * passes events on to the others; when it is closed or hidden, the next tab continues from the last place.
 * Each message names the place before it, so a tab that has missed one notices and reads everything again.
 */
import { type OpenStream, type Part, readStream, type StreamState } from "marey-client/events";
import { addressOf, reach } from "./client.ts";

export interface StreamListener {
  onState(state: StreamState): void;
  onEvent(name: string, data: string): void;
  /** Something was missed: read everything again. */
  onGap(): void;
}

interface Told {
  readonly state: StreamState;
  /** Null: nothing was passed on yet. */
  readonly before: string | null;
  readonly part: Part;
}

const NOTHING: Part = { id: null, event: null };

/** Sent by a new tab, to learn the current state. */
const HELLO = "hello";

/** Follows a path of events. Returns the function that stops it. */
export function followStream(path: string, listener: StreamListener): () => void {
  const stream = new SharedStream(path, listener);
  return () => stream.close();
}

class SharedStream {
  readonly #path: string;
  readonly #listener: StreamListener;
  /** Null: without TLS a browser has no locks, so each tab reads for itself. */
  readonly #others: BroadcastChannel | null;
  #state: StreamState | null = null;
  #place: string | null = null;
  /** Who watches, which is not sent again. */
  #watchers = NOTHING;
  #is_reader = false;
  #turn: AbortController | null = null;

  constructor(path: string, listener: StreamListener) {
    this.#path = path;
    this.#listener = listener;
    this.#others = isSecureContext ? new BroadcastChannel(addressOf(path)) : null;
    this.#others?.addEventListener("message", ({ data }: MessageEvent<Told | typeof HELLO>) => {
      if (data !== HELLO) this.#take(data);
      else if (this.#is_reader && this.#state !== null)
        this.#others?.postMessage(this.#told(this.#place, this.#watchers));
    });
    this.#others?.postMessage(HELLO);
    document.addEventListener("visibilitychange", this.#takeTurn);
    this.#takeTurn();
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#takeTurn);
    this.#turn?.abort();
    this.#others?.close();
  }

  /** A hidden tab gives up its turn, and queues for one when it is visible again. */
  readonly #takeTurn = (): void => {
    if (document.visibilityState === "hidden") {
      this.#turn?.abort();
      this.#turn = null;
      return;
    }
    if (this.#turn !== null) return;
    const { signal } = (this.#turn = new AbortController());
    if (this.#others === null) {
      void this.#read(signal);
      return;
    }
    // Rejected when the turn is aborted before it comes.
    navigator.locks
      .request(addressOf(this.#path), { signal }, async () => await this.#read(signal))
      .catch(() => undefined);
  };

  async #read(signal: AbortSignal): Promise<void> {
    this.#is_reader = true;
    const reader = {
      getPlace: () => this.#place,
      onState: (state: StreamState) => this.#tell({ state, before: this.#place, part: NOTHING }),
      onPart: (part: Part) => this.#tell(this.#told(this.#place, part)),
    };
    const open: OpenStream = async (headers, until) =>
      await reach(
        new Request(addressOf(this.#path), { headers, redirect: "manual", signal: until }),
      );
    await readStream(open, reader, signal);
    this.#is_reader = false;
  }

  #told(before: string | null, part: Part): Told {
    return { state: this.#state ?? "offline", before, part };
  }

  #tell(told: Told): void {
    this.#others?.postMessage(told);
    this.#take(told);
  }

  #take({ state, before, part: { id, event } }: Told): void {
    if (event?.name === "watchers") this.#watchers = { id: null, event };
    const has_missed = this.#place !== null && before !== this.#place;
    this.#place = id ?? before;
    if (has_missed) this.#listener.onGap();
    if (state !== this.#state) {
      this.#state = state;
      this.#listener.onState(state);
    }
    if (event !== null) this.#listener.onEvent(event.name, event.data);
  }
}
