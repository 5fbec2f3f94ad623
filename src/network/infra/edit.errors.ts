/** Errors that clients get when an edit of a network is refused. */
import type { TaskInput, TaskOutput } from "../../../workers/tasks.ts";
import { invalidBody } from "../../platform/http/body/json_body.ts";
import { AppError } from "../../platform/http/errors.ts";

type EditOutcome = TaskOutput<"edit_network">;
type EditRefusal = Exclude<EditOutcome, { readonly kind: "edited" | "not_open" }>;
type OperationFault = Extract<EditOutcome, { readonly kind: "refused" }>["fault"];

export function editRefused(
  infra_id: number,
  request: TaskInput<"edit_network">["request"],
  refusal: EditRefusal,
): AppError {
  const tracksection_id = request.kind === "split" ? request.track : "";
  switch (refusal.kind) {
    case "refused":
      return operationRefused(infra_id, refusal.fault);
    case "track_not_found":
      return new AppError("SplitTrackNotFound", `TrackSection '${tracksection_id}' is not there`, {
        obj_type: "TrackSection",
        obj_id: tracksection_id,
      });
    case "bad_offset": {
      const message = `The offset is not inside the track section of ${refusal.length} m`;
      const tracksection_length = refusal.length;
      return new AppError("SplitBadOffset", message, {
        infra_id,
        tracksection_id,
        tracksection_length,
      });
    }
    case "too_large":
      return invalidBody([{ path: "", reason: refusal.reason }]);
  }
}

function operationRefused(infra_id: number, fault: OperationFault): AppError {
  const { operation_index } = fault;
  const at = `Operation ${operation_index}`;
  switch (fault.kind) {
    case "object_not_found": {
      const { obj_type, obj_id } = fault;
      const message = `${at}: ${obj_type} '${obj_id}' is not there`;
      const context = { obj_type, obj_id, infra_id, operation_index };
      return new AppError("OperationObjectNotFound", message, context);
    }
    case "duplicate_id": {
      const { obj_type, obj_id } = fault;
      const message = `${at}: there is a ${obj_type} '${obj_id}' already`;
      return new AppError("OperationDuplicateId", message, { obj_type, obj_id, operation_index });
    }
    case "modified_id":
      return new AppError("OperationModifiesId", `${at}: an id can't be changed`, {
        operation_index,
      });
    case "invalid_patch": {
      const { error } = fault;
      const message = `${at}: the patch does not apply: ${error}`;
      return new AppError("OperationInvalidPatch", message, { error, operation_index });
    }
  }
}
