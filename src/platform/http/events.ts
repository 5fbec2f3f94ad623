/**
 * Streams of events about one resource, declared like any endpoint: the rights to open one are those of
 * reading the resource, and the hub asks for them again before each event.
 */
import type { Watched } from "../events/event_stream.ts";
import type { Context } from "./endpoint.ts";

/** The events about a resource, for a caller whose rights were checked. */
export function lookAt(ctx: Context, watched: Watched): AsyncIterable<Uint8Array> {
  // Neither kept nor held back on its way.
  ctx.setHeader("cache-control", "no-store");
  ctx.setHeader("x-accel-buffering", "no");
  return ctx.services.events.look(
    { watched, user_id: ctx.viewer_id },
    { last_id: ctx.header("last-event-id"), signal: ctx.signal },
  );
}
