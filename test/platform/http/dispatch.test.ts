// Method: requests through the whole pipeline on a real database, with endpoints made for the test.
import { beforeAll, describe, expect, it } from "vitest";
import { page } from "../../../src/platform/http/page.ts";
import type { Services } from "../../../src/platform/services.ts";
import { opened } from "../../helpers/opened.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";
import { calls, ENDPOINTS } from "./dispatched_endpoints.ts";

const database = opened(startTestDatabase);
let services: Services;

beforeAll(async () => {
  services = makeServices({ db: database.db });
});

const ask = (request: Parameters<typeof call>[1], on = services) => call(on, request, ENDPOINTS);
const post = (path: string, body: unknown, headers = {}) =>
  ask({ method: "POST", path, body, headers: { "content-type": "application/json", ...headers } });

describe("the router", () => {
  it.each([
    ["/thing/7", { parameter: 7 }],
    ["/thing/7/", { parameter: 7 }],
    ["//thing///7//", { parameter: 7 }],
    ["/thing/special", { literal: true }],
    ["/thing/special/x%2Fy/end", { a: "x/y" }],
  ])("finds %s, literal segments before parameters", async (path, expected) => {
    expect(await ask({ path })).toMatchObject({ status: 200, json: expected });
  });

  it.each(["/nothing", "/thing", "/thing/special/x", "/thing/1/2"])(
    "answers 404 with the error object for %s",
    async (path) => {
      expect(await ask({ path })).toMatchObject({
        status: 404,
        json: { status: 404, type: "editoast:request:NotFound", context: { path } },
      });
    },
  );

  it("answers 405 with Allow for a method that the path does not have", async () => {
    const result = await ask({ method: "PATCH", path: "/body" });
    expect(result.status).toBe(405);
    expect(result.headers["allow"]).toBe("OPTIONS, POST");
    expect(result.json.type).toBe("editoast:request:MethodNotAllowed");
  });

  it("answers OPTIONS with the methods, and HEAD where there is a GET", async () => {
    const options = await ask({ method: "OPTIONS", path: "/thing/7" });
    expect(options).toMatchObject({ status: 204, headers: { allow: "GET, HEAD, OPTIONS" } });
    expect((await ask({ method: "HEAD", path: "/thing/7" })).status).toBe(200);
  });

  it.each([
    "/thing/0",
    "/thing/-1",
    "/thing/1.5",
    "/thing/x",
    "/thing/9007199254740992",
    "/thing/%zz",
  ])("answers 400 for the path parameter of %s", async (path) => {
    expect(await ask({ path })).toMatchObject({
      status: 400,
      json: { type: "editoast:request:InvalidPathParameter" },
    });
  });
});

describe("queries", () => {
  it.each([
    ["ids=1&ids=2", { ids: [1, 2] }],
    ["ids[]=1&ids[]=2&ids[]=1", { ids: [1, 2] }],
    ["ids[0]=1&ids[1]=2", { ids: [1, 2] }],
    ["ids=1,2,,2", { ids: [1, 2] }],
    ["ids%5B%5D=1&ids%5B%5D=2", { ids: [1, 2] }],
    ["props=a,b&props[]=c", { props: ["a", "b", "c"] }],
    ["infra=3", { infra_id: 3 }],
    ["infra=3&infra_id=4", { infra_id: 4 }],
    ["", { ids: [], flag: false, page: 1, page_size: 25 }],
    ["page=2&page_size=50", { page: 2, page_size: 50 }],
    ["__proto__=1&constructor=2&unknown=3", { ids: [] }],
  ])("understands %s", async (query, expected) => {
    expect(await ask({ path: `/query?${query}` })).toMatchObject({ status: 200, json: expected });
  });

  it.each(["infra_id=", "infra_id=1&infra_id=2", "ids=x", "flag=1", "ids=1%00", "a=%C3%28", "a=%"])(
    "answers 400 for %s",
    async (query) => {
      expect(await ask({ path: `/query?${query}` })).toMatchObject({
        status: 400,
        json: { type: "editoast:request:InvalidQuery" },
      });
    },
  );

  it.each([
    ["page_size=0", 0],
    ["page_size=51", 51],
    ["page_size=-1", -1],
    ["page_size=x", "x"],
    ["page_size=1&page_size=2", "1, 2"],
  ])("answers 400 InvalidPageSize for %s", async (query, provided_page_size) => {
    expect(await ask({ path: `/query?${query}` })).toMatchObject({
      status: 400,
      json: {
        type: "editoast:pagination:InvalidPageSize",
        context: { provided_page_size, max_page_size: 50 },
      },
    });
  });

  it.each([
    ["page=0", 0],
    ["page=-3&page_size=2", -3],
    ["page=x", "x"],
  ])("answers 400 InvalidPage for %s, whatever the size", async (query, provided_page) => {
    expect(await ask({ path: `/query?${query}` })).toMatchObject({
      status: 400,
      json: { type: "editoast:pagination:InvalidPage", context: { provided_page } },
    });
  });

  it("puts pages together with exactly seven keys", () => {
    expect(page([1], 26, { page: 2, page_size: 25 })).toEqual({
      count: 26,
      page_size: 25,
      page_count: 2,
      current: 2,
      previous: 1,
      next: null,
      results: [1],
    });
    expect(page([], 0, { page: 3, page_size: 25 })).toMatchObject({
      page_count: 0,
      previous: null,
      next: null,
    });
    expect(page([], 26, { page: 1, page_size: 25 })).toMatchObject({ previous: null, next: 2 });
  });
});

