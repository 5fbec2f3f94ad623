/**
 * Bench: one cold request for many trains, by servers of one thread each: one that shares nothing, one with an
 * empty Valkey beside it (which must not be slower), two that share the work. Each round on servers that have
 * just started, in turn; all answers are compared. Needs a quiet machine of two cores or more.
 * `node dist/bench/shared_work.js [trains] [rounds]`.
 */
import { availableParallelism } from "node:os";
import { type TimedRun, withSharedRuns } from "./shared_runs.ts";

const TRAINS = 2000;
const ROUNDS = 5;
const FASTER_MIN = 1.7;
const SLOWER_MAX = 1.03;
const CASES = [
  { name: "one server, no Valkey", servers: 0, is_warm: false },
  { name: "one server, empty Valkey", servers: 1, is_warm: false },
  { name: "two servers, empty Valkey", servers: 2, is_warm: false },
  { name: "one server, full Valkey", servers: 1, is_warm: true },
] as const;

async function main(): Promise<void> {
  const [trains = TRAINS, rounds = ROUNDS] = process.argv.slice(2).map(Number);
  console.log(`${trains} trains, ${rounds} rounds, ${availableParallelism()} cores`);
  const is_done = await withSharedRuns(trains, async (time) => {
    const runs = CASES.map((): TimedRun[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [i, one] of CASES.entries()) runs[i]?.push(await time(one));
    }
    const best_s = runs.map((of_case) => Math.min(...of_case.map(({ s }) => s)));
    for (const [i, { name }] of CASES.entries()) {
      const all = runs[i]?.map(({ s }) => s.toFixed(2)).join(" ");
      const cpu = runs[i]?.map(({ cpu_s }) => cpu_s.toFixed(2)).join(" ");
      console.log(
        `${name.padEnd(28)} ${best_s[i]?.toFixed(2).padStart(7)} s  (${all}; CPU ${cpu})`,
      );
    }
    const [alone = 0, empty = 0, two = 0] = best_s;
    tell("two servers are faster", empty / two, empty / two >= FASTER_MIN, `>= ${FASTER_MIN}`);
    tell("an empty Valkey costs", empty / alone, empty / alone <= SLOWER_MAX, `<= ${SLOWER_MAX}`);
  });
  if (!is_done) console.log("shared_work: SKIPPED, no valkey-server and no redis-server on PATH");
}

function tell(what: string, times: number, is_met: boolean, target: string): void {
  const verdict = is_met ? "" : "  MISSED";
  console.log(`${what}: ${times.toFixed(2)} times, target ${target}${verdict}`);
}

await main();
