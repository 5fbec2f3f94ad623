/** The configured application roles, and the first administrators. */
import { isAbsolute, join } from "node:path";
import {
  type ApplicationRoles,
  RolesFileError,
  readApplicationRoles,
} from "../../platform/access/application_roles.ts";
import { type Config, ConfigError } from "../../platform/config.ts";
import type { Database } from "../../platform/db/client.ts";
import { PROJECT_ROOT } from "../../platform/root.ts";
import type { Services } from "../../platform/services.ts";
import { unknownApplicationRole } from "./authn.errors.ts";
import { makeAdmin } from "./authn.queries.ts";

const IDENTITY = /^[\x20-\x7e]{1,1024}$/;

/** The roles of the configured file; a relative path starts at the project's folder. Throws ConfigError. */
export function readConfiguredRoles(config: Config): ApplicationRoles {
  const file = config.application_roles_file;
  try {
    return readApplicationRoles(isAbsolute(file) ? file : join(PROJECT_ROOT, file));
  } catch (error) {
    if (!(error instanceof RolesFileError)) throw error;
    throw new ConfigError(`APPLICATION_ROLES_FILE: ${error.message}`);
  }
}

/** Gives every identity of BOOTSTRAP_ADMINS an administrator's role, and creates its user if needed. */
export async function makeBootstrapAdmins({ config, db, roles, log }: Services): Promise<void> {
  for (const identity of config.bootstrap_admins) {
    const { is_new } = await addAdmin(db, roles, { identity, name: "" });
    if (is_new) log.info({ identity }, "is an administrator now (BOOTSTRAP_ADMINS)");
  }
}

/** Makes an identity's user an administrator. Throws ConfigError if no role implies `admin`. */
export async function addAdmin(
  db: Database,
  roles: ApplicationRoles,
  caller: { readonly identity: string; readonly name: string },
): Promise<{ readonly id: number; readonly name: string; readonly is_new: boolean }> {
  if (!IDENTITY.test(caller.identity)) {
    throw new ConfigError(
      `'${caller.identity}' is no identity: it must be 1 to 1024 ASCII characters`,
    );
  }
  const [app_role] = listAdminRoles(roles);
  if (app_role === undefined) {
    throw new ConfigError("APPLICATION_ROLES_FILE: no role implies `admin`, so nobody can be one");
  }
  return await makeAdmin(db, caller, app_role);
}

/** The application roles that imply `admin`, in the order of the file. */
export function listAdminRoles(roles: ApplicationRoles): string[] {
  return [...roles].filter(([, role]) => role.builtin_roles.has("admin")).map(([tag]) => tag);
}

/** Throws for the first tag that is not an application role; builtin roles are not accepted. */
export function checkApplicationRoles({ roles }: Services, tags: readonly string[]): void {
  for (const tag of tags) if (!roles.has(tag)) throw unknownApplicationRole(tag);
}
