/**
 * Method: everything that names places on a track (waypoints, stops, works, temporary limits, profiles, a path to project
 * on) is computed before and after the track is split, again and again at random offsets, and after the splits are undone
 * with the page's own operations: runs and conflicts are the same, and no accepted train is outdated.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { keyOf, type RailObject, type Target } from "../../../web/src/editor/edits/edits.ts";
import { describeSplit } from "../../../web/src/editor/edits/split.ts";
import { startTestApi } from "../../helpers/api.ts";
import { JUNCTION_RAILJSON } from "../../helpers/junction_railjson.ts";
import { opened } from "../../helpers/opened.ts";
import { validStock, validTrain } from "../../platform/http/rules/valid_forms.ts";
import { makeRandom, wholeBetween } from "../../workers/engine/seeded.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

const api = opened(startTestApi);

beforeAll(async () => {
  await api.make("POST", "/rolling_stock", validStock({ name: "electric" }));
});

const TRAIN = {
  rolling_stock_name: "electric",
  start_time: "2026-05-22T08:00:00Z",
  path: [
    { id: "a", track: "N", offset: 500_000 },
    { id: "b", track: "M", offset: 1_500_000 },
    { id: "c", track: "M", offset: 5_500_000 },
  ],
  schedule: [
    { at: "b", stop_for: "PT60S" },
    { at: "c", stop_for: "PT0S" },
  ],
};
const SPAN = { start_date_time: "2026-05-22T00:00:00Z", end_date_time: "2026-05-23T00:00:00Z" };

interface Place {
  readonly infra: number;
  readonly timetable: number;
  readonly ids: readonly number[];
  readonly works: number;
  readonly limits: number;
}

async function open(): Promise<Place> {
  const { infra } = (await api.make("POST", "/infra/railjson?name=split", JUNCTION_RAILJSON)).json;
  const { timetable_id: timetable } = (await api.make("POST", "/timetable")).json;
  const trains = [
    validTrain(TRAIN),
    validTrain({
      ...TRAIN,
      start_time: "2026-05-22T08:00:01Z",
      path: [{ id: "a", track: "S", offset: 500_000 }, ...TRAIN.path.slice(1)],
    }),
  ];
  const created = await api.make("POST", `/timetable/${timetable}/train_schedules`, trains);
  const ids = created.json.map(({ id }: Json) => id);
  const name = `split ${infra}`;
  const work = {
    ...SPAN,
    track_ranges: [{ track: "M", begin: 1000, end: 5000 }],
    obj_id: "work",
    work_schedule_type: "TRACK",
  };
  const limit = {
    ...SPAN,
    track_ranges: [
      { track: "M", begin: 1000, end: 4900, direction: "START_TO_STOP" },
      { track: "N", begin: 1000, end: 1700.5, direction: "START_TO_STOP" },
    ],
    speed_limit: 8,
    obj_id: "limit",
  };
  const works = await api.make("POST", "/work_schedules", {
    work_schedule_group_name: name,
    work_schedules: [work],
  });
  const limits = await api.make("POST", "/temporary_speed_limit_group", {
    speed_limit_group_name: name,
    speed_limits: [limit],
  });
  await api.make("POST", `/timetable/${timetable}/acknowledge?infra=${infra}`, {
    train_schedule_ids: ids,
    paced_train_ids: [],
  });
  return {
    infra,
    timetable,
    ids,
    works: works.json.work_schedule_group_id,
    limits: limits.json.group_id,
  };
}

/** What must not change, and what is told. */
async function look({ infra, timetable, ids, works, limits }: Place): Promise<Json> {
  const query = `infra=${infra}&temporary_speed_limit_group_id=${limits}`;
  const [id] = ids;
  const run = await api.make("GET", `/train_schedule/${id}/simulation?${query}`);
  const path = (await api.make("GET", `/train_schedule/${id}/path?infra=${infra}`)).json;
  const projected = await api.make("POST", "/train_schedule/project_path", {
    infra_id: infra,
    ids,
    path: {
      track_section_ranges: [
        { track_section: "M", begin: 0, end: 6_000_000, direction: "START_TO_STOP" },
      ],
      routes: path.routes,
      blocks: path.blocks,
    },
  });
  const conflicts = await api.make(
    "GET",
    `/timetable/${timetable}/conflicts?${query}&work_schedule_group_id=${works}`,
  );
  const statuses = await api.call("GET", `/timetable/${timetable}/statuses?infra=${infra}`);
  expect(statuses.text).not.toMatch(/outdated|invalid/);
  expect([run, conflicts].map(({ headers }) => headers["x-warnings"])).toEqual([
    undefined,
    undefined,
  ]);
  expect(conflicts.json.length).toBeGreaterThan(1);
  expect(run.json.status).toBe("success");
  const { track_section_ranges: _, ...rest } = path;
  // A run names the links that it passes.
  const all = { run: run.json, conflicts: conflicts.json, projected: projected.json, rest };
  return JSON.parse(JSON.stringify(all, (_, value) => (value === "STATIC" ? undefined : value)));
}

