/** Live events about a timetable (interface.md 7). */
import * as v from "valibot";
import { LOOKING_ROLES } from "../../platform/events/event_hub.ts";
import { eventStream } from "../../platform/http/answers.ts";
import { authorship_entries } from "../../platform/http/authorship.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { lookAt, RECORD_EVENTS } from "../../platform/http/events.ts";
import { pathId } from "../../platform/http/fields.ts";
import { Period } from "../../railway/days/days.schemas.ts";
import { dataLine, EVENT_TEXT, STREAM_EVENTS } from "../../railway/event.schemas.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { Name } from "../../studies/project/fields.schemas.ts";

const RenamedTimetable = about(
  v.strictObject({
    name: v.nullable(Name),
    period: v.exactOptional(about(Period, "On which days its trains run; absent: none")),
    ...authorship_entries,
  }),
  "The timetable as it is now",
);

nameSchemas({ RenamedTimetable });

const TimetableEvent = v.variant("event", [
  ...RECORD_EVENTS.timetable,
  v.object({
    event: about(
      v.literal("timetable"),
      `${EVENT_TEXT}: its name, its period or its lists of days`,
    ),
    data: dataLine(RenamedTimetable),
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
