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

/** Collects texts. */
export class TextDeflater {
  readonly #offsets = [0];
  readonly #block_starts = [0];
  readonly #block_rows = [0];
  readonly #blocks: Uint8Array[] = [];
  /** Of the open block. */
  #texts: string[] = [];
  #open_bytes = 0;
  #end = 0;
  #deflated_end = 0;

  push(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (bytes > LONG_TEXT_BYTES) this.#close(LEVEL);
    this.#texts.push(text);
    this.#open_bytes += bytes;
    this.#end += bytes;
    this.#offsets.push(this.#end);
    if (bytes > LONG_TEXT_BYTES) this.#close(0);
    else if (this.#open_bytes >= BLOCK_BYTES) this.#close(LEVEL);
  }

  finish(): DeflatedTexts {
    this.#close(LEVEL);
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

  #close(level: number): void {
    if (this.#texts.length === 0) return;
    // Copied, because the result of zlib is a view of a larger buffer.
    const block = new Uint8Array(deflateRawSync(this.#texts.join(""), { level }));
    this.#blocks.push(block);
    this.#deflated_end += block.length;
    this.#block_starts.push(this.#deflated_end);
    this.#block_rows.push(this.#offsets.length - 1);
    this.#texts = [];
    this.#open_bytes = 0;
  }
}
