// Method: trains that break no rule but are absurd: each answer is a valid run, or a typed failure, and the rest of the timetable is unaffected.
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { branchPath, JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import { scaled } from "../helpers/pace.ts";
import { effortCurves, validStock, validTrain } from "../platform/http/rules/valid_forms.ts";

type Json = Record<string, unknown>;

interface Run {
  readonly positions: number[];
  readonly times: number[];
  readonly speeds: number[];
  readonly energy_consumption: number;
  readonly path_item_times: number[];
}

const api = opened(startTestApi);
let infra_id: number;
let timetable_id: number;
beforeAll(async () => {
  infra_id = (await api.make("POST", "/infra/railjson?name=junction", JUNCTION_RAILJSON)).json
    .infra;
  timetable_id = (await api.make("POST", "/timetable")).json.timetable_id;
  const stocks: readonly Json[] = [
    { name: "electric" },
    { name: "tiny gamma", gamma: { type: "CONST", value: 1e-6 } },
    { name: "crawler", max_speed: 0.1 },
    { name: "feather", length: 0.001, mass: 0.1 },
    { name: "mountain", mass: 1e9 },
    { name: "serpent", length: 90_000, mass: 9e6 },
    { name: "strong", effort_curves: effortCurves({ max_efforts: [1e9, 1e9, 1e9] }) },
  ];
  for (const stock of stocks) await api.call("POST", "/rolling_stock", validStock(stock));
});

const END = { at: "end", stop_for: "PT0S" };

/** A waypoint a metre, each a stop. */
function manyStops(count: number): Json {
  const path = Array.from({ length: count }, (_, i) => ({
    id: `stop ${i}`,
    track: "N",
    offset: 500_000 + i * 3000,
  }));
  return {
    path: [...path, { id: "end", track: "M", offset: 5_000_000 }],
    schedule: path.slice(1).map(({ id }) => ({ at: id, stop_for: "PT10S" })),
  };
}

const HOSTILE: readonly (readonly [string, Json])[] = [
  ["a thousand stops", manyStops(1000)],
  [
    "a thousand stops with a margin and an arrival at each hundredth",
    {
      ...manyStops(1000),
      margins: { boundaries: [], values: ["5%"] },
      schedule: (manyStops(1000)["schedule"] as Json[]).map((stop, i) =>
        i % 100 === 99 ? { ...stop, arrival: `PT${i}M` } : stop,
      ),
    },
  ],
  [
    "a path of one metre",
    {
      path: [
        { id: "start", track: "N", offset: 500_000 },
        { id: "end", track: "N", offset: 501_000 },
      ],
    },
  ],
  [
    "a path of one millimetre",
    {
      path: [
        { id: "start", track: "N", offset: 500_000 },
        { id: "end", track: "N", offset: 500_001 },
      ],
    },
  ],
  [
    "a path of no length",
    {
      path: [
        { id: "start", track: "N", offset: 500_000 },
        { id: "end", track: "N", offset: 500_000 },
      ],
    },
  ],
  [
    "the same place many times",
    {
      path: [
        ...Array.from({ length: 20 }, (_, i) => ({ id: `${i}`, track: "N", offset: 700_000 })),
        { id: "end", track: "M", offset: 5_000_000 },
      ],
      schedule: Array.from({ length: 20 }, (_, i) => ({ at: `${i}`, stop_for: "PT1S" })),
    },
  ],
  [
    "sections of margins without length",
    {
      path: [
        { id: "start", track: "N", offset: 500_000 },
        { id: "one", track: "N", offset: 900_000 },
        { id: "two", track: "N", offset: 900_000 },
        { id: "end", track: "M", offset: 5_000_000 },
      ],
      margins: { boundaries: ["one", "two"], values: ["5%", "50%", "3min/100km"] },
    },
  ],
  ["margins of ten thousand per cent", { margins: { boundaries: [], values: ["10000%"] } }],
  [
    "margins beyond all numbers",
    { margins: { boundaries: [], values: ["999999999999999min/100km"] } },
  ],
  [
    "an arrival before the departure of the stop before",
    {
      schedule: [
        { at: "before", arrival: "PT1H", stop_for: "PT1H" },
        { ...END, arrival: "PT30M" },
      ],
    },
  ],
  ["an arrival after a hundred years", { schedule: [{ ...END, arrival: "P36500D" }] }],
  ["a stop of a hundred years", { schedule: [{ at: "before", stop_for: "P36500D" }, END] }],
  ["a closed signal at its end", { schedule: [{ ...END, reception_signal: "SHORT_SLIP_STOP" }] }],
  ["a start far beyond its limits", { initial_speed: 150 }],
  ["a margin on one without margin for it", { initial_speed: 40, margins: TENTH() }],
  ["brakes that hardly brake", { rolling_stock_name: "tiny gamma" }],
  ["a tenth of a metre a second", { rolling_stock_name: "crawler" }],
  ["the same with a margin", { rolling_stock_name: "crawler", margins: TENTH() }],
  ["no mass", { rolling_stock_name: "feather" }],
  ["a million tonnes", { rolling_stock_name: "mountain" }],
  ["a train longer than the network", { rolling_stock_name: "serpent" }],
  [
    "the same with an arrival",
    { rolling_stock_name: "serpent", schedule: [{ ...END, arrival: "PT1H" }] },
  ],
  ["efforts like a rocket's", { rolling_stock_name: "strong", margins: TENTH() }],
];

function TENTH(): Json {
  return { boundaries: [], values: ["10%"] };
}

function train(change: Json): Json {
  return validTrain({
    rolling_stock_name: "electric",
    start_time: "2026-05-22T08:00:00Z",
    path: branchPath("N"),
    schedule: [END],
    ...change,
  });
}

async function create(...trains: readonly Json[]): Promise<number[]> {
  const path = `/timetable/${timetable_id}/train_schedules`;
  const rows = (await api.make("POST", path, trains)).json as { id: number }[];
  return rows.map(({ id }) => id);
}

function expectOrder(values: readonly number[], what: string): void {
  const is_ordered = values.every((value, i) => value >= (values[i - 1] ?? 0));
  expect(is_ordered, `${what}: ${values.slice(0, 20).join()}`).toBe(true);
}

function expectRun({ positions, times, speeds, path_item_times, energy_consumption }: Run): void {
  expect(positions.length).toBeGreaterThan(1);
  expect(times.length).toBe(positions.length);
  expectOrder(positions, "positions");
  expectOrder(times, "times");
  expectOrder(path_item_times, "item times");
  expect(Math.min(...speeds)).toBeGreaterThanOrEqual(0);
  expect(energy_consumption).toBeGreaterThanOrEqual(0);
}

/** A task's own deadline is a minute. */
const DEADLINE_MS = scaled(20_000);

describe("a valid train with", () => {
  it.each(HOSTILE)(
    "%s runs or fails for a told reason",
    { timeout: DEADLINE_MS },
    async (_name, change) => {
      const [id] = await create(train(change));
      const answer = (await api.make("GET", `/train_schedule/${id}/simulation?infra=${infra_id}`))
        .json;
      if (answer.status === "pathfinding_failed") {
        expect(answer.pathfinding_failed.failed_status).toMatch(/^pathfinding_/);
      } else if (answer.status === "simulation_failed") {
        expect(answer.core_error.type).toMatch(/^core:/);
      } else {
        for (const run of [answer.base, answer.provisional, answer.final_output]) expectRun(run);
        for (const { begin_time, end_time } of answer.final_output.spacing_requirements) {
          expect(begin_time).toBeGreaterThanOrEqual(0);
          expect(end_time).toBeGreaterThanOrEqual(0);
        }
      }
    },
  );

  it("such neighbours, all in one timetable, still gets its summary, conflicts and projection", async () => {
    const ids = await create(...HOSTILE.map(([, change]) => train(change)), train({}), train({}));
    const summaries = (
      await api.make("POST", "/train_schedule/simulations_summary", { infra_id, ids })
    ).json as Record<string, Json>;
    for (const id of ids) expect(summaries[String(id)]?.["status"]).toEqual(expect.any(String));
    const conflicts = await api.make(
      "GET",
      `/timetable/${timetable_id}/conflicts?infra=${infra_id}`,
    );
    expect(conflicts.json.length).toBeGreaterThan(0);
    const path = {
      track_section_ranges: [
        { track_section: "M", begin: 0, end: 6_000_000, direction: "START_TO_STOP" },
      ],
    };
    const projected = await api.make("POST", "/v2/train_schedule/project_path", {
      infra_id,
      ids,
      path,
    });
    const succeeded = ids.filter((id) => summaries[String(id)]?.["status"] === "success");
    expect(Object.keys(projected.json).sort()).toEqual(succeeded.map(String).sort());
    expect(succeeded.length).toBeGreaterThan(HOSTILE.length / 2);
  });
});
