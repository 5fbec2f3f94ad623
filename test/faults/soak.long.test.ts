// Method: two servers on one database under steady load without faults; every answer is compared with the database, and the servers' memory with what it was after a warm-up. SOAK_S sets how long.
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { Clients } from "./clients.ts";
import { Durable } from "./durable.ts";
import { Ledger } from "./ledger.ts";
import { MemoryWatch, readAll } from "./soak.ts";

const SOAK_S = Number(process.env["SOAK_S"] ?? 900);
const SAMPLE_MS = 1000;

it("answers everything and keeps its memory for a quarter of an hour", async () => {
  const durable = await Durable.open();
  const servers = [await durable.start(), await durable.start()];
  const ledger = new Ledger();
  const urls = servers.map(({ url }) => url);
  const clients = new Clients({ ledger, urls, seed: 1, clients: 4 });
  const memory = new MemoryWatch(servers);
  const wrong: string[] = [];
  try {
    const running = clients.run();
    const end_ms = performance.now() + SOAK_S * 1000;
    while (performance.now() < end_ms) {
      for (const server of servers) wrong.push(...(await readAll(server)));
      memory.sample();
      await wait(SAMPLE_MS);
    }
    clients.stop();
    await running;
    wrong.push(...(await ledger.audit(durable.db)));
  } finally {
    await durable.close();
  }
  const told = {
    done: ledger.count("done"),
    none: ledger.count("none"),
    unknown: ledger.count("unknown"),
  };
  console.log(JSON.stringify({ ...told, memory: memory.growths }));
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(told.done).toBeGreaterThan(SOAK_S);
  expect(memory.findGrowing()).toEqual([]);
});
