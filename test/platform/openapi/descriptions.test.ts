// Method: every property and parameter of the document is visited; those without words are counted. Schemas that many fields share, as `Text`, have none, so that a field needs its own.
import { describe, expect, it } from "vitest";
import { load, resolve } from "./documented.ts";

const { document } = load();

interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema | false>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Whether a schema says what it means: itself, what it refers to, its items or all its forms. */
function isDescribed(schema: Schema): boolean {
  if (schema.description !== undefined) return schema.description !== "";
  if (schema.$ref !== undefined) return isDescribed(resolve(schema.$ref.slice(1)).value as Schema);
  if (schema.items !== undefined) return isDescribed(schema.items);
  const forms = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null");
  return forms.length > 0 && forms.every(isDescribed);
}

interface Visit {
  readonly count: number;
  readonly without: readonly string[];
}

/** Properties of all schemas inside of a part of the document. */
function visitProperties(part: unknown, place: string): Visit {
  if (typeof part !== "object" || part === null) return { count: 0, without: [] };
  const inner = Object.entries(part)
    .filter(([key]) => key !== "example")
    .map(([key, value]) => visitProperties(value, `${place}/${key}`));
  const { properties, type } = part as Schema;
  // Without a type it adds conditions to a schema whose properties are visited elsewhere.
  const own =
    properties === undefined || type !== "object"
      ? []
      : Object.entries(properties).filter(
          (entry): entry is [string, Schema] => entry[1] !== false && entry[1].type !== "null",
        );
  const missing = own.filter(([, schema]) => !isDescribed(schema));
  return {
    count: own.length + inner.reduce((sum, { count }) => sum + count, 0),
    without: [
      ...missing.map(([key]) => `${place}/properties/${key}`),
      ...inner.flatMap(({ without }) => without),
    ],
  };
}

interface Parameter {
  readonly name: string;
  readonly description?: string;
}

/** Names of numbers that mean nothing without a unit. */
const QUANTITIES =
  /^(?:positions?|begin|end|offset|length|mass|speeds?|max_speed|times?|begin_time|end_time|energy_consumption|speed_limit|max_efforts|powers|rolling_stock_length|initial_speed|sight_distance|radius|gradient)$/;
const UNIT =
  /[Mm]illimetres|mm from|[Mm]etres|[Mm]illiseconds|ms since|m\/s|[Kk]ilograms|[Nn]ewtons|[Ww]atts|[Jj]oules|[Pp]er mille|[Ss]igns/;

describe("every field of the interface", () => {
  it("has a description: property by property", () => {
    const { count, without } = visitProperties(document, "");
    expect(count).toBeGreaterThan(2000);
    expect(without).toEqual([]);
  });

  it("has a description: parameter by parameter", () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item as Record<string, { parameters?: readonly Parameter[] }>).flatMap(
        ({ parameters = [] }) => parameters.map((parameter) => ({ path, ...parameter })),
      ),
    );
    expect(operations.length).toBeGreaterThan(100);
    const without = operations.filter(({ description = "" }) => description === "");
    expect(without.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
  });

  it("tells its unit where it is a quantity", () => {
    const wordOf = (schema: Schema): string =>
      schema.description ?? (schema.items === undefined ? "" : wordOf(schema.items));
    const wrong: string[] = [];
    let count = 0;
    const visit = (part: unknown, place: string): void => {
      if (typeof part !== "object" || part === null) return;
      const { properties, type } = part as Schema;
      for (const [key, schema] of Object.entries(type === "object" ? (properties ?? {}) : {})) {
        if (schema === false || !QUANTITIES.test(key)) continue;
        const name = schema.items?.type ?? schema.type;
        if (!["number", "integer"].includes([name].flat()[0] as string)) continue;
        count++;
        if (!UNIT.test(wordOf(schema))) wrong.push(`${place}/${key}: ${wordOf(schema)}`);
      }
      for (const [key, value] of Object.entries(part)) visit(value, `${place}/${key}`);
    };
    visit(document.components.schemas, "");
    expect(count).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });
});

it("describes an error of the engine whole, with the keys of every error", () => {
  const { schemas } = document.components;
  const { properties, required } = schemas.CoreError;
  expect(Object.keys(properties)).toEqual(["status", "type", "context", "message"]);
  expect(required).toEqual(Object.keys(properties));
  const text = JSON.stringify(schemas);
  expect(text.match(/"core_error":/g)?.length).toBeGreaterThan(3);
  expect(text.match(/"core_error":\{"\$ref":"#\/components\/schemas\/CoreError"\}/g)?.length).toBe(
    text.match(/"core_error":/g)?.length,
  );
});
