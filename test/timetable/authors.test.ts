// Method: each way to write trains, by callers who are signed in and by none: what records and events then tell, compared with the caller and the order of the changes; table of names.
import { beforeAll, describe, expect, it } from "vitest";
import { type Caller, openWorld } from "../accounts/authz/world.ts";
import { opened } from "../helpers/opened.ts";
import { startTimetableApi } from "../helpers/timetable_api.ts";
import {
  validPacedTrain,
  validSubCategory,
  validTrain,
} from "../platform/http/rules/valid_forms.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const world = opened(openWorld);
let other: Caller;
let timetable: number;
beforeAll(async () => {
  other = await world.caller(["timetable:write", "rolling-stock:read"]);
  timetable = await world.timetable();
  await world.grant("timetable", timetable, other.id, "Owner");
});

const authorOf = ({ id, identity }: Caller) => ({ id, name: identity });

async function send(who: Caller, method: string, path: string, body?: unknown, headers = {}) {
  const answer = await world.send(who, { method, path, body, headers });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.json;
}

async function read(kind: string, id: number) {
  return await send(world.owner, "GET", `/${kind}/${id}`);
}

async function readHead(): Promise<number> {
  return (await world.db.queryOne<{ place: number }>("platform/event/head", []))?.place ?? 0;
}

/** The data of the events of what `work` does. */
async function listTold(work: () => Promise<unknown>) {
  const head = await readHead();
  await work();
  const events = await world.db.query<{ name: string; data: string }>("platform/event/read", [
    head,
    1_000_000,
  ]);
  return events.map(({ name, data }) => ({ name, ...JSON.parse(data) }));
}

describe.each([
  ["train_schedule", validTrain],
  ["paced_train", validPacedTrain],
] as const)("a record of a %s", (kind, makeForm) => {
  const list = `/timetable/:id/${kind}s`;
  const listPath = (): string => list.replace(":id", String(timetable));

  it("tells who made it, who replaced it, and when, in every answer", async () => {
    const [made] = await send(other, "POST", listPath(), [makeForm()]);
    expect(made).toMatchObject({
      modified_by: authorOf(other),
      modified_at: expect.stringMatching(TIME),
    });
    expect(await read(kind, made.id)).toEqual(made);
    const replaced = await send(world.owner, "PUT", `/${kind}/${made.id}`, made);
    expect(replaced.modified_by).toEqual(authorOf(world.owner));
    expect(replaced.modified_at >= made.modified_at).toBe(true);
    expect(await read(kind, made.id)).toEqual(replaced);
    const { results } = await send(other, "GET", `${listPath()}?page_size=200`);
    expect(results).toContainEqual(replaced);
  });

  it("tells the same when its creation is sent again under its key", async () => {
    const headers = { "idempotency-key": world.name() };
    const [first, again] = [
      await send(other, "POST", listPath(), [makeForm()], headers),
      await send(other, "POST", listPath(), [makeForm()], headers),
    ];
    expect(again).toEqual(first);
    expect(again[0].modified_by).toEqual(authorOf(other));
  });

  it("tells who changed it in a list of changes, imported it, or deleted what it named", async () => {
    const path = `/timetable/${timetable}/changes`;
    const added = (await send(other, "POST", path, { changes: [{ added: makeForm() }] })).trains[0];
    expect(added.train.modified_by).toEqual(authorOf(other));
    const shifted = await send(world.owner, "POST", path, {
      changes: [{ kind, id: added.id, shift: "PT1M" }],
    });
    expect(shifted.trains[0].train.modified_by).toEqual(authorOf(world.owner));
    expect(await read(kind, added.id)).toEqual(shifted.trains[0].train);
    expect(JSON.stringify(shifted.undo)).not.toContain("modified");

    const code = world.name();
    await send(world.owner, "POST", "/sub_category", validSubCategory({ code }));
    const category = { sub_category_code: code };
    const document = { version: 1, [`${kind}s`]: [makeForm({ category })] };
    const imported = await send(other, "POST", `/timetable/${timetable}/import`, document);
    const id = imported[`${kind}_ids`][0];
    expect((await read(kind, id)).modified_by).toEqual(authorOf(other));
    await send(world.owner, "DELETE", `/sub_category/${code}`);
    expect(await read(kind, id)).toMatchObject({
      category: null,
      modified_by: authorOf(world.owner),
    });
  });

  it("does not tell it in an export, and its ETag does not depend on it", async () => {
    const [made] = await send(other, "POST", listPath(), [makeForm()]);
    const document = await send(other, "GET", `/timetable/${timetable}/export`);
    expect(JSON.stringify(document)).not.toContain("modified_");
    const { headers } = await world.send(other, { method: "GET", path: `/${kind}/${made.id}` });
    expect(headers["etag"]).toBe('"1"');
  });

  it("is told with its author when it is made, changed or deleted", async () => {
    const name = `${kind === "train_schedule" ? "" : "paced_"}trains`;
    const signed = { modified_by: authorOf(other), modified_at: expect.stringMatching(TIME) };
    const none = { created: [], changed: [], deleted: [] };
    let id = 0;
    const made = await listTold(async () => {
      [{ id }] = await send(other, "POST", listPath(), [makeForm()]);
    });
    expect(made).toEqual([{ name, ...none, created: [id], ...signed }]);
    const changed = await listTold(() => send(other, "PUT", `/${kind}/${id}`, makeForm()));
    expect(changed).toEqual([{ name, ...none, changed: [id], ...signed }]);
    const path = kind === "train_schedule" ? "/train_schedule" : "/paced_trains";
    const deleted = await listTold(() => send(other, "DELETE", path, { ids: [id] }));
    expect(deleted).toEqual([{ name, ...none, deleted: [id], ...signed }]);
  });
});

