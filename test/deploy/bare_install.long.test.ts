// Method: the image's second stage without a container runtime: the files that it copies in a bare folder, runtime dependencies alone, nothing writable, as another user where there is one to change to.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { scaled } from "../helpers/pace.ts";
import { freePort, ready } from "../helpers/server_process.ts";
import { startTestDatabase, type TestDatabase } from "../helpers/test_database.ts";

const is_root = process.getuid?.() === 0;

let folder: string;
let database: TestDatabase;

/** What the second stage copies, from the sources and from the first stage. */
function copyAsImage(): void {
  const [, stage = ""] = readFileSync(join(PROJECT_ROOT, "deploy/Dockerfile"), "utf8").split(
    /^FROM .*AS build$[\s\S]*?^FROM /m,
  );
  for (const [, from, to = ""] of stage.matchAll(
    /^COPY (?:--from=build \/marey\/)?(.*) (\S+)$/gm,
  )) {
    const files = (from ?? "").split(" ");
    for (const file of files) {
      const target =
        files.length > 1 || to.endsWith("/") ? join(to, file.split("/").at(-1) ?? "") : to;
      mkdirSync(dirname(join(folder, target)), { recursive: true });
      cpSync(join(PROJECT_ROOT, file), join(folder, target), { recursive: true });
    }
  }
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

beforeAll(async () => {
  database = await startTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "marey-bare-"));
  copyAsImage();
  run("npm", ["ci", "--omit=dev", "--omit=optional", "--ignore-scripts"]);
  run("chmod", ["-R", "a-w,a+rX", "."]);
}, scaled(200_000));
afterAll(async () => {
  run("chmod", ["-R", "u+w", "."]);
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

it("starts, works and stops on what the image holds, without writing anything", async () => {
  const port = await freePort();
  const { socket_dir, user } = inject("postgres");
  // Another user than the files' owner, who can't write here and may use the database's socket.
  const { uid, gid } = statSync(socket_dir);
  const child = spawn(process.execPath, ["dist/src/main.js"], {
    cwd: folder,
    env: {
      PATH: "/nowhere",
      HOME: "/nowhere",
      NODE_ENV: "production",
      GIT_DESCRIBE: "image",
      PORT: String(port),
      DATABASE_URL: `postgres:///${database.target.database}`,
      PGHOST: socket_dir,
      PGUSER: user,
      AUTHORIZATION: "disabled",
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...(is_root ? { uid, gid } : {}),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  try {
    await ready(port).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${output}`);
    });
    const url = `http://127.0.0.1:${port}`;
    const version = (await (await fetch(`${url}/version`)).json()) as Record<string, unknown>;
    expect(Object.values(version)).toContain("image");
    for (const path of ["/docs", "/openapi.json", "/speed_limit_tags", "/metrics"]) {
      expect((await fetch(url + path)).status, path).toBe(200);
    }
    // A thread takes this one apart.
    const railjson = { version: "3.4.12" };
    const imported = await fetch(`${url}/infra/railjson?name=image`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(railjson),
    });
    expect(imported.status).toBe(422);
    expect((await fetch(`${url}/timetable`, { method: "POST" })).status).toBe(201);
  } finally {
    child.kill("SIGTERM");
  }
  const [code] = (await once(child, "exit")) as [number | null];
  expect(code, output).toBe(0);
});
