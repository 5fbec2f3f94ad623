/**
 * Every path that exists for clients of 2024 alone, one row each: what such a client sends, and what it
 * gets. A row that stands for another path tells the same request in that path's form too.
 */
import { type ClientWorld, clientTrain, type Json } from "./client_world.ts";

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ClientRow {
  /** `POST /timetable/:timetable_id/train_schedule`. */
  readonly name: string;
  /** Null: the answer is its own. */
  readonly stands_for: string | null;
  readonly status: number;
  /** Sorted keys of the answer (of the first item or value of a collection); null: it has no body. */
  readonly keys: readonly string[] | null;
  readonly request: (world: ClientWorld) => Sent;
  /** The same in the form of the path that it stands for; where both change something, of its twin. */
  readonly same?: (world: ClientWorld) => Sent;
  /** Requests that fail, in both forms. */
  readonly failures?: readonly (readonly [Sent, Sent])[];
}

const NOWHERE = 999_999_999;
export const ERROR_KEYS = ["context", "message", "status", "type"];
export const TRAIN_KEYS = [
  "category",
  "comfort",
  "constraint_distribution",
  "id",
  "initial_speed",
  "labels",
  "margins",
  "modified_at",
  "modified_by",
  "options",
  "path",
  "power_restrictions",
  "rolling_stock_name",
  "schedule",
  "speed_limit_tag",
  "start_time",
  "timetable_id",
  "train_name",
];
export const SUMMARY_KEYS = [
  "braking_j",
  "energy_consumption",
  "length",
  "path_item_times_base",
  "path_item_times_final",
  "path_item_times_provisional",
  "status",
  "time",
  "traction_j",
];
export const PROJECTION_KEYS = [
  "departure_time",
  "rolling_stock_length",
  "signal_updates",
  "space_time_curves",
];

const RANGES = [{ track_section: "N", begin: 0, end: 4_000_000, direction: "START_TO_STOP" }];

function summary(...ids: readonly (number | undefined)[]): (infra: number | undefined) => Json {
  return (infra_id) => ({ infra_id, electrical_profile_set_id: null, ids });
}

/** A request, and the same under another path. */
function twice(
  method: string,
  [path, other]: readonly [string, string],
  body: unknown,
): readonly [Sent, Sent] {
  return [
    { method, path, body },
    { method, path: other, body },
  ];
}

const TRAIN_SUMMARIES = [
  "/train_schedule/simulation_summary",
  "/train_schedule/simulations_summary",
] as const;
const PACED_SUMMARIES = [
  "/paced_train/simulation_summary",
  "/paced_train/simulations_summary",
] as const;
const PROJECTIONS = ["/train_schedule/project_path", "/v2/train_schedule/project_path"] as const;
const DELETIONS = ["/paced_train", "/paced_trains"] as const;
/** An application role of the server's own file. */
const ROLE = "operational-studies-analyst";
const ONCE = { "idempotency-key": "client-1" };

const projection = ({ ids: { infra, train, second_train }, path }: ClientWorld): Json => ({
  infra_id: infra,
  electrical_profile_set_id: null,
  ids: [train, second_train],
  path,
});

