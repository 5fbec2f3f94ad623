/** Changes of several trains of a timetable, stored at once (interface.md 9.4). */
import * as v from "valibot";
import { batchBody, okText } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { CHANGES_EXAMPLE, ChangeList, ChangesResult } from "./change.schemas.ts";
import { CHANGE_ERRORS } from "./changed_records.ts";
import { storeChanges } from "./store_changes.ts";

export const CHANGES_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/changes",
    summary: "Change, add and remove trains of a timetable, all or none",
    params: v.object({ timetable_id: pathId }),
    body: batchBody(ChangeList, CHANGES_EXAMPLE),
    answer: okText(ChangesResult),
    creates: "timetable/train/change",
    // The answer contains the changed trains, so their stocks need the same rights as for reading them.
    access: checked({
      roles: ["timetable:write"],
      levels: { timetable: "Writer", rolling_stock_collection: "Reader" },
    }),
    errors: ["TooManyItems", ...CHANGE_ERRORS, "PreconditionFailed"],
    handle: async (ctx, { params: { timetable_id }, body: { changes } }) =>
      storeChanges(ctx, timetable_id, changes),
  }),
];
