// Method: walks the schemas of all JSON bodies; an array, which valibot takes for an object without keys, must not pass for any object in them.
import * as v from "valibot";
import { expect, it } from "vitest";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";

/** What a schema is made of, as far as objects can be in it. */
interface Part extends v.GenericSchema {
  readonly pipe?: readonly Part[];
  readonly entries?: Readonly<Record<string, Part>>;
  readonly wrapped?: Part;
  readonly item?: Part;
  readonly value?: Part;
  readonly options?: readonly Part[];
}

/** Each object once, a piped one with what is piped before it, by its place. */
function* listObjects(schema: Part, place: string, seen: Set<Part>): Generator<[string, Part]> {
  if (seen.has(schema)) return;
  seen.add(schema);
  const parts = schema.pipe ?? [schema];
  if (parts.some(({ type }) => type.endsWith("object"))) yield [place, schema];
  for (const part of parts) {
    if (part !== schema && part.pipe !== undefined) yield* listObjects(part, place, seen);
    for (const [key, one] of Object.entries(part.entries ?? {})) {
      yield* listObjects(one, `${place}/${key}`, seen);
    }
    for (const [step, one] of [
      ["", part.wrapped],
      ["/*", part.item],
      ["/{}", part.value],
    ] as const) {
      if (typeof one === "object") yield* listObjects(one, place + step, seen);
    }
    for (const one of part.options ?? []) {
      if (typeof one === "object") yield* listObjects(one, place, seen);
    }
  }
}

const BODIES = ENDPOINTS.flatMap(({ method, path, body }) =>
  body.kind === "json" ? [{ title: `${method} ${path}`, schema: body.schema as Part }] : [],
);

it("no object in a body is an array", () => {
  const objects = BODIES.flatMap(({ title, schema }) => [...listObjects(schema, title, new Set())]);
  expect(objects.length).toBeGreaterThan(150);
  const lenient = objects.filter(([, schema]) => v.safeParse(schema, []).success);
  expect(lenient.map(([place]) => place)).toEqual([]);
});
