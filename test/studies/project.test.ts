// Method: projects go in and out over HTTP, without authorization for their fields, with it as a table of levels and requests.
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { hashTables } from "../helpers/test_database.ts";
import { addScenario, expectedStatus, LEVELS, openActors, PNG } from "./study_world.ts";

const KEYS = [
  "id",
  "name",
  "description",
  "objectives",
  "funders",
  "budget",
  "image",
  "tags",
  "creation_date",
  "last_modification",
  "studies_count",
];
const FULL = {
  name: "Ligne é 1",
  description: "A line",
  objectives: '# Faster\n* and "more"',
  funders: "everybody",
  budget: -2_147_483_648,
  tags: ["a", "", 'b,c"{}', "a"],
};

describe("a project", () => {
  const api = opened(startTestApi);

  const create = async (body: object = { name: "p" }) =>
    (await api.make("POST", "/projects", body)).json;
  const countDocuments = async (): Promise<number> =>
    (await api.services.db.run<{ n: number }>("select count(*) as n from document"))[0]?.n ?? -1;
  const upload = async (): Promise<number> => {
    const answer = await api.call("POST", "/documents", PNG, { "content-type": "image/png" });
    expect(answer.status, answer.text).toBe(201);
    return answer.json.document_key;
  };

  it("of a name alone has every key, nulls where nothing was said, and an ETag", async () => {
    const made = await api.call("POST", "/projects", { name: "bare", id: 7 });
    expect(made.status, made.text).toBe(200);
    expect(Object.keys(made.json)).toEqual(KEYS);
    expect(made.json).toEqual({
      id: expect.any(Number),
      name: "bare",
      description: null,
      objectives: null,
      funders: null,
      budget: null,
      image: null,
      tags: [],
      creation_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      last_modification: made.json.creation_date,
      studies_count: 0,
    });
    const read = await api.call("GET", `/projects/${made.json.id}`);
    expect(read.text).toBe(made.text);
    expect([made.headers["etag"], read.headers["etag"]]).toEqual(['"1"', '"1"']);
  });

  it("comes back as it was sent from creation, read and list", async () => {
    const image = await upload();
    const made = await create({ ...FULL, image });
    expect(made).toMatchObject({ ...FULL, image });
    expect((await api.call("GET", `/projects/${made.id}`)).json).toEqual(made);
    const page = (await api.call("GET", "/projects?page_size=1000")).json;
    expect(page.results).toContainEqual(made);
    expect(page.count).toBe(page.results.length);
  });

  it("keeps what a change leaves out, empties what it sets to null, and raises its revision", async () => {
    const made = await create(FULL);
    const path = `/projects/${made.id}`;
    const renamed = await api.call("PATCH", path, { name: "other" });
    expect(renamed.status, renamed.text).toBe(200);
    expect(renamed.headers["etag"]).toBe('"2"');
    const { last_modification, ...kept } = renamed.json;
    expect(kept).toEqual({ ...made, name: "other", last_modification: undefined });
    expect(last_modification >= made.last_modification).toBe(true);
    const emptied = await api.call("PATCH", path, {
      description: null,
      objectives: null,
      funders: null,
      budget: null,
      tags: [],
      id: 1,
      creation_date: "2000-01-01T00:00:00Z",
    });
    expect(emptied.json).toMatchObject({
      id: made.id,
      name: "other",
      description: null,
      objectives: null,
      funders: null,
      budget: null,
      tags: [],
      creation_date: made.creation_date,
    });
    expect(emptied.headers["etag"]).toBe('"3"');
    expect((await api.call("GET", path)).json).toEqual(emptied.json);
  });

  it("is not changed by who has seen another revision, however many try at once", async () => {
    const { id } = await create();
    const path = `/projects/${id}`;
    const before = await hashTables(api.services.db);
    const stale = await api.call("PATCH", path, { name: "stale" }, { "if-match": '"7"' });
    expect(stale.json).toMatchObject({
      status: 412,
      type: "editoast:request:PreconditionFailed",
      context: { current: 1 },
    });
    expect(await hashTables(api.services.db)).toEqual(before);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, i) =>
        api.call("PATCH", path, { name: `n${i}` }, { "if-match": '"1"' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array(7).fill(412),
    ]);
    expect((await api.call("GET", path)).headers["etag"]).toBe('"2"');
  });

  it("that is replaced, or loses its image, takes the document along", async () => {
    const [first, second] = [await upload(), await upload()];
    const { id } = await create({ name: "p", image: first });
    const before = await countDocuments();
    const same = await api.make("PATCH", `/projects/${id}`, { image: first });
    expect([same.json.image, await countDocuments()]).toEqual([first, before]);
    await api.make("PATCH", `/projects/${id}`, { name: "image kept" });
    expect(await countDocuments()).toBe(before);
    const replaced = await api.make("PATCH", `/projects/${id}`, { image: second });
    expect([replaced.json.image, await countDocuments()]).toEqual([second, before - 1]);
    expect((await api.call("GET", `/documents/${first}`)).status).toBe(404);
    const removed = await api.make("PATCH", `/projects/${id}`, { image: null });
    expect([removed.json.image, await countDocuments()]).toEqual([null, before - 2]);
    const third = await upload();
    await api.make("PATCH", `/projects/${id}`, { image: third });
    expect((await api.call("DELETE", `/projects/${id}`)).status).toBe(204);
    expect((await api.call("GET", `/documents/${third}`)).status).toBe(404);
  });

  it("can't show an unknown image or one that another project shows, and is unchanged then", async () => {
    const image = await upload();
    await create({ name: "first", image });
    const { id } = await create({ name: "second" });
    const before = await hashTables(api.services.db);
    for (const document_key of [image, 999_999_999]) {
      for (const [method, path] of [
        ["POST", "/projects"],
        ["PATCH", `/projects/${id}`],
      ] as const) {
        const refused = await api.call(method, path, { name: "thief", image: document_key });
        expect(refused.json).toMatchObject({
          status: 400,
          type: "editoast:project:ImageNotFound",
          context: { document_key },
        });
      }
    }
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("of two that ask for one image at once is one", async () => {
    for (let round = 0; round < 10; round++) {
      const image = await upload();
      const answers = await Promise.all(
        [1, 2, 3, 4].map(async () => api.call("POST", "/projects", { name: "race", image })),
      );
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        200, 400, 400, 400,
      ]);
    }
  });

  it("goes with all that is in it, but timetables stay", async () => {
    const { id } = await create();
    const study = (await api.make("POST", `/projects/${id}/studies`, { name: "s", state: "x" }))
      .json;
    const infra = (await api.make("POST", "/infra", { name: "i" })).json;
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const path = `/projects/${id}/studies/${study.id}/scenarios`;
    await api.make("POST", path, { name: "c", infra_id: infra.id, timetable_id });
    expect((await api.call("DELETE", `/projects/${id}`)).status).toBe(204);
    const left = await api.services.db.run<{ n: number }>(
      "select (select count(*) from study where id = $1) + (select count(*) from scenario where timetable_id = $2) as n",
      [study.id, timetable_id],
    );
    expect(left[0]?.n).toBe(0);
    expect((await api.call("PUT", `/timetable/${timetable_id}`, {})).status).toBe(200);
    for (const method of ["GET", "DELETE"]) {
      expect((await api.call(method, `/projects/${id}`)).json).toMatchObject({
        status: 404,
        type: "editoast:project:NotFound",
        context: { project_id: id },
      });
    }
    expect((await api.call("PATCH", `/projects/${id}`, {})).status).toBe(404);
  });

  it("is owned by nobody when nobody made it, and by its maker otherwise", async () => {
    const nobodys = await create();
    const made = await api.call(
      "POST",
      "/projects",
      { name: "mine" },
      { "x-remote-user-identity": "maker" },
    );
    const grants = await api.services.db.run<object>(
      `select g.resource_id, g.level, u.identity_id, g.granted_by = g.subject_id as is_own
       from project_grant g join app_user u on u.id = g.subject_id
       where g.resource_id = any($1::bigint[])`,
      [[nobodys.id, made.json.id]],
    );
    expect(grants).toEqual([
      { resource_id: made.json.id, level: "Owner", identity_id: "maker", is_own: true },
    ]);
  });
});

