// Method: scenarios with trains of a stock, then deletions; with authorization tables of levels and requests; grants put in by SQL.
import { beforeAll, describe, expect, it } from "vitest";
import {
  deleteRollingStock,
  setRollingStockLocked,
  updateRollingStock,
} from "../../src/vehicles/rolling_stock/rolling_stock.queries.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { hashTables } from "../helpers/test_database.ts";
import { CURVE, MISSING_ID, validStock, validTrain } from "../platform/http/rules/valid_forms.ts";
import { type Actor, expectedStatus, LEVELS, makeStudyWorld } from "../studies/study_world.ts";

const ELECTRIC = { is_electric: true, default_curve: CURVE, curves: [] };

interface Stock {
  readonly id: number;
  readonly name: string;
}

let name_count = 0;

/** A scenario that uses a stock, as `usage` tells it. */
interface Use {
  readonly project_id: number;
  readonly project_name: string;
  readonly study_id: number;
  readonly study_name: string;
  readonly scenario_id: number;
  readonly scenario_name: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
// oxlint-disable-next-line typescript/no-explicit-any
type Make = (method: string, path: string, body?: unknown) => Promise<any>;

/** A scenario in a project and a study of its own, with a train of each stock. */
async function makeScenario(
  make: Make,
  name: string,
  stock_names: readonly string[],
): Promise<Use> {
  const { id: project_id } = await make("POST", "/projects", { name: `project ${name}` });
  const studies = `/projects/${project_id}/studies`;
  const { id: study_id } = await make("POST", studies, { name: `study ${name}`, state: "started" });
  const { id: infra_id } = await make("POST", "/infra", { name: "bare" });
  const { timetable_id } = await make("POST", "/timetable");
  const body = { name: `scenario ${name}`, infra_id, timetable_id };
  const scenario = await make("POST", `${studies}/${study_id}/scenarios`, body);
  const trains = stock_names.map((rolling_stock_name) => validTrain({ rolling_stock_name }));
  await make("POST", `/timetable/${timetable_id}/train_schedules`, trains);
  return {
    project_id,
    project_name: `project ${name}`,
    study_id,
    study_name: `study ${name}`,
    scenario_id: scenario.id,
    scenario_name: `scenario ${name}`,
  };
}

describe("a rolling stock that trains name", () => {
  const api = opened(startTestApi);

  const make: Make = async (method, path, body) => (await api.make(method, path, body)).json;
  const create = async (): Promise<Stock> =>
    await make("POST", "/rolling_stock", validStock({ name: `stock ${name_count++}` }));

  it("is used by the scenarios of their timetables, each once, and by no other timetable", async () => {
    const { id, name } = await create();
    const { timetable_id } = await make("POST", "/timetable");
    await make("POST", `/timetable/${timetable_id}/train_schedules`, [
      validTrain({ rolling_stock_name: name }),
    ]);
    const path = `/rolling_stock/${id}/usage`;
    expect((await api.call("GET", path)).json).toEqual([]);
    const first = await makeScenario(make, "one", [name, name, "another"]);
    await makeScenario(make, "other", ["another"]);
    const second = await makeScenario(make, "two", ["another", name]);
    expect((await api.call("GET", path)).json).toEqual([first, second]);
  });

  it("is deleted by force only, and by no force when it is locked", async () => {
    const { id, name } = await create();
    const usage = [await makeScenario(make, "used", [name, name])];
    const path = `/rolling_stock/${id}`;
    const before = await hashTables(api.services.db);
    for (const query of ["", "?force=false"]) {
      expect((await api.call("DELETE", path + query)).json).toMatchObject({
        status: 409,
        type: "editoast:rollingstocks:IsUsed",
        context: { rolling_stock_id: id, usage, count: 1 },
      });
    }
    expect(await hashTables(api.services.db)).toEqual(before);
    await make("PATCH", `${path}/locked`, { locked: true });
    for (const query of ["", "?force=true"]) {
      expect((await api.call("DELETE", path + query)).json).toMatchObject({
        status: 409,
        type: "editoast:rollingstocks:IsLocked",
        context: { rolling_stock_id: id },
      });
    }
    await make("PATCH", `${path}/locked`, { locked: false });
    expect((await api.call("DELETE", `${path}?force=true`)).status).toBe(204);
    expect((await api.call("GET", `${path}/usage`)).status).toBe(404);
  });

  it("is deleted without force once no scenario's train names it", async () => {
    const { id, name } = await create();
    const { scenario_id, study_id, project_id } = await makeScenario(make, "gone", [name]);
    expect((await api.call("DELETE", `/rolling_stock/${id}`)).status).toBe(409);
    await make("DELETE", `/projects/${project_id}/studies/${study_id}/scenarios/${scenario_id}`);
    expect((await api.call("DELETE", `/rolling_stock/${id}`)).status).toBe(204);
  });
});

describe("rights on rolling stocks", () => {
  const COLLECTION = "rolling_stock_collection";
  const world = opened(makeStudyWorld);
  let keeper: Actor;
  let default_id: number;
  beforeAll(async () => {
    keeper = await world.actor("keeper", "administrator");
    default_id = (await keeper.make("GET", `/${COLLECTION}`)).results[0].id;
    await world.grant(COLLECTION, default_id, keeper.id, "Owner");
  });

  const newCollection = async (): Promise<number> =>
    (await keeper.make("POST", `/${COLLECTION}`, { name: "c" })).id;
  const newStock = async (collection_id: number, change: object = {}): Promise<Stock> => {
    const name = `held ${name_count++}`;
    const path = `/rolling_stock?${COLLECTION}_id=${collection_id}`;
    return await keeper.make("POST", path, validStock({ name, ...change }));
  };
  const grant = async (id: number, { id: subject_id }: Actor, level: string | null) => {
    if (level !== null) await world.grant(COLLECTION, id, subject_id, level);
  };

  it.each(LEVELS)("at level %s of the collection give exactly what it gives", async (level) => {
    const actor = await world.actor(`actor ${level}`, "administrator");
    const id = await newCollection();
    const { id: stock_id, name } = await newStock(id);
    await grant(id, actor, level);
    const form = validStock({ name });
    const fresh = validStock({ name: `by ${level}` });
    for (const [method, path, needed, body] of [
      ["GET", `/rolling_stock/${stock_id}`, "Reader", undefined],
      ["GET", `/rolling_stock/name/${encodeURIComponent(name)}`, "Reader", undefined],
      ["GET", `/light_rolling_stock/${stock_id}`, "Reader", undefined],
      ["GET", `/light_rolling_stock/name/${encodeURIComponent(name)}`, "Reader", undefined],
      ["GET", `/rolling_stock/${stock_id}/usage`, "Reader", undefined],
      ["POST", `/rolling_stock?${COLLECTION}_id=${id}`, "Creator", fresh],
      ["PATCH", `/rolling_stock/${stock_id}`, "Writer", form],
      ["PATCH", `/rolling_stock/${stock_id}/locked`, "Writer", { locked: false }],
      ["DELETE", `/rolling_stock/${stock_id}`, "Writer", undefined],
    ] as const) {
      const before = await hashTables(world.api.services.db);
      const answer = await actor.call(method, path, body);
      const is_refused = expectedStatus(level, needed, 200) === 403;
      expect(answer.status === 403, `${method} ${path} ${answer.text}`).toBe(is_refused);
      expect(answer.headers["x-checked-privileges"]).toBe(`${COLLECTION}/${id}=${needed}`);
      if (!is_refused) {
        expect(answer.status, answer.text).toBeLessThan(300);
        continue;
      }
      expect(answer.json.context).toEqual({
        resource_type: COLLECTION,
        resource_id: id,
        required: needed,
        effective: level,
      });
      expect(await hashTables(world.api.services.db)).toEqual(before);
    }
  });

  it("to create are asked for on the default collection when none is named", async () => {
    const creator = await world.actor("creator", "administrator");
    const form = validStock({ name: "made by default" });
    const refused = await creator.call("POST", "/rolling_stock", form);
    expect(refused.json).toMatchObject({
      status: 403,
      context: { resource_id: default_id, required: "Creator", effective: "Reader" },
    });
    await grant(default_id, creator, "Creator");
    const made = await creator.make("POST", "/rolling_stock", form);
    const { rolling_stock_ids } = await keeper.make("GET", `/${COLLECTION}/${default_id}`);
    expect(rolling_stock_ids).toContain(made.id);
  });

  it("to move are needed on both collections", async () => {
    let i = 0;
    for (const from_level of LEVELS) {
      for (const to_level of LEVELS) {
        const mover = await world.actor(`mover ${i++}`, "administrator");
        const [from_id, to_id] = [await newCollection(), await newCollection()];
        const { id, name } = await newStock(from_id);
        await grant(from_id, mover, from_level);
        await grant(to_id, mover, to_level);
        const path = `/rolling_stock/${id}?${COLLECTION}_id=${to_id}`;
        const moved = await mover.call("PATCH", path, validStock({ name }));
        const is_enough = [from_level, to_level].every((level) =>
          ["Writer", "Owner"].includes(level ?? "none"),
        );
        expect(moved.status, `${from_level} → ${to_level} ${moved.text}`).toBe(
          is_enough ? 200 : 403,
        );
        const there = (await keeper.make("GET", `/${COLLECTION}/${to_id}`)).rolling_stock_ids;
        expect(there).toEqual(is_enough ? [id] : []);
      }
    }
  });

  it("are those of where a stock is when the change is made, however it moves meanwhile", async () => {
    const writer = await world.actor("writer", "administrator");
    const [open_id, closed_id] = [await newCollection(), await newCollection()];
    await grant(open_id, writer, "Writer");
    const { id, name } = await newStock(open_id);
    const path = `/rolling_stock/${id}`;
    const move = async (to_id: number) =>
      await keeper.make("PATCH", `${path}?${COLLECTION}_id=${to_id}`, validStock({ name }));
    for (let round = 0; round < 30; round++) {
      const body = validStock({ name, length: 401 + round });
      const [changed, locked] = await Promise.all([
        writer.call("PATCH", path, body),
        writer.call("PATCH", `${path}/locked`, { locked: false }),
        move(closed_id),
      ]);
      expect([200, 403]).toContain(changed.status);
      expect([204, 403]).toContain(locked.status);
      const late = await writer.call("PATCH", path, body);
      expect(late.json).toMatchObject({ status: 403, context: { resource_id: closed_id } });
      expect((await writer.call("DELETE", path)).status).toBe(403);
      await move(open_id);
    }
  });

  it("are for nothing where a stock is not: a statement for another collection changes nothing", async () => {
    const { db } = world.api.services;
    const [home_id, other_id] = [await newCollection(), await newCollection()];
    const { id } = await newStock(home_id);
    const wrong = { home_id: other_id, target_id: other_id };
    const columns = {
      name: "x",
      power_restriction_codes: [],
      electric_modes: [],
      record: "{}",
      light_record: "{}",
    };
    const before = await hashTables(db);
    const change = { ...wrong, columns, locked: null, if_version: null };
    expect(await updateRollingStock(db, id, change)).toBeNull();
    expect(await setRollingStockLocked(db, id, { ...wrong, locked: true })).toBe(false);
    const how = { ...wrong, is_forced: true, viewer_id: null };
    expect(await deleteRollingStock(db, id, how)).toBeNull();
    expect(await hashTables(db)).toEqual(before);
  });

  it("filter every list, with right counts, for each caller", async () => {
    const [some, more, none] = [
      await world.actor("some", "administrator"),
      await world.actor("more", "administrator"),
      await world.actor("none", "administrator"),
    ];
    const [first_id, second_id] = [await newCollection(), await newCollection()];
    const mode = (name: string) => ({
      effort_curves: { default_mode: name, modes: { [name]: ELECTRIC } },
    });
    const first = await newStock(first_id, { power_restrictions: { F1: "1" }, ...mode("F") });
    const second = await newStock(second_id, { power_restrictions: { S1: "1" }, ...mode("S") });
    const third = await newStock(second_id, { power_restrictions: { S2: "1" }, ...mode("S") });
    await grant(first_id, some, "Reader");
    await grant(first_id, more, "Owner");
    await grant(second_id, more, "Reader");
    const infra_of = new Map<Actor, number>();
    for (const actor of [some, more, none]) {
      infra_of.set(actor, (await actor.make("POST", "/infra", { name: "bare" })).id);
    }
    const held = [first.id, second.id, third.id];
    const codes = ["F1", "S1", "S2"];
    const expectSeen = async (
      actor: Actor,
      seen: { ids: number[]; codes: string[]; modes: string[] },
    ) => {
      const page = await actor.make("GET", "/light_rolling_stock?page_size=1000");
      const ids: number[] = page.results.map(({ id }: Stock) => id);
      expect(page.count).toBe(ids.length);
      expect(ids.filter((id) => held.includes(id))).toEqual(seen.ids);
      const [one] = (await actor.make("GET", `/light_rolling_stock?page_size=1&page=${page.count}`))
        .results;
      expect(one?.id).toBe(ids.at(-1));
      const restrictions: string[] = await actor.make("GET", "/rolling_stock/power_restrictions");
      expect(restrictions.filter((code) => codes.includes(code))).toEqual(seen.codes);
      const voltages: string[] = await actor.make(
        "GET",
        `/infra/${infra_of.get(actor)}/voltages?include_rolling_stock_modes=true`,
      );
      expect(voltages.filter((name) => ["F", "S"].includes(name))).toEqual(seen.modes);
    };
    // something for those who see nothing of these
    await newStock(default_id);
    await expectSeen(none, { ids: [], codes: [], modes: [] });
    await expectSeen(some, { ids: [first.id], codes: ["F1"], modes: ["F"] });
    await expectSeen(more, { ids: held, codes, modes: ["F", "S"] });
  });

  it("to read end with the public grant of the collection, in lists and single reads", async () => {
    const anybody = await world.actor("anybody", "operational-studies-reader");
    const open_id = await newCollection();
    await world.grant(COLLECTION, open_id, null, "Reader");
    const { id, name } = await newStock(open_id);
    const list = async () => await anybody.make("GET", "/light_rolling_stock?page_size=1000");
    const before = await list();
    expect(before.results.map((stock: Stock) => stock.id)).toContain(id);
    expect((await anybody.call("GET", `/rolling_stock/${id}`)).status).toBe(200);
    await world.api.services.db.run(
      "delete from resource_grant where resource_id = $1 and subject_id is null",
      [open_id],
    );
    const after = await list();
    expect(after.count).toBe(before.count - 1);
    expect(after.results.map((stock: Stock) => stock.id)).not.toContain(id);
    for (const path of [
      `/rolling_stock/${id}`,
      `/rolling_stock/name/${encodeURIComponent(name)}`,
      `/light_rolling_stock/${id}`,
      `/light_rolling_stock/name/${encodeURIComponent(name)}`,
      `/rolling_stock/${id}/usage`,
    ]) {
      const refused = await anybody.call("GET", path);
      expect(refused.json, path).toMatchObject({
        status: 403,
        context: { resource_type: COLLECTION, resource_id: open_id, effective: null },
      });
    }
    expect((await anybody.call("GET", `/rolling_stock/${MISSING_ID}`)).status).toBe(404);
  });

  it("decide which of the scenarios that use a stock are shown; all are counted", async () => {
    const [planner, other] = [await world.actor("planner"), await world.actor("other")];
    const { id, name } = await newStock(default_id);
    const make: Make = async (...request) => await keeper.make(...request);
    const readable = await makeScenario(make, "readable", [name]);
    const hidden = await makeScenario(make, "hidden", [name]);
    await world.grant("study", readable.study_id, planner.id, "Reader");
    const deleter = await world.actor("deleter", "administrator");
    await grant(default_id, deleter, "Writer");
    await world.grant("scenario", hidden.scenario_id, deleter.id, "Reader");
    const path = `/rolling_stock/${id}`;
    expect(await planner.make("GET", `${path}/usage`)).toEqual([readable]);
    expect(await other.make("GET", `${path}/usage`)).toEqual([]);
    expect(await keeper.make("GET", `${path}/usage`)).toEqual([readable, hidden]);
    expect((await deleter.call("DELETE", path)).json).toMatchObject({
      status: 409,
      context: { rolling_stock_id: id, usage: [hidden], count: 2 },
    });
    expect((await deleter.call("DELETE", `${path}?force=true`)).status).toBe(204);
  });
});
