// Method: answers written by hand, in one piece and cut off; what is read of them, and how often is asked.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ProjectedTrain } from "../../../web/src/api/stations_of_trains.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const MEANS = {
  timetable_id: 8,
  stations: ["a", "b", "c"].map((id, i) => ({ id, name: id, position_mm: i * 1000 })),
  setting: {
    infra_id: 2,
    electrical_profile_set_id: null,
    work_schedule_group_id: null,
    temporary_speed_limit_group_id: null,
  },
  signal: new AbortController().signal,
  run: "final",
} as const;

const AXIS = {
  operational_points: [{ tracks: [{ id: "s" }, { id: "t" }] }, { tracks: [] }, { tracks: [] }],
};
const COUNTS = { counts: { trains: 1 } };
const RUN = {
  run: 0,
  passes: {
    axis_index: [0, 2],
    arrives_after: [0, 490],
    stays: [10, 60],
    track: [1, "u"],
    waypoint: [0, null],
    stops: [1],
    estimated: [1],
  },
  lines: [
    {
      segments: [
        { time_steps: [0, 10, 90], position_steps: [0, 0, 500], bypasses: [] },
        { time_steps: [100, 200, 200], position_steps: [500, 400, 1100], bypasses: [1] },
        { time_steps: [500, 60], position_steps: [2000, 0], bypasses: [] },
      ],
    },
  ],
};

async function project(
  lines: readonly unknown[],
  ids: { train_schedules?: number[]; paced_trains?: number[] },
): Promise<{ found: ReadonlyMap<number, ProjectedTrain>; bodies: { trains: object }[] }> {
  const bodies: { trains: object }[] = [];
  vi.stubGlobal("document", { baseURI: "https://marey.test/planner/" });
  vi.stubGlobal("fetch", async (request: Request) => {
    bodies.push((await request.json()) as { trains: object });
    return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  });
  const { projectTrains } = await import("../../../web/src/api/stations_of_trains.ts");
  const found = await projectTrains({ train_schedules: [], paced_trains: [], ...ids }, MEANS);
  return { found, bodies };
}

describe("trains at stations", () => {
  it("are read with their passes, and lines whose stretches past stations are known", async () => {
    const train = { kind: "train_schedule", id: 7, occurrence: null, run: 0, start: "x" };
    const { found } = await project(
      [AXIS, { runs: [RUN], trains: [train], not_here: [] }, COUNTS],
      {
        train_schedules: [7],
      },
    );
    const one = found.get(7);
    expect([...(one?.runs.keys() ?? [])]).toEqual(["train_schedule 7"]);
    expect(one?.base?.passes).toEqual([
      {
        station: "a",
        arrival_ms: 0,
        departure_ms: 10,
        track: "t",
        waypoint: 0,
        is_stop: false,
        is_estimated: false,
      },
      {
        station: "c",
        arrival_ms: 500,
        departure_ms: 560,
        // Where it is estimated its track is not told.
        track: null,
        waypoint: null,
        is_stop: true,
        is_estimated: true,
      },
    ]);
    // A track that has no part of the station is named itself.
    const plain = { ...RUN, passes: { ...RUN.passes, estimated: [] } };
    const lone = await project([AXIS, { runs: [plain], trains: [train], not_here: [] }, COUNTS], {
      train_schedules: [7],
    });
    expect(lone.found.get(7)?.base?.passes[1]?.track).toBe("u");
    expect(one?.base?.lines).toEqual([
      {
        times: [0, 10, 100, 300, 500, 560],
        positions: [0, 0, 500, 900, 2000, 2000],
        bypassed: [3, 4],
      },
    ]);
  });

  it("have a line of no length at stations that they reach on another way than the axis's", async () => {
    const passes = { ...RUN.passes, estimated: [] };
    const trains = [{ kind: "train_schedule", id: 7, occurrence: null, run: 0, start: "x" }];
    const read = async (run: object) =>
      (
        await project([AXIS, { runs: [run], trains, not_here: [] }, COUNTS], {
          train_schedules: [7],
        })
      ).found.get(7)?.base?.lines;
    const lone = [
      { positions: [0, 0], times: [0, 10], bypassed: [] },
      { positions: [2000, 2000], times: [500, 560], bypassed: [] },
    ];
    expect(await read({ ...RUN, passes, lines: [] })).toEqual(lone);
    // After a line that it has left.
    const left = {
      segments: [{ time_steps: [0, 100], position_steps: [0, 1000], bypasses: [] }],
    };
    expect((await read({ ...RUN, passes, lines: [left] }))?.slice(1)).toEqual(lone.slice(1));
    // Neither where it is estimated nor where it is at one station alone.
    expect(await read({ ...RUN, lines: [] })).toEqual(lone.slice(0, 1));
    const once = { ...passes, axis_index: [0, 0] };
    expect(await read({ ...RUN, passes: once, lines: [] })).toEqual([]);
  });

  it("are told apart by occurrence and exception, and share a run that they share", async () => {
    const other = { ...RUN, run: 1, passes: { ...RUN.passes, arrives_after: [0, 590] } };
    const of = (occurrence: object, run: number) => ({
      kind: "paced_train",
      id: 3,
      occurrence,
      run,
      start: "x",
    });
    const trains = [
      of({ index: 0, exception_key: "k" }, 1),
      of({ index: 1 }, 0),
      of({ index: 2 }, 0),
      of({ exception_key: "n" }, 1),
    ];
    const { found } = await project([AXIS, { runs: [RUN, other], trains, not_here: [] }, COUNTS], {
      paced_trains: [3],
    });
    const { runs, base } = found.get(3)!;
    expect([...runs.keys()]).toEqual([
      "paced_train 3 0 k",
      "paced_train 3 1 -",
      "paced_train 3 2 -",
      "paced_train 3 - n",
    ]);
    expect(base).toBe(runs.get("paced_train 3 1 -"));
    expect(runs.get("paced_train 3 2 -")).toBe(base);
    expect(runs.get("paced_train 3 0 k")).toBe(runs.get("paced_train 3 - n"));
  });

  it("are asked in batches of one kind, and not at all where nobody is asked for", async () => {
    const ids = Array.from({ length: 4_500 }, (_one, i) => i + 1);
    const { bodies } = await project([AXIS, COUNTS], {
      train_schedules: ids,
      paced_trains: [9_999],
    });
    const sizes = bodies.map(({ trains }) =>
      Object.values(trains).map((own: number[]) => own.length),
    );
    expect(sizes.map(String).sort()).toEqual(["0,1", "2000,0", "2000,0", "500,0"]);
    expect((await project([AXIS, COUNTS], {})).bodies).toEqual([]);
  });

  it("whose answer is cut off are no answer", async () => {
    await expect(
      project([AXIS, { runs: [RUN], trains: [], not_here: [] }], { train_schedules: [1] }),
    ).rejects.toThrow();
  });
});
