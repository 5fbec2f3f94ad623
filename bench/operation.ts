/**
 * Running days, through a server process: the demo, and 300 and 1,400 trains. Trains are reported late, one after the
 * other, and the day is forecast each time. Proposals are asked for with five of them late, as the first request of
 * that kind and again, and with all: when the first is told, and when the answer is whole. Last, ten thousand reports
 * in one body. Run a part alone with `node dist/bench/operation.js demo|300|1400`.
 */
import { availableParallelism, loadavg } from "node:os";
import * as v from "valibot";
import { importNetwork } from "./demo/import_network.ts";
import { benchLiveDay } from "./live_day.ts";
import { generateNetwork } from "./network.ts";
import {
  BASE_URL,
  makeNetwork,
  makeSharedNetwork,
  onServer,
  prepare,
  splitTexts,
  storeTrains,
  timed,
  type World,
} from "./scale_world.ts";
import { BenchServers, peakMemoryMib } from "./servers.ts";

/** Reports, each followed by a forecast. */
const ROUNDS = 20;
/** Trains that are late when proposals are asked for first. */
const LATE = 5;
const LATE_MS = 300_000;
const REPORTS = 10_000;

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

interface Asked {
  readonly timetable_id: number;
  /** Query of the network. */
  readonly run: string;
}

/** Lines of an answer, each with the seconds after which it came. */
async function readLines(path: string, body: object): Promise<{ text: string; at_s: number }[]> {
  const start_ms = performance.now();
  const answer = await fetch(`${BASE_URL}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/x-ndjson" },
    body: JSON.stringify(body),
  });
  const lines: { text: string; at_s: number }[] = [];
  for await (const text of splitTexts(answer.body, "\n")) {
    lines.push({ text, at_s: (performance.now() - start_ms) / 1000 });
  }
  return lines;
}

async function benchProposals({ timetable_id, run }: Asked, what: string): Promise<void> {
  const path = `/timetable/${timetable_id}/proposals?${run}`;
  const lines = await readLines(path, { horizon: "PT2H" });
  const told = lines.map(({ text, at_s }) => ({ at_s, ...v.parse(Proposals, JSON.parse(text)) }));
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined) throw new Error("no proposals are told");
  const costOf = (one: v.InferOutput<typeof Proposals>["proposals"][number] | undefined) =>
    one === undefined
      ? "nothing better"
      : `${(one.delay_seconds / 60).toFixed(0)} min late, ${one.missed_stops} stops missed`;
  console.log(
    `proposals, ${what}: the first in ${first.at_s.toFixed(2)} s (${costOf(first.proposals[0])}), ` +
      `all in ${last.at_s.toFixed(2)} s (${costOf(last.proposals[0])}); without ${costOf(last)}`,
  );
}

async function benchReports({ api }: World, { timetable_id }: Asked): Promise<void> {
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
async function benchDay(world: World, asked: Asked): Promise<void> {
  const { api } = world;
  const path = `/timetable/${asked.timetable_id}`;
  const ask = async () => api.get(`${path}/forecast?${asked.run}`, Forecast);
  const { trains } = await ask();
  const reported_ms: number[] = [];
  const forecast_ms: number[] = [];
  for (const [i, { train, stops }] of trains.slice(0, ROUNDS).entries()) {
    const { stop, planned_arrival } = stops[0] ?? {};
    const at = new Date(Date.parse(planned_arrival ?? "") + LATE_MS).toISOString();
    const report = { train, event: "departed", stop, at, observed_at: at };
    const post = async () => api.post(`${path}/reports`, [report], v.unknown());
    reported_ms.push(1000 * (await timed(post))[1]);
    forecast_ms.push(1000 * (await timed(ask))[1]);
    if (i + 1 !== LATE) continue;
    await benchProposals(asked, `${LATE} trains late, the first request`);
    await benchProposals(asked, `${LATE} trains late, again`);
  }
  await benchProposals(asked, `${ROUNDS} trains late`);
  await benchReports(world, asked);
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const [load = 0] = loadavg();
  console.log(
    `${trains.length} trains: a report ${median(reported_ms).toFixed(1)} ms, the forecast ${median(forecast_ms).toFixed(0)} ms (medians of ${ROUNDS}); ` +
      `memory at most ${peakMemoryMib(world.pid).toFixed(0)} MiB; load ${load.toFixed(1)} on ${availableParallelism()} cores`,
  );
}

async function storeDemo({ api }: World): Promise<Asked> {
  return askFor(await importNetwork(api, generateNetwork()));
}

async function storeMany({ api }: World, train_count: number): Promise<Asked> {
  const stored = await prepare(api, makeNetwork({ train_count }));
  await storeTrains(api, stored);
  return askFor(stored);
}

function askFor(stored: Awaited<ReturnType<typeof importNetwork>>): Asked {
  const { timetable_id, infra_id, electrical_profile_set_id } = stored;
  return {
    timetable_id,
    run: `infra=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`,
  };
}

/** The trains of a country's day. */
async function storeCountry({ api }: World): Promise<Asked> {
  const stored = await prepare(api, makeSharedNetwork({ line_count: 141, train_count: 29_000 }));
  await storeTrains(api, stored);
  return askFor(stored);
}

const PARTS = {
  demo: { store: storeDemo, bench: benchDay },
  "300": { store: async (world: World) => storeMany(world, 300), bench: benchDay },
  "1400": { store: async (world: World) => storeMany(world, 1_400), bench: benchDay },
  "1400-live": { store: async (world: World) => storeMany(world, 1_400), bench: benchLiveDay },
  "29000": { store: storeCountry, bench: benchLiveDay },
};

const wanted = process.argv.slice(2);
await BenchServers.run(async (servers) => {
  for (const [name, { store, bench }] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n${name}`);
    const database = `operation_${name.replace("-", "_")}`;
    await onServer(servers, database, async (world) => bench(world, await store(world)));
  }
});
