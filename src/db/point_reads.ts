/**
 * Gathers point reads: all of one query that arrive in the same turn of the event loop become one
 * statement. The database client's cost per statement, not PostgreSQL's per row, bounds small reads, so
 * 64 readers at once cost little more than one (bench/point_read.ts). Under load few statements run
 * at once, and what comes meanwhile gathers for the next one: the batches grow with the load.
 */
type Row = { readonly id: number };
type Fetch = (name: string, ids: readonly number[]) => Promise<readonly Row[]>;

interface Waiter {
  readonly id: number;
  readonly resolve: (row: Row | null) => void;
  readonly reject: (error: unknown) => void;
}

/** What waits for one query. */
interface Gathering {
  readonly name: string;
  waiters: Waiter[];
  running: number;
  is_scheduled: boolean;
}

/** Statements of one query at once: one that runs while the next one's rows are answered. */
const RUNNING_MAX = 2;

export class PointReads {
  readonly #fetch: Fetch;
  readonly #gatherings = new Map<string, Gathering>();

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** The row with this id, or null. */
  read<R extends Row>(name: string, id: number): Promise<R | null> {
    let gathering = this.#gatherings.get(name);
    if (gathering === undefined) {
      gathering = { name, waiters: [], running: 0, is_scheduled: false };
      this.#gatherings.set(name, gathering);
    }
    const { waiters } = gathering;
    // The caller names the row type of the query, as for `query`.
    const row = new Promise<Row | null>((resolve, reject) => {
      waiters.push({ id, resolve, reject });
    }) as Promise<R | null>;
    this.#schedule(gathering);
    return row;
  }

  /** After the poll phase: everything that the sockets brought in this turn is then known. */
  #schedule(gathering: Gathering): void {
    if (gathering.is_scheduled || gathering.running >= RUNNING_MAX) return;
    gathering.is_scheduled = true;
    setImmediate(() => {
      gathering.is_scheduled = false;
      this.#flush(gathering);
    });
  }

  #flush(gathering: Gathering): void {
    const { waiters, name } = gathering;
    if (waiters.length === 0) return;
    gathering.waiters = [];
    gathering.running++;
    const ids = new Set<number>();
    for (const { id } of waiters) ids.add(id);
    this.#fetch(name, [...ids]).then(
      (rows) => {
        gathering.running--;
        answer(waiters, rows);
        this.#flush(gathering);
      },
      (error: unknown) => {
        gathering.running--;
        for (const { reject } of waiters) reject(error);
        this.#flush(gathering);
      },
    );
  }
}

function answer(waiters: readonly Waiter[], rows: readonly Row[]): void {
  const [only] = waiters;
  if (waiters.length === 1 && only !== undefined) {
    only.resolve(rows[0] ?? null);
    return;
  }
  const byId = new Map<number, Row>();
  for (const row of rows) byId.set(row.id, row);
  for (const { id, resolve } of waiters) resolve(byId.get(id) ?? null);
}
