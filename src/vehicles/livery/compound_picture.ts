/**
 * One picture made of several, side by side from left to right with their lower edges aligned: an SVG
 * that contains each file unchanged. Nothing is decoded, so no file can cost more than its bytes.
 */
import type { ImageSize } from "../../platform/image_file.ts";

export const COMPOUND_TYPE = "image/svg+xml";

export interface Picture extends ImageSize {
  readonly bytes: Uint8Array;
}

/** The parts of the SVG's text, one per picture. */
export function* drawSideBySide(pictures: readonly Picture[]): Generator<string> {
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0);
  const height = Math.max(...pictures.map((picture) => picture.height));
  const size = `width="${width}" height="${height}"`;
  yield `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}">`;
  let x = 0;
  for (const picture of pictures) {
    yield drawPicture(picture, x, height - picture.height);
    x += picture.width;
  }
  yield "</svg>";
}

function drawPicture(
  { content_type, width, height, bytes }: Picture,
  x: number,
  y: number,
): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  const place = `x="${x}" y="${y}" width="${width}" height="${height}"`;
  return `<image ${place} href="data:${content_type};base64,${file}"/>`;
}
