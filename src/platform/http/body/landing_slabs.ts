/**
 * Memory for data that a socket brings before the body's own buffer exists. It is reused: touching
 * a fresh page takes longer than the copy, and uWebSockets.js reads a socket without a break for as
 * long as its client is faster than that.
 */

/** What uWebSockets.js reads at once. */
const SLAB_BYTES = 512 * 1024;
/** More than the kernel buffers for a connection. */
const SLABS = 32;
/** Smaller parts are copied into memory of their own. */
const SMALL_BYTES = 64 * 1024;

export class LandingSlabs {
  // Filled once: memory that was never touched has no pages yet.
  readonly #free: Uint8Array[] = Array.from({ length: SLABS }, () =>
    new Uint8Array(SLAB_BYTES).fill(1),
  );

  copy(chunk: Uint8Array): Uint8Array {
    const slab =
      chunk.length > SMALL_BYTES && chunk.length <= SLAB_BYTES ? this.#free.pop() : undefined;
    if (slab === undefined) return chunk.slice();
    slab.set(chunk);
    return slab.subarray(0, chunk.length);
  }

  /** Whether the part is a slab that must be given back. */
  has(part: Uint8Array): boolean {
    return part.buffer.byteLength === SLAB_BYTES;
  }

  /** Gives back a copy that is no longer read. */
  give(part: Uint8Array): void {
    if (this.has(part) && this.#free.length < SLABS) this.#free.push(new Uint8Array(part.buffer));
  }
}
