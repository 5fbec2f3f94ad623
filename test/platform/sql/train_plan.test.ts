// Method: PostgreSQL explains each query over trains of a kind, with 30,000 of either in 100 timetables; the plan names the indexes of that kind, reads no table as a whole and none of the other kind.
import { beforeAll, describe, expect, it } from "vitest";
import { loadQueries } from "../../../src/platform/db/queries.ts";
import { opened } from "../../helpers/opened.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";

const KINDS = ["train_schedule", "paced_train"] as const;

const database = opened(startTestDatabase);

beforeAll(async () => {
  await database.db.run(`
    insert into timetable select from generate_series(1, 100);
    insert into train_schedule (timetable_id, rolling_stock_name, record)
    select t.id, 'stock ' || n % 10, '{"n":' || n || '}' from timetable t, generate_series(1, 300) n;
    insert into paced_train (timetable_id, rolling_stock_names, sub_category_codes, record)
    select t.id, array['stock ' || n % 10], '{}', '{"n":' || n || '}'
    from timetable t, generate_series(1, 300) n;
    analyze;`);
});

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Loops": number;
  /** Of each loop. */
  readonly "Actual Rows": number;
  readonly Plans?: readonly Plan[];
}

/** The steps that ran of a prepared statement, as it is planned for any values. */
async function run(name: string, values: readonly string[]): Promise<Plan[]> {
  const text = loadQueries().get(`timetable/train/${name}`)?.text;
  const results = await database.db.run(`
    set plan_cache_mode = force_generic_plan;
    prepare explained as ${text};
    explain (analyze, format json) execute explained (${values.join()});
    deallocate explained;
    reset plan_cache_mode;`);
  const rows = results.flat() as Record<string, string>[];
  const [{ Plan: root }] = JSON.parse(rows[0]?.["QUERY PLAN"] ?? "") as [{ Plan: Plan }];
  return listSteps(root).filter((step) => step["Actual Loops"] > 0);
}

function listSteps(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listSteps)];
}

/** The steps of the body of a function, with a literal in the place of its argument. */
async function explainBody(name: string, argument: string, literal: string): Promise<Plan[]> {
  const [body] = await database.db.run<{ text: string }>(
    `select prosrc as text from pg_proc where proname = '${name}'`,
  );
  const text = (body?.text ?? "").replaceAll(argument, literal);
  const rows = await database.db.run<Record<string, string>>(
    `explain (analyze, format json) ${text}`,
  );
  const [{ Plan: root }] = JSON.parse(rows[0]?.["QUERY PLAN"] ?? "") as [{ Plan: Plan }];
  return listSteps(root);
}

/** Values for `run`: `{timetable}`, `{id}` and `{ids}` stand for what there is. */
async function fill(kind: string, values: readonly string[]): Promise<string[]> {
  const [row] = await database.db.run<{ timetable: number; ids: number[] }>(`
    select (select min(id) + 50 from timetable) as timetable,
      (select array_agg(id) from (select id from ${kind} order by id limit 20) t) as ids`);
  const { timetable, ids } = row ?? { timetable: 0, ids: [] };
  return values.map((value) =>
    value
      .replace("{timetable}", String(timetable))
      .replace("{id}", String(ids[0]))
      .replace("{ids}", `'{${ids.join()}}'`),
  );
}

describe.each(KINDS)("the plan for trains of the kind %s", (kind) => {
  const BY_ID = `${kind}_pkey`;
  const BY_TIMETABLE = `${kind}_timetable_id_idx`;

  it.each([
    ["list_of_timetable", ["{timetable}", "20", "100", "1000000", "null"], BY_TIMETABLE],
    ["list_of_timetable", ["{timetable}", "20", "0", "1000000", "{ids}"], BY_ID],
    ["list_records", ["{ids}", "1000000"], BY_ID],
    ["list_records_of_timetable", ["{timetable}", "0", "50", "1000000"], BY_TIMETABLE],
    ["list_named_of_timetable", ["{timetable}", "{ids}", "1000000"], BY_TIMETABLE],
    ["list_timetables", ["{ids}"], BY_ID],
    ["update", ["{id}", "'{a}'", "'{}'", "'{}'", "null", "null", "false", "null"], BY_ID],
  ])("of %s uses its index and reads no other kind", async (name, values, index) => {
    const steps = await run(name, [`'${kind}'`, ...(await fill(kind, values))]);
    const named = steps.flatMap((step) => step["Index Name"] ?? []);
    expect(named).toContain(index);
    const read = steps.filter((step) => step["Node Type"].includes("Scan"));
    const other = KINDS.filter((one) => one !== kind);
    expect(read.filter((step) => other.some((one) => step["Relation Name"] === one))).toEqual([]);
    expect(
      read.filter((step) => step["Node Type"] === "Seq Scan" && step["Relation Name"] === kind),
    ).toEqual([]);
  });

  it("sorts no page of a timetable", async () => {
    const values = await fill(kind, ["{timetable}", "0", "50", "1000000"]);
    const steps = await run("list_records_of_timetable", [`'${kind}'`, ...values]);
    expect(steps.map((step) => step["Node Type"])).not.toContain("Sort");
  });
});

