/** Users and groups (interface.md 2.3). */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { NonBlankText, Text } from "../../railway/scalars.ts";
import { about, nameSchemas, onWire, STORABLE_TEXT } from "../../railway/wire.ts";

/** Longest list of users or roles in one request. */
const LIST_MAX = 10_000;
const NAME_MAX = 255;
const NAMES_PAGE_MAX = 1000;

const USER_NAME = "As the gateway sent it last, else the identity";
const GROUP_NAME = "Its name for people; others may have the same";

export const Named = v.strictObject({
  id: bodyId,
  name: about(Text, "Name of the user or group"),
});
export const NamedPage = pageSchema(Named);

export const UserInformation = v.strictObject({
  id: bodyId,
  name: about(Text, USER_NAME),
  groups: about(v.array(Named), "Groups that the user is in"),
  app_roles: about(v.array(Text), "Application roles of the user's own, without those of groups"),
  builtin_roles: about(v.array(Text), "All that own and groups' application roles imply"),
});
export type UserInformation = v.InferOutput<typeof UserInformation>;

export const Group = v.strictObject({
  id: bodyId,
  name: about(Text, GROUP_NAME),
  users: about(v.array(Named), "Its members"),
});

const AppRole = v.pipe(Text, v.maxLength(NAME_MAX, `must have at most ${NAME_MAX} characters`));
export const AppRoles = v.pipe(v.array(AppRole), v.maxLength(LIST_MAX, "is too long"));
export const UserIds = v.pipe(v.array(bodyId), v.maxLength(LIST_MAX, "is too long"));

export const GroupCreation = v.strictObject({
  name: v.pipe(
    NonBlankText,
    v.maxLength(NAME_MAX, `must have at most ${NAME_MAX} characters`),
    v.description(GROUP_NAME),
  ),
  app_roles: about(v.optional(AppRoles, []), "Application roles of everybody in it"),
});

const queryText = v.pipe(
  v.array(v.string()),
  v.length(1, "must be given once"),
  v.transform(([text = ""]) => text),
  onWire({ type: "string", pattern: STORABLE_TEXT }),
  v.maxLength(NAME_MAX, `must have at most ${NAME_MAX} characters`),
);
export const NameQuery = v.object({
  query: about(v.optional(queryText, [""]), "A part of the name"),
  ...pageQuery(NAMES_PAGE_MAX),
});

export const APP_ROLES_EXAMPLE = ["operational-studies-analyst"];

nameSchemas({ Named, NamedPage, UserInformation, Group, AppRoles, UserIds, GroupCreation });