describe("the list of projects", () => {
  const api = opened(startTestApi);
  const names = ["b", "Z", "é", "a", "b", "ab"];
  const ids: number[] = [];
  beforeAll(async () => {
    for (const name of names) ids.push((await api.make("POST", "/projects", { name })).json.id);
    // changed in another order than made
    for (const i of [3, 0, 5]) await api.make("PATCH", `/projects/${ids[i]}`, { description: "x" });
  });
  const by_name = [1, 3, 5, 0, 4, 2];

  it.each([
    ["NameAsc", by_name],
    // ties by id in both directions
    ["NameDesc", [2, 0, 4, 5, 3, 1]],
    ["CreationDateAsc", [0, 1, 2, 3, 4, 5]],
    ["CreationDateDesc", [5, 4, 3, 2, 1, 0]],
    ["LastModifiedAsc", [1, 2, 4, 3, 0, 5]],
    ["LastModifiedDesc", [5, 0, 3, 4, 2, 1]],
  ])("is in the order %s, cut into pages anywhere", async (ordering, order) => {
    for (const page_size of [1, 4, 6, 1000]) {
      const listed: number[] = [];
      for (let page = 1; page <= Math.ceil(6 / page_size); page++) {
        const query = `ordering=${ordering}&page_size=${page_size}&page=${page}`;
        const { json } = await api.call("GET", `/projects?${query}`);
        expect(json.count).toBe(6);
        listed.push(...json.results.map(({ id }: { id: number }) => id));
      }
      expect(listed).toEqual(order.map((i) => ids[i]));
    }
  });

  it("shows the last modified first when nothing is said, and an empty page beyond the end", async () => {
    const { json } = await api.call("GET", "/projects");
    expect(json.results[0].id).toBe(ids[5]);
    const beyond = (await api.call("GET", "/projects?page=9")).json;
    expect(beyond).toMatchObject({ count: 6, results: [], next: null });
    expect((await api.call("GET", "/projects?ordering=Random")).json).toMatchObject({
      status: 400,
      type: "editoast:request:InvalidQuery",
    });
  });
});

