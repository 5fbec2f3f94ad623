/**
 * Recognises an image file by its first bytes (PNG 5.2, JPEG B.1.1.3, GIF89a 17, WebP container) and reads its size
 * (PNG 11.2.2, JPEG B.2.2, GIF89a 18, WebP: RFC 9649, RFC 6386 9.1). A client's claim about its file is not
 * trusted: a web page must not be served in the guise of an image. The picture itself is never decoded here.
 */

/** Latin-1 text of the first bytes; `?` stands for any byte. */
const SIGNATURES: readonly { readonly content_type: string; readonly start: string }[] = [
  { content_type: "image/png", start: "\x89PNG\r\n\x1a\n" },
  { content_type: "image/jpeg", start: "\xff\xd8\xff" },
  { content_type: "image/gif", start: "GIF87a" },
  { content_type: "image/gif", start: "GIF89a" },
  { content_type: "image/webp", start: "RIFF????WEBP" },
];

/** The media type of a PNG, JPEG, GIF or WebP file; null for anything else. */
export function findImageType(bytes: Uint8Array): string | null {
  return SIGNATURES.find(({ start }) => startsWith(bytes, start))?.content_type ?? null;
}

function startsWith(bytes: Uint8Array, start: string): boolean {
  for (let i = 0; i < start.length; i++) {
    if (start[i] !== "?" && bytes[i] !== start.charCodeAt(i)) return false;
  }
  return true;
}

export interface ImageSize {
  readonly content_type: string;
  readonly width: number;
  readonly height: number;
}

type Size = Omit<ImageSize, "content_type">;

/** Null unless it is a PNG, JPEG, GIF or WebP file with a size. */
export function readImageSize(bytes: Uint8Array): ImageSize | null {
  const content_type = findImageType(bytes);
  if (content_type === null) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = readSize(view, content_type);
  if (size === null || size.width === 0 || size.height === 0) return null;
  return { content_type, ...size };
}

function readSize(view: DataView, content_type: string): Size | null {
  switch (content_type) {
    case "image/png":
      return readPng(view);
    case "image/gif":
      return view.byteLength < 10
        ? null
        : { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    case "image/webp":
      return readWebp(view);
    default:
      return readJpeg(view);
  }
}

const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const PNG_CHUNK_FRAME_BYTES = 12;
const PNG_HEADER = 0x49484452;
const PNG_END = 0x49454e44;

/** Null unless the file has its last chunk: a truncated file is not a picture. */
function readPng(view: DataView): Size | null {
  let size: Size | null = null;
  let at = PNG_SIGNATURE_BYTES;
  while (at + PNG_CHUNK_FRAME_BYTES <= view.byteLength) {
    const type = view.getUint32(at + 4);
    const end = at + PNG_CHUNK_FRAME_BYTES + view.getUint32(at);
    if (end > view.byteLength) return null;
    if (type === PNG_END) return size;
    if (size === null) {
      if (type !== PNG_HEADER || end - at < PNG_CHUNK_FRAME_BYTES + 13) return null;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    at = end;
  }
  return null;
}

/** Markers of a JPEG's frame: C0 to CF except Huffman tables (C4), extensions (C8) and arithmetic coding (CC). */
function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readJpeg(view: DataView): Size | null {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (startsFrame(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    // A marker may be preceded by extra FF bytes.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

const WEBP_FIRST_CHUNK = 12;
const LOSSY = 0x56503820;
const LOSSLESS = 0x5650384c;
const EXTENDED = 0x56503858;
const SIZE_BITS_14 = 0x3fff;

function readWebp(view: DataView): Size | null {
  if (view.byteLength < WEBP_FIRST_CHUNK + 18) return null;
  if (view.getUint32(4, true) + 8 > view.byteLength) return null;
  const body = WEBP_FIRST_CHUNK + 8;
  switch (view.getUint32(WEBP_FIRST_CHUNK)) {
    case LOSSY:
      return {
        width: view.getUint16(body + 6, true) & SIZE_BITS_14,
        height: view.getUint16(body + 8, true) & SIZE_BITS_14,
      };
    case LOSSLESS: {
      const bits = view.getUint32(body + 1, true);
      return { width: (bits & SIZE_BITS_14) + 1, height: ((bits >>> 14) & SIZE_BITS_14) + 1 };
    }
    case EXTENDED:
      return { width: readUint24(view, body + 4) + 1, height: readUint24(view, body + 7) + 1 };
    default:
      return null;
  }
}

function readUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
}
