// Method: PostgreSQL explains the pages of 40 records of a megabyte each; it composes those that have room and no more than two others.
import { beforeAll, expect, it } from "vitest";
import { loadQueries } from "../../../src/platform/db/queries.ts";
import { PAGE_BYTES_MAX } from "../../../src/platform/db/query_page.ts";
import { opened } from "../../helpers/opened.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";

const RECORDS = 40;
const MEGABYTE = 1024 * 1024;

const database = opened(startTestDatabase);

beforeAll(async () => {
  const tags = `array[repeat('x', ${MEGABYTE})]`;
  await database.db.run(`
    insert into infra_content (railjson_version, object_count) values ('3.4.12', 0);
    insert into infra (name, content_id) select 'i', id from infra_content;
    insert into project (name, tags) select 'p', ${tags} from generate_series(1, ${RECORDS});
    insert into study (project_id, name, state, tags)
    select (select min(id) from project), 's', 'x', ${tags} from generate_series(1, ${RECORDS});
    insert into timetable select from generate_series(1, ${RECORDS});
    insert into scenario (study_id, name, infra_id, timetable_id, tags)
    select (select min(id) from study), 'c', i.id, t.id, ${tags} from infra i, timetable t;
    analyze;`);
});

interface Plan {
  readonly "Subplan Name"?: string;
  readonly "Actual Rows": number;
  readonly Plans?: readonly Plan[];
}

function listSteps(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listSteps)];
}

const PAGE = `'NameDesc', ${RECORDS}, 0, ${PAGE_BYTES_MAX}`;

it.each([
  ["studies/project/list", `null, ${PAGE}`],
  ["studies/study/list", `null, {project}, ${PAGE}`],
  ["studies/scenario/list", `null, {project}, {study}, ${PAGE}`],
])("%s composes no more than has room", async (name, values) => {
  const [ids] = await database.db.run<{ project: number; study: number }>(
    "select (select min(id) from project) as project, (select min(id) from study) as study",
  );
  const given = values
    .replace("{project}", String(ids?.project))
    .replace("{study}", String(ids?.study));
  const results = await database.db.run(`
    set plan_cache_mode = force_generic_plan;
    prepare explained as ${loadQueries().get(name)?.text};
    explain (analyze, format json) execute explained (${given});
    deallocate explained;
    reset plan_cache_mode;`);
  const rows = results.flat() as Record<string, string>[];
  const [{ Plan: root }] = JSON.parse(rows[0]?.["QUERY PLAN"] ?? "") as [{ Plan: Plan }];
  const page = listSteps(root).find((step) => step["Subplan Name"] === "CTE page");
  const scanned = page?.Plans?.map((step) => step["Actual Rows"]) ?? [];
  const fitting_count = PAGE_BYTES_MAX / MEGABYTE;
  // The one that shows that there are too many, and what PostgreSQL's window reads ahead of it.
  expect(Math.max(...scanned)).toBeGreaterThan(fitting_count);
  expect(Math.max(...scanned)).toBeLessThanOrEqual(fitting_count + 2);
});
