// Method: groups of works and of limits on a small network; an independent decoder reads their tiles, and the lines are compared with the textbook's places of their ends.
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../../helpers/api.ts";
import { opened } from "../../helpers/opened.ts";
import { readTile, type TileFeature, tileAt, unitsOf } from "../../helpers/tiles.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";

const TIMES = { start_date_time: "2024-05-22T08:00:00Z", end_date_time: "2024-05-22T09:30:00Z" };
interface Track {
  readonly id: string;
  readonly length: number;
  readonly geo: { readonly coordinates: readonly (readonly number[])[] };
}

const [TRACK] = TINY_RAILJSON["track_sections"] as readonly Track[];
if (TRACK === undefined) throw new Error("a network without tracks");
const [WEST = [], EAST = []] = [TRACK.geo.coordinates[0], TRACK.geo.coordinates.at(-1)];
const PLACE = WEST;
const ZOOM = 14;

/** Of a straight track along a parallel. */
const at = (metres: number): readonly number[] => [
  (WEST[0] ?? 0) + (((EAST[0] ?? 0) - (WEST[0] ?? 0)) * metres) / TRACK.length,
  WEST[1] ?? 0,
];

const api = opened(startTestApi);
let infra: number;
let works: number;
let limits: number;
beforeAll(async () => {
  infra = (await api.make("POST", "/infra/railjson?name=groups", TINY_RAILJSON)).json.infra;
  const range = {
    track_section: TRACK.id,
    begin: 200_000,
    end: 700_000,
    direction: "START_TO_STOP",
  };
  const nowhere = { ...range, track_section: "nowhere" };
  const work = { ...TIMES, obj_id: "work", work_schedule_type: "CATENARY", track_ranges: [range] };
  const group = await api.make("POST", "/work_schedules", {
    work_schedule_group_name: "of the map",
    work_schedules: [work, { ...work, obj_id: "elsewhere", track_ranges: [nowhere] }],
  });
  works = group.json.work_schedule_group_id;
  const ways = ["START_TO_STOP", "STOP_TO_START"];
  const limited = await api.make("POST", "/temporary_speed_limit_group", {
    speed_limit_group_name: "of the map",
    speed_limits: [
      {
        ...TIMES,
        obj_id: "limit",
        speed_limit: 12.5,
        track_ranges: ways.map((direction, i) => ({
          track: TRACK.id,
          begin: 100 + 300 * i,
          end: 300 + 300 * i,
          direction,
        })),
      },
    ],
  });
  limits = limited.json.group_id;
});

function pathOf(layer: string, group_id: number | null, more = ""): string {
  const { z, x, y } = tileAt(PLACE, ZOOM);
  const group = group_id === null ? "" : `&group_id=${group_id}`;
  return `/layers/tile/${layer}/geo/${z}/${x}/${y}/?infra=${infra}${group}${more}`;
}

async function readFeatures(layer: string, group_id: number): Promise<readonly TileFeature[]> {
  return readTile(await api.call("GET", pathOf(layer, group_id))).features;
}

const METADATA = (layer: string, group_id: number): string =>
  `/layers/layer/${layer}/mvt/geo/?infra=${infra}&group_id=${group_id}`;

function expectLine(line: TileFeature["lines"][number] | undefined, ends: readonly number[]): void {
  const tile = tileAt(PLACE, ZOOM);
  const told = [line?.[0], line?.at(-1)]
    .map((unit) => unit?.[0] ?? Number.NaN)
    .sort((a, b) => a - b);
  // Beyond the tile's edge it is cut.
  const wanted = ends.map((metres) => Math.min(Math.max(unitsOf(at(metres), tile)[0], -256), 4352));
  told.forEach((unit, i) => expect(Math.abs(unit - (wanted[i] ?? 0))).toBeLessThanOrEqual(1.5));
}

describe("the layer of a group", () => {
  it("of works has each as lines of its ranges, with its times; one on no track of the network is not on the map", async () => {
    const features = await readFeatures("work_schedules", works);
    expect(features.map(({ properties }) => properties)).toEqual([
      expect.objectContaining({ ...TIMES, id: "work", work_schedule_type: "CATENARY" }),
    ]);
    expectLine(features[0]?.lines[0], [200, 700]);
  });

  it("of temporary limits has each as lines of its ranges, with its speed and times", async () => {
    const features = await readFeatures("temporary_speed_limits", limits);
    expect(features.map(({ properties }) => properties)).toEqual([
      expect.objectContaining({ ...TIMES, id: "limit", speed_limit: 12.5 }),
    ]);
    expectLine(features[0]?.lines[0], [100, 300]);
    expectLine(features[0]?.lines[1], [400, 600]);
  });

  it.each(["work_schedules", "temporary_speed_limits"])(
    "has tiles at addresses that name the group and never change: %s",
    async (layer) => {
      const group_id = layer === "work_schedules" ? works : limits;
      const told = (await api.make("GET", METADATA(layer, group_id))).json;
      const [address] = told.tiles;
      expect(address).toContain(`&group_id=${group_id}&v=`);
      const version = new URL(address).searchParams.get("v");
      const kept = await api.call("GET", pathOf(layer, group_id, `&v=${version}`));
      expect(kept.headers["cache-control"]).toContain("immutable");
    },
  );

  it("is another one where the tracks are", async () => {
    const versionOf = async (): Promise<string> =>
      new URL((await api.make("GET", METADATA("work_schedules", works))).json.tiles[0]).search;
    const before = await versionOf();
    const edit = (path: string, value: unknown): unknown => [
      {
        operation_type: "UPDATE",
        obj_type: "TrackSection",
        obj_id: TRACK.id,
        railjson_patch: [{ op: "add", path, value }],
      },
    ];
    await api.make("POST", `/infra/${infra}`, edit("/length", 2 * TRACK.length));
    expect(await versionOf()).not.toBe(before);
    const [work] = await readFeatures("work_schedules", works);
    expectLine(work?.lines[0], [100, 350]);
    await api.make("POST", `/infra/${infra}`, edit("/length", TRACK.length));
  });

  it("is refused without a group, and where there is none", async () => {
    const missing = await api.call("GET", pathOf("work_schedules", null));
    expect([missing.status, missing.json.type]).toEqual([400, "editoast:request:InvalidQuery"]);
    const answers = [];
    for (const [layer, group] of [
      ["work_schedules", limits],
      ["temporary_speed_limits", works],
    ] as const) {
      answers.push(await api.call("GET", pathOf(layer, group)));
    }
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  it("is gone with its group, whatever is kept of it", async () => {
    expect(await readFeatures("work_schedules", works)).toHaveLength(1);
    await api.make("DELETE", `/work_schedules/${works}`);
    expect((await api.call("GET", pathOf("work_schedules", works))).status).toBe(404);
  });
});
