/**
 * Very many texts in shared memory, deflated block by block, to hand to another thread without a copy.
 * Rows of a network are much alike: deflated they take a tenth of the space, and next to no time.
 */
import { deflateRawSync } from "node:zlib";

/** All arrays are backed by SharedArrayBuffers; text `i` is at `offsets[i] .. offsets[i + 1]` of the inflated text. */
export interface DeflatedTexts {
  /** The blocks, one after the other. */
  readonly bytes: Uint8Array;
  /** [nBlocks + 1] where each block begins in `bytes`. */
  readonly block_starts: Uint32Array;
  /** [nBlocks + 1] the first text of each block; a block contains whole texts, at least one. */
  readonly block_rows: Uint32Array;
  /** [nTexts + 1] in UTF-8. */
  readonly offsets: Uint32Array;
}

const BLOCK_BYTES = 64 * 1024;
/** Longer texts are stored instead of deflated: inflating takes a millisecond per megabyte. */
const LONG_TEXT_BYTES = 1024 * 1024;
/** The least effort: more hardly shortens the rows of a network. */
const LEVEL = 1;
/** More than a stored text is longer than the text: five bytes for each block of zlib's. */
const STORED_SHARE = 1.01;

/** Collects texts. */
export class TextDeflater {
  readonly #offsets = [0];
  readonly #block_starts = [0];
  readonly #block_rows = [0];
  readonly #blocks: Uint8Array[] = [];
  /** The open block, whose last text may go beyond what a block has. */
  readonly #open = Buffer.alloc(BLOCK_BYTES + LONG_TEXT_BYTES);
  #open_bytes = 0;
  #end = 0;
  #deflated_end = 0;

  push(text: string): void {
    const bytes = Buffer.byteLength(text);
    const is_long = bytes > LONG_TEXT_BYTES;
    if (is_long) this.#close();
    this.#end += bytes;
    this.#offsets.push(this.#end);
    if (is_long) {
      // In one piece: zlib's own are joined to another copy.
      const chunkSize = Math.ceil(bytes * STORED_SHARE);
      this.#add(deflateRawSync(text, { level: 0, chunkSize }));
      return;
    }
    this.#open_bytes += this.#open.write(text, this.#open_bytes);
    if (this.#open_bytes >= BLOCK_BYTES) this.#close();
  }

  finish(): DeflatedTexts {
    this.#close();
    const bytes = new Uint8Array(new SharedArrayBuffer(this.#deflated_end));
    for (const [i, block] of this.#blocks.entries()) bytes.set(block, this.#block_starts[i]);
    const shared = (values: readonly number[]): Uint32Array => {
      const array = new Uint32Array(new SharedArrayBuffer(values.length * 4));
      array.set(values);
      return array;
    };
    return {
      bytes,
      block_starts: shared(this.#block_starts),
      block_rows: shared(this.#block_rows),
      offsets: shared(this.#offsets),
    };
  }

  #close(): void {
    const has_texts = this.#offsets.length - 1 > (this.#block_rows.at(-1) ?? 0);
    if (!has_texts) return;
    // Copied, because the result of zlib is a view of a larger buffer.
    this.#add(
      new Uint8Array(deflateRawSync(this.#open.subarray(0, this.#open_bytes), { level: LEVEL })),
    );
    this.#open_bytes = 0;
  }

  #add(block: Uint8Array): void {
    this.#blocks.push(block);
    this.#deflated_end += block.length;
    this.#block_starts.push(this.#deflated_end);
    this.#block_rows.push(this.#offsets.length - 1);
  }
}
