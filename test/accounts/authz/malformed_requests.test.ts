// Method: generated from the endpoint list: the valid request of every endpoint whose URL names a resource gets a faulty query or body, from callers with all roles who lack the level on one of these resources alone: 403, and the fault is told to who has them all.
import { describe, expect, it } from "vitest";
import type { ResourceType } from "../../../src/platform/access/levels.ts";
import { ALL_ROLES } from "../../../src/platform/access/roles.ts";
import { listEntries } from "../../../src/platform/http/arrival/target.ts";
import { opened } from "../../helpers/opened.ts";
import type { Prepared } from "./request_makers.ts";
import { byTitle, type EndpointCase, keyOf, listCases } from "./requests.ts";
import { openWorld, type Sent } from "./world.ts";

const ROLES = [...ALL_ROLES].filter((role) => role !== "admin");

/** Types that the bodies of these name, or what is read. */
const NAMED_ELSEWHERE: Readonly<Record<string, readonly ResourceType[]>> = {
  "DELETE /timetable/:timetable_id": ["scenario"],
  "POST /projects/:project_id/studies/:study_id/scenarios": ["infra", "timetable"],
  "PATCH /projects/:project_id/studies/:study_id/scenarios/:scenario_id": ["infra"],
};
/** Faults in these can't be told from another name. */
const NAMING = new Set([
  "infra_id",
  "timetable_id",
  "infras",
  "ids",
  "rolling_stock_collection_id",
]);

interface Resource {
  readonly type: ResourceType;
  readonly id: number;
}

const world = opened(openWorld);

function listNamed({ endpoint }: EndpointCase, { about, request, names }: Prepared): Resource[] {
  const { path, access } = endpoint;
  if (access.kind !== "checked") return [];
  const elsewhere = NAMED_ELSEWHERE[keyOf(endpoint)] ?? [];
  // elsewhere they follow from all trains of a timetable
  const has_own_stock =
    /^\/(light_rolling_stock|rolling_stock|(v2\/)?train_schedule|paced_train)/.test(path);
  const is_in_url = path.includes("/:") || request(names).path.includes("?");
  // The keys are resource types.
  return (
    (Object.entries(about) as [ResourceType, readonly number[]][])
      .filter(([type]) => is_in_url && !elsewhere.includes(type))
      .filter(([type]) => (access.levels[type] ?? access.levels.resource ?? "none") !== "none")
      .filter(([type]) => type !== "rolling_stock_collection" || has_own_stock)
      .flatMap(([type, ids]) => ids.map((id) => ({ type, id })))
      // the second one is that of the stock in the body
      .slice(0, path === "/rolling_stock_collection/:rolling_stock_collection_id" ? 1 : undefined)
  );
}

/** The request with one fault each. */
function listFaulty({ endpoint }: EndpointCase, sent: Omit<Sent, "method">): Sent[] {
  const { path, body, headers = {} } = sent;
  const method = endpoint.method.toUpperCase();
  const joined = path.includes("?") ? "&" : "?";
  const [before = "", query = ""] = path.split("?");
  const kept = query
    .split("&")
    .filter((pair) => NAMING.has(pair.replace(/(\[\])?=.*$/, "").replace(/^infra$/, "infra_id")));
  const paths = Object.keys(listEntries(endpoint.query))
    .filter((name) => !NAMING.has(name))
    .flatMap((name) => [`${path}${joined}${name}=!&${name}=!`]);
  if (kept.length < query.split("&").filter((pair) => pair !== "").length) {
    paths.push(`${before}?${kept.join("&")}`);
  }
  const faulty: Sent[] = paths.map((one) => ({ method, path: one, body, headers }));
  if (!query.includes("=")) faulty.push({ method, path: `${path}?%zz`, body, headers });
  if (endpoint.body.kind === "none") return faulty;
  const as = (type: string) => ({ ...headers, "content-type": type });
  faulty.push({ method, path, body: "{", headers: as("application/json") });
  faulty.push({ method, path, body: "7", headers: as("application/json") });
  faulty.push({ method, path, body: "{}", headers: as("text/plain") });
  return faulty;
}

const CASES = listCases().filter(
  ({ endpoint: { access } }) =>
    access.kind === "checked" && Object.values(access.levels).some((level) => level !== "none"),
);

describe("a faulty request", () => {
  let count = 0;

  it.each(byTitle(CASES))("%s is refused before it is told its fault", async (_title, one) => {
    const prepared = await one.make(world);
    const named = listNamed(one, prepared);
    const sound = prepared.request(prepared.names);
    // The keys are resource types.
    const all = (Object.entries(prepared.about) as [ResourceType, readonly number[]][]).flatMap(
      ([type, ids]) => ids.map((id) => ({ type, id })),
    );
    for (const lacking of named) {
      const who = await world.caller(ROLES);
      for (const { type, id } of all) {
        if (id !== lacking.id) await world.grant(type, id, who.id, "Owner");
      }
      for (const sent of listFaulty(one, sound)) {
        const answer = await world.send(who, sent);
        expect(answer.status, `${sent.path} ${String(sent.body)} ${answer.text}`).toBe(403);
        expect(answer.json.context).toMatchObject({
          resource_type: lacking.type,
          resource_id: lacking.id,
        });
        count++;
      }
    }
    const faulty = named.length === 0 ? [] : listFaulty(one, sound);
    for (const sent of faulty) {
      const answer = await world.send(world.owner, sent);
      if (answer.status < 300) continue; // a value may be missing
      expect([400, 415, 422], answer.text).toContain(answer.status);
    }
  });

  it("was sent to enough of them", () => {
    expect(count).toBeGreaterThan(200);
  });
});
