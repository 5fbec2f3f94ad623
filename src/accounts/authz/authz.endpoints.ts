/**
 * Permissions of all resource types (interface.md 2.4, decisions.md 3). Whether a grant may be made
 * or changed depends on other grants, which may change at the same time. So that rule is inside the
 * changing statement; the declared level only keeps strangers out.
 */
import type * as v from "valibot";
import {
  isEnough,
  type PrivilegeLevel,
  RESOURCE_TYPES,
  type ResourceType,
} from "../../platform/access/levels.ts";
import { created, jsonBody, noContent, okJson } from "../../platform/http/answers.ts";
import {
  authenticated,
  type CheckedAccess,
  type Context,
  checked,
  endpoint,
  type Resources,
} from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { absentResource, levelNotOwn, levelTooLow } from "../../platform/http/resource_errors.ts";
import { lastOwner } from "../authn/authn.errors.ts";
import { GRANT_CONSTRAINTS } from "./authz.errors.ts";
import {
  type Action,
  type ChangedGrant,
  changeGrant,
  createGrant,
  listGrants,
} from "./authz.queries.ts";
import {
  GrantChange,
  GrantCreation,
  GrantEntries,
  GrantEntry,
  GrantParams,
  Privileges,
  Privlvl,
  ResourceIds,
  ResourceParams,
} from "./authz.schemas.ts";

interface ResourcePath {
  readonly resource_type: ResourceType;
  readonly resource_id: number;
}

function ofPath({ params }: { readonly params: ResourcePath }): Resources {
  return { [params.resource_type]: [params.resource_id] };
}

/** One error for all types, since the type is part of the path. */
const absent = Object.fromEntries(RESOURCE_TYPES.map((type) => [type, "UnknownResource"] as const));

/** Requires this level on the resource; administrators may repair the grants of every resource. */
function orRepair(resource: PrivilegeLevel): CheckedAccess<ResourcePath, unknown> {
  return checked({ roles: [], levels: { resource }, needs: ofPath, absent, is_repair: true });
}

function actionOf(ctx: Context, { resource_type, resource_id }: ResourcePath): Action {
  return {
    actor_id: ctx.user?.id ?? null,
    is_admin: ctx.hasRole("admin"),
    type: resource_type,
    id: resource_id,
  };
}

const READ_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/authz/:resource_type/:resource_id/privlvl",
    summary: "The caller's level on a resource; null = none",
    params: ResourceParams,
    answer: okJson(Privlvl),
    access: checked({ roles: [], levels: { resource: "none" }, needs: ofPath, absent }),
    errors: ["UnknownResourceType"],
    handle: async (ctx, { params }) => {
      const [on] = await ctx.findStandings(ofPath({ params }));
      const { resource_type: type, resource_id: id } = params;
      if (on === undefined || on.standing === "absent") {
        throw absentResource(type, id, "UnknownResource");
      }
      return { privlvl: on.standing === "none" ? null : on.standing };
    },
  }),
  endpoint({
    method: "get",
    path: "/authz/:resource_type/:resource_id/grants",
    summary: "Who has which level on a resource, inherited grants included",
    params: ResourceParams,
    answer: okJson(GrantEntries),
    access: orRepair("Reader"),
    errors: ["UnknownResourceType"],
    handle: async (ctx, { params }) => {
      const { resource_type: type, resource_id: id } = params;
      const grants = await listGrants(ctx.services.db, { type, id });
      if (grants.length > 0) return grants;
      // With authorization disabled, the existence of the resource was not checked before.
      const [on] = await ctx.findStandings(ofPath({ params }));
      if (on?.standing === "absent") throw absentResource(type, id, "UnknownResource");
      return grants;
    },
  }),
  endpoint({
    method: "post",
    path: "/authz/me/privileges",
    summary: "The caller's levels on many resources; those that do not exist are left out",
    body: jsonBody(ResourceIds, { infra: [3], timetable: [5, 8] }),
    answer: okJson(Privileges),
    creates: null,
    access: authenticated,
    handle: async (ctx, { body }) => {
      const found = await ctx.findStandings(body);
      const privileges: Privileges = {};
      for (const type of RESOURCE_TYPES) if (body[type] !== undefined) privileges[type] = [];
      for (const { type, id, standing } of found) {
        if (standing === "absent") continue;
        const privlvl = standing === "none" ? null : standing;
        privileges[type]?.push({ resource_id: id, privlvl });
      }
      return privileges;
    },
  }),
];

