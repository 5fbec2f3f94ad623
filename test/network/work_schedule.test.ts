// Method: groups come out as they were sent; conflicts of generated timetables with random works against all pairs of a requirement that a simulation tells and a zone of the tests' own network model.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { makeNetwork, type Network } from "../oracle/network.ts";
import { validTrain, validWorks } from "../platform/http/rules/valid_forms.ts";
import { makeStudyWorld } from "../studies/study_world.ts";
import { expandNaively } from "../timetable/paced_train/naive_expansion.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";

const api = opened(() => startTestApi({ work_schedules: 40 }));
const RANGE = { track_section: "A", begin: 0, end: 1, direction: "START_TO_STOP" };

describe("a group of work schedules", () => {
  it("is created, listed, read with an id for each work, and deleted", async () => {
    const given = validWorks({ work_schedule_group_name: "first" });
    const [work] = given["work_schedules"] as Record<string, unknown>[];
    const made = await api.call("POST", "/work_schedules", {
      ...given,
      work_schedules: [
        work,
        { ...work, obj_id: "second", end_date_time: "2024-05-22T12:00+02:00" },
      ],
    });
    const { work_schedule_group_id: id } = made.json;
    expect([made.status, made.json]).toEqual([200, { work_schedule_group_id: id }]);
    const name = { work_schedule_group_id: id, work_schedule_group_name: "first" };
    const list = (await api.make("GET", "/work_schedules")).json;
    expect(list.results).toContainEqual(name);
    const path = `/work_schedules/${id}`;
    const read = (await api.make("GET", path)).json;
    const ids = read.work_schedules.map((one: { id: number }) => one.id);
    // Without a zone a time is in UTC; all are answered in UTC.
    const told = { ...work, start_date_time: "2024-05-22T08:00:00Z" };
    expect(read).toEqual({
      ...name,
      work_schedules: [
        { id: ids[0], ...told },
        { id: ids[1], ...told, obj_id: "second", end_date_time: "2024-05-22T10:00:00Z" },
      ],
    });
    expect(new Set([id, ...ids]).size).toBe(3);
    expect((await api.call("DELETE", path)).status).toBe(204);
    expect((await api.call("GET", path)).status).toBe(404);
    const again = await api.call("POST", "/work_schedules", given);
    expect(again.status, "the name is free again").toBe(200);
  });

  it("takes ranges in metres as clients of 2024 send them, and tells one form", async () => {
    const metres = [
      { track: "A", begin: 0.0004, end: 100_000 },
      { track: "B", begin: 12.3456, end: 12.3456 },
    ];
    const body = validWorks({ work_schedule_group_name: "metres" }, { track_ranges: metres });
    const { work_schedule_group_id: id } = (await api.make("POST", "/work_schedules", body)).json;
    const [work] = (await api.make("GET", `/work_schedules/${id}`)).json.work_schedules;
    const direction = "START_TO_STOP";
    expect(work.track_ranges).toEqual([
      { track_section: "A", begin: 0, end: 100_000_000, direction },
      { track_section: "B", begin: 12_346, end: 12_346, direction },
    ]);
    const path = [{ track_section: "A", begin: 400_000, end: 1_000_000, direction }];
    const request = { work_schedule_group_id: id, path_track_ranges: path };
    const [found] = (await api.make("POST", "/work_schedules/project_path", request)).json;
    expect(found).toEqual({
      type: "TRACK",
      start_date_time: "2024-05-22T08:00:00Z",
      end_date_time: "2024-05-22T09:00:00Z",
      path_position_ranges: [{ start: 0, end: 600_000 }],
    });
    // clients elsewhere would take a time without a zone for one of their own
    const client_path = "/api/work_schedules/project_path";
    expect((await api.make("POST", client_path, request)).json).toEqual([found]);
  });

  it("may be empty, and has no more works than the limit", async () => {
    const empty = { work_schedule_group_name: "empty", work_schedules: [] };
    const { work_schedule_group_id: id } = (await api.make("POST", "/work_schedules", empty)).json;
    expect((await api.make("GET", `/work_schedules/${id}`)).json.work_schedules).toEqual([]);
    const { work_schedules } = validWorks();
    const [work] = work_schedules as unknown[];
    const many = (count: number): unknown => ({
      work_schedule_group_name: `of ${count}`,
      work_schedules: Array.from({ length: count }, () => work),
    });
    expect((await api.call("POST", "/work_schedules", many(40))).status).toBe(200);
    const refused = await api.call("POST", "/work_schedules", many(41));
    expect([refused.status, refused.json.context]).toEqual([422, { count: 41, count_max: 40 }]);
  });

  it("is told where it lies on a path, works that touch it only", async () => {
    const range = { ...RANGE, begin: 100, end: 300 };
    const [work] = validWorks({}, { track_ranges: [range] })["work_schedules"] as object[];
    const elsewhere = { ...work, track_ranges: [{ ...range, track_section: "B" }] };
    const body = { work_schedule_group_name: "projected", work_schedules: [elsewhere, work] };
    const { work_schedule_group_id } = (await api.make("POST", "/work_schedules", body)).json;
    const path_track_ranges = [
      { ...RANGE, track_section: "C", end: 50 },
      { ...RANGE, begin: 200, end: 1000, direction: "STOP_TO_START" },
    ];
    const answer = await api.make("POST", "/work_schedules/project_path", {
      work_schedule_group_id,
      path_track_ranges,
    });
    expect(answer.json).toEqual([
      {
        type: "TRACK",
        start_date_time: "2024-05-22T08:00:00Z",
        end_date_time: "2024-05-22T09:00:00Z",
        path_position_ranges: [{ start: 750, end: 850 }],
      },
    ]);
  });

  it("with a path of too many ranges on its tracks is refused, not computed", async () => {
    const ranges = Array.from({ length: 2000 }, () => RANGE);
    const body = validWorks({ work_schedule_group_name: "dense" }, { track_ranges: ranges });
    const { work_schedule_group_id } = (await api.make("POST", "/work_schedules", body)).json;
    const answer = await api.call("POST", "/work_schedules/project_path", {
      work_schedule_group_id,
      path_track_ranges: ranges,
    });
    expect([answer.status, answer.json.type]).toEqual([422, "editoast:request:TooManyItems"]);
  });

  it("is read with infra:read and changed with infra:write", async () => {
    const world = await makeStudyWorld();
    const reader = await world.actor("reader", "operational-studies-reader");
    const writer = await world.actor("writer", "administrator");
    const nobody = await world.actor("nobody", null);
    for (const [path, body] of [
      ["/work_schedules", validWorks()],
      ["/temporary_speed_limit_group", { speed_limit_group_name: "x", speed_limits: [] }],
    ] as const) {
      const refused = await reader.call("POST", path, body);
      expect(refused.json.context.required_roles).toEqual(["infra:write"]);
      const made = await writer.make("POST", path, body);
      const own = `${path}/${made.work_schedule_group_id ?? made.group_id}`;
      for (const read of [path, own]) {
        expect((await nobody.call("GET", read)).status).toBe(403);
        expect((await reader.call("GET", read)).status).toBe(200);
      }
      expect((await reader.call("DELETE", own)).status).toBe(403);
      expect((await writer.call("DELETE", own)).status).toBe(204);
    }
    await world.close();
  });
});

