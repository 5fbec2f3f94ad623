/** Packs with bzip2, in the plainest way: everything sorted by comparing, and all codes of one length. */

const BLOCK_BYTES = 50_000;

export function bzip2(bytes: Uint8Array): Uint8Array {
  const bits = new BitWriter();
  bits.write(0x42_5a_68, 24);
  bits.write(0x31, 8);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    const block = bytes.subarray(at, at + BLOCK_BYTES);
    const crc = crcOf(block);
    sum = ((sum << 1) | (sum >>> 31)) ^ crc;
    writeBlock(bits, block, crc);
  }
  bits.write(0x17_72_45, 24);
  bits.write(0x38_50_90, 24);
  bits.write(sum >>> 16, 16);
  bits.write(sum & 0xffff, 16);
  return bits.finish();
}

/** A few bytes that unfold to many: blocks of nothing but zeros. */
export function bzip2Zeros(count: number): Uint8Array {
  const block = bzip2(new Uint8Array(BLOCK_BYTES));
  return Buffer.concat(Array.from({ length: Math.ceil(count / BLOCK_BYTES) }, () => block));
}

function writeBlock(bits: BitWriter, block: Uint8Array, crc: number): void {
  const runs = shortenRuns(block);
  const order = runs.map((_byte, i) => i).toSorted((a, b) => compare(runs, a, b));
  const sorted = order.map((start) => runs[(start + runs.length - 1) % runs.length] ?? 0);
  const used = [...new Set(runs)].toSorted((a, b) => a - b);
  const symbols = listSymbols(sorted, used);
  const nSymbols = used.length + 2;
  const length = Math.ceil(Math.log2(nSymbols));
  bits.write(0x31_41_59, 24);
  bits.write(0x26_53_59, 24);
  bits.write(crc >>> 16, 16);
  bits.write(crc & 0xffff, 16);
  bits.write(0, 1);
  bits.write(order.indexOf(0), 24);
  const ranges = Array.from({ length: 16 }, (_, i) => used.some((byte) => byte >> 4 === i));
  for (const is_used of ranges) bits.write(Number(is_used), 1);
  for (const [range, is_used] of ranges.entries()) {
    for (let i = 0; is_used && i < 16; i++) {
      bits.write(Number(used.includes(range * 16 + i)), 1);
    }
  }
  bits.write(2, 3);
  const nGroups = Math.ceil(symbols.length / 50);
  bits.write(nGroups, 15);
  // The two tables in turns: the other one is always the second of the list.
  for (let i = 0; i < nGroups; i++) bits.write(i === 0 ? 0 : 0b10, i === 0 ? 1 : 2);
  for (let table = 0; table < 2; table++) {
    bits.write(length, 5);
    for (let i = 0; i < nSymbols; i++) bits.write(0, 1);
  }
  for (const symbol of symbols) bits.write(symbol, length);
}

/** From the fifth of equal bytes on they are counted. */
function shortenRuns(bytes: Uint8Array): number[] {
  const out: number[] = [];
  for (let i = 0; i < bytes.length; ) {
    const byte = bytes[i] ?? 0;
    let count = 1;
    while (count < 255 && bytes[i + count] === byte) count++;
    for (let k = 0; k < Math.min(4, count); k++) out.push(byte);
    if (count >= 4) out.push(count - 4);
    i += count;
  }
  return out;
}

function compare(bytes: readonly number[], a: number, b: number): number {
  for (let i = 0; i < bytes.length; i++) {
    const own = (bytes[(a + i) % bytes.length] ?? 0) - (bytes[(b + i) % bytes.length] ?? 0);
    if (own !== 0) return own;
  }
  return a - b;
}

function listSymbols(sorted: readonly number[], used: readonly number[]): number[] {
  const list = [...used];
  const symbols: number[] = [];
  let zeros = 0;
  const flush = (): void => {
    for (; zeros > 0; zeros = (zeros - 1) >> 1) symbols.push((zeros - 1) & 1);
  };
  for (const byte of sorted) {
    const place = list.indexOf(byte);
    list.splice(place, 1);
    list.unshift(byte);
    if (place === 0) zeros++;
    else {
      flush();
      symbols.push(place + 1);
    }
  }
  flush();
  symbols.push(used.length + 1);
  return symbols;
}

function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let i = 0; i < 8; i++) crc = crc < 0 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  }
  return ~crc >>> 0;
}

class BitWriter {
  readonly #bits: number[] = [];

  write(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) this.#bits.push((value >>> i) & 1);
  }

  finish(): Uint8Array {
    return Uint8Array.from({ length: Math.ceil(this.#bits.length / 8) }, (_, i) =>
      Array.from({ length: 8 }, (_bit, k) => this.#bits[i * 8 + k] ?? 0).reduce(
        (byte, bit) => byte * 2 + bit,
        0,
      ),
    );
  }
}
