// Method: three built servers on one database and one real Valkey or Redis, of which one is asked to resolve all conflicts and one is killed meanwhile; answers are compared with that of a server that shares nothing.
import { describe, expect, it } from "vitest";
import { countTries } from "../helpers/tried.ts";
import { has_valkey } from "../helpers/valkey_process.ts";
import { readiness, SharingServers, workOf } from "./sharing_servers.ts";

const TRAINS = 300;
const KILLS = countTries({ few: 1, many: 5 });
/** Which server takes work depends on who is free first. */
const ROUNDS_MAX = 10 * KILLS;

interface Resolved {
  readonly changes: readonly unknown[];
  readonly solved: readonly unknown[];
}

function read(text: string): Resolved {
  return JSON.parse(text) as Resolved;
}

describe.skipIf(!has_valkey)("a resolution on servers that share their work", () => {
  it("is that of a server alone, also when one that has work of it is killed", async () => {
    await SharingServers.run(TRAINS, async (sharing) => {
      const [asked, ...victims] = sharing.servers;
      let killed = 0;
      for (let round = 0; killed < KILLS && round < ROUNDS_MAX; round++) {
        const victim = victims[round % victims.length] ?? asked;
        await sharing.forget();
        await sharing.untilUp();
        const before = await workOf(victim);
        let [has_ended, had_work] = [false, false];
        const answering = sharing.resolve(asked).finally(() => {
          has_ended = true;
        });
        while (!has_ended && !had_work) {
          const { taken, done } = await workOf(victim);
          had_work = taken > done && taken !== before.taken;
        }
        await victim.kill();
        const answer = await answering;
        expect(answer).toBe(await sharing.resolveAlone());
        expect(read(answer).solved.length).toBeGreaterThan(0);
        victim.launch();
        await victim.ready();
        if (had_work) killed++;
      }
      expect(killed).toBe(KILLS);
    });
  });

  it("fails for the caller when the server that was asked is killed, and another one answers it", async () => {
    await SharingServers.run(TRAINS, async (sharing) => {
      const [asked, other] = sharing.servers;
      let killed = 0;
      for (let round = 0; killed < KILLS && round < ROUNDS_MAX; round++) {
        await sharing.forget();
        await sharing.untilUp();
        const answering = sharing.resolve(asked).catch(() => null);
        // What was sent before has been read by then.
        await readiness(asked);
        await asked.kill();
        const answer = await answering;
        const again = await sharing.resolve(other);
        expect(again).toBe(await sharing.resolveAlone());
        expect([null, again]).toContain(answer);
        if (answer === null) killed++;
        asked.launch();
        await asked.ready();
      }
      expect(killed).toBe(KILLS);
    });
  });
});
