// Method: collections over HTTP, without authorization for fields, moves and races, with it as tables of levels and requests; grants put in by SQL.
import { beforeAll, describe, expect, it } from "vitest";
import { saveCollection } from "../../src/vehicles/rolling_stock_collection/rolling_stock_collection.queries.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { hashTables } from "../helpers/test_database.ts";
import { MISSING_ID, validStock } from "../platform/http/rules/valid_forms.ts";
import { type Actor, expectedStatus, LEVELS, makeStudyWorld } from "../studies/study_world.ts";

const PATH = "/rolling_stock_collection";
let name_count = 0;
const nextStock = () => validStock({ name: `stock ${name_count++}` });

describe("a rolling stock collection", () => {
  const api = opened(startTestApi);
  let default_id: number;
  beforeAll(async () => {
    default_id = (await api.call("GET", PATH)).json.results[0].id;
  });

  const create = async (body: object = {}) =>
    (await api.make("POST", PATH, { name: "c", ...body })).json;
  const createStock = async (query = ""): Promise<number> =>
    (await api.make("POST", `/rolling_stock${query}`, nextStock())).json.id;
  const contentOf = async (id: number): Promise<number[]> =>
    (await api.call("GET", `${PATH}/${id}`)).json.rolling_stock_ids;

  it("is there from the start as the default one, which takes what names no other", async () => {
    const { json } = await api.call("GET", PATH);
    expect(json).toMatchObject({ count: 1, results: [{ is_default: true }] });
    const id = await createStock();
    expect(await contentOf(default_id)).toContain(id);
  });

  it("comes back as it was sent, with an ETag, and takes part in pages by id", async () => {
    const body = { name: "Ügly 'name'", description: "d", rolling_stock_ids: [] };
    expect((await api.call("POST", PATH, { ...body, unheard_of: 1 })).status).toBe(422);
    const made = await api.call("POST", PATH, body);
    expect(made).toMatchObject({ status: 201, headers: { etag: '"1"' } });
    expect(made.json).toEqual({ ...body, id: expect.any(Number), is_default: false });
    expect((await api.call("GET", `${PATH}/${made.json.id}`)).json).toEqual(made.json);
    const { count } = (await api.call("GET", PATH)).json;
    const last = (await api.call("GET", `${PATH}?page_size=1&page=${count}`)).json;
    expect(last).toMatchObject({ count, results: [made.json], next: null });
    const beyond = (await api.call("GET", `${PATH}?page=${count + 1}`)).json;
    expect(beyond).toMatchObject({ count, results: [] });
  });

  it("keeps what a change does not name", async () => {
    const stock_id = await createStock();
    const { id } = await create({ description: "old", rolling_stock_ids: [stock_id] });
    const renamed = await api.call("PATCH", `${PATH}/${id}`, { name: "new" });
    expect(renamed).toMatchObject({ status: 200, headers: { etag: '"2"' } });
    expect(renamed.json).toEqual({
      id,
      name: "new",
      description: "old",
      is_default: false,
      rolling_stock_ids: [stock_id],
    });
    expect((await api.call("GET", `${PATH}/${id}`)).json).toEqual(renamed.json);
  });

  it("has the stocks of a change as its whole content; what falls out is in the default one", async () => {
    const ids = [await createStock(), await createStock(), await createStock()];
    const [a = 0, b = 0, c = 0] = ids;
    const from = await create({ rolling_stock_ids: [c, a, b, a] });
    expect(from.rolling_stock_ids).toEqual(ids);
    const to = await create({ rolling_stock_ids: [a] });
    expect(await contentOf(from.id)).toEqual([b, c]);
    const changed = await api.call("PATCH", `${PATH}/${to.id}`, { rolling_stock_ids: [c] });
    expect(changed.json.rolling_stock_ids).toEqual([c]);
    expect(await contentOf(from.id)).toEqual([b]);
    expect(await contentOf(default_id)).toContain(a);
    await api.make("PATCH", `${PATH}/${to.id}`, { rolling_stock_ids: [] });
    expect(await contentOf(default_id)).toEqual(expect.arrayContaining([a, c]));
  });

  it("that is the default one keeps what a change leaves out", async () => {
    const [a, b] = [await createStock(), await createStock()];
    await create({ rolling_stock_ids: [b] });
    const changed = await api.call("PATCH", `${PATH}/${default_id}`, { rolling_stock_ids: [b] });
    expect(changed.json.rolling_stock_ids).toEqual(expect.arrayContaining([a, b]));
  });

  it("takes all stocks or, when one is unknown, none and is not even made", async () => {
    const stock_id = await createStock();
    const { id } = await create();
    const before = await hashTables(api.services.db);
    const body = { name: "x", rolling_stock_ids: [stock_id, MISSING_ID] };
    for (const [method, path] of [
      ["POST", PATH],
      ["PATCH", `${PATH}/${id}`],
    ] as const) {
      const answer = await api.call(method, path, body);
      expect(answer.json).toMatchObject({
        status: 404,
        type: "editoast:rollingstocks:KeyNotFound",
        context: { rolling_stock_key: { type: "Id", key: MISSING_ID } },
      });
    }
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("is changed whenever a stock comes or goes, so a content from before overwrites nothing", async () => {
    const { id } = await create();
    const patch = async (tag: string) =>
      await api.call("PATCH", `${PATH}/${id}`, { rolling_stock_ids: [] }, { "if-match": tag });
    const tagOf = async () => (await api.call("GET", `${PATH}/${id}`)).headers["etag"] ?? "";
    const steps: (() => Promise<unknown>)[] = [];
    let stock_id = 0;
    steps.push(async () => {
      stock_id = await createStock(`?rolling_stock_collection_id=${id}`);
    });
    const move = async (target_id: number) => {
      const { name } = (await api.call("GET", `/rolling_stock/${stock_id}`)).json;
      const path = `/rolling_stock/${stock_id}?rolling_stock_collection_id=${target_id}`;
      return await api.make("PATCH", path, validStock({ name }));
    };
    steps.push(async () => await move(default_id));
    steps.push(async () => await move(id));
    steps.push(async () => await create({ rolling_stock_ids: [stock_id] }));
    steps.push(async () => await move(id));
    steps.push(async () => await api.make("DELETE", `/rolling_stock/${stock_id}`));
    for (const step of steps) {
      const tag = await tagOf();
      await step();
      expect(await tagOf()).not.toBe(tag);
      const refused = await patch(tag);
      expect(refused.json).toMatchObject({ status: 412, context: { current: expect.any(Number) } });
    }
    expect((await patch(await tagOf())).status).toBe(200);
  });

  it("changed by eight at once from one revision is changed by one of them", async () => {
    const { id } = await create();
    const answers = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, i) =>
          await api.call("PATCH", `${PATH}/${id}`, { name: `by ${i}` }, { "if-match": '"1"' }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
  });

  it("is deleted when it is empty and not the default one", async () => {
    const stock_id = await createStock();
    const { id } = await create({ rolling_stock_ids: [stock_id] });
    const before = await hashTables(api.services.db);
    for (const [refused_id, error] of [
      [id, "NotEmpty"],
      [default_id, "IsDefault"],
    ] as const) {
      expect((await api.call("DELETE", `${PATH}/${refused_id}`)).json).toMatchObject({
        status: 409,
        type: `editoast:rolling_stock_collection:${error}`,
        context: { rolling_stock_collection_id: refused_id },
      });
    }
    expect(await hashTables(api.services.db)).toEqual(before);
    await api.make("PATCH", `${PATH}/${id}`, { rolling_stock_ids: [] });
    expect((await api.call("DELETE", `${PATH}/${id}`)).status).toBe(204);
    expect((await api.call("GET", `${PATH}/${id}`)).status).toBe(404);
  });

  it("changes nothing by a statement whose checked collections are not those of the stocks", async () => {
    const { db } = api.services;
    const stock_id = await createStock();
    const { id } = await create({ rolling_stock_ids: [stock_id] });
    const { id: other_id } = await create();
    const before = await hashTables(db);
    const base = { if_revision: null, owner_id: null };
    const takeIn = { given: { name: "x", rolling_stock_ids: [stock_id] }, ...base };
    const empty = { given: { rolling_stock_ids: [] }, ...base };
    for (const outcome of [
      await saveCollection(db, null, { ...takeIn, checked_ids: [] }),
      await saveCollection(db, other_id, { ...takeIn, checked_ids: [default_id] }),
      await saveCollection(db, id, { ...empty, checked_ids: [other_id] }),
    ]) {
      expect(outcome).toMatchObject({ outcome: "unchecked" });
    }
    expect(await hashTables(db)).toEqual(before);
  });

  it("and another stand moves between them in both directions at once", async () => {
    const [low, high] = [await create(), await create()];
    const stocks: { id: number; name: string }[] = [];
    for (let i = 0; i < 6; i++) {
      const path = `/rolling_stock?rolling_stock_collection_id=${low.id}`;
      stocks.push((await api.make("POST", path, nextStock())).json);
    }
    const fill = async ({ id }: { id: number }, n: number) =>
      await api.call("PATCH", `${PATH}/${id}`, { rolling_stock_ids: [stocks[n]?.id] });
    const move = async (n: number, { id }: { id: number }) => {
      const path = `/rolling_stock/${stocks[n]?.id}?rolling_stock_collection_id=${id}`;
      return await api.call("PATCH", path, validStock({ name: stocks[n]?.name }));
    };
    for (let round = 0; round < 25; round++) {
      const answers = await Promise.all([
        move(0, high),
        fill(high, 1),
        move(2, high),
        fill(low, 3),
        move(0, low),
        fill(low, 4),
        move(2, low),
        fill(high, 5),
      ]);
      for (const { status, text } of answers) expect(status, text).toBe(200);
    }
  });

  it("and three others stand a storm of moves, creations and deletions without a failure", async () => {
    const ids = [default_id];
    for (let i = 0; i < 3; i++) ids.push((await create()).id);
    const stocks = await Promise.all(Array.from({ length: 6 }, async () => await createStock()));
    const names = new Map<number, string>();
    for (const id of stocks) {
      names.set(id, (await api.call("GET", `/rolling_stock/${id}`)).json.name);
    }
    // a linear congruential generator: the storm is the same in each run
    let state = 42;
    const pick = <T>(from: readonly T[]): T => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return from[Math.floor((state / 2_147_483_648) * from.length)] as T;
    };
    const actions: (() => Promise<number>)[] = [
      async () => {
        const id = pick(stocks);
        const path = `/rolling_stock/${id}?rolling_stock_collection_id=${pick(ids)}`;
        return (await api.call("PATCH", path, validStock({ name: names.get(id) }))).status;
      },
      async () => {
        const body = { rolling_stock_ids: [pick(stocks), pick(stocks)] };
        return (await api.call("PATCH", `${PATH}/${pick(ids)}`, body)).status;
      },
      async () => {
        const path = `/rolling_stock?rolling_stock_collection_id=${pick(ids)}`;
        const made = await api.call("POST", path, nextStock());
        return (await api.call("DELETE", `/rolling_stock/${made.json.id}`)).status;
      },
      async () => {
        const made = await api.call("POST", PATH, { name: "x", rolling_stock_ids: [pick(stocks)] });
        await api.call("PATCH", `${PATH}/${made.json.id}`, { rolling_stock_ids: [] });
        const { status } = await api.call("DELETE", `${PATH}/${made.json.id}`);
        return status === 409 ? 204 : status; // somebody filled it again
      },
    ];
    for (let round = 0; round < 20; round++) {
      const statuses = await Promise.all(Array.from({ length: 12 }, () => pick(actions)()));
      for (const status of statuses) expect([200, 204]).toContain(status);
    }
    const { results } = (await api.call("GET", `${PATH}?page_size=1000`)).json;
    const everywhere = results.flatMap((one: { rolling_stock_ids: number[] }) => [
      ...one.rolling_stock_ids,
    ]);
    expect(new Set(everywhere).size).toBe(everywhere.length);
    expect(everywhere).toEqual(expect.arrayContaining(stocks));
  });
});

describe("rights on rolling stock collections", () => {
  const world = opened(makeStudyWorld);
  let keeper: Actor;
  let default_id: number;
  beforeAll(async () => {
    keeper = await world.actor("keeper", "administrator");
    default_id = (await keeper.make("GET", PATH)).results[0].id;
    await world.grant("rolling_stock_collection", default_id, keeper.id, "Owner");
  });

  const createStock = async (collection_id: number): Promise<number> => {
    const path = `/rolling_stock?rolling_stock_collection_id=${collection_id}`;
    return (await keeper.make("POST", path, nextStock())).id;
  };
  const grant = async (id: number, { id: subject_id }: Actor, level: string | null) => {
    if (level !== null) await world.grant("rolling_stock_collection", id, subject_id, level);
  };

  it("make whoever creates one its Owner, and nobody when nobody is known", async () => {
    const made = await keeper.make("POST", PATH, { name: "mine" });
    const { db } = world.api.services;
    const rows = await db.run(
      `select subject_id, level::text, granted_by from resource_grant
       where resource_type = 'rolling_stock_collection' and resource_id = $1`,
      [made.id],
    );
    expect(rows).toEqual([{ subject_id: keeper.id, level: "Owner", granted_by: keeper.id }]);
    expect((await keeper.call("DELETE", `${PATH}/${made.id}`)).status).toBe(204);
  });

  it("need the roles of the feature first", async () => {
    const stranger = await world.actor("stranger", null);
    const reader = await world.actor("reader", "operational-studies-reader");
    await grant(default_id, reader, "Owner");
    for (const [actor, method, body, status] of [
      [stranger, "GET", undefined, 403],
      [reader, "GET", undefined, 200],
      [reader, "PATCH", { name: "x" }, 403],
      [reader, "DELETE", undefined, 403],
    ] as const) {
      const answer = await actor.call(method, `${PATH}/${default_id}`, body);
      expect(answer.status, `${method} ${answer.text}`).toBe(status);
    }
    expect((await stranger.call("GET", PATH)).status).toBe(403);
    expect((await reader.call("POST", PATH, { name: "x" })).status).toBe(403);
  });

  it.each(LEVELS)("at level %s give exactly what that level gives", async (level) => {
    const actor = await world.actor(`actor ${level}`, "administrator");
    const { id } = await keeper.make("POST", PATH, { name: "judged" });
    await grant(id, actor, level);
    const { db } = world.api.services;
    for (const [method, body, needed, success] of [
      ["GET", undefined, "Reader", 200],
      ["PATCH", { name: "changed" }, "Writer", 200],
      ["DELETE", undefined, "Owner", 204],
    ] as const) {
      const before = await hashTables(db);
      const answer = await actor.call(method, `${PATH}/${id}`, body);
      expect(answer.status, answer.text).toBe(expectedStatus(level, needed, success));
      expect(answer.headers["x-checked-privileges"]).toContain(
        `rolling_stock_collection/${id}=${needed}`,
      );
      if (answer.status !== 403) continue;
      expect(answer.json.context).toEqual({
        resource_type: "rolling_stock_collection",
        resource_id: id,
        required: needed,
        effective: level,
      });
      expect(await hashTables(db)).toEqual(before);
    }
  });

  it.each(LEVELS)(
    "at level %s on where a stock comes from decide whether it moves",
    async (level) => {
      const mover = await world.actor(`mover ${level}`, "administrator");
      const { id: from_id } = await keeper.make("POST", PATH, { name: "from" });
      const { id: to_id } = await keeper.make("POST", PATH, { name: "to" });
      await grant(from_id, mover, level);
      await grant(to_id, mover, "Writer");
      const ids = [await createStock(from_id), await createStock(from_id)];
      const before = await hashTables(world.api.services.db);
      const [first, second] = ids;
      const patched = await mover.call("PATCH", `${PATH}/${to_id}`, { rolling_stock_ids: [first] });
      const made = await mover.call("POST", PATH, { name: "new", rolling_stock_ids: [second] });
      const is_enough = level === "Writer" || level === "Owner";
      expect([patched.status, made.status]).toEqual(is_enough ? [200, 201] : [403, 403]);
      const expected = { resource_id: from_id, required: "Writer", effective: level };
      if (is_enough) return;
      expect(patched.json.context).toMatchObject(expected);
      expect(made.json.context).toMatchObject(expected);
      expect(await hashTables(world.api.services.db)).toEqual(before);
    },
  );

  it("on the default one are needed when a stock falls out, and only then", async () => {
    const editor = await world.actor("editor", "administrator");
    const { id } = await keeper.make("POST", PATH, { name: "edited" });
    await grant(id, editor, "Writer");
    const ids = [await createStock(id), await createStock(id)];
    const patch = async (rolling_stock_ids: readonly number[]) =>
      await editor.call("PATCH", `${PATH}/${id}`, { rolling_stock_ids });
    expect((await patch(ids)).status).toBe(200);
    const refused = await patch(ids.slice(1));
    expect(refused.json).toMatchObject({
      status: 403,
      context: { resource_id: default_id, required: "Writer", effective: "Reader" },
    });
    await grant(default_id, editor, "Writer");
    expect((await patch(ids.slice(1))).json.rolling_stock_ids).toEqual(ids.slice(1));
  });

  it("move all stocks or none when only some may move", async () => {
    const mover = await world.actor("half mover", "administrator");
    const { id: open_id } = await keeper.make("POST", PATH, { name: "open" });
    const { id: closed_id } = await keeper.make("POST", PATH, { name: "closed" });
    const { id: to_id } = await keeper.make("POST", PATH, { name: "to" });
    await grant(open_id, mover, "Writer");
    await grant(to_id, mover, "Writer");
    const rolling_stock_ids = [await createStock(open_id), await createStock(closed_id)];
    const refused = await mover.call("PATCH", `${PATH}/${to_id}`, { rolling_stock_ids });
    expect(refused.json).toMatchObject({ status: 403, context: { resource_id: closed_id } });
    expect((await keeper.make("GET", `${PATH}/${to_id}`)).rolling_stock_ids).toEqual([]);
    await grant(closed_id, mover, "Writer");
    const moved = await mover.call("PATCH", `${PATH}/${to_id}`, { rolling_stock_ids });
    expect(moved.json.rolling_stock_ids).toEqual(rolling_stock_ids);
  });

  it("filter the list, with right counts, by own, group's and public grants", async () => {
    const caller = await world.actor("lister");
    const { db } = world.api.services;
    const [group] = await db.run<{ id: number }>(
      `with s as (insert into subject default values returning id)
       insert into app_group (id, name) select id, 'listers' from s returning id`,
    );
    const group_id = group?.id ?? 0;
    await db.run("insert into membership (user_id, group_id) values ($1, $2)", [
      caller.id,
      group_id,
    ]);
    const ids: number[] = [];
    for (const name of ["own", "group's", "public", "hidden"]) {
      ids.push((await keeper.make("POST", PATH, { name })).id);
    }
    const [own = 0, grouped = 0, open = 0] = ids;
    await grant(own, caller, "Reader");
    await world.grant("rolling_stock_collection", own, group_id, "Writer");
    await world.grant("rolling_stock_collection", grouped, group_id, "Reader");
    await world.grant("rolling_stock_collection", open, null, "Reader");
    const page = await caller.make("GET", `${PATH}?page_size=3&page=1`);
    const idsOf = ({ results }: { results: { id: number }[] }) => results.map(({ id }) => id);
    expect(page).toMatchObject({ count: 4, page_count: 2, next: 2 });
    expect(idsOf(page)).toEqual([default_id, own, grouped]);
    const next = await caller.make("GET", `${PATH}?page_size=3&page=2`);
    expect(next).toMatchObject({ count: 4, next: null });
    expect(idsOf(next)).toEqual([open]);
    const all = await keeper.make("GET", `${PATH}?page_size=1000`);
    expect(all.count).toBe(all.results.length);
    expect(idsOf(all)).toEqual(expect.arrayContaining(ids));
  });
});
