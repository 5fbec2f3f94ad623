/**
 * Alternative paths of existing clients (interface.md 12): one row each, and the function that
 * makes endpoints of them. An alias is the original declaration under another path (same handler,
 * schemas and access), so it can't do anything else.
 */
import * as v from "valibot";
import { APP_ROLES_EXAMPLE, AppRoles } from "../../accounts/authn/authn.schemas.ts";
import { batchBody, jsonBody } from "../../platform/http/answers.ts";
import type { Body, Endpoint, Method } from "../../platform/http/endpoint.ts";
import { about } from "../../railway/wire.ts";
import {
  ClientSummaryBody,
  SUMMARY_EXAMPLE,
} from "../../train_runs/simulation/simulation.schemas.ts";

interface Alias {
  readonly method: Method;
  readonly path: Endpoint["path"];
  /** The path that it stands for, and the method if that is different. */
  readonly stands_for: { readonly method?: Method; readonly path: Endpoint["path"] };
  /** For clients that send another form: the schema converts it to the handler's. */
  readonly body?: Body<unknown>;
}

/** Application roles inside an object. */
const rolesBody = jsonBody(
  v.pipe(
    v.strictObject({ roles: about(AppRoles, "Application roles") }),
    v.transform(({ roles }) => roles),
  ),
  { roles: APP_ROLES_EXAMPLE },
);

const summaryBody = batchBody(ClientSummaryBody, SUMMARY_EXAMPLE);

const ALIASES: readonly Alias[] = [
  {
    method: "post",
    path: "/timetable/:timetable_id/train_schedule",
    stands_for: { path: "/timetable/:timetable_id/train_schedules" },
  },
  {
    method: "post",
    path: "/train_schedule/simulation_summary",
    stands_for: { path: "/train_schedule/simulations_summary" },
    body: summaryBody,
  },
  {
    method: "post",
    path: "/train_schedule/project_path",
    stands_for: { path: "/v2/train_schedule/project_path" },
  },
  { method: "delete", path: "/paced_train", stands_for: { path: "/paced_trains" } },
  {
    method: "post",
    path: "/paced_train/simulation_summary",
    stands_for: { path: "/paced_train/simulations_summary" },
    body: summaryBody,
  },
  {
    method: "post",
    path: "/authz/roles/:user_id",
    stands_for: { path: "/authn/user/:user_id/roles/add" },
    body: rolesBody,
  },
  {
    method: "delete",
    path: "/authz/roles/:user_id",
    stands_for: { method: "post", path: "/authn/user/:user_id/roles/remove" },
    body: rolesBody,
  },
];

/** One endpoint per alias. Throws if the original does not exist. */
export function makeAliases(endpoints: readonly Endpoint[]): Endpoint[] {
  return ALIASES.map(({ method, path, stands_for, body }) => {
    const wanted = { method, ...stands_for };
    const primary = endpoints.find(
      (one) => one.method === wanted.method && one.path === wanted.path,
    );
    if (primary === undefined) throw new Error(`${method} ${path} stands for nothing`);
    const { links: _links, ...declared } = primary;
    return { ...declared, method, path, ...(body === undefined ? {} : { body }) };
  });
}
