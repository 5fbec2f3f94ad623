/**
 * Reads server-sent events with fetch: unlike a browser's EventSource it can resume from an event
 * that another reader received, and it reconnects after a gateway's 502.
 */
import type { Api, Schemas } from "./client.ts";

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

/** Asks for the stream with these headers. */
export type OpenStream = (
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Response>;

/** Unless the server sets another. */
const RETRY_MS = 2_000;
/** The server sends something every 15 s: a connection that is silent for longer is lost. */
const SILENT_MS = 20_000;

/** Reads until the signal is aborted or the server refuses. */
export async function readStream(
  open: OpenStream,
  reader: StreamReader,
  signal: AbortSignal,
): Promise<void> {
  const pace = { retry_ms: RETRY_MS };
  while (!signal.aborted) {
    const is_refused = await readOnce(open, { reader, pace, signal });
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
async function readOnce(open: OpenStream, { reader, pace, signal }: Reading): Promise<boolean> {
  const place = reader.getPlace();
  try {
    const last = place !== null && { "last-event-id": place };
    const answer = await open({ accept: "text/event-stream", ...last }, signal);
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

/** Events by what is followed. */
interface Followed {
  readonly "/timetable/{timetable_id}/events": Schemas["TimetableEvent"];
  readonly "/infra/{infra_id}/events": Schemas["InfraEvent"];
}

type Untold<Told> = Told extends { readonly event: string } ? Omit<Told, "data"> : never;
/** An event with its data as a value. */
export type Event<Path extends keyof Followed> = Untold<Followed[Path]> & {
  readonly data: Readonly<Record<string, unknown>>;
};

const PARAMETERS = {
  "/timetable/{timetable_id}/events": "timetable_id",
  "/infra/{infra_id}/events": "infra_id",
} as const;

/** Follows a timetable or a network until the signal is aborted, or the server refuses or ends it. */
export async function* followEvents<Path extends keyof Followed>(
  api: Api,
  path: Path,
  id: number,
  signal: AbortSignal,
): AsyncGenerator<Event<Path>> {
  const waiting: Event<Path>[] = [];
  let place: string | null = null;
  let wake = (): void => undefined;
  let has_ended = false;
  // Stopping the loop over the events closes the connection too.
  const stop = new AbortController();
  const params = { path: { [PARAMETERS[path]]: id } as never };
  const open: OpenStream = async (headers, until) =>
    (
      await api.GET(path as "/infra/{infra_id}/events", {
        params,
        headers,
        signal: until,
        parseAs: "stream",
      })
    ).response;
  const reader: StreamReader = {
    getPlace: () => place,
    onState: () => undefined,
    onPart: ({ id: at, event }) => {
      place = at ?? place;
      if (event === null) return;
      waiting.push({ event: event.name, data: JSON.parse(event.data) } as unknown as Event<Path>);
      wake();
    },
  };
  const both = AbortSignal.any([signal, stop.signal]);
  const reading = readStream(open, reader, both).finally(() => {
    has_ended = true;
    wake();
  });
  try {
    while (!has_ended || waiting.length > 0) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    stop.abort();
    await reading;
  }
}
