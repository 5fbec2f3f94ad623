// Method: seeded random records and expressions; an evaluator in memory that shares no code with the compiler names the items and their order.
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../../helpers/api.ts";
import { opened } from "../../helpers/opened.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { evaluate, type Json, type SearchRecord } from "./evaluate.ts";
import { conditionOf, number, text, words } from "./expressions.ts";

const SEED = 20_261;
const NETWORKS = 2;
const RECORDS = 40;
const RUNS = 400;
const DEPTH = 3;

/** In the order of the answer. */
const expected: Record<"operationalpoint" | "signal" | "project", SearchRecord[]> = {
  operationalpoint: [],
  signal: [],
  project: [],
};
const api = opened(startTestApi);

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(arbitrary, { freq: 4 });
const drawnPoint = fc.record({
  identifier: optional(fc.record({ name: text, uic: number })),
  sncf: optional(fc.record({ ci: number, ch: text, trigram: text })),
});
const drawnSignal = fc.record({
  label: optional(text),
  track: fc.constantFrom("A", "B"),
  systems: fc.array(fc.constantFrom("BAL", "BAPR", "TVM", "TVM300", "TVM430"), { maxLength: 2 }),
  settings: fc.dictionary(words, fc.constantFrom("true", "false"), { maxKeys: 2 }),
});
const drawnProject = fc.record({
  name: text,
  description: optional(text),
  tags: fc.array(fc.oneof(words, text), { maxLength: 3 }),
});
type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number): T[] {
  return fc.sample(arbitrary, { numRuns: RECORDS, seed });
}

function pointOf({ identifier, sncf }: Drawn<typeof drawnPoint>, i: number): object {
  const labels = { ch_short_label: "", ch_long_label: "" };
  return {
    id: `op ${i}`,
    parts: [{ track: "A", position: 100 }],
    extensions: { identifier, sncf: sncf === null ? null : { ...sncf, ...labels } },
  };
}

function signalOf({ label, track, systems, settings }: Drawn<typeof drawnSignal>, i: number) {
  return {
    id: `signal ${i}`,
    track,
    position: 500,
    direction: "START_TO_STOP",
    sight_distance: 400,
    logical_signals: systems.map((signaling_system) => ({
      signaling_system,
      next_signaling_systems: [],
      settings,
      default_parameters: {},
      conditional_parameters: [],
    })),
    extensions: { sncf: label === null ? null : { label, kp: "" } },
  };
}

/** Track A is of the line; B is of none. */
const LINE = { line_code: 2, line_name: "Saint-Étienne – Œuilly" };

async function importNetwork(seed: number): Promise<void> {
  const points = sample(drawnPoint, seed);
  const signals = sample(drawnSignal, seed);
  const drawn = TINY_RAILJSON["track_sections"] as Record<string, unknown>[];
  const track_sections = drawn.map((track) => ({
    ...track,
    extensions: {
      sncf: track["id"] === "A" ? { ...LINE, track_number: 1, track_name: "V1" } : null,
    },
  }));
  const { infra } = (
    await api.make("POST", `/infra/railjson?name=${seed}`, {
      ...TINY_RAILJSON,
      track_sections,
      operational_points: points.map(pointOf),
      signals: signals.map(signalOf),
    })
  ).json;
  for (const [i, { identifier, sncf }] of points.entries()) {
    const { name = null, uic = null } = identifier ?? {};
    const { ci = null, ch = null, trigram = null } = sncf ?? {};
    const record = { obj_id: `op ${i}`, infra_id: infra, name, uic, ci, ch, trigram };
    expected.operationalpoint.push(record);
  }
  for (const [i, { label, track, systems, settings }] of signals.entries()) {
    const kept = Object.entries(settings).flatMap(([name, on]) => (on === "true" ? [name] : []));
    const { line_code = null, line_name = null } = track === "A" ? LINE : {};
    expected.signal.push({
      infra_id: infra,
      obj_id: `signal ${i}`,
      label,
      line_code,
      line_name,
      signaling_systems: [...new Set(systems)],
      settings: systems.length === 0 ? [] : kept,
    });
  }
}

/** By code point, without a name last; ties stay in the order in which they were made. */
function sortByName(records: SearchRecord[], key: string): void {
  records.sort((a, b) => {
    const [one, other] = [a[key] ?? null, b[key] ?? null];
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
  });
}

beforeAll(async () => {
  for (let i = 0; i < NETWORKS; i++) await importNetwork(SEED + i);
  for (const { name, description, tags } of sample(drawnProject, SEED)) {
    const { id } = (await api.make("POST", "/projects", { name, description, tags })).json;
    expected.project.push({ id, name, description, tags });
  }
  sortByName(expected.operationalpoint, "name");
  sortByName(expected.signal, "label");
  sortByName(expected.project, "name");
});

async function search(object: string, query: Json): Promise<SearchRecord[]> {
  const answer = await api.call("POST", "/search?page_size=1000", { object, query });
  expect(answer.status, `${JSON.stringify(query)}: ${answer.text}`).toBe(200);
  return answer.json;
}

describe.each(["operationalpoint", "signal", "project"] as const)("searching %s", (object) => {
  it("finds what the evaluator finds, in the same order, for random expressions", async () => {
    const records = expected[object];
    const columns = Object.keys(records[0] ?? {});
    const sizes = new Set<number>();
    const property = fc.asyncProperty(conditionOf(object, DEPTH), async (query) => {
      const found = await search(object, query);
      const wanted = records.filter((record) => evaluate(query, record) === true);
      sizes.add(wanted.length);
      const shown = found.map((item) => Object.fromEntries(columns.map((c) => [c, item[c]])));
      expect(shown, JSON.stringify(query)).toEqual(wanted);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    // Nothing, everything and much in between.
    expect(sizes.has(0) && sizes.has(records.length) && sizes.size > 20).toBe(true);
  });
});