describe("an author", () => {
  it("is nobody without a caller, and after the user has gone", async () => {
    const api = await startTimetableApi();
    const [made] = await api.create("train_schedule", [validTrain()]);
    expect(made).toMatchObject({ modified_by: null, modified_at: expect.stringMatching(TIME) });
    await api.close();

    const leaving = await world.caller(["timetable:write"]);
    await world.grant("timetable", timetable, leaving.id, "Creator");
    const [train] = await send(leaving, "POST", `/timetable/${timetable}/train_schedules`, [
      validTrain(),
    ]);
    await world.db.run("delete from subject where id = $1", [leaving.id]);
    expect((await read("train_schedule", train.id)).modified_by).toBeNull();
  });
});

describe("a timetable's name", () => {
  it("is given, changed and taken away, kept by a body without it, and told", async () => {
    const name = 'Winter 2027 "draft"\n東京';
    const { timetable_id } = await send(other, "POST", "/timetable", { name });
    const path = `/timetable/${timetable_id}`;
    const record = {
      timetable_id,
      name,
      train_count: 0,
      modified_by: authorOf(other),
      modified_at: expect.stringMatching(TIME),
    };
    const { results } = await send(other, "GET", "/timetable?page_size=1000");
    expect(results).toContainEqual(record);
    let renamed = null;
    const told = await listTold(async () => {
      renamed = await send(other, "PUT", path, { name: "Summer" });
    });
    expect(renamed).toEqual({ ...record, name: "Summer" });
    const signed = { modified_by: authorOf(other), modified_at: expect.stringMatching(TIME) };
    expect(told).toEqual([{ name: "Summer", ...signed }]);
    expect(await listTold(() => send(other, "PUT", path, {}))).toEqual([]);
    expect(await send(other, "PUT", path, { name: null })).toEqual({ ...record, name: null });
  });

  it.each([[""], ["x".repeat(129)], ["\0"], [7], [{}]])("is not %j", async (name) => {
    const made = await world.send(other, { method: "POST", path: "/timetable", body: { name } });
    expect(made.status).toBe(422);
    const path = `/timetable/${timetable}`;
    expect((await world.send(other, { method: "PUT", path, body: { name } })).status).toBe(422);
  });

  it("tells the last change of its trains too, also of removed ones", async () => {
    const { timetable_id } = await send(other, "POST", "/timetable", { name: "changing" });
    const path = `/timetable/${timetable_id}`;
    await world.grant("timetable", timetable_id, world.owner.id, "Owner");
    const [{ id }] = await send(world.owner, "POST", `${path}/train_schedules`, [validTrain()]);
    expect((await send(other, "PUT", path, {})).modified_by).toEqual(authorOf(world.owner));
    await send(other, "DELETE", "/train_schedule", { ids: [id] });
    const { modified_by, train_count } = await send(other, "PUT", path, {});
    expect([modified_by, train_count]).toEqual([authorOf(other), 0]);
  });
});
