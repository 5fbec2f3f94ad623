/** Users and groups (interface.md 2.3). */
import * as v from "valibot";
import { bodyId } from "../http/fields.ts";
import { pageQuery, pageSchema } from "../http/page.ts";
import { NonBlankText, Text } from "../http/scalars.ts";
import { onWire, STORABLE_TEXT } from "../http/wire.ts";

/** Longest list of users or roles in one request. */
const LIST_MAX = 10_000;
const NAME_MAX = 255;
const NAMES_PAGE_MAX = 1000;

export const Named = v.strictObject({ id: bodyId, name: v.string() });
export const NamedPage = pageSchema(Named);

export const UserInformation = v.strictObject({
  id: bodyId,
  name: v.string(),
  groups: v.array(Named),
  app_roles: v.array(v.string()),
  builtin_roles: v.array(v.string()),
});
export type UserInformation = v.InferOutput<typeof UserInformation>;

export const Group = v.strictObject({ id: bodyId, name: v.string(), users: v.array(Named) });

const AppRole = v.pipe(Text, v.maxLength(NAME_MAX, `must have at most ${NAME_MAX} characters`));
export const AppRoles = v.pipe(v.array(AppRole), v.maxLength(LIST_MAX, "is too long"));
export const UserIds = v.pipe(v.array(bodyId), v.maxLength(LIST_MAX, "is too long"));

export const GroupCreation = v.strictObject({
  name: v.pipe(NonBlankText, v.maxLength(NAME_MAX, `must have at most ${NAME_MAX} characters`)),
  app_roles: v.optional(AppRoles, []),
});

const queryText = v.pipe(
  v.array(v.string()),
  v.length(1, "must be given once"),
  v.transform(([text = ""]) => text),
  onWire({ type: "string", pattern: STORABLE_TEXT }),
  v.maxLength(NAME_MAX, `must have at most ${NAME_MAX} characters`),
);
export const NameQuery = v.object({
  query: v.optional(queryText, [""]),
  ...pageQuery(NAMES_PAGE_MAX),
});
