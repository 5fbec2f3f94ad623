// Method: PostgreSQL itself prepares every query file on the migrated database, without running it.
import { describe, expect, it } from "vitest";
import { loadQueries } from "../../../src/platform/db/queries.ts";
import { opened } from "../../helpers/opened.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";

const database = opened(startTestDatabase);

/** Types that reach handlers: what the driver makes a number, a boolean, a text or an array of. */
const KNOWN_TYPES = [
  "bigint",
  "integer",
  "smallint",
  "double precision",
  "boolean",
  "text",
  "text[]",
  "bigint[]",
  "void",
];

interface Prepared {
  readonly parameters: string[];
  readonly columns: string[] | null;
}

async function prepare(text: string): Promise<Prepared> {
  // One batch on one connection: prepare, ask, forget.
  const statement = text.replaceAll("'", "''");
  const [row] = await database.db
    .run<{ parameters: string[]; columns: string[] | null }>(`
    create or replace function pg_temp.describe(statement text, out parameters text[], out columns text[])
    language plpgsql as $describe$
    begin
      execute 'prepare described as ' || statement;
      select p.parameter_types::text[], p.result_types::text[] into parameters, columns
      from pg_prepared_statements p where p.name = 'described';
      deallocate described;
    end $describe$;
    select * from pg_temp.describe('${statement}')`)
    .then((results) =>
      // A batch has one result per statement.
      (results.flat() as { parameters: string[]; columns: string[] | null }[]).slice(-1),
    );
  if (row === undefined) throw new Error("nothing was prepared");
  return row;
}

describe("query files", () => {
  const queries = [...loadQueries()].map(([name, { text }]) => [name, text] as const);

  it("are there", () => {
    expect(queries.length).toBeGreaterThan(30);
  });

  it.each(queries)("%s is understood by the migrated database", async (_name, text) => {
    const { columns } = await prepare(text);
    for (const type of columns ?? []) expect(KNOWN_TYPES).toContain(type);
  });

  it.each(queries)("%s is one statement", (_name, text) => {
    const code = text
      .replaceAll(/--.*$/gm, "")
      .replaceAll(/'[^']*'/g, "''")
      .trim();
    expect(code.replace(/;$/, "")).not.toContain(";");
  });
});
