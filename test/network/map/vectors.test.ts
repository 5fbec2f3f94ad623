// Method: the check vectors of the map, as others wrote them down from the rules; tiles are read by an independent decoder.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findReference } from "../../../bench/recorded/cases.ts";
import { OBJECT_TYPES } from "../../../src/railway/object_types.ts";
import { startTestApi } from "../../helpers/api.ts";
import { opened } from "../../helpers/opened.ts";
import { readTile, type TileFeature, unitsOf } from "../../helpers/tiles.ts";

const FOLDER = findReference("reference_editing");
const IS_THERE = existsSync(FOLDER);
if (!IS_THERE)
  console.warn("SKIPPED: vectors of the map, ../shared/reference_editing is not there");

type Json = Record<string, unknown>;

interface Wanted {
  readonly properties: Json;
  readonly absent: readonly string[];
  readonly geometry: string;
  readonly at?: readonly number[];
}

interface Vector {
  readonly name: string;
  readonly base: string;
  readonly operations?: readonly { operation_type: string; obj_type: string; railjson: Json }[];
  readonly layer?: string;
  readonly tile?: { readonly z: number; readonly x: number; readonly y: number };
  readonly features?: readonly Wanted[];
  readonly empty_body?: boolean;
  readonly steps?: readonly {
    readonly request: { readonly method: string; readonly path: string };
    readonly expect: {
      readonly status?: number;
      readonly type?: string;
      readonly context?: Json;
      readonly contains?: Json;
      readonly answer?: readonly unknown[];
      readonly content_type?: string;
    };
  }[];
}

const vectors: Vector[] = IS_THERE
  ? readdirSync(FOLDER)
      .filter((file) => file.startsWith("tiles__"))
      .map((file) => JSON.parse(readFileSync(join(FOLDER, file), "utf8")))
  : [];

const api = opened(startTestApi);

/** The network with the vector's creations. */
async function importBase({ name, base, operations = [] }: Vector): Promise<number> {
  const document = JSON.parse(readFileSync(join(FOLDER, "networks", `${base}.json`), "utf8"));
  for (const { operation_type, obj_type, railjson } of operations) {
    const type = OBJECT_TYPES.find((one) => one.obj_type === obj_type);
    if (operation_type !== "CREATE" || type === undefined) throw new Error("an unknown operation");
    document[type.key].push(railjson);
  }
  return (await api.make("POST", `/infra/railjson?name=${name}`, document)).json.infra;
}

function isFeature(feature: TileFeature, wanted: Wanted): boolean {
  const { properties } = feature;
  const has_all = Object.entries(wanted.properties).every(([key, value]) => {
    const told = properties[key];
    if (typeof value !== "object" || value === null || !("json" in value)) return told === value;
    return (
      typeof told === "string" && JSON.stringify(JSON.parse(told)) === JSON.stringify(value.json)
    );
  });
  return has_all && wanted.absent.every((key) => !(key in properties));
}

describe.runIf(IS_THERE)("the vectors of the map", () => {
  it("are there", () => {
    expect(vectors.length).toBeGreaterThan(10);
  });

  it.each(vectors.filter(({ tile }) => tile !== undefined))("tile: $name", async (vector) => {
    const { layer, tile, features = [], empty_body } = vector;
    if (tile === undefined) throw new Error("no tile");
    const infra = await importBase(vector);
    const path = `/layers/tile/${layer}/geo/${tile.z}/${tile.x}/${tile.y}/?infra=${infra}`;
    const answer = await api.call("GET", path);
    if (empty_body === true) expect([answer.status, answer.text]).toEqual([200, ""]);
    const read = readTile(answer);
    for (const wanted of features) {
      const found = read.features.filter((feature) => isFeature(feature, wanted));
      expect(found.length, JSON.stringify([wanted, read.features])).toBeGreaterThan(0);
      const [feature] = found;
      expect(feature?.kind).toBe(wanted.geometry.replace("Multi", ""));
      if (wanted.at === undefined) continue;
      const [x, y] = unitsOf(wanted.at, tile);
      const [told_x = 0, told_y = 0] = feature?.lines[0]?.[0] ?? [];
      expect(Math.max(Math.abs(told_x - x), Math.abs(told_y - y))).toBeLessThanOrEqual(1);
    }
  });

  it.each(vectors.filter(({ steps }) => steps !== undefined))("steps: $name", async (vector) => {
    const infra = await importBase(vector);
    for (const { request, expect: wanted } of vector.steps ?? []) {
      const path = request.path.replaceAll("{infra}", String(infra));
      const { status, headers, json } = await api.call(request.method, path);
      expect(status, path).toBe(wanted.status ?? 200);
      if (wanted.type !== undefined) expect(json.type).toBe(`editoast:${wanted.type}`);
      if (wanted.context !== undefined) expect(json.context).toMatchObject(wanted.context);
      if (wanted.contains !== undefined) expect(json).toMatchObject(wanted.contains);
      if (wanted.answer !== undefined) expect(new Set(json)).toEqual(new Set(wanted.answer));
      if (wanted.content_type !== undefined) {
        expect(headers["content-type"]).toContain(wanted.content_type);
      }
    }
  });
});
