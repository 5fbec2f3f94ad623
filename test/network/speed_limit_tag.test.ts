// Method: the default set is checked against its own closure (a tag's list begins with fallbacks whose lists it holds); files on disk.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fallbacksOf, speedLimitTags } from "../../src/network/speed_limit_tag/speed_limit_tags.ts";
import { ConfigError } from "../../src/platform/config.ts";
import { startTestApi, type TestApi } from "../helpers/api.ts";
import { makeConfig } from "../helpers/services.ts";

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startTestApi();
  folder = mkdtempSync(join(tmpdir(), "marey-tags-"));
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

describe("speed limit tags", () => {
  it("are the French ones by default, each once, in the order of their file", async () => {
    const { json, status } = await api.call("GET", "/speed_limit_tags");
    expect(status).toBe(200);
    expect(json).toHaveLength(45);
    expect(new Set(json).size).toBe(45);
    expect(json.slice(0, 3)).toEqual(["V200", "R200", "AR200"]);
  });

  it("fall back to tags that exist, never to themselves, in the order of the rule", () => {
    const tags = speedLimitTags(makeConfig());
    for (const [tag, fallbacks] of tags) {
      expect(fallbacks).not.toContain(tag);
      expect(fallbacks.every((fallback) => tags.has(fallback))).toBe(true);
      expect(new Set(fallbacks).size).toBe(fallbacks.length);
    }
    expect(fallbacksOf(tags, "MA100")).toEqual(["MA90", "MA80"]);
    expect(fallbacksOf(tags, "E32C")).toContain("MA100");
    expect(fallbacksOf(tags, "no such tag")).toEqual([]);
    expect(fallbacksOf(tags, null)).toEqual([]);
  });

  it("come from the configured file", () => {
    const file = join(folder, "tags.json");
    writeFileSync(file, JSON.stringify({ B: { fallback_list: ["A"] }, A: { fallback_list: [] } }));
    const tags = speedLimitTags(makeConfig({ SPEED_LIMIT_TAGS_FILE: file }));
    expect([...tags]).toEqual([
      ["B", ["A"]],
      ["A", []],
    ]);
  });

  it.each([
    ["that is not there", null],
    ["that is no JSON", "{"],
    ["of another form", '{"A":["B"]}'],
    ["with unknown keys", '{"A":{"fallback_list":[],"other":1}}'],
  ])("from a file %s stop the start with the setting's name", (_, text) => {
    const file = join(folder, "wrong.json");
    if (text !== null) writeFileSync(file, text);
    const config = makeConfig({ SPEED_LIMIT_TAGS_FILE: text === null ? `${file}.gone` : file });
    expect(() => speedLimitTags(config)).toThrow(ConfigError);
    expect(() => speedLimitTags(config)).toThrow(/SPEED_LIMIT_TAGS_FILE/);
  });
});
