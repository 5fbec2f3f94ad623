// Method: the committed files against the drawings that they are made of, and over HTTP; a sheet's index is compared with the size in its picture's header.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toSvg } from "../../bench/sprites/shapes.ts";
import { layOut } from "../../bench/sprites/sheet.ts";
import { SIGNALS } from "../../bench/sprites/signals.ts";
import { DEFAULT_SHEET } from "../../bench/sprites/signs.ts";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";

const FOLDER = join(PROJECT_ROOT, "src/network/sprite/pictures");
const SYSTEMS = { ...SIGNALS, default: DEFAULT_SHEET };
const SHEETS = [
  ["sprites", 1],
  ["sprites@2x", 2],
  ["sprites@3x", 3],
] as const;

const api = opened(startTestApi);

describe("the committed pictures", () => {
  it("are those of the drawings (else: npm run sprites)", () => {
    expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(SYSTEMS).sort());
    for (const [system, drawings] of Object.entries(SYSTEMS)) {
      for (const [name, ratio] of SHEETS) {
        const { index } = layOut(drawings, ratio);
        const text = readFileSync(join(FOLDER, system, `${name}.json`), "utf8");
        expect(JSON.parse(text), `${system}/${name}`).toEqual(index);
      }
    }
    for (const [system, drawings] of Object.entries(SIGNALS)) {
      for (const drawing of drawings) {
        const text = readFileSync(join(FOLDER, system, `${drawing.name}.svg`), "utf8");
        expect(text, drawing.name).toBe(toSvg(drawing));
      }
    }
  });

  it("have every place of their index inside the sheet", () => {
    for (const system of Object.keys(SYSTEMS)) {
      for (const [name] of SHEETS) {
        const png = readFileSync(join(FOLDER, system, `${name}.png`));
        expect(png.subarray(1, 4).toString()).toBe("PNG");
        const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
        const text = readFileSync(join(FOLDER, system, `${name}.json`), "utf8");
        for (const place of Object.values<Record<string, number>>(JSON.parse(text))) {
          expect((place["x"] ?? 0) + (place["width"] ?? 0)).toBeLessThanOrEqual(width);
          expect((place["y"] ?? 0) + (place["height"] ?? 0)).toBeLessThanOrEqual(height);
        }
      }
    }
  });

  it("are all that the table of signals and clients' maps name", () => {
    const names = (system: string) =>
      (SYSTEMS as Record<string, readonly { name: string }[]>)[system]?.map(({ name }) => name);
    expect(names("BAL")).toEqual(expect.arrayContaining(["S VL", "CARRE", "CARRE RR60"]));
    expect(names("BAPR")).toEqual(expect.arrayContaining(["S VL", "CARRE", "DISQUE VL"]));
    expect(names("TVM300")).toEqual(["REP TGV"]);
    const asked = ["MATD", "MATG", "HEURTOIR", "UNKNOWN", "SCHB Z", "TIV D FIXE 40", "CC FIN"];
    expect(names("default")).toEqual(expect.arrayContaining(asked));
    const signals = Object.values(SIGNALS).flat();
    expect(new Set(signals.map(({ size }) => size))).toEqual(new Set([128]));
  });
});

describe("a picture's file", () => {
  it.each([
    ["BAL/CARRE.svg", "image/svg+xml"],
    ["BAPR/DISQUE%20VL.svg", "image/svg+xml"],
    ["TVM430/sprites%402x.json", "application/json"],
    ["default/sprites@2x.png", "image/png"],
  ])("%s is sent with its type, and not again to who has it", async (file, type) => {
    const first = await api.call("GET", `/sprites/${file}`);
    expect([first.status, first.headers["content-type"]]).toEqual([200, type]);
    expect(first.headers["cache-control"]).toBe("public, max-age=86400");
    const known = { "if-none-match": first.headers["etag"] ?? "" };
    const again = await api.call("GET", `/sprites/${file}`, undefined, known);
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it.each([
    ["ABC/sprites.json", "UnknownSignalingSystem", { signaling_system: "ABC" }],
    ["..%2f..%2fsrc/main.ts", "UnknownSignalingSystem", { signaling_system: "../../src" }],
    ["constructor/sprites.json", "UnknownSignalingSystem", { signaling_system: "constructor" }],
    ["BAL/nothing.svg", "FileNotFound", { file: "nothing.svg" }],
    ["BAL/..%2f..%2fpackage.json", "FileNotFound", { file: "../../package.json" }],
  ])("%s is 404 %s", async (file, type, context) => {
    const { json } = await api.call("GET", `/sprites/${file}`);
    expect(json).toMatchObject({ status: 404, type: `editoast:sprites:${type}`, context });
  });
});
