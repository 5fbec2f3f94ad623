/** What the caller's roles and levels allow: what is not allowed is not offered. */
import { api, ask, type Schemas } from "../../api/client.ts";
import { session } from "../session.ts";

export type Role = Schemas["UserInformation"]["builtin_roles"][number];
export type Level = NonNullable<Schemas["Privlvl"]["privlvl"]>;
type Ids = Schemas["ResourceIds"];
/** Types of resources that can be shared. */
export type Shared = keyof Ids;

/** Whether the caller has a role; a server without authorization requires none. */
export function hasRole(role: Role): boolean {
  const known = session.value;
  return known?.is_open === true || known?.user?.builtin_roles.includes(role) === true;
}

const ORDER: readonly Level[] = ["MinimalMetadata", "Reader", "Creator", "Writer", "Owner"];

export function isAtLeast(level: Level | null, wanted: Level): boolean {
  return level !== null && ORDER.indexOf(level) >= ORDER.indexOf(wanted);
}

/** Resources per request. */
const AT_ONCE = 500;

/** The caller's levels on resources of a type, by id; null if none. Throws ApiFault. */
export async function readLevels(
  type: Shared,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Level | null>> {
  if (session.peek()?.is_open === true) return new Map(ids.map((id) => [id, "Owner"]));
  const found = new Map<number, Level | null>();
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const body: Ids = { [type]: ids.slice(i, i + AT_ONCE) };
    const answer = await ask(api.POST("/authz/me/privileges", { body }));
    for (const { resource_id, privlvl } of answer[type] ?? []) found.set(resource_id, privlvl);
  }
  return found;
}
