// Method: seeded random edits of trains and stocks through two servers of one database, all bytes compared with the detection that keeps nothing; tasks counted; bounds of the store.
import { describe, expect, it } from "vitest";
import { KeptStore } from "../../src/platform/compute/kept_store.ts";
import { MEMBERS_MAX, PAIRS_MAX } from "../../workers/engine/conflicts/group_overlaps.ts";
import type { TaskOutput } from "../../workers/tasks.ts";
import { opened } from "../helpers/opened.ts";
import { call } from "../helpers/services.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { playHistory } from "./edit_histories.ts";
import { drawTimetable, type LiveWorld, startLiveWorld } from "./live_world.ts";

const world = opened(startLiveWorld);

/** What is bounded: spacing, routing. */
interface Counts {
  readonly pair_counts: readonly [number, number];
  readonly member_counts: readonly [number, number];
}

/** Sees the counts of each version of an occupancy, and may plant others; returns how to stop that. */
function watchCounts(onCounts: (task: string, counts: Counts) => Partial<Counts>): () => void {
  const known = { ...world.compute };
  const run: typeof known.run = async (name, input, options) => {
    const output = await known.run(name, input, options);
    if (name !== "keep_conflicts" && name !== "update_occupancy") return output as never;
    const made = output as TaskOutput<"update_occupancy">;
    if (made.kind !== "success") return made as never;
    const { pair_counts, member_counts } = made.occupancy;
    const planted = onCounts(name, { pair_counts, member_counts });
    return { ...made, occupancy: { ...made.occupancy, ...planted } } as never;
  };
  Object.assign(world.compute, { run });
  return () => Object.assign(world.compute, known);
}

/** Asks for all conflicts, which are those found from nothing; returns the tasks that it took. */
async function askWhole(
  server: ReturnType<LiveWorld["openServer"]>,
  timetable_id: number,
  query: string,
): Promise<readonly string[]> {
  const before = world.compute.runs.length;
  const { text } = await call(server, { path: `/timetable/${timetable_id}/conflicts?${query}` });
  const asked = world.compute.runs.slice(before);
  expect(text).toBe(await world.detectWhole(timetable_id, query));
  return asked;
}

