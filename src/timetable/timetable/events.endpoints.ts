/** Live events about a timetable (interface.md 7). */
import * as v from "valibot";
import { LOOKING_ROLES } from "../../platform/events/event_hub.ts";
import { eventStream } from "../../platform/http/answers.ts";
import { authorship_entries } from "../../platform/http/authorship.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { lookAt, RECORD_EVENTS } from "../../platform/http/events.ts";
import { bodyId, pathId, queryBool } from "../../platform/http/fields.ts";
import { Period } from "../../railway/days/days.schemas.ts";
import { dataLine, EVENT_TEXT, STREAM_EVENTS } from "../../railway/event.schemas.ts";
import { Count, Text } from "../../railway/scalars.ts";
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

const Watchers = v.strictObject({
  users: about(
    v.array(
      v.strictObject({
        id: bodyId,
        name: about(Text, "The user's name, as the gateway sent it last"),
      }),
    ),
    "The first of them by name",
  ),
  count: about(Count, "How many they are in all"),
});

nameSchemas({ Watchers });

const TimetableEvent = v.variant("event", [
  ...RECORD_EVENTS.timetable,
  v.object({
    event: about(
      v.literal("timetable"),
      `${EVENT_TEXT}: its name, its period or its lists of days`,
    ),
    data: dataLine(RenamedTimetable),
  }),
  v.object({
    event: about(v.literal("watchers"), "Who follows the timetable now and asks who does"),
    data: dataLine(Watchers),
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
    query: v.object({
      watchers: about(
        v.optional(queryBool, ["false"]),
        "Whether to be told by name who else follows it, and to be told of to them",
      ),
    }),
    answer: eventStream(TimetableEvent),
    access: checked({ roles: [LOOKING_ROLES.timetable], levels: { timetable: "Reader" } }),
    errors: ["TooManyEventStreams"],
    headers: ["last-event-id"],
    handle: async (ctx, { params: { timetable_id }, query: { watchers } }) =>
      lookAt(ctx, { type: "timetable", id: timetable_id }, { is_present: watchers }),
  }),
];
