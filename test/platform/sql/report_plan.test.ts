// Method: one connection, which takes and reads its first reports while the table is empty; then thousands are stored, and the next few must read no more rows than they have to, as PostgreSQL counts them.
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import {
  readChanges,
  readVersion,
  takeReports,
} from "../../../src/train_runs/forecast/report.queries.ts";
import type { DayReport } from "../../../src/train_runs/forecast/report.schemas.ts";
import { opened } from "../../helpers/opened.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";

const STORED = 6_000;
const TOLD = 300;
/** Of each report: one of its priority and one of a higher one are looked for, and it is written. */
const ROWS_MAX = 6;

const database = opened(() => startTestDatabase({ connections: 1 }));

const AT = "2026-05-22T08:00:00Z";

function draw(count: number, priority: number, observed_at = AT): DayReport[] {
  return Array.from({ length: count }, (_, id) => ({
    train: { kind: "train_schedule", id: 1 + id },
    event: "departed",
    stop: "a",
    at: AT,
    observed_at,
    source: "",
    priority,
  }));
}

/** A connection tells what it has read at its next statement, but once a second. */
const FLUSHED_MS = 1100;

async function countReads(id: number): Promise<number> {
  const { db } = database;
  await wait(FLUSHED_MS);
  await readVersion(db, id, null);
  const [row] = await db.run<{ readonly rows: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
     from pg_stat_user_tables where relname = 'train_report'`,
  );
  return row?.rows ?? 0;
}

it("reports are found one by one, and read by their changes, whatever the table was when its connection was new", async () => {
  const { db } = database;
  const [timetable] = await db.run<{ readonly id: number }>(
    "insert into timetable default values returning id",
  );
  const id = timetable!.id;
  await takeReports(db, id, draw(1, 0));
  expect(await readChanges(db, id, null, new Map())).toHaveLength(1);
  await takeReports(db, id, draw(STORED, 0));
  await takeReports(db, id, draw(STORED, 1));
  const before = await countReads(id);
  const newer = draw(TOLD, 0, "2026-05-22T09:00:00Z");
  expect(await takeReports(db, id, newer)).toBe(0);
  expect(await readChanges(db, id, null, new Map([["", 3]]))).toHaveLength(TOLD);
  const read = (await countReads(id)) - before;
  expect(read).toBeGreaterThanOrEqual(2 * TOLD);
  expect(read).toBeLessThan(ROWS_MAX * TOLD);
});
