/** Application roles: every graph of up to four roles against the naive closure; cycles name a line that is on one. */
import { expect, it } from "vitest";
import {
  parseApplicationRoles,
  resolveRoles,
} from "../../../src/platform/access/application_roles.ts";
import { BUILTIN_ROLES, impliedRoles } from "../../../src/platform/access/roles.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import {
  BUILTIN_TAGS,
  type BuiltinTag,
  builtinRolesOf,
  closureOf,
  cyclicRoles,
  type RoleFile,
} from "./model_roles.ts";

const TAGS = ["a", "b", "c", "d"] as const;
/** What each role implies of its own, so that every set of reached roles shows. */
const OWN: Readonly<Record<string, BuiltinTag>> = {
  a: "infra:read",
  b: "role:admin",
  c: "group:create",
  d: "stdcm",
};

/** The graph whose edges are the bits of a number: bit `from · size + to`. Loops are edges too. */
function makeRoleFile(size: number, edges: number): RoleFile {
  const tags = TAGS.slice(0, size);
  return Object.fromEntries(
    tags.map((tag, from) => [
      tag,
      [
        ...tags.filter((_, to) => (edges >> (from * size + to)) & 1),
        ...(OWN[tag] === undefined ? [] : [OWN[tag]]),
      ],
    ]),
  );
}

/** One line for each tag, each name and each implied tag. */
function printYaml(role_file: RoleFile): { text: string; edges: { from: string; to: string }[] } {
  const lines: string[] = [];
  // By line, from 1; lines that are no edge stay empty.
  const edges: { from: string; to: string }[] = [];
  for (const [tag, implied] of Object.entries(role_file)) {
    lines.push(`${tag}:`, `  name: role ${tag}`, "  implies:");
    for (const to of implied) {
      lines.push(`    - ${to}`);
      edges[lines.length] = { from: tag, to };
    }
  }
  return { text: lines.join("\n"), edges };
}

function messageOf(text: string): string {
  try {
    parseApplicationRoles(text, "roles.yaml");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "accepted";
}

/** Every graph of `size` roles; those of four without loops, which three have shown. */
function allGraphs(size: number): RoleFile[] {
  const graphs: RoleFile[] = [];
  let loops = 0;
  for (let i = 0; i < size; i++) loops |= 1 << (i * size + i);
  for (let edges = 0; edges < 2 ** (size * size); edges++) {
    if (size < 4 || (edges & loops) === 0) graphs.push(makeRoleFile(size, edges));
  }
  return graphs;
}

it.each([
  { size: 1, nAcyclic: 1, nAll: 2 },
  { size: 2, nAcyclic: 3, nAll: 16 },
  { size: 3, nAcyclic: 25, nAll: 512 },
  { size: 4, nAcyclic: 543, nAll: 4096 },
])(
  "resolves all graphs of $size application roles without a cycle and refuses the others at a line of one",
  ({ size, nAcyclic, nAll }) => {
    const graphs = allGraphs(size);
    expect(graphs.length).toBe(nAll);
    let resolved = 0;
    for (const role_file of graphs) {
      const { text, edges } = printYaml(role_file);
      if (cyclicRoles(role_file).length === 0) {
        const roles = parseApplicationRoles(text, "roles.yaml");
        for (const tag of Object.keys(role_file)) {
          const found = [...resolveRoles(roles, [tag])].sort();
          expect(found, text).toEqual([...builtinRolesOf(role_file, [tag])].sort());
        }
        resolved++;
        continue;
      }
      const message = messageOf(text);
      const line = Number(/^roles\.yaml: line (\d+): roles imply each other/.exec(message)?.[1]);
      const edge = edges[line];
      expect(edge, `${message}\n${text}`).toBeDefined();
      if (edge !== undefined) expect([...closureOf(role_file, [edge.to])]).toContain(edge.from);
    }
    // The numbers of labelled acyclic graphs (OEIS A003024).
    expect(resolved).toBe(nAcyclic);
  },
);

it("gives the union of what several application roles imply", () => {
  for (const role_file of allGraphs(3)) {
    if (cyclicRoles(role_file).length > 0) continue;
    const roles = parseApplicationRoles(printYaml(role_file).text, "roles.yaml");
    for (let chosen = 0; chosen < 8; chosen++) {
      const tags = TAGS.slice(0, 3).filter((_, i) => (chosen >> i) & 1);
      const expected = [...builtinRolesOf(role_file, tags)].sort();
      expect([...resolveRoles(roles, tags)].sort()).toEqual(expected);
    }
  }
});

it("has the builtin roles of the specification, each implying what its table says", () => {
  expect(Object.keys(BUILTIN_ROLES).sort()).toEqual([...BUILTIN_TAGS].sort());
  for (const tag of BUILTIN_TAGS) {
    expect([...impliedRoles(tag)].sort()).toEqual([...builtinRolesOf({}, [tag])].sort());
  }
  expect(builtinRolesOf({}, ["admin"]).size).toBe(BUILTIN_TAGS.length);
});

it("lets endpoints require builtin roles alone", () => {
  const required = ENDPOINTS.flatMap(({ access }): readonly string[] =>
    access.kind === "checked" ? access.roles : [],
  );
  expect(required.length).toBeGreaterThan(80);
  const tags: readonly string[] = BUILTIN_TAGS;
  expect(required.filter((tag) => !tags.includes(tag))).toEqual([]);
});
