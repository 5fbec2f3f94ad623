/**
 * Writes the chunks of a stream so that the kernel has all of one before the next is asked for. At the end of the
 * answer nothing is left to send, so a stopping server cuts off no answer that has ended.
 *
 * uWebSockets.js buffers what the kernel does not take, flushes it only with the next write, and reports in that
 * write whether everything has gone out. So when a large chunk was not taken whole, its last bytes go one by one,
 * each once the kernel has room again, until one is reported as sent. A small chunk goes at once: it fits if the
 * kernel has any room, and events for thousands of streams cost one write each.
 *
 * The library writes the end of a chunk's framing with the next chunk. If that comes much later, as with events, a
 * meaningless chunk (`filler`) follows at once, so that a client that waits for whole chunks gets this one.
 */
import type { HttpResponse as UwsResponse } from "uWebSockets.js";
import type { AbortSource } from "../request.ts";

/** The slowest kernel takes 2 kB per turn: one such chunk plus another left from before. */
const SMALL_BYTES = 1024;
/** As many turns as that kernel needs for a chunk of 64 kB. */
const TAIL_BYTES = 32;

export class ChunkWriter {
  readonly #res: UwsResponse;
  readonly #abort: AbortSource;
  readonly #slow_reader_ms: number;
  readonly #filler: Uint8Array;
  #onTurn: () => void = () => undefined;

  /** A client that takes nothing for `slow_reader_ms` is cut off. */
  constructor(
    res: UwsResponse,
    {
      abort,
      slow_reader_ms,
      filler,
    }: {
      readonly abort: AbortSource;
      readonly slow_reader_ms: number;
      /** Follows each chunk; may be empty. */
      readonly filler: Uint8Array;
    },
  ) {
    this.#res = res;
    this.#abort = abort;
    this.#slow_reader_ms = slow_reader_ms;
    this.#filler = filler;
    res.onWritable(() => {
      this.#onTurn();
      return true;
    });
    abort.signal.addEventListener("abort", () => this.#onTurn(), { once: true });
  }

  /** Resolves when the kernel has the whole chunk, or the client has left. */
  async write(chunk: Uint8Array): Promise<void> {
    const is_small = chunk.length <= SMALL_BYTES;
    let at = is_small ? chunk.length : chunk.length - TAIL_BYTES;
    let is_through = is_small
      ? this.#writeCorked(chunk, this.#filler)
      : this.#writeCorked(chunk.subarray(0, at));
    while (!is_through) {
      await this.#turn();
      if (this.#abort.is_aborted) return;
      // An empty cork flushes; the few remaining bytes have room.
      if (at === chunk.length) break;
      // Not corked: for so few bytes a corked write reports a wrong result.
      is_through = this.#res.write(chunk.subarray(at, at + 1));
      at++;
    }
    if (!is_small) this.#writeCorked(chunk.subarray(at), this.#filler);
    else if (!is_through) this.#writeCorked();
  }

  #writeCorked(...parts: readonly Uint8Array[]): boolean {
    let is_through = true;
    this.#res.cork(() => {
      for (const part of parts) {
        if (part.length > 0) is_through = this.#res.write(part);
      }
    });
    return is_through;
  }

  async #turn(): Promise<void> {
    // Closing aborts the request, which ends this wait.
    const stalled = setTimeout(() => this.#res.close(), this.#slow_reader_ms);
    await new Promise<void>((resolve) => {
      this.#onTurn = resolve;
    });
    clearTimeout(stalled);
  }
}
