/** The command `npm run convert` on files in a folder of its own. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { convertFile } from "../../../src/server/convert.ts";
import { importNetwork } from "../../../workers/exchange/import_network.ts";
import { validateDocument } from "../../../workers/railjson/validate_document.ts";
import { RAILML2 } from "./railml_files.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marey-convert-"));
  writeFileSync(join(folder, "in.railml"), RAILML2);
  writeFileSync(join(folder, "broken.railml"), RAILML2.slice(0, 500));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);

describe("npm run convert", () => {
  it("writes what the import makes, and prints the report", () => {
    const args = ["--from", "railml", "--to", "railjson", at("in.railml"), at("out.json")];
    const { output, status } = convertFile(args);
    expect(status).toBe(0);
    expect(output).toContain("info signals_completed ×");
    expect(output).toContain("info signal_left_out ×1 (signal sig2 line ");
    const written: unknown = JSON.parse(readFileSync(at("out.json"), "utf8"));
    expect(validateDocument(written).kind).toBe("valid");
    const imported = importNetwork("railml", new TextEncoder().encode(RAILML2));
    expect(written).toEqual(imported.ok ? imported.value.document : null);
  });

  it("takes the system and the spacing of what it completes", () => {
    const order = [
      "--from",
      "railml",
      "--to",
      "railjson",
      "--system",
      "TVM300",
      "--spacing",
      "200",
    ];
    convertFile([...order, at("in.railml"), at("dense.json")]);
    const { detectors, signals } = JSON.parse(readFileSync(at("dense.json"), "utf8"));
    expect(detectors.length).toBeGreaterThan(12);
    expect(signals.at(-1).logical_signals[0].signaling_system).toBe("TVM300");
  });

  it("says where a file is wrong, and writes nothing", () => {
    const args = ["--from", "railml", "--to", "railjson", at("broken.railml"), at("none.json")];
    const { output, status } = convertFile(args);
    expect(status).toBe(1);
    expect(output).toMatch(/broken\.railml:\d+:\d+: /);
    expect(existsSync(at("none.json"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("says what can't be read or written in one line", () => {
    const missing = convertFile([
      "--from",
      "railml",
      "--to",
      "railjson",
      at("no.xml"),
      at("a.json"),
    ]);
    expect(missing).toMatchObject({ status: 1, output: expect.stringContaining("no.xml") });
    const nowhere = join(folder, "no_folder", "a.json");
    const unwritten = convertFile([
      "--from",
      "railml",
      "--to",
      "railjson",
      at("in.railml"),
      nowhere,
    ]);
    expect(unwritten).toMatchObject({ status: 1, output: expect.stringContaining("no_folder") });
  });

  it.each([
    [[]],
    [["--from", "railml", "--to", "railjson", "in"]],
    [["--from", "gpx", "--to", "railjson", "in", "out"]],
    [["--from", "railml", "--to", "railml", "in", "out"]],
    [["--from", "railml", "--to", "railjson", "--system", "ETCS", "in", "out"]],
    [["--from", "railml", "--to", "railjson", "--spacing", "ten", "in", "out"]],
    [["--from", "railml", "--to", "railjson", "--quick", "in", "out"]],
  ])("answers its usage to %j", (args) => {
    expect(convertFile(args)).toMatchObject({
      status: 2,
      output: expect.stringContaining("Usage"),
    });
  });
});
