/** What changes in a timetable, as it happens (interface.md 7). */
import * as v from "valibot";
import { LOOKING_ROLES } from "../../platform/events/event_hub.ts";
import { eventStream } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { ChangedRecords, lookAt } from "../../platform/http/events.ts";
import { pathId } from "../../platform/http/fields.ts";
import { dataLine, EVENT_TEXT, STREAM_EVENTS } from "../../railway/event.schemas.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

const TimetableEvent = v.variant("event", [
  v.object({ event: about(v.literal("trains"), EVENT_TEXT), data: dataLine(ChangedRecords) }),
  v.object({
    event: about(v.literal("paced_trains"), EVENT_TEXT),
    data: dataLine(ChangedRecords),
  }),
  v.object({
    event: about(
      v.literal("rolling_stock"),
      `${EVENT_TEXT}: a rolling stock that a train of the timetable names`,
    ),
    data: dataLine(ChangedRecords),
  }),
  ...STREAM_EVENTS,
]);

nameSchemas({ TimetableEvent });

export const TIMETABLE_EVENT_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/events",
    summary: "What changes in a timetable, as server-sent events",
    params: v.object({ timetable_id: pathId }),
    answer: eventStream(TimetableEvent),
    access: checked({ roles: [LOOKING_ROLES.timetable], levels: { timetable: "Reader" } }),
    errors: ["TooManyEventStreams"],
    headers: ["last-event-id"],
    handle: async (ctx, { params: { timetable_id } }) =>
      lookAt(ctx, { type: "timetable", id: timetable_id }),
  }),
];
