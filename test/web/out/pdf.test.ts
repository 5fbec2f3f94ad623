// Method: a small scene printed without compression; what is in the file is found by its operators, and its texts by
// the file's own table of letters.
import { describe, expect, it } from "vitest";
import type { Scene } from "../../../web/src/graph/scene.ts";
import { type PaperTexts, printGraph } from "../../../web/src/out/graph_pdf.ts";
import { laySheets, type PaperName } from "../../../web/src/out/paper.ts";
import { printTables } from "../../../web/src/out/table_pdf.ts";
import { MINUTE_MS, runOf, TWO_HOURS } from "../graph/drawn_runs.ts";
import { FONT, readTexts } from "./pdf_texts.ts";

const SCENE: Scene = {
  stations: [0, 0.5, 1].map((share) => ({
    id: `s${share}`,
    name: `Station ${share * 100}`,
    short_name: `S${share * 100}`,
    share,
    position_mm: share * 100e6,
    stops_count: 1,
    detail: `${share * 100} km`,
  })),
  runs: [
    runOf("4501", 0, [
      [0, 0],
      [110, 100],
    ]),
    runOf("a\nb\u202e\u0000", 30, [
      [0, 100],
      [60, 0],
    ]),
  ],
  turns: [],
  base_runs: [],
  compared_runs: [],
  conflicts: [],
  works: [],
  limits: [],
  zone: "UTC",
};

const TEXTS: PaperTexts = {
  title: "Alpha – Beta",
  validity: "from today",
  subtitle: "2 mm a minute",
  legend: [{ category: "FREIGHT_TRAIN", text: "Freight train" }],
  conflict: "conflict",
  work: "works",
  limit: "limit",
  page: (number, count) => `page ${number} of ${count}`,
};

async function print(paper: PaperName, mm_per_min: number, scene = SCENE): Promise<string> {
  const sheets = laySheets(paper, { mm_per_min, mm_per_km: 1 }, TWO_HOURS, 100);
  const work = { paper, sheets, scene, texts: TEXTS, font: FONT };
  return Buffer.from(await printGraph(work, false)).toString("latin1");
}

describe("the graph as a PDF", () => {
  it("is of vectors with its font in it, each page as large as its paper", async () => {
    const pdf = await print("A4", 4);
    expect(pdf).toMatch(/^%PDF-1/);
    // 120 minutes of 4 mm need two pages of 245 mm.
    expect(pdf.match(/\/MediaBox \[0 0 841\.\d* 595\.\d*\]/g)).toHaveLength(2);
    expect(pdf).toMatch(/\/FontFile[23]/);
    expect(pdf).not.toMatch(/\/Subtype \/Image|\/BaseFont \/Helvetica/);
    const a0 = await print("A0 long", 4);
    expect(a0.match(/\/MediaBox \[0 0 6740\.\d* 2383\.\d*\]/g)).toHaveLength(1);
  });

  it("has lighter areas for works on other tracks than the axis's", async () => {
    const at = { from_ms: TWO_HOURS.from_ms, to_ms: TWO_HOURS.to_ms, from_share: 0, to_share: 1 };
    const draw = async (is_beside: boolean): Promise<string> =>
      await print("A3", 2, { ...SCENE, works: [{ type: "TRACK", areas: [at], is_beside }] });
    expect(await draw(true)).toMatch(/\/ca 0\.135/);
    expect(await draw(false)).not.toMatch(/\/ca 0\.135/);
  });

  it("has one line more where a train goes on as another", async () => {
    const countLines = async (turns: Scene["turns"]): Promise<number> =>
      ((await print("A3", 2, { ...SCENE, turns })).match(/^[\d.-]+ [\d.-]+ l$/gm) ?? []).length;
    const turn = runOf("4502", 0, [
      [110, 100],
      [120, 100],
    ]);
    expect(await countLines([turn])).toBe((await countLines([])) + 1);
  });

  it("has title, validity, stations, hours, legend, pages and the numbers of its trains", async () => {
    const texts = readTexts(await print("A3", 2));
    expect(texts).toEqual(
      expect.arrayContaining([
        "Alpha – Beta",
        "from today",
        "page 1 of 1",
        "Station 50",
        "50 km",
        "06:00",
        "Freight train",
        "4501",
      ]),
    );
    // Letters that would begin a line or turn the writing are blanks.
    expect(texts.filter((text) => text.startsWith("a b"))).not.toHaveLength(0);
  });

  it("is to scale: an hour is as long as its minutes", async () => {
    const pdf = await print("A3", 2);
    // Frames of graphs: 120 minutes of 2 mm at 96 points an inch.
    const widths = [...pdf.matchAll(/^0 0 ([\d.]+) [\d.]+ re$/gm)].map(([, width]) =>
      Number(width),
    );
    expect(widths.some((width) => Math.abs((width / 96) * 25.4 - 240) < 0.01)).toBe(true);
    expect(TWO_HOURS.to_ms - TWO_HOURS.from_ms).toBe(120 * MINUTE_MS);
  });
});

describe("tables as a PDF", () => {
  it("cuts wide and long ones, and repeats heads on each page", async () => {
    const trains = Array.from({ length: 60 }, (_one, i) => String(4000 + i));
    const table = {
      title: "Alpha – Beta",
      heads: [["Station", "km", ...trains]],
      rows: Array.from({ length: 90 }, (_one, i) => [
        `Place ${i}`,
        i,
        ...trains.map(() => "06:00"),
      ]),
      fixed_count: 2,
    };
    const page = (number: number): string => `page ${number}`;
    const work = { tables: [table], subtitle: "today", font: FONT, page };
    const pdf = Buffer.from(await printTables(work, false)).toString("latin1");
    const texts = readTexts(pdf);
    const pages = pdf.match(/\/MediaBox/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(4);
    expect(texts.filter((text) => text === "Station")).toHaveLength(pages);
    expect(texts.filter((text) => text === "06:00")).toHaveLength(90 * 60);
    for (const train of trains) expect(texts).toContain(train);
  });
});
