// Method: requests on a junction drawn by hand: each answer from a timetable made for it, trains that the caller may not read, a caller who leaves, a deadline; vectors on a recorded network.

import { describe, expect, it } from "vitest";
import { AppError } from "../../src/platform/http/errors.ts";
import { AbortSource } from "../../src/platform/http/request.ts";
import type { TestApi } from "../helpers/api.ts";
import { branchPath, JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import { HAS_REFERENCE, infraImporter } from "../helpers/recorded.ts";
import { CURVE, validLimits, validStock, validWorks } from "../platform/http/rules/valid_forms.ts";
import { makeStudyWorld } from "../studies/study_world.ts";
import { between, makeRandom } from "../workers/engine/seeded.ts";
import {
  FIRST,
  HOUR_MS,
  type Json,
  LAST,
  LEAVES,
  MINUTE_MS,
  StdcmWorld,
  train,
  via,
} from "./stdcm_world.ts";

const world = opened(async () => await StdcmWorld.open());

/** Departure of a success, ms after 08:00. */
function leaves_ms({ departure_time }: { departure_time: string }): number {
  return Date.parse(departure_time) - Date.parse(LEAVES.arrival_time);
}

function runTime_ms(answer: {
  simulation: { final_output: { path_item_times: number[] } };
}): number {
  return answer.simulation.final_output.path_item_times.at(-1) ?? 0;
}

describe("a train that fits", () => {
  it("leaves at once where nobody is, over all steps, and is kept by posting what it answers", async () => {
    const { id } = await world.timetableOf();
    const answer = await world.ask(id, { margin: "5%" });
    expect(answer.status).toBe("success");
    expect(leaves_ms(answer)).toBe(0);
    expect(answer.path.path_item_positions).toEqual([0, answer.path.length]);
    expect(Object.keys(answer.path).sort()).toEqual(
      ["blocks", "length", "path_item_positions", "routes", "track_section_ranges"].sort(),
    );
    const rows = await world.api.make("POST", `/timetable/${id}/train_schedules`, [
      answer.train_schedule,
    ]);
    const kept = (
      await world.api.make(
        "GET",
        `/train_schedule/${rows.json[0].id}/simulation?infra=${world.infra_id}`,
      )
    ).json;
    const difference_ms = runTime_ms({ simulation: kept }) - runTime_ms(answer);
    // Speed limits hold for a kept train's whole length; here there are none.
    expect(Math.abs(difference_ms)).toBeLessThan(10);
  });

  it("waits for one that comes before, and its kept form is in conflict with nobody", async () => {
    const { id, ids } = await world.timetableOf(train());
    const answer = await world.ask(id);
    expect(answer.status).toBe("success");
    expect(leaves_ms(answer)).toBeGreaterThan(0);
    await world.api.make("POST", `/timetable/${id}/train_schedules`, [answer.train_schedule]);
    expect(
      (await world.api.make("GET", `/timetable/${id}/conflicts?infra=${world.infra_id}`)).json,
    ).toEqual([]);
    expect(ids).toHaveLength(1);
  });

  it("counts trains that were stored, moved or deleted since the last search", async () => {
    const { id } = await world.timetableOf();
    expect(leaves_ms(await world.ask(id))).toBe(0);
    const path = `/timetable/${id}/train_schedules`;
    // On the same routes: it is in the way by its zones alone.
    const before = train({ path: branchPath("N") });
    const [stored] = (await world.api.make("POST", path, [before])).json;
    const late = leaves_ms(await world.ask(id));
    expect(late).toBeGreaterThan(0);
    const earlier = { ...before, start_time: "2026-05-22T07:59:00Z" };
    await world.api.make("PUT", `/train_schedule/${stored.id}`, earlier);
    expect(leaves_ms(await world.ask(id))).toBe(late - MINUTE_MS);
    await world.api.make("DELETE", "/train_schedule", { ids: [stored.id] });
    expect(leaves_ms(await world.ask(id))).toBe(0);
  });

  it("waits longer for time gaps, for paced occurrences and for works", async () => {
    const { id } = await world.timetableOf(train());
    const close = leaves_ms(await world.ask(id));
    const apart = leaves_ms(await world.ask(id, { time_gap_before: 2 * MINUTE_MS }));
    expect(apart).toBeGreaterThan(close + MINUTE_MS);

    const paced = await world.timetableOf();
    const pacing = { paced: { time_window: "PT1H", interval: "PT30M" }, exceptions: [] };
    await world.api.make("POST", `/timetable/${paced.id}/paced_trains`, [
      { ...train({ start_time: "2026-05-22T07:30:00Z" }), ...pacing },
    ]);
    expect(leaves_ms(await world.ask(paced.id))).toBe(close);

    const works = validWorks(
      { work_schedule_group_name: "trunk" },
      {
        start_date_time: "2026-05-22T07:00:00Z",
        end_date_time: "2026-05-22T08:08:00Z",
        track_ranges: [{ track: "M", begin: 4500, end: 4600 }],
      },
    );
    const { work_schedule_group_id } = (await world.api.make("POST", "/work_schedules", works))
      .json;
    const free = await world.timetableOf();
    const late = await world.ask(free.id, { work_schedule_group_id });
    expect(leaves_ms(late)).toBeGreaterThan(0);
  });

  it("passes a step of no length and stops at one of a second", async () => {
    const { id } = await world.timetableOf();
    const through = async (duration: number | null): Promise<number> =>
      runTime_ms(await world.ask(id, { steps: [FIRST, via({ duration }), LAST] }));
    expect(await through(0)).toBe(await through(null));
    expect(await through(1000)).toBeGreaterThan((await through(null)) + 10_000);
  });

  it("runs under temporary limits, and slower when it is heavy", async () => {
    const { id } = await world.timetableOf();
    const usual = runTime_ms(await world.ask(id));
    const limit = {
      start_date_time: "2026-05-22T07:00:00Z",
      end_date_time: "2026-05-22T10:00:00Z",
      track_ranges: [{ track: "M", begin: 0, end: 3000, direction: "START_TO_STOP" }],
      speed_limit: 5,
    };
    const group = validLimits({ speed_limit_group_name: "slow" }, limit);
    const { group_id } = (await world.api.make("POST", "/temporary_speed_limit_group", group)).json;
    const slow = await world.ask(id, {
      temporary_speed_limit_group_id: group_id,
      maximum_run_time: HOUR_MS,
    });
    expect(runTime_ms(slow)).toBeGreaterThan(usual + 5 * MINUTE_MS);
    const heavy = await world.ask(id, { total_mass: 1_800_000, total_length: 800 });
    expect(runTime_ms(heavy)).toBeGreaterThan(usual + 10_000);
    // Told to be there when the heavy train is, since a train schedule knows no other mass.
    const rows = await world.api.make("POST", `/timetable/${id}/train_schedules`, [
      heavy.train_schedule,
    ]);
    const kept = (
      await world.api.make(
        "GET",
        `/train_schedule/${rows.json[0].id}/simulation?infra=${world.infra_id}`,
      )
    ).json;
    expect(Math.abs(runTime_ms({ simulation: kept }) - runTime_ms(heavy))).toBeLessThanOrEqual(
      1000,
    );
  });

  it("among limits that begin and end is as early as at the best of all departures", async () => {
    const random = makeRandom(8);
    const { id } = await world.timetableOf();
    const tracks = [
      { track: "N", begin: 500, end: 4000, direction: "START_TO_STOP" },
      { track: "M", begin: 0, end: 3000, direction: "START_TO_STOP" },
    ];
    const at = (minutes: number): string =>
      new Date(Date.parse(LEAVES.arrival_time) + minutes * MINUTE_MS).toISOString();
    let unlike_count = 0;
    for (let round = 0; round < 8; round++) {
      const speed_limits = tracks.map((range, i) => {
        const from_min = between(random, -2, 8);
        return {
          start_date_time: at(from_min),
          end_date_time: at(from_min + between(random, 0.5, 6)),
          track_ranges: [range],
          speed_limit: between(random, 3, 12),
          obj_id: `l${i}`,
        };
      });
      const body = { speed_limit_group_name: `sweep ${round}`, speed_limits };
      const { group_id } = (await world.api.make("POST", "/temporary_speed_limit_group", body))
        .json;
      const answer = await world.ask(id, {
        temporary_speed_limit_group_id: group_id,
        maximum_run_time: HOUR_MS,
      });
      const runs_ms = new Set<number>();
      let best_ms = Infinity;
      for (let later_s = 0; later_s <= 600; later_s += 20) {
        const { id: scratch, ids } = await world.timetableOf({
          ...answer.train_schedule,
          start_time: at(later_s / 60),
        });
        const query = `infra=${world.infra_id}&temporary_speed_limit_group_id=${group_id}`;
        const url = `/train_schedule/${ids[0]}/simulation?${query}`;
        const run_ms = runTime_ms({ simulation: (await world.api.make("GET", url)).json });
        runs_ms.add(run_ms);
        best_ms = Math.min(best_ms, 1000 * later_s + run_ms);
        await world.api.make("DELETE", `/timetable/${scratch}`);
      }
      if (runs_ms.size > 1) unlike_count++;
      const arrives_ms = leaves_ms(answer) + runTime_ms(answer);
      // One that arrives within a minute of the first is better when it is under way for so much less.
      expect(arrives_ms).toBeLessThan(best_ms + MINUTE_MS);
      const first_ms = arrives_ms - best_ms;
      if (first_ms > 0)
        expect(0.1 * first_ms).toBeLessThan(Math.max(...runs_ms) - runTime_ms(answer));
    }
    expect(unlike_count).toBeGreaterThan(4);
  });
});

describe("a train that does not fit", () => {
  const tight = { maximum_departure_delay: 0 };

  it("is told what is in its way, and where it would run", async () => {
    const { id, ids } = await world.timetableOf(train());
    const answer = await world.ask(id, tight);
    expect(answer).toMatchObject({
      status: "conflicts",
      pathfinding_result: { status: "success", path_item_positions: [0, expect.any(Number)] },
    });
    expect(answer.conflicts.length).toBeGreaterThan(0);
    for (const conflict of answer.conflicts) {
      expect(conflict).toMatchObject({ train_ids: ids, work_schedule_ids: [] });
    }
  });

  it("is told of works, and of nobody who is not in its way", async () => {
    const closed = validWorks(
      { work_schedule_group_name: "closed" },
      {
        start_date_time: "2026-05-22T07:00:00Z",
        end_date_time: "2026-05-22T16:00:00Z",
        track_ranges: [{ track: "M", begin: 4500, end: 4600 }],
      },
    );
    const { work_schedule_group_id } = (await world.api.make("POST", "/work_schedules", closed))
      .json;
    const { id } = await world.timetableOf(
      train({ start_time: "2026-05-22T04:00:00Z" }),
      train({ start_time: "2026-05-22T04:00:00Z" }),
    );
    const answer = await world.ask(id, { work_schedule_group_id, ...tight });
    expect(answer.conflicts).toHaveLength(1);
    expect(answer.conflicts[0]).toMatchObject({
      train_ids: [],
      paced_train_occurrence_ids: [],
      work_schedule_ids: [expect.any(Number)],
      conflict_type: "Spacing",
    });
  });

  it("finds no path when its times can't be met by anybody", async () => {
    const { id } = await world.timetableOf(train());
    const answer = await world.ask(id, { ...tight, maximum_run_time: 1000 });
    expect(answer).toEqual({ status: "path_not_found" });
  });

  it("that is wanted at its end is placed so that it arrives at the first moment", async () => {
    const { id } = await world.timetableOf(train({ start_time: "2026-05-22T09:00:00Z" }));
    const at = (arrival_time: string): Json => ({
      arrival_time,
      arrival_time_tolerance_before: 0,
      arrival_time_tolerance_after: 0,
    });
    const arriving = (arrival_time: string): Json => ({
      steps: [
        { ...FIRST, timing_data: null },
        { ...LAST, timing_data: at(arrival_time) },
      ],
      maximum_departure_delay: null,
      maximum_run_time: 5 * MINUTE_MS,
    });
    const answer = await world.ask(id, arriving("2026-05-22T09:03:00Z"));
    expect(answer.status).toBe("conflicts");
  });
});

describe("trains that the caller may not read", () => {
  it("are in the way and are not named", async () => {
    const rights = await makeStudyWorld();
    const maker = await rights.actor("maker", "administrator");
    const infra = (await maker.make("POST", "/infra/railjson?name=j", JUNCTION_RAILJSON)).infra;
    const { timetable_id } = await maker.make("POST", "/timetable");
    const collections: number[] = [];
    const stocks: number[] = [];
    for (const name of ["own", "foreign"]) {
      const { id } = await maker.make("POST", "/rolling_stock_collection", { name });
      collections.push(id);
      const path = `/rolling_stock?rolling_stock_collection_id=${id}`;
      stocks.push((await maker.make("POST", path, validStock({ name }))).id);
    }
    const path = `/timetable/${timetable_id}`;
    const foreign = train({ rolling_stock_name: "foreign" });
    const pacing = { paced: { time_window: "PT1H", interval: "PT1H" }, exceptions: [] };
    await maker.make("POST", `${path}/train_schedules`, [foreign]);
    await maker.make("POST", `${path}/paced_trains`, [{ ...foreign, ...pacing }]);
    const desk = await rights.actor("desk", "stdcm-user");
    await rights.grant("infra", infra, desk.id, "Reader");
    await rights.grant("timetable", timetable_id, desk.id, "Reader");
    await rights.grant("rolling_stock_collection", collections[0] ?? 0, desk.id, "Reader");
    const body = world.request({ rolling_stock_id: stocks[0], maximum_departure_delay: 0 });
    const asked = async (who: typeof desk) =>
      await who.make("POST", `${path}/stdcm?infra=${infra}`, body);
    const seen = await asked(maker);
    expect(seen.conflicts[0].train_ids).toHaveLength(1);
    expect(seen.conflicts[0].paced_train_occurrence_ids).toHaveLength(1);
    const hidden = await asked(desk);
    expect(hidden.status).toBe("conflicts");
    const anonymous = seen.conflicts.map((conflict: Json) => ({
      ...conflict,
      train_ids: [],
      train_schedule_ids: [],
      paced_train_occurrence_ids: [],
    }));
    expect(hidden.conflicts).toEqual(anonymous);
    await rights.close();
  });
});

describe("a search", () => {
  type Run = TestApi["compute"]["run"];

  /** Searches last until their signal ends them; `onSearch` is told when one begins. */
  async function searchForEver(server: TestApi, onSearch: () => void, ask_it: () => Promise<void>) {
    const run = server.compute.run.bind(server.compute);
    const hang = async (...given: Parameters<Run>): Promise<unknown> => {
      if (given[0] !== "fit_train") return await run(...given);
      const { signal } = given[2];
      signal?.throwIfAborted();
      const ended = new Promise((_, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
      );
      onSearch();
      return await ended;
    };
    Object.assign(server.compute, { run: hang });
    await ask_it().finally(() => Object.assign(server.compute, { run }));
  }

  it("ends when the caller leaves", async () => {
    const { id } = await world.timetableOf(train());
    const abort = new AbortSource();
    const path = `/timetable/${id}/stdcm?infra=${world.infra_id}`;
    await searchForEver(
      world.api,
      () => abort.abort(new AppError("ClientLeft", "The client has left")),
      async () => {
        const answer = await world.api.send({ method: "POST", path, body: world.request(), abort });
        expect(answer.status).toBe(499);
      },
    );
  });

  it("ends at its own deadline", async () => {
    const hurried = await StdcmWorld.open({ stdcm_deadline_ms: 200 });
    const { id } = await hurried.timetableOf(train());
    const path = `/timetable/${id}/stdcm?infra=${hurried.infra_id}`;
    await searchForEver(
      hurried.api,
      () => undefined,
      async () => {
        const answer = await hurried.api.call("POST", path, hurried.request());
        expect(answer.json).toMatchObject({
          status: 504,
          type: "editoast:DeadlineExceeded",
          context: { outcome: "none" },
        });
      },
    );
    await hurried.api.close();
  });

  it("simulates no train that is known already", async () => {
    const { id } = await world.timetableOf(
      train({ initial_speed: 7 }),
      train({ initial_speed: 8 }),
    );
    await world.api.make("GET", `/timetable/${id}/conflicts?infra=${world.infra_id}`);
    await world.ask(id);
    const before = world.api.compute.runs.length;
    await world.ask(id);
    expect(world.api.compute.runs.slice(before)).not.toContain("simulate_trains");
  });
});

describe.skipIf(!HAS_REFERENCE)("on a recorded network", () => {
  it("speeds are limited by the tag, and by what it falls back on", async () => {
    const infra = await infraImporter(world.api)("small_infra");
    const { id } = await world.timetableOf();
    const through = async (speed_limit_tags: string) =>
      (
        await world.ask(
          id,
          {
            steps: [
              { location: { track: "TH0", offset: 820_000 }, duration: 0, timing_data: LEAVES },
              { location: { track: "TH1", offset: 5_000_000 }, duration: 0 },
            ],
            speed_limit_tags,
          },
          infra,
        )
      ).simulation.mrsp;
    const { boundaries, values } = await through("E32C");
    expect(boundaries).toEqual([4_180_000, 4_580_000]);
    expect(values.map((one: { speed: number }) => Number(one.speed.toFixed(3)))).toEqual([
      27.778, 22.222, 80,
    ]);
    expect(values.map((one: { source: unknown }) => one.source)).toEqual([
      { speed_limit_source_type: "given_train_tag", tag: "E32C" },
      { speed_limit_source_type: "fallback_tag", tag: "MA100" },
      { speed_limit_source_type: "unknown_tag" },
    ]);
    const other = await through("MA80");
    expect(other.boundaries).toEqual([3_680_000, 4_580_000]);
    expect(other.values.map((one: { speed: number }) => Number(one.speed.toFixed(3)))).toEqual([
      39.444, 31.111, 80,
    ]);
  });

  it("a train whose ends are closed in turn is told of the works at its destination", async () => {
    const infra = await infraImporter(world.api)("small_infra");
    const { id } = await world.timetableOf();
    const work = (obj_id: string, track: string, start: string, end: string): Json => ({
      start_date_time: `2024-01-01T${start}:00`,
      end_date_time: `2024-01-01T${end}:00`,
      track_ranges: [{ track, begin: 0, end: 100_000 }],
      obj_id,
      work_schedule_type: "TRACK",
    });
    const modes = {
      thermal: { is_electric: false, default_curve: CURVE, curves: [] },
    };
    const diesel = validStock({
      name: "diesel",
      effort_curves: { default_mode: "thermal", modes },
    });
    const { id: diesel_id } = (await world.api.make("POST", "/rolling_stock", diesel)).json;
    const works = {
      work_schedule_group_name: "ends",
      work_schedules: [
        work("origin", "TA2", "08:00", "20:00"),
        work("end", "TH1", "00:00", "16:00"),
      ],
    };
    const { work_schedule_group_id } = (await world.api.make("POST", "/work_schedules", works))
      .json;
    const answer = await world.ask(
      id,
      {
        steps: [
          { location: { track: "TA2", offset: 1_000_000 }, duration: 0 },
          { location: { track: "TH1", offset: 1_000_000 }, duration: 0 },
        ],
        rolling_stock_id: diesel_id,
        start_time: "2024-01-01T07:30:00Z",
        maximum_departure_delay: 36_000,
        maximum_run_time: 12 * HOUR_MS,
        work_schedule_group_id,
      },
      infra,
    );
    expect(answer.status).toBe("conflicts");
    expect(answer.conflicts).toHaveLength(1);
    expect(answer.conflicts[0]).toMatchObject({
      train_ids: [],
      conflict_type: "Spacing",
      start_time: "2024-01-01T07:30:00Z",
      end_time: "2024-01-01T16:00:00Z",
    });
    expect(answer.conflicts[0].requirements).toHaveLength(3);
  });
});
