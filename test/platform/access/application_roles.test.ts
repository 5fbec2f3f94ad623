// Method: files of application roles with one fault each, written by hand; the message must name the file, the line and the fault.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfiguredRoles } from "../../../src/accounts/authn/admins.ts";
import { nameRoles } from "../../../src/edges/compat/roles.endpoints.ts";
import {
  parseApplicationRoles,
  RolesFileError,
  readApplicationRoles,
  resolveRoles,
} from "../../../src/platform/access/application_roles.ts";
import { ALL_ROLES } from "../../../src/platform/access/roles.ts";
import { ConfigError } from "../../../src/platform/config.ts";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import { makeConfig } from "../../helpers/services.ts";

const EXAMPLE = join(PROJECT_ROOT, "src/accounts/authz/roles.example.yaml");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marey-roles-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function faultOf(text: string): string {
  try {
    parseApplicationRoles(text, "/etc/roles.yaml");
  } catch (error) {
    // Anything else would be a stack trace for whoever edits the file.
    expect(error).toBeInstanceOf(RolesFileError);
    return error instanceof Error ? error.message : "";
  }
  return "accepted";
}

const GOOD = "ops:\n  name: Operations\n  implies: [infra:read]\n";

describe("a file of application roles", () => {
  it.each<readonly [string, string, number, RegExp]>([
    [
      "implies a tag that is no role",
      `${GOOD}boss:\n  name: Boss\n  implies:\n    - ops\n    - opps\n`,
      8,
      /'boss' implies 'opps', which is no role/,
    ],
    [
      "implies a builtin role in other letters",
      "a:\n  name: A\n  implies: [Infra:read]\n",
      3,
      /'Infra:read', which is no role/,
    ],
    [
      "has roles that imply each other",
      "a:\n  name: A\n  implies: [b]\nb:\n  name: B\n  implies: [c]\nc:\n  name: C\n  implies: [b]\n",
      9,
      /imply each other: b → c → b/,
    ],
    ["has a role that implies itself", "a:\n  name: A\n  implies: [a]\n", 3, /a → a/],
    [
      "gives a builtin role another meaning",
      `${GOOD}infra:read:\n  name: Mine\n  implies: [admin]\n`,
      4,
      /'infra:read' is the name of a builtin role/,
    ],
    ["is no YAML", "ops:\n  name: Operations\n  implies: [infra:read\nboss: 1\n", 4, /./],
    ["has a tab for an indent", "ops:\n\tname: Operations\n", 2, /[Tt]ab/],
    ["names a role twice", `${GOOD}${GOOD}`, 4, /unique/],
    ["names a field twice", "ops:\n  name: A\n  name: B\n  implies: []\n", 3, /unique/],
    ["is two documents", `${GOOD}---\n${GOOD}`, 4, /multiple documents/],
    ["is a list", "- ops\n- boss\n", 1, /must be a map/],
    ["is a text", "operations\n", 1, /must be a map/],
    ["is empty", "", 1, /must be a map/],
    ["has only comments", "# nothing\n# yet\n", 1, /must be a map/],
    ["has a role without a name", "ops:\n  implies: []\n", 2, /'ops': name/],
    ["has an empty name", 'ops:\n  name: ""\n  implies: []\n', 2, /'ops': name: must not be empty/],
    ["has a name that is a number", "ops:\n  name: 5\n  implies: []\n", 2, /name: must be a text/],
    ["has a role without implied roles", "ops:\n  name: A\n", 2, /'ops': implies/],
    [
      "implies a text in place of a list",
      "ops:\n  name: A\n  implies: infra:read\n",
      3,
      /implies: must be a list/,
    ],
    [
      "implies something that is no text",
      "ops:\n  name: A\n  implies:\n    - infra:read\n    - 7\n",
      5,
      /implies\.1: must be a text/,
    ],
    [
      "has a field that means nothing",
      "ops:\n  name: A\n  implies: []\n  inherits: [admin]\n",
      4,
      /'ops': inherits/,
    ],
    ["has a role that is a text", `${GOOD}boss: ops\n`, 4, /'boss'/],
    ["has a role that is nothing", `${GOOD}boss:\n`, 4, /'boss'/],
    ["has an empty tag", `${GOOD}"":\n  name: A\n  implies: []\n`, 4, /a role tag is a text/],
    [
      "has a tag with a control character",
      `${GOOD}"a\\u0007b":\n  name: A\n  implies: []\n`,
      4,
      /a role tag is a text/,
    ],
    [
      "has a tag of 256 characters",
      `${"a".repeat(256)}:\n  name: A\n  implies: []\n`,
      1,
      /a role tag is a text/,
    ],
    [
      "has a tag that is a number",
      `${GOOD}7:\n  name: A\n  implies: []\n`,
      4,
      /a role tag is a text/,
    ],
    ["has a tag that is a list", `${GOOD}? [a, b]\n: name: A\n`, 4, /a role tag is a text/],
    ["points to nothing", "ops:\n  name: *somebody\n  implies: []\n", 2, /alias/],
    [
      "would fill the memory",
      `ops:\n  name: A\n  implies:\n    - &c0 [x, x, x, x, x, x, x, x, x]\n${Array.from(
        { length: 12 },
        (_, i) => `    - &c${i + 1} [${Array(9).fill(`*c${i}`).join(", ")}]\n`,
      ).join("")}`,
      2,
      /alias/,
    ],
  ])("that %s stops the start and names the line", (_what, text, line, fault) => {
    const message = faultOf(text);
    expect(message).toMatch(/^\/etc\/roles\.yaml: line \d+: /);
    expect(message).toMatch(fault);
    expect(Number(/line (\d+)/.exec(message)?.[1])).toBe(line);
    expect(message).not.toContain("\n");
  });

  it("with more than 10,000 roles is refused", () => {
    const tags = Array.from({ length: 10_001 }, (_, i) => `r${i}:\n`);
    expect(faultOf(tags.join(""))).toMatch(/line 1: has more than 10000 roles/);
  });

  it("may be JSON", () => {
    const text = JSON.stringify({ ops: { name: "Operations", implies: ["admin"] } }, null, 2);
    expect(parseApplicationRoles(text, "roles.json").get("ops")?.builtin_roles.size).toBe(13);
  });

  it("names the line of a fault in JSON too", () => {
    const text = JSON.stringify({ ops: { name: "Operations", implies: ["nobody"] } }, null, 2);
    expect(faultOf(text)).toMatch(/line 5: role 'ops' implies 'nobody'/);
  });

  it("that can't be read is named", () => {
    const missing = join(folder, "missing.yaml");
    expect(() => readApplicationRoles(missing)).toThrow(RolesFileError);
    expect(() => readApplicationRoles(missing)).toThrow(`${missing}: ENOENT`);
    expect(() => readApplicationRoles(folder)).toThrow(`${folder}: EISDIR`);
  });

  it("is named by its setting when the server can't start", () => {
    const file = join(folder, "broken.yaml");
    writeFileSync(file, "ops:\n  name: A\n  implies: [nobody]\n");
    const config = makeConfig({ APPLICATION_ROLES_FILE: file });
    expect(() => readConfiguredRoles(config)).toThrow(ConfigError);
    expect(() => readConfiguredRoles(config)).toThrow(
      `APPLICATION_ROLES_FILE: ${file}: line 3: role 'ops' implies 'nobody'`,
    );
  });
});