interface Need {
  readonly owner: string;
  readonly zone: string;
  readonly begin_ms: number;
  readonly end_ms: number;
}

interface Conflict {
  readonly train_ids: readonly number[];
  readonly paced_train_occurrence_ids: readonly object[];
  readonly work_schedule_ids: readonly number[];
  readonly conflict_type: string;
  readonly requirements: readonly { zone: string; start_time: string; end_time: string }[];
}

interface Simulation {
  readonly status: string;
  readonly final_output: {
    readonly spacing_requirements: readonly {
      zone: string;
      begin_time: number;
      end_time: number;
    }[];
  };
}

interface Work {
  readonly id: number;
  readonly start_date_time: string;
  readonly end_date_time: string;
  readonly track_ranges: readonly { track_section: string; begin: number; end: number }[];
}

function needsOf(owner: string, start_ms: number, simulation: Simulation): Need[] {
  if (simulation.status !== "success") return [];
  return simulation.final_output.spacing_requirements.map(({ zone, begin_time, end_time }) => ({
    owner,
    zone,
    begin_ms: start_ms + begin_time,
    end_ms: start_ms + end_time,
  }));
}

/** The zones of the chunks that a work touches, ends included. */
function zonesOf(model: Network, { track_ranges }: Work): Set<string> {
  const zones = track_ranges.flatMap(({ track_section, begin, end }) =>
    (model.byTrack.get(track_section)?.chunks ?? []).flatMap(({ offset, length, zone }) =>
      zone !== null && offset <= end && offset + length >= begin ? [zone] : [],
    ),
  );
  return new Set(zones);
}

const overlap = (a: Need, b: Need): boolean => a.begin_ms < b.end_ms && b.begin_ms < a.end_ms;
const isWork = ({ owner }: Need): boolean => owner.startsWith("work");

