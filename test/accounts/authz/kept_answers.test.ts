// Method: generated from the endpoint list: the headers of a success, a refusal and a fault of every endpoint that asks who calls, and of those that do not; and of servers that read identities elsewhere or answer other origins.
import { beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../../../src/platform/services.ts";
import { opened } from "../../helpers/opened.ts";
import { makeServices } from "../../helpers/services.ts";
import { byTitle, listCases } from "./requests.ts";
import { type Caller, openWorld, ROLES } from "./world.ts";

const world = opened(openWorld);
let stranger: Caller;
beforeAll(async () => {
  await world.caller(["admin"], world.owner.identity);
  stranger = await world.caller([]);
});

const OF_CALLER = {
  "cache-control": "private, no-store",
  vary: "x-remote-user-identity",
  "x-content-type-options": "nosniff",
};

describe("an answer", () => {
  const is_public = (one: (typeof cases)[number]): boolean => one.endpoint.access.kind === "public";
  const isFile = (one: (typeof cases)[number]): boolean =>
    !is_public(one) && one.endpoint.answer.kind === "static_file";
  const cases = listCases();

  it.each(byTitle(cases.filter(isFile)))(
    "of %s, a file, is kept by who may read it alone as long as it says, and its refusals by nobody",
    async (_title, one) => {
      const { request, names } = await one.make(world);
      const sent = { method: "GET", ...request(names) };
      for (const who of [null, stranger]) {
        expect((await world.send(who, sent)).headers).toMatchObject(OF_CALLER);
      }
      const { status, headers } = await world.send(world.owner, sent);
      expect(status).toBe(200);
      expect(headers).toMatchObject({ ...OF_CALLER, "cache-control": headers["cache-control"] });
      expect(headers["cache-control"]).toMatch(/^(private, no-cache|public, max-age=86400)$/);
    },
  );

  it.each(byTitle(cases.filter((one) => !is_public(one) && !isFile(one))))(
    "of %s is kept by nobody, and is the caller's own",
    async (_title, one) => {
      const { request, names } = await one.make(world);
      const sent = { method: one.endpoint.method.toUpperCase(), ...request(names) };
      for (const who of [null, stranger, world.owner]) {
        const { status, headers } = await world.send(who, sent);
        expect(headers, String(status)).toMatchObject(OF_CALLER);
      }
    },
  );

  it.each(byTitle(cases.filter(is_public)))(
    "of %s is everybody's, and says how long it may be kept",
    async (_title, one) => {
      const { request, names } = await one.make(world);
      const { headers } = await world.send(null, { method: "GET", ...request(names) });
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["cache-control"]).toMatch(
        /^(no-store|no-cache|public, max-age=\d+(, immutable)?)$/,
      );
      expect(headers["vary"] ?? "").not.toContain("x-remote-user");
    },
  );
});

describe("an answer depends on", () => {
  function behind(env: Readonly<Record<string, string>>): Services {
    const { compute } = world;
    return makeServices({
      db: world.db,
      env: { AUTHORIZATION: "enforce", ...env },
      services: { compute, roles: ROLES },
    });
  }

  it.each([
    [{}, "x-remote-user-identity", undefined],
    [{ X_REMOTE_USER: "on" }, "x-remote-user-identity, x-remote-user", undefined],
    [{ CORS_ORIGINS: "https://a.example" }, "x-remote-user-identity, origin", "origin"],
  ])("what %j reads of its head", async (env, of_caller, of_anybody) => {
    const other = world.behind(behind(env));
    const vary = async (path: string): Promise<string | undefined> =>
      (await other.send(world.owner, { method: "GET", path })).headers["vary"];
    expect(await vary("/authn/me")).toBe(of_caller);
    expect(await vary("/health")).toBe(of_anybody);
    expect(await vary("/nothing/here")).toBe(of_anybody);
  });
});
