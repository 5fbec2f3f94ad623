/**
 * Conflicts that are kept, and trials on them, through a server process, embedded PostgreSQL beside it, in one
 * run: the whole answer made from nothing while every run is cached (what it cost before it was kept), kept
 * and unchanged, and after one train was really moved; `what_if` of one moved train, and of one that needs a
 * new run; single reads alone and beside 20 trials a second. Each train has a run of its own, but in `shared`,
 * where equal ones run alike. Answers are checked: a trial counts the conflicts that there are afterwards.
 * Run a part alone with `node dist/bench/what_if.js 1400|29000|shared`.
 */
import assert from "node:assert/strict";
import * as v from "valibot";
import { Conflicts } from "./demo/api.ts";
import type { GeneratedNetwork } from "./network.ts";
import {
  BASE_URL,
  makeIdleWorks,
  makeNetwork,
  makeSharedNetwork,
  onServer,
  prepare,
  type Stored,
  storeTrains,
  type World,
} from "./scale_world.ts";
import { BenchServers } from "./servers.ts";

const ROUNDS = 3;
const TRIALS = 40;
/** Rounds of trials before the one that is timed: of each train that is dragged there are hundreds. */
const WARM_UP_ROUNDS = 50;
const TRIAL_EVERY_MS = 50;
const READ_MS = 5_000;
const SUMMARY_BATCH = 500;

const Answer = v.object({
  trains: v.array(v.unknown()),
  conflicts: v.object({
    gone: v.array(v.unknown()),
    new: v.array(v.unknown()),
    count_before: v.number(),
    count_after: v.number(),
  }),
});
const Train = v.looseObject({ start_time: v.string() });

interface Bench extends Stored {
  readonly world: World;
  readonly ids: readonly number[];
  readonly run: string;
}

async function timed_ms<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start_ms = performance.now();
  const value = await work();
  return [value, performance.now() - start_ms];
}

function print(what: string, times_ms: readonly number[], more = ""): void {
  const sorted = [...times_ms].sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  console.log(
    `${what.padEnd(52)} min ${at(0)} ms, median ${at(0.5)} ms, p99 ${at(0.99)} ms${more}`,
  );
}

async function askWhole({ world, timetable_id, run }: Bench, more = ""): Promise<number> {
  const answer = await fetch(`${BASE_URL}/timetable/${timetable_id}/conflicts?${run}${more}`);
  assert.equal(answer.status, 200);
  const text = await answer.text();
  assert.ok(world.pid > 0 && text.startsWith("["));
  return text.length;
}

/** In requests of their own, each within its deadline. */
async function computeRuns({
  world,
  ids,
  infra_id,
  electrical_profile_set_id,
}: Bench): Promise<void> {
  for (let i = 0; i < ids.length; i += SUMMARY_BATCH) {
    const body = { infra_id, electrical_profile_set_id, ids: ids.slice(i, i + SUMMARY_BATCH) };
    await world.api.post(
      "/train_schedule/simulations_summary",
      body,
      v.record(v.string(), v.unknown()),
    );
  }
}

/** All runs are cached: other works are another question, so everything else is done anew. */
async function benchFromNothing(bench: Bench): Promise<number[]> {
  const times_ms: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const work_schedule_group_id = await makeIdleWorks(bench.world.api, `round ${round}`);
    const more = `&work_schedule_group_id=${work_schedule_group_id}`;
    const [, time_ms] = await timed_ms(() => askWhole(bench, more));
    times_ms.push(time_ms);
  }
  return times_ms;
}

async function tryChange(
  { world, timetable_id, run }: Bench,
  change: unknown,
): Promise<v.InferOutput<typeof Answer>> {
  return await world.api.post(
    `/timetable/${timetable_id}/what_if?${run}`,
    { changes: [change] },
    Answer,
  );
}

function someIds({ ids }: Bench): number[] {
  return Array.from({ length: TRIALS }, (_, i) => ids[Math.floor((i * ids.length) / TRIALS)] ?? 0);
}

async function benchShifts(bench: Bench): Promise<number[]> {
  const times_ms: number[] = [];
  let told_count = 0;
  for (const id of someIds(bench)) {
    const change = { kind: "train_schedule", id, shift: "PT4M" };
    const [{ conflicts }, time_ms] = await timed_ms(() => tryChange(bench, change));
    assert.equal(
      conflicts.count_after - conflicts.count_before,
      conflicts.new.length - conflicts.gone.length,
    );
    told_count += conflicts.new.length + conflicts.gone.length;
    times_ms.push(time_ms);
  }
  assert.ok(told_count > 0);
  return times_ms;
}

/** Another initial speed: a run that nobody has asked for yet. */
async function benchNewRuns(bench: Bench): Promise<number[]> {
  const times_ms: number[] = [];
  for (const id of someIds(bench)) {
    const stored = await bench.world.api.get(`/train_schedule/${id}`, Train);
    const train = { ...stored, margins: { boundaries: [], values: ["7.531%"] } };
    const [, time_ms] = await timed_ms(() =>
      tryChange(bench, { kind: "train_schedule", id, train }),
    );
    times_ms.push(time_ms);
  }
  return times_ms;
}

