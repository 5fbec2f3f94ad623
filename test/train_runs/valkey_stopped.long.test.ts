// Method: three built servers share work while their Valkey or Redis stands still for half a minute, longer than the client library waits for anything; each answer meanwhile and afterwards is compared with that of a server that shares nothing.
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { has_valkey } from "../helpers/valkey_process.ts";
import { readiness, SharingServers, workOf } from "./sharing_servers.ts";

const TRAINS = 600;
const STOPPED_MS = 30_000;

async function countDone(sharing: SharingServers): Promise<number> {
  const works = await Promise.all(sharing.servers.map(workOf));
  return works.reduce((sum, { done }) => sum + done, 0);
}

/** A large request for what nobody has computed, of each server in turn. */
async function askCold(sharing: SharingServers, i: number): Promise<void> {
  await sharing.forget();
  const server = sharing.servers[i % sharing.servers.length] ?? sharing.servers[0];
  expect(await sharing.ask(server)).toBe(await sharing.askJudge());
}

it.skipIf(!has_valkey)(
  "no request fails while a Valkey stands still for 30 s, and work is shared again after it",
  async () => {
    await SharingServers.run(TRAINS, async (sharing) => {
      await sharing.untilUp();
      await askCold(sharing, 0);
      // It stops with work of a request in the queue.
      await sharing.forget();
      const before = await countDone(sharing);
      let has_ended = false;
      const asked = sharing.ask(sharing.servers[0]).finally(() => {
        has_ended = true;
      });
      while (!has_ended && (await countDone(sharing)) === before);
      sharing.valkey.pause();
      const end_ms = performance.now() + STOPPED_MS;
      expect(await asked).toBe(await sharing.askJudge());
      let count = 0;
      do await askCold(sharing, count++);
      while (count < sharing.servers.length || performance.now() < end_ms);
      const states = await Promise.all(sharing.servers.map(readiness));
      sharing.valkey.resume();
      console.log(`${count} large requests while it stood still`);
      expect(states).toEqual(["down", "down", "down"]);
      for (const server of sharing.servers) {
        while ((await readiness(server)) !== "up") await wait(20);
      }
      await sharing.untilUp();
      const done = await countDone(sharing);
      // What is taken depends on who is free first.
      for (let i = 0; i < 10 && (await countDone(sharing)) === done; i++) await askCold(sharing, i);
      expect(await countDone(sharing)).toBeGreaterThan(done);
    });
  },
);
