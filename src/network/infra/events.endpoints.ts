/** Streams changes of an infrastructure as they happen (interface.md 5). */
import * as v from "valibot";
import { LOOKING_ROLES } from "../../platform/events/event_hub.ts";
import { eventStream } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { lookAt, RECORD_EVENTS } from "../../platform/http/events.ts";
import { pathId } from "../../platform/http/fields.ts";
import { dataLine, EVENT_TEXT, STREAM_EVENTS } from "../../railway/event.schemas.ts";
import { Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { BoundingBox, ObjectType } from "./object.schemas.ts";

const NetworkChange = v.strictObject({
  types: about(v.array(ObjectType), "Types of the objects that were created, changed or deleted"),
  objects: about(
    v.nullable(v.record(Text, v.array(Text))),
    "Their ids by type; null: they are too many",
  ),
  box: about(
    v.nullable(BoundingBox),
    "Around what was there and is there now; null: not on the map",
  ),
  wider_box: about(
    v.nullable(BoundingBox),
    "Around that, objects whose faults may be others, and routes that may run otherwise; null: it is not known",
  ),
});

const ChangedInfra = about(
  v.strictObject({
    version: about(Text, "The version that it has now, a whole number"),
    change: v.optional(
      about(NetworkChange, "What an edit changed; absent without `state`: all may be different"),
    ),
    state: v.optional(
      about(v.picklist(["CACHED", "ERROR"]), "Known since now, beside it nothing is different"),
    ),
  }),
  "What a network has become",
);

const InfraEvent = v.variant("event", [
  v.object({
    event: about(v.literal("infra"), `${EVENT_TEXT}: its name, its lock or its content`),
    data: dataLine(ChangedInfra),
  }),
  ...RECORD_EVENTS.infra,
  ...STREAM_EVENTS,
]);

nameSchemas({ NetworkChange, ChangedInfra, InfraEvent });

export const INFRA_EVENT_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/infra/:infra_id/events",
    summary: "What changes of a network, as server-sent events",
    params: v.object({ infra_id: pathId }),
    answer: eventStream(InfraEvent),
    access: checked({ roles: [LOOKING_ROLES.infra], levels: { infra: "Reader" } }),
    errors: ["TooManyEventStreams"],
    headers: ["last-event-id"],
    handle: async (ctx, { params: { infra_id } }) => lookAt(ctx, { type: "infra", id: infra_id }),
  }),
];
