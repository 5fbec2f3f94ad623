// Method: the schemas of the API document themselves: what a form begins with is valid by an independent validator.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import {
  firstValue,
  isNullable,
  kindOf,
  printNumber,
  readNumber,
  type Schema,
  scaleOf,
  withName,
  withValue,
} from "../../../web/src/editor/form_values.ts";

interface ApiDocument {
  readonly components: { readonly schemas: { readonly RailjsonDocument: Schema } };
}

const text = readFileSync(join(PROJECT_ROOT, "dist/openapi.json"), "utf8");
const { RailjsonDocument } = (JSON.parse(text) as ApiDocument).components.schemas;
const LISTS = Object.entries(RailjsonDocument.properties ?? {}).filter(
  ([, schema]) => kindOf(schema) === "array",
);

/** With the schemas inside of it. */
function listSchemas(schema: Schema): Schema[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
  ];
  return [schema, ...inner.flatMap(listSchemas)];
}

describe("a form", () => {
  it("begins each part with something that has the right form", () => {
    const ajv = new Ajv2020({ strict: false });
    expect(LISTS.length).toBeGreaterThan(10);
    for (const [, list] of LISTS) {
      for (const schema of listSchemas(list.items ?? {})) {
        const validate = ajv.compile(schema);
        validate(firstValue(schema));
        // A text may be empty in a form; it is refused when it is stored.
        const faults = (validate.errors ?? []).filter(({ keyword }) => keyword !== "minLength");
        expect(faults).toEqual([]);
      }
    }
  });

  it("reads numbers as they are typed, and takes none that the schema forbids", () => {
    const length: Schema = { type: "number", minimum: 0.5, maximum: 10 };
    expect(["1,5", " 2 ", "0.5", "10"].map((one) => readNumber(length, one))).toEqual([
      1.5, 2, 0.5, 10,
    ]);
    for (const wrong of ["", " ", "x", "0,4", "11", "1e", "NaN", "1 2"]) {
      expect(readNumber(length, wrong)).toBe(null);
    }
    expect(readNumber({ type: "integer" }, "1.5")).toBe(null);
    expect(readNumber({ type: ["number", "null"], exclusiveMinimum: 0 }, "0")).toBe(null);
    expect(isNullable({ type: ["number", "null"] })).toBe(true);
  });

  it("keeps the order of entries, whatever is changed in them", () => {
    const object = { a: 1, b: 2, c: 3 };
    expect(Object.entries(withValue(object, "b", 5))).toEqual([
      ["a", 1],
      ["b", 5],
      ["c", 3],
    ]);
    expect(withValue(object, "b", undefined)).toEqual({ a: 1, c: 3 });
    expect(Object.entries(withName(object, "b", "x"))).toEqual([
      ["a", 1],
      ["x", 2],
      ["c", 3],
    ]);
  });

  it("tells speeds in km/h, which are stored in m/s", () => {
    const speed: Schema = { type: "number", exclusiveMinimum: 0, maximum: 100 };
    const scale = scaleOf("speed_limit");
    expect([scaleOf("speed_limit_by_tag"), scaleOf("length")]).toEqual([scale, 1]);
    for (const km_h of [1, 80, 90, 100, 160, 300, 320.5]) {
      const stored = readNumber(speed, String(km_h), scale) ?? 0;
      expect(stored).toBeCloseTo(km_h / 3.6, 12);
      expect(printNumber(stored, scale)).toBe(String(km_h));
    }
    expect(printNumber(22.222222, scale)).toBe("80");
    // Bounds are those of what is stored.
    expect([readNumber(speed, "360", scale), readNumber(speed, "361", scale)]).toEqual([100, null]);
    expect([readNumber(speed, "0", scale), readNumber(speed, "101")]).toEqual([null, null]);
    expect(printNumber(0.1234567, 1)).toBe("0.1234567");
  });
});
