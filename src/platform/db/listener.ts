/**
 * A connection of its own that hears what committed statements announce (LISTEN), and heals by itself:
 * at the first sign of trouble it is thrown away and a fresh one is opened. What was announced meanwhile is
 * lost, so every start of hearing counts as an announcement.
 */

/** What the listener needs from a connection. */
export interface ListeningConnection {
  send(text: string): Promise<unknown>;
  /** Ends it without waiting. */
  destroy(): void;
}

export interface ListenerOptions {
  readonly channel: string;
  /** Something was announced, or may have been. */
  readonly onHeard: () => void;
  /** Opens lazily; `onClosed` is called when the connection was lost. */
  readonly open: (handlers: {
    readonly onHeard: () => void;
    readonly onClosed: () => void;
  }) => ListeningConnection;
}

const REOPEN_MS = 250;
/** A connection whose other end is gone says nothing: it is asked. */
const PING_MS = 5000;

export class Listener {
  readonly #options: ListenerOptions;
  #connection: ListeningConnection | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#open();
  }

  close(): void {
    const connection = this.#connection;
    this.#connection = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    connection?.destroy();
  }

  #open(): void {
    const { channel, onHeard, open } = this.#options;
    const connection = open({ onHeard, onClosed: () => this.#lose(connection) });
    this.#connection = connection;
    this.#ask(connection, `listen ${channel}`, onHeard);
  }

  /** Sends a statement, and the next question after its answer; without one in time the connection is lost. */
  #ask(connection: ListeningConnection, text: string, onAnswer: () => void): void {
    this.#wait(PING_MS, () => this.#lose(connection));
    connection.send(text).then(
      () => {
        if (this.#connection !== connection) return;
        onAnswer();
        this.#wait(PING_MS, () => this.#ask(connection, "select 1", () => undefined));
      },
      () => this.#lose(connection),
    );
  }

  #lose(connection: ListeningConnection): void {
    if (this.#connection !== connection) return;
    this.close();
    this.#wait(REOPEN_MS, () => this.#open());
  }

  #wait(delay_ms: number, next: () => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(next, delay_ms).unref();
  }
}
