// Method: tables of bad short term requests with their place and their order; trains that can't run at all.

import { describe, expect, it, vi } from "vitest";
import { LABEL_BYTES } from "../../workers/engine/stdcm/search/labels.ts";
import { opened } from "../helpers/opened.ts";
import { effortCurves, MISSING_ID, validStock } from "../platform/http/rules/valid_forms.ts";
import { FIRST, type Json, LAST, LEAVES, StdcmWorld, train, via } from "./stdcm_world.ts";

const world = opened(async () => await StdcmWorld.open());

describe("a bad short term request", () => {
  const CASES: readonly (readonly [string, Json, number, string, string])[] = [
    [
      "lighter than its stock",
      { total_mass: 1 },
      422,
      "editoast:request:InvalidBody",
      "/total_mass",
    ],
    [
      "shorter than its stock",
      { total_length: 399 },
      422,
      "editoast:request:InvalidBody",
      "/total_length",
    ],
    [
      "that passes its last step",
      { steps: [FIRST, { ...LAST, duration: null }] },
      400,
      "core:missing_last_stdcm_stop",
      "/steps/1/duration",
    ],
    [
      "with a time where it passes",
      { steps: [FIRST, via({ duration: null, timing_data: LEAVES }), LAST] },
      400,
      "core:invalid_stdcm_step_with_timing_data",
      "/steps/1/duration",
    ],
  ];
  it.each(CASES)(
    "%s is told where, and nothing is computed",
    async (_, change, status, type, path) => {
      const { id } = await world.timetableOf(train());
      const before = world.api.compute.runs.length;
      const answer = await world.api.call(
        "POST",
        `/timetable/${id}/stdcm?infra=${world.infra_id}`,
        world.request(change),
      );
      expect(answer.json, answer.text.slice(0, 300)).toMatchObject({
        status,
        type,
        context: { path },
      });
      expect(answer.status).toBe(status);
      expect(world.api.compute.runs.slice(before)).toEqual([]);
    },
  );

  const DAY_MS = 86_400_000;
  const planned = (change: Json): Json => ({
    steps: [{ ...FIRST, timing_data: { ...LEAVES, ...change } }, LAST],
  });
  const from = (offset: unknown): Json => ({
    steps: [{ ...FIRST, location: { track: "N", offset } }, LAST],
  });
  it.each<readonly [Json, string]>([
    [{ steps: [] }, "/steps"],
    [{ steps: [{ ...FIRST, timing_data: null }, LAST] }, "/steps"],
    [{ steps: [FIRST, { ...LAST, timing_data: LEAVES }] }, "/steps/1/timing_data"],
    [{ margin: "much" }, "/margin"],
    [{ maximum_departure_delay: -1 }, "/maximum_departure_delay"],
    [{ maximum_departure_delay: 367 * DAY_MS }, "/maximum_departure_delay"],
    [{ maximum_run_time: 2 ** 53 }, "/maximum_run_time"],
    [{ maximum_run_time: "NaN" }, "/maximum_run_time"],
    [{ time_gap_before: 0.5 }, "/time_gap_before"],
    [{ time_gap_after: "1e3" }, "/time_gap_after"],
    [{ margin: "-5%" }, "/margin"],
    [{ margin: "Infinity%" }, "/margin"],
    [{ margin: "1e999min/100km" }, "/margin"],
    [{ total_mass: 0 }, "/total_mass"],
    [{ total_mass: 1e300 }, "/total_mass"],
    [{ total_length: -400 }, "/total_length"],
    [{ total_length: 1e300 }, "/total_length"],
    [{ max_speed: 0 }, "/max_speed"],
    [{ max_speed: 1e300 }, "/max_speed"],
    [{ start_time: "2026-02-30T00:00:00Z" }, "/start_time"],
    [{ start_time: "10000-01-01T00:00:00Z" }, "/start_time"],
    [planned({ arrival_time: "0999-12-31T23:59:59Z" }), "/steps/0/timing_data/arrival_time"],
    [
      planned({ arrival_time_tolerance_after: 367 * DAY_MS }),
      "/steps/0/timing_data/arrival_time_tolerance_after",
    ],
    [
      planned({ arrival_time_tolerance_before: -1 }),
      "/steps/0/timing_data/arrival_time_tolerance_before",
    ],
    [from(-1), "/steps/0/location/offset"],
    [from(0.5), "/steps/0/location/offset"],
    [from(1e300), "/steps/0/location/offset"],
  ])("with %j is told where, and nothing is computed", async (change, path) => {
    const before = world.api.compute.runs.length;
    const url = `/timetable/${MISSING_ID}/stdcm?infra=${MISSING_ID}`;
    const answer = await world.api.call("POST", url, world.request(change));
    expect(answer.json).toMatchObject({
      status: 422,
      type: "editoast:request:InvalidBody",
      context: { path },
    });
    expect(world.api.compute.runs.slice(before)).toEqual([]);
  });

  it("at an end of the calendar is told so before any search", async () => {
    const { id } = await world.timetableOf(train());
    const url = `/timetable/${id}/stdcm?infra=${world.infra_id}`;
    const steps = [{ ...FIRST, timing_data: null }, LAST];
    const arrives = { ...LEAVES, arrival_time: "1000-01-01T00:00:00Z" };
    for (const change of [
      { steps, start_time: "9999-12-31T23:59:59Z" },
      { steps: [steps[0], { ...LAST, timing_data: arrives }] },
    ]) {
      const answer = await world.api.call("POST", url, world.request(change));
      expect(answer.json).toMatchObject({
        status: 400,
        type: "core:invalid_stdcm_inputs",
        context: { path: "/steps" },
      });
    }
    expect(world.api.compute.runs).not.toContain("fit_train");
  });

  it("whose step is wanted when the train can't be there is told which, before any search", async () => {
    const { id } = await world.timetableOf(train());
    const late = { ...LEAVES, arrival_time: "2026-05-23T08:00:00Z" };
    const body = world.request({ steps: [FIRST, via({ duration: 0, timing_data: late }), LAST] });
    const answer = await world.api.call(
      "POST",
      `/timetable/${id}/stdcm?infra=${world.infra_id}`,
      body,
    );
    expect(answer.json).toMatchObject({
      status: 400,
      type: "core:invalid_stdcm_inputs",
      context: { path: "/steps/1/timing_data" },
    });
    expect(world.api.compute.runs.at(-1)).not.toBe("fit_train");
  });

  /** Each row has the faults of all rows below it too: the first one is told. */
  it("is told its faults in one order", async () => {
    const { id } = await world.timetableOf();
    const nowhere = [
      { ...FIRST, location: { trigram: "??" } },
      { ...LAST, duration: null },
    ];
    const groups = {
      electrical_profile_set_id: MISSING_ID,
      temporary_speed_limit_group_id: MISSING_ID,
      work_schedule_group_id: MISSING_ID,
    };
    const wrong = { rolling_stock_id: MISSING_ID, total_mass: 1, steps: nowhere, ...groups };
    const mended = [
      [{ ...wrong, comfort: "?" }, MISSING_ID, MISSING_ID, "editoast:request:InvalidBody"],
      [wrong, MISSING_ID, MISSING_ID, "editoast:stdcm_v2:TimetableNotFound"],
      [wrong, id, MISSING_ID, "editoast:stdcm_v2:InfraNotFound"],
      [wrong, id, world.infra_id, "editoast:stdcm_v2:RollingStockNotFound"],
      [
        { ...wrong, rolling_stock_id: world.stock_id },
        id,
        world.infra_id,
        "editoast:request:InvalidBody",
      ],
      [
        { ...wrong, rolling_stock_id: world.stock_id, total_mass: null },
        id,
        world.infra_id,
        "core:missing_last_stdcm_stop",
      ],
      [
        { steps: [nowhere[0], LAST], ...groups },
        id,
        world.infra_id,
        "editoast:electrical_profiles:NotFound",
      ],
      [
        { steps: [nowhere[0], LAST], ...groups, electrical_profile_set_id: null },
        id,
        world.infra_id,
        "editoast:temporary_speed_limit:GroupNotFound",
      ],
      [
        { steps: [nowhere[0], LAST], work_schedule_group_id: MISSING_ID },
        id,
        world.infra_id,
        "editoast:work_schedule:GroupNotFound",
      ],
      [{ steps: [nowhere[0], LAST] }, id, world.infra_id, "editoast:stdcm_v2:InvalidPathItems"],
    ] as const;
    for (const [change, timetable, infra, type] of mended) {
      const path = `/timetable/${timetable}/stdcm?infra_id=${infra}`;
      expect((await world.api.call("POST", path, world.request(change))).json.type).toBe(type);
    }
    const path = `/timetable/${id}/stdcm?infra_id=${world.infra_id}`;
    const { context } = (
      await world.api.call("POST", path, world.request({ steps: [nowhere[0], LAST] }))
    ).json;
    expect(context).toMatchObject({ items: [{ index: 0, path_item: { trigram: "??" } }] });
  });
});