describe("bodies", () => {
  it.each([
    ["an empty body", ""],
    ["cut JSON", "{"],
    ["a lone byte", '{"name":"\xff"}'],
    ["100,000 levels", "[".repeat(100_000)],
    ["70 levels", `{"name":"x","anything":${"[".repeat(70)}${"]".repeat(70)}}`],
  ])("answers 400 InvalidJson for %s", async (_what, body) => {
    expect(await post("/body", Buffer.from(body, "latin1"))).toMatchObject({
      status: 400,
      json: { type: "editoast:request:InvalidJson" },
    });
  });

  it("does not count brackets in strings as levels", async () => {
    const name = `${"[{".repeat(500)}\\"`;
    expect((await post("/body", JSON.stringify({ name }))).json.name).toBe(name);
  });

  it("takes duplicate keys by the last, and gives __proto__ no power", async () => {
    expect(await post("/body", '{"name":"a","name":"b"}')).toMatchObject({ json: { name: "b" } });
    const refused = await post("/body", '{"name":"a","__proto__":{"admin":true}}');
    expect(refused.status).toBe(422);
    expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
  });

  it("tells up to 20 faults at once by JSON pointer, the first one in the message", async () => {
    const list = Array.from({ length: 30 }, () => ({ "a/b~": "x" }));
    const { status, json } = await post("/body", { name: "", list });
    expect(status).toBe(422);
    expect(json.type).toBe("editoast:request:InvalidBody");
    expect(json.context.faults).toHaveLength(20);
    expect(json.context).toMatchObject({ path: "/name", reason: "must not be empty" });
    expect(json.context.faults[1]).toEqual({
      path: "/list/0/a~1b~0",
      reason: "must be a number",
    });
    expect(json.message).toBe("/name: must not be empty");
  });

  it.each([
    {},
    { "content-type": "text/plain" },
    { "content-type": "application/json; charset=latin1" },
    { "content-type": "application/json", "content-encoding": "gzip" },
  ])("answers 415 for the headers %j", async (headers) => {
    const body = new TextEncoder().encode('{"name":"x"}');
    const result = await ask({ method: "POST", path: "/body", body, headers });
    expect(result).toMatchObject({
      status: 415,
      json: { type: "editoast:request:UnsupportedMediaType" },
    });
  });

  it.each(["application/json", "application/json;charset=UTF-8", "application/geo+json"])(
    "takes the content type %s",
    async (type) => {
      expect((await post("/body", '{"name":"x"}', { "content-type": type })).status).toBe(200);
    },
  );

  it("takes an empty body for {} where it may be left out", async () => {
    expect(await ask({ method: "POST", path: "/optional" })).toMatchObject({ json: { a: 7 } });
  });

  it("answers 413 beyond the limit", async () => {
    const result = await post("/body", JSON.stringify({ name: "x".repeat(2 ** 20) }));
    expect(result).toMatchObject({ status: 413, json: { type: "editoast:request:BodyTooLarge" } });
  });

  it("never calls a handler with a body that was refused", async () => {
    calls.length = 0;
    await post("/body", { name: "" });
    await post("/body", "{");
    expect(calls).toEqual([]);
  });
});

