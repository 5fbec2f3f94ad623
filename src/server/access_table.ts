/**
 * The table of docs/access.md, between its two marks: the roles and levels that each endpoint requires,
 * made from the declarations that dispatch enforces. `npm run tables` writes it, a test compares the two.
 */
import type { Endpoint } from "../platform/http/endpoint.ts";

const START = /<!-- access:[^>]*-->\n/;
const END = "<!-- /access -->";
const HEAD = "| roles, all of them | level on each resource | endpoints |\n|---|---|---|\n";

/** Returns the page with the table of these endpoints between its marks. */
export function withAccessTable(page: string, endpoints: readonly Endpoint[]): string {
  const start = START.exec(page);
  const end = page.indexOf(END);
  if (start === null || end < start.index) throw new Error("the page has no marks for the access");
  const rows = new Map<string, string[]>();
  for (const endpoint of endpoints) {
    const asked = describeAccess(endpoint);
    const names = rows.get(asked) ?? [];
    rows.set(asked, names);
    names.push(`\`${endpoint.method.toUpperCase()} ${endpoint.path}\``);
  }
  const lines = [...rows].map(([asked, names]) => `| ${asked} | ${names.join(", ")} |`).sort();
  const from = start.index + start[0].length;
  return `${page.slice(0, from)}${HEAD}${lines.join("\n")}\n${page.slice(end)}`;
}

/** What an endpoint requires: roles, then levels. */
function describeAccess({ access }: Endpoint): string {
  if (access.kind === "public") return "everybody | -";
  if (access.kind === "authenticated") return "signed in | -";
  const { roles, levels, is_repair } = access;
  const needed = Object.entries(levels).map(([type, level]) => `${type} ${level}`);
  const text = needed.length === 0 ? "-" : needed.join(", ");
  return `${roles.join(", ") || "signed in"} | ${text}${is_repair ? " (not asked of `admin`)" : ""}`;
}
