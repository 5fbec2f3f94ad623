/**
 * The decisions: may this user use the feature (roles), and do this to these resources (privileges)?
 * The one place where either is granted. Until application roles and grants exist, nobody has any:
 * with authorization enforced both answers are no, and nothing is half open in between.
 */
import type { Need } from "./levels.ts";
import type { BuiltinRole } from "./roles.ts";

export type AuthorizationMode = "enforce" | "disabled";

/** The roles of `required` that are missing; empty = granted. */
export function findMissingRoles(
  mode: AuthorizationMode,
  required: readonly BuiltinRole[],
): readonly BuiltinRole[] {
  return mode === "disabled" ? [] : required;
}

/** The first need that is not met; null = granted. */
export function findMissingPrivilege(mode: AuthorizationMode, needs: readonly Need[]): Need | null {
  return mode === "disabled" ? null : (needs[0] ?? null);
}
