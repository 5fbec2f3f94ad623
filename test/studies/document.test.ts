// Method: images of random bytes go in and out over HTTP; a table of callers who may read and delete them before and after a project shows them.
import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createDispatch } from "../../src/platform/http/dispatch.ts";
import { AbortSource } from "../../src/platform/http/request.ts";
import { ENDPOINTS } from "../../src/server/endpoints.ts";
import { deleteDocument } from "../../src/studies/document/document.queries.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { hashTables } from "../helpers/test_database.ts";
import { type Actor, expectedStatus, LEVELS, makeStudyWorld, PNG } from "./study_world.ts";

const START: Readonly<Record<string, Buffer>> = {
  "image/png": PNG.subarray(0, 8),
  "image/jpeg": Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  "image/gif": Buffer.from("GIF89a"),
  "image/webp": Buffer.from("RIFF\x10\0\0\0WEBPVP8 "),
};

describe("a document", () => {
  const api = opened(startTestApi);

  /** The answer's bytes as they are. */
  async function download(key: number): Promise<{ status: number; body: Uint8Array }> {
    const { status, body } = await createDispatch(
      api.services,
      ENDPOINTS,
    )({
      method: "GET",
      path: `/documents/${key}`,
      query: "",
      headers: [],
      remote_address: "127.0.0.1",
      abort: new AbortSource(),
      readBody: async () => new Uint8Array(0),
    });
    if (!(body instanceof Uint8Array)) throw new Error("no bytes");
    return { status, body };
  }

  it.each(Object.entries(START))("of %s comes back byte by byte", async (type, start) => {
    for (const size of [0, 1, 57, 58, 1000, 1_000_000]) {
      const bytes = Buffer.concat([start, randomBytes(size)]);
      const made = await api.call("POST", "/documents", bytes, { "content-type": type });
      expect(made.status, made.text).toBe(201);
      expect(Object.keys(made.json)).toEqual(["document_key"]);
      const { body } = await download(made.json.document_key);
      expect(Buffer.compare(body, bytes)).toBe(0);
      const { headers } = await api.call("GET", `/documents/${made.json.document_key}`);
      expect(headers).toMatchObject({
        "content-type": type,
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'",
        "cache-control": "private, no-store",
      });
    }
  });

  it.each([
    [{ content_type: "image/png" }, 201],
    [{ content_type: "image/png", "content-type": "application/json" }, 201],
    [{ "content-type": "IMAGE/PNG; q=1" }, 201],
    [{ "content-type": "application/octet-stream" }, 201],
    [{}, 201],
    [{ "content-type": "image/jpeg" }, 415],
    [{ "content-type": "image/png", content_type: "text/html" }, 415],
    [{ "content-type": "image/svg+xml" }, 415],
  ])("that is a PNG and is called %j: %i", async (headers, status) => {
    const answer = await api.call("POST", "/documents", PNG, headers as Record<string, string>);
    expect(answer.status).toBe(status);
  });

  it.each([
    ["nothing", ""],
    ["a page", "<html><script>alert(1)</script></html>"],
    ["a drawing with scripts", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["the start of a start", PNG.subarray(0, 7)],
    ["a sound", "RIFF\x10\0\0\0WAVE"],
    ["a start in the middle", Buffer.concat([Buffer.from(" "), PNG])],
  ])("that is %s is refused whatever it is called", async (_what, body) => {
    const before = await hashTables(api.services.db);
    for (const type of ["image/png", "image/webp", "application/octet-stream", "text/html"]) {
      const { json } = await api.call("POST", "/documents", body, { "content-type": type });
      expect(json).toMatchObject({ status: 415, type: "editoast:request:UnsupportedMediaType" });
    }
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("is bounded in size", async () => {
    const { body_bytes } = api.services.config.limits;
    const bytes = Buffer.concat([PNG, Buffer.alloc(body_bytes)]);
    expect((await api.call("POST", "/documents", bytes)).status).toBe(413);
  });

  it("is deleted once, and its project has no image then", async () => {
    const { document_key } = (await api.call("POST", "/documents", PNG)).json;
    const project = (await api.make("POST", "/projects", { name: "p", image: document_key })).json;
    expect((await api.call("DELETE", `/documents/${document_key}`)).status).toBe(204);
    for (const method of ["GET", "DELETE"]) {
      expect((await api.call(method, `/documents/${document_key}`)).json).toMatchObject({
        status: 404,
        type: "editoast:document:NotFound",
        context: { document_key },
      });
    }
    const after = await api.call("GET", `/projects/${project.id}`);
    expect([after.json.image, after.headers["etag"]]).toEqual([null, '"2"']);
  });

  it("is not deleted by who was overtaken: shown meanwhile, or by another project", async () => {
    const { db } = api.services;
    const { document_key } = (await api.call("POST", "/documents", PNG)).json;
    const project = (await api.make("POST", "/projects", { name: "p", image: document_key })).json;
    const other = (await api.make("POST", "/projects", { name: "q" })).json;
    const before = await hashTables(db);
    const as = (project_id: number | null, collection_id: number | null = null) =>
      deleteDocument(db, document_key, { project_id, collection_id });
    for (const seen of [null, other.id]) expect(await as(seen)).toBe(false);
    expect(await as(project.id, 1)).toBe(false);
    expect(await hashTables(db)).toEqual(before);
    expect(await as(project.id)).toBe(true);
  });
});

describe("with authorization, a document", () => {
  const world = opened(makeStudyWorld);
  let anna: Actor;
  let ben: Actor;
  beforeAll(async () => {
    anna = await world.actor("anna");
    ben = await world.actor("ben");
  });

  const upload = async (one: Actor): Promise<number> =>
    (await one.make("POST", "/documents", PNG)).document_key;

  it("that no project shows is its uploader's alone", async () => {
    const key = await upload(anna);
    for (const method of ["GET", "DELETE"]) {
      expect((await ben.call(method, `/documents/${key}`)).json).toMatchObject({
        status: 403,
        type: "editoast:authz:Forbidden",
        context: {
          resource_type: "document",
          resource_id: key,
          required: "Owner",
          effective: null,
        },
      });
    }
    expect((await anna.call("GET", `/documents/${key}`)).status).toBe(200);
    expect((await anna.call("DELETE", `/documents/${key}`)).status).toBe(204);
  });

  it("of an uploader who is gone is nobody's", async () => {
    const gone = await world.actor("gone");
    const key = await upload(gone);
    await world.api.services.db.run("delete from subject where id = $1", [gone.id]);
    for (const one of [anna, await world.actor("gone")]) {
      expect((await one.call("GET", `/documents/${key}`)).status).toBe(403);
      expect((await one.call("POST", "/projects", { name: "p", image: key })).status).toBe(400);
    }
  });

  it.each(LEVELS)("that a project shows is for a holder of %s on that project", async (level) => {
    const image = await upload(anna);
    const project = await anna.make("POST", "/projects", { name: "p", image });
    const carl = await world.actor(`carl ${level}`);
    if (level !== null) await world.grant("project", project.id, carl.id, level);
    const answer = await carl.call("GET", `/documents/${image}`);
    expect(answer.status).toBe(expectedStatus(level, "Reader", 200));
    if (level === null) {
      expect(answer.json.context).toMatchObject({ resource_type: "project", required: "Reader" });
    }
    expect((await carl.call("DELETE", `/documents/${image}`)).status).toBe(
      expectedStatus(level, "Writer", 204),
    );
  });

  it("that a project shows is no longer the uploader's, who may have no right on the project", async () => {
    const project = await ben.make("POST", "/projects", { name: "p" });
    await world.grant("project", project.id, anna.id, "Writer");
    const image = await upload(anna);
    await anna.make("PATCH", `/projects/${project.id}`, { image });
    await world.revokeAll(anna.id);
    expect((await anna.call("GET", `/documents/${image}`)).status).toBe(403);
    expect((await anna.call("DELETE", `/documents/${image}`)).status).toBe(403);
    expect((await ben.call("GET", `/documents/${image}`)).status).toBe(200);
  });

  it("is not read by showing it in a project of one's own", async () => {
    const image = await upload(anna);
    const mine = await ben.make("POST", "/projects", { name: "p" });
    const before = await hashTables(world.api.services.db);
    for (const answer of [
      await ben.call("POST", "/projects", { name: "thief", image }),
      await ben.call("PATCH", `/projects/${mine.id}`, { image }),
    ]) {
      expect(answer.json).toMatchObject({
        status: 400,
        type: "editoast:project:ImageNotFound",
        context: { document_key: image },
      });
    }
    expect(await hashTables(world.api.services.db)).toEqual(before);
  });

  it("of a project that only its name is known of stays hidden", async () => {
    const image = await upload(anna);
    const project = await anna.make("POST", "/projects", { name: "p", image });
    const body = { name: "s", state: "x" };
    const study = await anna.make("POST", `/projects/${project.id}/studies`, body);
    const dora = await world.actor("dora");
    await world.grant("study", study.id, dora.id, "Owner");
    expect((await dora.call("GET", `/documents/${image}`)).json).toMatchObject({
      status: 403,
      context: { required: "Reader", effective: "MinimalMetadata" },
    });
  });
});
