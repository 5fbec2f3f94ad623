// Method: two trains on a junction drawn by hand, in all the ways they can meet; caching, validity, turns and rights of the endpoint.
import { beforeAll, describe, expect, it } from "vitest";
import { KeptStore } from "../../src/platform/compute/kept_store.ts";
import { startTestApi } from "../helpers/api.ts";
import { branchPath, JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { sendAndLeave } from "../helpers/leaving_client.ts";
import { opened } from "../helpers/opened.ts";
import {
  effortCurves,
  MISSING_ID,
  validStock,
  validTrain,
} from "../platform/http/rules/valid_forms.ts";

type Json = Record<string, unknown>;

interface Conflict {
  readonly train_ids: readonly number[];
  readonly start_time: string;
  readonly end_time: string;
  readonly conflict_type: string;
  readonly requirements: readonly { zone: string; start_time: string; end_time: string }[];
}

const api = opened(startTestApi);
let infra_id: number;
beforeAll(async () => {
  infra_id = (await api.make("POST", "/infra/railjson?name=junction", JUNCTION_RAILJSON)).json
    .infra;
  await api.make("POST", "/rolling_stock", validStock({ name: "electric" }));
});

function train(change: Json = {}): Json {
  return validTrain({
    rolling_stock_name: "electric",
    start_time: "2026-05-22T08:00:00Z",
    path: branchPath("N"),
    schedule: [],
    ...change,
  });
}

const SECOND = { path: branchPath("S"), start_time: "2026-05-22T08:00:01Z" };

async function timetableOf(...trains: readonly Json[]): Promise<{ id: number; ids: number[] }> {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const path = `/timetable/${timetable_id}/train_schedules`;
  const rows = trains.length === 0 ? [] : (await api.make("POST", path, trains)).json;
  return { id: timetable_id, ids: rows.map(({ id }: { id: number }) => id) };
}

async function conflictsOf(timetable_id: number, infra = infra_id): Promise<Conflict[]> {
  return (await api.make("GET", `/timetable/${timetable_id}/conflicts?infra=${infra}`)).json;
}

async function conflictsAmong(...trains: readonly Json[]): Promise<Conflict[]> {
  return await conflictsOf((await timetableOf(...trains)).id);
}

describe("works", () => {
  it("and limits without an effect on the network are told by every answer that they count in", async () => {
    const { id, ids } = await timetableOf(train());
    const [first, other] = JUNCTION_RAILJSON["track_sections"] as { id: string; length: number }[];
    const work = (track: string, begin: number, end: number): Json => ({
      start_date_time: "2026-05-22T00:00:00Z",
      end_date_time: "2026-05-23T00:00:00Z",
      track_ranges: [{ track, begin, end }],
      obj_id: "work",
      work_schedule_type: "TRACK",
    });
    const ask = async (name: string, ...work_schedules: Json[]) => {
      const body = { work_schedule_group_name: name, work_schedules };
      const { work_schedule_group_id } = (await api.make("POST", "/work_schedules", body)).json;
      const query = `infra=${infra_id}&work_schedule_group_id=${work_schedule_group_id}`;
      return (await told(query)).join();
    };
    /** Distinct warnings of all answers about the timetable; `undefined` where some have none. */
    const told = async (query: string): Promise<(string | undefined)[]> => {
      const path = `/timetable/${id}`;
      const changes = { changes: [{ kind: "train_schedule", id: ids[0], removed: true }] };
      const answers = [
        await api.make("GET", `${path}/conflicts?${query}`),
        await api.make("POST", `${path}/what_if?${query}`, changes),
        await api.make("POST", `${path}/resolution?${query}`, {}),
      ];
      return [...new Set(answers.map(({ headers }) => headers["x-warnings"]))];
    };
    const [track = "", length = 0] = [first?.id, first?.length];
    expect(await ask("all right", work(track, 0, length), work(other?.id ?? "", 0, 1e6))).toBe("");
    const lost = await ask("lost", work("none", 0, 10), work(track, length + 1, length + 9));
    expect(JSON.parse(lost ?? "")).toMatchObject([
      { severity: "warning", code: "work_on_unknown_track", count: 1 },
      { severity: "warning", code: "work_without_effect", count: 1 },
    ]);
    const limit = (at: string, begin: number, end: number): Json => ({
      start_date_time: "2026-05-22T00:00:00Z",
      end_date_time: "2026-05-23T00:00:00Z",
      track_ranges: [{ track: at, begin, end, direction: "START_TO_STOP" }],
      speed_limit: 10,
      obj_id: "limit",
    });
    const limited = async (name: string, ...speed_limits: Json[]) => {
      const body = { speed_limit_group_name: name, speed_limits };
      const { group_id } = (await api.make("POST", "/temporary_speed_limit_group", body)).json;
      const query = `infra=${infra_id}&temporary_speed_limit_group_id=${group_id}`;
      const run = await api.make("GET", `/train_schedule/${ids[0]}/simulation?${query}`);
      const summary = `/train_schedule/simulations_summary?${query}&ids[]=${ids[0]}`;
      const runs = await api.make("GET", summary);
      const all = [run, runs].map(({ headers }) => headers["x-warnings"]);
      return [...new Set([...all, ...(await told(query))])].join();
    };
    expect(await limited("all right", limit(track, 0, length / 1000))).toBe("");
    const slow = await limited("lost", limit("none", 0, 10), limit(track, length + 1, length + 9));
    expect(JSON.parse(slow)).toMatchObject([
      { severity: "warning", code: "limit_on_unknown_track", count: 1 },
      { severity: "warning", code: "limit_without_effect", count: 1 },
    ]);
  });
});

describe("two trains at a junction", () => {
  it("that come together are in conflict for the track and for the route", async () => {
    const { id, ids } = await timetableOf(train(), train(SECOND));
    const conflicts = await conflictsOf(id);
    expect(new Set(conflicts.map((one) => one.conflict_type))).toEqual(
      new Set(["Spacing", "Routing"]),
    );
    for (const conflict of conflicts) {
      expect(conflict).toMatchObject({
        train_ids: ids,
        train_schedule_ids: ids,
        paced_train_occurrence_ids: [],
        work_schedule_ids: [],
      });
      expect(conflict.start_time).toMatch(/^2026-05-22T08:0\d:\d\d(\.\d{1,3})?Z$/);
      const starts = conflict.requirements.map((one) => Date.parse(one.start_time));
      const ends = conflict.requirements.map((one) => Date.parse(one.end_time));
      expect(Math.min(...starts)).toBe(Date.parse(conflict.start_time));
      expect(Math.max(...ends)).toBe(Date.parse(conflict.end_time));
    }
    // Routes of both cross in the zone of the switch alone.
    const routing = conflicts.filter((one) => one.conflict_type === "Routing");
    expect(routing.flatMap((one) => one.requirements.map(({ zone }) => zone))).toEqual([
      expect.stringMatching(/m1.*n2.*s2/),
    ]);
  });

  it.each(["STOP", "SHORT_SLIP_STOP"])(
    "are in none when the first waits ten minutes at a signal (%s) before it",
    async (reception_signal) => {
      const schedule = [{ at: "before", stop_for: "PT10M", reception_signal }];
      expect(await conflictsAmong(train({ schedule }), train(SECOND))).toEqual([]);
    },
  );

  it("are in conflict when it waits there with the signal open", async () => {
    const schedule = [{ at: "before", stop_for: "PT10M" }];
    expect(await conflictsAmong(train({ schedule }), train(SECOND))).not.toEqual([]);
  });

  it("are in none an hour apart, and times are told in UTC whatever the zone of the trains", async () => {
    const later = { ...SECOND, start_time: "2026-05-22T11:00:00+02:00" };
    expect(await conflictsAmong(train(), train(later))).toEqual([]);
    const same = { ...SECOND, start_time: "2026-05-22T10:00:01+02:00" };
    expect(await conflictsAmong(train(), train(same))).toMatchObject([
      { start_time: expect.stringMatching(/^2026-05-22T08:.*Z$/) },
      { start_time: expect.stringMatching(/^2026-05-22T08:.*Z$/) },
    ]);
  });

  it("that are one train twice are in conflict for the track only", async () => {
    const conflicts = await conflictsAmong(train(), train());
    expect(conflicts.map((one) => one.conflict_type)).toEqual(["Spacing"]);
  });
});

describe("the trains of a timetable", () => {
  it("that are invalid are ignored: no stock, no waypoint, no path, no run", async () => {
    const feeble = effortCurves({ max_efforts: [1, 1, 1] });
    await api.make("POST", "/rolling_stock", validStock({ name: "feeble", effort_curves: feeble }));
    const end = { id: "x", track: "M", offset: 5_500_000 };
    const invalid = [
      train({ rolling_stock_name: "ghost" }),
      train({ rolling_stock_name: "feeble" }),
      train({ path: [...branchPath("N"), { id: "x", uic: 99 }] }),
      train({ path: [end, ...branchPath("N")] }),
      train({ path: branchPath("N").slice(0, 1) }),
    ];
    expect(await conflictsAmong(train(), ...invalid)).toEqual([]);
    const { id, ids } = await timetableOf(train(), ...invalid, train(SECOND));
    for (const { train_ids } of await conflictsOf(id)) expect(train_ids).toEqual([ids[0], ids[6]]);
  });

  it("are valid or not by what rolling stock and network are now, not by what they were", async () => {
    const form = validStock({ name: "passing" });
    const { id } = await timetableOf(train(), train({ ...SECOND, rolling_stock_name: "passing" }));
    expect(await conflictsOf(id)).toEqual([]);
    const { id: stock_id } = (await api.make("POST", "/rolling_stock", form)).json;
    expect(await conflictsOf(id)).toHaveLength(2);
    const locomotive = effortCurves({ max_efforts: [1, 1, 1] });
    await api.make("PATCH", `/rolling_stock/${stock_id}`, { ...form, effort_curves: locomotive });
    expect(await conflictsOf(id)).toEqual([]);
    await api.make("PATCH", `/rolling_stock/${stock_id}`, form);
    expect(await conflictsOf(id)).toHaveLength(2);
    await api.make("DELETE", `/rolling_stock/${stock_id}`);
    expect(await conflictsOf(id)).toEqual([]);
  });

  it("may be none, and none at all in a new timetable", async () => {
    expect(await conflictsAmong()).toEqual([]);
    expect(await conflictsAmong(train())).toEqual([]);
  });
});

describe("what is computed for conflicts", () => {
  it("is what summaries have computed, once; a moved train costs nothing, an edited one itself", async () => {
    const trains = Array.from({ length: 60 }, (_, i) => train({ initial_speed: i / 7 }));
    const { id, ids } = await timetableOf(...trains);
    const list = ids.map((one) => `&ids[]=${one}`).join("");
    await api.make("GET", `/train_schedule/simulations_summary?infra=${infra_id}${list}`);
    const { runs } = api.compute;
    const runsOf = async (): Promise<readonly string[]> => {
      const before = runs.length;
      await conflictsOf(id);
      return runs.slice(before);
    };
    expect(await runsOf()).toEqual(["keep_conflicts"]);
    expect(await runsOf()).toEqual([]);
    const start_time = "2026-05-23T09:00:00Z";
    await api.make("PUT", `/train_schedule/${ids[3]}`, train({ initial_speed: 3 / 7, start_time }));
    expect(await runsOf()).toEqual(["update_occupancy", "list_conflicts"]);
    await api.make("PUT", `/train_schedule/${ids[3]}`, train({ initial_speed: 11 }));
    const { misses } = api.services.derived.figures;
    expect(await runsOf()).toEqual(["simulate_trains", "update_occupancy", "list_conflicts"]);
    expect(api.services.derived.figures.misses).toBe(misses + 1);
  });

  it("is the same bytes from a cold cache, from a warm one and over page boundaries", async () => {
    const start_ms = Date.parse("2026-05-22T06:00:00Z");
    const trains = Array.from({ length: 1203 }, (_, i) =>
      train({
        path: branchPath(i % 3 === 0 ? "S" : "N"),
        start_time: new Date(start_ms + i * 30_000).toISOString(),
        initial_speed: (i % 5) * 3,
        schedule: [{ at: "end", stop_for: "PT0S" }],
        margins: { boundaries: [], values: [`${(i % 4) * 5}%`] },
      }),
    );
    const { id, ids } = await timetableOf(...trains);
    const path = `/timetable/${id}/conflicts?infra_id=${infra_id}`;
    const cold = await api.make("GET", path);
    for (const key of api.services.derived.keys()) api.services.derived.delete(key);
    Object.assign(api.services, { kept: new KeptStore(2 ** 30) });
    const again = await api.make("GET", path);
    const warm = await api.make("GET", path);
    expect(again.text).toBe(cold.text);
    expect(warm.text).toBe(cold.text);
    const seen = new Set((cold.json as Conflict[]).flatMap((one) => one.train_ids));
    expect(seen.size).toBeGreaterThan(1000);
    for (const train_id of seen) expect(ids).toContain(train_id);
  });

  it("stops when the client leaves", async () => {
    const trains = Array.from({ length: 40 }, (_, i) => train({ initial_speed: 20 + i / 9 }));
    const { id } = await timetableOf(...trains);
    const path = `/timetable/${id}/conflicts?infra=${infra_id}`;
    const { answer, asked, begun_count } = await sendAndLeave(api, { path });
    expect(answer.status).toBe(499);
    expect(asked).toEqual(["simulate_trains", "simulate_trains"]);
    expect(begun_count).toBe(0);
  });
});

describe("who asks for conflicts", () => {
  it("is told which timetable, infrastructure or profile set does not exist", async () => {
    const { id } = await timetableOf(train());
    const cases = [
      [`/timetable/${MISSING_ID}/conflicts?infra=${infra_id}`, 404, "timetable:NotFound"],
      [`/timetable/${id}/conflicts?infra=${MISSING_ID}`, 404, "timetable:InfraNotFound"],
      [
        `/timetable/${id}/conflicts?infra=${infra_id}&electrical_profile_set_id=${MISSING_ID}`,
        404,
        "electrical_profiles:NotFound",
      ],
      [`/timetable/${id}/conflicts`, 400, "request:InvalidQuery"],
    ] as const;
    for (const [path, status, type] of cases) {
      const answer = await api.call("GET", path);
      expect([answer.status, answer.json.type], path).toEqual([status, `editoast:${type}`]);
    }
  });
});
