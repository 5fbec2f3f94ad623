/**
 * What a stranger writes who adds by README's table a small resource that is told: notes on timetables, with a table,
 * rights, an event and tests. Eight files; texts, because the sources do not have it.
 */
import type { AddedRow } from "./added_row.ts";

/** Path → text of a file that is new. */
export function listNoteFiles(migration: string): Readonly<Record<string, string>> {
  return {
    [`sql/migrations/${migration}_note.sql`]: `-- Notes that planners leave on a timetable.

create table note (
  id bigint default nextval('resource_id') constraint note_pkey primary key,
  timetable_id bigint not null
    constraint note_timetable_fkey references timetable (id) on delete cascade,
  text text not null
);
create index note_timetable_idx on note (timetable_id);
`,
    "sql/queries/timetable/note/insert.sql": `-- writes note $2 on timetable $1
with answer as (
  insert into note (timetable_id, text) values ($1, $2) returning id, timetable_id, text
)
select * from answer where /* kept under the key */ true
`,
    "src/timetable/note/note.queries.ts": `/** Notes in the database. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";

interface NoteRow {
  readonly id: number;
  readonly timetable_id: number;
  readonly text: string;
}

/** A timetable that is gone breaks \`note_timetable_fkey\`. */
export async function insertNote(
  db: Database,
  timetable_id: number,
  text: string,
): Promise<NoteRow> {
  return await queryExactlyOne<NoteRow>(db, "timetable/note/insert", [timetable_id, text]);
}
`,
    "src/timetable/note/note.endpoints.ts": `/** Notes on timetables, written by those who may change them. */
import * as v from "valibot";
import { created, jsonBody } from "../../platform/http/answers.ts";
import { keyValue } from "../../platform/http/constraints.ts";
import { checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { bodyId, pathId } from "../../platform/http/fields.ts";
import { Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { timetableNotFound } from "../timetable/timetable.errors.ts";
import { insertNote } from "./note.queries.ts";

const NoteForm = v.strictObject({ text: about(Text, "What it says") });

const Note = v.strictObject({ id: bodyId, timetable_id: bodyId, ...NoteForm.entries });

nameSchemas({ Note, NoteForm });

export const NOTE_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/notes",
    summary: "Write a note on a timetable",
    params: v.object({ timetable_id: pathId }),
    body: jsonBody(NoteForm, { text: "Platform 2 is closed" }),
    answer: created(Note),
    creates: "timetable/note/insert",
    access: checked({ roles: ["timetable:write"], levels: { timetable: "Writer" } }),
    constraints: {
      note_timetable_fkey: (detail) => timetableNotFound(Number(keyValue(detail))),
    },
    handle: async ({ services }, { params: { timetable_id }, body: { text } }) =>
      await insertNote(services.db, timetable_id, text),
  }),
];
`,
    "test/timetable/note.test.ts": `// Method: requests, and the events that they leave.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../helpers/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  await api.close();
});

it("A note is written on a timetable that is there", async () => {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const made = await api.call("POST", \`/timetable/\${timetable_id}/notes\`, { text: "closed" });
  expect(made.status).toBe(201);
  expect(made.json).toEqual({ id: made.json.id, timetable_id, text: "closed" });
  const lost = await api.call("POST", "/timetable/999999/notes", { text: "closed" });
  expect(lost.status).toBe(404);
});
`,
  };
}

export const NOTE_EVENT: AddedRow = {
  file: "src/railway/told_tables.ts",
  before: "  rolling_stock: {",
  row: `  note: { event: "notes", audience: "own_timetable", about: "notes" },
`,
};

export const NOTE_ROOM: readonly AddedRow[] = [
  {
    file: "src/timetable/endpoints.ts",
    before: "import ",
    row: `import { NOTE_ENDPOINTS } from "./note/note.endpoints.ts";
`,
  },
  { file: "src/timetable/endpoints.ts", before: "];", row: "  ...NOTE_ENDPOINTS,\n" },
];

export const NOTE_REQUEST: AddedRow = {
  file: "test/accounts/authz/requests.ts",
  before: '  "GET /sub_category"',
  row: `  "POST /timetable/:timetable_id/notes": async (world) => {
    const timetable = await world.timetable();
    return {
      names: { timetable },
      about: { timetable: [timetable] },
      request: (n) => ({ path: \`/timetable/\${n["timetable"]}/notes\`, body: { text: "a" } }),
    };
  },
`,
};
