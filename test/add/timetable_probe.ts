/**
 * What a stranger writes who adds by CONTRIBUTING.md's table an endpoint with a table, a setting and a task: probes
 * on timetables, of so many words at most, which a thread counts; and a result of one train: the energy that it
 * needs. Texts, because the sources do not have it.
 */
import type { AddedRow } from "./added_row.ts";

/** Path → text of a file that is new. */
export function listNewFiles(migration: string): Readonly<Record<string, string>> {
  return {
    [`sql/migrations/${migration}_timetable_probe.sql`]: `-- Probes that planners leave on a timetable.

create table timetable_probe (
  id bigint default nextval('resource_id') constraint timetable_probe_pkey primary key,
  timetable_id bigint not null
    constraint timetable_probe_timetable_fkey references timetable (id) on delete cascade,
  text text not null
);
`,
    "sql/queries/timetable/timetable_probe/insert.sql": `-- writes probe $2 on timetable $1
with answer as (
  insert into timetable_probe (timetable_id, text) values ($1, $2) returning id
)
select * from answer where /* kept under the key */ true
`,
    "workers/tasks/words/count_words.ts": `/** Task: counts the words of a text. */

export function countWords({ text }: { readonly text: string }): number {
  return text.split(/\\s+/).filter(Boolean).length;
}
`,
    "src/timetable/timetable_probe/timetable_probe.schemas.ts": `/** Probes on timetables. */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { Count, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

export const TimetableProbeForm = v.strictObject({ text: about(Text, "What it says") });

export const TimetableProbe = v.strictObject({
  id: bodyId,
  word_count: about(Count, "Words of its text"),
});

nameSchemas({ TimetableProbeForm, TimetableProbe });
`,
    "src/timetable/timetable_probe/timetable_probe.queries.ts": `/** Probes in the database. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";

/** The id of the new probe. A timetable that is gone breaks \`timetable_probe_timetable_fkey\`. */
export async function insertTimetableProbe(
  db: Database,
  timetable_id: number,
  text: string,
): Promise<number> {
  const values = [timetable_id, text];
  const { id } = await queryExactlyOne<{ id: number }>(
    db,
    "timetable/timetable_probe/insert",
    values,
  );
  return id;
}
`,
    "src/timetable/timetable_probe/timetable_probe.endpoints.ts": `/** Probes on timetables; whoever may change a timetable may write one. */
import * as v from "valibot";
import { created, jsonBody } from "../../platform/http/answers.ts";
import { keyValue } from "../../platform/http/constraints.ts";
import { checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { timetableNotFound } from "../timetable/timetable.errors.ts";
import { insertTimetableProbe } from "./timetable_probe.queries.ts";
import { TimetableProbe, TimetableProbeForm } from "./timetable_probe.schemas.ts";

export const TIMETABLE_PROBE_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/probes",
    summary: "Write a probe on a timetable",
    params: v.object({ timetable_id: pathId }),
    body: jsonBody(TimetableProbeForm, { text: "Platform 2 is closed" }),
    answer: created(TimetableProbe),
    creates: "timetable/timetable_probe/insert",
    access: checked({ roles: ["timetable:write"], levels: { timetable: "Writer" } }),
    errors: ["TooManyItems"],
    constraints: {
      timetable_probe_timetable_fkey: (detail) => timetableNotFound(Number(keyValue(detail))),
    },
    handle: async ({ services, share, signal }, { params: { timetable_id }, body: { text } }) => {
      const count = await services.compute.run("count_words", { text }, { share, signal });
      const count_max = services.config.limits.probe_words;
      if (count > count_max) {
        throw new AppError("TooManyItems", "The probe is too long", { count, count_max });
      }
      const id = await insertTimetableProbe(services.db, timetable_id, text);
      return { id, word_count: count };
    },
  }),
];
`,
    "src/train_runs/simulation/energy_report.ts": `/** The energy that a train needs. */
import * as v from "valibot";
import { Joules } from "../../railway/quantities.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { computeOne } from "./compute_trains.ts";
import type { DerivedResult } from "./derived_kinds.ts";
import { SIMULATION_ERRORS } from "./setup.ts";
import { SimulationQuery } from "./simulation.schemas.ts";

const EnergyReport = v.object({ energy: about(v.nullable(Joules), "Null: it can't run") });

nameSchemas({ EnergyReport });

export const ENERGY_REPORT = {
  tail: "energy",
  summary: {
    train_schedule: "The energy that a train schedule needs",
    paced_train: "The energy that a paced train, or one of its exceptions, needs",
  },
  query: SimulationQuery,
  answer: EnergyReport,
  errors: SIMULATION_ERRORS,
  run: async (setup, departure, stocks) => {
    const one = await computeOne(setup, departure, stocks);
    return JSON.stringify({ energy: one.kind === "success" ? one.outcome.final.energy_j : null });
  },
} as const satisfies DerivedResult;
`,
    "test/train_runs/energy_report.test.ts": `// Method: the energy of a train beside that of its summary, and of one without a path.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTimetableApi, type TimetableApi } from "../helpers/timetable_api.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { validStock, validTrain } from "../platform/http/rules/valid_forms.ts";

let api: TimetableApi;
beforeAll(async () => {
  api = await startTimetableApi();
});
afterAll(async () => {
  await api.close();
});

it("An energy report has the energy of the summary, and none of a train that can't run", async () => {
  const { infra } = (await api.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON)).json;
  await api.make("POST", "/rolling_stock", validStock({ name: "electric" }));
  const path = [
    { id: "a", track: "A", offset: 100_000 },
    { id: "z", track: "B", offset: 900_000 },
  ];
  const form = validTrain({ rolling_stock_name: "electric", path, schedule: [] });
  const lost = { ...form, rolling_stock_name: "none" };
  const ids = (await api.create("train_schedule", [form, lost])).map(({ id }) => id);
  const query = \`infra=\${infra}\${ids.map((id) => \`&ids[]=\${id}\`).join("")}\`;
  const summaries = (await api.make("GET", \`/train_schedule/simulations_summary?\${query}\`)).json;
  const reports = ids.map(async (id) =>
    (await api.make("GET", \`/train_schedule/\${id}/energy?infra=\${infra}\`)).json,
  );
  const energy = summaries[String(ids[0])].energy_consumption;
  expect(energy).toBeGreaterThan(0);
  expect(await Promise.all(reports)).toEqual([{ energy }, { energy: null }]);
});
`,
    "test/timetable/timetable_probe.test.ts": `// Method: requests; the task runs in this thread.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../helpers/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  await api.close();
});

it("A probe on a timetable is written once, of so many words at most", async () => {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const path = \`/timetable/\${timetable_id}/probes\`;
  const made = await api.call("POST", path, { text: "two words" });
  expect([made.status, made.json.word_count]).toEqual([201, 2]);
  const long = await api.call("POST", path, { text: "a ".repeat(51) });
  expect([long.status, long.json.context]).toEqual([422, { count: 51, count_max: 50 }]);
});
`,
  };
}

