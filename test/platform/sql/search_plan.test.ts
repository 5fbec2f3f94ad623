// Method: PostgreSQL explains the composed statement over 50,000 operational points; the plan names the indexes.
import { beforeAll, describe, expect, it } from "vitest";
import { compileCondition } from "../../../src/edges/search/compile.ts";
import { SEARCH_OBJECTS } from "../../../src/edges/search/objects.ts";
import { loadQueries } from "../../../src/platform/db/queries.ts";
import { opened } from "../../helpers/opened.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";

const { columns, query } = SEARCH_OBJECTS.operationalpoint;
const NAME = "infra_operational_point_folded_name_idx";
const TRIGRAM = "infra_operational_point_trigram_idx";
const UIC = "infra_operational_point_uic_idx";

const database = opened(startTestDatabase);

beforeAll(async () => {
  await database.db.run(`
    insert into infra_content (railjson_version, object_count) values ('3.4.12', 50000);
    insert into infra (name, content_id) select 'x', id from infra_content;
    insert into infra_operational_point (content_id, ordinal, obj_id, name, uic, trigram, item)
    select c.id, n, n::text, 'Saint-Étienne ' || md5(n::text), n, 'T' || n,
      format('{"obj_id":"%s","track_sections":[%s]}', n, repeat('{"track":"TA1","position":100},', 8))
    from infra_content c, generate_series(1, 50000) n;
    analyze;`);
});

async function explain(expression: unknown): Promise<string> {
  const { text } = compileCondition(expression, {
    columns,
    first_parameter: 4,
  });
  const statement = loadQueries().get(query)?.text.replace("/* condition */ true", text);
  const rows = await database.db.run(`explain (generic_plan, costs off) ${statement}`);
  return rows.map((row) => Object.values(row).join()).join("\n");
}

describe("the plan of a search for operational points", () => {
  it.each([
    ["words of the name", ["search", ["name"], "mich st"], [NAME]],
    ["the trigram", ["=", ["trigram"], "PNO"], [TRIGRAM]],
    ["the UIC code", ["=", ["uic"], 87_000_001], [UIC]],
    [
      "either of them in one network",
      [
        "and",
        ["=", ["infra_id"], 2],
        ["or", ["search", ["name"], "étienne"], ["=", ["trigram"], "PNO"]],
      ],
      [NAME, TRIGRAM],
    ],
  ])("uses the indexes for %s", async (_what, expression, indexes) => {
    const plan = await explain(expression);
    for (const index of indexes) expect(plan).toContain(index);
    expect(plan).not.toContain("Seq Scan on infra_operational_point");
  });
});
