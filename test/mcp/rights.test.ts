// Method: callers with every single role, a reader, and a stranger use the tools; each gets what the endpoint behind the tool answers them, a trial belongs to its user, and what they may not store is not stored.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUILTIN_ROLES, type BuiltinRole } from "../../src/platform/access/roles.ts";
import { listServed } from "../../src/server/endpoints.ts";
import { type Caller, openWorld, type World } from "../accounts/authz/world.ts";
import { Assistant } from "./assistant.ts";

let world: World;
let timetable_id: number;
let infra: number;
let collection: number;
let train: number;

beforeAll(async () => {
  world = await openWorld();
  collection = await world.collection();
  const { name } = await world.stock(collection);
  timetable_id = await world.timetable();
  infra = await world.infra();
  [train = 0] = await world.trains(timetable_id, [name]);
});
afterAll(async () => await world.close());

const assistantOf = (who: Caller): Assistant =>
  new Assistant(async (body) => await world.send(who, { method: "POST", path: "/mcp", body }));

const shift = () => ({
  timetable_id,
  infra,
  changes: [{ kind: "train_schedule", id: train, shift: "PT1M" }],
});

async function startOfTrain(): Promise<string> {
  return (await world.make("GET", `/train_schedule/${train}`)).start_time;
}

async function reader(level: "Reader" | "Writer", roles: readonly BuiltinRole[]): Promise<Caller> {
  const who = await world.caller(roles);
  await world.grant("timetable", timetable_id, who.id, level);
  await world.grant("infra", infra, who.id, "Reader");
  await world.grant("rolling_stock_collection", collection, who.id, "Reader");
  return who;
}

const READS: readonly BuiltinRole[] = ["timetable:read", "infra:read", "rolling-stock:read"];

describe("an assistant's rights", () => {
  it("begin with an identity", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await world.send(null, { method: "POST", path: "/mcp", body })).status).toBe(401);
  });

  it("are those of the endpoints, for holders of every single role", async () => {
    const asked = [
      ["overview", {}, "/overview"],
      ["list_trains", { timetable_id }, `/timetable/${timetable_id}/train_schedules`],
      ["conflicts", { timetable_id, infra }, `/timetable/${timetable_id}/conflicts?infra=${infra}`],
      ["list_stocks", {}, "/light_rolling_stock"],
      ["read_train", { train_schedule_id: train }, `/train_schedule/${train}`],
      ["history", { timetable_id }, `/timetable/${timetable_id}/history`],
    ] as const;
    let refused = 0;
    for (const role of Object.keys(BUILTIN_ROLES) as BuiltinRole[]) {
      const who = await world.caller([role]);
      for (const [name, args, path] of asked) {
        const { status } = await world.send(who, { method: "GET", path });
        const { told } = await assistantOf(who).use(name, args);
        expect(told.status, `${role}: ${name}`).toBe(status);
        if (status === 403) refused++;
      }
    }
    expect(refused).toBeGreaterThan(10);
  });

  it("let a reader try and not store", async () => {
    const before = await startOfTrain();
    const assistant = assistantOf(await reader("Reader", [...READS, "timetable:write"]));
    const { told } = await assistant.use("try_changes", shift());
    expect(told.trial).toEqual(expect.any(String));
    const stored = await assistant.use("store_trial", { trial: told.trial });
    expect([stored.is_error, stored.told.status]).toEqual([true, 403]);
    expect(await startOfTrain()).toBe(before);
  });

  it("end with a trial's user: nobody else stores it, and not after a right is gone", async () => {
    const before = await startOfTrain();
    const [mine, other] = [
      await reader("Writer", [...READS, "timetable:write"]),
      await reader("Writer", [...READS, "timetable:write"]),
    ];
    const { told } = await assistantOf(mine).use("try_changes", shift());
    const stolen = await assistantOf(other).use("store_trial", { trial: told.trial });
    expect(stolen.is_error).toBe(true);
    await world.revokeAll(mine.id);
    const late = await assistantOf(mine).use("store_trial", { trial: told.trial });
    expect(late.is_error).toBe(true);
    expect(await startOfTrain()).toBe(before);
  });

  it("let a writer store", async () => {
    const before = Date.parse(await startOfTrain());
    const assistant = assistantOf(await reader("Writer", [...READS, "timetable:write"]));
    const { told } = await assistant.use("try_changes", shift());
    const stored = await assistant.use("store_trial", { trial: told.trial });
    expect(stored.is_error, stored.text).toBe(false);
    expect(Date.parse(await startOfTrain())).toBe(before + 60_000);
  });

  it("are off with the whole path, unless the server is set up so", () => {
    const common = { existing_clients: true, authorization: "enforce" } as const;
    const paths = (mcp: boolean): readonly string[] =>
      listServed({ ...common, mcp }).map(({ path }) => path);
    expect(paths(false)).not.toContain("/mcp");
    expect(paths(true)).toContain("/mcp");
    expect(world.services.config.mcp).toBe(false);
  });
});
