// Method: a table of wrong expressions with the place that must be reported, oversized and random ones; every answer is quick and not a 5xx.
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../../helpers/api.ts";
import { opened } from "../../helpers/opened.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";

const api = opened(startTestApi);

beforeAll(async () => {
  await api.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON);
});

const NAME = ["name"];
const nested = (depth: number): unknown => {
  let expression: unknown = true;
  for (let i = 0; i < depth; i++) expression = ["not", expression];
  return expression;
};

const WRONG: readonly [what: string, query: unknown, path: string, reason: RegExp][] = [
  ["a text is no condition", "name", "/query", /must be a boolean, it is a text/],
  ["null is no condition", null, "/query", /must be a boolean, it is a null/],
  ["a column is no condition", NAME, "/query", /must be a boolean/],
  ["an object", { name: 1 }, "/query", /must be a value, a column or an operator/],
  ["an object inside", ["not", ["=", NAME, {}]], "/query/1/2", /must be a value/],
  ["an empty array", [], "/query", /must start with the name/],
  ["a number as a name", [1, 2], "/query", /must start with the name/],
  ["an unknown column", ["=", ["nam"], "x"], "/query/1", /there is no column 'nam'/],
  ["another object's column", ["=", ["label"], "x"], "/query/1", /there is no column/],
  ["an inherited name as a column", ["=", ["toString"], 1], "/query/1", /there is no column/],
  ["a prototype as a column", ["=", ["__proto__"], 1], "/query/1", /there is no column/],
  ["an unknown operator", ["<", ["uic"], 1], "/query", /there is no operator '<'/],
  ["an inherited name as an operator", ["constructor", 1], "/query", /there is no operator/],
  ["SQL as an operator", ["= 1 or 1 =", 1, 1], "/query", /there is no operator/],
  ["nothing to join", ["and"], "/query", /'and' takes at least 1 argument, not 0/],
  ["two arguments of not", ["not", true, true], "/query", /takes 1 argument, not 2/],
  ["one argument of =", ["=", NAME], "/query", /takes 2 arguments, not 1/],
  ["a joined text", ["or", true, "x"], "/query/2", /must be a boolean/],
  ["text against number", ["=", NAME, 1], "/query", /a text can't equal a number/],
  ["like on a number", ["like", ["uic"], "1%"], "/query/1", /must be a text, it is a number/],
  ["a pattern from a column", ["like", NAME, ["ch"]], "/query/2", /literal/],
  ["a pattern with an open escape", ["like", NAME, "a\\"], "/query/2", /end with an escape/],
  ["three backslashes", ["ilike", NAME, "\\\\\\"], "/query/2", /end with an escape/],
  ["words from a column", ["search", NAME, ["ch"]], "/query/2", /literal/],
  ["search in a number", ["search", ["uic"], "1"], "/query/1", /must be a text or a list of texts/],
  ["an empty list", ["contains", ["list"], "x"], "/query/1", /'list' takes at least 1/],
  ["a mixed list", ["contains", ["list", 1, "x"], 1], "/query/1", /mixes/],
  ["a column in a list", ["contains", ["list", NAME], "x"], "/query/1/1", /literal/],
  ["null in a list", ["contains", ["list", null], "x"], "/query/1/1", /literal/],
  ["a text in numbers", ["contains", ["list", 1], "x"], "/query/2", /must be a list of numbers/],
  ["no list", ["contains", NAME, "x"], "/query/1", /must be a list of texts/],
  ["to_string of a text", ["=", ["to_string", NAME], "x"], "/query/1/1", /must be a number/],
  ["a NUL", ["=", NAME, "a\0b"], "/query/2", /NUL/],
  ["half of a surrogate pair", ["search", NAME, "\ud800"], "/query/2", /surrogate/],
  ["nesting beyond the limit", nested(40), `/query${"/1".repeat(16)}`, /deeper than 16 levels/],
  ["too long a text", ["=", NAME, "x".repeat(1025)], "/query/2", /more than 1024 characters/],
  ["1 MB of text", ["search", NAME, "x".repeat(1e6)], "/query/2", /more than 1024 characters/],
  ["too many words", ["search", NAME, "a ".repeat(500)], "/query/2", /more than 5000 parts/],
  ["too many patterns", ["or", ...Array(200).fill(["like", NAME, "a"])], "/query/65", /5000/],
  ["too many without case", ["or", ...Array(99).fill(["=i", NAME, "a"])], "/query/65", /5000/],
  ["90,000 arguments", ["or", ...Array(9e4).fill(true)], "/query/5000", /more than 5000/],
  ["a long list", ["contains", ["list", ...Array(9e4).fill(1)], ["uic"]], "/query/1/4999", /5000/],
  ["a number without case", ["=i", ["uic"], "1"], "/query/1", /must be a text, it is a number/],
  ["null without case", ["=i", NAME, null], "/query/2", /must be a text, it is a null/],
];

async function search(query: unknown, object = "operationalpoint") {
  return await api.call("POST", "/search", { object, query });
}

describe("a wrong expression", () => {
  it.each(WRONG)("is answered 400 with its place: %s", async (_what, query, path, reason) => {
    const { status, json } = await search(query);
    expect({ status, type: json.type, path: json.context.path }).toEqual({
      status: 400,
      type: "editoast:search:SearchEngineError",
      path,
    });
    expect(json.context.reason).toMatch(reason);
    expect(json.message).toBe(`${path}: ${json.context.reason}`);
  });

  it("with a number that no JSON number can be is told, too", async () => {
    const body = '{"object":"operationalpoint","query":["=",["uic"],1e999]}';
    const headers = { "content-type": "application/json" };
    const answer = await api.call("POST", "/search", body, headers);
    expect(answer.json).toMatchObject({ status: 400, context: { path: "/query/2" } });
  });

  it("nested ten thousand deep is no JSON here", async () => {
    const body = `{"object":"track","query":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    const headers = { "content-type": "application/json" };
    const answer = await api.call("POST", "/search", body, headers);
    expect(answer.json).toMatchObject({ status: 400, type: "editoast:request:InvalidJson" });
  });

  it("asks the database for nothing, whatever is wrong", async () => {
    const before = new Map(api.statements);
    for (const [, query] of WRONG) await search(query);
    expect(api.statements).toEqual(before);
  });
});

describe("a hostile value", () => {
  it.each([
    ["SQL", ["=", NAME, "'; drop table infra; --"]],
    ["SQL in words", ["search", NAME, "') or true --"]],
    ["a pattern of wildcards", ["like", NAME, "%_".repeat(400)]],
    ["a pattern that backtracks", ["ilike", ["to_string", ["uic"]], `${"%a".repeat(400)}%b`]],
    ["a full-width wildcard", ["search", NAME, "％＿＼"]],
    ["nothing but accents", ["search", ["trigram"], "\u0301\u0301x"]],
    ["a prototype as a word", ["search", NAME, "__proto__"]],
    ["an inherited name as a word", ["search", NAME, "constructor"]],
  ])("is only a value: %s", async (_what, query) => {
    const { status, json } = await search(query);
    expect({ status, json }).toEqual({ status: 200, json: [] });
  });

  it("of a huge number finds nothing and breaks nothing", async () => {
    for (const value of [1e300, -1e300, 2 ** 63, 5e-324, -0.5]) {
      const { status, json } = await search(["=", ["uic"], value]);
      expect({ status, json }).toEqual({ status: 200, json: [] });
      const among = await search(["contains", ["list", value], ["uic"]]);
      expect({ status: among.status, json: among.json }).toEqual({ status: 200, json: [] });
    }
  });
});

describe("an unknown object", () => {
  it.each(["", "Track", "toString", "__proto__", "infra", "'", "x".repeat(4096)])(
    "is told: %s",
    async (object) => {
      const { json } = await search(true, object);
      expect(json).toMatchObject({
        status: 400,
        type: "editoast:search:ObjectType",
        context: { object_type: object.slice(0, 100) },
      });
    },
  );
});

describe("random expressions", () => {
  const names = fc.constantFrom("name", "uic", "infra_id", "trigram", "obj_id", "label");
  const OPERATORS = "and or not = =i like ilike search list contains to_string".split(" ");
  const operators = fc.constantFrom(...OPERATORS);
  const { expression } = fc.letrec((tie) => ({
    expression: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      fc.jsonValue({ maxDepth: 1 }),
      names.map((name) => [name]),
      fc.constantFrom("a", "\\", "%", 1, 2.5, true, null),
      fc
        .tuple(operators, fc.array(tie("expression"), { maxLength: 3 }))
        .map(([name, given]) => [name, ...given]),
    ),
  }));

  it("are answered 200 or 400 SearchEngineError, whatever they are", async () => {
    let understood = 0;
    const property = fc.asyncProperty(expression, async (query) => {
      const { status, text, json } = await search(["or", query]);
      if (status === 200) understood++;
      else
        expect(json.type, `${JSON.stringify(query)}: ${text}`).toBe(
          "editoast:search:SearchEngineError",
        );
    });
    await fc.assert(property, { numRuns: 1500, seed: 7, endOnFailure: true });
    expect(understood).toBeGreaterThan(30);
  });
});
