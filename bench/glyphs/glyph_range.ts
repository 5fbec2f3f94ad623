/**
 * Letters of a font in the form that maps read: for each its distance field (24 px to the em, a margin of 3), where it
 * stands and how far the next one is; 256 code points a file.
 */
import { PbfWriter } from "pbf";
import { flattenOutline, type OutlineCommand, signedDistance } from "./outline.ts";

const EM_PX = 24;
const MARGIN_PX = 3;
/** Distance over which a field goes from its highest to its lowest value. */
const RADIUS_PX = 8;
/** Part of it that lies inside the outline. */
const INSIDE = 0.25;
/** From the top of a line to its base: letters stand in the middle of a map's label then. */
const BASE_PX = 25;
const RANGE = 256;

/** The parts of a font reader (fontkit) that are used. */
export interface Font {
  readonly unitsPerEm: number;
  hasGlyphForCodePoint(code_point: number): boolean;
  glyphForCodePoint(code_point: number): {
    readonly advanceWidth: number;
    readonly path: { readonly commands: readonly OutlineCommand[] };
  };
}

interface Glyph {
  readonly id: number;
  readonly bitmap: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly advance: number;
}

export function drawRange(name: string, font: Font, first: number): Uint8Array {
  const writer = new PbfWriter();
  writer.writeMessage(
    1,
    () => {
      writer.writeStringField(1, name);
      writer.writeStringField(2, `${first}-${first + RANGE - 1}`);
      for (let id = first; id < first + RANGE; id++) {
        if (font.hasGlyphForCodePoint(id)) writer.writeMessage(3, writeGlyph, drawGlyph(font, id));
      }
    },
    null,
  );
  return writer.finish();
}

function writeGlyph(glyph: Glyph, writer?: PbfWriter): void {
  if (writer === undefined) return;
  writer.writeVarintField(1, glyph.id);
  if (glyph.bitmap.length > 0) writer.writeBytesField(2, glyph.bitmap);
  writer.writeVarintField(3, glyph.width);
  writer.writeVarintField(4, glyph.height);
  writer.writeSVarintField(5, glyph.left);
  writer.writeSVarintField(6, glyph.top);
  writer.writeVarintField(7, glyph.advance);
}

function drawGlyph(font: Font, id: number): Glyph {
  const scale = EM_PX / font.unitsPerEm;
  const { advanceWidth, path } = font.glyphForCodePoint(id);
  const advance = Math.round(advanceWidth * scale);
  const segments = flattenOutline(path.commands, scale);
  if (segments.length === 0) {
    return { id, bitmap: new Uint8Array(0), width: 0, height: 0, left: 0, top: -BASE_PX, advance };
  }
  const xs = segments.flatMap(([x0, , x1]) => [x0, x1]);
  const ys = segments.flatMap(([, y0, , y1]) => [y0, y1]);
  const [left, bottom] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  const [right, top] = [Math.ceil(Math.max(...xs)), Math.ceil(Math.max(...ys))];
  const [width, height] = [right - left, top - bottom];
  const columns = width + 2 * MARGIN_PX;
  const bitmap = new Uint8Array(columns * (height + 2 * MARGIN_PX));
  for (let i = 0; i < bitmap.length; i++) {
    const x = left - MARGIN_PX + (i % columns) + 0.5;
    const y = top + MARGIN_PX - Math.floor(i / columns) - 0.5;
    const distance = signedDistance(segments, x, y);
    bitmap[i] = Math.max(0, Math.min(255, Math.round(255 * (1 - INSIDE - distance / RADIUS_PX))));
  }
  return { id, bitmap, width, height, left, top: top - BASE_PX, advance };
}
