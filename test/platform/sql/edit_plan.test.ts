// Method: one connection, which stores its first edit while the tables are all but empty; then a network of 3,000 detectors is imported, and an edit of 500 of them must read no more rows of each table than it has to, as PostgreSQL counts them.
import { expect, it } from "vitest";
import { replace } from "../../helpers/edit_operations.ts";
import { makeInThreadCompute } from "../../helpers/in_thread_compute.ts";
import { opened } from "../../helpers/opened.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";

const DETECTORS = 3_000;
const EDITED = 500;
/** Of each table, for an edited object: its row is looked for several times, its fault once; all rows of the network are six times as many. */
const ROWS_MAX = { infra_object: 100, infra_error: 4 };

const database = opened(() => startTestDatabase({ connections: 1 }));

interface Reads {
  readonly relname: string;
  readonly rows: number;
}

async function countReads(): Promise<ReadonlyMap<string, number>> {
  const { db } = database;
  await db.run("select pg_stat_force_next_flush()");
  const rows = await db.run<Reads>(
    `select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
     from pg_stat_user_tables where relname in ('infra_object', 'infra_error')`,
  );
  return new Map(rows.map(({ relname, rows: read }) => [relname, read]));
}

it("an edit reads what it changes, whatever the tables were when its connection was new", async () => {
  const services = makeServices({
    db: database.db,
    services: { compute: makeInThreadCompute() },
  });
  const post = async (path: string, body: unknown): Promise<{ infra: number }> => {
    const { status, text, json } = await call(services, { method: "POST", path, body });
    if (status >= 300) throw new Error(text);
    return json;
  };
  /** A fault each: beyond the end of its track. */
  const move = (id: string, position: number): unknown =>
    replace("Detector", id, "/position", position);
  const small = await post("/infra/railjson?name=small", TINY_RAILJSON);
  await post(`/infra/${small.infra}`, [move("det", 5000)]);
  const ids = Array.from({ length: DETECTORS }, (_, n) => `D${n}`);
  const detectors = ids.map((id) => ({ id, track: "A", position: 9000 }));
  const routes: unknown[] = [];
  const large = await post("/infra/railjson?name=large", { ...TINY_RAILJSON, detectors, routes });
  const before = await countReads();
  const edited = ids.slice(0, EDITED);
  await post(
    `/infra/${large.infra}`,
    edited.map((id) => move(id, 8000)),
  );
  const after = await countReads();
  for (const [table, rows_max] of Object.entries(ROWS_MAX)) {
    const read = (after.get(table) ?? 0) - (before.get(table) ?? 0);
    expect(read, table).toBeGreaterThanOrEqual(EDITED);
    expect(read, table).toBeLessThan(EDITED * rows_max);
  }
});
