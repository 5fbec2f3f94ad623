/**
 * Servers that share work: one of them is killed while it does work of a large request that another has been
 * asked for, and comes again. Each answer is compared with that of a server that shares nothing.
 */
import { expect } from "vitest";
import type { ServerProcess } from "../faults/server_process.ts";
import { SharingServers, workOf } from "./sharing_servers.ts";

export interface KillRounds {
  readonly trains: number;
  /** Of a server that has work in hands. */
  readonly kills: number;
}

interface Timed {
  readonly had_work: boolean;
  readonly took_ms: number;
}

/** Asks the first server; null: nobody is killed. */
async function timeOne(
  sharing: SharingServers,
  train_count: number,
  victim: ServerProcess | null,
): Promise<Timed> {
  await sharing.forget();
  await sharing.untilUp();
  const before = victim === null ? null : await workOf(victim);
  const started_ms = performance.now();
  let has_ended = false;
  const answer = sharing.ask(sharing.servers[0]).finally(() => {
    has_ended = true;
  });
  let had_work = false;
  while (victim !== null && !has_ended && !had_work) {
    const { taken, done } = await workOf(victim);
    had_work = taken > done && taken !== before?.taken;
  }
  await victim?.kill();
  const text = await answer;
  const took_ms = performance.now() - started_ms;
  expect(text).toBe(await sharing.askJudge());
  expect(text.split("\n")).toHaveLength(train_count + 2);
  victim?.launch();
  await victim?.ready();
  return { had_work, took_ms };
}

/** Which server takes work depends on who is free first: rounds go on until there have been so many kills. */
export async function killInRounds({ trains, kills }: KillRounds): Promise<void> {
  await SharingServers.run(trains, async (sharing) => {
    const [, ...victims] = sharing.servers;
    for (let round = 0, killed = 0; killed < kills; round++) {
      const { had_work } = await timeOne(sharing, trains, victims[round % victims.length] ?? null);
      if (had_work) killed++;
    }
  });
}

/** By how much each of the answers took longer than one without a kill just before. */
export async function timeKills({ trains, kills }: KillRounds): Promise<number[]> {
  const later_ms: number[] = [];
  await SharingServers.run(trains, async (sharing) => {
    const [, ...victims] = sharing.servers;
    // The first one has a network to compile and cold threads: beside it no delay would show.
    await timeOne(sharing, trains, null);
    for (let round = 0; later_ms.length < kills; round++) {
      // One each: what else the machine does changes within minutes.
      const undisturbed = await timeOne(sharing, trains, null);
      const victim = victims[round % victims.length] ?? null;
      const { had_work, took_ms } = await timeOne(sharing, trains, victim);
      if (had_work) later_ms.push(took_ms - undisturbed.took_ms);
    }
  });
  return later_ms;
}
