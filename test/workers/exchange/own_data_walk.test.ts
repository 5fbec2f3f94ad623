// Method: the commands of docs/exchange.md, and README's "Your own data", as they stand there, one after the other in a folder that holds the files of a new user alone.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import {
  NETWORK_EXPORT_FORMATS,
  NETWORK_FORMATS,
  STOCK_FORMATS,
  TIMETABLE_IMPORT_FORMATS,
} from "../../../src/railway/exchange_terms.ts";
import { convertFile } from "../../../src/server/convert.ts";
import { writeStockFile } from "../../../workers/exchange/exchange_stocks.ts";
import { FPL_LINE } from "./fpl_files.ts";
import { GTFS_FEED } from "./gtfs_files.ts";
import { NETEX } from "./netex_files.ts";
import { makeNetgraph } from "./nge_files.ts";
import { EXTRACT, writePbf } from "./osm_files.ts";
import { RAILML2 } from "./railml_files.ts";
import { RAILML_TIMETABLE } from "./railml_timetable_files.ts";
import { EXAMPLE_STOCKS } from "./stock_files.ts";

/** The commands that convert, of all blocks for a shell behind a heading. */
function commandsOf(page: string, heading: string): string[] {
  const text = readFileSync(join(PROJECT_ROOT, page), "utf8");
  const blocks = text.slice(text.indexOf(heading)).matchAll(/```sh\n([^`]*)```/g);
  return [...blocks]
    .flatMap(([, block = ""]) => block.trim().split("\n"))
    .filter((line) => line.startsWith("npm run convert "));
}

const COMMANDS = commandsOf("docs/exchange.md", "# ");
const README_COMMANDS = commandsOf("README.md", "## Your own data");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marey-walk-"));
  const feed = Object.entries(GTFS_FEED).map(([name, text]) => [name, strToU8(text)] as const);
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "region.osm.pbf": writePbf(EXTRACT, { is_dense: true, is_zipped: true }),
    "station.railml": RAILML2,
    "vehicles.railml": writeStockFile("railml", EXAMPLE_STOCKS).bytes,
    "netgraph.json": JSON.stringify(makeNetgraph()),
    "plan.json": JSON.stringify(makeNetgraph()),
    "feed.zip": zipSync(Object.fromEntries(feed)),
    "plan.railml": RAILML_TIMETABLE,
    "line.xml": NETEX,
    "line.fpl": FPL_LINE,
    "trains.csv": "train,station,departure\n1,A,8:00\n,B,9:00\n",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The words behind `npm run convert --`, those that name files in the folder. */
function argsOf(command: string): string[] {
  const [, rest = ""] = command.split("npm run convert -- ");
  const words = rest.match(/"[^"]*"|\S+/g) ?? [];
  return words.map((word) => {
    const plain = word.replaceAll('"', "");
    return /^[a-z]+\.[a-z.]+$/.test(plain) ? join(folder, plain) : plain;
  });
}

describe("the walk of one's own data", () => {
  it("begins in README with commands of the page", () => {
    expect(README_COMMANDS.length).toBeGreaterThan(1);
    expect(README_COMMANDS.filter((command) => !COMMANDS.includes(command))).toEqual([]);
  });

  it("has a command for each format", () => {
    for (const format of [...NETWORK_FORMATS, ...STOCK_FORMATS, ...TIMETABLE_IMPORT_FORMATS]) {
      const has = (word: string): boolean =>
        COMMANDS.some((command) => command.includes(`--${word} ${format} `));
      expect(has("from") || has("to"), format).toBe(true);
    }
    for (const format of NETWORK_EXPORT_FORMATS)
      expect(COMMANDS.join("\n")).toContain(`--to ${format} `);
  });

  it.each(COMMANDS)("%s", (command) => {
    const args = argsOf(command);
    const target = args.at(-1) ?? "";
    rmSync(target, { force: true });
    const { output, status } = convertFile(args);
    expect(status, output).toBe(0);
    expect(existsSync(target)).toBe(true);
    for (const line of output.trim().split("\n"))
      expect(line).toMatch(/^$|^(info|warning) \S+ ×\d+ /);
  });
});
