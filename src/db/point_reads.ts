/**
 * Gathers point reads: all that arrive in the same turn of the event loop become one statement per
 * query. The database client's cost per statement, not PostgreSQL's per row, bounds small reads, so
 * 64 readers at once cost little more than one (bench/README.md).
 */
type Fetch = (name: string, ids: readonly number[]) => Promise<readonly { readonly id: number }[]>;

interface Waiter {
  readonly id: number;
  readonly resolve: (row: { readonly id: number } | null) => void;
  readonly reject: (error: unknown) => void;
}

export class PointReads {
  readonly #fetch: Fetch;
  #waiting = new Map<string, Waiter[]>();

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** The row with this id, or null. */
  async read<Row extends { readonly id: number }>(name: string, id: number): Promise<Row | null> {
    const row = await new Promise<{ readonly id: number } | null>((resolve, reject) => {
      // After the poll phase: everything that the sockets brought in this turn is then known.
      if (this.#waiting.size === 0) setImmediate(() => this.#flush());
      const waiters = this.#waiting.get(name);
      const waiter = { id, resolve, reject };
      if (waiters === undefined) this.#waiting.set(name, [waiter]);
      else waiters.push(waiter);
    });
    return row as Row | null; // the caller names the row type of the query, as for `query`
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [name, waiters] of waiting) void this.#answer(name, waiters);
  }

  async #answer(name: string, waiters: readonly Waiter[]): Promise<void> {
    try {
      const rows = await this.#fetch(name, [...new Set(waiters.map(({ id }) => id))]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { id, resolve } of waiters) resolve(byId.get(id) ?? null);
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    }
  }
}
