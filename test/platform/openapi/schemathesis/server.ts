/** The built server as a process of its own, on an empty database of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { impliedRoles } from "../../../../src/platform/access/roles.ts";
import { PROJECT_ROOT } from "../../../../src/platform/root.ts";
import { freePort } from "../../../helpers/server_process.ts";

export const ADMINISTRATOR = "fuzz/administrator";
/** An application role that gives everything but `admin` and `role:admin`. */
export const PLANNER = "planner";

export interface FuzzServer {
  readonly base_url: string;
  /** Sends bytes as PNG and else JSON; returns the body, throws when it is refused. */
  send(identity: string, method: string, path: string, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a server whose files are in `folder`, which is made. */
export async function startFuzzServer(folder: string): Promise<FuzzServer> {
  const main = join(PROJECT_ROOT, "dist/src/main.js");
  if (!existsSync(main)) throw new Error("npm run build comes first");
  mkdirSync(folder);
  const port = await freePort();
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      DATA_DIR: join(folder, "postgres"),
      BOOTSTRAP_ADMINS: ADMINISTRATOR,
      APPLICATION_ROLES_FILE: writeRoles(folder),
      MISSING_CHECK: "abort",
      // The fuzzers are several, and each waits for one answer at a time.
      WORKER_THREADS: "1",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const base_url = `http://127.0.0.1:${port}`;
  const server: FuzzServer = {
    base_url,
    send: async (identity, method, path, body) =>
      await send(identity, { method, url: base_url + path, body }),
    stop: async () => await stop(child),
  };
  for (let i = 0; i < 600; i++) {
    const answer = await fetch(`${base_url}/ready`).catch(() => null);
    if (answer?.ok === true) return server;
    await wait(100);
  }
  await server.stop();
  throw new Error("the server is not ready");
}

/** The roles that the document's examples name, and the planner's. */
function writeRoles(folder: string): string {
  const withheld = new Set<string>(["admin", "role:admin"]);
  const planner = [...impliedRoles("admin")].filter((role) => !withheld.has(role));
  const role = (implies: readonly string[]): object => ({ name: "Role", implies });
  const roles = {
    administrator: role(["admin"]),
    "operational-studies-analyst": role(["operational-studies:write"]),
    [PLANNER]: role(planner),
  };
  const file = join(folder, "roles.json");
  writeFileSync(file, JSON.stringify(roles));
  return file;
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

async function send(identity: string, { method, url, body }: Sent): Promise<unknown> {
  const is_image = body instanceof Uint8Array;
  const answer = await fetch(url, {
    method,
    headers: {
      "x-remote-user-identity": identity,
      "content-type": is_image ? "image/png" : "application/json",
    },
    ...(body === undefined ? {} : { body: is_image ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return text === "" ? null : JSON.parse(text);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
