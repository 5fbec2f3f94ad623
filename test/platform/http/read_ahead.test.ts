// Method: the database of one request over a made-up one that notes what it is asked; and whole requests, whose statements are noted in the order in which they are sent.
import { describe, expect, it } from "vitest";
import type { Database } from "../../../src/platform/db/client.ts";
import { CheckedDatabase } from "../../../src/platform/http/checked_database.ts";
import { makeShare } from "../../../src/platform/queues/fair_queue.ts";
import { openWorld } from "../../accounts/authz/world.ts";
import { opened } from "../../helpers/opened.ts";

const QUERY = "timetable/train_schedule/get";

function openNoted(read: (id: number) => Promise<object>): {
  db: CheckedDatabase;
  asked: number[];
} {
  const asked: number[] = [];
  const noted = {
    isWrite: () => false,
    read: (_: string, id: number) => {
      asked.push(id);
      return read(id);
    },
  } as unknown as Database;
  return { db: new CheckedDatabase(noted, makeShare("somebody"), () => undefined), asked };
}

describe("a row that is read ahead", () => {
  it("answers the next read of that row, once", async () => {
    const { db, asked } = openNoted(async (id) => ({ id, n: asked.length }));
    db.readAhead({ query: QUERY, id: 7 });
    expect(await db.read(QUERY, 7)).toEqual({ id: 7, n: 1 });
    expect(await db.read(QUERY, 7)).toEqual({ id: 7, n: 2 });
    expect(asked).toEqual([7, 7]);
  });

  it("answers no other read", async () => {
    const { db, asked } = openNoted(async (id) => ({ id }));
    db.readAhead({ query: QUERY, id: 7 });
    expect(await db.read(QUERY, 8)).toEqual({ id: 8 });
    db.readAhead({ query: QUERY, id: 7 });
    expect(await db.read("timetable/paced_train/get", 7)).toEqual({ id: 7 });
    expect(asked).toEqual([7, 8, 7, 7]);
  });

  it("fails who asks for it, and nobody when nobody does", async () => {
    const { db } = openNoted(async () => Promise.reject(new Error("lost")));
    db.readAhead({ query: QUERY, id: 7 });
    await expect(db.read(QUERY, 7)).rejects.toThrow("lost");
    db.readAhead({ query: QUERY, id: 7 });
    await new Promise((resolve) => void setImmediate(resolve));
  });
});

describe("a train is read beside the caller's rights", () => {
  const world = opened(openWorld);

  it("once, and shown to those who have them alone", async () => {
    const timetable = await world.timetable();
    const collection = await world.collection();
    const { name } = await world.stock(collection);
    const [train = 0] = await world.trains(timetable, [name]);
    const sent = { method: "GET", path: `/train_schedule/${train}` } as const;
    const stranger = await world.caller([]);
    const { statements } = world.database;
    const reads = (): number => statements.get(QUERY) ?? 0;
    const before = reads();
    expect((await world.send(world.owner, sent)).status).toBe(200);
    expect(reads() - before).toBe(1);
    const refused = await world.send(stranger, sent);
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain(name);
    // Costs a row by id, as everybody's: no more than the statement that asks for the rights.
    expect(reads() - before).toBe(2);
  });
});