describe("the timetables of a rolling stock", () => {
  const NAMED = [
    "'{}'",
    "'{stock 3}'",
    "'{stock 3,stock 7}'",
    "'{stock 3,stock 3,none}'",
    "'{none}'",
    "'{rare}'",
    "'{rarer}'",
    "'{stock 1,rare,rarer}'",
  ];

  it.each(NAMED)("%s are those of its trains, and those alone", async (names) => {
    await database.db.run(`
      update train_schedule set rolling_stock_name = 'rare'
      where id in (select max(id) from train_schedule) and rolling_stock_name <> 'rare';
      update paced_train set rolling_stock_names = '{stock 2,rarer}'
      where id in (select min(id) from paced_train) and not 'rarer' = any(rolling_stock_names);`);
    const sorted = "coalesce(array_agg(id order by id), '{}')";
    const [row] = await database.db.run<{ found: number[]; wanted: number[] }>(`
      select
        (select ${sorted} from unnest(timetables_with_stocks(${names}::text[])) id) as found,
        (select ${sorted} from (
          select distinct timetable_id as id from trains() where rolling_stock_names && ${names}
        ) t) as wanted`);
    expect(row?.found).toEqual(row?.wanted);
    expect(row?.found.length === 0).toBe(/'{}'|'{none}'/.test(names));
  });

  it("follow trains that are made, changed and deleted many at once", async () => {
    const { db } = database;
    const stocks = (n: string): string => `array['many ' || ${n} % 7, 'many ' || ${n} % 5]`;
    await db.run(`
      insert into paced_train (timetable_id, rolling_stock_names, sub_category_codes, record)
      select t.id, ${stocks("n")}, '{}', '{"many":1}' from timetable t, generate_series(1, 20) n`);
    const check = async (): Promise<void> => {
      const rows = await db.run<{ name: string; found: number[]; wanted: number[] }>(`
        select w.name, timetables_with_stocks(array[w.name]) as found, array(
          select distinct p.timetable_id from paced_train p
          where w.name = any(p.rolling_stock_names) order by 1
        ) as wanted
        from (select 'many ' || n as name from generate_series(0, 8) n) w order by w.name`);
      for (const { name, found, wanted } of rows) {
        expect([name, [...found].sort((a, b) => a - b)]).toEqual([name, wanted]);
      }
      expect(rows.map(({ wanted }) => wanted.length)).toContain(0);
      expect(new Set(rows.map(({ wanted }) => wanted.length)).size).toBeGreaterThan(1);
    };
    await check();
    await db.run(`
      update paced_train set rolling_stock_names = array['many ' || id % 9], revision = revision + 1
      where record = '{"many":1}' and timetable_id % 3 = 0`);
    await db.run(`
      delete from paced_train where record = '{"many":1}' and id % 3 > 0;
      update paced_train set rolling_stock_names = '{many 0}'
      where record = '{"many":1}' and 'many 8' = any(rolling_stock_names)`);
    await check();
    await db.run(`delete from paced_train where record = '{"many":1}'`);
    const [row] = await db.run<{ count: number }>(
      "select count(*) as count from paced_train_stock where name like 'many %'",
    );
    expect(row?.count).toBe(0);
  });

  it.each([
    ["train_schedule", "train_schedule_rolling_stock_name_idx"],
    ["paced_train_stock", "paced_train_stock_name_idx"],
  ])(
    "are found with one step of the index each, of 3,000 trains of the stock in %s",
    async (table, index) => {
      const literal = "array['stock 5']";
      const steps = await explainBody("timetables_with_stocks", "wanted_names", literal);
      const read = steps.filter((step) => step["Relation Name"] === table);
      const rows = read.reduce((sum, step) => sum + step["Actual Loops"] * step["Actual Rows"], 0);
      expect(read.map((step) => step["Index Name"])).toContain(index);
      // Printed as means of all loops: the last one finds nothing.
      expect(Math.round(rows)).toBe(100);
      expect(steps.map((step) => step["Relation Name"])).not.toContain("paced_train");
    },
  );
});
