/**
 * A dedicated connection that hears what committed statements announce (LISTEN) and repairs itself:
 * at the first sign of trouble it is replaced by a fresh one. Announcements made meanwhile are
 * lost, so every start of listening counts as an announcement.
 */

/** What the listener needs from a connection. */
export interface ListeningConnection {
  send(text: string): Promise<unknown>;
  /** Ends it without waiting. */
  destroy(): void;
}

export interface ListenerOptions {
  readonly channel: string;
  /** Called when something was announced, or may have been: then without a text. */
  readonly onHeard: (text: string) => void;
  /** Opens lazily; `onClosed` is called when the connection is lost. */
  readonly open: (handlers: {
    readonly onHeard: (text: string) => void;
    readonly onClosed: () => void;
  }) => ListeningConnection;
}

const REOPEN_MS = 250;
/** How often the connection is probed: one whose other end is gone would just stay silent. */
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
    this.#ask(connection, `listen ${channel}`, () => onHeard(""));
  }

  /** Sends a statement, and the next probe after its answer. Without an answer in time the connection counts as lost. */
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
