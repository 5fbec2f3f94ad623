// Method: the demo's network with a train that stands at a station while another one comes, each station in turn, and the demo's timetable; seeded random timetables. What is then stored is judged by whole lists of conflicts, as without other tracks.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateNetwork } from "../../bench/network.ts";
import { type NetworkApi, startNetworkApi } from "../helpers/network_api.ts";
import { scaled } from "../helpers/pace.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { drawTimetable, type Json, startLiveWorld } from "./live_world.ts";
import { judgePromise, resolve } from "./resolution_trial.ts";

const SEEDS = countTries({ few: 3, many: 200 });
/** A search on a busy machine; it ends by itself. */
const DEADLINE = "PT120S";
const TRACKS_ALONE = { allow: { later: "PT0S", hold: null, tracks: true }, deadline: DEADLINE };
const MINUTE_MS = 60_000;

interface Form {
  readonly path: readonly { readonly id: string }[];
  readonly start_time: string;
  readonly schedule?: readonly { readonly at: string; readonly stop_for?: string | null }[];
}

/** It stands for long at one of its stops, before a closed signal, and reaches what comes after that when it can. */
function standAt(form: Form, at: string): Form {
  const schedule = (form.schedule ?? []).map((point) => ({
    at: point.at,
    stop_for: point.at === at ? "PT25M" : (point.stop_for ?? null),
    reception_signal: point.at === at ? "STOP" : "OPEN",
  }));
  return { ...form, schedule };
}

function followAfter(form: Form, later_ms: number): Form {
  const start_time = new Date(Date.parse(form.start_time) + later_ms).toISOString();
  const schedule = (form.schedule ?? []).map(({ at, stop_for = null }) => ({ at, stop_for }));
  return { ...form, start_time, schedule };
}

describe("trains that may run on other tracks of stations", () => {
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

  async function store(trains: readonly unknown[], paced: readonly unknown[] = []) {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    await api.make("POST", `/timetable/${timetable_id}/train_schedules`, trains);
    if (paced.length > 0) await api.make("POST", `/timetable/${timetable_id}/paced_trains`, paced);
    return { timetable_id, query };
  }
  const detectWhole = async (id: number, text: string): Promise<string> =>
    JSON.stringify((await api.make("GET", `/timetable/${id}/conflicts?${text}`)).json);

  it(
    "pass one that stands, where nobody may wait",
    async () => {
      const form: Form = network.train_schedules[0] ?? { path: [], start_time: "" };
      const stops = (form.schedule ?? []).filter(({ stop_for }) => (stop_for ?? null) !== null);
      const inner = stops.filter(
        ({ at }) => at !== form.path.at(-1)?.id && at !== form.path[0]?.id,
      );
      let solved_count = 0;
      for (const { at } of inner.slice(0, 4)) {
        const place = await store([standAt(form, at), followAfter(form, 12 * MINUTE_MS)]);
        const where = `the first stands at ${at}`;
        const { left } = await resolve(api, place, { allow: { later: "PT0S", hold: null } });
        expect([where, left.length > 0]).toEqual([where, true]);
        const found = await judgePromise(
          { make: async (...sent) => await api.make(...sent), detectWhole },
          { ...place, where },
          TRACKS_ALONE,
        );
        solved_count += found.solved;
      }
      expect(solved_count).toBeGreaterThan(0);
    },
    scaled(600_000),
  );

  it(
    "wait less in the demo, which has no conflict then",
    async () => {
      const place = await store(network.train_schedules, network.paced_trains);
      const waiting = await resolve(api, place);
      const body: Json = { allow: { tracks: true }, deadline: DEADLINE };
      const better = await resolve(api, place, body);
      expect([waiting.left, better.left]).toEqual([[], []]);
      expect(better.cost).toBeLessThan(waiting.cost);
      expect(JSON.stringify(better.changes)).toContain("track_reference");
      const judged = { ...place, where: "the demo" };
      const { before, solved } = await judgePromise(
        { make: async (...sent) => await api.make(...sent), detectWhole },
        judged,
        body,
      );
      expect([before, solved]).toEqual([34, 34]);
    },
    scaled(600_000),
  );

  it(
    "promise what is then stored",
    async () => {
      const world = await startLiveWorld();
      for (let seed = 0; seed < SEEDS; seed++) {
        const { id } = await drawTimetable(makeRandom(3000 + seed), world);
        const drawn = world.queries[seed % world.queries.length] ?? "";
        const place = { timetable_id: id, query: drawn, where: `seed ${seed}` };
        await judgePromise(world, place, { allow: { tracks: true } });
      }
      await world.close();
    },
    scaled(3_600_000),
  );
});
