/** Reads texts that a worker has deflated. Read them in order: only one inflated block is held at a time. */
import { inflateRawSync } from "node:zlib";
import type { DeflatedTexts } from "../../../workers/railjson/deflated_texts.ts";

/** Gives a text by its index as UTF-8 bytes, which must not be modified. */
export function textInflater(texts: DeflatedTexts): (row: number) => Buffer {
  const { bytes, block_starts, block_rows, offsets } = texts;
  let open = -1;
  let block: Buffer = Buffer.alloc(0);
  return (row) => {
    if (open < 0 || row < (block_rows[open] ?? 0) || row >= (block_rows[open + 1] ?? 0)) {
      open = blockOf(block_rows, row);
      block = inflateRawSync(bytes.subarray(block_starts[open], block_starts[open + 1]));
    }
    const start = offsets[block_rows[open] ?? 0] ?? 0;
    return block.subarray((offsets[row] ?? 0) - start, (offsets[row + 1] ?? 0) - start);
  };
}

/** The last block that begins at or before a row. */
function blockOf(block_rows: Uint32Array, row: number): number {
  let [low, high] = [0, block_rows.length - 1];
  while (low < high - 1) {
    const middle = (low + high) >> 1;
    if ((block_rows[middle] ?? 0) <= row) low = middle;
    else high = middle;
  }
  return low;
}
