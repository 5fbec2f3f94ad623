/** Fields and list orders that projects, studies and scenarios share (interface.md 1.4 and 4). */
import * as v from "valibot";
import { bodyId, queryText } from "../../platform/http/fields.ts";
import { pageQuery } from "../../platform/http/page.ts";
import { FiniteNumber, NonBlankText, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

const PAGE_MAX = 1000;
const TAGS_MAX = 1000;
const INT32_MAX = 2 ** 31 - 1;

/** A text of at most `length_max` characters. */
export function shortText(length_max: number): v.GenericSchema<unknown, string> {
  return v.pipe(Text, v.maxLength(length_max, `must have at most ${length_max} characters`));
}

export const DESCRIPTION_TEXT = "What it is about, for people";

export const Name = v.pipe(
  NonBlankText,
  v.maxLength(128, "must have at most 128 characters"),
  v.description("Its name for people; others may have the same"),
);
export const Tags = v.pipe(
  v.array(Text),
  v.maxLength(TAGS_MAX, `must have at most ${TAGS_MAX} entries`),
  v.description("Labels of any kind"),
);

const WHOLE_32_BITS = "must be a whole number of 32 bits";
export const Budget = v.pipe(
  FiniteNumber,
  v.integer(WHOLE_32_BITS),
  v.minValue(-INT32_MAX - 1, WHOLE_32_BITS),
  v.maxValue(INT32_MAX, WHOLE_32_BITS),
  v.description("Money, a whole number in whatever currency the users count in"),
);

/** What a caller sees who may only know that a parent exists (MinimalMetadata). */
export const MinimalProject = v.strictObject({
  id: bodyId,
  name: Name,
  description: v.nullable(about(Text, DESCRIPTION_TEXT)),
});

/** Page and order of a list. */
export const RecordListQuery = v.object({
  ...pageQuery(PAGE_MAX),
  ordering: v.optional(
    v.pipe(
      queryText,
      v.picklist([
        "NameAsc",
        "NameDesc",
        "CreationDateAsc",
        "CreationDateDesc",
        "LastModifiedAsc",
        "LastModifiedDesc",
      ]),
      v.description("Order of the list"),
    ),
    ["LastModifiedDesc"],
  ),
});
export type RecordListQuery = v.InferOutput<typeof RecordListQuery>;

nameSchemas({ Name, Tags, Budget, MinimalProject });
