// Method: seeded random edits of trains, their days and lists of days through two servers of one database; after each one of the servers tells the conflicts of all days, byte for byte what a server tells that has kept nothing; tasks counted.
import { describe, expect, it } from "vitest";
import type { Services } from "../../src/platform/services.ts";
import { opened } from "../helpers/opened.ts";
import { call } from "../helpers/services.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom, type Random } from "../workers/engine/seeded.ts";
import {
  type DatedTimetable,
  drawDated,
  drawDatedForm,
  drawDays,
  type Json,
  LONG_PERIODS,
  listDates,
  PERIODS,
} from "./dated_trains.ts";
import { pick, startLiveWorld } from "./live_world.ts";

const world = opened(startLiveWorld);

const EDITS = ["move", "days", "days", "replace", "add", "delete", "list"] as const;

/** Of each period. */
const SEEDS = countTries({ few: 1, many: 12 });
const CASES = [
  ...PERIODS.map((period) => ({ ...period, edit_count: 14 })),
  ...LONG_PERIODS.map((period) => ({ ...period, edit_count: 4 })),
];

const seen = { sizes: new Set<number>(), updates: 0, anew: 0 };

interface Edited {
  readonly timetable: DatedTimetable;
  readonly records: Json[];
}

async function edit(
  server: Services,
  random: Random,
  { timetable: { id, period }, records }: Edited,
  what: (typeof EDITS)[number],
): Promise<void> {
  const send = async (method: string, path: string, body: unknown): Promise<Json> => {
    const answer = await call(server, { method, path, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.json;
  };
  if (what === "list") {
    const dates = listDates(period).filter(() => random() < 0.4);
    await send("PUT", `/timetable/${id}/day_lists/some`, { name: "Some", dates });
    return;
  }
  const is_paced = random() < 0.2;
  const kind = is_paced ? "paced_train" : "train_schedule";
  const form = drawDatedForm(random, world, period, is_paced);
  const own = records.filter((one) => one["kind"] === kind);
  if (what === "add" || own.length === 0) {
    const made = await send("POST", `/timetable/${id}/${kind}s`, [form]);
    records.push({ ...made[0], kind });
    return;
  }
  const record = pick(random, own);
  if (what === "delete") {
    records.splice(records.indexOf(record), 1);
    const path = is_paced ? "/paced_trains" : "/train_schedule";
    await send("DELETE", path, { ids: [record["id"]] });
    return;
  }
  const { id: _id, ...known } = await send("GET", `/${kind}/${record["id"]}`, undefined);
  const change = {
    move: { start_time: form["start_time"] },
    days: { days: random() < 0.9 ? drawDays(random, period) : null },
    replace: form,
  };
  await send("PUT", `/${kind}/${record["id"]}`, { ...known, ...change[what] });
}

describe.each(CASES)(
  "kept conflicts of all days in $time_zone from $first",
  ({ edit_count, ...period }) => {
    it("are after every edit what is found from nothing", async () => {
      for (let seed = 0; seed < SEEDS; seed++) {
        const random = makeRandom(Date.parse(period.first) + 500 + seed);
        const servers = [world.openServer(), world.openServer()];
        const timetable = await drawDated(random, world, period, [12, 2]);
        const records = [...timetable.records];
        const query = world.queries[seed % 2 === 1 ? 2 : 0] ?? "";
        const path = `/timetable/${timetable.id}/conflicts/days?${query}`;
        for (let i = 0; i < edit_count; i++) {
          const what = pick(random, EDITS);
          await edit(pick(random, servers), random, { timetable, records }, what);
          const before = world.compute.runs.length;
          const { text, json } = await call(pick(random, servers), { path });
          const tasks = world.compute.runs.slice(before);
          if (tasks.includes("update_folded") && !tasks.includes("fold_conflicts")) seen.updates++;
          if (tasks.includes("fold_conflicts")) seen.anew++;
          const { text: wanted } = await call(world.openServer(), { path });
          expect(text, `seed ${seed}, edit ${i} (${what})`).toBe(wanted);
          seen.sizes.add(json.conflicts.length);
        }
      }
    });
  },
);

describe("kept conflicts of all days", () => {
  it("were of many sizes, and most were updated", () => {
    expect(seen.sizes.size).toBeGreaterThan(10);
    // each server makes all anew at first, and after an edit of the list
    expect(seen.updates).toBeGreaterThan(seen.anew / 2);
  });
});
