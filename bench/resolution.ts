/**
 * Conflicts that resolve themselves, through a server process: timetables of 300 and 1,400 trains whose runs are
 * known, all conflicts with what is allowed by default. Beside it `/health` is asked ten times a second.
 * Run a part alone with `node dist/bench/resolution.js 300|1400`.
 */
import { availableParallelism, loadavg } from "node:os";
import * as v from "valibot";
import {
  BASE_URL,
  makeNetwork,
  onServer,
  prepare,
  storeTrains,
  timed,
  type World,
} from "./scale_world.ts";
import { BenchServers, peakMemoryMib } from "./servers.ts";

const HEALTH_EVERY_MS = 100;

const Answer = v.looseObject({
  changes: v.array(v.unknown()),
  solved: v.array(v.unknown()),
  left: v.array(v.looseObject({ reason: v.string() })),
  cost: v.number(),
  bound: v.number(),
  work: v.number(),
});

async function benchTimetable(world: World, train_count: number): Promise<void> {
  const stored = await prepare(world.api, makeNetwork({ train_count }));
  await storeTrains(world.api, stored);
  const { timetable_id, infra_id, electrical_profile_set_id } = stored;
  const run = `infra=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
  const path = `/timetable/${timetable_id}`;
  const conflicts = await world.api.get(`${path}/conflicts?${run}`, v.array(v.unknown()));
  const health_ms: number[] = [];
  const timer = setInterval(() => {
    void timed(async () => (await fetch(`${BASE_URL}/health`)).text()).then(([, seconds]) => {
      health_ms.push(1000 * seconds);
    });
  }, HEALTH_EVERY_MS);
  for (const deadline of ["PT10S", "PT60S"]) {
    const [answer, seconds] = await timed(async () =>
      world.api.post(`${path}/resolution?${run}`, { deadline }, Answer),
    );
    const reasons = answer.left.map(({ reason }) => reason);
    console.log(
      `${train_count} trains, ${conflicts.length} conflicts, ${deadline}: ${seconds.toFixed(1)} s, ` +
        `${answer.solved.length} solved by ${answer.changes.length} changes, ${reasons.length} left ` +
        `(${[...new Set(reasons)].join(", ")}), ${answer.cost.toFixed(1)} min, at least ` +
        `${answer.bound.toFixed(1)}, work ${(answer.work / 1e6).toFixed(0)} million`,
    );
  }
  clearInterval(timer);
  const [load = 0] = loadavg();
  console.log(
    `/health at most ${Math.max(...health_ms).toFixed(0)} ms; memory at most ` +
      `${peakMemoryMib(world.pid).toFixed(0)} MiB; load ${load.toFixed(1)} on ${availableParallelism()} cores`,
  );
}

const asked = process.argv.slice(2);
await BenchServers.run(async (servers) => {
  for (const count of [300, 1_400]) {
    if (asked.length > 0 && !asked.includes(String(count))) continue;
    await onServer(servers, `resolution_${count}`, async (world) => benchTimetable(world, count));
  }
});
