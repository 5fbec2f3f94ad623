// Method: iterates the table of validation rules; each request breaks one rule and must give exactly its error, changing nothing.
import { describe, expect, it } from "vitest";
import { opened } from "../../helpers/opened.ts";
import { makeRuleWorld } from "../../helpers/rule_world.ts";
import { hashTables } from "../../helpers/test_database.ts";
import { VALIDATION_RULES } from "./validation_rules.ts";
import { VALIDATORS_WORDS } from "./validators_words.ts";

const world = opened(makeRuleWorld);

describe("validation", () => {
  it("has a table without two rows of one title", () => {
    const titles = VALIDATION_RULES.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.length).toBeGreaterThan(250);
  });

  it.each(VALIDATION_RULES.map((rule) => [rule.title, rule] as const))("%s", async (_, rule) => {
    const answer = await world.send(rule.request);
    const { context, ...error } = answer.json as {
      status: number;
      type: string;
      context: Record<string, unknown>;
      message: string;
    };
    expect({ http: answer.status, status: error.status, type: error.type }, answer.text).toEqual({
      http: rule.status,
      status: rule.status,
      type: `editoast:${rule.type}`,
    });
    expect(error.message).not.toBe("");
    expect(answer.text).not.toMatch(VALIDATORS_WORDS);
    for (const [key, part] of Object.entries(rule.context ?? {})) {
      expect(context[key], `${key} of ${answer.text}`).toEqual(part);
    }
  });

  it("changes nothing by all these requests", async () => {
    expect(await hashTables(world.services.db)).toEqual(world.hashes);
  });
});
