// Method: each way to change trains, by two users; what the history then lists is compared with what was sent, and what takes a change back is sent and compared with the records before; rights of who did not share the stocks.
import { beforeAll, describe, expect, it } from "vitest";
import { pruneEvents } from "../../src/platform/events/event_log.ts";
import { type Caller, openWorld } from "../accounts/authz/world.ts";
import { opened } from "../helpers/opened.ts";
import { validPacedTrain, validTrain } from "../platform/http/rules/valid_forms.ts";

const world = opened(openWorld);
let other: Caller;
let timetable: number;
beforeAll(async () => {
  other = await world.caller(["timetable:write"]);
});

async function send(who: Caller, method: string, path: string, body?: unknown) {
  const answer = await world.send(who, { method, path, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.json;
}

async function open(): Promise<string> {
  timetable = await world.timetable();
  await world.grant("timetable", timetable, other.id, "Writer");
  return `/timetable/${timetable}`;
}

interface Shown {
  readonly kind: string;
  readonly id: number;
  readonly before: { readonly train_name: string } | null;
  readonly after: { readonly train_name: string } | null;
}

const KINDS = [
  ["train_schedule", validTrain, "/train_schedule"],
  ["paced_train", validPacedTrain, "/paced_trains"],
] as const;

describe.each(KINDS)("the history of a %s", (kind, makeForm, deletion) => {
  it("tells who made, changed and deleted it, the last first", async () => {
    const path = await open();
    const form = makeForm({ train_name: "4501" });
    const [{ id }] = await send(other, "POST", `${path}/${kind}s`, [form]);
    await send(world.owner, "PUT", `/${kind}/${id}`, makeForm({ train_name: "4503" }));
    await send(other, "DELETE", deletion, { ids: [id] });
    const [made] = await send(other, "POST", `${path}/${kind}s`, [form]);
    const { results, count } = await send(world.owner, "GET", `${path}/history`);
    expect(count).toBe(4);
    expect(results).toMatchObject([
      { act: "created", trains: [{ id: made.id, train_name: "4501" }] },
      { act: "deleted", trains: [{ id, train_name: "4503" }], modified_by: { id: other.id } },
      { act: "changed", trains: [{ id, train_name: "4501" }], modified_by: { id: world.owner.id } },
      { act: "created", trains: [{ id, train_name: null }], modified_by: { id: other.id } },
    ]);
    expect(results.every((one: { kind: string }) => one.kind === kind)).toBe(true);
    const own = await send(world.owner, "GET", `${path}/history?train_id=${id}&page_size=2`);
    expect([own.count, own.results.length]).toEqual([3, 2]);
  });

  it("shows each change's train before and after it, whatever was done with it since", async () => {
    const path = await open();
    const [{ id }] = await send(other, "POST", `${path}/${kind}s`, [makeForm({ train_name: "1" })]);
    const [{ id: second }] = await send(other, "POST", `${path}/${kind}s`, [makeForm()]);
    await send(other, "PUT", `/${kind}/${id}`, makeForm({ train_name: "2" }));
    await send(other, "PUT", `/${kind}/${id}`, makeForm({ train_name: "3" }));
    await send(other, "DELETE", deletion, { ids: [id, second] });
    const { results } = await send(world.owner, "GET", `${path}/history?train_id=${id}`);
    const told = await Promise.all(
      results.map(async ({ id: change }: { id: number }) => {
        const { trains } = await send(world.owner, "GET", `${path}/history/${change}`);
        return trains.map((one: Shown) => [
          one.kind,
          one.id,
          one.before?.train_name ?? null,
          one.after?.train_name ?? null,
        ]);
      }),
    );
    const form = makeForm();
    expect(told).toEqual([
      [
        [kind, id, "3", null],
        [kind, second, form["train_name"], null],
      ],
      [[kind, id, "2", "3"]],
      [[kind, id, "1", "2"]],
      [[kind, id, null, "1"]],
    ]);
    const foreign = { method: "GET", path: `${await open()}/history/${results[0].id}` };
    expect((await world.send(world.owner, foreign)).status).toBe(404);
  });

  it("has what takes each change back, refused once the train has changed again", async () => {
    const path = await open();
    const [{ id }] = await send(other, "POST", `${path}/${kind}s`, [makeForm()]);
    const read = async () => {
      const {
        id: _,
        modified_by: __,
        modified_at: ___,
        ...rest
      } = await send(world.owner, "GET", `/${kind}/${id}`);
      return rest;
    };
    const before = await read();
    await send(other, "PUT", `/${kind}/${id}`, makeForm({ train_name: "other" }));
    const undoOfLast = async () => {
      const { results } = await send(world.owner, "GET", `${path}/history`);
      return await send(world.owner, "GET", `${path}/history/${results[0].id}/undo`);
    };
    const undo = await undoOfLast();
    await send(world.owner, "POST", `${path}/changes`, undo);
    expect(await read()).toEqual(before);
    const again = { method: "POST", path: `${path}/changes`, body: undo };
    expect((await world.send(world.owner, again)).status).toBe(412);

    await send(other, "DELETE", deletion, { ids: [id] });
    const { trains } = await send(world.owner, "POST", `${path}/changes`, await undoOfLast());
    expect(trains[0].train.train_name).toBe(before.train_name);
    await send(world.owner, "POST", `${path}/changes`, await undoOfLast());
    expect((await send(world.owner, "GET", `${path}/${kind}s`)).count).toBe(0);
  });
});

describe("the history of a timetable", () => {
  it("has one entry for all trains of a request, and names the first twenty and the wanted one", async () => {
    const path = await open();
    const trains = Array.from({ length: 30 }, () => validTrain());
    const made = await send(other, "POST", `${path}/train_schedules`, trains);
    const ids = made.map(({ id }: { id: number }) => id);
    const { results } = await send(other, "GET", `${path}/history`);
    expect(results).toMatchObject([{ train_count: 30 }]);
    const named = results[0].trains.map(({ id }: { id: number }) => id);
    expect(named).toEqual(ids.slice(0, 20));
    const own = await send(other, "GET", `${path}/history?train_id=${ids[29]}`);
    expect(own.results[0].trains).toHaveLength(21);
  });

  it("is shown to those who may read all stocks of the trains that it shows", async () => {
    const path = await open();
    const collection = await world.collection();
    const { name } = await world.stock(collection);
    const [id] = await world.trains(timetable, [name]);
    await send(world.owner, "DELETE", "/train_schedule", { ids: [id] });
    const asked = { method: "GET", path: `${path}/history` };
    expect((await world.send(other, asked)).status).toBe(403);
    const { results } = await send(world.owner, "GET", `${path}/history`);
    const undo = { method: "GET", path: `${path}/history/${results[0].id}/undo` };
    expect((await world.send(other, undo)).status).toBe(403);
    await world.grant("rolling_stock_collection", collection, other.id, "Reader");
    expect((await world.send(other, asked)).status).toBe(200);
    expect((await world.send(other, undo)).status).toBe(200);
  });

  it("is that of the timetable alone, and has no change of another one", async () => {
    const first = await open();
    await world.trains(timetable, ["none"]);
    const { results } = await send(world.owner, "GET", `${first}/history`);
    const second = await open();
    expect((await send(world.owner, "GET", `${second}/history`)).count).toBe(0);
    const path = `${second}/history/${results[0].id}/undo`;
    const refused = await world.send(world.owner, { method: "GET", path });
    expect([refused.status, refused.json.type]).toEqual([404, "editoast:timetable:ChangeNotFound"]);
  });

  it("goes with the events of its time", async () => {
    const path = await open();
    await world.trains(timetable, ["none"]);
    await world.db.run("update train_history set at = at - interval '2 hours'");
    await pruneEvents(world.db, 3_600_000);
    expect((await send(world.owner, "GET", `${path}/history`)).count).toBe(0);
  });
});
