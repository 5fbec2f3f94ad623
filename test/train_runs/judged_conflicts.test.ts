// Method: a model that knows nothing but requests and answers works out which trains run when and which conflict; seeded random timetables, trials and edits against it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countTries } from "../helpers/tried.ts";
import { EDITS, type Figures, judgeTimetable } from "./judged/trial.ts";
import { type JudgedWorld, startJudgedWorld } from "./judged/world.ts";

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

describe("conflicts and trials over HTTP", () => {
  it("are what the answers about single trains tell, after changes that are tried and edits that are stored", async () => {
    const figures: Figures = new Map();
    for (let seed = 0; seed < SEEDS; seed++) {
      await judgeTimetable(world, seed, { edits: 2, figures });
    }
    expect([...figures.keys()].sort()).toEqual(MET.sort());
    expect(figures.get("conflicts")).toBeGreaterThan(10 * SEEDS);
  });
});