const ALIAS_ROWS: readonly ClientRow[] = [
  {
    name: "POST /timetable/:timetable_id/train_schedule",
    stands_for: "POST /timetable/:timetable_id/train_schedules",
    status: 200,
    keys: TRAIN_KEYS,
    // One key, one creation: the second request gets the first one's answer.
    request: ({ ids: { timetable } }) => ({
      method: "POST",
      path: `/timetable/${timetable}/train_schedule/`,
      body: [clientTrain()],
      headers: ONCE,
    }),
    same: ({ ids: { timetable } }) => ({
      method: "POST",
      path: `/timetable/${timetable}/train_schedules`,
      body: [clientTrain()],
      headers: ONCE,
    }),
    failures: [
      twice(
        "POST",
        [`/timetable/${NOWHERE}/train_schedule`, `/timetable/${NOWHERE}/train_schedules`],
        [clientTrain()],
      ),
      twice("POST", ["/timetable/1/train_schedule", "/timetable/1/train_schedules"], [{}]),
    ],
  },
  {
    name: "POST /train_schedule/simulation_summary",
    stands_for: "POST /train_schedule/simulations_summary",
    status: 200,
    keys: SUMMARY_KEYS,
    request: ({ ids: { infra, train, stockless_train } }) => ({
      method: "POST",
      path: TRAIN_SUMMARIES[0],
      body: summary(train, stockless_train)(infra),
    }),
    same: ({ ids: { infra, train, stockless_train } }) => ({
      method: "GET",
      path: `${TRAIN_SUMMARIES[1]}?infra=${infra}&ids[]=${train}&ids[]=${stockless_train}`,
    }),
    failures: [
      twice("POST", TRAIN_SUMMARIES, summary(NOWHERE)(1)),
      twice("POST", TRAIN_SUMMARIES, { ids: [] }),
    ],
  },
  {
    name: "POST /train_schedule/project_path",
    stands_for: "POST /v2/train_schedule/project_path",
    status: 200,
    keys: PROJECTION_KEYS,
    request: (world) => ({ method: "POST", path: PROJECTIONS[0], body: projection(world) }),
    same: ({ ids: { infra, train, second_train }, path }) => ({
      method: "POST",
      path: `${PROJECTIONS[1]}?infra=${infra}&ids[]=${train}&ids[]=${second_train}`,
      body: path,
    }),
    failures: [
      twice("POST", PROJECTIONS, {
        infra_id: 1,
        ids: [NOWHERE],
        path: { track_section_ranges: RANGES },
      }),
      twice("POST", PROJECTIONS, { infra_id: 1, ids: [] }),
    ],
  },
  {
    name: "DELETE /paced_train",
    stands_for: "DELETE /paced_trains",
    status: 204,
    keys: null,
    request: ({ ids: { doomed_paced_train } }) => ({
      method: "DELETE",
      path: DELETIONS[0],
      body: { ids: [doomed_paced_train] },
    }),
    same: ({ ids: { other_doomed_paced_train } }) => ({
      method: "DELETE",
      path: DELETIONS[1],
      body: { ids: [other_doomed_paced_train] },
    }),
    failures: [twice("DELETE", DELETIONS, { ids: [NOWHERE] }), twice("DELETE", DELETIONS, {})],
  },
  {
    name: "POST /paced_train/simulation_summary",
    stands_for: "POST /paced_train/simulations_summary",
    status: 200,
    keys: ["exceptions", "paced_train"],
    request: ({ ids: { infra, paced_train } }) => ({
      method: "POST",
      path: PACED_SUMMARIES[0],
      body: summary(paced_train)(infra),
    }),
    same: ({ ids: { infra, paced_train } }) => ({
      method: "GET",
      path: `${PACED_SUMMARIES[1]}?infra=${infra}&ids[]=${paced_train}`,
    }),
    failures: [
      twice("POST", PACED_SUMMARIES, summary(NOWHERE)(1)),
      twice("POST", PACED_SUMMARIES, { ids: [] }),
    ],
  },
  {
    name: "POST /authz/roles/:user_id",
    stands_for: "POST /authn/user/:user_id/roles/add",
    status: 204,
    keys: null,
    request: ({ ids: { user } }) => ({
      method: "POST",
      path: `/authz/roles/${user}`,
      body: { roles: [ROLE] },
    }),
    same: ({ ids: { user } }) => ({
      method: "POST",
      path: `/authn/user/${user}/roles/add`,
      body: [ROLE],
    }),
    failures: [rolesFailure("POST", "add", "Superuser"), rolesFailure("POST", "add", ROLE)],
  },
  {
    name: "DELETE /authz/roles/:user_id",
    stands_for: "POST /authn/user/:user_id/roles/remove",
    status: 204,
    keys: null,
    request: ({ ids: { user } }) => ({
      method: "DELETE",
      path: `/authz/roles/${user}`,
      body: { roles: [ROLE] },
    }),
    same: ({ ids: { user } }) => ({
      method: "POST",
      path: `/authn/user/${user}/roles/remove`,
      body: [ROLE],
    }),
    failures: [rolesFailure("DELETE", "remove", "Superuser")],
  },
];

/** A role that does not exist, or a user who does not. */
function rolesFailure(method: string, verb: string, role: string): readonly [Sent, Sent] {
  return [
    { method, path: `/authz/roles/${NOWHERE}`, body: { roles: [role] } },
    { method: "POST", path: `/authn/user/${NOWHERE}/roles/${verb}`, body: [role] },
  ];
}

const OWN_ROWS: readonly ClientRow[] = [
  {
    name: "GET /timetable/:timetable_id",
    stands_for: null,
    status: 200,
    keys: ["timetable_id", "train_ids"],
    request: ({ ids: { timetable } }) => ({ method: "GET", path: `/timetable/${timetable}/` }),
  },
  {
    name: "POST /train_schedule",
    stands_for: null,
    status: 200,
    keys: TRAIN_KEYS,
    request: ({ ids: { train, second_train } }) => ({
      method: "POST",
      path: "/train_schedule/",
      body: { ids: [second_train, train] },
    }),
  },
  {
    name: "GET /authz/me",
    stands_for: null,
    status: 200,
    keys: ["id", "name", "roles"],
    request: () => ({ method: "GET", path: "/authz/me" }),
  },
  {
    name: "GET /authz/roles/me",
    stands_for: null,
    status: 200,
    keys: ["builtin"],
    request: () => ({ method: "GET", path: "/authz/roles/me" }),
  },
  {
    name: "GET /authz/roles/:user_id",
    stands_for: null,
    status: 200,
    keys: ["builtin"],
    request: ({ ids: { user } }) => ({ method: "GET", path: `/authz/roles/${user}` }),
  },
];

export const CLIENT_ROWS: readonly ClientRow[] = [...ALIAS_ROWS, ...OWN_ROWS];

/** Sorted keys of an answer: of the first item of a list, of the first value of a map by id. */
export function keysOf(json: unknown): string[] {
  const one = Array.isArray(json) ? json[0] : json;
  const [first, value] = Object.entries(one as object)[0] ?? [];
  return Object.keys(first !== undefined && /^\d+$/.test(first) ? value : one).sort();
}
