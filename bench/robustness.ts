/**
 * A timetable tried on many days, through a server process: 300 and 1,400 trains in planned order and first come, with
 * drawn entries and stops. Beside it `/health` is asked ten times a second. The first request computes the runs.
 * Run a part alone with `node dist/bench/robustness.js 300|1400`.
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
const DAYS = 1000;

const Answer = v.looseObject({
  all: v.looseObject({
    punctual: v.array(v.looseObject({ within_seconds: v.number(), share: v.number() })),
    mean_seconds: v.nullable(v.number()),
  }),
  knock_on_seconds_per_day: v.number(),
  deadlocked_days: v.number(),
  left_out: v.array(v.unknown()),
});

const DELAYS = [
  { of: "entry", share: 0.4, exponential: { mean: "PT3M" }, max: "PT30M" },
  { of: "stops", share: 0.2, exponential: { mean: "PT1M" }, max: "PT10M" },
];

async function benchTimetable(world: World, train_count: number): Promise<void> {
  const stored = await prepare(world.api, makeNetwork({ train_count }));
  await storeTrains(world.api, stored);
  const { timetable_id, infra_id, electrical_profile_set_id } = stored;
  const run = `infra=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
  const health_ms: number[] = [];
  const timer = setInterval(() => {
    void timed(async () => (await fetch(`${BASE_URL}/health`)).text()).then(([, seconds]) => {
      health_ms.push(1000 * seconds);
    });
  }, HEALTH_EVERY_MS);
  for (const [days, order] of [
    [1, "planned"],
    [DAYS, "planned"],
    [DAYS, "first_come"],
  ] as const) {
    const [answer, seconds] = await timed(async () =>
      world.api.post(
        `/timetable/${timetable_id}/robustness?${run}`,
        { delays: DELAYS, days, order },
        Answer,
      ),
    );
    const { all, knock_on_seconds_per_day, deadlocked_days, left_out } = answer;
    const shares = all.punctual.map(({ share }) => `${(100 * share).toFixed(1)} %`);
    console.log(
      `${train_count} trains, ${days} days, ${order}: ${seconds.toFixed(1)} s; within 1, 3, 5 min ` +
        `${shares.join(", ")}, mean ${all.mean_seconds?.toFixed(0) ?? "none"} s, knock-on ` +
        `${(knock_on_seconds_per_day / 60).toFixed(0)} min a day, ${deadlocked_days} days with deadlocks, ` +
        `${left_out.length} trains left out`,
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
    await onServer(servers, `robustness_${count}`, async (world) => benchTimetable(world, count));
  }
});
