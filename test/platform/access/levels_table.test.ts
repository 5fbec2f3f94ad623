// Method: the table of docs/access.md against the one that the endpoints' declarations make.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { withTable } from "../../../src/server/written_tables.ts";

const PAGE = join(import.meta.dirname, "../../../docs/access.md");

describe("the table of required roles and levels in docs/access.md", () => {
  const page = readFileSync(PAGE, "utf8");

  it("says of every endpoint what it declares, and of nothing else (else: npm run tables)", () => {
    expect(withTable(page, "access")).toBe(page);
  });

  it("names every endpoint once", () => {
    const named = [...page.matchAll(/`([A-Z]+ \/[^`]*)`/g)].map(([, name = ""]) => name);
    const all = ENDPOINTS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(all.length).toBeGreaterThan(60);
    for (const name of all)
      expect(
        named.filter((one) => one === name),
        name,
      ).toHaveLength(1);
  });
});
