/**
 * A timetable tried on many days, through a server process: 300 and 1,400 trains in planned order and first come, with
 * drawn entries and stops. Beside it `/health` is asked ten times a second. The first request computes the runs.
 * Then trains are reported late, one after the other, and the day is forecast each time; proposals for it with five of
 * them late, and with all; last, ten thousand reports in one body.
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
/** Reports of the forecast's part, each followed by a forecast. */
const ROUNDS = 20;
/** Trains that are late when proposals are asked for first. */
const LATE = 5;
const REPORTS = 10_000;

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

const Forecast = v.looseObject({
  trains: v.array(
    v.looseObject({
      train: v.looseObject({ kind: v.string(), id: v.number() }),
      stops: v.array(v.looseObject({ stop: v.nullable(v.string()), planned_arrival: v.string() })),
    }),
  ),
});

const Proposals = v.looseObject({
  delay_seconds: v.number(),
  missed_stops: v.number(),
  proposals: v.array(v.looseObject({ delay_seconds: v.number(), missed_stops: v.number() })),
});

async function benchProposals({ api }: World, timetable_id: number, run: string): Promise<void> {
  const [found, seconds] = await timed(async () =>
    api.post(`/timetable/${timetable_id}/proposals?${run}`, { horizon: "PT2H" }, Proposals),
  );
  const told = (one: { readonly delay_seconds: number; readonly missed_stops: number }) =>
    `${(one.delay_seconds / 60).toFixed(0)} min late, ${one.missed_stops} stops missed`;
  const [best] = found.proposals;
  const after = best === undefined ? "nothing better" : told(best);
  console.log(`proposals in ${seconds.toFixed(2)} s: ${told(found)} before, ${after}`);
}

async function benchReports({ api }: World, timetable_id: number): Promise<void> {
  const at = "2026-03-02T08:00:00Z";
  const reports = Array.from({ length: REPORTS }, (_, i) => ({
    train: { kind: "train_schedule", id: 1 + (i % 100) },
    event: "departed",
    stop: `stop-${i}`,
    at,
    observed_at: at,
  }));
  const [, seconds] = await timed(async () =>
    api.post(`/timetable/${timetable_id}/reports`, reports, v.unknown()),
  );
  console.log(`${REPORTS} reports in one body: ${seconds.toFixed(2)} s`);
}

/** A train is reported late, and all are asked for. */
async function benchForecast(world: World, timetable_id: number, run: string): Promise<void> {
  const { api } = world;
  const ask = async () => api.get(`/timetable/${timetable_id}/forecast?${run}`, Forecast);
  const { trains } = await ask();
  const reported_ms: number[] = [];
  const forecast_ms: number[] = [];
  for (const [i, { train, stops }] of trains.slice(0, ROUNDS).entries()) {
    const { stop, planned_arrival } = stops[0] ?? {};
    const at = new Date(Date.parse(planned_arrival ?? "") + 300_000).toISOString();
    const report = { train, event: "departed", stop, at, observed_at: at };
    const post = async () => api.post(`/timetable/${timetable_id}/reports`, [report], v.unknown());
    reported_ms.push(1000 * (await timed(post))[1]);
    forecast_ms.push(1000 * (await timed(ask))[1]);
    if (i + 1 === LATE) await benchProposals(world, timetable_id, run);
  }
  await benchProposals(world, timetable_id, run);
  await benchReports(world, timetable_id);
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  console.log(
    `${trains.length} trains: a report ${median(reported_ms).toFixed(1)} ms, the forecast ${median(forecast_ms).toFixed(0)} ms (medians of ${ROUNDS})`,
  );
}

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
  await benchForecast(world, stored.timetable_id, run);
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
