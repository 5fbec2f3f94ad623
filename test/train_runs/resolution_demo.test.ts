// Method: the demo's whole timetable, whose conflicts are counted before and after.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateNetwork } from "../../bench/network.ts";
import { type NetworkApi, startNetworkApi } from "../helpers/network_api.ts";
import { scaled } from "../helpers/pace.ts";
import type { Json } from "./live_world.ts";
import { resolve, weighDelay } from "./resolution_trial.ts";

let api: NetworkApi;
let timetable_id: number;
let first_train: number;
let first_paced: number;
const network = generateNetwork();

beforeAll(async () => {
  api = await startNetworkApi(network);
  ({ timetable_id } = (await api.make("POST", "/timetable")).json);
  const path = `/timetable/${timetable_id}`;
  const trains = await api.make("POST", `${path}/train_schedules`, network.train_schedules);
  const paced = await api.make("POST", `${path}/paced_trains`, network.paced_trains);
  first_train = trains.json[0].id;
  first_paced = paced.json[0].id;
}, scaled(300_000));
afterAll(async () => {
  await api.close();
});

/** As it is stored. */
function formOf({ train }: Json): Json {
  const { kind, id } = train as { kind: string; id: number };
  const forms: readonly object[] =
    kind === "paced_train" ? network.paced_trains : network.train_schedules;
  return { ...forms[id - (kind === "paced_train" ? first_paced : first_train)] };
}

describe("the demo's conflicts", () => {
  it(
    "are all solved by trains that leave later or stop longer, and no way of waiting costs less",
    async () => {
      const query = `infra=${api.infra_id}&electrical_profile_set_id=${api.profile_set_id}`;
      const path = `/timetable/${timetable_id}/conflicts?${query}`;
      expect((await api.make("GET", path)).json).toHaveLength(34);
      const { changes, left, delays, cost, bound } = await resolve(api, { timetable_id, query });
      expect(left).toEqual([]);
      expect(bound).toBe(cost);
      // A longer stop is cheaper than a later start for all stops before it.
      expect(changes.some((one) => "train" in one)).toBe(true);
      const minutes = delays.reduce((sum, one) => sum + weighDelay(formOf(one), one), 0);
      // Beyond that each start and stop that changes counts a little.
      expect(cost - minutes).toBeGreaterThan(0.009 * changes.length);
      expect(cost - minutes).toBeLessThan(0.1 * changes.length);
      await api.make("POST", `/timetable/${timetable_id}/changes`, { changes });
      expect((await api.make("GET", path)).json).toEqual([]);
    },
    scaled(300_000),
  );
});
