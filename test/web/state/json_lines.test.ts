// Method: documents drawn by a seed; the value at a place is replaced by a mark, and the line that has the mark is the wanted one.
import { expect, it } from "vitest";
import { findLine, lineOfSyntax } from "../../../web/src/state/asked/json_lines.ts";
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Step = string | number;

const KEYS = ["a", "b c", 'quo"te', "sl/ash", "til~de", "[{", "東", "length"];
const MARK = "the wanted one";

function draw(random: Random, depth: number): Json {
  const kind = depth === 0 ? 0 : wholeBetween(random, 0, 3);
  if (kind <= 1)
    return ['x]}"\\', -1.5e3, true, null, "", "{\n"][wholeBetween(random, 0, 5)] ?? null;
  const count = wholeBetween(random, 0, 4);
  const items = Array.from({ length: count }, () => draw(random, depth - 1));
  if (kind === 2) return items;
  return Object.fromEntries(
    items.map((item, i) => [KEYS[(i * 3 + depth) % KEYS.length] ?? "", item]),
  );
}

function listPlaces(value: Json, path: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const entries: [Step, Json][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [path, ...entries.flatMap(([step, item]) => listPlaces(item, [...path, step]))];
}

function mark(value: Json, [step, ...rest]: readonly Step[]): Json {
  if (step === undefined) return MARK;
  if (Array.isArray(value)) return value.map((item, i) => (i === step ? mark(item, rest) : item));
  const entries = Object.entries(value as { [key: string]: Json });
  return Object.fromEntries(
    entries.map(([key, item]) => [key, key === step ? mark(item, rest) : item]),
  );
}

const pointerOf = (path: readonly Step[]): string =>
  path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

it.each(Array.from({ length: 40 }, (_, i) => i))("finds every place of document %i", (seed) => {
  const value = draw(makeRandom(seed), 4);
  for (const path of listPlaces(value)) {
    const text = JSON.stringify(mark(value, path), null, 2);
    const wanted = text.slice(0, text.indexOf(`"${MARK}"`)).split("\n").length;
    expect(findLine(text, pointerOf(path)), pointerOf(path)).toBe(wanted);
  }
});

it("finds the innermost value around a place that is not there", () => {
  const text = '{\n"a": [\n{"b": 1}\n]}';
  expect(findLine(text, "/a/0/c")).toBe(3);
  expect(findLine(text, "/a/7")).toBe(2);
  expect(findLine(text, "/none")).toBe(1);
});

it.each([
  ["Unexpected token } in JSON at position 4", 3],
  ["Expected property name at line 2 column 1 of the JSON data", 2],
  ["Unexpected end of JSON input", null],
])("reads the line of %j", (message, line) => {
  expect(lineOfSyntax("{\n1\n}\n", message)).toBe(line);
});
