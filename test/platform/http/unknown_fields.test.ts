/**
 * Method: every object of every body in the API document refuses fields that it does not list, and the valid request and
 * the example of every endpoint, with one field more in each of their objects in turn, are refused with its place. What
 * existing clients send all the same (docs/clients.md) is listed in the forms by name.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { byTitle, listCases } from "../../accounts/authz/requests.ts";
import { openWorld } from "../../accounts/authz/world.ts";
import { opened } from "../../helpers/opened.ts";
import { exampleOf, load, resolve } from "../openapi/documented.ts";

type Json = Record<string, unknown>;

const PATCH = "/components/schemas/Operation/oneOf/1/properties/railjson_patch/items/oneOf";
const LOGICAL = "/components/schemas/RailjsonDocument/properties/signals/items/properties";
/** Objects that take any field: RFC 6902 says so of patches; a logical signal is kept as it comes, for its system. */
const FREE = new Set([0, 1, 2].map((index) => `${PATCH}/${index}`));
FREE.add(`${LOGICAL}/logical_signals/items`);
/** The same in requests. */
const FREE_PLACES = [/railjson_patch/, /logical_signals/];

const world = opened(openWorld);

beforeAll(async () => {
  await world.caller(["admin"], world.owner.identity);
});

/** Pointers of objects below a schema that take fields of any name and value. */
function listOpen(pointer: string, seen: Set<string>): string[] {
  const { pointer: at, value } = resolve(pointer);
  if (seen.has(at) || typeof value !== "object" || value === null) return [];
  seen.add(at);
  const schema = value as Json;
  const is_object = schema["type"] === "object" || "properties" in schema;
  const others = schema["additionalProperties"];
  // only tells what is required
  const is_branch = at.includes("/anyOf/") && Object.keys(schema).join() === "required,properties";
  if (is_branch) return [];
  const is_open = is_object && (others === undefined || others === true);
  const below = Object.entries(schema).flatMap(([key, part]) => {
    if (typeof part !== "object" || part === null) return [];
    if (key === "properties" || Array.isArray(part)) {
      return Object.keys(part).flatMap((name) => listOpen(`${at}/${key}/${escape(name)}`, seen));
    }
    return ["items", "additionalProperties"].includes(key) ? listOpen(`${at}/${key}`, seen) : [];
  });
  return is_open ? [at, ...below] : below;
}

function escape(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The value with one field more in one of its objects, and where. */
function* widen(value: unknown, at: string): Generator<readonly [at: string, value: unknown]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [at, { ...value, unknown_field: {} }];
  for (const [key, item] of Object.entries(value)) {
    for (const [path, one] of widen(item, `${at}${key}/`)) {
      yield [path, Array.isArray(value) ? value.with(Number(key), one) : { ...value, [key]: one }];
    }
  }
}

const BODIES = Object.entries(load().document.paths as Record<string, Json>).flatMap(
  ([path, item]) =>
    Object.keys(item)
      .map((method) => `/paths/${escape(path)}/${method}/requestBody`)
      .filter((pointer) => resolve(pointer).value !== undefined),
);

const CASES = listCases().filter(({ endpoint: { body } }) => {
  return body.kind !== "none" && body.kind !== "file" && body.kind !== "form";
});

describe("a field that a body's form does not have", () => {
  it("is in no object of the API document's bodies", () => {
    expect(BODIES.length).toBeGreaterThan(60);
    const seen = new Set<string>();
    const open = BODIES.flatMap((pointer) =>
      listOpen(`${pointer}/content/application~1json/schema`, seen),
    );
    expect(open.filter((at) => !FREE.has(at))).toEqual([]);
  });

  it.each(byTitle(CASES))("is refused by %s", async (_title, { endpoint, make }) => {
    const { request, names } = await make(world);
    const { path, body, headers = {} } = request(names);
    const given = [body, exampleOf(endpoint)].filter((one) => typeof one === "object");
    const method = endpoint.method.toUpperCase();
    const wide = given.flatMap((one) => [...widen(one, "/")]);
    for (const [at, one] of wide) {
      const answer = await world.send(world.owner, { method, path, body: one, headers });
      const place = `${method} ${endpoint.path} ${at}`;
      if (FREE_PLACES.some((free) => free.test(place))) continue;
      expect([400, 422], `${place}: ${answer.text.slice(0, 200)}`).toContain(answer.status);
      // Where one of several forms has to fit, an object around it is named; among data a field of what is missing.
      const field = `${at}unknown_field`;
      const { path: told } = (answer.json as { context: Readonly<Record<string, string>> }).context;
      const is_named =
        told === undefined
          ? answer.text.includes("unknown_field")
          : told !== "/" && (field.startsWith(told) || told.startsWith(field));
      expect(is_named, `${place}: ${answer.text}`).toBe(true);
    }
  });
});
