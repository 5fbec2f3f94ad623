/**
 * What was asked of the servers and what they answered, to be compared with the database afterwards.
 * Every operation has a name of its own, which is in the record that it makes, so that each record is
 * found again whatever the client was told, or not told.
 */
import type { Database } from "../../src/platform/db/client.ts";

/** What a client knows of a request when it gives up on it, or has its 2xx. */
export type Told = "done" | "none" | "unknown";

/** One creation: of a project, of a batch of trains, or of a list of reports of running trains. */
export interface Creation {
  readonly name: string;
  readonly kind: "project" | "trains" | "reports";
  /** Whether it was sent under a key until it was answered, or once. */
  readonly is_keyed: boolean;
  told: Told;
  /** Of the records, as they were answered; of reports, whose answer has no ids, none. */
  ids: readonly number[];
}

/** A record that one client alone changes, to which it has counted up. */
export interface Counter {
  readonly id: number;
  /** The last value that was answered. */
  answered: number;
  /** The last value that was sent. */
  sent: number;
  is_deleted: Told | null;
}

/** Trains of one batch, and reports of one list. */
export const BATCH_TRAINS = 20;

export class Ledger {
  readonly creations: Creation[] = [];
  readonly counters: Counter[] = [];
  /** Answers that no failure excuses. */
  readonly faults: string[] = [];

  count(told: Told): number {
    return this.creations.filter((one) => one.told === told).length;
  }

  /** Compares all of it with the database; returns what is wrong. */
  async audit(db: Database): Promise<string[]> {
    const wrong = [...this.faults];
    await this.#auditCreations(db, wrong);
    await this.#auditCounters(db, wrong);
    return wrong;
  }

  async #auditCreations(db: Database, wrong: string[]): Promise<void> {
    const rows = await db.run<{ name: string; id: number; kind: string }>(
      `select name, id, 'project' as kind from project where name like 'op-%'
       union all
       select record::jsonb ->> 'train_name', id, 'trains' from train_schedule
       union all
       select source, id, 'reports' from train_report
       order by id`,
    );
    const stored = new Map<string, number[]>();
    for (const { name, id } of rows) stored.set(name, [...(stored.get(name) ?? []), id]);
    for (const creation of this.creations) {
      const found = stored.get(creation.name) ?? [];
      stored.delete(creation.name);
      const fault = judge(creation, found);
      if (fault !== null) wrong.push(`${creation.name}: ${fault}`);
    }
    for (const name of stored.keys()) wrong.push(`${name} is there, and nobody has asked for it`);
  }

  async #auditCounters(db: Database, wrong: string[]): Promise<void> {
    const rows = await db.run<{ id: number; value: string }>(
      "select id, description as value from project where name like 'counter-%'",
    );
    const stored = new Map(rows.map(({ id, value }) => [id, Number(value)]));
    for (const { id, answered, sent, is_deleted } of this.counters) {
      const value = stored.get(id);
      if (value === undefined) {
        if (is_deleted === null || is_deleted === "none") wrong.push(`counter ${id} is gone`);
      } else if (is_deleted === "done") wrong.push(`counter ${id} is still there`);
      else if (value < answered || value > sent) {
        wrong.push(`counter ${id} is ${value}, ${answered} was answered and ${sent} sent`);
      }
    }
  }
}

/** What is wrong with the records of a creation, or null. */
function judge({ kind, is_keyed, told, ids }: Creation, found: readonly number[]): string | null {
  const whole = kind === "project" ? 1 : BATCH_TRAINS;
  if (found.length !== 0 && found.length !== whole) return `${found.length} of ${whole} records`;
  if (told === "done") {
    if (kind === "reports") return found.length === 0 ? "is not there" : null;
    if (found.join() !== ids.join()) return `answered ${ids.join()}, stored ${found.join()}`;
  } else if (is_keyed) return "was never answered";
  else if (told === "none" && found.length > 0) return "is there after an outcome of none";
  return null;
}
