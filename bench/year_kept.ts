/**
 * Bench: what is kept of the conflicts of all days of a year, through its tasks, one thread: 10,000 trains on 100,000 track
 * sections, in a zone whose clock stands and in one whose clock changes. How much is kept beside what is kept of one day; the
 * next version after one train starts ten minutes later, and after it runs on other days. Last, it must tell the conflicts that
 * are found from nothing. The world is made once and kept.
 */
import assert from "node:assert/strict";
import { dayOf } from "../src/railway/days/operating_days.ts";
import { readZone } from "../src/railway/days/zone_times.ts";
import { SCHEDULES_FROM } from "../workers/engine/conflicts/occupancy.ts";
import { foldConflicts } from "../workers/tasks/conflicts/fold_conflicts.ts";
import { keepConflicts } from "../workers/tasks/conflicts/keep_conflicts.ts";
import { type FoldedAnswer, listFolded } from "../workers/tasks/conflicts/list_folded.ts";
import { updateFolded } from "../workers/tasks/conflicts/update_folded.ts";
import { openKeptWorld } from "./network/kept_world.ts";
import { LARGE_OPTIONS } from "./network/options.ts";
import type { World } from "./network/world.ts";
import { generateNetwork } from "./network.ts";
import { cpuMs } from "./time_work.ts";
import { bitsOf, DAYS, runsOn } from "./year_days.ts";

const TRAINS = 10_000;
const DAY_MS = 86_400_000;
const ROUNDS = 3;
const CHANGES = 100;
const LATER_MS = 600_000;
/** A Monday of the year, which begins with one here. */
const ONE_DAY = 7;
const FIRST_DAY = dayOf("2026-01-01");

type Folding = Parameters<typeof foldConflicts>[0];

/** Least CPU time of the rounds, and what was made last. */
function timeLeast<T>(make: () => T): [number, T] {
  let [least_ms, made] = [Infinity, undefined as T | undefined];
  for (let round = 0; round < ROUNDS; round++) {
    least_ms = Math.min(
      least_ms,
      cpuMs(() => {
        made = make();
      }),
    );
  }
  assert.ok(made !== undefined);
  return [least_ms, made];
}

function makeFolding({ infra, timetable }: World, time_zone: string): Folding {
  const starts_ms = timetable.train_starts_ms;
  const midnight_ms = Math.floor((starts_ms[0] ?? 0) / DAY_MS) * DAY_MS;
  const known = new Map<string, Uint8Array>();
  const bits = Array.from(starts_ms, (_, train) => {
    const own = bitsOf(train);
    const key = own.join("");
    known.set(key, known.get(key) ?? own);
    return known.get(key);
  });
  return {
    infra,
    ...timetable,
    train_starts_ms: starts_ms.map((ms) => ms - midnight_ms),
    orders: Float64Array.from(starts_ms, (_, train) => SCHEDULES_FROM + train + 1),
    ordinals: new Uint32Array(starts_ms.length),
    names: Array.from(starts_ms, () => ""),
    bits,
    clock: readZone(time_zone, FIRST_DAY * DAY_MS, (FIRST_DAY + DAYS) * DAY_MS),
    first_day: FIRST_DAY,
    day_count: DAYS,
  };
}

/** The trains of one day, kept as of a date. */
function keepDay({
  works: _,
  is_trial: _is,
  ...folding
}: Folding): Parameters<typeof keepConflicts>[0] {
  const own = [...folding.train_starts_ms.keys()].filter((train) => runsOn(train, ONE_DAY));
  const at_ms = (FIRST_DAY + ONE_DAY) * DAY_MS;
  return {
    ...folding,
    train_simulations: Uint32Array.from(own, (i) => folding.train_simulations[i] ?? 0),
    train_starts_ms: Float64Array.from(own, (i) => at_ms + (folding.train_starts_ms[i] ?? 0)),
    orders: Float64Array.from(own, (i) => folding.orders[i] ?? 0),
    ordinals: new Uint32Array(own.length),
    names: own.map(() => ""),
  };
}

