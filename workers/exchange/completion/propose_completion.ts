/**
 * Proposes what a network lacks for trains to run on it, as operations for its editor. They create objects, and tell of
 * tracks in which direction they are usually used.
 */
import { OBJECT_TYPES } from "../../../src/railway/object_types.ts";
import { completeObject } from "../../railjson/edit/complete_object.ts";
import type { EditOperation } from "../../railjson/edit/operations.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import type { ReportRow } from "../exchange_report.ts";
import { type CompletionOptions, completeNetwork } from "./complete_network.ts";

export interface ProposedCompletion {
  /** In the order of a document's lists. */
  readonly operations: readonly EditOperation[];
  readonly report: readonly ReportRow[];
}

export function proposeCompletion(
  document: RailjsonDocument,
  options: CompletionOptions,
): ProposedCompletion {
  const completed = completeNetwork(document, options);
  const operations = OBJECT_TYPES.flatMap(({ obj_type, key }) =>
    // What is completed stands behind what was there.
    completed.document[key].slice(document[key].length).map(
      (object): EditOperation => ({
        operation_type: "CREATE",
        obj_type,
        railjson: completeObject(obj_type, object),
      }),
    ),
  );
  const usual = completed.document.track_sections.flatMap((track, i): EditOperation[] => {
    const value = track.extensions?.usual_direction;
    if (track === document.track_sections[i] || value === undefined) return [];
    return [
      {
        operation_type: "UPDATE",
        obj_type: "TrackSection",
        obj_id: track.id,
        railjson_patch: [{ op: "add", path: "/extensions/usual_direction", value }],
      },
    ];
  });
  return { operations: [...operations, ...usual], report: completed.report };
}
