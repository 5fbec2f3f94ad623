/**
 * One connection to the Valkey server (to each node of a cluster), and a circuit that spares requests a server
 * that fails: after some failures in a row nothing is asked until a probe has succeeded.
 */
import { askNodes, openValkey, reasonOf, type ValkeyClient } from "./valkey_client.ts";

export interface LinkOptions {
  readonly url: string;
  /** Time between the circuit's opening and a probe, and between probes. */
  readonly pause_ms: number;
  /** A command that succeeds when the link can do its work again. */
  readonly probe: (client: ValkeyClient) => Promise<unknown>;
  /** Told whenever `is_up` may have changed, with why. */
  readonly onChange: (reason: string) => void;
}

/** Failures in a row that open the circuit. */
const FAILURES_MAX = 10;
const PROBE_MS = 1000;
/** Without a byte of an awaited answer for so long, a connection is given up. */
const SILENCE_MS = 10_000;
const CONNECT_MS = 2000;

export class SharedLink {
  readonly #options: LinkOptions;
  readonly #client: ValkeyClient;
  #failures = 0;
  #is_open = false;
  #timer: NodeJS.Timeout | undefined;
  #is_closed = false;
  /** Known only once the server has been asked what it is. */
  #is_recognised = false;
  #last_error = "not connected yet";

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#client = openValkey(options.url, {
      // Nothing waits for a connection: without one a look-up is a miss, a store is dropped.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    });
    this.#client.on("error", (error: Error) => {
      this.#last_error = reasonOf(error);
    });
    this.#client.on("close", () => {
      this.#is_recognised = false;
      this.#tell();
    });
    this.#client.on("ready", () => void this.#recognise());
  }

  /** Whether there is a connection to one server, or to a cluster, and no circuit open. */
  get is_up(): boolean {
    return !this.#is_open && this.#is_recognised && this.#client.status === "ready";
  }

  get is_circuit_open(): boolean {
    return this.#is_open;
  }

  /**
   * Runs commands; false when they have failed, or not ended within the deadline. Never rejects, and does
   * not wait for anything when the link is down.
   */
  async ask(
    run: (client: ValkeyClient) => Promise<unknown>,
    deadline_ms: number | null,
  ): Promise<boolean> {
    if (!this.is_up) return false;
    try {
      await withDeadline(run(this.#client), deadline_ms);
      this.#failures = 0;
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  close(): void {
    this.#is_closed = true;
    clearTimeout(this.#timer);
    this.#client.disconnect();
  }

  /**
   * Part of a cluster refuses most look-ups and answers some probes: its circuit would open again and again. A
   * whole one is asked once its nodes are connected, or refuse to be.
   */
  async #recognise(): Promise<void> {
    const client = this.#client;
    await askNodes(client).catch(() => undefined);
    // Without the right to ask, the refusals tell.
    const told = client.isCluster ? "" : await client.info("cluster").catch(() => "");
    this.#is_recognised = !told.includes("cluster_enabled:1");
    if (!this.#is_recognised) {
      this.#last_error = "VALKEY_URL names a part of a cluster, not redis+cluster://";
    }
    this.#tell();
  }

  #fail(error: unknown): void {
    this.#last_error = reasonOf(error);
    this.#failures++;
    if (this.#failures < FAILURES_MAX || this.#is_open || this.#is_closed) return;
    this.#is_open = true;
    this.#tell();
    this.#probeLater();
  }

  #probeLater(): void {
    if (this.#is_closed) return;
    this.#timer = setTimeout(() => void this.#probe(), this.#options.pause_ms);
    this.#timer.unref();
  }

  async #probe(): Promise<void> {
    try {
      await withDeadline(askNodes(this.#client), PROBE_MS);
      await withDeadline(this.#options.probe(this.#client), PROBE_MS);
      this.#failures = 0;
      this.#is_open = false;
      this.#tell();
    } catch (error) {
      this.#last_error = reasonOf(error);
      this.#probeLater();
    }
  }

  #tell(): void {
    if (!this.#is_closed) this.#options.onChange(this.#last_error);
  }
}

/** Of no deadline (null) the connection's own silence is the bound. */
async function withDeadline<Value>(
  asked: Promise<Value>,
  deadline_ms: number | null,
): Promise<Value> {
  if (deadline_ms === null) return await asked;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new Error(`no answer within ${deadline_ms} ms`));
    // An answer that came while the main thread was busy is read first.
    timer = setTimeout(() => setImmediate(fail), deadline_ms);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
