// Method: generated from the endpoint list: every endpoint that takes a body is called by callers without roles and by callers without grants; the body is a trap that records reading.
import { beforeAll, describe, expect, it } from "vitest";
import { BUILTIN_ROLES, type BuiltinRole } from "../../../src/platform/access/roles.ts";
import { createDispatch, type Dispatch } from "../../../src/platform/http/dispatch.ts";
import { AbortSource } from "../../../src/platform/http/request.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { opened } from "../../helpers/opened.ts";
import { byTitle, type EndpointCase, listCases } from "./requests.ts";
import { type Caller, openWorld } from "./world.ts";

// Object.keys forgets the key type.
const EVERY_ROLE = (Object.keys(BUILTIN_ROLES) as BuiltinRole[]).filter((tag) => tag !== "admin");
/** What these are about is in their bodies alone. */
const NAMED_BY_BODY = [
  "DELETE /paced_train",
  "DELETE /paced_trains",
  "DELETE /train_schedule",
  "POST /operation",
  "POST /paced_train/project_path",
  "POST /paced_train/simulation_summary",
  "POST /paced_train/simulations_summary",
  "POST /rolling_stock_collection",
  "POST /stdcm/search_environment",
  "POST /train_schedule",
  "POST /train_schedule/project_path",
  "POST /train_schedule/simulation_summary",
  "POST /train_schedule/simulations_summary",
  "POST /v2/train_schedule/project_path",
];

const world = opened(openWorld);
let dispatch: Dispatch;
let powerless: Caller;
let grantless: Caller;

beforeAll(async () => {
  // Some endpoints are for administrators.
  await world.caller(["admin"], world.owner.identity);
  dispatch = createDispatch(world.services, ENDPOINTS);
  powerless = await world.caller([]);
  grantless = await world.caller(EVERY_ROLE);
});

const WITH_BODY = listCases().filter(({ endpoint }) => endpoint.body.kind !== "none");

function hasLevels({ endpoint: { access } }: EndpointCase): boolean {
  if (access.kind !== "checked") return false;
  return Object.values(access.levels).some((level) => level !== "none");
}

function titleOf({ endpoint: { method, path } }: EndpointCase): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The status of the answer, and whether the body was read. */
async function ask(one: EndpointCase, who: Caller, query = ""): Promise<[number, string]> {
  const prepared = await one.make(world);
  const { path, headers = {} } = prepared.request(prepared.names);
  const [before = "", after = ""] = path.split("?");
  let outcome = "unread";
  const { status } = await dispatch({
    method: one.endpoint.method.toUpperCase(),
    path: before,
    query: query === "" ? after : query,
    headers: [
      ...Object.entries({ "content-type": "application/json", ...headers }).flat(),
      "x-remote-user-identity",
      who.identity,
    ],
    remote_address: "127.0.0.1",
    abort: new AbortSource(),
    readBody: async () => {
      outcome = "read";
      return new TextEncoder().encode("{");
    },
  });
  return [status, outcome];
}

describe("the body of a request", () => {
  const by_role = WITH_BODY.filter(
    ({ endpoint: { access } }) => access.kind === "checked" && access.roles.length > 0,
  );

  it.each(byTitle(by_role))("of %s is not read of who lacks its roles", async (_title, one) => {
    expect(await ask(one, powerless)).toEqual([403, "unread"]);
  });

  const leveled = WITH_BODY.filter(hasLevels);

  it("names all that an endpoint is about for a few endpoints alone", () => {
    expect(leveled.length).toBeGreaterThan(30);
    const titles = leveled.map(titleOf).filter((title) => !title.includes("/:"));
    const by_default = ["POST /rolling_stock", "POST /rolling_stock/import"]; // into the default collection
    const by_query = ["POST /timetable/import/preview"];
    expect(titles.sort()).toEqual([...NAMED_BY_BODY, ...by_default, ...by_query].sort());
  });

  it.each(byTitle(leveled.filter((one) => !NAMED_BY_BODY.includes(titleOf(one)))))(
    "of %s is not read of who has no level on what the URL names",
    async (_title, one) => {
      expect(await ask(one, grantless)).toEqual([403, "unread"]);
    },
  );

  it.each(byTitle(leveled.filter(({ endpoint }) => endpoint.path.endsWith("/project_path"))))(
    "of %s is not read of who has no level on the network that the query names",
    async (_title, one) => {
      const { id: infra } = await world.make("POST", "/infra", { name: world.name() });
      expect(await ask(one, grantless, `infra=${infra}`)).toEqual([403, "unread"]);
      expect(await ask(one, grantless, "ids=1")).toEqual([400, "read"]);
    },
  );

  it.each(byTitle(WITH_BODY.filter(({ endpoint }) => endpoint.body.kind === "json")))(
    "of %s is read of who may, and told to be no JSON before privileges on what it would name",
    async (_title, one) => {
      expect(await ask(one, world.owner)).toEqual([400, "read"]);
    },
  );
});
