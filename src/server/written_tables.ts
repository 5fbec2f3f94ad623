/**
 * The tables that pages copy from the code, each between its two marks: `npm run tables` writes them, tests compare
 * the two.
 */
import { COLUMNS } from "../../workers/exchange/tables/train_table.ts";
import type { Endpoint } from "../platform/http/endpoint.ts";
import { listSettings } from "../platform/settings.ts";
import { ENDPOINTS } from "./endpoints.ts";

type Row = readonly string[];

/** Mark → page, and the table with its head. */
export const WRITTEN_TABLES = {
  settings: { page: "docs/operating.md", list: listSettingRows },
  access: { page: "docs/access.md", list: listAccess },
  columns: { page: "docs/exchange.md", list: listColumns },
} as const satisfies Record<string, { readonly page: string; readonly list: () => readonly Row[] }>;

export type Mark = keyof typeof WRITTEN_TABLES;

/** Returns the page with the table between its marks. */
export function withTable(page: string, mark: Mark): string {
  const start = new RegExp(`<!-- ${mark}:[^>]*-->\n`).exec(page);
  const end = page.indexOf(`<!-- /${mark} -->`);
  if (start === null || end < start.index) throw new Error(`the page has no marks for ${mark}`);
  const [head = [], ...rows] = WRITTEN_TABLES[mark].list();
  const print = (cells: Row): string => `| ${cells.join(" | ")} |\n`;
  const lines = [print(head), `|${head.map(() => "---|").join("")}\n`, ...rows.map(print)];
  return `${page.slice(0, start.index + start[0].length)}${lines.join("")}${page.slice(end)}`;
}

function listSettingRows(): Row[] {
  const rows = listSettings().map(({ name, default: text, meaning }) => {
    // The default number of threads depends on the machine.
    const shown = name === "WORKER_THREADS" ? "cores" : text === "" ? "" : `\`${text}\``;
    return [`\`${name}\``, shown, meaning];
  });
  return [["setting", "default", "meaning"], ...rows];
}

/** The roles and levels that each endpoint requires, of the declarations that dispatch enforces. */
function listAccess(): Row[] {
  const rows = new Map<string, string[]>();
  for (const endpoint of ENDPOINTS) {
    const asked = describeAccess(endpoint);
    const names = rows.get(asked) ?? [];
    rows.set(asked, names);
    names.push(`\`${endpoint.method.toUpperCase()} ${endpoint.path}\``);
  }
  const lines = [...rows].map(([asked, names]) => [asked, names.join(", ")]);
  const print = (cells: Row): string => cells.join(" | ");
  return [
    ["roles, all of them", "level on each resource", "endpoints"],
    ...lines.toSorted((a, b) => (print(a) < print(b) ? -1 : 1)),
  ];
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

function listColumns(): Row[] {
  const rows = Object.entries(COLUMNS).map(([name, meaning]) => [`\`${name}\``, meaning]);
  return [["column", "content"], ...rows];
}
