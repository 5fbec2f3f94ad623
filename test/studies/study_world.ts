/** Operational studies with authorization enforced: callers by name, grants by one line. */
import { startTestApi, type TestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import type { CallResult } from "../helpers/services.ts";

export interface Actor {
  readonly id: number;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<CallResult>;
  /** The same, for calls that must succeed; returns the body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  // oxlint-disable-next-line typescript/no-explicit-any
  make(method: string, path: string, body?: unknown): Promise<any>;
}

export interface StudyWorld {
  readonly api: TestApi;
  /** A user with an application role (null: none); made at first mention. */
  actor(name: string, app_role?: string | null): Promise<Actor>;
  /** Grants directly in the table; subject null: anybody. */
  grant(type: string, id: number, subject_id: number | null, level: string): Promise<void>;
  revokeAll(subject_id: number): Promise<void>;
  close(): Promise<void>;
}

/** From the least to the most, `null` = no grant at all. */
export const LEVELS = [null, "Reader", "Creator", "Writer", "Owner"] as const;

export async function makeStudyWorld(): Promise<StudyWorld> {
  const api = await startTestApi({ AUTHORIZATION: "enforce" });
  const { db } = api.services;
  const actor: StudyWorld["actor"] = async (name, app_role = "operational-studies-analyst") => {
    const identity = { "x-remote-user-identity": name };
    const call: Actor["call"] = async (method, path, body, headers = {}) =>
      await api.call(method, path, body, { ...identity, ...headers });
    const { id } = (await call("GET", "/authn/me")).json;
    if (app_role !== null) {
      await db.run(
        "insert into subject_role (subject_id, app_role) values ($1, $2) on conflict do nothing",
        [id, app_role],
      );
    }
    return {
      id,
      call,
      make: async (method, path, body) => {
        const answer = await call(method, path, body);
        if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
        return answer.json;
      },
    };
  };
  return {
    api,
    actor,
    grant: async (type, id, subject_id, level) => {
      await db.run(
        `insert into resource_grant (resource_type, resource_id, subject_id, level)
         values ($1::resource_type, $2, $3, $4::privilege_level)`,
        [type, id, subject_id, level],
      );
    },
    revokeAll: async (subject_id) => {
      await db.run("delete from resource_grant where subject_id = $1", [subject_id]);
    },
    close: async () => await api.close(),
  };
}

/** For the tests of a block: a world with an administrator, and a guest without grants. */
export function openActors(): { world: StudyWorld; owner: Actor; guest: Actor } {
  const world = opened(makeStudyWorld);
  const openActor = (...who: Parameters<StudyWorld["actor"]>): Actor =>
    opened(async () => ({ ...(await world.actor(...who)), close: async () => undefined }));
  return { world, owner: openActor("owner", "administrator"), guest: openActor("guest") };
}

/** A scenario of an infrastructure and a timetable of its own. */
export async function addScenario(maker: Actor, study_path: string): Promise<{ id: number }> {
  const { id: infra_id } = await maker.make("POST", "/infra", { name: "i" });
  const { timetable_id } = await maker.make("POST", "/timetable");
  return await maker.make("POST", `${study_path}/scenarios`, { name: "c", infra_id, timetable_id });
}

/** The status that a level gives where another is needed. */
export function expectedStatus(level: string | null, needed: string, success: number): number {
  const rank = (one: string | null): number =>
    [null, "MinimalMetadata", "Reader", "Creator", "Writer", "Owner"].indexOf(one);
  return rank(level) >= rank(needed) ? success : 403;
}

/** One transparent pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
