/**
 * Servers that share work: one of them is killed while it does work of a large request that another has been
 * asked for, and comes again. Each answer is compared with that of a server that shares nothing.
 */
import { expect } from "vitest";
import { given } from "../../src/platform/given.ts";
import type { ServerProcess } from "../faults/server_process.ts";
import { SharingServers, workOf } from "./sharing_servers.ts";

export interface KillRounds {
  readonly trains: number;
  /** Of a server that has work in hands. */
  readonly kills: number;
}

/** Asks the first server, and kills another one as soon as it has work of that; whether it had. */
async function killOne(
  sharing: SharingServers,
  train_count: number,
  victim: ServerProcess,
): Promise<boolean> {
  await sharing.forget();
  await sharing.untilUp();
  const before = await workOf(victim);
  let has_ended = false;
  const answer = sharing.ask(sharing.servers[0]).finally(() => {
    has_ended = true;
  });
  let had_work = false;
  while (!has_ended && !had_work) {
    const { taken, done } = await workOf(victim);
    had_work = taken > done && taken !== before.taken;
  }
  await victim.kill();
  const text = await answer;
  expect(text).toBe(await sharing.askJudge());
  expect(text.split("\n")).toHaveLength(train_count + 2);
  victim.launch();
  await victim.ready();
  return had_work;
}

/** Which server takes work depends on who is free first: rounds go on until there have been so many kills. */
export async function killInRounds({ trains, kills }: KillRounds): Promise<void> {
  await SharingServers.run(trains, async (sharing) => {
    const [, ...victims] = sharing.servers;
    for (let round = 0, killed = 0; killed < kills; round++) {
      const victim = given(victims[round % victims.length], "there are other servers");
      if (await killOne(sharing, trains, victim)) killed++;
    }
  });
}
