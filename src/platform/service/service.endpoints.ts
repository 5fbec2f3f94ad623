/** Endpoints about the server itself (interface.md 3): no identity is needed for them. */
import * as v from "valibot";
import { about } from "../../railway/wire.ts";
import type { Database } from "../db/client.ts";
import { isStorageFull } from "../db/errors.ts";
import { okJson, text } from "../http/answers.ts";
import { type Endpoint, endpoint, publicAccess } from "../http/endpoint.ts";
import { METRICS_TYPE } from "./metrics.ts";
import { describeVersion } from "./version.ts";

const Version = v.object({
  git_describe: v.nullable(about(v.string(), "What `git describe` told; null: not known")),
});
const Readiness = v.object({
  database: about(v.literal("ok"), "It answers"),
  storage: about(
    v.picklist(["ok", "full"]),
    "`full`: what is asked is answered, changes are refused",
  ),
  worker_threads: about(v.number(), "How many threads compute"),
  authorization: about(
    v.picklist(["enforce", "disabled"]),
    "`disabled`: every request may do everything, as on a machine of one's own",
  ),
  shared: v.optional(
    about(
      v.picklist(["up", "down"]),
      "Where `VALKEY_URL` is set: whether servers share results; `down`: each computes for itself",
    ),
  ),
});

function versionEndpoint(path: "/version" | "/version/core"): Endpoint {
  return endpoint({
    method: "get",
    path,
    summary: "Version of the server, engine included",
    answer: okJson(Version),
    access: publicAccess,
    handle: async ({ services }) => ({ git_describe: describeVersion(services.config) }),
  });
}

/** While nothing else is written, only this probe notices that there is room again. */
async function probeStorage(db: Database): Promise<"ok" | "full"> {
  if (!db.is_storage_full) return "ok";
  try {
    await db.query("platform/service/probe_storage", []);
    return "ok";
  } catch (error) {
    if (isStorageFull(error)) return "full";
    throw error;
  }
}

export const SERVICE_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/health",
    summary: "The server is alive",
    answer: text("text/plain"),
    access: publicAccess,
    handle: async () => "ok",
  }),
  endpoint({
    method: "get",
    path: "/ready",
    summary: "The server can do its work: the database answers, the threads are there",
    answer: okJson(Readiness),
    access: publicAccess,
    handle: async ({ services: { db, compute, shared, config } }) => {
      await db.query("platform/service/ping", []);
      const storage = await probeStorage(db);
      return {
        database: "ok" as const,
        storage,
        worker_threads: compute.threads,
        authorization: config.authorization,
        ...(shared !== null && { shared: shared.is_up ? ("up" as const) : ("down" as const) }),
      };
    },
  }),
  versionEndpoint("/version"),
  versionEndpoint("/version/core"),
  endpoint({
    method: "get",
    path: "/metrics",
    summary: "Figures of the running server for Prometheus",
    answer: text(METRICS_TYPE),
    access: publicAccess,
    handle: async ({ services }) => await services.printMetrics(),
  }),
];
