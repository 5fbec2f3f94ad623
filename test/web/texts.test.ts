// Method: the sources of the page searched for the name of each text.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { LATER } from "../../web/src/later_texts.ts";
import { TEXTS } from "../../web/src/texts.ts";

it("has no text that nobody reads: another language need not translate it", () => {
  const folder = join(PROJECT_ROOT, "web/src");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !["texts.ts", "later_texts.ts"].includes(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  const isRead = (path: string): boolean =>
    new RegExp(`\\b(?:TEXTS|LATER)\\.${path}\\b`).test(sources);
  const unread = [...Object.entries(TEXTS), ...Object.entries(LATER)].flatMap(([room, texts]) => {
    if (typeof texts === "string") return isRead(room) ? [] : [room];
    // By a computed name: any of them.
    if (sources.includes(`TEXTS.${room}[`) || sources.includes(`LATER.${room}[`)) return [];
    return Object.keys(texts).flatMap((name) =>
      isRead(`${room}.${name}`) ? [] : [`${room}.${name}`],
    );
  });
  expect(unread).toEqual([]);
});
