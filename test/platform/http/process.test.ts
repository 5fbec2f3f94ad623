// Method: the built server as a process of its own; its output, signals and exit codes.

import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { frontOfRun } from "../../helpers/fronts.ts";
import { openSocket } from "../../helpers/raw_http.ts";
import { freePort, ready, ServerProcesses, type ServerRun } from "../../helpers/server_process.ts";
import { until } from "../../helpers/until.ts";

let processes: ServerProcesses;
beforeAll(() => {
  processes = new ServerProcesses();
});
afterAll(() => {
  processes.close();
});

function run(env: Readonly<Record<string, string>>): ServerRun {
  return processes.run(env);
}

describe("a start that can't go on", () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ["a wrong setting", { PORT: "many" }, /PORT: must be a whole number/],
    ["an unknown mode", { AUTHORIZATION: "off" }, /AUTHORIZATION: /],
    ["a proxy that is none", { TRUSTED_PROXIES: "gateway", PORT: "0" }, /TRUSTED_PROXIES: /],
    ["a missing tags file", { SPEED_LIMIT_TAGS_FILE: "/nowhere.json" }, /SPEED_LIMIT_TAGS_FILE: /],
    [
      "an unreachable database",
      { DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" },
      /the database is not available/,
    ],
  ])("tells %s in one line and exits with 1", async (_what, env, message) => {
    const { exit, output } = run(env);
    expect(await exit).toBe(1);
    expect(output()).toMatch(message);
    expect(output().trim().split("\n").at(-1)).toMatch(/^marey can't start: /);
  });

  it("tells that the port is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { exit, output } = run({ PORT: String(port) });
    expect(await exit).toBe(1);
    expect(output()).toContain(`can't listen on 127.0.0.1:${port}: `);
    taken.close();
  });

  it.runIf(Number.parseInt(process.versions.node, 10) > 22)(
    "tells that uWebSockets.js has no binary, where it is asked for",
    async () => {
      const { exit, output } = run({ HTTP_FRONT: "uws", PORT: "0" });
      expect(await exit).toBe(1);
      expect(output()).toMatch(/marey can't start: HTTP_FRONT=uws: .* no binary for Node /);
    },
  );
});

/** The processes of PostgreSQL that serve a connection. */
function listSessions(postmaster: string): number[] {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
  return children
    .trim()
    .split(" ")
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("postgres: marey"))
    .map(Number);
}

