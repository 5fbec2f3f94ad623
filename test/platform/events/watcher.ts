/** A client of a stream of events, which loses its connection and comes again; it reads texts by the standard's rules. */
import type { Services } from "../../../src/platform/services.ts";
import { openStream } from "../../helpers/open_stream.ts";
import { call } from "../../helpers/services.ts";

export interface SeenEvent {
  /** The last one that the stream has named. */
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

/** One connection to a stream. */
export interface OpenedEvents {
  readonly status: number;
  /** Ends or breaks with the connection. */
  readonly texts: AsyncIterable<string>;
  readonly drop: () => void;
}

/** A server as its clients know it. */
export interface EventServer {
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly text: string }>;
  open(path: string, headers: Readonly<Record<string, string>>): Promise<OpenedEvents>;
}

/** A server of this process. */
export function inProcess(services: Services): EventServer {
  return {
    send: async (method, path, body, headers = {}) =>
      await call(services, { method, path, body, headers }),
    open: async (path, headers) => {
      const { status, body, abort } = await openStream(services, path, headers);
      const decoder = new TextDecoder();
      const texts = async function* (): AsyncGenerator<string> {
        try {
          for (let next = await body.next(); next.done !== true; next = await body.next()) {
            yield decoder.decode(next.value, { stream: true });
          }
        } finally {
          await body.return?.();
        }
      };
      return { status, texts: texts(), drop: () => abort.abort(new Error("the client has left")) };
    },
  };
}

/** Blocks of lines, parted by an empty one; what is behind the last is not whole. */
export class EventReader {
  #rest = "";
  last_id = "";

  read(text: string): SeenEvent[] {
    const blocks = (this.#rest + text).split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      let [name, data] = ["", ""];
      for (const line of block.split("\n")) {
        if (line.startsWith("id: ")) this.last_id = line.slice(4);
        if (line.startsWith("event: ")) name = line.slice(7);
        if (line.startsWith("data: ")) data = line.slice(6);
      }
      return data === "" ? [] : [{ id: this.last_id, name, data }];
    });
  }
}

export class Watcher {
  readonly #server: EventServer;
  readonly #path: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly events: SeenEvent[] = [];
  /** Of the last event, or of the begin of the stream. */
  last_id: string | null = null;
  /** Connections that have begun. */
  connections = 0;
  /** The last connection's status. */
  status = 0;
  #drop: () => void = () => undefined;
  #is_over = false;
  readonly done: Promise<void>;

  constructor(server: EventServer, path: string, headers: Readonly<Record<string, string>> = {}) {
    this.#server = server;
    this.#path = path;
    this.#headers = headers;
    this.done = this.#run();
  }

  /** Loses the connection. */
  drop(): void {
    this.#drop();
  }

  stop(): void {
    this.#is_over = true;
    this.#drop();
  }

  async #run(): Promise<void> {
    while (!this.#is_over) {
      await this.#connect().catch(() => undefined); // it broke, or nobody is there
      if (this.#is_over || this.status === 404 || this.status === 403) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async #connect(): Promise<void> {
    const id = this.last_id === null ? {} : { "last-event-id": this.last_id };
    this.status = 0;
    const { status, texts, drop } = await this.#server.open(this.#path, {
      ...this.#headers,
      ...id,
    });
    this.status = status;
    this.#drop = drop;
    if (status === 200) this.connections++;
    if (this.#is_over) drop();
    const reader = new EventReader();
    reader.last_id = this.last_id ?? "";
    for await (const text of texts) {
      if (status !== 200) continue;
      this.events.push(...reader.read(text));
      this.last_id = reader.last_id;
    }
  }
}
