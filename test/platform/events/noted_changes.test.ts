// Method: generated from the endpoint list: the rows of every watched table are compared before and after a valid request of each endpoint, and what differs must be exactly what new events tell.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byTitle, listCases } from "../../accounts/authz/requests.ts";
import { openWorld, type World } from "../../accounts/authz/world.ts";
import { validPacedTrain, validSubCategory, validTrain } from "../http/rules/valid_forms.ts";

/** Tables whose rows are told, and how much of a row counts. */
const WATCHED = {
  train_schedule: "id, timetable_id, row_to_json(t)::text as text",
  paced_train: "id, timetable_id, row_to_json(t)::text as text",
  rolling_stock: "id, null as timetable_id, name || ' ' || version as text",
  infra: "id, null as timetable_id, row_to_json(t)::text as text",
  timetable: "id, null as timetable_id, '' as text",
  work_schedule_group: "id, null as timetable_id, row_to_json(t)::text as text",
  temporary_speed_limit_group: "id, null as timetable_id, row_to_json(t)::text as text",
} as const;
type Table = keyof typeof WATCHED;
// Object.keys forgets the key type.
const TABLES = Object.keys(WATCHED) as Table[];

interface Row {
  readonly id: number;
  readonly timetable_id: number | null;
  readonly text: string;
}
type Rows = Readonly<Record<Table, ReadonlyMap<number, Row>>>;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.caller(["admin"], world.owner.identity);
});
afterAll(async () => {
  await world.close();
});

