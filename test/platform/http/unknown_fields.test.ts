// Method: the example of every body, with one field more in each of its objects in turn, against its schema. Bodies that take any field are those that docs/clients.md lists; objects of extensions and patches hold any value.
import type { GenericSchema } from "valibot";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";

const LAX = [
  // records that existing clients send back
  /^(post|patch) \/(projects|rolling_stock|towed_rolling_stock)(\/|\s)(?!.*locked)/,
  /^put \/infra\/:infra_id \/$/,
  // paths that they send back
  /project_path \/(path\/)?$/,
  /path_properties \/$/,
  // checked where the operations are applied: by the type of the object, and by RFC 6902
  /^post \/infra\/:infra_id \/\d\/(railjson|railjson_patch\/0)\/$/,
];

/** The value with one field more in one of its objects, and where. */
function* widen(value: unknown, at: string): Generator<readonly [at: string, value: unknown]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [at, { ...value, unknown_field: 1 }];
  for (const [key, item] of Object.entries(value)) {
    for (const [path, one] of widen(item, `${at}${key}/`)) {
      yield [path, Array.isArray(value) ? value.with(Number(key), one) : { ...value, [key]: one }];
    }
  }
}

const BODIES = ENDPOINTS.flatMap(({ method, path, body }) =>
  body !== null && "example" in body && body.example !== undefined
    ? [{ name: `${method} ${path}`, schema: body.schema as GenericSchema, example: body.example }]
    : [],
);

describe("a field that a body's form does not have", () => {
  it("is refused everywhere but where existing clients send it", () => {
    expect(BODIES.length).toBeGreaterThan(40);
    const taken = BODIES.flatMap(({ name, schema, example }) =>
      [...widen(example, "/")].flatMap(([at, body]) =>
        v.safeParse(schema, body).success ? [`${name} ${at}`] : [],
      ),
    );
    expect(taken.filter((one) => !LAX.some((lax) => lax.test(one)))).toEqual([]);
    expect(taken.length).toBeGreaterThan(LAX.length);
  });
});
