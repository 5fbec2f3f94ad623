// Method: a double line drawn by hand, completed over HTTP with and without a side on which trains keep; what tracks say is
// worked out by hand, and conflicts of an hourly service each way are counted.
import { beforeAll, describe, expect, it } from "vitest";
import { RAILJSON_VERSION } from "../../src/railway/network_terms.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { validStock, validTrain } from "../platform/http/rules/valid_forms.ts";

type Json = Record<string, unknown>;

const BESIDE_DEG = 2 / 111_320;
const KM_DEG = 1 / (111.32 * Math.cos((48 * Math.PI) / 180));
const LENGTHS = { W: 1000, N: 11_990, S: 12_000, E: 1000 } as const;

function track(
  id: keyof typeof LENGTHS,
  [from_km, to_km]: readonly [number, number],
  side: number,
): Json {
  const lat = 48 + side * BESIDE_DEG;
  const coordinates = [
    [from_km * KM_DEG, 48],
    [(from_km + 0.1) * KM_DEG, lat],
    [(to_km - 0.1) * KM_DEG, lat],
    [to_km * KM_DEG, 48],
  ];
  const bare = { slopes: [], curves: [], loading_gauge_limits: [] };
  return { id, length: LENGTHS[id], ...bare, geo: { type: "LineString", coordinates } };
}

const port = (name: string, endpoint: "BEGIN" | "END") => ({ track: name, endpoint });
const switchOf = (id: string, a: Json, end: "BEGIN" | "END"): Json => ({
  id,
  switch_type: "point_switch",
  group_change_delay: 6,
  ports: { A: a, B1: port("N", end), B2: port("S", end) },
});
const station = (id: string): Json => ({
  id,
  parts: [{ track: id, position: 500 }],
  extensions: { identifier: { name: id, uic: 0 } },
});

/** One track, then two for 12 km, of which the northern one is a little shorter, then one again. */
const DOUBLE = {
  version: RAILJSON_VERSION,
  track_sections: [
    track("W", [0, 1], 0),
    track("N", [1, 13], 1),
    track("S", [1, 13], -1),
    track("E", [13, 14], 0),
  ],
  switches: [
    switchOf("west", port("W", "END"), "BEGIN"),
    switchOf("east", port("E", "BEGIN"), "END"),
  ],
  operational_points: [station("W"), station("E")],
  extended_switch_types: [],
  routes: [],
  signals: [],
  detectors: [],
  buffer_stops: [],
  speed_sections: [],
  electrifications: [
    {
      id: "wire",
      voltage: "25000V",
      track_ranges: Object.entries(LENGTHS).map(([name, end]) => ({
        track: name,
        begin: 0,
        end,
        applicable_directions: "BOTH",
      })),
    },
  ],
  neutral_sections: [],
};

const api = opened(startTestApi);

beforeAll(async () => {
  await api.make("POST", "/rolling_stock", validStock({ name: "short", length: 100 }));
});

const draw = async (network: unknown): Promise<number> =>
  (await api.make("POST", "/infra/railjson?name=double", network)).json.infra;

async function complete(infra: number, query = ""): Promise<Json> {
  const { operations, report } = (await api.make("GET", `/infra/${infra}/completion${query}`)).json;
  expect((await api.call("POST", `/infra/${infra}`, operations)).status).toBe(200);
  return { report, operations };
}

async function usualOf(infra: number, query = ""): Promise<Json> {
  const { track_sections } = (await api.make("GET", `/infra/${infra}/railjson${query}`)).json;
  return Object.fromEntries(
    track_sections.flatMap(({ id, extensions }: { id: string; extensions?: Json }) => {
      const told = extensions?.["usual_direction"];
      return told === undefined ? [] : [[id, told]];
    }),
  );
}

/** Of an hourly service each way, whose trains meet between the stations. */
async function countConflicts(infra: number): Promise<number> {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const service = (from: string, to: string, start_time: string): Json =>
    validTrain({
      train_name: `${from} ${to}`,
      rolling_stock_name: "short",
      start_time,
      path: [
        { id: "a", operational_point: from },
        { id: "b", operational_point: to },
      ],
      schedule: [{ at: "b", stop_for: "PT0S" }],
      constraint_distribution: "LINEAR",
      paced: { time_window: "PT6H", interval: "PT1H" },
      exceptions: [],
    });
  await api.make("POST", `/timetable/${timetable_id}/paced_trains`, [
    service("W", "E", "2026-03-02T06:00:00Z"),
    service("E", "W", "2026-03-02T06:01:00Z"),
  ]);
  const { results } = (await api.make("GET", `/timetable/${timetable_id}/paced_trains`)).json;
  for (const { id } of results) {
    const path = await api.make("GET", `/paced_train/${id}/path?infra_id=${infra}`);
    expect(path.json.status).toBe("success");
  }
  const found = await api.make("GET", `/timetable/${timetable_id}/conflicts?infra=${infra}`);
  return found.json.length;
}

