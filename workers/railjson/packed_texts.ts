/**
 * Many texts as UTF-8 in shared memory, for other threads to read in any order without a copy.
 * Reserved pages that are never touched cost nothing.
 */

/** Texts laid end to end; text `i` is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface PackedTexts {
  /** UTF-8, backed by a SharedArrayBuffer. */
  readonly bytes: Uint8Array;
  /** [nTexts + 1], backed by a SharedArrayBuffer. */
  readonly offsets: Uint32Array;
}

/** Collects `count` texts, of approximately `expected_bytes` together. */
export class TextPacker {
  #bytes: Buffer;
  readonly #offsets: Uint32Array;
  #count = 0;
  #end = 0;

  constructor(count: number, expected_bytes: number) {
    this.#bytes = Buffer.from(new SharedArrayBuffer(expected_bytes + 64));
    this.#offsets = new Uint32Array(new SharedArrayBuffer((count + 1) * 4));
  }

  push(text: string): void {
    // At most three UTF-8 bytes per UTF-16 unit.
    if (this.#end + text.length * 3 > this.#bytes.length) this.#grow(Buffer.byteLength(text));
    this.#end += this.#bytes.write(text, this.#end, "utf8");
    this.#offsets[++this.#count] = this.#end;
  }

  finish(): PackedTexts {
    const { buffer, byteOffset } = this.#bytes;
    return { bytes: new Uint8Array(buffer, byteOffset, this.#end), offsets: this.#offsets };
  }

  #grow(needed_bytes: number): void {
    if (this.#end + needed_bytes <= this.#bytes.length) return;
    const larger = Buffer.from(new SharedArrayBuffer((this.#end + needed_bytes) * 2));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}
