// Method: the table of ARCHITECTURE.md against the endpoints' declarations, in both directions.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../../src/platform/http/endpoint.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";

const PAGE = join(import.meta.dirname, "../../../ARCHITECTURE.md");
const ROW =
  /^\| (?<roles>[^|]+) \| (?<levels>[^|]+) \| (?<endpoints>(?:`[A-Z]+ \/[^`]*`(?:, )?)+) \|$/;

const nameOf = ({ method, path }: Endpoint): string => `${method.toUpperCase()} ${path}`;

/** What an endpoint asks of its caller, as the table says it. */
function describeAccess({ access }: Endpoint): string {
  if (access.kind === "public") return "everybody | -";
  if (access.kind === "authenticated") return "signed in | -";
  const { roles, levels, is_repair } = access;
  const needed = Object.entries(levels).map(([type, level]) => `${type} ${level}`);
  const text = needed.length === 0 ? "-" : needed.join(", ");
  return `${roles.join(", ") || "signed in"} | ${text}${is_repair ? " (not asked of `admin`)" : ""}`;
}

function readTable(): Map<string, string> {
  const table = new Map<string, string>();
  for (const line of readFileSync(PAGE, "utf8").split("\n")) {
    const groups = ROW.exec(line)?.groups;
    if (groups === undefined) continue;
    for (const [, name = ""] of (groups["endpoints"] ?? "").matchAll(/`([^`]+)`/g)) {
      expect(table.has(name), `${name} is in the table once`).toBe(false);
      table.set(name, `${groups["roles"]} | ${groups["levels"]}`);
    }
  }
  return table;
}

describe("the table of required roles and levels in ARCHITECTURE.md", () => {
  const declared = new Map(ENDPOINTS.map((one) => [nameOf(one), describeAccess(one)]));

  it("says of every endpoint what it declares, and of nothing else", () => {
    expect(declared.size).toBeGreaterThan(60);
    expect(Object.fromEntries(readTable())).toEqual(Object.fromEntries(declared));
  });
});
