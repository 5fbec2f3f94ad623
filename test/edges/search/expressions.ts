/** Random valid expressions over the columns of an object, and records worth searching. */
import fc from "fast-check";
import { type ColumnType, SEARCH_OBJECTS } from "../../../src/edges/search/objects.ts";
import type { Json } from "./evaluate.ts";

/** Few pieces, so that random texts meet random words. */
const PIECES = [
  "Saint",
  "Mi",
  "chel",
  "é",
  "É",
  "Œ",
  "ß",
  "%",
  "_",
  "\\",
  " ",
  "-",
  "'",
  "st",
  "a",
];
export const text = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(""));
export const number = fc.constantFrom(0, 1, 2, 3, -7, 87_000_001);
export const words = fc.constantFrom("BAL", "BAPR", "TVM", "TVM430", "Nf", "é", "a b");

const pattern = fc
  .array(fc.constantFrom("%", "_", "\\%", "\\_", "\\\\", "Mi", "é", "A", "st", " "), {
    maxLength: 4,
  })
  .map((pieces) => pieces.join(""));
const query = fc
  .array(fc.constantFrom("saint", "ST", "mi", "Ché", "e", "oe", "%", "_", "\\", "’", "-"), {
    maxLength: 3,
  })
  .map((pieces) => pieces.join(" "));

type Column = readonly [name: string, type: ColumnType];

function ofTypes(
  columns: readonly Column[],
  ...types: readonly ColumnType[]
): fc.Arbitrary<Json>[] {
  return columns.filter(([, type]) => types.includes(type)).map(([name]) => fc.constant([name]));
}

/** A condition at most `depth` operators deep. */
export function conditionOf(
  object: keyof typeof SEARCH_OBJECTS,
  depth: number,
): fc.Arbitrary<Json> {
  const columns: readonly Column[] = Object.entries(SEARCH_OBJECTS[object].columns);
  const numbers = ofTypes(columns, "number");
  const aNumber = fc.oneof(
    ...numbers,
    fc.constantFrom<Json>(0, 1, 2.5, 1e300, -7, 87_000_001, 2 ** 60),
  );
  const shown = fc.tuple(fc.constant("to_string"), fc.oneof(...numbers));
  const aText: fc.Arbitrary<Json> = fc.oneof(
    { weight: 4, arbitrary: fc.oneof(...ofTypes(columns, "text", "folded_text")) },
    text,
    shown,
  );
  const written = fc.array(fc.oneof(words, text), { minLength: 1, maxLength: 3 });
  const aList: fc.Arbitrary<Json> = fc.oneof(
    ...ofTypes(columns, "texts"),
    written.map((items) => ["list", ...items]),
  );
  const numberList = fc
    .array(fc.oneof(number, fc.constant(2.5)), { minLength: 1, maxLength: 3 })
    .map((items) => ["list", ...items]);
  const call = (name: string, ...args: readonly fc.Arbitrary<Json>[]): fc.Arbitrary<Json> =>
    fc.tuple(...args).map((given) => [name, ...given]);
  const leaf = fc.oneof(
    fc.boolean(),
    call("=", aText, fc.oneof(aText, fc.constant(null))),
    call("=", fc.constant(null), aNumber),
    call("=", aNumber, aNumber),
    call("=i", aText, fc.oneof(aText, pattern)),
    call("=", aList, aList),
    call("like", aText, pattern),
    call("ilike", aText, pattern),
    { weight: 3, arbitrary: call("search", fc.oneof(aText, aList), query) },
    call("contains", aList, fc.oneof(aText, aList)),
    call("contains", numberList, fc.oneof(aNumber, numberList)),
  );
  if (depth <= 1) return leaf;
  const inner = conditionOf(object, depth - 1);
  const many = fc.array(inner, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    leaf,
    many.map((all) => ["and", ...all]),
    many.map((all) => ["or", ...all]),
    inner.map((one) => ["not", one]),
    fc.tuple(inner, inner).map(([a, b]) => ["=", a, b]),
  );
}
