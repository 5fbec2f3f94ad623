/** The form of the check vectors of editing, and how an answer is compared with what one expects. */
import { expect } from "vitest";
import type { TestApi } from "./api.ts";

export type Json = Record<string, unknown>;

export interface Step {
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly expect: {
    readonly status?: number | readonly number[];
    readonly type?: string;
    readonly context?: Json;
    readonly answer?: unknown;
    readonly unordered?: boolean;
    readonly contains?: unknown;
    readonly railjson?: readonly Json[];
    readonly geographic?: readonly unknown[];
    readonly count?: number;
    readonly fixes?: { readonly changes: readonly Json[]; readonly creates: readonly Json[] };
  };
}

export interface Vector {
  readonly kind: string;
  readonly base: string;
  readonly operations?: readonly unknown[];
  readonly steps?: readonly Step[];
  readonly expect?: { readonly rows?: readonly Json[] };
  readonly version?: string;
  readonly after?: Readonly<Record<string, readonly Json[]>>;
  readonly after_new_errors?: readonly Json[];
  readonly tolerance_degrees?: number;
}

type Objects = ReadonlyMap<string, Json>;

/** All objects of a network by type and id. */
export async function listObjects(api: TestApi, infra: number): Promise<Objects> {
  const { json } = await api.make("GET", `/infra/${infra}/railjson`);
  const objects = new Map<string, Json>();
  for (const [key, list] of Object.entries(json)) {
    if (!Array.isArray(list)) continue;
    for (const object of list) objects.set(`${TYPE_OF[key]} ${object.id}`, object);
  }
  return objects;
}

const TYPE_OF: Readonly<Record<string, string>> = {
  track_sections: "TrackSection",
  extended_switch_types: "SwitchType",
  electrifications: "Electrification",
  neutral_sections: "NeutralSection",
  speed_sections: "SpeedSection",
  operational_points: "OperationalPoint",
  detectors: "Detector",
  buffer_stops: "BufferStop",
  switches: "Switch",
  routes: "Route",
  signals: "Signal",
};

interface StepRun {
  readonly infra: number;
  readonly step: Step;
  /** `$LEFT`, `$RIGHT`, `$LINK` → ids; filled here. */
  readonly names: Map<string, string>;
  readonly vector: Vector;
}

export async function expectStep(api: TestApi, run: StepRun): Promise<void> {
  const { infra, step, names, vector } = run;
  const { request, expect: wanted } = step;
  const path = request.path.replaceAll("{infra}", String(infra));
  const { status, json, text } = await api.call(request.method, path, request.body);
  expect([wanted.status ?? 200].flat(), text.slice(0, 1000)).toContain(status);
  if (path.endsWith("split_track_section") && status === 200) {
    await nameParts(api, { infra, names, ids: json });
  }
  if (wanted.type !== undefined) expect(json.type).toBe(`editoast:${wanted.type}`);
  if (wanted.context !== undefined) expect(json.context).toMatchObject(wanted.context);
  const expected = (value: unknown): unknown => fill(bare(value), names);
  if (wanted.answer !== undefined) {
    const tidy = wanted.unordered === true ? unordered : (value: unknown) => value;
    expect(tidy(bare(json))).toEqual(tidy(expected(wanted.answer)));
  }
  if (Array.isArray(wanted.contains)) {
    expect(json.map(({ railjson }: Json) => railjson)).toMatchObject(wanted.contains);
  } else if (wanted.contains !== undefined) {
    expect(json).toMatchObject(wanted.contains as object);
  }
  if (wanted.railjson !== undefined) {
    expect(bare(json.map(({ railjson }: Json) => railjson))).toEqual(expected(wanted.railjson));
  }
  if (wanted.geographic !== undefined) {
    const found = json.map(({ geographic }: Json) => geographic);
    expect(found).toEqual(near(wanted.geographic, vector.tolerance_degrees ?? 1e-9));
  }
  if (wanted.count !== undefined) expect(json.count).toBe(wanted.count);
  if (wanted.fixes !== undefined) expectFixes(json, wanted.fixes);
}