/** Both ways: every pair that overlaps is told, and everybody told overlaps another one there. */
function judge(conflicts: readonly Conflict[], needs: readonly Need[]): number {
  const told = conflicts
    .filter(({ conflict_type }) => conflict_type === "Spacing")
    .flatMap(({ requirements, ...one }) => {
      const owners = new Set([
        ...one.train_ids.map((id) => `train ${id}`),
        ...one.paced_train_occurrence_ids.map((id) => JSON.stringify(id)),
        ...one.work_schedule_ids.map((id) => `work ${id}`),
      ]);
      return requirements.map(({ zone, start_time, end_time }) => ({
        owners,
        zone,
        begin_ms: Date.parse(start_time),
        end_ms: Date.parse(end_time),
      }));
    });
  const by_zone = new Map<string, Need[]>();
  for (const need of needs) by_zone.set(need.zone, [...(by_zone.get(need.zone) ?? []), need]);
  let work_count = 0;
  for (const { owners, zone, begin_ms, end_ms } of told) {
    const there = (by_zone.get(zone) ?? []).filter(
      (need) => owners.has(need.owner) && need.begin_ms >= begin_ms && need.end_ms <= end_ms,
    );
    for (const owner of owners) {
      const own = there.filter((need) => need.owner === owner);
      expect(
        own.some((a) => there.some((b) => a !== b && overlap(a, b))),
        owner,
      ).toBe(true);
    }
    expect(there.every(isWork), "works alone are no conflict").toBe(false);
  }
  for (const [zone, there] of by_zone) {
    for (const [i, a] of there.entries()) {
      for (const b of there.slice(i + 1)) {
        if (!overlap(a, b) || (isWork(a) && isWork(b))) continue;
        if (isWork(a) || isWork(b)) work_count++;
        const covers = told.some(
          (one) =>
            one.zone === zone &&
            one.owners.has(a.owner) &&
            one.owners.has(b.owner) &&
            one.begin_ms <= Math.min(a.begin_ms, b.begin_ms) &&
            one.end_ms >= Math.max(a.end_ms, b.end_ms),
        );
        expect(covers, `${a.owner} and ${b.owner} in ${zone}`).toBe(true);
      }
    }
  }
  return work_count;
}

/** On tracks of the network and one that it does not have, within the day of the trains. */
function drawWorks(random: Random, model: Network, day_ms: number): object[] {
  const tracks = model.tracks.filter(({ chunks }) => chunks.some(({ zone }) => zone !== null));
  return Array.from({ length: 30 }, (_, i) => {
    const begin_ms = day_ms + wholeBetween(random, 0, 240) * 60_000;
    const track_ranges = Array.from({ length: wholeBetween(random, 1, 3) }, () => {
      const track = tracks[wholeBetween(random, 0, tracks.length - 1)]!;
      const border = track.chunks[wholeBetween(random, 0, track.chunks.length - 1)]!.offset;
      const place = (): number => (random() < 0.3 ? border : wholeBetween(random, 0, track.length));
      const ends = [place(), place()];
      return {
        track_section: random() < 0.05 ? "no such track" : track.id,
        begin: Math.min(...ends),
        end: Math.max(...ends),
        direction: random() < 0.5 ? "START_TO_STOP" : "STOP_TO_START",
      };
    });
    return {
      start_date_time: new Date(begin_ms).toISOString(),
      end_date_time: new Date(begin_ms + wholeBetween(random, 1, 60) * 60_000).toISOString(),
      track_ranges,
      obj_id: `work.${i}`,
      work_schedule_type: random() < 0.5 ? "TRACK" : "CATENARY",
    };
  });
}