async function read(infra: number, targets: readonly Target[]): Promise<Map<string, RailObject>> {
  const found = new Map<string, RailObject>();
  for (const target of targets) {
    const list = `/infra/${infra}/objects/${target.obj_type}`;
    const [one] = (await api.make("POST", list, [target.obj_id])).json;
    found.set(keyOf(target), one.railjson);
  }
  return found;
}

async function attached(infra: number, track: string): Promise<Target[]> {
  const { json } = await api.make("GET", `/infra/${infra}/attached/${track}`);
  return Object.entries<string[]>(json).flatMap(([obj_type, ids]) =>
    ids.map((obj_id) => ({ obj_type, obj_id }) as Target),
  );
}

/** Splits, and answers the operations that undo it and do it again. */
async function split(infra: number, track: string, offset: number) {
  const old: Target = { obj_type: "TrackSection", obj_id: track };
  const around = await attached(infra, track);
  const before = await read(infra, [old, ...around]);
  const body = { track, offset };
  const ids: string[] = (await api.make("POST", `/infra/${infra}/split_track_section`, body)).json;
  const known = new Set(around.map(keyOf));
  const links = (await attached(infra, ids[0] ?? "")).filter(
    (one) => one.obj_type === "Switch" && !known.has(keyOf(one)),
  );
  const made = [...ids.map((obj_id): Target => ({ obj_type: "TrackSection", obj_id })), ...links];
  const after = await read(infra, [...made, ...around]);
  return { ids, ...describeSplit({ old, made, attached: around, before, after }) };
}

describe("places on a track that is split", () => {
  it("are where they were, for runs, conflicts and acceptance, as often as it is split, undone and done again", async () => {
    const random = makeRandom(5);
    const place = await open();
    const { infra } = place;
    const before = await look(place);
    const tracks = [
      { id: "M", length: 6_000_000 },
      { id: "N", length: 4_000_000 },
    ];
    const steps: Awaited<ReturnType<typeof split>>[] = [];
    for (const at of [1_500_000, ...Array.from({ length: 5 }, () => null)]) {
      const index = at === null ? wholeBetween(random, 0, tracks.length - 1) : 0;
      const [track] = tracks.splice(index, 1);
      if (track === undefined) throw new Error("there is no track");
      const offset = at ?? wholeBetween(random, 1, track.length - 1);
      const step = await split(infra, track.id, offset);
      steps.push(step);
      const [left = "", right = ""] = step.ids;
      tracks.push({ id: left, length: offset }, { id: right, length: track.length - offset });
      expect(await look(place), `${track.id} at ${offset}`).toEqual(before);
    }
    for (const { inverse } of steps.toReversed()) {
      await api.make("POST", `/infra/${infra}`, inverse);
      expect(await look(place)).toEqual(before);
    }
    for (const { operations } of steps) await api.make("POST", `/infra/${infra}`, operations);
    expect(await look(place)).toEqual(before);
    // a copy says the same
    const { json: copy } = await api.make("POST", `/infra/${infra}/clone?name=copy`);
    expect((await look({ ...place, infra: copy })).run).toEqual(before.run);
  });

  it("are not known any more where the parts have changed, and that is told", async () => {
    const place = await open();
    const { ids } = await split(place.infra, "M", 1_500_000);
    const change = { op: "replace", path: "/length", value: 1400 };
    await api.make("POST", `/infra/${place.infra}`, [
      {
        operation_type: "UPDATE",
        obj_type: "TrackSection",
        obj_id: ids[0],
        railjson_patch: [change],
      },
    ]);
    const run = `/train_schedule/${place.ids[0]}/path?infra=${place.infra}`;
    expect((await api.make("GET", run)).json).toMatchObject({
      status: "failure",
      error_type: "invalid_path_items",
    });
  });
});
