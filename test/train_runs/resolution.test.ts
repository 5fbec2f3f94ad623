// Method: seeded random timetables whose conflicts are resolved and stored, against whole lists of conflicts; tiny ones of which all ways of waiting on a grid are tried; tables of requests.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { scaled } from "../helpers/pace.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { type DrawnCounts, drawTimetable, type Json, startLiveWorld } from "./live_world.ts";
import { drawTiny, judgeOptimum } from "./resolution_optimum.ts";
import { judgePromise, resolve, type TrialFigures, weighDelay } from "./resolution_trial.ts";

const SEEDS = countTries({ few: 6, many: 500 });
const TINY_SEEDS = countTries({ few: 2, many: 300 });
/** Trains of tiny timetables, and the grid of each size. */
const SIZES = [2, 2, 2, 3, 2, 2, 2, 4] as const;
const STEPS = {
  2: { later: 3, hold: 2 },
  3: { later: 3, hold: 1 },
  4: { later: 2, hold: 1, changes_max: 3 },
};
/** In a long run every second timetable is of 20 to 80 trains: a paced train has up to some. */
const LARGE: DrawnCounts = { schedules: [14, 56], paced: [1, 4] };

const world = opened(startLiveWorld);

describe("a resolution", () => {
  it(
    "promises what is then stored",
    async () => {
      const figures: TrialFigures[] = [];
      for (let seed = 0; seed < SEEDS; seed++) {
        const random = makeRandom(seed);
        const is_large = SEEDS > 100 && seed % 2 === 1;
        const { id } = await drawTimetable(random, world, is_large ? LARGE : undefined);
        const query = world.queries[seed % world.queries.length] ?? "";
        const place = { timetable_id: id, query, where: `seed ${seed}` };
        figures.push(await judgePromise(world, place));
      }
      expect(figures.filter(({ solved }) => solved > 0).length).toBeGreaterThan(SEEDS / 3);
    },
    scaled(3_600_000),
  );

  it(
    "holds where trains run otherwise when they leave later",
    async () => {
      const [form = {}] = world.forms;
      const found = await world.make("POST", "/timetable");
      const [{ id }] = (
        await world.make("POST", `/timetable/${found.json.timetable_id}/train_schedules`, [form])
      ).json;
      const path = `/train_schedule/${id}/path?infra=${world.infra_id}`;
      const ranges: readonly Json[] = (await world.make("GET", path)).json.track_section_ranges;
      const slow = {
        start_date_time: "2026-03-02T06:05:00Z",
        end_date_time: "2026-03-02T06:12:00Z",
        track_ranges: ranges.map(({ track_section, begin, end, direction }) => ({
          track: track_section,
          begin: Number(begin) / 1000,
          end: Number(end) / 1000,
          direction,
        })),
        speed_limit: 30,
        obj_id: "slow",
      };
      const body = { speed_limit_group_name: "for some minutes", speed_limits: [slow] };
      const { group_id } = (await world.make("POST", "/temporary_speed_limit_group", body)).json;
      const query = `${world.queries[0]}&temporary_speed_limit_group_id=${group_id}`;
      const figures: TrialFigures[] = [];
      for (let seconds = 840; seconds <= 1140; seconds += 60) {
        const { timetable_id } = (await world.make("POST", "/timetable")).json;
        const trains = [0, 30, seconds].map((later) => ({
          ...form,
          start_time: new Date(Date.UTC(2026, 2, 2, 6) + 1000 * later).toISOString(),
        }));
        await world.make("POST", `/timetable/${timetable_id}/train_schedules`, trains);
        const place = { timetable_id, query, where: `third after ${seconds} s` };
        const { changes, delays, cost, bound } = await resolve(world, place);
        const minutes = delays.reduce((sum, one) => sum + Math.max(0, weighDelay(form, one)), 0);
        // Each train that changes only leaves later, which counts 0.01: the rest is what its own run is late.
        expect(cost - minutes).toBeGreaterThan(0.009 * changes.length);
        expect(cost - minutes).toBeLessThan(0.05 * changes.length);
        expect(bound).toBe(0);
        figures.push(await judgePromise(world, place));
      }
      for (const { left } of figures) expect(left).toEqual({});
      expect(figures.some(({ changes }) => changes > 1)).toBe(true);
    },
    scaled(600_000),
  );
});

/** Of a timetable so full that the first piece of a search does not solve all of it. */
const FULL = { seed: 13, counts: { schedules: [40, 60], paced: [1, 3] } } as const;
/** What is done in any case, for a timetable of that size. */
const LEAST_WORK_MAX = 10e6;

describe("a resolution that is out of time", () => {
  it(
    "answers what it has, and does not say that nothing allowed would help",
    async () => {
      const { id } = await drawTimetable(makeRandom(FULL.seed), world, FULL.counts);
      const place = { timetable_id: id, query: world.queries[1] ?? "" };
      const early = await resolve(world, place, { deadline: "PT0S" });
      const reasons = new Map(
        early.left.map(({ conflict, reason }) => [JSON.stringify(conflict), reason]),
      );
      expect(new Set(reasons.values())).toEqual(new Set(["out_of_time"]));
      expect(early.work).toBeLessThan(LEAST_WORK_MAX);
      const late = await resolve(world, place, { deadline: "PT60S" });
      expect(late.solved.length).toBeGreaterThan(early.solved.length);
      expect(late.work).toBeGreaterThan(early.work);
    },
    scaled(600_000),
  );
});

/** First one in which a train that is in no conflict has to be moved, late as others come by long holds. */
function* listTinySeeds(): Generator<number> {
  yield 131;
  for (let seed = 0; ; seed++) yield seed;
}

describe("of tiny timetables", () => {
  it(
    "no way of waiting on a grid is better",
    async () => {
      let waited = 0;
      for (const seed of listTinySeeds()) {
        if (waited > TINY_SEEDS) break;
        const random = makeRandom(1000 + seed);
        const { timetable_id } = (await world.make("POST", "/timetable")).json;
        const length = SIZES[seed % SIZES.length] ?? 2;
        const forms = Array.from({ length }, () => drawTiny(random, world));
        const path = `/timetable/${timetable_id}/train_schedules`;
        const made = (await world.make("POST", path, forms)).json;
        const trains = forms.map((form, i) => ({ id: made[i].id, form }));
        const place = { timetable_id, query: world.queries[0] ?? "", where: `tiny ${seed}` };
        if ((await world.detectWhole(timetable_id, place.query)) === "[]") continue;
        const steps = STEPS[length];
        const { answer } = await judgeOptimum(world, place, trains, steps);
        if (answer.cost > 0) waited++;
      }
    },
    scaled(3_600_000),
  );
});
