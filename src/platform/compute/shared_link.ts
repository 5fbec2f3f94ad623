/**
 * One connection to the Valkey server (to each node of a cluster), with a circuit breaker that spares
 * requests a failing server: after some failures in a row nothing is asked until a probe has succeeded.
 */
import { askNodes, openValkey, reasonOf, type ValkeyClient } from "./valkey_client.ts";

export interface LinkOptions {
  readonly url: string;
  /** Time from the circuit's opening to the first probe, and between probes. */
  readonly pause_ms: number;
  /** A command that succeeds when the link can do its work again. */
  readonly probe: (client: ValkeyClient) => Promise<unknown>;
  /** Called whenever `is_up` may have changed, with the reason. */
  readonly onChange: (reason: string) => void;
}

/** Consecutive failures that open the circuit. */
const FAILURES_MAX = 10;
const PROBE_MS = 1000;
/** A connection is dropped if an awaited answer brings no byte for this long. */
const SILENCE_MS = 10_000;
const CONNECT_MS = 2000;

export class SharedLink {
  readonly #options: LinkOptions;
  readonly #client: ValkeyClient;
  #failures = 0;
  #is_open = false;
  #timer: NodeJS.Timeout | undefined;
  #is_closed = false;
  /** False until the server has said whether it is part of a cluster. */
  #is_recognised = false;
  #last_error = "not connected yet";

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#client = openValkey(options.url, {
      // Nothing waits for a connection: without one a look-up is a miss and a store is dropped.
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

  /** Whether there is a connection to a single server or to a cluster, and the circuit is closed. */
  get is_up(): boolean {
    return !this.#is_open && this.#is_recognised && this.#client.status === "ready";
  }

  get is_circuit_open(): boolean {
    return this.#is_open;
  }

  /**
   * Runs commands; false if they failed or did not end within the deadline. Never rejects, and does
   * not wait at all when the link is down.
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
   * A single node of a cluster refuses most look-ups but answers some probes, so its circuit would open
   * again and again. A client of a whole cluster is ready once its nodes have connected or refused to.
   */
  async #recognise(): Promise<void> {
    const client = this.#client;
    await askNodes(client).catch(() => undefined);
    // If we may not ask, refused commands will tell.
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

/** Without a deadline (null) the connection's own silence limit applies. */
async function withDeadline<Value>(
  asked: Promise<Value>,
  deadline_ms: number | null,
): Promise<Value> {
  if (deadline_ms === null) return await asked;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new Error(`no answer within ${deadline_ms} ms`));
    // First reads an answer that arrived while the main thread was busy.
    timer = setTimeout(() => setImmediate(fail), deadline_ms);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
