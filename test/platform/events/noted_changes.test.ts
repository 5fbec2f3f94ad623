// Method: generated from the endpoint list: the rows of every watched table are compared before and after a valid request of each endpoint, and what differs must be exactly what new events tell.
import { beforeAll, describe, expect, it } from "vitest";
import { TOLD_TABLES } from "../../../src/railway/told_tables.ts";
import { byTitle, listCases } from "../../accounts/authz/requests.ts";
import { openWorld } from "../../accounts/authz/world.ts";
import { opened } from "../../helpers/opened.ts";
import { validPacedTrain, validSubCategory, validTrain } from "../http/rules/valid_forms.ts";

/** How much of a row counts where that is not all. */
const WATCHED: Readonly<Partial<Record<string, string>>> = {
  rolling_stock: "id, null as timetable_id, name || ' ' || version as text",
  // With what stands below it and is told as it is.
  timetable:
    "id, null as timetable_id, concat(name, ' ', period, ' ', (select json_agg(l order by code) from day_list l where l.timetable_id = t.id)) as text",
};
/** Those whose streams tell of themselves too. */
const LOOKED_AT = ["infra", "timetable"] as const;
type Table = keyof typeof TOLD_TABLES | (typeof LOOKED_AT)[number];
// Object.keys forgets the key type.
const TOLD = Object.keys(TOLD_TABLES) as (keyof typeof TOLD_TABLES)[];
const TABLES: readonly Table[] = [...TOLD, ...LOOKED_AT];

interface Row {
  readonly id: number;
  readonly timetable_id: number | null;
  readonly text: string;
}
type Rows = Readonly<Record<Table, ReadonlyMap<number, Row>>>;

const world = opened(openWorld);

beforeAll(async () => {
  await world.caller(["admin"], world.owner.identity);
});

async function readRows(): Promise<Rows> {
  const read = async (table: Table): Promise<ReadonlyMap<number, Row>> => {
    const columns =
      WATCHED[table] ??
      "id, (to_json(t) ->> 'timetable_id')::bigint as timetable_id, row_to_json(t)::text as text";
    const rows = await world.db.run<Row>(`select ${columns} from ${table} t`);
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

/** `topic name operation id` of all that has changed. */
async function expectTold(before: Rows, after: Rows): Promise<string[]> {
  const told: string[] = [];
  for (const table of TABLES) {
    for (const id of new Set([...before[table].keys(), ...after[table].keys()])) {
      const [was, is] = [before[table].get(id), after[table].get(id)];
      if (was?.text === is?.text) continue;
      const operation = was === undefined ? "created" : is === undefined ? "deleted" : "changed";
      if (table === "infra" || table === "timetable") {
        if (operation === "deleted") told.push(`${table}/${id} deleted`);
        else if (operation === "changed") told.push(`${table}/${id} ${table}`);
        continue;
      }
      const { event, audience } = TOLD_TABLES[table];
      const listAudience = {
        own_timetable: () =>
          [(is ?? was)?.timetable_id ?? 0].filter((one) => after.timetable.has(one)),
        every_infra: () => [...after.infra.keys()],
        timetables_with_stock: async () => {
          const names = [was, is].flatMap((one) => one?.text.replace(/ \d+$/, "") ?? []);
          return [...new Set((await Promise.all(names.map(timetablesOf))).flat())];
        },
      }[audience];
      const stream = audience === "every_infra" ? "infra" : "timetable";
      for (const one of await listAudience()) {
        told.push(`${stream}/${one} ${event} ${operation} ${id}`);
      }
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

/** Every event has a line at least, so that none passes unseen. */
function listTold(events: readonly Told[]): string[] {
  return events
    .flatMap(({ resource_type, resource_id, name, data }) => {
      const topic = `${resource_type}/${resource_id} ${name}`;
      if (name === "deleted" || name === "infra" || name === "timetable") return [topic];
      const changes = JSON.parse(data) as Readonly<Record<string, unknown>>;
      const lines = Object.entries(changes).flatMap(([operation, ids]) =>
        Array.isArray(ids) ? ids.map((id) => `${topic} ${operation} ${id}`) : [],
      );
      return lines.length === 0 ? [`${topic} of nothing`] : lines;
    })
    .sort();
}

async function readTold(after: number): Promise<Told[]> {
  const events = await world.db.query<Told>("platform/event/read", [after, 1_000_000_000]);
  // Whether an edited network can be computed on is told when it is known, not when it is edited.
  return events.filter(({ name, data }) => name !== "infra" || !("state" in JSON.parse(data)));
}

async function readHead(): Promise<number> {
  return (await world.db.queryOne<{ place: number }>("platform/event/head", []))?.place ?? 0;
}

/** What each endpoint has told, found along the way. */
const writers = new Map<string, readonly string[]>();

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
    if (wanted.length > 0) writers.set(title, wanted);
  });

  it("was by all endpoints that write what is watched, and of every event", () => {
    const listed = [
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
    ];
    // Others may come: what they tell was compared above.
    expect(listed.filter((title) => !writers.has(title))).toEqual([]);
    const told = new Set([...writers.values()].flat().map((line) => line.split(" ")[1]));
    const events = TOLD.map((table) => TOLD_TABLES[table].event);
    expect(told).toEqual(new Set([...events, "deleted", "infra", "timetable"]));
  });
});

describe("a table that is told", () => {
  it("is declared, or one that is looked at, and no other writes events", async () => {
    const rows = await world.db.run<{ name: string }>(`
      select distinct t.tgrelid::regclass::text as name
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where p.prosrc like '%insert into new_event%'
      order by 1`);
    expect(rows.map(({ name }) => name)).toEqual([...TABLES, "infra_content"].sort());
  });

  it("is no other unnoticed: an event that is not listed is one too many, also without content", async () => {
    const timetable = await world.timetable();
    const head = await readHead();
    await world.db.run(
      "insert into new_event (about_type, about_id, name, data) values ('timetable', $1, 'planted', '{}')",
      [timetable],
    );
    expect(listTold(await readTold(head))).toEqual([`timetable/${timetable} planted of nothing`]);
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