describe("conflicts with works", () => {
  it.each([1, 2, 3, 4])(
    "are those of all pairs of a train and a work in a zone, on generated network %i",
    async (seed) => {
      const network = generateNetwork({ ...TINY_OPTIONS, seed, paced_interval_s: 1800 });
      const railjson = JSON.parse(JSON.stringify(network.railjson));
      const model = makeNetwork(railjson);
      const infra = (await api.make("POST", `/infra/railjson?name=${seed}`, railjson)).json.infra;
      for (const stock of network.rolling_stocks) await api.call("POST", "/rolling_stock", stock);
      const { timetable_id } = (await api.make("POST", "/timetable")).json;
      const path = `/timetable/${timetable_id}`;
      const trains = await api.make("POST", `${path}/train_schedules`, network.train_schedules);
      const paced = await api.make("POST", `${path}/paced_trains`, network.paced_trains);
      const needs: Need[] = [];
      for (const { id, start_time } of trains.json) {
        const run = await api.make("GET", `/train_schedule/${id}/simulation?infra=${infra}`);
        needs.push(...needsOf(`train ${id}`, Date.parse(start_time), run.json));
      }
      for (const { id, timetable_id: _, ...record } of paced.json) {
        for (const { occurrence, train } of expandNaively(record)) {
          const key = occurrence["exception_key"] as string | undefined;
          const tail = key === undefined ? "" : `&exception_key=${key}`;
          const run = await api.make("GET", `/paced_train/${id}/simulation?infra=${infra}${tail}`);
          const owner = JSON.stringify({ paced_train_id: id, ...occurrence });
          needs.push(...needsOf(owner, Date.parse(String(train["start_time"])), run.json));
        }
      }
      const random = makeRandom(seed);
      const day_ms = Math.min(...needs.map(({ begin_ms }) => begin_ms));
      const group = await api.make("POST", "/work_schedules", {
        work_schedule_group_name: `on network ${seed}`,
        work_schedules: drawWorks(random, model, day_ms),
      });
      const { work_schedule_group_id: id } = group.json;
      const works: readonly Work[] = (await api.make("GET", `/work_schedules/${id}`)).json
        .work_schedules;
      const taken = works.flatMap((work) =>
        [...zonesOf(model, work)].map((zone) => ({
          owner: `work ${work.id}`,
          zone,
          begin_ms: Date.parse(work.start_date_time),
          end_ms: Date.parse(work.end_date_time),
        })),
      );
      const url = `${path}/conflicts?infra=${infra}`;
      const with_works = await api.make("GET", `${url}&work_schedule_group_id=${id}`);
      expect(judge(with_works.json, [...needs, ...taken])).toBeGreaterThan(10);
      expect((await api.make("GET", `${url}&work_schedule_group_id=${id}`)).text).toBe(
        with_works.text,
      );
      // Routes are nothing to works.
      const without = (await api.make("GET", url)).json as Conflict[];
      const routing = (list: readonly Conflict[]): Conflict[] =>
        list.filter(({ conflict_type }) => conflict_type === "Routing");
      expect(routing(with_works.json)).toEqual(routing(without));
      judge(without, needs);
    },
  );

  it("are none before a work begins and after it ends, and begin at once", async () => {
    const infra = (await api.make("POST", "/infra/railjson?name=line", TINY_RAILJSON)).json.infra;
    const network = generateNetwork(TINY_OPTIONS);
    const [stock] = network.rolling_stocks;
    const named = { ...stock, name: "on the line" };
    await api.make("POST", "/rolling_stock", named);
    const path = [
      { id: "a", track: "A", offset: 100_000 },
      { id: "b", track: "B", offset: 900_000 },
    ];
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const train = validTrain({
      rolling_stock_name: "on the line",
      path,
      schedule: [],
      start_time: "2026-05-22T08:00:00Z",
    });
    const url = `/timetable/${timetable_id}`;
    const [{ id }] = (await api.make("POST", `${url}/train_schedules`, [train])).json;
    const run = (await api.make("GET", `/train_schedule/${id}/simulation?infra=${infra}`)).json;
    expect(run.status).toBe("success");
    const needs = needsOf("train", Date.parse("2026-05-22T08:00:00Z"), run);
    const [begin_ms, end_ms] = [
      Math.min(...needs.map((need) => need.begin_ms)),
      Math.max(...needs.map((need) => need.end_ms)),
    ];
    const conflictsFrom = async (from_ms: number, to_ms: number): Promise<number> => {
      const body = validWorks(
        { work_schedule_group_name: `${from_ms}` },
        {
          start_date_time: new Date(from_ms).toISOString(),
          end_date_time: new Date(to_ms).toISOString(),
          track_ranges: ["A", "B"].map((track_section) => ({
            ...RANGE,
            track_section,
            end: 1_000_000,
          })),
        },
      );
      const made = (await api.make("POST", "/work_schedules", body)).json;
      const query = `infra=${infra}&work_schedule_group_id=${made.work_schedule_group_id}`;
      return (await api.make("GET", `${url}/conflicts?${query}`)).json.length;
    };
    expect(await conflictsFrom(begin_ms - 60_000, begin_ms)).toBe(0);
    expect(await conflictsFrom(begin_ms - 59_999, begin_ms + 1)).toBe(1);
    expect(await conflictsFrom(end_ms, end_ms + 60_000)).toBe(0);
    expect(await conflictsFrom(end_ms - 1, end_ms + 60_000)).toBe(1);
  });
});
