// Method: derived results are computed once for a caller, then one right is taken at a time; the warm result must be refused, and come back without a computation when the right does.
import { beforeEach, describe, expect, it } from "vitest";
import type { ResourceType } from "../../../src/platform/access/levels.ts";
import { opened } from "../../helpers/opened.ts";
import type { CallResult } from "../../helpers/services.ts";
import { validPathfinding } from "../../platform/http/rules/valid_forms.ts";
import { type Caller, openWorld, type Sent } from "./world.ts";

const ROLES = ["infra:read", "timetable:read"] as const;

const world = opened(openWorld);
let who: Caller;
let infra: number;
let timetable: number;
let collection: number;
let stock: { readonly id: number; readonly name: string };
let train: number;

beforeEach(async () => {
  [infra, timetable] = [await world.infra(), await world.timetable()];
  collection = await world.collection();
  stock = await world.stock(collection);
  [train = 0] = await world.trains(timetable, [stock.name]);
  who = await world.caller(ROLES);
  for (const [type, id] of rights()) await world.grant(type, id, who.id, "Reader");
});

function rights(): readonly (readonly [ResourceType, number])[] {
  return [
    ["infra", infra],
    ["timetable", timetable],
    ["rolling_stock_collection", collection],
  ];
}

const SUMMARY = "/train_schedule/simulations_summary";

const DERIVED: readonly (readonly [string, () => Sent])[] = [
  ["a path", () => ({ method: "GET", path: `/train_schedule/${train}/path?infra=${infra}` })],
  [
    "a simulation",
    () => ({ method: "GET", path: `/train_schedule/${train}/simulation?infra=${infra}` }),
  ],
  ["a summary", () => ({ method: "GET", path: `${SUMMARY}?infra=${infra}&ids=${train}` })],
  [
    "a posted summary",
    () => ({ method: "POST", path: SUMMARY, body: { infra_id: infra, ids: [train] } }),
  ],
];

async function ask(makeSent: () => Sent, caller = who): Promise<CallResult> {
  return await world.send(caller, makeSent());
}

async function revoke(type: ResourceType, id: number): Promise<void> {
  await world.db.run(
    `delete from resource_grant
     where resource_type = $1::resource_type and resource_id = $2 and subject_id = $3`,
    [type, id, who.id],
  );
}

describe.each(DERIVED)("%s that is cached", (_what, makeSent) => {
  it("is refused after each of its three levels was revoked, and told again from the cache when it is back", async () => {
    const warm = await ask(makeSent);
    expect(warm.status, warm.text).toBe(200);
    expect(warm.text).toContain('"status":"success"');
    const computed = world.compute.runs.filter((name) => !name.startsWith("describe_")).length;
    for (const [type, id] of rights()) {
      await revoke(type, id);
      expect(await ask(makeSent)).toMatchObject({
        status: 403,
        json: {
          context: { resource_type: type, resource_id: id, required: "Reader", effective: null },
        },
      });
      await world.grant(type, id, who.id, "Reader");
      expect((await ask(makeSent)).text).toBe(warm.text);
    }
    expect(world.compute.runs.filter((name) => !name.startsWith("describe_"))).toHaveLength(
      computed,
    );
  });

  it("is refused after its rolling stock was moved to a collection that the caller can't read", async () => {
    expect((await ask(makeSent)).status).toBe(200);
    const hidden = await world.collection();
    const path = `/rolling_stock_collection/${hidden}`;
    await world.make("PATCH", path, { rolling_stock_ids: [stock.id] });
    expect(await ask(makeSent)).toMatchObject({
      status: 403,
      json: { context: { resource_type: "rolling_stock_collection", resource_id: hidden } },
    });
  });

  it("is no success any more after its rolling stock was deleted, whoever asks", async () => {
    expect((await ask(makeSent)).status).toBe(200);
    await world.make("DELETE", `/rolling_stock/${stock.id}`);
    const answer = await ask(makeSent);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).toContain("rolling_stock_not_found");
    expect(answer.text).not.toContain('"status":"success"');
  });

  it("of the same network under another id is asked for under that id's rights", async () => {
    expect((await ask(makeSent)).status).toBe(200);
    const original = infra;
    infra = await world.infra();
    expect(await ask(makeSent)).toMatchObject({
      status: 403,
      json: { context: { resource_type: "infra", resource_id: infra } },
    });
    await world.grant("infra", infra, who.id, "Reader");
    await revoke("infra", original);
    expect((await ask(makeSent)).status).toBe(200);
  });
});

describe.each<readonly [string, () => Sent]>([
  [
    "a projection",
    () => ({
      method: "POST",
      path: `/v2/train_schedule/project_path?infra=${infra}&ids=${train}`,
      body: {
        track_section_ranges: [
          { track_section: "A", begin: 0, end: 1_000_000, direction: "START_TO_STOP" },
        ],
      },
    }),
  ],
  [
    "a list of conflicts",
    () => ({ method: "GET", path: `/timetable/${timetable}/conflicts?infra=${infra}` }),
  ],
])("%s of trains whose simulations are cached", (_what, makeSent) => {
  it("is refused after each of its three levels was revoked", async () => {
    // This role reads rolling stocks too.
    who = await world.caller(["stdcm"]);
    for (const [type, id] of rights()) await world.grant(type, id, who.id, "Reader");
    const warm = await ask(makeSent);
    expect(warm.status, warm.text).toBe(200);
    for (const [type, id] of rights()) {
      await revoke(type, id);
      expect(await ask(makeSent)).toMatchObject({
        status: 403,
        json: { context: { resource_type: type, resource_id: id, effective: null } },
      });
      await world.grant(type, id, who.id, "Reader");
      expect((await ask(makeSent)).text).toBe(warm.text);
    }
  });
});

describe("a search of a path that is cached", () => {
  it("is refused after Reader on the infrastructure was revoked", async () => {
    const body = validPathfinding({
      path_items: [
        { track: "A", offset: 100_000 },
        { track: "B", offset: 900_000 },
      ],
    });
    const makeSent = (): Sent => ({
      method: "POST",
      path: `/infra/${infra}/pathfinding/blocks`,
      body,
    });
    expect((await ask(makeSent)).json.status).toBe("success");
    await revoke("infra", infra);
    expect((await ask(makeSent)).status).toBe(403);
  });
});

describe("a summary of many trains", () => {
  it("is refused as a whole when one of them may not be read", async () => {
    const hidden = await world.timetable();
    const [other] = await world.trains(hidden, [stock.name]);
    const body = { infra_id: infra, ids: [train, other] };
    const makeSent = (): Sent => ({ method: "POST", path: SUMMARY, body });
    expect(await ask(makeSent)).toMatchObject({
      status: 403,
      json: { context: { resource_type: "timetable", resource_id: hidden } },
    });
    await world.grant("timetable", hidden, who.id, "Reader");
    expect(Object.keys((await ask(makeSent)).json)).toHaveLength(2);
  });
});
