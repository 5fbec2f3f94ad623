/**
 * Which kind of image a file is, by its first bytes (PNG 5.2, JPEG B.1.1.3, GIF89a 17, WebP container).
 * What a client says about its file is not trusted: a page that is served as an image stays harmless.
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