describe("a strange short term request is answered", () => {
  const DAY_MS = 86_400_000;
  const stop = (duration: number): Json => via({ duration });
  it.each<readonly [string, Json, string]>([
    ["for a year", { maximum_departure_delay: 366 * DAY_MS }, "success"],
    ["apart from others by a year", { time_gap_before: 366 * DAY_MS }, "conflicts"],
    ["with no time at all", { maximum_run_time: 0 }, "path_not_found"],
    ["with a place twice", { steps: [FIRST, stop(1000), stop(1000), LAST] }, "success"],
    [
      "with its start as its end",
      { steps: [FIRST, { ...LAST, location: FIRST.location }] },
      "preprocessing_simulation_error",
    ],
    ["that stands for a year", { steps: [FIRST, stop(366 * DAY_MS), LAST] }, "success"],
    [
      "with a thousand steps",
      { steps: [FIRST, ...Array.from({ length: 998 }, () => stop(1000)), LAST] },
      "success",
    ],
    ["of a million tons", { total_mass: 1e9 }, "success"],
    ["of a hundred kilometres", { total_length: 100_000 }, "success"],
    ["that creeps", { max_speed: 0.001 }, "success"],
    ["that can't move", { max_speed: 1e-9 }, "preprocessing_simulation_error"],
    ["with a thousandfold margin", { margin: "100000%" }, "success"],
    ["of an unknown tag", { speed_limit_tags: "__proto__" }, "success"],
    ["at the begin of the calendar", { start_time: "1000-01-01T00:00:00Z" }, "success"],
  ])("%s", async (_, change, status) => {
    const { id } = await world.timetableOf(train());
    const steps = "start_time" in change ? [{ ...FIRST, timing_data: null }, LAST] : [FIRST, LAST];
    const answer = await world.ask(id, { steps, maximum_departure_delay: null, ...change });
    expect(answer.status, JSON.stringify(answer).slice(0, 300)).toBe(status);
  });
});

