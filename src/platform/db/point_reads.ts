/** Rows by id: one gatherer per query; each row is read once, however many requests ask for it. */
import type { DelayOptions } from "../queues/delay_control.ts";
import type { Owner, Share } from "../queues/fair_queue.ts";
import { DatabaseError } from "./errors.ts";
import { Gatherer } from "./gatherer.ts";

type Row = { readonly id: number };
type Fetch = (name: string, ids: readonly number[]) => Promise<readonly Row[]>;

/** Rows of one statement; also what is answered in one turn of the event loop, while others wait. */
const WEIGHT_MAX = 64;

export class PointReads {
  readonly #fetch: Fetch;
  readonly #waits: DelayOptions;
  readonly #gatherers = new Map<string, Gatherer<number, Row | null>>();

  constructor(fetch: Fetch, waits: DelayOptions) {
    this.#fetch = fetch;
    this.#waits = waits;
  }

  /** Whether a read by this owner would wait too long, whichever query it is. */
  refuses(owner: Owner): boolean {
    for (const gatherer of this.#gatherers.values()) if (gatherer.refuses(owner)) return true;
    return false;
  }

  /** The row with this id, or null. */
  read<R extends Row>(name: string, id: number, share: Share | null): Promise<R | null> {
    let gatherer = this.#gatherers.get(name);
    if (gatherer === undefined) {
      gatherer = new Gatherer((ids) => this.#readAll(name, ids), {
        ...this.#waits,
        weight_max: WEIGHT_MAX,
        refusal: () => new DatabaseError("overload", "too many reads wait for the database"),
      });
      this.#gatherers.set(name, gatherer);
    }
    const is_fresh = share !== null && !share.has_statement;
    if (share !== null) share.has_statement = true;
    // The caller names the row type of its query, as in `query`.
    return gatherer.ask(id, share?.owner ?? null, { is_fresh }) as Promise<R | null>;
  }

  async #readAll(name: string, ids: readonly number[]): Promise<readonly (Row | null)[]> {
    const rows = await this.#fetch(name, [...new Set(ids)]);
    if (ids.length === 1) return [rows[0] ?? null];
    const byId = new Map<number, Row>();
    for (const row of rows) byId.set(row.id, row);
    return ids.map((id) => byId.get(id) ?? null);
  }
}
