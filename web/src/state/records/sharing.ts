/** Who may do what with a resource, and changing that. All throw ApiFault. */
import { ApiFault, api, ask, type Schemas } from "../../api/client.ts";
import type { Level, Shared } from "./roles.ts";

export type Grant = Schemas["GrantEntries"][number];
export type Grantable = NonNullable<Grant["grant"]>;

export const GRANTABLE: readonly Grantable[] = ["Reader", "Creator", "Writer", "Owner"];

/** Whom something is shared with; null for everybody. */
export interface Subject {
  readonly kind: "user" | "group";
  readonly id: number;
  readonly name: string;
}

/** The shared resource. */
export interface What {
  readonly type: Shared;
  readonly id: number;
}

/** Another resource that is needed to see the whole of one. */
export interface Along extends What {
  readonly name: string;
}

const pathOf = ({ type, id }: What) => ({ resource_type: type, resource_id: id });

export interface Sharing {
  readonly grants: readonly Grant[];
  /** The caller's own level. */
  readonly own: Level | null;
}

export async function readSharing(what: What): Promise<Sharing> {
  const params = { path: pathOf(what) };
  const [grants, { privlvl }] = await Promise.all([
    ask(api.GET("/authz/{resource_type}/{resource_id}/grants", { params })),
    ask(api.GET("/authz/{resource_type}/{resource_id}/privlvl", { params })),
  ]);
  return { grants, own: privlvl };
}

export async function share(what: What, subject: Subject | null, grant: Grantable): Promise<void> {
  const body = { subject_id: subject?.id ?? null, grant };
  const params = { path: pathOf(what) };
  await ask(api.POST("/authz/{resource_type}/{resource_id}/grants", { params, body }));
}

/** Like `share`, but does nothing if it is shared with them already. */
export async function shareAlong(what: What, subject: Subject | null): Promise<void> {
  try {
    await share(what, subject, "Reader");
  } catch (error) {
    const type = error instanceof ApiFault ? error.error?.type : undefined;
    if (type?.endsWith("GrantAlreadyExists") !== true) throw error;
  }
}

export async function changeGrant(what: What, grant_id: number, grant: Grantable): Promise<void> {
  const params = { path: { ...pathOf(what), grant_id } };
  const path = "/authz/{resource_type}/{resource_id}/grants/{grant_id}";
  await ask(api.PATCH(path, { params, body: { grant } }));
}

export async function revoke(what: What, grant_id: number): Promise<void> {
  const params = { path: { ...pathOf(what), grant_id } };
  await ask(api.DELETE("/authz/{resource_type}/{resource_id}/grants/{grant_id}", { params }));
}

const FOUND_MAX = 20;

/** Users and groups whose names contain the text. */
export async function findSubjects(words: string): Promise<Subject[]> {
  const params = { query: { query: words, page_size: FOUND_MAX } };
  const [users, groups] = await Promise.all([
    ask(api.GET("/authn/users", { params })),
    ask(api.GET("/authn/groups", { params })),
  ]);
  return [
    ...groups.results.map(({ id, name }): Subject => ({ kind: "group", id, name })),
    ...users.results.map(({ id, name }): Subject => ({ kind: "user", id, name })),
  ];
}
