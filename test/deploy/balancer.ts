/** A real HAProxy with the file of deploy/, in front of two servers; without one its tests are skipped aloud. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import type { ServerProcess } from "../faults/server_process.ts";

/** After a server is ready again the balancer must see it before the other one goes. */
export const HAPROXY_SEES_MS = 2_000;
export const has_haproxy = spawnSync("haproxy", ["-v"]).status === 0;

if (!has_haproxy) console.error("SKIPPED: no haproxy on PATH, no rolling restart was tried");

export function startBalancer(port: number, servers: readonly ServerProcess[]): ChildProcess {
  const [one, two] = servers.map((server) => `127.0.0.1:${server.port}`);
  return spawn("haproxy", ["-f", join(PROJECT_ROOT, "deploy/haproxy.cfg")], {
    env: {
      PATH: process.env["PATH"],
      LISTEN: `127.0.0.1:${port}`,
      SERVER1: one,
      SERVER2: two,
    },
    stdio: "ignore",
  });
}
