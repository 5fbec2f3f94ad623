/** What the events of all resources have in common, for the API document. */
import * as v from "valibot";
import { about, nameSchemas, onWire } from "./wire.ts";

export const EVENT_TEXT = "The `event` line: what has changed";

/** The `data` line of an event: JSON of this schema, as one text. */
export function dataLine<Schema extends v.GenericSchema>(content: Schema): Schema {
  const toText = onWire<v.InferOutput<Schema>>((contentSchema) => ({
    type: "string",
    contentMediaType: "application/json",
    contentSchema,
    description: "The `data` line",
  }));
  // Lazy, so that the document refers to the content by its name. Wire metadata changes no value.
  return v.pipe(
    v.lazy(() => content),
    toText,
  ) as unknown as Schema;
}

const NothingMore = about(v.strictObject({}), "An object without keys");

nameSchemas({ NothingMore });

const Nothing = dataLine(NothingMore);

/** The last events of streams. */
export const END_EVENTS = [
  v.object({
    event: about(v.literal("deleted"), "The resource is gone; the stream ends"),
    data: Nothing,
  }),
  v.object({
    event: about(v.literal("denied"), "The caller may not read any more; the stream ends"),
    data: Nothing,
  }),
] as const;

/** Events about the stream itself. */
export const STREAM_EVENTS = [
  v.object({
    event: about(
      v.literal("reset"),
      "Events were missed that are not known any more: read everything again",
    ),
    data: Nothing,
  }),
  ...END_EVENTS,
] as const;