describe("kept conflicts", () => {
  it("are after every edit through either of two servers what is found from nothing, byte for byte", async () => {
    const counts = new Set<number>();
    const edits = new Set<string>();
    for (let seed = 0; seed < 2; seed++) {
      const figures = await playHistory(world, seed, 30);
      for (const count of figures.conflict_counts) counts.add(count);
      for (const edit of figures.edits) edits.add(edit);
    }
    // Otherwise there was nothing to compare.
    expect(counts.size).toBeGreaterThan(10);
    expect(edits.size).toBe(6);
  });

  it("know after each edit how many pairs of requirements and members of groups there are", async () => {
    const seen: { task: string; counts: Counts }[] = [];
    const stop = watchCounts((task, counts) => {
      seen.push({ task, counts });
      return {};
    });
    try {
      await playHistory(world, 11, 30);
    } finally {
      stop();
    }
    let compared = 0;
    for (const [i, { task, counts }] of seen.entries()) {
      const next = seen[i + 1];
      // After each question everything is made anew beside.
      if (task !== "update_occupancy" || next?.task !== "keep_conflicts") continue;
      expect(counts).toEqual(next.counts);
      const met = [...counts.pair_counts, counts.member_counts[0]];
      if (met.every((count) => count > 0)) compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });

  it.each([
    ["pairs", { pair_counts: [PAIRS_MAX, PAIRS_MAX] }],
    ["members", { member_counts: [MEMBERS_MAX, MEMBERS_MAX] }],
  ] as const)(
    "are made anew, and trials refused, where changes would creep over the bound of %s",
    async (_bounded, planted) => {
      const { timetable_id } = (await world.make("POST", "/timetable")).json;
      const path = `/timetable/${timetable_id}`;
      const query = world.queries[0] ?? "";
      const apart = (i: number): string => `2026-03-0${2 + i}T05:00:00Z`;
      const trains = [0, 1, 2].map((i) => ({ ...world.forms[0], start_time: apart(i) }));
      const made = (await world.make("POST", `${path}/train_schedules`, trains)).json;
      const [first, second] = made.map(({ id }: { id: number }) => id);
      const server = world.openServer();
      const ask = async (): Promise<readonly string[]> =>
        await askWhole(server, timetable_id, query);
      const move = async (id: number, start_time: string): Promise<void> => {
        await world.make("PUT", `/train_schedule/${id}`, { ...world.forms[0], start_time });
      };
      const tryMove = async (shift: string): Promise<number> => {
        const changes = [{ kind: "train_schedule", id: second, shift }];
        const asked = { method: "POST", path: `${path}/what_if?${query}`, body: { changes } };
        const { status, json } = await call(server, asked);
        if (status !== 200) expect(json.type).toBe("editoast:timetable:TooManyConflicts");
        return status;
      };
      // As if there were as many other trains as may be.
      const stop = watchCounts((task) => (task === "keep_conflicts" ? planted : {}));
      try {
        expect(await ask()).toContain("keep_conflicts");
        // They meet nobody, so nothing is added.
        await move(first, "2026-03-01T05:00:00Z");
        expect(await ask()).toEqual(["update_occupancy", "list_conflicts"]);
        expect(await tryMove("PT3H")).toBe(200);
        expect(await tryMove("-P2D")).toBe(400);
        await move(first, apart(1));
        expect(await ask()).toEqual(expect.arrayContaining(["update_occupancy", "keep_conflicts"]));
        expect(await tryMove("PT0S")).toBe(200);
      } finally {
        stop();
      }
    },
  );

  it("are refused when they are too many, again at no cost until a train or a stock has changed", async () => {
    const { id } = await drawTimetable(makeRandom(7), world);
    const query = world.queries[0] ?? "";
    const server = world.openServer();
    const path = `/timetable/${id}`;
    const [train = {}] = world.forms;
    const stock_name = String(train["rolling_stock_name"]);
    const made = (await world.make("POST", `${path}/train_schedules`, [train, train, train])).json;
    const [first, second] = made.map((one: { id: number }) => one.id);
    const known = { ...world.compute };
    let is_refused = true;
    const run: typeof known.run = async (name, input, options) => {
      const output = await known.run(name, input, options);
      if (name !== "keep_conflicts" || !is_refused) return output as never;
      return { kind: "too_many_conflicts", members_max: MEMBERS_MAX } as never;
    };
    const costs = (): number[] => [
      world.compute.runs.length,
      world.statements.get("timetable/train/list_revisions") ?? 0,
    ];
    const ask = async (): Promise<[status: number, type: unknown, is_free: boolean]> => {
      const before = costs();
      const { status, json } = await call(server, { path: `${path}/conflicts?${query}` });
      return [status, json.type, costs().join() === before.join()];
    };
    const type = "editoast:timetable:TooManyConflicts";
    Object.assign(world.compute, { run });
    try {
      expect(await ask()).toEqual([400, type, false]);
      expect(await ask()).toEqual([400, type, true]);
      const before = costs();
      const changes = [{ kind: "train_schedule", id: first, shift: "PT1M" }];
      const tried = { method: "POST", path: `${path}/what_if?${query}`, body: { changes } };
      expect(await call(server, tried)).toMatchObject({ status: 400, json: { type } });
      expect(costs()).toEqual(before);
      await world.make("DELETE", "/train_schedule", { ids: [second] });
      expect(await ask()).toEqual([400, type, false]);
      expect(await ask()).toEqual([400, type, true]);
      const named = await world.make(
        "GET",
        `/rolling_stock/name/${encodeURIComponent(stock_name)}`,
      );
      const { id: stock_id, version: _version, locked: _locked, liveries: _, ...form } = named.json;
      await world.make("PATCH", `/rolling_stock/${stock_id}`, { ...form, mass: form.mass + 1000 });
      expect(await ask()).toEqual([400, type, false]);
      expect(await ask()).toEqual([400, type, true]);
      is_refused = false;
      await world.make("PUT", `/train_schedule/${first}`, {
        ...train,
        start_time: "2026-03-09T05:00:00Z",
      });
      expect(await ask()).toEqual([200, undefined, false]);
    } finally {
      Object.assign(world.compute, known);
    }
    const { config } = server;
    const limits = { ...config.limits, conflict_trains: 1 };
    Object.assign(server, { config: { ...config, limits } });
    await world.make("POST", `${path}/train_schedules`, [train]);
    expect(await ask()).toEqual([422, "editoast:request:TooManyItems", false]);
    expect(await ask()).toEqual([422, "editoast:request:TooManyItems", true]);
  });

  it("have their electrical profiles read once, and are not found without them", async () => {
    const stored = await world.make("GET", `/electrical_profile_set/${world.profile_set_id}`);
    const [set, same] = await Promise.all(
      ["one", "the same"].map(async (name) => {
        const made = await world.make("POST", `/electrical_profile_set?name=${name}`, stored.json);
        return made.json.id as number;
      }),
    );
    const { id } = await drawTimetable(makeRandom(5), world);
    const server = world.openServer();
    const ask = async (set_id: number | undefined): Promise<[status: number, reads: number]> => {
      const count = (): number => world.statements.get("network/electrical_profile_set/get") ?? 0;
      const before = count();
      const query = `${world.queries[0]}&electrical_profile_set_id=${set_id}`;
      const { status } = await call(server, { path: `/timetable/${id}/conflicts?${query}` });
      return [status, count() - before];
    };
    expect(await ask(set)).toEqual([200, 1]);
    expect(await ask(set)).toEqual([200, 0]);
    expect(await ask(same)).toEqual([200, 0]);
    await world.make("DELETE", `/electrical_profile_set/${set}`);
    expect(await ask(set)).toEqual([404, 0]);
    expect(await ask(same)).toEqual([200, 0]);
  });

  it("are bounded by bytes: what was asked for longest ago goes, and is made anew when asked for again", async () => {
    const random = makeRandom(3);
    const { id } = await drawTimetable(random, world);
    const [first = "", second = ""] = world.queries;
    const ask = async (query: string): Promise<readonly string[]> => {
      const { runs } = world.compute;
      const before = runs.length;
      await call(server, { path: `/timetable/${id}/conflicts?${query}` });
      return runs.slice(before);
    };
    const server = world.openServer();
    await ask(first);
    const { bytes } = server.kept.figures;
    expect(bytes).toBeGreaterThan(1000);
    // Room for one and a half.
    Object.assign(server, { kept: new KeptStore(1.5 * bytes) });
    await ask(first);
    expect(await ask(first)).toEqual([]);
    await ask(second);
    // Beside it there are the list of the timetable's stocks and the second question's electrical profiles.
    expect(server.kept.figures.entries).toBe(3);
    expect(server.kept.figures.bytes).toBeLessThanOrEqual(1.5 * bytes);
    expect(await ask(first)).toContain("keep_conflicts");
    expect(await server.printMetrics()).toMatch(/^marey_occupancy_bytes \d/m);
  });

  it("are made anew when there is no more room for runs, and when much has changed", async () => {
    const { timetable_id } = (await world.make("POST", "/timetable")).json;
    const path = `/timetable/${timetable_id}`;
    const query = world.queries[0] ?? "";
    const form = { ...world.forms[0], start_time: "2026-03-02T05:00:00Z" };
    const trains = Array.from({ length: 130 }, () => form);
    const rows = (await world.make("POST", `${path}/train_schedules`, trains)).json;
    const ids: number[] = rows.map(({ id }: { id: number }) => id);
    const server = world.openServer();
    const ask = async (): Promise<readonly string[]> => await askWhole(server, timetable_id, query);
    await ask();
    // Each with a run of its own, which the occupancy keeps beside the last one.
    let made_count = 0;
    for (let i = 0; i < 300 && made_count === 0; i += 30) {
      for (const id of ids.slice(0, 30)) {
        const margins = { boundaries: [], values: [`${(i + ids.indexOf(id)) / 100}%`] };
        await world.make("PUT", `/train_schedule/${id}`, { ...form, margins });
      }
      const asked = await ask();
      expect(asked).toContain("update_occupancy");
      if (asked.includes("keep_conflicts")) made_count++;
    }
    expect(made_count).toBe(1);
    for (const id of ids.slice(0, 110)) {
      await world.make("PUT", `/train_schedule/${id}`, {
        ...form,
        start_time: "2026-03-02T06:00:00Z",
      });
    }
    const asked = await ask();
    expect(asked).toContain("keep_conflicts");
    expect(asked).not.toContain("update_occupancy");
  });
});
