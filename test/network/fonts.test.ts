// Method: letters are decoded by hand and their fields held against the same outlines drawn by an independent renderer; files and refusals over HTTP.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import * as fontkit from "fontkit";
import { PbfReader } from "pbf";
import { describe, expect, it } from "vitest";
import { drawRange, type Font } from "../../bench/glyphs/glyph_range.ts";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";

const LETTERS = join(PROJECT_ROOT, "src/network/font/letters");
const MEDIUM = join(PROJECT_ROOT, "node_modules/roboto-fontface/fonts/roboto/Roboto-Medium.woff");

interface Glyph {
  id: number;
  bitmap: Uint8Array;
  width: number;
  height: number;
  left: number;
  top: number;
  advance: number;
}

function readGlyph(tag: number, glyph: Glyph, reader: PbfReader): void {
  if (tag === 1) glyph.id = reader.readVarint();
  else if (tag === 2) glyph.bitmap = reader.readBytes();
  else if (tag === 3) glyph.width = reader.readVarint();
  else if (tag === 4) glyph.height = reader.readVarint();
  else if (tag === 5) glyph.left = reader.readSVarint();
  else if (tag === 6) glyph.top = reader.readSVarint();
  else if (tag === 7) glyph.advance = reader.readVarint();
}

/** The form that maps read: fonts, in each its name, its range and its letters. */
function readLetters(bytes: Uint8Array): { names: string[]; glyphs: Map<number, Glyph> } {
  const names: string[] = [];
  const glyphs = new Map<number, Glyph>();
  new PbfReader(Uint8Array.from(bytes)).readFields((tag, _none, reader) => {
    if (tag !== 1) return;
    reader.readMessage((inner, _own, stack) => {
      if (inner !== 3) {
        names.push(stack.readString());
        return;
      }
      const empty = { id: -1, bitmap: new Uint8Array(0), width: 0, height: 0 };
      const glyph: Glyph = { ...empty, left: 0, top: 0, advance: 0 };
      stack.readMessage(readGlyph, glyph);
      glyphs.set(glyph.id, glyph);
    }, null);
  }, null);
  return { names, glyphs };
}

const api = opened(startTestApi);

describe("the committed letters", () => {
  it("are of three fonts, with all letters that French names have", () => {
    const fonts = readdirSync(LETTERS).sort();
    expect(fonts).toEqual(["Roboto Bold", "Roboto Condensed", "Roboto Medium"]);
    for (const font of fonts) {
      const at = (file: string) => readLetters(readFileSync(join(LETTERS, font, file)));
      expect(at("0-255.pbf").names).toEqual([font, "0-255"]);
      const all = new Map([...at("0-255.pbf").glyphs, ...at("256-511.pbf").glyphs]);
      const wanted = Array.from("AZaz09 -/()'ÀÇÉÈÊËÎÏÔŒÙÛÜàâçéèêëîïôœùûüÿ", (one) =>
        one.codePointAt(0),
      );
      expect(wanted.filter((id) => !all.has(id ?? 0))).toEqual([]);
      expect(at("8192-8447.pbf").glyphs.has(0x2019)).toBe(true);
    }
  });

  it("have fields that are high exactly where an independent renderer draws the letter", () => {
    // A file of one font is one.
    const font = fontkit.create(readFileSync(MEDIUM)) as unknown as Font;
    const { glyphs } = readLetters(readFileSync(join(LETTERS, "Roboto Medium", "0-255.pbf")));
    const scale = 24 / font.unitsPerEm;
    for (const letter of "AégO8&Ç") {
      const id = letter.codePointAt(0) ?? 0;
      const glyph = glyphs.get(id);
      if (glyph === undefined) throw new Error(letter);
      const [columns, rows] = [glyph.width + 6, glyph.height + 6];
      expect(glyph.bitmap.length).toBe(columns * rows);
      // The top of the field in pixels above the base line.
      const above = glyph.top + 25 + 3;
      // Of the reader alone: no drawing needs it.
      const path = font.glyphForCodePoint(id).path as unknown as { toSVG(): string };
      const outline = path.toSVG();
      const place = `translate(${3 - glyph.left} ${above}) scale(${scale} ${-scale})`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${columns}" height="${rows}"><path transform="${place}" d="${outline}"/></svg>`;
      const { pixels } = new Resvg(svg).render();
      for (let i = 0; i < columns * rows; i++) {
        const cover = pixels[4 * i + 3] ?? 0;
        const value = glyph.bitmap[i] ?? 0;
        if (cover > 200) expect(value, letter).toBeGreaterThan(255 * 0.75);
        if (cover < 55) expect(value, letter).toBeLessThan(255 * 0.75 + 1);
      }
    }
  });

  it("are what is drawn of the font (else: npm run glyphs)", () => {
    const font = fontkit.create(readFileSync(MEDIUM)) as unknown as Font;
    const drawn = Buffer.from(drawRange("Roboto Medium", font, 8192));
    const committed = readFileSync(join(LETTERS, "Roboto Medium", "8192-8447.pbf"));
    expect(drawn.equals(committed)).toBe(true);
  });
});

describe("letters over HTTP", () => {
  it.each([
    ["Roboto%20Condensed/0-255.pbf"],
    ["SNCF/0-255.pbf"],
    ["Nowhere,Roboto%20Bold/256-511.pbf"],
  ])("%s are sent, and not again to who has them", async (file) => {
    const first = await api.call("GET", `/fonts/${file}`);
    expect([first.status, first.headers["content-type"]]).toEqual([200, "application/x-protobuf"]);
    expect(readLetters(first.bytes).glyphs.size).toBeGreaterThan(50);
    const known = { "if-none-match": first.headers["etag"] ?? "" };
    expect((await api.call("GET", `/fonts/${file}`, undefined, known)).status).toBe(304);
  });

  it("are none where the font has none, so that a map goes on", async () => {
    const { status, bytes } = await api.call("GET", "/fonts/Roboto%20Medium/19968-20223.pbf");
    expect([status, bytes.length]).toEqual([200, 0]);
  });

  it.each([
    ["Nowhere/0-255.pbf"],
    ["Roboto%20Medium/0-254.pbf"],
    ["Roboto%20Medium/1-256.pbf"],
    ["Roboto%20Medium/65536-65791.pbf"],
    ["Roboto%20Medium/..%2f..%2fpackage.json"],
    ["constructor/0-255.pbf"],
  ])("%s are not found", async (file) => {
    const { json } = await api.call("GET", `/fonts/${file}`);
    expect(json).toMatchObject({ status: 404, type: "editoast:fonts:NotFound" });
  });
});
