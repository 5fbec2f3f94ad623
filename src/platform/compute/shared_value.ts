/**
 * A derived result as bytes that another server may read. A prefix tells whether they are the value
 * that was asked for: magic and format, the engine that computed them, length and checksum, and in
 * the head the key. Little endian on every machine.
 */
import { crc32 } from "node:zlib";

/** A value taken apart: what JSON can hold, and the bytes of its buffers. */
export interface SharedForm {
  readonly head: unknown;
  readonly buffers: readonly Uint8Array[];
}

/** How values of one kind are shared. */
export interface SharedCodec<Value> {
  readonly toForm: (value: Value) => SharedForm;
  /** One value per form. The buffers are only lent; values of one call may share memory. */
  readonly fromForms: (forms: readonly SharedForm[]) => Value[];
}

interface Head {
  readonly key: string;
  readonly buffer_bytes: readonly number[];
  readonly value: unknown;
}

/** "MRYR" */
const MAGIC = 0x5259_524d;
const FORMAT_VERSION = 1;
const ENGINE_BYTES = 16;
const FORMAT_AT = 4;
const ENGINE_AT = 8;
const LENGTH_AT = ENGINE_AT + ENGINE_BYTES;
const CHECKSUM_AT = LENGTH_AT + 4;
const HEAD_LENGTH_AT = CHECKSUM_AT + 4;
const HEAD_AT = HEAD_LENGTH_AT + 4;

/** `engine`: 32 hexadecimal digits. */
export function packShared(key: string, { head, buffers }: SharedForm, engine: string): Buffer {
  const buffer_bytes = buffers.map(({ byteLength }) => byteLength);
  const said: Head = { key, buffer_bytes, value: head };
  const head_bytes = Buffer.from(JSON.stringify(said));
  const length = buffer_bytes.reduce((sum, bytes) => sum + bytes, HEAD_AT + head_bytes.length);
  const packed = Buffer.allocUnsafe(length);
  packed.writeUInt32LE(MAGIC, 0);
  packed.writeUInt32LE(FORMAT_VERSION, FORMAT_AT);
  packed.write(engine, ENGINE_AT, ENGINE_BYTES, "hex");
  packed.writeUInt32LE(length, LENGTH_AT);
  packed.writeUInt32LE(head_bytes.length, HEAD_LENGTH_AT);
  packed.set(head_bytes, HEAD_AT);
  let at = HEAD_AT + head_bytes.length;
  for (const buffer of buffers) {
    packed.set(buffer, at);
    at += buffer.byteLength;
  }
  packed.writeUInt32LE(crc32(packed.subarray(HEAD_LENGTH_AT)), CHECKSUM_AT);
  return packed;
}

/** The form, with buffers that are views of `packed`; null unless it is complete and of this key and engine. */
export function unpackShared(key: string, packed: Buffer, engine: string): SharedForm | null {
  if (packed.length < HEAD_AT || packed.readUInt32LE(0) !== MAGIC) return null;
  if (packed.readUInt32LE(FORMAT_AT) !== FORMAT_VERSION) return null;
  if (packed.toString("hex", ENGINE_AT, LENGTH_AT) !== engine) return null;
  if (packed.readUInt32LE(LENGTH_AT) !== packed.length) return null;
  if (packed.readUInt32LE(CHECKSUM_AT) !== crc32(packed.subarray(HEAD_LENGTH_AT))) return null;
  try {
    return readPayload(key, packed);
  } catch {
    return null;
  }
}

function readPayload(key: string, packed: Buffer): SharedForm | null {
  let at = HEAD_AT + packed.readUInt32LE(HEAD_LENGTH_AT);
  // The checks so far passed: this very build's `packShared` wrote it.
  const head = JSON.parse(packed.toString("utf8", HEAD_AT, at)) as Head;
  if (head.key !== key) return null;
  const buffers = head.buffer_bytes.map((bytes) => {
    const buffer = packed.subarray(at, at + bytes);
    at += bytes;
    return buffer;
  });
  return { head: head.value, buffers };
}

/** Copies the bytes to shared memory, as threads take them. */
export function shareBytes(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}
