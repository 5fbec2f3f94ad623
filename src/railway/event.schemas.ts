/** What is common to the events of all resources, for the API document. */
import * as v from "valibot";
import { about } from "./wire.ts";

export const EVENT_TEXT = "The `event` line: what has changed";

const Nothing = about(v.strictObject({}), "The `data` line");

/** Events about the stream itself. */
export const STREAM_EVENTS = [
  v.object({
    event: about(
      v.literal("reset"),
      "Events were missed that are not known any more: read everything again",
    ),
    data: Nothing,
  }),
  v.object({
    event: about(v.literal("deleted"), "The resource is gone; the stream ends"),
    data: Nothing,
  }),
  v.object({
    event: about(v.literal("denied"), "The caller may not read any more; the stream ends"),
    data: Nothing,
  }),
] as const;
