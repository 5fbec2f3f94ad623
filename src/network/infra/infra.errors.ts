/** Errors of endpoints that name an infrastructure; each area has its own type of "not found". */
import type { ConstraintErrors } from "../../platform/http/constraints.ts";
import { AppError } from "../../platform/http/errors.ts";

export type InfraArea =
  | "InfraNotFound"
  | "PacedTrainInfraNotFound"
  | "PathfindingInfraNotFound"
  | "StdcmInfraNotFound"
  | "TimetableInfraNotFound"
  | "TrainScheduleInfraNotFound";

export function infraNotFound(infra_id: number, area: InfraArea = "InfraNotFound"): AppError {
  return new AppError(area, `Infrastructure '${infra_id}', could not be found`, { infra_id });
}

export function lineNotFound(line_code: number): AppError {
  return new AppError("LineNotFound", `Line '${line_code}', could not be found`, { line_code });
}

export function infraIsLocked(infra_id: number): AppError {
  return new AppError("InfraIsLocked", `Infrastructure '${infra_id}' is locked`, { infra_id });
}

/**
 * A deletion of one that scenarios use, or the search environment. `usage` lists the scenarios that the caller may
 * read.
 */
export function infraIsUsed(
  infra_id: number,
  { usage, count }: { readonly usage: unknown; readonly count: number },
): AppError {
  const message = `Infrastructure '${infra_id}' is used by ${count} records`;
  return new AppError("InfraIsUsed", message, { infra_id, usage, count });
}

/** Results were asked for on a network that can't be compiled; `faults` are its first faults. */
export function infraNotUsable(infra_id: number, faults: readonly unknown[]): AppError {
  return new AppError(
    "InfraNotUsable",
    `Infrastructure '${infra_id}' can't be used: it is faulty`,
    {
      infra_id,
      faults,
    },
  );
}

/** A clone whose source was deleted meanwhile. */
export const INFRA_CONSTRAINTS: ConstraintErrors = {
  infra_content_fkey: () =>
    new AppError("InfraNotFound", "The infrastructure was deleted meanwhile"),
};

/** For a body that a thread parses. */
export function notJson(reason: string): AppError {
  return new AppError("InvalidJson", `The body is no JSON document: ${reason}`, { reason });
}
