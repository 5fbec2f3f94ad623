/**
 * Method: on generated networks, the conflicts of one train more with kept trains and works are those that
 * name it among all conflicts, found at once.
 */
import { expect, it } from "vitest";
import { detectWhole } from "../../../bench/network/detect_whole.ts";
import { SCHEDULES_FROM, TRIED_FROM } from "../../../workers/engine/conflicts/occupancy.ts";
import { keepConflicts } from "../../../workers/tasks/conflicts/keep_conflicts.ts";
import { listObstacles } from "../../../workers/tasks/conflicts/list_obstacles.ts";
import { makeRandom, type Random, wholeBetween } from "../engine/seeded.ts";
import { drawRequest, openWorld, START_MS, type World } from "../engine/stdcm/drawn_requests.ts";

const MINUTE_MS = 60_000;

interface Conflict {
  readonly train_ids: readonly number[];
  readonly work_schedule_ids: readonly number[];
}

function drawWorks(random: Random, { network }: World): string {
  const tracks = network.railjson.track_sections;
  return JSON.stringify(
    Array.from({ length: wholeBetween(random, 0, 3) }, (_, i) => {
      const start_ms = START_MS + wholeBetween(random, -30, 90) * MINUTE_MS;
      const track = tracks[wholeBetween(random, 0, tracks.length - 1)]!;
      return {
        id: 100 + i,
        start_date_time: new Date(start_ms).toISOString(),
        end_date_time: new Date(start_ms + 40 * MINUTE_MS).toISOString(),
        track_ranges: [{ track_section: track.id, begin: 0, end: track.length * 1000 }],
        work_schedule_type: "TRACK",
      };
    }),
  );
}

const namesOf = (trains: number) => ({
  train_schedule_ids: Float64Array.from({ length: trains }, (_, i) => i + 1),
  occurrences: [],
});

it("are the conflicts that name the train when all are detected at once", () => {
  let nConflicts = 0;
  let nWorks = 0;
  for (let seed = 0; seed < 120; seed++) {
    const random = makeRandom(seed);
    const world = openWorld(seed % 12);
    const { infra } = world;
    const { timetable } = drawRequest(seed, world);
    const last = timetable.train_starts_ms.length - 1;
    if (last < 0) continue;
    const works = drawWorks(random, world);
    const whole = detectWhole({ infra, ...timetable, ...namesOf(last + 1), works });
    const others = {
      ...timetable,
      train_simulations: timetable.train_simulations.slice(0, last),
      train_starts_ms: timetable.train_starts_ms.slice(0, last),
    };
    const kept = keepConflicts({
      infra,
      ...others,
      orders: Float64Array.from({ length: last }, (_, i) => SCHEDULES_FROM + i + 1),
      ordinals: new Uint32Array(last),
      names: Array.from({ length: last }, () => ""),
      works,
    });
    if (whole.kind !== "success" || kept.kind !== "success") throw new Error("not detected");
    const { occupancy } = kept;
    const requirements = world.requirements[timetable.train_simulations[last]!]!;
    const hidden = Array.from({ length: last }, (_, i) => i).filter(() => random() < 0.3);
    const listed = listObstacles({
      infra,
      occupancy,
      changes: {
        slots: Uint32Array.of(last),
        runs: Uint32Array.of(occupancy.run_count),
        starts_ms: timetable.train_starts_ms.slice(last),
        orders: Float64Array.of(SCHEDULES_FROM + TRIED_FROM),
        ordinals: Uint32Array.of(0),
        names: [""],
        new_runs: [requirements],
      },
      from_ms: -Infinity,
      until_ms: Infinity,
      hidden_slots: Uint32Array.from(hidden),
    });
    if (listed.kind !== "success") throw new Error(listed.kind);
    const all: Conflict[] = JSON.parse(new TextDecoder().decode(whole.json));
    const unnamed = new Set([last + 1, ...hidden.map((slot) => slot + 1)]);
    const expected = all
      .filter((one) => one.train_ids.includes(last + 1))
      .filter((one) => one.train_ids.length + one.work_schedule_ids.length > 1)
      .map((one) => {
        const ids = one.train_ids.filter((id) => !unnamed.has(id));
        return { ...one, train_ids: ids, train_schedule_ids: ids };
      });
    expect(JSON.parse(listed.json), `seed ${seed}`).toEqual(expected);
    nConflicts += expected.length;
    nWorks += expected.filter((one) => one.work_schedule_ids.length > 0).length;
  }
  expect(nConflicts).toBeGreaterThan(50);
  expect(nWorks).toBeGreaterThan(5);
});
