/**
 * Compiled networks shared by all servers: a starting server takes the bytes instead of reading and
 * compiling for up to half a minute. A network is stored in parts. Each is a value with its own
 * checksum, and its key contains the digest of the whole. The manifest that lists them is stored last.
 */
import { hashKey } from "./keys.ts";
import type { SharedResults } from "./shared_results.ts";
import type { SharedCodec } from "./shared_value.ts";

/** A compiled network. */
export interface NetworkBytes {
  readonly buffer: SharedArrayBuffer;
  /** Digest of the buffer. */
  readonly digest: string;
}

interface Manifest {
  readonly digest: string;
  readonly bytes: number;
}

/** Approximate size of a manifest. */
const MANIFEST_BYTES = 128;
const PART_BYTES = 1024 * 1024;
/** Longer than for a result: if one part is missing, the whole network must be compiled. */
const PART_MS = 500;

const MANIFEST: SharedCodec<Manifest> = {
  toForm: (head) => ({ head, buffers: [] }),
  // Safe: `toForm` above wrote it.
  fromForms: (forms) => forms.map(({ head }) => head as Manifest),
};

const PART: SharedCodec<Uint8Array> = {
  toForm: (bytes) => ({ head: null, buffers: [bytes] }),
  fromForms: (forms) => forms.map(({ buffers: [bytes = new Uint8Array(0)] }) => bytes),
};

export class SharedNetworks {
  readonly #shared: Pick<SharedResults, "get" | "store">;

  constructor(shared: Pick<SharedResults, "get" | "store">) {
    this.#shared = shared;
  }

  /** The compiled network of a content; null if it is not stored completely. */
  async get(identity: string, signal: AbortSignal): Promise<NetworkBytes | null> {
    const key = manifestKey(identity);
    const manifest = (await this.#shared.get([key], MANIFEST, { signal })).get(key);
    if (manifest === undefined) return null;
    const { digest } = manifest;
    const bytes = new Uint8Array(new SharedArrayBuffer(manifest.bytes));
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const name = partKey(digest, at);
      const options = { signal, lookup_ms: PART_MS };
      const part = (await this.#shared.get([name], PART, options)).get(name);
      if (part?.length !== Math.min(PART_BYTES, bytes.length - at)) return null;
      bytes.set(part, at);
    }
    return { buffer: bytes.buffer, digest };
  }

  /** Stores a network part by part; stops at the first part that can't be stored. */
  async store(identity: string, { buffer, digest }: NetworkBytes): Promise<void> {
    const bytes = new Uint8Array(buffer);
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const value = bytes.subarray(at, at + PART_BYTES);
      const part = { key: partKey(digest, at), value, bytes: value.length };
      if (!(await this.#shared.store([part], PART))) return;
    }
    const manifest = { digest, bytes: bytes.length };
    const told = { key: manifestKey(identity), value: manifest, bytes: MANIFEST_BYTES };
    await this.#shared.store([told], MANIFEST);
  }
}

function manifestKey(identity: string): string {
  return hashKey("network", [identity]);
}

function partKey(digest: string, at: number): string {
  return hashKey("network_part", [digest, at]);
}