const WRITE_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/authz/:resource_type/:resource_id/grants",
    summary: "Give a user, a group or anybody (null) a level on a resource",
    params: ResourceParams,
    body: jsonBody(GrantCreation, { subject_id: 2, grant: "Writer" }),
    answer: created(GrantEntry),
    creates: "accounts/resource_grant/insert",
    access: orRepair("Reader"),
    errors: ["UnknownResourceType", "UnknownSubject", "UnknownGrant", "GrantAlreadyExists"],
    constraints: GRANT_CONSTRAINTS,
    links: {
      parameters: {
        resource_type: "$request.path.resource_type",
        resource_id: "$request.path.resource_id",
        grant_id: "$response.body#/grant_id",
      },
      to: [
        "PATCH /authz/:resource_type/:resource_id/grants/:grant_id",
        "DELETE /authz/:resource_type/:resource_id/grants/:grant_id",
      ],
    },
    handle: async (ctx, { params, body }) => addGrant(ctx, actionOf(ctx, params), body),
  }),
  endpoint({
    method: "patch",
    path: "/authz/:resource_type/:resource_id/grants/:grant_id",
    summary: "Change the level of a grant",
    params: GrantParams,
    body: jsonBody(GrantChange, { grant: "Reader" }),
    answer: okJson(GrantEntry),
    access: orRepair("Owner"),
    errors: ["UnknownResourceType", "UnknownGrant", "LastOwner"],
    handle: async (ctx, { params, body }) => {
      const { db } = ctx.services;
      const action = actionOf(ctx, params);
      checkChange(
        action,
        params.grant_id,
        await changeGrant(db, action, params.grant_id, body.grant),
      );
      return await readGrant(ctx, action, params.grant_id);
    },
  }),
  endpoint({
    method: "delete",
    path: "/authz/:resource_type/:resource_id/grants/:grant_id",
    summary: "Revoke a grant, or give up one's own",
    params: GrantParams,
    answer: noContent,
    access: orRepair("Reader"),
    errors: ["UnknownResourceType", "UnknownGrant", "LastOwner"],
    handle: async (ctx, { params }) => {
      const action = actionOf(ctx, params);
      const changed = await changeGrant(ctx.services.db, action, params.grant_id, null);
      checkChange(action, params.grant_id, changed);
    },
  }),
];

async function addGrant(
  ctx: Context,
  action: Action,
  { subject_id, grant }: v.InferOutput<typeof GrantCreation>,
): Promise<GrantEntry> {
  const made = await createGrant(ctx.services.db, action, subject_id, grant);
  switch (made.outcome) {
    case "done":
      return await readGrant(ctx, action, made.made_id);
    case "unknown_resource":
      throw absentResource(action.type, action.id, "UnknownResource");
    case "unknown_subject":
      throw new AppError("UnknownSubject", `Subject '${subject_id}', could not be found`, {
        subject_id,
      });
    case "too_low":
      throw (isEnough(made.effective ?? "none", grant) ? levelNotOwn : levelTooLow)(
        action,
        grant,
        made.effective,
      );
    case "exists":
      throw new AppError(
        "GrantAlreadyExists",
        "The subject has a grant on this resource, change that one",
        { resource_type: action.type, resource_id: action.id, subject_id },
      );
  }
}

function checkChange(action: Action, grant_id: number, changed: ChangedGrant): void {
  switch (changed.outcome) {
    case "done":
      return;
    case "unknown_resource":
      throw absentResource(action.type, action.id, "UnknownResource");
    case "unknown_grant":
      throw unknownGrant(grant_id);
    case "too_low":
      throw levelTooLow(action, "Owner", changed.effective);
    case "owner_of_its_own":
      throw new AppError("Forbidden", "Only an administrator changes another owner's grant", {
        resource_type: action.type,
        resource_id: action.id,
        required_roles: ["admin"],
        effective: changed.effective,
      });
    case "last_owner":
      throw lastOwner(action.type, action.id);
  }
}

function unknownGrant(grant_id: number): AppError {
  return new AppError("UnknownGrant", `Grant '${grant_id}', could not be found`, { grant_id });
}

/** The entry of a grant that was just made or changed. Throws UnknownGrant if it was revoked since. */
async function readGrant(
  ctx: Context,
  action: Action,
  grant_id: number | null,
): Promise<GrantEntry> {
  const [entry] = await listGrants(ctx.services.db, action, grant_id);
  if (entry === undefined) throw unknownGrant(grant_id ?? 0);
  return entry;
}

export const AUTHZ_ENDPOINTS = [...READ_ENDPOINTS, ...WRITE_ENDPOINTS];
