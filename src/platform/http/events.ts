/**
 * Event streams about one resource, declared like any endpoint: opening one needs the rights to
 * read the resource, and the hub asks for them again before each event.
 */
import * as v from "valibot";
import { dataLine, EVENT_TEXT } from "../../railway/event.schemas.ts";
import { listRecordEvents } from "../../railway/told_tables.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import type { Following } from "../events/event_hub.ts";
import type { Watched } from "../events/event_stream.ts";
import { authorship_entries } from "./authorship.ts";
import type { Context } from "./endpoint.ts";
import { bodyId } from "./fields.ts";

/** The content of an event about records of a kind. */
const changed_entries = {
  created: about(v.array(bodyId), "Ids of those that are new"),
  changed: about(v.array(bodyId), "Ids of those that were replaced"),
  deleted: about(v.array(bodyId), "Ids of those that are gone"),
};
const done = "What one request has done";
const ChangedRecords = about(v.strictObject(changed_entries), done);
const SignedChanges = about(
  v.strictObject({ ...changed_entries, ...authorship_entries }),
  `${done}, and who sent it when`,
);

nameSchemas({ ChangedRecords, SignedChanges });

const describeEvents = (stream: Watched["type"]) =>
  listRecordEvents(stream).map(({ event, about: records, is_signed }) =>
    v.object({
      event: about(v.literal(event), `${EVENT_TEXT}: ${records}`),
      data: dataLine(is_signed ? SignedChanges : ChangedRecords),
    }),
  );

/** The events about records on the streams of each kind of resource. */
export const RECORD_EVENTS = {
  timetable: describeEvents("timetable"),
  infra: describeEvents("infra"),
} as const;

/** The events about a resource, for a caller whose rights were already checked. */
export function lookAt(
  ctx: Context,
  watched: Watched,
  { is_present = false } = {},
): AsyncIterable<Uint8Array> {
  keepUnbuffered(ctx);
  return ctx.services.events.look(
    { watched, user_id: ctx.viewer_id, is_present },
    { last_id: ctx.header("last-event-id"), signal: ctx.signal },
  );
}

/** What `tell` makes of a resource's events, for a caller whose rights were already checked; `tell` asks for them again. */
export function followAt(
  ctx: Context,
  watched: Watched,
  following: Following,
): AsyncIterable<Uint8Array> {
  keepUnbuffered(ctx);
  const looker = { watched, user_id: ctx.viewer_id };
  return ctx.services.events.follow(looker, { ...following, signal: ctx.signal });
}

/** By proxies. */
function keepUnbuffered(ctx: Context): void {
  ctx.setHeader("x-accel-buffering", "no");
}
