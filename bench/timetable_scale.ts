/**
 * Timetables of real size through the real server in a process of its own, embedded PostgreSQL beside
 * it: 823 trains (summaries cold and warm, projection of all on one path), 1,400 trains with conflicts,
 * 29,000 trains stored, simulated and searched for conflicts. Each part on a fresh server whose network
 * is loaded and whose results are not; every train has a margin of its own, so none shares a run.
 * Counts and outcomes are checked; figures stand beside their targets.
 * Run a part alone with `node dist/bench/timetable_scale.js 823|1400|29000`.
 */
import assert from "node:assert/strict";
import { SingleBar } from "cli-progress";
import * as v from "valibot";
import { type Api, Conflicts, Summaries } from "./demo/api.ts";
import {
  BASE_URL,
  makeNetwork,
  onServer,
  prepare,
  type Stored,
  storeTrains,
  timed,
  type World,
} from "./scale_world.ts";
import { BenchServers, cpuSeconds, peakMemoryMib } from "./servers.ts";

/** As a front-end asks for what it shows, and as a script for everything. */
const CLIENT_BATCH = 100;
const SCRIPT_BATCH = 1_000;
/** Requests of one client at a time. */
const LANES = 2;
const WARM_ROUNDS = 5;

const Projections = v.record(
  v.string(),
  v.object({ space_time_curves: v.array(v.unknown()), signal_updates: v.array(v.unknown()) }),
);
const AnyPath = v.looseObject({
  status: v.literal("success"),
  track_section_ranges: v.array(v.unknown()),
  routes: v.array(v.string()),
  blocks: v.array(v.string()),
});

function report(what: string, figure: number, target: number, unit = "s"): void {
  const verdict = figure <= target ? "" : "  MISSED";
  const shown = `${figure.toFixed(unit === "s" ? 3 : 0)} ${unit}`;
  console.log(`${what.padEnd(44)} ${shown.padStart(12)}   target ${target} ${unit}${verdict}`);
}

/**
 * Summaries of all trains, each of which must run; returns how many have a margin that no run meets,
 * which is an outcome of the method (engine.md 5.4) and must stay rare.
 */