async function readRows(): Promise<Rows> {
  const read = async (table: Table): Promise<ReadonlyMap<number, Row>> => {
    const rows = await world.db.run<Row>(`select ${WATCHED[table]} from ${table} t`);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const entries = await Promise.all(TABLES.map(async (table) => [table, await read(table)]));
  return Object.fromEntries(entries) as Rows;
}

/** The timetables with a train of a stock, by the letter. */
async function timetablesOf(name: string): Promise<number[]> {
  const rows = await world.db.run<{ id: number }>(
    `select distinct timetable_id as id from trains() where $1 = any(rolling_stock_names)`,
    [name],
  );
  return rows.map(({ id }) => id);
}

const NAMES = { train_schedule: "trains", paced_train: "paced_trains" } as const;
/** Of no network: all are told. */
const GROUP_NAMES: Readonly<Partial<Record<Table, string>>> = {
  work_schedule_group: "work_schedules",
  temporary_speed_limit_group: "temporary_speed_limits",
};

/** `topic name operation id` of all that has changed. */
async function expectTold(before: Rows, after: Rows): Promise<string[]> {
  const told: string[] = [];
  for (const table of TABLES) {
    for (const id of new Set([...before[table].keys(), ...after[table].keys()])) {
      const [was, is] = [before[table].get(id), after[table].get(id)];
      if (was?.text === is?.text) continue;
      const operation = was === undefined ? "created" : is === undefined ? "deleted" : "changed";
      if (table === "train_schedule" || table === "paced_train") {
        const timetable = (is ?? was)?.timetable_id ?? 0;
        if (!after.timetable.has(timetable)) continue;
        told.push(`timetable/${timetable} ${NAMES[table]} ${operation} ${id}`);
      } else if (table === "rolling_stock") {
        const names = [was, is].flatMap((one) => one?.text.replace(/ \d+$/, "") ?? []);
        const timetables = new Set((await Promise.all(names.map(timetablesOf))).flat());
        for (const one of timetables) {
          told.push(`timetable/${one} rolling_stock ${operation} ${id}`);
        }
      } else if (GROUP_NAMES[table] !== undefined) {
        for (const infra of after.infra.keys()) {
          told.push(`infra/${infra} ${GROUP_NAMES[table]} ${operation} ${id}`);
        }
      } else if (operation === "deleted") told.push(`${table}/${id} deleted`);
      else if (table === "infra" && operation === "changed") told.push(`infra/${id} infra`);
    }
  }
  return told.sort();
}

interface Told {
  readonly resource_type: string;
  readonly resource_id: number;
  readonly name: string;
  readonly data: string;
}

function listTold(events: readonly Told[]): string[] {
  return events
    .flatMap(({ resource_type, resource_id, name, data }) => {
      const topic = `${resource_type}/${resource_id} ${name}`;
      if (name === "deleted" || name === "infra") return [topic];
      const changes = JSON.parse(data) as Readonly<Record<string, readonly number[]>>;
      return Object.entries(changes).flatMap(([operation, ids]) =>
        ids.map((id) => `${topic} ${operation} ${id}`),
      );
    })
    .sort();
}

async function readTold(after: number): Promise<Told[]> {
  return await world.db.query<Told>("platform/event/read", [after, 1_000_000_000]);
}

async function readHead(): Promise<number> {
  return (await world.db.queryOne<{ place: number }>("platform/event/head", []))?.place ?? 0;
}

/** Writes of any endpoint, found along the way. */
const writers = new Map<string, number>();

describe("what is told", () => {
  it.each(byTitle(listCases()))("is what %s has changed", async (title, one) => {
    const { names, request } = await one.make(world);
    // Whatever stock the request is about, a train names it.
    const stocks = await world.db.run<{ name: string }>("select name from rolling_stock");
    if (/rolling_stock/.test(title)) {
      const timetable = await world.timetable();
      await world.trains(timetable, [...stocks.map(({ name }) => name), "not there yet"]);
    }
    const before = await readRows();
    const head = await readHead();
    const answer = await world.send(world.owner, {
      method: one.endpoint.method.toUpperCase(),
      ...request(names),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    const told = await readTold(head);
    const wanted = await expectTold(before, await readRows());
    expect(listTold(told)).toEqual(wanted);
    if (wanted.length > 0) writers.set(title, wanted.length);
  });

  it("was by all endpoints that write what is watched", () => {
    expect([...writers.keys()].sort()).toEqual([
      "DELETE /infra/:infra_id",
      "DELETE /paced_train",
      "DELETE /paced_trains",
      "DELETE /rolling_stock/:rolling_stock_id",
      "DELETE /temporary_speed_limit_group/:temporary_speed_limit_group_id",
      "DELETE /timetable/:timetable_id",
      "DELETE /train_schedule",
      "DELETE /work_schedules/:work_schedule_group_id",
      "PATCH /rolling_stock/:rolling_stock_id",
      "POST /infra/:infra_id/lock",
      "POST /temporary_speed_limit_group",
      "POST /timetable/:timetable_id/import",
      "POST /timetable/:timetable_id/paced_trains",
      "POST /timetable/:timetable_id/train_schedule",
      "POST /timetable/:timetable_id/train_schedules",
      "POST /work_schedules",
      "PUT /infra/:infra_id",
      "PUT /paced_train/:paced_train_id",
      "PUT /train_schedule/:train_schedule_id",
    ]);
  });
});

describe("a sub-category that is deleted", () => {
  it("changes the trains and paced trains that had it", async () => {
    const [code, timetable] = [world.name(), await world.timetable()];
    await world.make("POST", "/sub_category", validSubCategory({ code }));
    const category = { sub_category_code: code };
    const path = `/timetable/${timetable}`;
    const trains = await world.make("POST", `${path}/train_schedules`, [
      validTrain({ category }),
      validTrain({}),
    ]);
    const paced = await world.make("POST", `${path}/paced_trains`, [validPacedTrain({ category })]);
    const head = await readHead();
    await world.make("DELETE", `/sub_category/${code}`);
    expect(listTold(await readTold(head))).toEqual([
      `timetable/${timetable} paced_trains changed ${paced[0].id}`,
      `timetable/${timetable} trains changed ${trains[0].id}`,
    ]);
  });
});

describe("a lock of an infrastructure", () => {
  it("is told when it changes", async () => {
    const infra = await world.infra();
    const head = await readHead();
    for (const what of ["unlock", "lock", "lock", "unlock"]) {
      await world.make("POST", `/infra/${infra}/${what}`);
    }
    expect(listTold(await readTold(head))).toEqual([
      `infra/${infra} infra`,
      `infra/${infra} infra`,
    ]);
  });
});

describe("a rolling stock", () => {
  it("is told when it is made, renamed from and to a name of a train, and deleted", async () => {
    const [old_name, new_name] = [world.name(), world.name()];
    const timetable = await world.timetable();
    const other = await world.timetable();
    await world.trains(timetable, [old_name]);
    await world.trains(other, [new_name]);
    const collection = await world.collection();
    const head = await readHead();
    const stock = await world.stock(collection, { name: old_name });
    const form = await world.make("GET", `/rolling_stock/${stock.id}`);
    const { id: _id, version: _version, locked: _locked, liveries: _liveries, ...record } = form;
    await world.make("PATCH", `/rolling_stock/${stock.id}`, { ...record, name: new_name });
    await world.make("PATCH", `/rolling_stock/${stock.id}/locked`, { locked: true });
    await world.make("PATCH", `/rolling_stock/${stock.id}/locked`, { locked: false });
    await world.make("DELETE", `/rolling_stock/${stock.id}?force=true`);
    expect(listTold(await readTold(head))).toEqual(
      [
        `timetable/${timetable} rolling_stock created ${stock.id}`,
        `timetable/${timetable} rolling_stock changed ${stock.id}`,
        `timetable/${other} rolling_stock changed ${stock.id}`,
        `timetable/${other} rolling_stock deleted ${stock.id}`,
      ].sort(),
    );
  });
});
