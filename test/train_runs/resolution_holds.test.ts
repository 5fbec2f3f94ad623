// Method: on the demo's network one train after another on the same way, the first with stops and the second without any, which may wait nowhere but where it passes; seeded random timetables. What is then stored is judged by whole lists of conflicts.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateNetwork } from "../../bench/network.ts";
import { type NetworkApi, startNetworkApi } from "../helpers/network_api.ts";
import { scaled } from "../helpers/pace.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { drawTimetable, startLiveWorld } from "./live_world.ts";
import { judgePromise, resolve } from "./resolution_trial.ts";

const SEEDS = countTries({ few: 3, many: 200 });
/** A search on a busy machine; it ends by itself. */
const DEADLINE = "PT120S";
const HOLDS_ALONE = {
  allow: { later: "PT0S", hold_at: "operational_points" },
  deadline: DEADLINE,
};
const MINUTE_MS = 60_000;

interface Form {
  readonly path: readonly { readonly id: string }[];
  readonly start_time: string;
  readonly schedule?: readonly { readonly at: string; readonly stop_for?: string | null }[];
}

/** It passes everywhere but at some places in the middle. */
function stopAt(form: Form, items: readonly number[]): Form {
  const schedule = items.map((item) => ({
    at: form.path[item]?.id ?? "",
    stop_for: "PT5M",
  }));
  return { ...form, schedule };
}

/** From end to end, by the same ways: of all waypoints it keeps the ends, or with `vias` all as places that it passes. */
function pass(form: Form, later_ms: number, vias: boolean): object {
  const start_time = new Date(Date.parse(form.start_time) + later_ms).toISOString();
  const { path } = form;
  const ends = path.filter((_, i) => i === 0 || i + 1 === path.length);
  return {
    ...form,
    start_time,
    path: vias ? path : ends,
    schedule: [],
    margins: { boundaries: [], values: ["0%"] },
    power_restrictions: [],
  };
}

describe("trains that may be held where they pass", () => {
  const network = generateNetwork();
  let api: NetworkApi;
  let query: string;
  beforeAll(async () => {
    api = await startNetworkApi(network);
    query = `infra=${api.infra_id}&electrical_profile_set_id=${api.profile_set_id}`;
  }, scaled(300_000));
  afterAll(async () => {
    await api.close();
  });

  const detectWhole = async (id: number, text: string): Promise<string> =>
    JSON.stringify((await api.make("GET", `/timetable/${id}/conflicts?${text}`)).json);

  it.each([true, false])(
    "wait behind a slower one that they may not leave later for, with waypoints there: %s",
    async (vias) => {
      const form: Form = network.train_schedules[0] ?? { path: [], start_time: "" };
      const { timetable_id } = (await api.make("POST", "/timetable")).json;
      const trains = [stopAt(form, [3, 4, 5]), pass(form, 15 * MINUTE_MS, vias)];
      await api.make("POST", `/timetable/${timetable_id}/train_schedules`, trains);
      const place = { timetable_id, query, where: "one after the other" };
      const may_change = (await api.make("GET", `/timetable/${timetable_id}/train_schedules`)).json
        .results[1];
      const second = { may_change: [{ kind: "train_schedule", id: may_change.id }] };
      const body = { ...HOLDS_ALONE, trains: second };
      const before = await resolve(api, place, { ...body, allow: { later: "PT0S" } });
      expect(before.left.length).toBeGreaterThan(0);
      const { solved, left } = await judgePromise(
        { make: async (...sent) => await api.make(...sent), detectWhole },
        place,
        body,
      );
      expect([solved > 0, left]).toEqual([true, {}]);
    },
    scaled(600_000),
  );

  it(
    "promise what is then stored",
    async () => {
      const world = await startLiveWorld();
      for (let seed = 0; seed < SEEDS; seed++) {
        const { id } = await drawTimetable(makeRandom(5000 + seed), world);
        const drawn = world.queries[seed % world.queries.length] ?? "";
        const place = { timetable_id: id, query: drawn, where: `seed ${seed}` };
        await judgePromise(world, place, {
          allow: { hold_at: "operational_points", tracks: seed % 2 === 1 },
        });
      }
      await world.close();
    },
    scaled(3_600_000),
  );
});
