/**
 * What a stranger writes who adds by README's table a small resource that is told: remarks on timetables, with a table,
 * rights, an event and tests. Eight files; texts, because the sources do not have it.
 */
import type { AddedRow } from "./added_row.ts";

/** Path → text of a file that is new. */
export function listRemarkFiles(migration: string): Readonly<Record<string, string>> {
  return {
    [`sql/migrations/${migration}_remark.sql`]: `-- Remarks that planners leave on a timetable.

create table remark (
  id bigint default nextval('resource_id') constraint remark_pkey primary key,
  timetable_id bigint not null
    constraint remark_timetable_fkey references timetable (id) on delete cascade,
  text text not null
);
create index remark_timetable_idx on remark (timetable_id);
`,
    "sql/queries/timetable/remark/insert.sql": `-- writes remark $2 on timetable $1
with answer as (
  insert into remark (timetable_id, text) values ($1, $2) returning id, timetable_id, text
)
select * from answer where /* kept under the key */ true
`,
    "src/timetable/remark/remark.queries.ts": `/** Remarks in the database. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";

interface RemarkRow {
  readonly id: number;
  readonly timetable_id: number;
  readonly text: string;
}

/** A timetable that is gone breaks \`remark_timetable_fkey\`. */
export async function insertRemark(
  db: Database,
  timetable_id: number,
  text: string,
): Promise<RemarkRow> {
  return await queryExactlyOne<RemarkRow>(db, "timetable/remark/insert", [timetable_id, text]);
}
`,
    "src/timetable/remark/remark.endpoints.ts": `/** Remarks on timetables, written by those who may change them. */
import * as v from "valibot";
import { created, jsonBody } from "../../platform/http/answers.ts";
import { keyValue } from "../../platform/http/constraints.ts";
import { checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { bodyId, pathId } from "../../platform/http/fields.ts";
import { Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { timetableNotFound } from "../timetable/timetable.errors.ts";
import { insertRemark } from "./remark.queries.ts";

const RemarkForm = v.strictObject({ text: about(Text, "What it says") });

const Remark = v.strictObject({ id: bodyId, timetable_id: bodyId, ...RemarkForm.entries });

nameSchemas({ Remark, RemarkForm });

export const REMARK_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/remarks",
    summary: "Write a remark on a timetable",
    params: v.object({ timetable_id: pathId }),
    body: jsonBody(RemarkForm, { text: "Platform 2 is closed" }),
    answer: created(Remark),
    creates: "timetable/remark/insert",
    access: checked({ roles: ["timetable:write"], levels: { timetable: "Writer" } }),
    constraints: {
      remark_timetable_fkey: (detail) => timetableNotFound(Number(keyValue(detail))),
    },
    handle: async ({ services }, { params: { timetable_id }, body: { text } }) =>
      await insertRemark(services.db, timetable_id, text),
  }),
];
`,
    "test/timetable/remark.test.ts": `// Method: requests, and the events that they leave.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../helpers/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  await api.close();
});

it("A remark is written on a timetable that is there", async () => {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const made = await api.call("POST", \`/timetable/\${timetable_id}/remarks\`, { text: "closed" });
  expect(made.status).toBe(201);
  expect(made.json).toEqual({ id: made.json.id, timetable_id, text: "closed" });
  const lost = await api.call("POST", "/timetable/999999/remarks", { text: "closed" });
  expect(lost.status).toBe(404);
});
`,
  };
}

export const REMARK_EVENT: AddedRow = {
  file: "src/railway/told_tables.ts",
  before: "  rolling_stock: {",
  row: `  remark: { event: "remarks", audience: "own_timetable", about: "remarks" },
`,
};

export const REMARK_ROOM: readonly AddedRow[] = [
  {
    file: "src/timetable/endpoints.ts",
    before: "import ",
    row: `import { REMARK_ENDPOINTS } from "./remark/remark.endpoints.ts";
`,
  },
  { file: "src/timetable/endpoints.ts", before: "];", row: "  ...REMARK_ENDPOINTS,\n" },
];

export const REMARK_REQUEST: AddedRow = {
  file: "test/accounts/authz/requests.ts",
  before: '  "GET /sub_category"',
  row: `  "POST /timetable/:timetable_id/remarks": async (world) => {
    const timetable = await world.timetable();
    return {
      names: { timetable },
      about: { timetable: [timetable] },
      request: (n) => ({ path: \`/timetable/\${n["timetable"]}/remarks\`, body: { text: "a" } }),
    };
  },
`,
};
