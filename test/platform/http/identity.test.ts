// Method: requests with identity lines through the pipeline; users counted in the database.
import { beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../../../src/platform/services.ts";
import { opened } from "../../helpers/opened.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";

const database = opened(() => startTestDatabase({ connections: 16 }));
let services: Services;
/** Behind a gateway that percent-encodes. */
let percent: Services;

beforeAll(async () => {
  services = makeServices({ db: database.db, env: { AUTHORIZATION: "enforce" } });
  percent = makeServices({
    db: database.db,
    env: { AUTHORIZATION: "enforce", IDENTITY_ENCODING: "percent" },
  });
});

const ID = "x-remote-user-identity";
const NAME = "x-remote-user-name";
type Lines = readonly (readonly [string, string])[];

const me = (headers: Lines, remote_address = "127.0.0.1") =>
  call(services, { path: "/authn/me", headers, remote_address });

async function countUsers(): Promise<number> {
  const [row] = await database.db.run<{ count: number }>("select count(*) from app_user");
  return row?.count ?? -1;
}

describe("GET /authn/me", () => {
  it("makes a user at the first contact, with the identity as name when none was sent", async () => {
    const first = await me([[ID, "oidc/anna"]]);
    expect(first).toMatchObject({ status: 200 });
    expect(first.json).toEqual({
      id: expect.any(Number),
      name: "oidc/anna",
      groups: [],
      app_roles: [],
      builtin_roles: [],
    });
    expect((await me([[ID, "oidc/anna"]])).json.id).toBe(first.json.id);
  });

  it("takes a new name over, and never an empty or missing one", async () => {
    const named = (name: string): Lines => [
      [ID, "oidc/ben"],
      [NAME, name],
    ];
    expect((await me(named("Ben"))).json.name).toBe("Ben");
    expect((await me(named(""))).json.name).toBe("Ben");
    expect((await me([[ID, "oidc/ben"]])).json.name).toBe("Ben");
    expect((await me(named("Benjamin"))).json.name).toBe("Benjamin");
  });

  it("reads UTF-8 names from header bytes, and keeps what is Latin-1", async () => {
    const latin1 = (name: string): string => Buffer.from(name).toString("latin1");
    const named = async (name: string) =>
      (
        await me([
          [ID, "oidc/jose"],
          [NAME, name],
        ])
      ).json.name as string;
    expect(await named(latin1("José 李"))).toBe("José 李");
    expect(await named("Jos\xe9!")).toBe("José!");
  });

  it("tells groups and roles", async () => {
    const { id } = (await me([[ID, "oidc/carl"]])).json;
    await database.db.run(`
      with s as (insert into subject default values returning id),
      g as (insert into app_group (id, name) select id, 'planners' from s returning id),
      m as (insert into membership (user_id, group_id) select ${id}, g.id from g)
      insert into subject_role (subject_id, app_role) values (${id}, 'ops'), (${id}, 'analyst')`);
    const { json } = await me([[ID, "oidc/carl"]]);
    expect(json.groups).toEqual([{ id: expect.any(Number), name: "planners" }]);
    expect(json.app_roles).toEqual(["analyst", "ops"]);
  });

  it("makes one user of 64 first contacts at once, time after time", async () => {
    for (let round = 0; round < 20; round++) {
      const before = await countUsers();
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => me([[ID, `race/${round}`]])),
      );
      expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
      expect(await countUsers()).toBe(before + 1);
    }
  });

  it("answers 401 without an identity", async () => {
    expect(await me([])).toMatchObject({
      status: 401,
      json: { type: "editoast:authz:Unauthenticated" },
    });
    expect((await me([[NAME, "Anna"]])).status).toBe(401);
  });

  it("answers 401 to a token, a password or a session in place of an identity", async () => {
    for (const lines of [
      [["authorization", "Bearer oidc/anna"]],
      [["authorization", "Basic b2lkYy9hbm5hOg=="]],
      [["cookie", "session=oidc/anna; x-remote-user-identity=oidc/anna"]],
    ] satisfies [string, string][][]) {
      expect((await me(lines)).status).toBe(401);
    }
  });

  it.each([
    ["another machine", "192.0.2.7"],
    ["another machine by IPv6", "2001:db8::7"],
    ["nobody", ""],
  ])("answers 401 to an identity sent by %s", async (_who, address) => {
    expect((await me([[ID, "oidc/anna"]], address)).status).toBe(401);
  });

  it.each(["::1", "0000:0000:0000:0000:0000:0000:0000:0001", "::ffff:127.0.0.1"])(
    "takes the proxy's address in the spelling %s",
    async (address) => {
      expect((await me([[ID, "oidc/anna"]], address)).status).toBe(200);
    },
  );

  it.each<[string, Lines]>([
    ["an empty identity", [[ID, ""]]],
    [
      "two identities",
      [
        [ID, "oidc/anna"],
        [ID, "oidc/eve"],
      ],
    ],
    [
      "two equal identities",
      [
        [ID, "oidc/anna"],
        [ID, "oidc/anna"],
      ],
    ],
    [
      "an identity and an empty one",
      [
        [ID, "oidc/anna"],
        [ID, ""],
      ],
    ],
    [
      "two names",
      [
        [ID, "oidc/anna"],
        [NAME, "a"],
        [NAME, "b"],
      ],
    ],
    ["an oversize identity", [[ID, "a".repeat(1025)]]],
    [
      "an oversize name",
      [
        [ID, "oidc/anna"],
        [NAME, "a".repeat(1025)],
      ],
    ],
    ["a non-ASCII identity", [[ID, "oidc/jos\xe9!"]]],
    ["a control character", [[ID, "oidc/\x01anna"]]],
    ["a tab", [[ID, "oidc/\tanna"]]],
    ["NUL", [[ID, "oidc/anna\0"]]],
    [
      "a control character in the name",
      [
        [ID, "oidc/anna"],
        [NAME, "a\0b"],
      ],
    ],
  ])("answers 400 MalformedIdentity for %s and makes no user", async (_what, headers) => {
    const before = await countUsers();
    expect(await me(headers)).toMatchObject({
      status: 400,
      json: { type: "editoast:authz:MalformedIdentity" },
    });
    expect(await countUsers()).toBe(before);
  });

  it.each(["root\xe9", "\xe9root", "ro\xe9ot", "oidc/\xc3\xa9lodie", "oidc/jos\xc3\xa9"])(
    "refuses the identity %j, whose bytes outside ASCII it still sees",
    async (identity) => {
      const before = await countUsers();
      expect(await me([[ID, identity]])).toMatchObject({
        status: 400,
        json: { type: "editoast:authz:MalformedIdentity" },
      });
      expect(await countUsers()).toBe(before);
    },
  );

  it("takes networks as proxies", async () => {
    const behind = makeServices({
      db: database.db,
      env: { AUTHORIZATION: "enforce", TRUSTED_PROXIES: "10.0.0.0/8" },
    });
    const from = async (remote_address: string) =>
      (await call(behind, { path: "/authn/me", headers: { [ID]: "oidc/anna" }, remote_address }))
        .status;
    expect(await from("10.1.2.3")).toBe(200);
    expect(await from("127.0.0.1")).toBe(401);
  });

  it("refuses to start with a proxy that is no address", () => {
    const wrong = makeServices({ db: database.db, env: { TRUSTED_PROXIES: "gateway" } });
    return expect(call(wrong, { path: "/health" })).rejects.toThrow("TRUSTED_PROXIES: 'gateway'");
  });
});

