// Method: the document and its page through dispatch, without an identity where other endpoints require one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import { startTestApi, type TestApi } from "../../helpers/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ AUTHORIZATION: "enforce" });
});
afterAll(async () => await api.close());

describe("the served document", () => {
  it("is the committed one, for everybody", async () => {
    const answer = await api.call("GET", "/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.text).toBe(readFileSync(join(PROJECT_ROOT, "dist/openapi.json"), "utf8"));
  });
});

describe("the page", () => {
  it("loads nothing from elsewhere, and its policy would not let it", async () => {
    const page = await api.call("GET", "/docs");
    expect(page.status).toBe(200);
    const policy = page.headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, at = ""]) => at);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      const file = await api.call("GET", `/${address}`);
      expect(file.status, address).toBe(200);
      expect(file.text.length, address).toBeGreaterThan(100);
    }
    const start = await api.call("GET", "/docs/start.js");
    expect(start.text).toContain('"openapi.json"');
    expect(start.text).not.toMatch(/https?:/);
  });

  it("has no other files", async () => {
    for (const name of ["swagger-ui-dist", "..%2Fpackage.json", "package.json"]) {
      expect((await api.call("GET", `/docs/${name}`)).status).toBe(400);
    }
  });
});
