// Method: the check vectors of ../shared/reference_editing, where they are there: requests in order against what they expect.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { startTestApi } from "../helpers/api.ts";
import {
  expectAfter,
  expectStep,
  type Json,
  listObjects,
  type Vector,
} from "../helpers/editing_vectors.ts";
import { opened } from "../helpers/opened.ts";

const FOLDER = join(PROJECT_ROOT, "../shared/reference_editing");
const SMALL = join(PROJECT_ROOT, "../shared/reference/infras/small_infra/infra.json");
const ARE_THERE = existsSync(FOLDER) && existsSync(SMALL);
if (!ARE_THERE)
  console.warn("SKIPPED: vectors of editing, ../shared/reference_editing is not there");

const KINDS = ["errors", "operations", "reads", "split", "auto_fixes"];
const FILES = ARE_THERE
  ? readdirSync(FOLDER).filter((file) => KINDS.some((kind) => file.startsWith(`${kind}__`)))
  : [];

function readVector(file: string): Vector {
  return JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
}

const api = opened(startTestApi);

async function importBase(base: string): Promise<number> {
  const file = base === "small_infra" ? SMALL : join(FOLDER, "networks", `${base}.json`);
  const network: unknown = JSON.parse(readFileSync(file, "utf8"));
  return (await api.make("POST", `/infra/railjson?name=${base}`, network)).json.infra;
}

async function listErrors(infra: number): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1; ; page++) {
    const path = `/infra/${infra}/errors?page=${page}&page_size=100`;
    const { results, next } = (await api.make("GET", path)).json;
    rows.push(...results.map(({ information }: { information: Json }) => information));
    if (next === null) return rows;
  }
}

async function readVersion(infra: number): Promise<number> {
  return Number((await api.make("GET", `/infra/${infra}`)).json.version);
}

const sorted = (rows: readonly Json[]) => rows.map((row) => JSON.stringify(entriesOf(row))).sort();
const entriesOf = (row: Json) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));

describe.skipIf(!ARE_THERE)("a vector of editing", () => {
  it.each(FILES)("holds: %s", async (file) => {
    const vector = readVector(file);
    const infra = await importBase(vector.base);
    const version = await readVersion(infra);
    const errors = await listErrors(infra);
    const before = await listObjects(api, infra);
    const names = new Map<string, string>();
    if (vector.operations !== undefined) {
      await api.make("POST", `/infra/${infra}`, vector.operations);
    }
    for (const step of vector.steps ?? []) await expectStep(api, { infra, step, names, vector });
    if (vector.expect?.rows !== undefined) {
      expect(sorted(await listErrors(infra))).toEqual(sorted(vector.expect.rows));
    }
    if (vector.version !== undefined) {
      const raised = (await readVersion(infra)) - version;
      expect(raised).toBe(vector.version === "unchanged" ? 0 : 1);
    }
    if (vector.kind === "auto_fixes") {
      const fixes = (await api.make("GET", `/infra/${infra}/auto_fixes`)).json;
      await api.make("POST", `/infra/${infra}`, fixes);
      expect((await api.make("GET", `/infra/${infra}/auto_fixes`)).json).toEqual([]);
    }
    if (vector.after !== undefined) {
      expectAfter({ before, after: await listObjects(api, infra), names, vector });
      const known = new Set(sorted(errors));
      const fresh = (await listErrors(infra)).filter((row) => !known.has(sorted([row])[0] ?? ""));
      expect(fresh).toEqual(vector.after_new_errors ?? []);
    }
  });
});
