/** Errors of grants. */
import type { ConstraintErrors } from "../../platform/http/constraints.ts";
import { userDeleted } from "../../platform/http/resource_errors.ts";

/** A resource's creator gets a grant on it in the same statement, and may have been deleted meanwhile. */
export const GRANT_CONSTRAINTS: ConstraintErrors = {
  resource_grant_subject_fkey: userDeleted,
  resource_grant_granted_by_fkey: userDeleted,
};
