/** Events as `text/event-stream` (WHATWG HTML, "Server-sent events"). */
import type { LoggedEvent } from "./event_log.ts";

const encoder = new TextEncoder();

/** How soon a client reconnects after losing its stream. */
const RETRY_MS = 2000;
/** Clients whose streams end together reconnect spread over this time. */
const SPREAD_MS = 4000;

/** The start of a stream; without a place if missed events follow. */
export function printBegin(place: number | null): Uint8Array {
  const id = place === null ? "" : `id: ${place}\n`;
  return encoder.encode(`retry: ${RETRY_MS}\n${id}\n`);
}

/** The data must be one line. */
export function printEvents(
  events: readonly Pick<LoggedEvent, "place" | "name" | "data">[],
): Uint8Array {
  return encoder.encode(
    events
      .map(({ place, name, data }) => `id: ${place}\nevent: ${name}\ndata: ${data}\n\n`)
      .join(""),
  );
}

/** Keeps proxies from closing the connection. The client has missed nothing up to this place. */
export function printBeat(place: number): Uint8Array {
  return encoder.encode(`: \nid: ${place}\n\n`);
}

/** The missed events are no longer known: the client reads everything again. */
export function printReset(place: number): Uint8Array {
  return encoder.encode(`id: ${place}\nevent: reset\ndata: {}\n\n`);
}

/** Who watches, as of now: it has no place, since it is not sent again. */
export function printWatchers(data: string): Uint8Array {
  return encoder.encode(`event: watchers\ndata: ${data}\n\n`);
}

/** An event of a stream with texts of its own, which knows no places; the data must be one line. */
export function printOwnEvent(name: string, data: Uint8Array): Uint8Array {
  return Buffer.concat([encoder.encode(`event: ${name}\ndata: `), data, encoder.encode("\n\n")]);
}

/** The last event of a stream. */
export function printEnd(name: "denied" | "deleted"): Uint8Array {
  return encoder.encode(`event: ${name}\ndata: {}\n\n`);
}

/** The end of a stream whose client should reconnect, perhaps to another server. */
export function printFarewell(): Uint8Array {
  return encoder.encode(`retry: ${RETRY_MS + Math.round(Math.random() * SPREAD_MS)}\n\n`);
}
