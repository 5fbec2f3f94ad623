/** Errors of grants. */
import type { ConstraintErrors } from "../../platform/http/constraints.ts";
import { userDeleted } from "../../platform/http/resource_errors.ts";

/** The creator of a resource gets a grant on it in the same statement. */
export const GRANT_CONSTRAINTS: ConstraintErrors = {
  resource_grant_subject_fkey: userDeleted,
  resource_grant_granted_by_fkey: userDeleted,
};