describe("with authorization, a project", () => {
  const { world, owner, guest } = openActors();

  const make = async (name = "p"): Promise<{ id: number }> =>
    owner.make("POST", "/projects", { name });

  it.each(LEVELS)(
    "gives a holder of %s what that level allows, and nothing else",
    async (level) => {
      const { id } = await make();
      if (level !== null) await world.grant("project", id, guest.id, level);
      const path = `/projects/${id}`;
      const status = async (method: string, path_: string, body?: unknown): Promise<number> =>
        (await guest.call(method, path_, body)).status;
      expect(await status("GET", path)).toBe(expectedStatus(level, "Reader", 200));
      expect(await status("GET", `${path}/studies`)).toBe(expectedStatus(level, "Reader", 200));
      const study = { name: "s", state: "x" };
      expect(await status("POST", `${path}/studies`, study)).toBe(
        expectedStatus(level, "Creator", 200),
      );
      expect(await status("PATCH", path, { name: "q" })).toBe(expectedStatus(level, "Writer", 200));
      expect(await status("DELETE", path)).toBe(expectedStatus(level, "Owner", 204));
    },
  );

  it("tells who is refused what was needed and what there is", async () => {
    const { id } = await make();
    await world.grant("project", id, guest.id, "Reader");
    const before = await hashTables(world.api.services.db);
    const refused = await guest.call("DELETE", `/projects/${id}`);
    expect(refused.json).toMatchObject({
      status: 403,
      type: "editoast:authz:Forbidden",
      context: {
        resource_type: "project",
        resource_id: id,
        required: "Owner",
        effective: "Reader",
      },
    });
    expect(refused.headers["x-checked-privileges"]).toBe(`project/${id}=Owner`);
    expect(await hashTables(world.api.services.db)).toEqual(before);
  });

  it("shows id, name and description to who has a right on something in it only", async () => {
    const project = await owner.make("POST", "/projects", FULL);
    const studies = `/projects/${project.id}/studies`;
    const study = await owner.make("POST", studies, { name: "s", state: "x" });
    const minimal = { id: project.id, name: FULL.name, description: FULL.description };
    const scenario = await addScenario(owner, `${studies}/${study.id}`);
    for (const [type, id] of [
      ["study", study.id],
      ["scenario", scenario.id],
    ]) {
      await world.revokeAll(guest.id);
      await world.grant(type, id, guest.id, "Owner");
      const single = await guest.call("GET", `/projects/${project.id}`);
      expect([single.status, single.json]).toEqual([200, minimal]);
      expect(single.headers["etag"]).toBeUndefined();
      const listed = await guest.make("GET", "/projects");
      expect([listed.count, listed.results]).toEqual([1, [minimal]]);
      expect((await guest.call("PATCH", `/projects/${project.id}`, {})).status).toBe(403);
    }
    await world.grant("project", project.id, guest.id, "Reader");
    const read = await guest.call("GET", `/projects/${project.id}`);
    expect(Object.keys(read.json)).toEqual(KEYS);
    expect(read.json.studies_count).toBe(1);
    expect(read.headers["etag"]).toBe('"1"');
    await world.revokeAll(guest.id);
  });
});
