/** Errors of users and groups. */
import { AppError } from "../../platform/http/errors.ts";

export function noSuchUser(user_id: number): AppError {
  return new AppError("NoSuchUser", `User '${user_id}', could not be found`, { user_id });
}

export function noSuchGroup(group_id: number): AppError {
  return new AppError("NoSuchGroup", `Group '${group_id}', could not be found`, { group_id });
}

export function unknownApplicationRole(role: string): AppError {
  const message = `'${role.slice(0, 255)}' is no application role`;
  return new AppError("UnknownApplicationRole", message, { role });
}

/** For a change that would leave a resource without an owner. */
export function lastOwner(resource_type: string | null, resource_id: number | null): AppError {
  const message = `${resource_type} '${resource_id}' would lose its last owner`;
  return new AppError("LastOwner", message, { resource_type, resource_id });
}
