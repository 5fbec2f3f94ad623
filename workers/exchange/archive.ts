/** ZIP archives and packed files of strangers: the files that are asked for, each into a buffer of bounded size. */
import * as zlib from "node:zlib";
import { unzipSync, zipSync } from "fflate";
import { bunzip2 } from "./bunzip2.ts";
import { UnreadableSource } from "./source_fault.ts";

const ENTRIES_MAX = 10_000;
const FILE_BYTES_MAX = 512 * 1024 * 1024;
/** Of what is unpacked together to the archive: more is a bomb. */
const RATIO_MAX = 200;
const SMALL_BYTES = 1 << 20;

/** By name; `wanted` files that are not there are absent. */
export function unpack(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
): ReadonlyMap<string, Uint8Array> {
  let nEntries = 0;
  let sum_bytes = 0;
  const bytes_max = Math.min(FILE_BYTES_MAX, Math.max(SMALL_BYTES, bytes.length * RATIO_MAX));
  const names = new Set<string>();
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (++nEntries > ENTRIES_MAX) throw new UnreadableSource("it has too many files");
        if (!wanted(name)) return false;
        if (names.has(name)) throw new UnreadableSource(`it has ${name.slice(0, 100)} twice`);
        names.add(name);
        sum_bytes += originalSize;
        if (sum_bytes > bytes_max) throw new UnreadableSource("it unpacks to too much");
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    if (error instanceof UnreadableSource) throw error;
    const reason = error instanceof Error ? error.message : "unknown";
    throw new UnreadableSource(`it is no ZIP archive: ${reason.slice(0, 100)}`);
  }
}

type Unpack = (bytes: Uint8Array, bytes_max: number) => Uint8Array;

/** How a packed file begins, what it is packed with, and what unpacks it; null: nothing does here. */
const PACKED: readonly (readonly [start: string, name: string, unpack: Unpack | null])[] = [
  ["\x1f\x8b", "gzip", (bytes, maxOutputLength) => zlib.gunzipSync(bytes, { maxOutputLength })],
  ["BZh", "bzip2", bunzip2],
  ["\x28\xb5\x2f\xfd", "zstd", unzstd()],
  ["\xfd7zX", "xz", null],
  ["PK\x03\x04", "ZIP", null],
];

/** Node has it from 22.15 on; the types are of an older one. */
function unzstd(): Unpack | null {
  const { zstdDecompressSync } = zlib as {
    readonly zstdDecompressSync?: (
      bytes: Uint8Array,
      options: { readonly maxOutputLength: number },
    ) => Uint8Array;
  };
  if (zstdDecompressSync === undefined) return null;
  return (bytes, maxOutputLength) => zstdDecompressSync(bytes, { maxOutputLength });
}

/** One file that may be packed; throws an `UnreadableSource`. */
export function unpackFile(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  const packed = PACKED.find(([magic]) => start.startsWith(magic));
  if (packed === undefined) return bytes;
  const [, name, unpackWith] = packed;
  if (unpackWith === null) throw new UnreadableSource(`it is packed with ${name}: unpack it first`);
  const bytes_max = Math.min(FILE_BYTES_MAX, Math.max(SMALL_BYTES, bytes.length * RATIO_MAX));
  try {
    return unpackWith(bytes, bytes_max);
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableSource("it unpacks to too much");
    const reason = error instanceof Error ? error.message : "unknown";
    throw new UnreadableSource(`it can't be unpacked: ${reason.slice(0, 100)}`);
  }
}

/** An XML document, which may be packed: railML's `.railmlx` is a ZIP of one. */
export function unpackXml(bytes: Uint8Array): Uint8Array {
  if (!isZip(bytes)) return unpackFile(bytes);
  const files = [
    ...unpack(bytes, (name) => /^(?!__MACOSX\/).*\.(xml|railml)$/i.test(name)).values(),
  ];
  const [only] = files;
  if (only !== undefined && files.length === 1) return only;
  throw new UnreadableSource(`its archive must have one XML file, not ${files.length}`);
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** The same bytes for the same files: archives have no times. */
export function pack(files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipSync({ ...files }, { mtime: new Date(1980, 0, 1) }));
}