async function askSummaries(
  api: Api,
  { infra_id, electrical_profile_set_id }: Stored,
  { ids, batch, tell = () => undefined }: Asked,
): Promise<void> {
  const path = "/train_schedule/simulations_summary";
  const batches = Array.from({ length: Math.ceil(ids.length / batch) }, (_, i) =>
    ids.slice(i * batch, (i + 1) * batch),
  );
  let answer_count = 0;
  const runLane = async (): Promise<void> => {
    for (let own = batches.shift(); own !== undefined; own = batches.shift()) {
      const body = { infra_id, electrical_profile_set_id, ids: own };
      const answer = await api.post(path, body, Summaries);
      for (const { status } of Object.values(answer)) assert.equal(status, "success");
      answer_count += own.length;
      assert.equal(Object.keys(answer).length, own.length);
      tell(answer_count);
    }
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
  assert.equal(answer_count, ids.length);
}

interface Asked {
  readonly ids: readonly number[];
  readonly batch: number;
  readonly tell?: (count: number) => void;
}

/** The number of conflicts, all of trains that are there. */
async function askConflicts(
  api: Api,
  { infra_id, electrical_profile_set_id, timetable_id }: Stored,
  ids: readonly number[],
): Promise<number> {
  const run = `infra_id=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
  const conflicts = await api.get(`/timetable/${timetable_id}/conflicts?${run}`, Conflicts);
  const known = new Set(ids);
  for (const { train_ids } of conflicts) {
    assert.ok(train_ids.length > 1 && train_ids.every((id) => known.has(id)));
  }
  assert.ok(conflicts.length > 0);
  return conflicts.length;
}

async function benchSummaries({ api }: World): Promise<void> {
  const stored = await prepare(api, makeNetwork({ train_count: 823 }));
  const ids = await storeTrains(api, stored);
  const ask = () => askSummaries(api, stored, { ids, batch: CLIENT_BATCH });
  const [, cold_s] = await timed(ask);
  report("823 trains, all summaries, cold", cold_s, 3);
  let warm_s = Number.POSITIVE_INFINITY;
  for (let round = 0; round < WARM_ROUNDS; round++) {
    const [, round_s] = await timed(ask);
    warm_s = Math.min(warm_s, round_s);
  }
  report(`823 trains, all summaries, warm (best of ${WARM_ROUNDS})`, warm_s, 0.2);
  const { infra_id, electrical_profile_set_id } = stored;
  const path = await api.get(`/train_schedule/${ids[0]}/path?infra_id=${infra_id}`, AnyPath);
  const { track_section_ranges, routes, blocks } = path;
  const body = {
    infra_id,
    electrical_profile_set_id,
    ids,
    path: { track_section_ranges, routes, blocks },
  };
  const project = () => api.post("/v2/train_schedule/project_path", body, Projections);
  const [projected, projection_s] = await timed(project);
  assert.equal(Object.keys(projected).length, ids.length);
  const own = projected[ids[0] ?? 0];
  assert.ok(own?.space_time_curves.length === 1 && own.signal_updates.length > 0);
  const [again] = await timed(project);
  assert.deepEqual(again, projected);
  report("823 trains, projection of all on one path", projection_s, 1);
}

async function benchConflicts({ api }: World): Promise<void> {
  const stored = await prepare(api, makeNetwork({ train_count: 1_400 }));
  const ids = await storeTrains(api, stored);
  const [count, cold_s] = await timed(() => askConflicts(api, stored, ids));
  report(`1,400 trains, ${count} conflicts, cold`, cold_s, 10);
  const [again, warm_s] = await timed(() => askConflicts(api, stored, ids));
  assert.equal(again, count);
  console.log(`${"the same again".padEnd(44)} ${warm_s.toFixed(3).padStart(10)} s`);
}

/** A day of a country: 141 lines of 200 km. */
async function benchCountry({ api, pid }: World): Promise<void> {
  const network = makeNetwork({ line_count: 141, train_count: 29_000 });
  const [stored, import_s] = await timed(() => prepare(api, network));
  const { railjson, train_schedules } = network;
  const sections = `${railjson.track_sections.length} track sections`;
  console.log(`(network of ${sections} imported in ${import_s.toFixed(1)} s)`);
  const idle_s = cpuSeconds(pid);
  const format = "{what} [{bar}] {value}/{total} {duration}s";
  const bar = new SingleBar({ format, hideCursor: true, noTTYOutput: true, notTTYSchedule: 5000 });
  const total = train_schedules.length;
  const startBar = (what: string) => {
    bar.start(total, 0, { what });
    return (count: number): void => bar.update(count);
  };
  const [ids, store_s] = await timed(() => storeTrains(api, stored, startBar("stored   ")));
  bar.stop();
  const tell = startBar("simulated");
  const [, simulate_s] = await timed(() =>
    askSummaries(api, stored, { ids, batch: SCRIPT_BATCH, tell }),
  );
  bar.stop();
  const [count, conflicts_s] = await timed(() => askConflicts(api, stored, ids));
  console.log(
    `stored in ${store_s.toFixed(1)} s, simulated in ${simulate_s.toFixed(1)} s, ` +
      `${count} conflicts in ${conflicts_s.toFixed(1)} s`,
  );
  report("29,000 trains, all of it", store_s + simulate_s + conflicts_s, 120);
  const busy_s = cpuSeconds(pid) - idle_s;
  console.log(`(the server's threads were busy for ${busy_s.toFixed(1)} s)`);
  report("peak memory of the server", peakMemoryMib(pid), 4_096, "MiB");
  const metrics = await (await fetch(`${BASE_URL}/metrics`)).text();
  const cached = /^marey_derived_cache_bytes (\d+)/m.exec(metrics)?.[1];
  if (cached !== undefined)
    console.log(`(cached results: ${Math.round(Number(cached) / 2 ** 20)} MiB)`);
}

const PARTS: Readonly<Record<string, (world: World) => Promise<void>>> = {
  "823": benchSummaries,
  "1400": benchConflicts,
  "29000": benchCountry,
};

const asked = process.argv.slice(2);
await BenchServers.run(async (servers) => {
  for (const [name, work] of Object.entries(PARTS)) {
    if (asked.length === 0 || asked.includes(name)) await onServer(servers, name, work);
  }
});
