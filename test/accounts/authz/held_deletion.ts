/** Requests sent while a deletion has been done and not committed: they wait for it, or see what was there. */
import { connect, type Database } from "../../../src/platform/db/client.ts";
import { connectForTest, type TestDatabase } from "../../helpers/test_database.ts";

const GATE = 4711;

export class HeldDeletions {
  readonly #db: Database;
  /** One connection, so that it can hold a lock from one statement to the next. */
  readonly #keeper: Database;

  constructor({ db, target }: TestDatabase) {
    this.#db = db;
    this.#keeper = connect({ ...connectForTest(target), connections: 1, streams: 1 });
  }

  /** Until so many statements wait for a lock, or `isOver`. */
  async #waitForBlocked(count: number, isOver: () => boolean = () => false): Promise<void> {
    while (!isOver()) {
      const [row] = await this.#keeper.run<{ blocked: number }>(
        `select count(*) as blocked from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if ((row?.blocked ?? 0) >= count) return;
    }
  }

  /** The answer to a request that is sent during a deletion, which is committed when the request waits for it. */
  async during<Answer>(deletion: string, send: () => Promise<Answer>): Promise<Answer> {
    await this.#keeper.run(`select pg_advisory_lock(${GATE})`);
    // One batch is one transaction. What the deletion takes along is gone before the lock is asked for.
    const deleted = this.#db.run(`${deletion}; select pg_advisory_xact_lock(${GATE})`);
    await this.#waitForBlocked(1);
    let is_answered = false;
    const answer = send().finally(() => {
      is_answered = true;
    });
    await this.#waitForBlocked(2, () => is_answered);
    await this.#keeper.run(`select pg_advisory_unlock(${GATE})`);
    await deleted;
    return await answer;
  }

  async close(): Promise<void> {
    await this.#keeper.close();
  }
}