describe("a train that can't run at all", () => {
  it("is told by its simulation, without a search: one step, no way, no force", async () => {
    const { id } = await world.timetableOf();
    const feeble = validStock({
      name: "feeble",
      effort_curves: effortCurves({ max_efforts: [1, 1, 1] }),
    });
    const feeble_id = (await world.api.make("POST", "/rolling_stock", feeble)).json.id;
    const turned = [
      { ...LAST, timing_data: LEAVES },
      { ...FIRST, timing_data: null },
    ];
    expect(await world.ask(id, { steps: [FIRST] })).toMatchObject({
      status: "preprocessing_simulation_error",
      error: {
        status: "pathfinding_failed",
        pathfinding_failed: { error_type: "not_enough_path_items" },
      },
    });
    expect(await world.ask(id, { steps: turned })).toMatchObject({
      error: {
        status: "pathfinding_failed",
        pathfinding_failed: { error_type: "not_found_in_blocks" },
      },
    });
    expect(await world.ask(id, { rolling_stock_id: feeble_id })).toMatchObject({
      error: { status: "simulation_failed" },
    });
  });
});

it("a search may take the memory of its setting and is 504 beyond it", async () => {
  const narrow = await StdcmWorld.open({ stdcm_memory_bytes: 3 * 1024 * 1024 });
  const { compute } = narrow.api;
  const path = `/timetable/${(await narrow.timetableOf()).id}/stdcm?infra=${narrow.infra_id}`;
  const run = compute.run.bind(compute);
  const allowed_bytes: number[] = [];
  // No request on so small a network needs a megabyte: the task is given room for one label.
  const spy = vi.spyOn(compute, "run").mockImplementation((task, input, options) => {
    if (!("memory_bytes" in input)) return run(task, input, options);
    allowed_bytes.push(input.memory_bytes);
    return run(task, { ...input, memory_bytes: LABEL_BYTES }, options);
  });
  const { status, json } = await narrow.api.call("POST", path, narrow.request());
  spy.mockRestore();
  expect(allowed_bytes).toEqual([3 * 2 ** 20]);
  expect(status).toBe(504);
  expect(json.type).toBe("editoast:DeadlineExceeded");
  expect((await narrow.api.call("POST", path, narrow.request())).json.status).toBe("success");
  await narrow.api.close();
});
