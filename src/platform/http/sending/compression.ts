/**
 * Content coding of answers above 16 kB, for clients that ask for it. zlib runs on threads of its
 * own: the main thread only passes buffers. A stream is compressed chunk by chunk, each flushed, so
 * that its lines arrive as they are made. Higher levels take more time and gain little. Brotli at 4
 * is as fast as gzip at 4 and a fifth smaller, so it is chosen if the client prefers neither.
 */
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
} from "node:zlib";
import { findHeader, findHeaderLines, type HttpRequest, type HttpResponse } from "../request.ts";

export type Coding = "br" | "gzip";

const CODINGS: readonly Coding[] = ["br", "gzip"];

/** Below this size compression costs more than it saves. */
const BYTES_MIN = 16 * 1024;
/** Large, because each piece takes a turn of the main thread. */
const PIECE_BYTES = 256 * 1024;
const GZIP_LEVEL = 4;
const BROTLI_LEVEL = 4;
/** Windows: 256 kB for a whole text; 64 kB for a stream, which keeps its memory at 0.4 MB. */
const BROTLI_WINDOW = 18;
const BROTLI_STREAM_WINDOW = 16;
/** Types that are not compressed already. Event streams are excluded: a coder for each would cost too much memory. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|x-ndjson|javascript|yaml)|image\/svg)/;

const brotliAsync = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const gzipAsync = promisify<Uint8Array, { level: number; chunkSize: number }, Buffer>(gzip);

/** The answer in the coding that the client prefers, or unchanged. */
export async function compress(
  request: Pick<HttpRequest, "method" | "headers">,
  response: HttpResponse,
): Promise<HttpResponse> {
  const { headers } = response;
  if (!COMPRESSIBLE.test(findHeader(headers, "content-type") ?? "")) return response;
  if (isShort(response.body) || headers.includes("content-encoding")) return response;
  const varied = { ...response, headers: [...headers, "vary", "accept-encoding"] };
  const coding = chooseCoding(findHeaderLines(request.headers, "accept-encoding"));
  if (coding === null || request.method === "HEAD") return varied;
  const body = typeof response.body === "string" ? Buffer.from(response.body) : response.body;
  const coded = body instanceof Uint8Array ? await pack(body, coding) : packStream(body, coding);
  const coded_headers = [...withTag(varied.headers, coding), "content-encoding", coding];
  return { ...varied, headers: coded_headers, body: coded };
}

/** False for streams: they may be long. */
function isShort(body: HttpResponse["body"]): boolean {
  if (typeof body === "string") {
    // Counts bytes only if needed: a character has one to three.
    return body.length <= BYTES_MIN && Buffer.byteLength(body) <= BYTES_MIN;
  }
  return body instanceof Uint8Array && body.length <= BYTES_MIN;
}

/** The preferred one of the offered codings, by RFC 9110, 12.5.3. Null: uncompressed. */
export function chooseCoding(
  lines: readonly string[],
  offered: readonly Coding[] = CODINGS,
): Coding | null {
  const weights = new Map<string, number>();
  for (const item of lines.join(",").toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    weights.set(name === "x-gzip" ? "gzip" : name, readWeight(parameters));
  }
  const other = weights.get("*") ?? 0;
  const weigh = (coding: Coding): number =>
    offered.includes(coding) ? (weights.get(coding) ?? other) : 0;
  const [br, gz] = [weigh("br"), weigh("gzip")];
  const best = Math.max(br, gz);
  if (best === 0 || best < (weights.get("identity") ?? 0)) return null;
  return br === best ? "br" : "gzip";
}

/** An unreadable weight counts as 0 (not wanted). */
function readWeight(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  if (weight === undefined) return 1;
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0;
}

/** A different coding needs a different strong tag (RFC 9110, 8.8.3.3); If-Match accepts both. */
function withTag(headers: readonly string[], coding: Coding): readonly string[] {
  return headers.map((value, i) =>
    headers[i - 1] === "etag" && i % 2 === 1 ? value.replace(/"$/, `-${coding}"`) : value,
  );
}

async function pack(bytes: Uint8Array, coding: Coding): Promise<Uint8Array> {
  return coding === "br"
    ? await brotliAsync(bytes, { chunkSize: PIECE_BYTES, params: brotliParams(BROTLI_WINDOW) })
    : await gzipAsync(bytes, { level: GZIP_LEVEL, chunkSize: PIECE_BYTES });
}

function brotliParams(window: number): NonNullable<BrotliOptions["params"]> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
    [constants.BROTLI_PARAM_LGWIN]: window,
  };
}

/** Memory stays at the coder's state and a chunk or two, however slow the reader is. */
async function* packStream(
  source: AsyncIterable<Uint8Array>,
  coding: Coding,
): AsyncGenerator<Uint8Array> {
  const packer =
    coding === "br"
      ? createBrotliCompress({
          params: brotliParams(BROTLI_STREAM_WINDOW),
          flush: constants.BROTLI_OPERATION_FLUSH,
        })
      : createGzip({ level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH });
  // The loop throws the source's failures; leaving the loop ends the source.
  pipeline(Readable.from(source), packer, () => undefined);
  for await (const piece of packer) yield piece;
}