describe("percent-encoded identities and names", () => {
  const encoded = async (identity: string, name?: string) =>
    await call(percent, {
      path: "/authn/me",
      headers: name === undefined ? { [ID]: identity } : { [ID]: identity, [NAME]: name },
    });

  it("arrive whole, whatever their letters", async () => {
    for (const [identity, name] of [
      ["oidc/élodie", "Élodie"],
      ["oidc/éroot", "rooté"],
      ["oidc/rooté", "Zoë"],
      ["oidc/李", "李 雷"],
      ["oidc/50%", "100 % 😀"],
      ["oidc/a+b", "A+B"],
    ] as const) {
      const { status, json } = await encoded(encodeURIComponent(identity), encodeURI(name));
      expect(status).toBe(200);
      expect(json.name).toBe(name);
      const [stored] = await database.db.run<{ identity_id: string }>(
        `select identity_id from app_user where id = ${json.id}`,
      );
      expect(stored?.identity_id).toBe(identity);
    }
  });

  it("are one user in every spelling of the same text, and never another's", async () => {
    const first = (await encoded("oidc/ren%C3%A9")).json;
    expect(first.name).toBe("oidc/rené");
    expect((await encoded("oidc%2Fren%c3%a9")).json.id).toBe(first.id);
    expect((await encoded("%6fidc/ren%C3%A9")).json.id).toBe(first.id);
    expect((await encoded("oidc/ren")).json.id).not.toBe(first.id);
    expect((await encoded("oidc/rene")).json.id).not.toBe(first.id);
  });

  it.each<[string, string, string?]>([
    ["an escape that is cut", "oidc/a%C3%A"],
    ["an escape alone", "oidc/a%"],
    ["an escape of other letters", "oidc/a%G1"],
    ["half a character", "oidc/a%C3"],
    ["the other half", "oidc/%A9a"],
    ["a character in too many bytes", "oidc/%C0%AF"],
    ["a surrogate", "oidc/%ED%A0%80"],
    ["a character beyond Unicode", "oidc/%F4%90%80%80"],
    ["Latin-1", "oidc/ren%E9"],
    ["an encoded NUL", "oidc/a%00"],
    ["an encoded line feed", "oidc/a%0Ab"],
    ["an encoded DEL", "oidc/a%7F"],
    ["an encoded control character of the second set", "oidc/a%C2%85"],
    ["an encoded blank at the end", "oidc/a%20"],
    ["an encoded blank at the start", "%C2%A0oidc/a"],
    ["bytes that are not encoded", "oidc/ren\xc3\xa9"],
    ["more than 1,024 bytes", `oidc/${"%C3%A9".repeat(171)}`],
    ["a cut escape in the name", "oidc/anna", "%C3"],
    ["a control character in the name", "oidc/anna", "A%0A"],
    ["bytes in the name that are not encoded", "oidc/anna", "\xc3\x89lodie"],
  ])("are 400 MalformedIdentity with %s, and make no user", async (_what, identity, name) => {
    const before = await countUsers();
    expect(await encoded(identity, name)).toMatchObject({
      status: 400,
      json: { type: "editoast:authz:MalformedIdentity" },
    });
    expect(await countUsers()).toBe(before);
  });

  it("are read in one header, too", async () => {
    const both = makeServices({
      db: database.db,
      env: { AUTHORIZATION: "enforce", IDENTITY_ENCODING: "percent", X_REMOTE_USER: "on" },
    });
    const headers = { "x-remote-user": "oidc/%C3%89lodie" };
    const { json } = await call(both, { path: "/authn/me", headers });
    expect(json.name).toBe("Élodie");
    expect((await encoded("oidc/%C3%89lodie")).json.id).toBe(json.id);
  });

  it("are plain ASCII without the setting: an escape stands for itself", async () => {
    const { json } = await me([[ID, "oidc/ren%C3%A9"]]);
    expect(json.name).toBe("oidc/ren%C3%A9");
  });
});