describe("the tracks of a double line", () => {
  it.each([
    ["left", { N: "START_TO_STOP", S: "STOP_TO_START" }],
    ["right", { N: "STOP_TO_START", S: "START_TO_STOP" }],
  ])(
    "are used on the %s, so that trains of both directions are in no conflict",
    async (side, usual) => {
      const infra = await draw(DOUBLE);
      const { report } = await complete(infra, `?running_side=${side}`);
      expect(report).toContainEqual(
        expect.objectContaining({ code: "usual_directions_completed", count: 2 }),
      );
      expect(await usualOf(infra)).toEqual(usual);
      expect(await countConflicts(infra)).toBe(0);
      const again = await api.make("GET", `/infra/${infra}/completion?running_side=${side}`);
      expect(again.json).toEqual({ operations: [], report: [] });
    },
  );

  it("are found at a bend, where no piece lies right beside its outer side", async () => {
    const bent = DOUBLE.track_sections.map(({ geo, ...one }) => {
      const [first, begin, end, last] = (geo as { coordinates: number[][] }).coordinates;
      // At the middle of its length, which is looked at.
      const middle = [7 * KM_DEG, (begin?.[1] ?? 0) + 0.0016];
      const is_double = one["id"] === "N" || one["id"] === "S";
      const coordinates = is_double ? [first, begin, middle, end, last] : [first, last];
      return { ...one, geo: { type: "LineString", coordinates } };
    });
    const infra = await draw({ ...DOUBLE, track_sections: bent });
    await complete(infra, "?running_side=right");
    expect(await usualOf(infra)).toEqual({ N: "STOP_TO_START", S: "START_TO_STOP" });
  });

  it("say nothing unless a side is told, and then both directions are on one of them", async () => {
    const infra = await draw(DOUBLE);
    const { operations } = await complete(infra);
    expect(JSON.stringify(operations)).not.toContain("usual");
    expect(await usualOf(infra)).toEqual({});
    expect(await countConflicts(infra)).toBeGreaterThan(0);
  });

  it("are used as their signals stand, and keep what they say already", async () => {
    const logical = {
      signaling_system: "BAL",
      next_signaling_systems: [],
      settings: { Nf: "true" },
      default_parameters: { jaune_cli: "false" },
      conditional_parameters: [],
    };
    const signal = (id: string, own: string, direction: string): Json => ({
      id,
      track: own,
      position: 6000,
      direction,
      sight_distance: 400,
      logical_signals: [logical],
    });
    const signals = [signal("n", "N", "STOP_TO_START"), signal("s", "S", "START_TO_STOP")];
    const signalled = await draw({ ...DOUBLE, signals });
    await complete(signalled, "?running_side=left");
    expect(await usualOf(signalled)).toEqual({ N: "STOP_TO_START", S: "START_TO_STOP" });
    const told = DOUBLE.track_sections.map((one) =>
      one["id"] === "N" ? { ...one, extensions: { usual_direction: "STOP_TO_START" } } : one,
    );
    const known = await draw({ ...DOUBLE, track_sections: told });
    await complete(known, "?running_side=left");
    expect(await usualOf(known)).toEqual({ N: "STOP_TO_START", S: "STOP_TO_START" });
  });

  it("are told by an edit, hold for the next run, and are left out of an export on request", async () => {
    const infra = await draw(DOUBLE);
    await complete(infra);
    const before = (await api.make("GET", `/infra/${infra}/railjson`)).text;
    const tell = (obj_id: string, value: string): Json => ({
      operation_type: "UPDATE",
      obj_type: "TrackSection",
      obj_id,
      railjson_patch: [{ op: "add", path: "/extensions/usual_direction", value }],
    });
    const told = [tell("N", "START_TO_STOP"), tell("S", "STOP_TO_START")];
    expect((await api.call("POST", `/infra/${infra}`, told)).status).toBe(200);
    expect(await usualOf(infra)).toEqual({ N: "START_TO_STOP", S: "STOP_TO_START" });
    expect(await countConflicts(infra)).toBe(0);
    const without = await api.make("GET", `/infra/${infra}/railjson?usual_directions=false`);
    expect(without.text).not.toContain("usual_direction");
    const plain = without.json.track_sections.map(({ extensions, ...one }: Json) => [
      one,
      extensions,
    ]);
    const completed = { sncf: null, source: null };
    expect(plain).toEqual(
      JSON.parse(before).track_sections.map((one: Json) => [
        one,
        ["N", "S"].includes(String(one["id"])) ? completed : undefined,
      ]),
    );
    for (const value of ["BOTH", "LEFT", null, 1]) {
      expect((await api.call("POST", `/infra/${infra}`, [tell("N", value as string)])).status).toBe(
        400,
      );
    }
    const wrong = await api.call("GET", `/infra/${infra}/completion?running_side=middle`);
    expect(wrong.status).toBe(400);
  });

  it("are none of one track, of three, or where lines cross", async () => {
    const { track_sections } = DOUBLE;
    const third = {
      ...track_sections[1],
      id: "third",
      geo: {
        type: "LineString",
        coordinates: [
          [1 * KM_DEG, 48 + 5 * BESIDE_DEG],
          [13 * KM_DEG, 48 + 5 * BESIDE_DEG],
        ],
      },
    };
    const across = {
      ...track_sections[1],
      id: "across",
      geo: {
        type: "LineString",
        coordinates: [
          [7 * KM_DEG, 47.95],
          [7 * KM_DEG, 48.05],
        ],
      },
    };
    const ofThree = await draw({ ...DOUBLE, track_sections: [...track_sections, third] });
    await complete(ofThree, "?running_side=left");
    expect(await usualOf(ofThree)).toEqual({});
    const crossed = await draw({ ...DOUBLE, track_sections: [...track_sections, across] });
    await complete(crossed, "?running_side=left");
    expect(await usualOf(crossed)).toEqual({ N: "START_TO_STOP", S: "STOP_TO_START" });
  });
});
