/**
 * Reads server-sent events with fetch: unlike a browser's EventSource it can resume from an event
 * that another tab received, and it reconnects after a gateway's 502.
 */
import { addressOf, reach } from "./client.ts";

export type StreamState = "live" | "offline" | "refused";

/** A part of the stream: an event, or only the place up to which nothing was missed. */
export interface Part {
  readonly id: string | null;
  readonly event: { readonly name: string; readonly data: string } | null;
}

export interface StreamReader {
  /** The last known place; null to start from now. */
  getPlace(): string | null;
  onState(state: StreamState): void;
  onPart(part: Part): void;
}

/** Unless the server sets another. */
const RETRY_MS = 2_000;
/** The server sends something every 15 s: a connection that is silent for longer is lost. */
const SILENT_MS = 20_000;

/** Reads until the signal is aborted or the server refuses. */
export async function readStream(
  path: string,
  reader: StreamReader,
  signal: AbortSignal,
): Promise<void> {
  const pace = { retry_ms: RETRY_MS };
  while (!signal.aborted) {
    const is_refused = await readOnce(path, { reader, pace, signal });
    if (signal.aborted) return;
    reader.onState(is_refused ? "refused" : "offline");
    if (is_refused) return;
    await pause(pace.retry_ms, signal);
  }
}

async function pause(for_ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, for_ms);
    signal.addEventListener("abort", end);
  });
}

interface Reading {
  readonly reader: StreamReader;
  readonly pace: { retry_ms: number };
  readonly signal: AbortSignal;
}

/** Returns whether reconnecting is pointless. */
async function readOnce(path: string, { reader, pace, signal }: Reading): Promise<boolean> {
  const place = reader.getPlace();
  try {
    const answer = await reach(
      new Request(addressOf(path), {
        headers: { accept: "text/event-stream", ...(place !== null && { "last-event-id": place }) },
        redirect: "manual",
        signal,
      }),
    );
    // Too many streams, or a server that is starting: a later attempt may succeed.
    if (!answer.ok) return answer.status < 500 && answer.status !== 429;
    if (answer.body === null) return false;
    await readBlocks(answer.body, (block) => {
      const { retry_ms, ...part } = readBlock(block);
      if (retry_ms !== null) pace.retry_ms = retry_ms;
      // The first block of a stream: events come from here on.
      if (retry_ms !== null) reader.onState("live");
      reader.onPart(part);
    });
  } catch {
    // The connection is lost, or the reader has stopped.
  }
  return false;
}

async function readBlocks(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBlock: (block: string) => void,
): Promise<void> {
  const texts = body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const timer = setTimeout(() => void texts.cancel().catch(() => undefined), SILENT_MS);
    const { done, value } = await texts.read().finally(() => clearTimeout(timer));
    if (done) return;
    const blocks = (waiting + value).split("\n\n");
    waiting = blocks.pop() ?? "";
    for (const block of blocks) onBlock(block);
  }
}

/** As in WHATWG HTML; this server sends data in one line. */
function readBlock(block: string): Part & { readonly retry_ms: number | null } {
  const fields = new Map(
    block.split("\n").map((line): [string, string] => {
      const at = line.indexOf(":");
      return [line.slice(0, Math.max(0, at)), line.slice(at + 1).trimStart()];
    }),
  );
  const [name, retry] = [fields.get("event"), fields.get("retry")];
  return {
    id: fields.get("id") ?? null,
    event: name === undefined ? null : { name, data: fields.get("data") ?? "{}" },
    retry_ms: retry === undefined ? null : Number(retry),
  };
}
