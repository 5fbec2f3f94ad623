/**
 * Unpacks bzip2, for which Node has nothing: blocks of up to 900 kB, each runs of equal bytes, sorted by what follows
 * them (Burrows and Wheeler), as places in a list that moves to the front, in codes of Huffman.
 */
const BLOCK_MAGIC = 0x3141_5926_5359;
const END_MAGIC = 0x1772_4538_5090;
const BLOCK_BYTES = 100_000;
const TABLES_MAX = 6;
const CODE_BITS_MAX = 20;
/** Symbols that one table codes, one behind the other. */
const GROUP = 50;
/** Symbols of a table: 256 bytes, one of which is first in its list and needs none, two of runs and the end. */
const SYMBOLS_MAX = 258;
const CRC_POLYNOMIAL = 0x04c1_1db7;

/** Throws an `Error` for what is no bzip2, and a `RangeError` for what unpacks to more bytes. */
export function bunzip2(packed: Uint8Array, bytes_max: number): Uint8Array {
  const bits = new Bits(packed);
  const out = new Output(bytes_max);
  // Files may be several, one behind the other.
  do readStream(bits, out);
  while (bits.toNextByte());
  return out.bytes;
}

function readStream(bits: Bits, out: Output): void {
  if (bits.read(24) !== 0x42_5a_68) throw new Error("it begins with no BZh");
  const size = bits.read(8) - 0x30;
  if (size < 1 || size > 9) throw new Error("it has no such size of blocks");
  for (;;) {
    const magic = bits.read(24) * 2 ** 24 + bits.read(24);
    const crc = bits.read(16) * 2 ** 16 + bits.read(16);
    if (magic === END_MAGIC) return;
    if (magic !== BLOCK_MAGIC) throw new Error("a block begins with none");
    if (bits.read(1) === 1) throw new Error("its blocks are of a form that is no longer written");
    const start = bits.read(24);
    const sorted = readBlock(bits, size * BLOCK_BYTES);
    if (start >= sorted.length) throw new Error("a block begins behind its end");
    out.addBlock(unsort(sorted, start), crc);
  }
}

/** Reads numbers of up to 24 bits, the highest first. */
class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;
  #held = 0;
  #nHeld = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    while (this.#nHeld < count) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Error("it ends early");
      // At most 23 bits are held, so that nothing is lost.
      this.#held = (this.#held << 8) | byte;
      this.#nHeld += 8;
    }
    this.#nHeld -= count;
    return (this.#held >>> this.#nHeld) & ((1 << count) - 1);
  }

  /** Passes over the rest of a byte; false: the file ends. */
  toNextByte(): boolean {
    this.#nHeld -= this.#nHeld % 8;
    return this.#at - this.#nHeld / 8 < this.#bytes.length;
  }
}

/** The bytes that occur in a block, ascending. */
function readUsed(bits: Bits): Uint8Array {
  const ranges = bits.read(16);
  const used: number[] = [];
  for (let range = 0; range < 16; range++) {
    if ((ranges & (0x8000 >> range)) === 0) continue;
    const marks = bits.read(16);
    for (let i = 0; i < 16; i++) if ((marks & (0x8000 >> i)) !== 0) used.push(range * 16 + i);
  }
  if (used.length === 0) throw new Error("a block has no bytes");
  return Uint8Array.from(used);
}

/** Codes of a table by length: the last one of each, the offset of its symbol, and symbols in the order of codes. */
interface CodeTable {
  readonly last: Int32Array;
  readonly offset: Int32Array;
  readonly symbols: Uint16Array;
}

function readTable(bits: Bits, nSymbols: number): CodeTable {
  const lengths = new Uint8Array(nSymbols);
  let length = bits.read(5);
  for (let i = 0; i < nSymbols; i++) {
    for (;;) {
      if (length < 1 || length > CODE_BITS_MAX) throw new Error("a code is too long");
      if (bits.read(1) === 0) break;
      length += bits.read(1) === 0 ? 1 : -1;
    }
    lengths[i] = length;
  }
  const last = new Int32Array(CODE_BITS_MAX + 1).fill(-1);
  const offset = new Int32Array(CODE_BITS_MAX + 1);
  const symbols = new Uint16Array(nSymbols);
  let [code, nPlaced] = [0, 0];
  for (let own = 1; own <= CODE_BITS_MAX; own++) {
    offset[own] = nPlaced - code;
    for (let i = 0; i < nSymbols; i++) {
      if (lengths[i] !== own) continue;
      symbols[nPlaced++] = i;
      code++;
    }
    last[own] = code - 1;
    code <<= 1;
  }
  return { last, offset, symbols };
}

