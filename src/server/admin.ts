/**
 * `npm run admin`: what the API can't do, on the configured database: create the first administrators,
 * revoke that role, delete users (at their next request they are new users without rights).
 */
import { addAdmin, listAdminRoles, readConfiguredRoles } from "../accounts/authn/admins.ts";
import { changeRoles, deleteUser, listUsersWithRoles } from "../accounts/authn/authn.queries.ts";
import type { ApplicationRoles } from "../platform/access/application_roles.ts";
import { ConfigError, readConfig } from "../platform/config.ts";
import { EmbeddedError } from "../platform/db/binaries.ts";
import { DatabaseError } from "../platform/db/errors.ts";
import { MigrationError } from "../platform/db/migrate.ts";
import { type OpenDatabase, openDatabase } from "../platform/db/open.ts";

const USAGE = `Usage: npm run admin -- <command>
  list                      who is an administrator
  add <identity> [name]     make the user of an identity one
  remove <identity>         take the role away
  delete-user <identity>    delete a user with grants, roles and memberships
`;

const EXPLAINED = [ConfigError, EmbeddedError, MigrationError, DatabaseError];

/** Runs one command; returns what to print, or null for an unknown command. */
async function run(
  { db }: OpenDatabase,
  roles: ApplicationRoles,
  [command, identity, name = ""]: readonly string[],
): Promise<string | null> {
  const admin_roles = listAdminRoles(roles);
  const admins = await listUsersWithRoles(db, admin_roles);
  if (command === "list" && identity === undefined) {
    return admins.length === 0
      ? "There is no administrator.\n"
      : admins.map((user) => `${user.identity}  (user ${user.id}, ${user.name})\n`).join("");
  }
  if (identity === undefined) return null;
  switch (command ?? "") {
    case "add": {
      const user = await addAdmin(db, roles, { identity, name });
      return `${identity} (user ${user.id}) ${user.is_new ? "is" : "was already"} an administrator\n`;
    }
    case "remove": {
      const user = admins.find((admin) => admin.identity === identity);
      if (user === undefined) return `${identity} is no administrator\n`;
      await changeRoles(db, "accounts/subject_role/remove_from_user", user.id, admin_roles);
      const left = await listUsersWithRoles(db, admin_roles);
      return left.some((admin) => admin.id === user.id)
        ? `${identity} is still one: a group gives the role\n`
        : `${identity} is no administrator any more\n`;
    }
    case "delete-user": {
      const gone = await deleteUser(db, identity);
      return gone === null ? `There is no user ${identity}\n` : `Deleted user ${gone.id}\n`;
    }
    default:
      return null;
  }
}

async function main(): Promise<void> {
  const config = readConfig();
  // first, so that a wrong file is reported before a database is started
  const roles = readConfiguredRoles(config);
  const opened = await openDatabase(config, (message) => process.stderr.write(`${message}\n`));
  try {
    const text = await run(opened, roles, process.argv.slice(2));
    if (text === null) process.exitCode = 2;
    process.stdout.write(text ?? USAGE);
  } finally {
    await opened.close();
  }
}

main().catch((error: unknown) => {
  const is_explained = EXPLAINED.some((kind) => error instanceof kind);
  const output = is_explained && error instanceof Error ? error.message : error;
  process.stderr.write(`${output instanceof Error ? output.stack : String(output)}\n`);
  process.exit(1);
});
