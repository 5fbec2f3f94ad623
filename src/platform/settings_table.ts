/**
 * Keeps the table of settings in docs/operating.md, between its two marks, in step with
 * `settings.ts`: `npm run tables` writes it, the tidy test compares the two.
 */
import { listSettings } from "./settings.ts";

const START = /<!-- settings:[^>]*-->\n/;
const END = "<!-- /settings -->";

/** Returns the page with the table of settings between its marks. */
export function withSettingsTable(page: string): string {
  const start = START.exec(page);
  const end = page.indexOf(END);
  if (start === null || end < start.index)
    throw new Error("the page has no marks for the settings");
  const rows = listSettings().map(({ name, default: text, meaning }) => {
    // The default number of threads depends on the machine.
    const shown = name === "WORKER_THREADS" ? "cores" : text === "" ? "" : `\`${text}\``;
    return `| \`${name}\` | ${shown} | ${meaning} |`;
  });
  const table = ["| setting | default | meaning |", "|---|---|---|", ...rows].join("\n");
  return `${page.slice(0, start.index + start[0].length)}${table}\n${page.slice(end)}`;
}
