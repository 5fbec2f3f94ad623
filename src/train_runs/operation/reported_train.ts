/** How trains that run are named: in reports and in answers. */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { DateText } from "../../railway/days/days.schemas.ts";
import { Count, Identifier, isObject } from "../../railway/scalars.ts";
import { about, nameSchemas, onWire } from "../../railway/wire.ts";

export const ReportedTrain = v.pipe(
  v.strictObject({
    kind: about(v.picklist(["train_schedule", "paced_train"]), "Kind of train"),
    id: about(bodyId, "Of its record"),
    occurrence_key: v.optional(about(Count, "Which occurrence of a paced train, from 0")),
    exception_key: v.optional(about(Identifier, "Of a train that an exception adds")),
    date: v.optional(about(DateText, "Its operating day, if the timetable has a period")),
    run: v.optional(
      about(
        Count,
        "Its number on an opened day whose plan has it no more, where another has its name",
      ),
    ),
  }),
  v.check(
    ({ kind, occurrence_key, exception_key }) =>
      kind === "train_schedule"
        ? occurrence_key === undefined && exception_key === undefined
        : (occurrence_key === undefined) !== (exception_key === undefined),
    "must name one train: a paced train has either occurrence_key or exception_key, a train schedule neither",
  ),
);
export type ReportedTrain = v.InferOutput<typeof ReportedTrain>;

/** A train of an opened day. */
export const NumberedRun = v.strictObject({
  operation_id: about(bodyId, "An opened day of the timetable"),
  run: about(Count, "Its number there, which stays whatever its train is called after a refresh"),
});
export type NumberedRun = v.InferOutput<typeof NumberedRun>;

/** By its keys, so that a fault is told of the form that was meant. */
export const SentTrain = v.pipe(
  v.lazy((input) =>
    isObject(input) && Object.hasOwn(input, "operation_id") ? NumberedRun : ReportedTrain,
  ),
  onWire({
    anyOf: [
      { $ref: "#/components/schemas/ReportedTrain" },
      { $ref: "#/components/schemas/NumberedRun" },
    ],
  }),
);
export type SentTrain = ReportedTrain | NumberedRun;

nameSchemas({ ReportedTrain, NumberedRun });

/** In one form, which its reports are found by. */
export function reportKeyOf({
  kind,
  id,
  occurrence_key,
  exception_key,
  date,
  run,
}: Partial<ReportedTrain>): string {
  return JSON.stringify({ kind, id, occurrence_key, exception_key, date, run });
}
