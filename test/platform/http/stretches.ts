/**
 * What is in a probed server for hostile bodies to be about, and how long it computes at a stretch for
 * one of them. The least of some tries counts: what a body costs is in all of them, what the machine
 * adds (another process on the same core, a collection of garbage of before) is not.
 */
import type { Endpoint } from "../../../src/platform/http/endpoint.ts";
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

/** Longest time that a body may hold up others, on a quiet machine. */
const STRETCH_MAX_MS = 50;
const TRIES = 3;
/** What `calibrate` takes on the machine that the bound was set on, with nothing else on it. */
const CALIBRATION_MS = 10;
const CALIBRATION_RUNS = 15;
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
  const ids = {
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

/** The longest stretch that a body of this shape costs at an endpoint, and what was answered. */
export async function measureStretch(
  server: ProbedServer,
  endpoint: Endpoint,
  named: Named,
  [what, make]: Shape,
): Promise<{ readonly stretch_ms: number; readonly status: number }> {
  const { method, path, body } = endpoint;
  if (body.kind === "none") throw new Error("the endpoint takes no body");
  const url = path.replace(/:(\w+)/g, (_all, name: string) => named[name] ?? "1");
  const sent = nameInBody(make(BYTES_MAX[body.limit]), named);
  let stretch_ms = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let i = 0; i < TRIES && stretch_ms > STRETCH_MAX_MS; i++) {
    await server.takeLongestStretch();
    const key = `${method}${path}${what}${i}`.replaceAll(/[^!-~]/g, "");
    const headers = { "idempotency-key": key };
    status = await server
      .send(method.toUpperCase(), url + queryOf(path, named), sent, headers)
      .then(
        (answer) => answer.status,
        // The connection of a body that is not wanted ends, perhaps before its client reads the answer.
        () => 0,
      );
    stretch_ms = Math.min(stretch_ms, await server.takeLongestStretch());
  }
  return { stretch_ms, status };
}

/** The longest stretch that reading a path costs, and what was answered. */
export async function measureRead(
  server: ProbedServer,
  path: string,
): Promise<{ readonly stretch_ms: number; readonly status: number }> {
  let stretch_ms = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let i = 0; i < TRIES && stretch_ms > STRETCH_MAX_MS / 2; i++) {
    await server.takeLongestStretch();
    ({ status } = await server.read(path));
    stretch_ms = Math.min(stretch_ms, await server.takeLongestStretch());
  }
  return { stretch_ms, status };
}

/** What an endpoint asks for before it reads a body. */
function queryOf(path: Endpoint["path"], named: Named): string {
  if (path.startsWith("/infra/railjson") || path.startsWith("/electrical")) return "?name=n";
  return /\/(?:what_if|project_stations|resolution|acknowledge)$/.test(path)
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

/** The bound on this machine as it is now. */
export function calibrate(): number {
  const text = JSON.stringify(
    Array.from({ length: 30_000 }, (_, i) => ({ id: `w${i}`, offset: i })),
  );
  const runs = Array.from({ length: CALIBRATION_RUNS }, () => {
    const before = process.cpuUsage();
    JSON.stringify(JSON.parse(text));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  const median_ms = runs.sort((a, b) => a - b)[Math.floor(CALIBRATION_RUNS / 2)] ?? 0;
  return STRETCH_MAX_MS * Math.max(1, median_ms / CALIBRATION_MS);
}
