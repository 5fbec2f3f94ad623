/**
 * What a stranger writes who adds by CONTRIBUTING.md's table a small resource: remarks on timetables, which are told, and notes
 * on collections, which have no event stream; each with a table, rights and tests. Texts, because the sources do not
 * have them.
 */
import type { AddedRow } from "./added_row.ts";

/** What is remarked on. */
export interface Remarked {
  readonly room: string;
  readonly owner: string;
  /** Of the remark. */
  readonly name: string;
  readonly role: string;
  readonly not_found: { readonly import: string; readonly call: string };
  /** How a test makes the owner. */
  readonly make: { readonly body: string; readonly id: string };
  /** How the tests of rights do. */
  readonly of_world: string;
}

export const TIMETABLE: Remarked = {
  room: "timetable",
  owner: "timetable",
  name: "remark",
  role: "timetable",
  not_found: {
    import: 'import { timetableNotFound } from "../timetable/timetable.errors.ts";',
    call: "timetableNotFound(Number(keyValue(detail)))",
  },
  make: { body: "undefined", id: "timetable_id" },
  of_world: "timetable",
};

export const COLLECTION: Remarked = {
  room: "vehicles",
  owner: "rolling_stock_collection",
  name: "note",
  role: "rolling-stock",
  not_found: {
    import: 'import { absentResource } from "../../platform/http/resource_errors.ts";',
    call: 'absentResource("rolling_stock_collection", Number(keyValue(detail)))',
  },
  make: { body: '{ name: "Regional" }', id: "id" },
  of_world: "collection",
};

/** Path → text of a file that is new. */
export function listRemarkFiles(
  migration: string,
  { room, owner, name, role, not_found, make }: Remarked,
): Readonly<Record<string, string>> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    [`sql/migrations/${migration}_${name}.sql`]: `-- Remarks that planners leave on a ${owner}.

create table ${name} (
  id bigint default nextval('resource_id') constraint ${name}_pkey primary key,
  ${owner}_id bigint not null
    constraint ${name}_owner_fkey references ${owner} (id) on delete cascade,
  text text not null
);
create index ${name}_owner_idx on ${name} (${owner}_id);
`,
    [`sql/queries/${room}/${name}/insert.sql`]: `-- writes ${name} $2 on ${owner} $1
with answer as (
  insert into ${name} (${owner}_id, text) values ($1, $2) returning id, ${owner}_id, text
)
select * from answer where /* kept under the key */ true
`,
    [`src/${room}/${name}/${name}.queries.ts`]: `/** Remarks in the database. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";

interface ${type}Row {
  readonly id: number;
  readonly ${owner}_id: number;
  readonly text: string;
}

/** A ${owner} that is gone breaks \`${name}_owner_fkey\`. */
export async function insert${type}(
  db: Database,
  ${owner}_id: number,
  text: string,
): Promise<${type}Row> {
  return await queryExactlyOne<${type}Row>(db, "${room}/${name}/insert", [${owner}_id, text]);
}
`,
    [`src/${room}/${name}/${name}.endpoints.ts`]: `/** Remarks on a ${owner}, written by those who may change them. */
import * as v from "valibot";
import { created, jsonBody } from "../../platform/http/answers.ts";
import { keyValue } from "../../platform/http/constraints.ts";
import { checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { bodyId, pathId } from "../../platform/http/fields.ts";
import { Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
${not_found.import}
import { insert${type} } from "./${name}.queries.ts";

const ${type}Form = v.strictObject({ text: about(Text, "What it says") });

const ${type} = v.strictObject({ id: bodyId, ${owner}_id: bodyId, ...${type}Form.entries });

nameSchemas({ ${type}, ${type}Form });

export const ${name.toUpperCase()}_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "post",
    path: "/${owner}/:${owner}_id/${name}s",
    summary: "Write a ${name} on a ${owner}",
    params: v.object({ ${owner}_id: pathId }),
    body: jsonBody(${type}Form, { text: "Platform 2 is closed" }),
    answer: created(${type}),
    creates: "${room}/${name}/insert",
    access: checked({ roles: ["${role}:write"], levels: { ${owner}: "Writer" } }),
    constraints: {
      ${name}_owner_fkey: (detail) => ${not_found.call},
    },
    handle: async ({ services }, { params: { ${owner}_id }, body: { text } }) =>
      await insert${type}(services.db, ${owner}_id, text),
  }),
];
`,
    [`test/${room}/${name}.test.ts`]: `// Method: requests, and the events that they leave.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../helpers/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  await api.close();
});

it("A ${name} is written on a ${owner} that is there", async () => {
  const { ${make.id}: ${owner}_id } = (await api.make("POST", "/${owner}", ${make.body})).json;
  const made = await api.call("POST", \`/${owner}/\${${owner}_id}/${name}s\`, { text: "closed" });
  expect(made.status).toBe(201);
  expect(made.json).toEqual({ id: made.json.id, ${owner}_id, text: "closed" });
  const lost = await api.call("POST", "/${owner}/999999/${name}s", { text: "closed" });
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

/** What is added to files that are there: the room's list, and a valid request. */
export function listRemarkRows({ room, owner, name, of_world }: Remarked): readonly AddedRow[] {
  const list = `${name.toUpperCase()}_ENDPOINTS`;
  return [
    {
      file: `src/${room}/endpoints.ts`,
      before: "import ",
      row: `import { ${list} } from "./${name}/${name}.endpoints.ts";
`,
    },
    { file: `src/${room}/endpoints.ts`, before: "];", row: `  ...${list},\n` },
    {
      file: "test/accounts/authz/requests.ts",
      before: '  "GET /sub_category"',
      row: `  "POST /${owner}/:${owner}_id/${name}s": async (world) => {
    const owner = await world.${of_world}();
    return {
      names: { owner },
      about: { ${owner}: [owner] },
      request: (n) => ({ path: \`/${owner}/\${n["owner"]}/${name}s\`, body: { text: "a" } }),
    };
  },
`,
    },
  ];
}
