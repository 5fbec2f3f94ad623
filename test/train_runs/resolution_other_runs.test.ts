// Method: the demo's network with a train that stands at a station while another one comes, each station in turn, and the demo's timetable; a train without stops behind one with stops on the same way, which may wait nowhere but where it passes; seeded random timetables. What is then stored is judged by whole lists of conflicts, as without other tracks and stops.
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

describe("trains that may run otherwise", () => {
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
    "pass one that stands on another track of a station, where nobody may wait",
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
    "wait less on other tracks in the demo, which has no conflict then",
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

  it.each([true, false])(
    "wait where they pass behind a slower one, with waypoints there: %s",
    async (vias) => {
      const form: Form = network.train_schedules[0] ?? { path: [], start_time: "" };
      const place = await store([stopAt(form, [3, 4, 5]), pass(form, 15 * MINUTE_MS, vias)]);
      const list = `/timetable/${place.timetable_id}/train_schedules`;
      const { id } = (await api.make("GET", list)).json.results[1];
      const trains = { may_change: [{ kind: "train_schedule", id }] };
      const before = await resolve(api, place, {
        ...HOLDS_ALONE,
        trains,
        allow: { later: "PT0S" },
      });
      expect(before.left.length).toBeGreaterThan(0);
      const { solved, left } = await judgePromise(
        { make: async (...sent) => await api.make(...sent), detectWhole },
        { ...place, where: "one behind the other" },
        { ...HOLDS_ALONE, trains },
      );
      expect([solved > 0, left]).toEqual([true, {}]);
    },
    scaled(600_000),
  );

  it(
    "stop on another track where they pass, and are overtaken there",
    async () => {
      const form: Form = network.train_schedules[0] ?? { path: [], start_time: "" };
      const slow = { ...pass(form, 0, true), margins: { boundaries: [], values: ["40%"] } };
      const place = await store([slow, pass(form, 10 * MINUTE_MS, true)]);
      const list = `/timetable/${place.timetable_id}/train_schedules`;
      const { id } = (await api.make("GET", list)).json.results[0];
      const trains = { may_change: [{ kind: "train_schedule", id }] };
      const allow = { later: "PT0S", hold: "PT40M" };
      const ask = async (more: Json) =>
        resolve(api, place, { trains, allow: { ...allow, ...more }, deadline: DEADLINE });
      const stopping = await ask({ tracks: false, hold_at: "operational_points" });
      expect(stopping.left.length).toBeGreaterThan(0);
      const aside = await ask({ tracks: true, hold_at: "stops" });
      const { changes, left, cost } = await ask({ tracks: true, hold_at: "operational_points" });
      expect(left).toEqual([]);
      if (aside.left.length === 0) expect(cost).toBeLessThan(aside.cost);
      expect(JSON.stringify(changes)).toContain('"reception_signal":"STOP"');
      await api.make("POST", `/timetable/${place.timetable_id}/changes`, { changes });
      expect(await detectWhole(place.timetable_id, query)).toBe("[]");
    },
    scaled(600_000),
  );

  it.each([
    [3000, { tracks: true }],
    [5000, { hold_at: "operational_points" }],
    [7000, { hold_at: "operational_points", tracks: true }],
    [9000, { routes: true }],
    [11_000, { hold_at: "operational_points", tracks: true, routes: true }],
  ])(
    "promise what is then stored, of timetables from seed %i on",
    async (first, allow) => {
      const world = await startLiveWorld();
      for (let seed = 0; seed < SEEDS; seed++) {
        const { id } = await drawTimetable(makeRandom(first + seed), world);
        const drawn = world.queries[seed % world.queries.length] ?? "";
        const place = { timetable_id: id, query: drawn, where: `seed ${seed}` };
        await judgePromise(world, place, { allow });
      }
      await world.close();
    },
    scaled(3_600_000),
  );
});
