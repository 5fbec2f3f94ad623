/** What is in a probed server for hostile bodies to be about, and how one of them is sent. */
import type { Endpoint } from "../../../src/platform/http/endpoint.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import type { ProbedServer } from "../../helpers/probed_server.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import type { Shape } from "./hostile_bodies.ts";
import {
  validLimits,
  validPacedTrain,
  validStock,
  validTrain,
  validWorks,
} from "./rules/valid_forms.ts";

const KIB = 1024;

/** As the settings' defaults; what goes to a thread unparsed is less here than it may be. */
const BYTES_MAX = {
  body_bytes: 1024 * KIB,
  batch_body_bytes: 16_384 * KIB,
  railjson_body_bytes: 16_384 * KIB,
  timetable_body_bytes: 32_768 * KIB,
} as const;

const nameUser = (identity: string): Readonly<Record<string, string>> => ({
  "x-remote-user-identity": identity,
  "x-remote-user-name": identity,
});

/** Who sends a body, by headers: no user, one who may read all that there is, one who may do everything. */
export const CALLERS = {
  nobody: {},
  reader: nameUser("reader"),
  administrator: nameUser("administrator"),
} as const;

/** Settings of a server for them. */
export const ENFORCED = { AUTHORIZATION: "enforce", BOOTSTRAP_ADMINS: "administrator" } as const;

/** One thing of every kind; the administrator owns it, and the reader may read it. */
export async function fillEnforced(server: ProbedServer): Promise<Named> {
  const admin = server.as(CALLERS.administrator);
  const me = JSON.parse((await admin.read("/authn/me")).text) as { id: number };
  // Of the collection that stocks are made in.
  const owning = { subject_id: me.id, grant: "Owner" };
  await admin.make("POST", "/authz/rolling_stock_collection/1/grants", owning);
  const named = await fillServer(admin);
  await admitReader(server, named);
  return named;
}

async function admitReader(server: ProbedServer, named: Named): Promise<void> {
  const { id } = JSON.parse((await server.as(CALLERS.reader).read("/authn/me")).text) as {
    id: number;
  };
  const admin = server.as(CALLERS.administrator);
  await admin.make("POST", `/authn/user/${id}/roles/add`, ["operational-studies-reader"]);
  for (const [type, name] of [
    ["infra", "infra_id"],
    ["timetable", "timetable_id"],
    ["project", "project_id"],
  ] as const) {
    const grant = { subject_id: null, grant: "Reader" };
    await admin.make("POST", `/authz/${type}/${named[name] ?? ""}/grants`, grant);
  }
}

/** Ids by the name of a path's parameter. */
export type Named = Readonly<Record<string, string>>;

/** One thing of every kind that a path can name. */
export async function fillServer(server: ProbedServer): Promise<Named> {
  const { infra } = await server.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON);
  const { timetable_id } = await server.make("POST", "/timetable", {});
  const trains = await server.make("POST", `/timetable/${String(timetable_id)}/train_schedules`, [
    validTrain(),
  ]);
  const paced = await server.make("POST", `/timetable/${String(timetable_id)}/paced_trains`, [
    validPacedTrain(),
  ]);
  const stock = await server.make("POST", "/rolling_stock", validStock());
  const project = await server.make("POST", "/projects", { name: "p" });
  const study = await server.make("POST", `/projects/${String(project["id"])}/studies`, {
    name: "s",
    state: "x",
  });
  const works = await server.make("POST", "/work_schedules", validWorks());
  await server.make("POST", "/temporary_speed_limit_group", validLimits());
  const other = await server.make("POST", "/timetable", {});
  const day = { timetable_id: other["timetable_id"], infra_id: infra };
  const operation = await server.make("POST", "/operation", day);
  const ids = {
    operation_id: operation["id"],
    infra_id: infra,
    object_type: "TrackSection",
    timetable_id,
    train_schedule_id: idOfFirst(trains),
    paced_train_id: idOfFirst(paced),
    rolling_stock_id: stock["id"],
    project_id: project["id"],
    study_id: study["id"],
    work_schedule_group_id: works["work_schedule_group_id"],
  };
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]));
}

function idOfFirst(list: unknown): unknown {
  return Array.isArray(list) ? (list[0] as { id: unknown }).id : undefined;
}

/** By its method and path. */
export function endpointOf(title: string): Endpoint {
  const found = ENDPOINTS.find(({ method, path }) => `${method.toUpperCase()} ${path}` === title);
  if (found === undefined) throw new Error(`there is no ${title}`);
  return found;
}

/** Sends a body of this shape to an endpoint; returns the status, 0 where the connection ended before an answer. */
export async function sendShape(
  server: ProbedServer,
  { method, path, body }: Endpoint,
  named: Named,
  [what, make]: Shape,
  round = 0,
): Promise<number> {
  if (body.kind === "none") throw new Error("the endpoint takes no body");
  const url = path.replace(/:(\w+)/g, (_all, name: string) => named[name] ?? "1");
  const sent = nameInBody(make(BYTES_MAX[body.limit]), named);
  const key = `${method}${path}${what}${round}`.replaceAll(/[^!-~]/g, "");
  const headers = { "idempotency-key": key };
  return await server.send(method.toUpperCase(), url + queryOf(path, named), sent, headers).then(
    (answer) => answer.status,
    // The connection of a body that is not wanted ends, perhaps before its client reads the answer.
    () => 0,
  );
}

/** What an endpoint asks for before it reads a body. */
function queryOf(path: Endpoint["path"], named: Named): string {
  if (path.startsWith("/infra/railjson") || path.startsWith("/electrical")) return "?name=n";
  return /\/(?:what_if|what_if\/days|project_stations|resolution|robustness|acknowledge|proposals|take)$/.test(
    path,
  )
    ? `?infra=${named["infra_id"] ?? "1"}`
    : "";
}

/** Bodies name a network and a group of works by an id of no server. */
function nameInBody(body: string | Uint8Array, named: Named): string | Uint8Array {
  if (typeof body !== "string") return body;
  return body.replace(
    /"(infra_id|work_schedule_group_id)":1,/,
    (_all, name: string) => `"${name}":${named[name] ?? "1"},`,
  );
}