describe("headers", () => {
  it("answers 431 to more than 100 lines", async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, i) => [`x-${i}`, "1"] as const);
    expect((await ask({ path: "/thing/1", headers: lines(100) })).status).toBe(200);
    expect((await ask({ path: "/thing/1", headers: lines(101) })).status).toBe(431);
  });

  it.each([
    [
      ["content-length", "1"],
      ["content-length", "1"],
    ],
    [
      ["content-length", "1"],
      ["transfer-encoding", "chunked"],
    ],
    [["content-length", "1e3"]],
    [["content-length", "-1"]],
    [["transfer-encoding", "gzip, chunked"]],
    [["transfer-encoding", "identity"]],
    [["transfer-encoding", "xchunked"]],
    [["transfer-encoding", ""]],
    [
      ["transfer-encoding", "chunked"],
      ["transfer-encoding", "chunked"],
    ],
  ] as const)("answers 400 and closes for %j, %j", async (...headers) => {
    const result = await ask({ path: "/thing/1", headers });
    expect(result).toMatchObject({ status: 400, headers: { connection: "close" } });
  });

  it("answers 417 and closes when more is expected than 100-continue", async () => {
    const expecting = async (what: string) => ask({ path: "/thing/1", headers: { expect: what } });
    expect((await expecting("100-continue")).status).toBe(200);
    expect((await expecting("100-Continue")).status).toBe(200);
    for (const what of ["200-maybe", "100-continue, more", ""]) {
      const result = await expecting(what);
      expect(result).toMatchObject({ status: 417, headers: { connection: "close" } });
    }
  });

  it("takes a request id over when it is harmless, and makes one otherwise", async () => {
    const id = async (given: string) =>
      (await ask({ path: "/thing/1", headers: { "x-request-id": given } })).headers["x-request-id"];
    expect(await id("abc-1._")).toBe("abc-1._");
    expect(await id("a b")).toMatch(/^[a-z0-9-]+$/);
    expect(await id("x".repeat(65))).toMatch(/^[a-z0-9-]+$/);
    expect(await id("")).not.toBe(await id(""));
  });

  it("lets configured origins in and no others, and never lets a page send an identity", async () => {
    const open = makeServices({ db: database.db, env: { CORS_ORIGINS: "https://a.example" } });
    const from = async (origin: string, method: string) =>
      (await ask({ method, path: "/thing/1", headers: { origin } }, open)).headers;
    expect((await from("https://a.example", "GET"))["access-control-allow-origin"]).toBe(
      "https://a.example",
    );
    expect((await from("https://b.example", "GET"))["access-control-allow-origin"]).toBeUndefined();
    const preflight = await from("https://a.example", "OPTIONS");
    expect(preflight["access-control-allow-headers"]).not.toMatch(/remote/);
    expect(preflight["access-control-allow-methods"]).toContain("GET");
  });
});

