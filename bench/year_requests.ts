/**
 * Bench: conflicts of all days of a year beside those of one of its dates, asked of a server process with embedded PostgreSQL
 * beside it; every run is cached, everything else is made anew. Trains stand as those of `year`: six in ten run Monday to
 * Friday, one at weekends, two daily, one on days of its own; once in a zone whose clock stands and once in one whose clock
 * changes twice. Told are CPU times of the server, least of the rounds, and their ratio; then the same of all records, page by
 * page, and of those of the date.
 * A smaller one with `node dist/bench/year_requests.js <trains> <track sections>`.
 */
import assert from "node:assert/strict";
import * as v from "valibot";
import { Conflicts } from "./demo/api.ts";
import { LARGE_OPTIONS } from "./network/options.ts";
import type { TrainScheduleForm } from "./network/train_forms.ts";
import {
  BASE_URL,
  makeIdleWorks,
  makeSharedNetwork,
  onServer,
  prepare,
  storeTrains,
  type World,
} from "./scale_world.ts";
import { BenchServers, cpuSeconds, peakMemoryMib } from "./servers.ts";
import { DAYS, isOwnDay } from "./year_days.ts";

const DAY_S = 86_400;
const ROUNDS = 3;
const PAGE = 200;
const DATE = "2026-03-16";
const FIRST = "2026-01-01";
const YEAR = { first: FIRST, last: "2026-12-31" };
const DAY_MS = 86_400_000;

const Page = v.object({ results: v.array(v.unknown()) });
const AllDays = v.object({ conflicts: v.array(v.unknown()), day_sets: v.array(v.unknown()) });

/** By the last digit of a train's number. */
function daysOf(train: number): object {
  const kind = train % 10;
  if (kind < 6) return { weekdays: [1, 2, 3, 4, 5] };
  if (kind === 6) return { weekdays: [6, 7] };
  if (kind < 9) return { weekdays: [1, 2, 3, 4, 5, 6, 7] };
  const also = Array.from({ length: DAYS }, (_, day) => day)
    .filter((day) => isOwnDay(train, day))
    .map((day) => new Date(Date.parse(FIRST) + day * DAY_MS).toISOString().slice(0, 10));
  return { weekdays: [], also };
}

/** The answer, made anew, and CPU seconds of the server. */
async function askAnew(
  { api, pid }: World,
  path: string,
  round: string,
): Promise<[unknown, number]> {
  const work_schedule_group_id = await makeIdleWorks(api, round);
  const before_s = cpuSeconds(pid);
  const answer = await fetch(`${BASE_URL}${path}&work_schedule_group_id=${work_schedule_group_id}`);
  const text = await answer.text();
  assert.equal(answer.status, 200, text.slice(0, 500));
  return [JSON.parse(text), cpuSeconds(pid) - before_s];
}

/** What the server says that its kept answers take. */
async function keptMib(): Promise<number> {
  const metrics = await (await fetch(`${BASE_URL}/metrics`)).text();
  return Number(/^marey_occupancy_bytes (\d+)/m.exec(metrics)?.[1]) / 1024 ** 2;
}

/** Page by page; how many there are, and CPU time of the server: of the first round and of the least. */
async function readAll(
  { api, pid }: World,
  path: string,
  count_max: number,
): Promise<{ count: number; first_s: number; least_s: number }> {
  let [count, first_s, least_s] = [0, 0, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    const before_s = cpuSeconds(pid);
    count = 0;
    for (let page = 1; count < count_max; page++) {
      const { results } = await api.get(`${path}&page=${page}`, Page);
      count += results.length;
      if (results.length < PAGE) break;
    }
    const spent_s = cpuSeconds(pid) - before_s;
    if (round === 0) first_s = spent_s;
    least_s = Math.min(least_s, spent_s);
  }
  return { count, first_s, least_s };
}

/** All records, and those of a date: whose trains are found in the first round. */
async function benchLists(
  world: World,
  timetable_id: number,
  train_count: number,
): Promise<string> {
  const list = `/timetable/${timetable_id}/train_schedules?page_size=${PAGE}`;
  const all = await readAll(world, list, train_count);
  const dated = await readAll(world, `${list}&date=${DATE}`, train_count);
  const ratio = (dated.least_s / all.least_s).toFixed(2);
  return (
    `${all.count} records read in ${all.least_s.toFixed(2)} s of CPU, the ${dated.count} of ${DATE} in ` +
    `${dated.least_s.toFixed(2)} s, at first in ${dated.first_s.toFixed(2)} s; ratio ${ratio} (aim 1.1)`
  );
}

async function benchZone(world: World, time_zone: string, sizes: readonly number[]): Promise<void> {
  const [train_count = 0, track_section_count_min = 0] = sizes;
  const made = makeSharedNetwork({
    ...LARGE_OPTIONS,
    track_section_count_min,
    train_count,
    departure_interval_s: DAY_S / train_count,
  });
  const train_schedules = made.train_schedules.map(
    (train, i): TrainScheduleForm & { days: object } => ({ ...train, days: daysOf(i) }),
  );
  const network = { ...made, train_schedules };
  const stored = await prepare(world.api, network);
  const { timetable_id, infra_id, electrical_profile_set_id } = stored;
  await world.api.put(`/timetable/${timetable_id}`, {
    name: time_zone,
    period: { ...YEAR, time_zone },
  });
  await storeTrains(world.api, stored, (count) => console.log(`  ${count} trains stored`));
  const query = `infra_id=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
  const of_date = `/timetable/${timetable_id}/conflicts?${query}&date=${DATE}`;
  const of_year = `/timetable/${timetable_id}/conflicts/days?${query}`;
  console.log(`${time_zone}: ${await benchLists(world, timetable_id, train_count)}`);
  const empty_mib = await keptMib();
  await askAnew(world, of_date, `${time_zone} first`);
  const date_mib = (await keptMib()) - empty_mib;
  await askAnew(world, of_year, `${time_zone} first of the year`);
  const year_mib = (await keptMib()) - empty_mib - date_mib;
  console.log(
    `${time_zone}: kept of the date ${date_mib.toFixed(2)} MiB, of the year ${year_mib.toFixed(2)} MiB; ` +
      `ratio ${(year_mib / date_mib).toFixed(2)} (aim 1.5)`,
  );
  let [date_s, year_s, date_count, year_count] = [Infinity, Infinity, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const [date, own_s] = await askAnew(world, of_date, `${time_zone} date ${round}`);
    const [year, all_s] = await askAnew(world, of_year, `${time_zone} year ${round}`);
    [date_s, year_s] = [Math.min(date_s, own_s), Math.min(year_s, all_s)];
    date_count = v.parse(Conflicts, date).length;
    year_count = v.parse(AllDays, year).conflicts.length;
  }
  assert.ok(date_count > 0 && year_count >= date_count);
  console.log(
    `${time_zone}: ${train_count} trains, ${date_count} conflicts of ${DATE} in ${date_s.toFixed(2)} s of CPU, ` +
      `${year_count} of the year in ${year_s.toFixed(2)} s; ratio ${(year_s / date_s).toFixed(2)} (aim 3); ` +
      `${peakMemoryMib(world.pid)} MiB`,
  );
}

const given = process.argv.slice(2).map(Number);
const sizes = given.length === 2 ? given : [10_000, 100_000];
await BenchServers.run(async (servers) => {
  for (const [i, zone] of ["UTC", "Europe/Berlin"].entries()) {
    await onServer(servers, `year_${i}`, async (world) => await benchZone(world, zone, sizes));
  }
});