/** A train is really moved; the trial before tells how many conflicts there are then. */
async function benchMoved(bench: Bench): Promise<number[]> {
  const { api } = bench.world;
  const times_ms: number[] = [];
  for (const id of someIds(bench).slice(0, ROUNDS)) {
    const { conflicts } = await tryChange(bench, { kind: "train_schedule", id, shift: "PT4M" });
    const stored = await api.get(`/train_schedule/${id}`, Train);
    const start_time = new Date(Date.parse(stored.start_time) + 240_000).toISOString();
    const answer = await fetch(`${BASE_URL}/train_schedule/${id}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...stored, start_time }),
    });
    assert.equal(answer.status, 200);
    const [, time_ms] = await timed_ms(() => askWhole(bench));
    times_ms.push(time_ms);
    const path = `/timetable/${bench.timetable_id}/conflicts?${bench.run}`;
    assert.equal((await api.get(path, Conflicts)).length, conflicts.count_after);
  }
  return times_ms;
}

/** Single reads, one after the other. */
async function readAlone({ ids }: Bench): Promise<number[]> {
  const times_ms: number[] = [];
  for (const end_ms = performance.now() + READ_MS; performance.now() < end_ms; ) {
    const id = ids[times_ms.length % ids.length];
    const [status, time_ms] = await timed_ms(async () => {
      const answer = await fetch(`${BASE_URL}/train_schedule/${id}`);
      await answer.arrayBuffer();
      return answer.status;
    });
    assert.equal(status, 200);
    times_ms.push(time_ms);
  }
  return times_ms;
}

/** Trials that are refused have no time. */
async function readBesideTrials(bench: Bench): Promise<[reads: number[], trials: number[]]> {
  const trials: Promise<number[]>[] = [];
  const change = { kind: "train_schedule", id: bench.ids[0], shift: "PT3M" };
  const tryOnce = async (): Promise<number[]> => {
    try {
      return [(await timed_ms(() => tryChange(bench, change)))[1]];
    } catch {
      return [];
    }
  };
  const timer = setInterval(() => trials.push(tryOnce()), TRIAL_EVERY_MS);
  const reads = await readAlone(bench);
  clearInterval(timer);
  const times_ms = (await Promise.all(trials)).flat();
  if (times_ms.length < trials.length) {
    console.log(`${trials.length - times_ms.length} of ${trials.length} trials were refused`);
  }
  return [reads, times_ms];
}

async function benchTimetable(world: World, network: GeneratedNetwork): Promise<void> {
  const stored = await prepare(world.api, network);
  const ids = await storeTrains(world.api, stored);
  const run = `infra=${stored.infra_id}&electrical_profile_set_id=${stored.electrical_profile_set_id}`;
  const bench: Bench = { ...stored, world, ids, run };
  await computeRuns(bench);
  const [bytes, cold_ms] = await timed_ms(() => askWhole(bench));
  console.log(
    `${ids.length} trains: first answer with runs cached ${(cold_ms / 1000).toFixed(1)} s, ${bytes} bytes`,
  );
  const whole_ms = await benchFromNothing(bench);
  print("whole answer from nothing, runs cached", whole_ms);
  const kept_ms: number[] = [];
  for (let i = 0; i < TRIALS; i++) kept_ms.push((await timed_ms(() => askWhole(bench)))[1]);
  print("whole answer, kept", kept_ms);
  for (let i = 0; i < WARM_UP_ROUNDS; i++) await benchShifts(bench);
  const shifts_ms = await benchShifts(bench);
  const ratio = Math.min(...whole_ms) / median(shifts_ms);
  print(
    "what_if, one train moved",
    shifts_ms,
    `, ${ratio.toFixed(0)} times faster than from nothing`,
  );
  print("what_if, one train with a new run", await benchNewRuns(bench));
  print("whole answer after one train was moved", await benchMoved(bench));
  const alone = await readAlone(bench);
  const [reads, trials] = await readBesideTrials(bench);
  print("single reads alone", alone);
  print("single reads beside 20 trials a second", reads);
  print("those trials", trials);
  const metrics = await (await fetch(`${BASE_URL}/metrics`)).text();
  const kept_bytes = Number(/^marey_occupancy_bytes (\d+)/m.exec(metrics)?.[1] ?? 0);
  // One with each group of works, one without.
  const kept_count = ROUNDS + 1;
  console.log(`kept: ${(kept_bytes / kept_count / ids.length / 1024).toFixed(1)} KiB a train`);
}

function median(times_ms: readonly number[]): number {
  return [...times_ms].sort((a, b) => a - b)[Math.floor(times_ms.length / 2)] ?? 0;
}

const COUNTRY = { line_count: 141, train_count: 29_000 };

const PARTS: Readonly<Record<string, () => GeneratedNetwork>> = {
  "1400": () => makeNetwork({ train_count: 1_400 }),
  "29000": () => makeNetwork(COUNTRY),
  shared: () => makeSharedNetwork(COUNTRY),
};

const asked = process.argv.slice(2);
await BenchServers.run(async (servers) => {
  for (const [name, make] of Object.entries(PARTS)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    await onServer(servers, `what_if_${name}`, async (world) => benchTimetable(world, make()));
  }
});