function readSymbol(bits: Bits, { last, offset, symbols }: CodeTable): number {
  let code = 0;
  for (let length = 1; length <= CODE_BITS_MAX; length++) {
    code = (code << 1) | bits.read(1);
    if (code <= (last[length] ?? -1)) return symbols[code + (offset[length] ?? 0)] ?? 0;
  }
  throw new Error("a code is none");
}

/** The sorted bytes of a block. */
function readBlock(bits: Bits, bytes_max: number): Uint8Array {
  const front = readUsed(bits);
  const nSymbols = front.length + 2;
  if (nSymbols > SYMBOLS_MAX) throw new Error("it has too many symbols");
  const nTables = bits.read(3);
  const nGroups = bits.read(15);
  if (nTables < 2 || nTables > TABLES_MAX || nGroups === 0) throw new Error("it has no codes");
  const recent = Uint8Array.from({ length: nTables }, (_, i) => i);
  const choices = new Uint8Array(nGroups);
  for (let i = 0; i < nGroups; i++) {
    let place = 0;
    while (bits.read(1) === 1) if (++place >= nTables) throw new Error("it has no such table");
    choices[i] = moveToFront(recent, place);
  }
  const tables = Array.from({ length: nTables }, () => readTable(bits, nSymbols));
  const sorted = new Uint8Array(bytes_max);
  let [length, run, weight] = [0, 0, 1];
  for (let i = 0; ; i++) {
    const table = tables[choices[Math.floor(i / GROUP)] ?? nTables];
    if (table === undefined) throw new Error("a block ends early");
    const symbol = readSymbol(bits, table);
    if (symbol < 2) {
      // A run of the first of the list, its length in digits 1 and 2, the lowest first.
      run += weight * (symbol + 1);
      weight *= 2;
      if (run > bytes_max) throw new Error("a block is too long");
      continue;
    }
    if (length + run > bytes_max) throw new Error("a block is too long");
    sorted.fill(front[0] ?? 0, length, length + run);
    length += run;
    [run, weight] = [0, 1];
    if (symbol === nSymbols - 1) return sorted.subarray(0, length);
    if (length === bytes_max) throw new Error("a block is too long");
    sorted[length++] = moveToFront(front, symbol - 1);
  }
}

function moveToFront(list: Uint8Array, place: number): number {
  const found = list[place] ?? 0;
  list.copyWithin(1, 0, place);
  list[0] = found;
  return found;
}

/** The bytes of a block in their own order. */
function unsort(sorted: Uint8Array, start: number): Uint8Array {
  const next = new Uint32Array(256);
  for (const byte of sorted) next[byte] = (next[byte] ?? 0) + 1;
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) {
    const count = next[byte] ?? 0;
    next[byte] = sum;
    sum += count;
  }
  const follows = new Uint32Array(sorted.length);
  for (let i = 0; i < sorted.length; i++) {
    const byte = sorted[i] ?? 0;
    const rank = next[byte] ?? 0;
    next[byte] = rank + 1;
    follows[rank] = i;
  }
  const bytes = new Uint8Array(sorted.length);
  let at = follows[start] ?? 0;
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = sorted[at] ?? 0;
    at = follows[at] ?? 0;
  }
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let i = 0; i < 8; i++) crc = crc < 0 ? (crc << 1) ^ CRC_POLYNOMIAL : crc << 1;
  return crc >>> 0;
});

class Output {
  readonly #bytes_max: number;
  #bytes = new Uint8Array(BLOCK_BYTES);
  #length = 0;

  constructor(bytes_max: number) {
    this.#bytes_max = bytes_max;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Behind four equal bytes stands how many more there are. */
  addBlock(block: Uint8Array, crc_told: number): void {
    const start = this.#length;
    let nEqual = 0;
    for (let i = 0; i < block.length; i++) {
      const byte = block[i] ?? 0;
      if (nEqual === 4) {
        this.#add(block[i - 1] ?? 0, byte);
        nEqual = 0;
        continue;
      }
      nEqual = nEqual > 0 && byte === block[i - 1] ? nEqual + 1 : 1;
      this.#add(byte, 1);
    }
    let crc = -1;
    for (let i = start; i < this.#length; i++) {
      crc = (crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ (this.#bytes[i] ?? 0)] ?? 0);
    }
    if (~crc >>> 0 !== crc_told) throw new Error("a block has another sum than it tells");
  }

  #add(byte: number, count: number): void {
    const length = this.#length + count;
    if (length > this.#bytes_max) throw new RangeError("it unpacks to too much");
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.#bytes_max, this.#bytes.length * 2 + count));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.fill(byte, this.#length, length);
    this.#length = length;
  }
}