async function nameParts(
  api: TestApi,
  { infra, names, ids }: { infra: number; names: Map<string, string>; ids: string[] },
): Promise<void> {
  const [left = "", right = ""] = ids;
  names.set("$LEFT", left).set("$RIGHT", right);
  const of = async (track: string): Promise<string[]> =>
    (await api.make("GET", `/infra/${infra}/attached/${track}`)).json.Switch;
  const on_right = new Set(await of(right));
  const link = (await of(left)).find((id) => on_right.has(id));
  names.set("$LINK", link ?? "");
}

/** Optional parts that are null, empty or absent are the same. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, bare(item)] as const);
  return Object.fromEntries(entries.filter(([, item]) => !isEmpty(item)));
}

function isEmpty(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function fill(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => fill(item, names));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    names.get(key) ?? key,
    fill(item, names),
  ]);
  return Object.fromEntries(entries);
}

function unordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.every((item) => typeof item === "string")
      ? value.toSorted()
      : value.map(unordered);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unordered(item)]));
}

function near(value: unknown, tolerance: number): unknown {
  if (typeof value === "number") return expect.closeTo(value, -Math.log10(2 * tolerance));
  if (Array.isArray(value)) return value.map((item) => near(item, tolerance));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, near(item, tolerance)]),
  );
}

function expectFixes(
  answer: readonly Json[],
  { changes, creates }: { changes: readonly Json[]; creates: readonly Json[] },
): void {
  const text = (items: readonly unknown[]): string[] =>
    items.map((item) => JSON.stringify(item)).sort();
  const key = ({ operation_type, obj_type, obj_id, railjson_patch }: Json) => ({
    operation_type,
    obj_type,
    obj_id,
    railjson_patch,
  });
  const made = answer.filter(({ operation_type }) => operation_type === "CREATE");
  const others = answer.filter(({ operation_type }) => operation_type !== "CREATE");
  expect(text(others.map(key))).toEqual(text(changes.map(key)));
  const places = made.map(({ obj_type, railjson }) => {
    const { track, position } = railjson as Json;
    return { obj_type, track, position };
  });
  expect(text(places)).toEqual(text(creates));
}

/** What a split has changed, and nothing else. */
export function expectAfter(run: {
  before: Objects;
  after: Objects;
  names: ReadonlyMap<string, string>;
  vector: Vector;
}): void {
  const { before, after, names, vector } = run;
  const wanted = new Map<string, Json>();
  for (const [type, list] of Object.entries(vector.after ?? {})) {
    for (const object of list) {
      const filled = fill(object, names) as Json;
      wanted.set(`${type} ${String(filled["id"])}`, filled);
    }
  }
  const old_track = [...before.keys()].filter((key) => !after.has(key));
  expect(old_track).toHaveLength(1);
  const halves: number[][][] = [];
  for (const [key, object] of after) {
    const expected = wanted.get(key);
    if (expected === undefined) {
      expect(object, key).toEqual(before.get(key));
      continue;
    }
    const { geo, ...rest } = object;
    if ("geo" in expected && expected["geo"] === null) {
      expect(bare(rest), key).toEqual(bare({ ...expected, geo: undefined }));
      halves.push((geo as { coordinates: number[][] }).coordinates);
    } else {
      expect(bare(object), key).toEqual(bare(expected));
    }
    wanted.delete(key);
  }
  expect([...wanted.keys()]).toEqual([]);
  const old = before.get(old_track[0] ?? "")?.["geo"] as { coordinates: number[][] };
  const [left, right] = halves;
  expect(left?.[0]).toEqual(old.coordinates[0]);
  expect(right?.at(-1)).toEqual(old.coordinates.at(-1));
  expect(left?.at(-1)).toEqual(right?.[0]);
}
