/** Vector PDF with its font embedded; lengths are those of a screen of 96 pixels per inch. */
import PDFDocument from "pdfkit";
import { paletteOf } from "../graph/drawing/palette.ts";
import { MARGIN_MM, PAPERS, type PaperName, PX_PER_MM } from "./paper.ts";

export type Doc = InstanceType<typeof PDFDocument>;

const PT_PER_MM = 72 / 25.4;
const PT_PER_PX = 0.75;
const PALETTE = paletteOf(false);

interface Opened {
  readonly doc: Doc;
  /** The file's bytes. */
  readonly close: () => Promise<Uint8Array>;
}

export function openPdf({
  title,
  font,
  is_compressed,
}: {
  readonly title: string;
  /** TrueType or WOFF. */
  readonly font: Uint8Array;
  readonly is_compressed: boolean;
}): Opened {
  const doc = new PDFDocument({
    autoFirstPage: false,
    compress: is_compressed,
    // None of the standard fonts: each reader has its own version of them.
    font: null as unknown as string,
    info: { Title: clean(title) },
  });
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((resolve) => {
    doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    doc.on("end", () => resolve());
  });
  doc.registerFont("text", font as unknown as ArrayBuffer);
  return {
    doc,
    close: async () => {
      doc.end();
      await ended;
      return join(chunks);
    },
  };
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

interface Size {
  readonly width_px: number;
  readonly height_px: number;
}

/** A page with a frame; from here on in screen units, from the frame's upper left corner. */
export function addFramedPage(doc: Doc, paper: PaperName): Size {
  const { width_mm, height_mm } = PAPERS[paper];
  doc.addPage({ size: [width_mm * PT_PER_MM, height_mm * PT_PER_MM], margin: 0 });
  doc.font("text");
  doc.scale(PT_PER_PX);
  doc.translate(MARGIN_MM * PX_PER_MM, MARGIN_MM * PX_PER_MM);
  const width_px = (width_mm - 2 * MARGIN_MM) * PX_PER_MM;
  const height_px = (height_mm - 2 * MARGIN_MM) * PX_PER_MM;
  doc.lineWidth(1).strokeColor(PALETTE.text).rect(0, 0, width_px, height_px).stroke();
  return { width_px, height_px };
}

interface Writing {
  readonly x_px: number;
  /** Of the text's middle. */
  readonly y_px: number;
  readonly size: number;
  readonly colour?: string;
  readonly align?: "left" | "center" | "right";
  /** Radians, clockwise. */
  readonly angle?: number;
}

export function write(doc: Doc, text: string, writing: Writing): void {
  const { x_px, y_px, size, colour = PALETTE.text, align = "left", angle = 0 } = writing;
  const shown = clean(text);
  doc.fontSize(size).fillColor(colour);
  const width = doc.widthOfString(shown);
  const left = align === "left" ? 0 : align === "right" ? -width : -width / 2;
  doc.save();
  doc.translate(x_px, y_px);
  if (angle !== 0) doc.rotate((angle * 180) / Math.PI);
  doc.text(shown, left, 0, { lineBreak: false, baseline: "middle" });
  doc.restore();
}

/** Replaces characters that would start a new line or turn the writing direction by blanks. */
export function clean(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, " ");
}

/** Shortens a text to a width. */
export function fitText(doc: Doc, text: string, size: number, width_px: number): string {
  doc.fontSize(size);
  let letters = Array.from(clean(text));
  if (doc.widthOfString(letters.join("")) <= width_px) return letters.join("");
  // No text is wider than this, so that a name of thousands of letters costs no more than one of hundreds.
  letters = letters.slice(0, Math.ceil(width_px));
  while (letters.length > 1 && doc.widthOfString(`${letters.join("")}…`) > width_px) letters.pop();
  return `${letters.join("")}…`;
}
