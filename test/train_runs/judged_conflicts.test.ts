// Method: a model that knows nothing but requests and answers works out which trains run when and which conflict; seeded random timetables, trials and edits against it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countTries } from "../helpers/tried.ts";
import { EDITS, type Figures, judgeTimetable } from "./judged/trial.ts";
import { type JudgedWorld, startJudgedWorld } from "./judged/world.ts";
import { overCrossover } from "./live_world.ts";

const SEEDS = countTries({ few: 25, many: 3_000 });
const DEEDS = ["shift", "removed", "train"];
const TRAINS = ["train_schedule", "paced_train", "occurrence", "exception"];
const MET = [
  ...TRAINS.flatMap((train) => DEEDS.map((deed) => `${train} ${deed}`)),
  ...EDITS.map((edit) => `edit ${edit}`),
  "added",
  "added paced",
  "conflicts",
  "gone",
  "new",
  "refused 404",
  "refused 422",
];

let world: JudgedWorld;
beforeAll(async () => {
  world = await startJudgedWorld();
});
afterAll(async () => {
  await world.api.close();
});

type Id = { readonly id: string };

interface Need {
  readonly zone: string;
  readonly begin_time: number;
  readonly end_time: number;
}

/** Zones that a train needs again before it has left them. */
function listTwice(needs: readonly Need[]): string[] {
  return needs.flatMap(({ zone, end_time }, i) =>
    needs.slice(i + 1).some((next) => next.zone === zone && next.begin_time < end_time)
      ? [zone]
      : [],
  );
}

describe("conflicts and trials over HTTP", () => {
  it("are none of one train that comes back to a zone, planned or fitted in", async () => {
    const { api, forms } = world;
    const query = `infra=${api.infra_id}`;
    const form = overCrossover({ ...forms[0], start_time: "2026-05-22T08:00:00Z" });
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const path = `/timetable/${timetable_id}`;
    const [{ id }] = (await api.make("POST", `${path}/train_schedules`, [form])).json;
    const run = (await api.make("GET", `/train_schedule/${id}/simulation?${query}`)).json;
    expect(listTwice(run.final_output.spacing_requirements)).not.toEqual([]);
    expect((await api.make("GET", `${path}/conflicts?${query}`)).json).toEqual([]);
    const changes = [{ kind: "train_schedule", id, shift: "PT60S" }];
    const trial = (await api.make("POST", `${path}/what_if?${query}`, { changes })).json;
    expect(trial.conflicts).toEqual({ count_before: 0, count_after: 0, gone: [], new: [] });
    const stocks = (await api.make("GET", "/light_rolling_stock?page_size=100")).json.results;
    const stock = stocks.find(({ name }: { name: string }) => name === form["rolling_stock_name"]);
    const [{ id: _a, ...from }, { id: _b, ...to }] = form["path"] as [Id, Id];
    const arrival = {
      arrival_time: "2026-05-22T09:00:00Z",
      arrival_time_tolerance_before: 0,
      arrival_time_tolerance_after: 3_600_000,
    };
    const fitted = await api.make("POST", `${path}/stdcm?${query}`, {
      steps: [
        { location: from, duration: 0, timing_data: arrival },
        { location: to, duration: 60_000 },
      ],
      rolling_stock_id: stock.id,
      comfort: "STANDARD",
    });
    const { simulation, train_schedule } = fitted.json;
    expect(listTwice(simulation.final_output.spacing_requirements)).not.toEqual([]);
    await api.make("POST", `${path}/train_schedules`, [train_schedule]);
    expect((await api.make("GET", `${path}/conflicts?${query}`)).json).toEqual([]);
  });

  it("are what the answers about single trains tell, after changes that are tried and edits that are stored", async () => {
    const figures: Figures = new Map();
    for (let seed = 0; seed < SEEDS; seed++) {
      await judgeTimetable(world, seed, { edits: 2, figures });
    }
    expect([...figures.keys()].sort()).toEqual(MET.sort());
    expect(figures.get("conflicts")).toBeGreaterThan(10 * SEEDS);
  });
});