describe("the example file", () => {
  it("has the four roles of the specification's examples, one for feeds, and those of clients of 2024", () => {
    const roles = readApplicationRoles(EXAMPLE);
    const own = [...roles].filter(([tag]) => tag === tag.toLowerCase());
    const named = [...roles.keys()].filter((tag) => tag !== tag.toLowerCase());
    expect(named.sort()).toEqual(nameRoles(ALL_ROLES));
    const builtin = own.map(([tag, role]) => [tag, [...role.builtin_roles].sort()]);
    const reading = [
      "infra:read",
      "operational-studies:read",
      "rolling-stock:read",
      "timetable:read",
    ];
    expect(Object.fromEntries(builtin)).toEqual({
      "operational-studies-reader": reading,
      "operational-studies-analyst": [
        ...reading,
        "operational-studies:write",
        "timetable:write",
        "operation:write",
      ].sort(),
      "operation-feed": ["operation:write"],
      "stdcm-user": ["infra:read", "rolling-stock:read", "stdcm", "timetable:read"],
      administrator: expect.arrayContaining(["admin", "role:admin", "group:create", "infra:write"]),
    });
    for (const [, { name, description }] of own) {
      expect([name, description].every((text) => text.length > 3)).toBe(true);
    }
  });

  it("gives nothing for tags that are configured no more", () => {
    const roles = readApplicationRoles(EXAMPLE);
    expect(resolveRoles(roles, ["gone", "admin"])).toEqual(new Set());
    expect(resolveRoles(roles, ["gone", "stdcm-user"]).has("stdcm")).toBe(true);
  });
});