/** One request on the agent's connection; resolves when the answer has been read. */
async function get(port: number, agent: Agent): Promise<IncomingMessage> {
  const sent = request({ host: "127.0.0.1", port, path: "/infra", agent }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return response;
}

describe("a running server", () => {
  it("warns loudly without authorization, drains at SIGTERM and exits with 0, the database with it", async () => {
    const port = await freePort();
    const { child, exit, output } = run({
      PORT: String(port),
      AUTHORIZATION: "disabled",
      DRAIN_MS: "600000",
    });
    await ready(port);
    expect(output()).toContain("EVERY REQUEST MAY DO EVERYTHING");
    // A request whose body comes byte by byte: until it ends the server waits for the others' next ones, and a busy
    // machine may let them come late.
    const long = await openSocket(port);
    long.write("POST /timetable HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n");
    let answered = 0;
    const failures: string[] = [];
    // Connections made before: what the kernel has queued for a closed port is reset by the kernel.
    const load = Array.from({ length: 8 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let is_over = false; !is_over; ) {
        try {
          const response = await get(port, agent);
          long.write(" ");
          if (response.statusCode === 200) answered++;
          else failures.push(String(response.statusCode));
          is_over = response.headers.connection === "close";
        } catch (error) {
          failures.push(String(error));
          is_over = true;
        }
      }
      agent.destroy();
    });
    await until(() => answered > 50);
    child.kill("SIGTERM");
    await Promise.all(load);
    long.destroy();
    expect(await exit).toBe(0);
    expect(answered).toBeGreaterThan(50);
    expect(failures).toEqual([]);
    expect(existsSync(join(processes.folder, "postgres/data/postmaster.pid"))).toBe(false);
  });

  it.runIf(process.platform === "linux")(
    "ends its database although a session of it is slow to end",
    async () => {
      const port = await freePort();
      const { child, exit } = run({ PORT: String(port), AUTHORIZATION: "disabled" });
      await ready(port);
      const file = join(processes.folder, "postgres/data/postmaster.pid");
      const postmaster = readFileSync(file, "utf8").split("\n")[0] ?? "";
      const session = listSessions(postmaster).at(-1)!;
      process.kill(session, "SIGSTOP");
      child.kill("SIGTERM");
      // By then the server has looked for other sessions.
      setTimeout(() => process.kill(session, "SIGCONT"), 3000);
      expect(await exit).toBe(0);
      expect(existsSync(file)).toBe(false);
    },
  );

  it("warns loudly when everybody is a trusted proxy, and only then", async () => {
    const port = await freePort();
    for (const [proxies, is_warned] of [
      ["0.0.0.0/0", true],
      ["127.0.0.0/8", false],
    ] as const) {
      const { child, exit, output } = run({ PORT: String(port), TRUSTED_PROXIES: proxies });
      await ready(port);
      expect(output().includes("ANY CLIENT CAN BE ANYONE")).toBe(is_warned);
      child.kill("SIGTERM");
      expect(await exit).toBe(0);
    }
  });

  it("warns loudly where an identity could be cut and others can connect, until it is told how they come", async () => {
    const port = await freePort();
    for (const [env, is_open] of [
      [{ HOST: "0.0.0.0" }, true],
      [{ HOST: "0.0.0.0", IDENTITY_ENCODING: "none" }, false],
      [{}, false],
    ] as const) {
      const { child, exit, output } = run({ PORT: String(port), ...env });
      await ready(port);
      const LISTENING = /listening on [\d.:]+, HTTP by ([\w.]+)"/;
      // What it has written may come after what it has answered.
      await until(() => LISTENING.test(output()));
      const [, front] = LISTENING.exec(output()) ?? [];
      expect(front).toMatch(
        frontOfRun().HTTP_FRONT === "node" ? /^Node$/ : /^(?:Node|uWebSockets.js)$/,
      );
      const is_warned = output().includes("IDENTITIES THAT ARE NOT ASCII");
      expect(is_warned).toBe(is_open && front !== "Node");
      child.kill("SIGTERM");
      expect(await exit).toBe(0);
    }
  });

  it("exits at once at the second signal", async () => {
    const port = await freePort();
    const { child, exit, output } = run({
      PORT: String(port),
      AUTHORIZATION: "disabled",
      DRAIN_MS: "600000",
    });
    await ready(port);
    // A request that never comes whole keeps the server from ending before the second signal.
    const half = await openSocket(port);
    half.write("POST /timetable HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{");
    await ready(port);
    child.kill("SIGTERM");
    await until(() => output().includes("finishing what runs"));
    child.kill("SIGTERM");
    expect(await exit).toBe(1);
    half.destroy();
  });

  it("comes back after kill -9 with everything that it has answered", async () => {
    const port = await freePort();
    const first = run({ PORT: String(port), AUTHORIZATION: "disabled" });
    await ready(port);
    const create = async (): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${port}/timetable`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      return ((await response.json()) as { timetable_id: number }).timetable_id;
    };
    const made = [await create(), await create(), await create()];
    first.child.kill("SIGKILL");
    await first.exit;
    const second = run({ PORT: String(port), AUTHORIZATION: "disabled" });
    await ready(port);
    for (const id of made) {
      const url = `http://127.0.0.1:${port}/timetable/${id}/train_schedules`;
      expect((await fetch(url)).status).toBe(200);
    }
    second.child.kill("SIGTERM");
    expect(await second.exit).toBe(0);
  });
});

describe("servers that start at once on the same fresh folder", () => {
  it("share the embedded database", async () => {
    const own = new ServerProcesses();
    try {
      const ports = [await freePort(), await freePort(), await freePort()];
      const runs = ports.map((port) => own.run({ PORT: String(port) }));
      for (const port of ports) await ready(port);
      for (const { child } of runs) child.kill("SIGTERM");
      await Promise.all(runs.map(async ({ exit }) => await exit));
    } finally {
      own.close();
    }
  });
});
