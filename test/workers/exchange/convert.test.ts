/** The command `npm run convert` on files in a folder of its own. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { convertFile } from "../../../src/server/convert.ts";
import { ROLLING_STOCK_EXAMPLE } from "../../../src/vehicles/rolling_stock/rolling_stock.schemas.ts";
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

  it("writes a network as railML that comes back equal", () => {
    convertFile(["--from", "railml", "--to", "railjson", at("in.railml"), at("first.json")]);
    const out = ["--from", "railjson", "--to", "railml", at("first.json"), at("out.railml")];
    const { output, status } = convertFile(out);
    expect(status, output).toBe(0);
    expect(output).toContain("info routes_left_out ×");
    convertFile(["--from", "railml", "--to", "railjson", at("out.railml"), at("second.json")]);
    convertFile(["--from", "railjson", "--to", "railml", at("second.json"), at("again.railml")]);
    expect(readFileSync(at("again.railml"), "utf8")).toBe(readFileSync(at("out.railml"), "utf8"));
    writeFileSync(at("half.json"), '{"version":"3.4.12","track_sections":[]}');
    const half = convertFile(["--from", "railjson", "--to", "railml", at("half.json"), at("x")]);
    expect(half).toMatchObject({ status: 1, output: expect.stringContaining("no RailJSON") });
  });

  it("takes rolling stocks as railML out and in again", () => {
    writeFileSync(at("stocks.json"), JSON.stringify([ROLLING_STOCK_EXAMPLE]));
    convertFile(["--from", "stocks", "--to", "railml", at("stocks.json"), at("stocks.xml")]);
    const back = ["--from", "railml", "--to", "stocks", at("stocks.xml"), at("again.json")];
    const { output, status } = convertFile(back);
    expect(status, output).toBe(0);
    expect(JSON.parse(readFileSync(at("again.json"), "utf8"))).toEqual([ROLLING_STOCK_EXAMPLE]);
    writeFileSync(at("heavy.json"), JSON.stringify({ ...ROLLING_STOCK_EXAMPLE, mass: -1 }));
    const heavy = ["--from", "stocks", "--to", "railml", at("heavy.json"), at("none.xml")];
    expect(convertFile(heavy)).toMatchObject({
      status: 1,
      output: expect.stringContaining("Regional 160: mass"),
    });
  });

  it("says where a file is wrong, and writes nothing", () => {
    const args = ["--from", "railml", "--to", "railjson", at("broken.railml"), at("none.json")];
    const { output, status } = convertFile(args);
    expect(status).toBe(1);
    expect(output).toMatch(/broken\.railml:\d+:\d+: /);
    expect(existsSync(at("none.json"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("takes timetables of other formats in and out, with names of a network", () => {
    convertFile(["--from", "railml", "--to", "railjson", at("in.railml"), at("network.json")]);
    const network = JSON.parse(readFileSync(at("network.json"), "utf8"));
    const [one] = network.operational_points;
    const word = one.extensions.identifier.name;
    writeFileSync(at("in.csv"), `train,station,departure\n1,${word},8:00\n,nowhere,9:00\n`);
    const read = [
      "--from",
      "csv",
      "--to",
      "timetable",
      "--network",
      at("network.json"),
      "--stock",
      "Own",
      "--start",
      "2026-04-01T00:00:00Z",
      at("in.csv"),
      at("trains.json"),
    ];
    const { output, status } = convertFile(read);
    expect(output).toContain("warning station_unknown ×1 (station nowhere line 3)");
    expect(status).toBe(0);
    const form = JSON.parse(readFileSync(at("trains.json"), "utf8"));
    expect(form.train_schedules).toMatchObject([
      { rolling_stock_name: "Own", start_time: "2026-04-01T08:00:00Z" },
    ]);
    writeFileSync(at("named.csv"), `Zug;Ort;ab\n1;${word};8:00\n;nowhere;9:00\n`);
    const named = [
      ...read.slice(0, -2),
      "--columns",
      "train:Zug,station:Ort,departure:ab",
      at("named.csv"),
      at("named.json"),
    ];
    expect(convertFile(named).status).toBe(0);
    expect(JSON.parse(readFileSync(at("named.json"), "utf8"))).toEqual(form);
    expect(convertFile(named.with(-3, "trian:Zug")).status).toBe(2);
    for (const format of ["csv", "xlsx"]) {
      const file = at(`out.${format}`);
      convertFile(["--from", "timetable", "--to", format, at("trains.json"), file]);
      convertFile(["--from", format, "--to", "timetable", file, at("again.json")]);
      expect(JSON.parse(readFileSync(at("again.json"), "utf8"))).toEqual(form);
    }
  });

  it("takes paced trains with exceptions apart, and refuses a document that is no timetable", () => {
    const train = {
      train_name: "P",
      rolling_stock_name: "Own",
      start_time: "2026-04-01T08:00:00Z",
      constraint_distribution: "MARECO",
      path: ["A", "B"].map((trigram, i) => ({ id: `w${i}`, trigram })),
      schedule: [{ at: "w1", arrival: "PT10M", stop_for: "PT0S" }],
      paced: { time_window: "PT1H", interval: "PT30M" },
      exceptions: [{ key: "k", occurrence_index: 1, train_name: { value: "Q" } }],
    };
    writeFileSync(at("paced.json"), JSON.stringify({ version: 1, paced_trains: [train] }));
    convertFile(["--from", "timetable", "--to", "csv", at("paced.json"), at("paced.csv")]);
    const lines = readFileSync(at("paced.csv"), "utf8").split("\r\n");
    expect(lines.map((line) => line.split(",")[0])).toEqual(["train", "P", "", "Q", "", ""]);
    const numbering = { first: 11, step: 2 };
    const numbered = { ...train, exceptions: [{ key: "k" }], numbering };
    writeFileSync(at("paced.json"), JSON.stringify({ version: 1, paced_trains: [numbered] }));
    convertFile(["--from", "timetable", "--to", "csv", at("paced.json"), at("paced.csv")]);
    const names = readFileSync(at("paced.csv"), "utf8")
      .split("\r\n")
      .flatMap((line) => line.split(",")[0] || []);
    expect(names).toEqual(["train", "11", "P", "13"]);
    writeFileSync(at("wrong.json"), JSON.stringify({ version: 1, paced_trains: [{}] }));
    const wrong = convertFile(["--from", "timetable", "--to", "nge", at("wrong.json"), at("x")]);
    expect(wrong).toMatchObject({ status: 1, output: expect.stringContaining("paced_trains.0") });
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
    [["--from", "railml", "--to", "nge", "in", "out"]],
    [["--from", "nge", "--to", "railjson", "in", "out"]],
    [["--from", "nge", "--to", "timetable", "--start", "monday", "in", "out"]],
    [["--from", "nge", "--to", "timetable", "--window", "P1M", "in", "out"]],
  ])("answers its usage to %j", (args) => {
    expect(convertFile(args)).toMatchObject({
      status: 2,
      output: expect.stringContaining("Usage"),
    });
  });
});
