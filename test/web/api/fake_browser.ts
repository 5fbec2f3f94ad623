/**
 * What the streams of events need of a browser: tabs with their documents, locks and channels between them, and a
 * server behind `fetch` that says what it is told to say, in the words of the real one.
 */
import { vi } from "vitest";

type Listener = (event: { readonly data: unknown }) => void;

/** As in browsers a sender does not hear itself, and others hear it later. */
class Channel {
  static readonly #open = new Map<string, Set<Channel>>();
  readonly #name: string;
  readonly #listeners: Listener[] = [];

  constructor(name: string) {
    this.#name = name;
    const others = Channel.#open.get(name) ?? new Set();
    Channel.#open.set(name, others.add(this));
  }

  addEventListener(_type: "message", listener: Listener): void {
    this.#listeners.push(listener);
  }

  postMessage(message: unknown): void {
    const data = structuredClone(message);
    for (const other of Channel.#open.get(this.#name) ?? []) {
      if (other !== this) queueMicrotask(() => other.#hear(data));
    }
  }

  #hear(data: unknown): void {
    if (Channel.#open.get(this.#name)?.has(this) !== true) return;
    for (const listener of this.#listeners) listener({ data });
  }

  close(): void {
    Channel.#open.get(this.#name)?.delete(this);
  }
}

/** One holder at a time, the others in the order of their requests. */
class Locks {
  readonly #last = new Map<string, Promise<void>>();

  async request(
    name: string,
    { signal }: { readonly signal: AbortSignal },
    work: () => Promise<void>,
  ): Promise<void> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const own = before.then(async () => {
      if (!signal.aborted) await work();
    });
    this.#last.set(name, own);
    await own;
    signal.throwIfAborted();
  }
}

/** One request for a stream, and what the server says on it. */
export class Connection {
  readonly path: string;
  /** `Last-Event-ID`. */
  readonly from: string | null;
  /** The client has gone, or the server has ended it. */
  is_over = false;
  #out: ReadableStreamDefaultController<Uint8Array> | null = null;
  readonly #answer: (answer: Response) => void;
  readonly #fail: (reason: unknown) => void;

  constructor(
    path: string,
    { headers, signal }: Request,
    settle: {
      readonly answer: (answer: Response) => void;
      readonly fail: (reason: unknown) => void;
    },
  ) {
    this.path = path;
    this.from = headers.get("last-event-id");
    this.#answer = settle.answer;
    this.#fail = settle.fail;
    signal.addEventListener("abort", () => this.#break(signal.reason));
  }

  /** Begins the stream. */
  accept(...words: Uint8Array[]): void {
    const body = new ReadableStream<Uint8Array>({
      start: (out) => {
        this.#out = out;
      },
      cancel: () => {
        this.is_over = true;
      },
    });
    this.#answer(new Response(body));
    for (const one of words) this.say(one);
  }

  refuse(status: number): void {
    this.is_over = true;
    this.#answer(new Response("", { status }));
  }

  say(words: Uint8Array): void {
    this.#out?.enqueue(words);
  }

  /** As when a server stops. */
  end(): void {
    this.is_over = true;
    this.#out?.close();
  }

  /** As when the connection is lost. */
  lose(): void {
    this.#break(new TypeError("network error"));
  }

  #break(reason: unknown): void {
    if (this.is_over) return;
    this.is_over = true;
    if (this.#out === null) this.#fail(reason);
    else this.#out.error(reason);
  }
}

interface Tab {
  readonly visibilityState: string;
  show(state: "visible" | "hidden"): void;
}

export class FakeBrowser {
  readonly connections: Connection[] = [];

  /** With TLS, or on the machine itself, unless said otherwise. */
  constructor(is_secure = true) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubGlobal("document", { baseURI: "https://marey.test/planner/" });
    vi.stubGlobal("isSecureContext", is_secure);
    vi.stubGlobal("navigator", { locks: new Locks() });
    vi.stubGlobal("BroadcastChannel", Channel);
    vi.stubGlobal(
      "fetch",
      (request: Request) =>
        new Promise<Response>((answer, fail) => {
          const { pathname } = new URL(request.url);
          this.connections.push(new Connection(pathname, request, { answer, fail }));
        }),
    );
  }

  /** Does what a tab's script does, in that tab. */
  openTab(work: () => void): Tab {
    const listeners = new Set<() => void>();
    let state = "visible";
    const own = {
      baseURI: "https://marey.test/planner/",
      get visibilityState() {
        return state;
      },
      addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
    };
    vi.stubGlobal("document", own);
    work();
    return {
      get visibilityState() {
        return state;
      },
      show: (next) => {
        state = next;
        vi.stubGlobal("document", own);
        for (const listener of listeners) listener();
      },
    };
  }

  /** Those that are neither ended nor left. */
  get open(): Connection[] {
    return this.connections.filter(({ is_over }) => !is_over);
  }

  /** The one that is open. */
  get only(): Connection {
    const [one, ...more] = this.open;
    if (one === undefined || more.length > 0) throw new Error(`${this.open.length} are open`);
    return one;
  }

  /** Lets everything happen that has been begun, and what is due within a time. */
  async pass(ms = 0): Promise<void> {
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(ms);
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
  }

  close(): void {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
}