function bytesOf(kept: object): number {
  return Object.values(kept)
    .flat()
    .reduce((sum: number, one) => sum + (one instanceof SharedArrayBuffer ? one.byteLength : 0), 0);
}

/** Conflicts with their dates, in any order. */
function spell({ json, days, left }: FoldedAnswer): string {
  const conflicts: unknown[] = JSON.parse(Buffer.from(json).toString());
  const spelled = conflicts.map((one, i) => JSON.stringify([one, days[i]])).sort();
  return JSON.stringify([spelled, [...left].sort((a, b) => a - b)]);
}

function benchZone(world: World, time_zone: string): void {
  const folding = makeFolding(world, time_zone);
  const [year_ms, made] = timeLeast(() => foldConflicts(folding));
  const [day_ms, day] = timeLeast(() => keepConflicts(keepDay(folding)));
  if (made.kind !== "success" || day.kind !== "success") throw new Error("too many conflicts");
  const [year_mib, day_mib] = [made, day].map(
    ({ occupancy, ...one }) =>
      (bytesOf(occupancy) + ("json" in one ? one.json : one.folded.json).byteLength) / 2 ** 20,
  ) as [number, number];
  const tell = (what: string): void => console.log(`${time_zone}: ${what}`);
  tell(
    `${made.folded.days.length} conflicts of the year from kept runs in ${year_ms.toFixed(0)} ms of CPU, ` +
      `${day.occupancy.conflict_count} of one day in ${day_ms.toFixed(0)} ms; ratio ${(year_ms / day_ms).toFixed(2)}`,
  );
  tell(
    `kept ${year_mib.toFixed(1)} MiB, of one day ${day_mib.toFixed(1)}; ratio ${(year_mib / day_mib).toFixed(2)} (aim 1.5)`,
  );
  const starts_ms = folding.train_starts_ms.slice();
  const bits = [...folding.bits];
  let { occupancy } = made;
  const change = (train: number): number =>
    cpuMs(() => {
      const updated = updateFolded({
        infra: world.infra,
        occupancy,
        changes: {
          slots: Uint32Array.of(train),
          runs: Uint32Array.of(folding.train_simulations[train] ?? 0),
          starts_ms: Float64Array.of(starts_ms[train] ?? 0),
          orders: Float64Array.of(folding.orders[train] ?? 0),
          ordinals: Uint32Array.of(0),
          names: [""],
          new_runs: [],
          bits: [bits[train]],
        },
      });
      assert.equal(updated.kind, "success");
      if (updated.kind === "success") occupancy = updated.occupancy;
    });
  const times = { start: [] as number[], days: [] as number[] };
  for (let i = 0; i < CHANGES; i++) {
    const train = (i * 1237 + 11) % starts_ms.length;
    starts_ms[train] = (starts_ms[train] ?? 0) + LATER_MS;
    times.start.push(change(train));
    bits[train] = bits[train]?.map((bit, day) => (day % 9 === i % 9 ? 1 - bit : bit));
    times.days.push(change(train));
  }
  const median = (all: number[]): string =>
    (all.sort((a, b) => a - b)[all.length >> 1] ?? 0).toFixed(1);
  tell(
    `one train later: median ${median(times.start)} ms of CPU (aim 10); on other days: ${median(times.days)} ms (aim 5)`,
  );
  const [list_ms, listed] = timeLeast(() => listFolded({ infra: world.infra, occupancy }));
  const anew = foldConflicts({ ...folding, train_starts_ms: starts_ms, bits });
  if (listed.kind !== "success" || anew.kind !== "success") throw new Error("too many conflicts");
  assert.equal(spell(listed.folded), spell(anew.folded));
  tell(`all ${listed.folded.days.length} conflicts told in ${list_ms.toFixed(0)} ms of CPU`);
}

const options = {
  ...LARGE_OPTIONS,
  train_count: TRAINS,
  departure_interval_s: 86_400 / TRAINS,
  paced_interval_s: null,
};
const world = openKeptWorld(generateNetwork(options), options, (line) => console.log(line));
for (const zone of ["UTC", "Europe/Berlin"]) benchZone(world, zone);