describe("a change that a browser sends for a page", () => {
  const own = { host: "ops.example:8090" };
  const page = { "sec-fetch-site": "same-origin", origin: "https://gate.example" };
  const change = async (headers: Readonly<Record<string, string>>, method = "DELETE") => {
    const env = { CORS_ORIGINS: "https://a.example" };
    const open = makeServices({ db: database.db, env });
    return await ask({ method, path: "/checked/8", headers: { ...own, ...headers } }, open);
  };

  it.each([
    ["of no browser", {}],
    ["of its own page, behind a gateway of another name", page],
    ["typed in by its reader", { "sec-fetch-site": "none" }],
    ["of its own page in an old browser", { origin: "http://ops.example:8090" }],
    [
      "of its own page behind a gateway",
      { origin: "https://x.example", "x-forwarded-host": "X.example" },
    ],
    ["of a configured origin", { "sec-fetch-site": "cross-site", origin: "https://a.example" }],
    ["of a configured origin in an old browser", { origin: "https://a.example" }],
  ])("is answered when it is %s", async (_what, headers) => {
    expect((await change(headers)).status).toBe(204);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://b.example" }],
    ["another site that hides its origin", { "sec-fetch-site": "cross-site" }],
    ["a neighbour on its site", { "sec-fetch-site": "same-site", origin: "https://b.ops.example" }],
    ["another site in an old browser", { origin: "https://b.example" }],
    ["another port", { origin: "http://ops.example:8091" }],
    ["a frame without an origin", { origin: "null" }],
    ["a name that begins alike", { origin: "http://ops.example:8090.b.example" }],
  ])("is refused when it is of %s, and a read is not", async (_what, headers) => {
    const refused = await change(headers);
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.text)).toMatchObject({ type: "editoast:authz:Forbidden" });
    const read = await ask({ path: "/thing/1", headers: { ...own, ...headers } });
    expect(read.status).toBe(200);
  });
});

describe("checks", () => {
  it("records the performed checks in the answer's headers", async () => {
    const result = await ask({ method: "DELETE", path: "/checked/8" });
    expect(result.status).toBe(204);
    expect(result.headers["x-checked-roles"]).toBe("infra:read,timetable:write");
    expect(result.headers["x-checked-privileges"]).toBe("timetable/8=Writer,infra/3=Reader");
  });

  it("aborts with 500 when a handler forgot a declared check, or logs, as the setting says", async () => {
    expect((await ask({ path: "/dynamic/forgotten" })).status).toBe(500);
    expect((await ask({ path: "/dynamic/asked" })).status).toBe(200);
    expect((await ask({ path: "/dynamic/none" })).status).toBe(200);
    const lenient = makeServices({ db: database.db, env: { MISSING_CHECK: "log" } });
    expect((await ask({ path: "/dynamic/forgotten" }, lenient)).status).toBe(200);
  });

  it("refuses with authorization enforced: 401 without an identity, 403 with one", async () => {
    const strict = makeServices({ db: database.db, env: { AUTHORIZATION: "enforce" } });
    calls.length = 0;
    const anonymous = await ask({ method: "DELETE", path: "/checked/8" }, strict);
    expect(anonymous).toMatchObject({
      status: 401,
      json: { type: "editoast:authz:Unauthenticated" },
    });
    const headers = { "x-remote-user-identity": "oidc/jane" };
    const signed_in = await ask({ method: "DELETE", path: "/checked/8", headers }, strict);
    expect(signed_in).toMatchObject({
      status: 403,
      json: {
        type: "editoast:authz:Forbidden",
        context: { required_roles: ["infra:read", "timetable:write"] },
      },
    });
    expect(calls).toEqual([]);
  });

  it.each(["x-osrd-core", "x-osrd-skip-authz", "x-impersonate"])(
    "is not impressed by the header %s",
    async (name) => {
      const strict = makeServices({ db: database.db, env: { AUTHORIZATION: "enforce" } });
      const headers = { [name]: "true" };
      const result = await ask({ method: "DELETE", path: "/checked/8", headers }, strict);
      expect(result.status).toBe(401);
    },
  );
});

describe("failures", () => {
  it("answers what handlers throw as the one error object", async () => {
    const { status, json } = await ask({ path: "/throws/known" });
    expect(status).toBe(404);
    expect(json).toEqual({
      status: 404,
      type: "editoast:timetable:NotFound",
      context: { timetable_id: 42 },
      message: "Timetable '42'",
    });
  });

  it("tells nothing of a bug but the request's id", async () => {
    const result = await ask({ path: "/throws/bug", headers: { "x-request-id": "r1" } });
    expect(result.status).toBe(500);
    expect(result.json).toEqual({
      status: 500,
      type: "editoast:InternalError",
      context: { request_id: "r1" },
      message: "Something went wrong here",
    });
    expect(result.text).not.toContain("secret");
  });

  it("streams, and still answers an error when the first chunk fails", async () => {
    expect((await ask({ path: "/stream/works" })).text).toBe("one two");
    expect((await ask({ path: "/stream/fails" })).status).toBe(404);
  });
});