export const SETTING: AddedRow = {
  file: "src/platform/settings.ts",
  before: "    request_deadline_ms: setting(",
  row: `    probe_words: setting(integer(1, 1000), {
      name: "PROBE_WORDS",
      default: "50",
      meaning: "words of a probe on a timetable",
    }),
`,
};

export const TASK: AddedRow = {
  file: "workers/tasks.ts",
  before: "export {",
  row: `export { countWords as count_words } from "./tasks/words/count_words.ts";
`,
};

export const ROOM: readonly AddedRow[] = [
  {
    file: "src/train_runs/simulation/simulation.endpoints.ts",
    before: "import ",
    row: `import { ENERGY_REPORT } from "./energy_report.ts";
`,
  },
  {
    file: "src/train_runs/simulation/simulation.endpoints.ts",
    before: "] as const satisfies",
    row: "  ENERGY_REPORT,\n",
  },
  {
    file: "src/timetable/endpoints.ts",
    before: "import ",
    row: `import { TIMETABLE_PROBE_ENDPOINTS } from "./timetable_probe/timetable_probe.endpoints.ts";
`,
  },
  { file: "src/timetable/endpoints.ts", before: "];", row: "  ...TIMETABLE_PROBE_ENDPOINTS,\n" },
];

export const REQUEST: AddedRow = {
  file: "test/accounts/authz/requests.ts",
  before: '  "GET /sub_category"',
  row: `  "POST /timetable/:timetable_id/probes": async (world) => {
    const timetable = await world.timetable();
    return {
      names: { timetable },
      about: { timetable: [timetable] },
      request: (n) => ({ path: \`/timetable/\${n["timetable"]}/probes\`, body: { text: "a" } }),
    };
  },
`,
};
