/**
 * Starts and stops the PostgreSQL that comes with the project, listening only on a unix socket in a
 * private folder. A live server of the same data is reused. PostgreSQL itself recovers the data of
 * a dead server. While we run, a server that dies is restarted.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import {
  type Account,
  findServerAccount,
  hashOf,
  listAbandoned,
  makePrivateDir,
  makeSystemStateDir,
  othersCanEnter,
} from "./account.ts";
import { type Binaries, copyBinaries, EmbeddedError, findBinaries } from "./binaries.ts";

const SUPERUSER = "marey";
const WATCH_INTERVAL_MS = 500;
const START_TIMEOUT_S = 60;
/** A killed server leaves processes behind for a moment; until they end, a new start is refused. */
const REFUSALS_MAX = 150;
const STOP_TIMEOUT_S = 60;
const RETRY_MS = 100;
const MAX_CONNECTIONS = 200;

export interface EmbeddedOptions {
  /** Folder of the data, as the setting says. */
  readonly data_dir: string;
  /** Trades durability for speed: tests only. */
  readonly is_disposable: boolean;
  readonly log: (message: string) => void;
}

export interface EmbeddedServer {
  readonly socket_dir: string;
  readonly user: string;
  /** Where the data actually is. */
  readonly folder: string;
  /** Stops watching, and stops the server. */
  stop(): Promise<void>;
}

interface Installation {
  readonly binaries: Binaries;
  readonly account: Account | null;
  readonly pgdata: string;
  readonly folder: string;
  readonly socket_dir: string;
}

/** Starts the server; creates its data at the first use. Throws EmbeddedError, which says what to do. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const installation = install(options);
  await initialise(installation);
  await start(installation, options);
  const watch = setInterval(() => {
    if (!isRunning(installation)) reviving ??= revive();
  }, WATCH_INTERVAL_MS);
  watch.unref();
  let reviving: Promise<void> | null = null;
  const revive = async (): Promise<void> => {
    try {
      options.log("the embedded PostgreSQL has died: starting it again");
      await start(installation, options);
      options.log("the embedded PostgreSQL is back");
    } catch (error) {
      options.log(`the embedded PostgreSQL does not start: ${String(error)}`);
    } finally {
      reviving = null;
    }
  };
  return {
    socket_dir: installation.socket_dir,
    user: SUPERUSER,
    folder: installation.folder,
    stop: async () => {
      clearInterval(watch);
      await reviving;
      await halt(installation);
    },
  };
}

/** Stops the server that runs now; one that another process starts in its place meanwhile is that one's. */
async function halt(installation: Installation): Promise<void> {
  const [id] = readOwnFile(installation);
  const isThere = (): boolean => readOwnFile(installation)[0] === id && isRunning(installation);
  if (!isThere()) return;
  try {
    // Not `-w`: it would wait for the other one to end as well.
    await control(installation, ["stop", "-m", "fast", "-W"]);
  } catch (error) {
    if (isThere()) throw error;
  }
  const give_up_at = performance.now() + STOP_TIMEOUT_S * 1000;
  while (isThere()) {
    if (performance.now() > give_up_at)
      throw new EmbeddedError("the embedded PostgreSQL does not stop");
    await pause();
  }
  if (!isRunning(installation)) rmSync(installation.socket_dir, { recursive: true, force: true });
}

async function pause(): Promise<void> {
  await new Promise((go_on) => setTimeout(go_on, RETRY_MS));
}

/** Decides where binaries, data and socket lie, and makes the folders. */
function install({ data_dir, log }: EmbeddedOptions): Installation {
  const found = findBinaries();
  const account = findServerAccount();
  const wanted = resolve(data_dir);
  let folder = wanted;
  let binaries = found;
  // The data folder itself is private to the account, so only its parents count.
  if (account !== null && !(othersCanEnter(dirname(wanted)) && othersCanEnter(found.folder))) {
    folder = makeSystemStateDir(wanted);
    for (const one of listAbandoned(folder)) {
      if (!isRunning({ pgdata: join(one, "data") })) rmSync(one, { recursive: true, force: true });
    }
    binaries = copyBinaries(found, folder);
    log(`the embedded PostgreSQL can't enter this folder: its data is in ${folder}`);
  }
  // A socket's path is limited to 107 bytes, so it can't be beside the data.
  const socket_dir = join(tmpdir(), `marey-${hashOf(folder)}`);
  if (folder === wanted) makePrivateDir(folder, account);
  return { binaries, account, folder, socket_dir, pgdata: join(folder, "data") };
}

/** Runs initdb in a temporary folder and renames it: a killed start leaves nothing half made. */
async function initialise(installation: Installation): Promise<void> {
  const { pgdata, binaries, account } = installation;
  const version_file = join(pgdata, "PG_VERSION");
  if (existsSync(version_file)) {
    const major = readFileSync(version_file, "utf8").trim();
    if (binaries.version.startsWith(`${major}.`)) return;
    throw new EmbeddedError(
      `${pgdata} was written by PostgreSQL ${major}, this one is ${binaries.version}: ` +
        "set DATA_DIR to another folder",
    );
  }
  const unfinished = `${pgdata}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  makePrivateDir(unfinished, account);
  await execute(installation, "initdb", [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    "--auth=trust",
    "--locale=C",
    "--encoding=UTF8",
    "--no-instructions",
  ]);
  try {
    renameSync(unfinished, pgdata);
  } catch (error) {
    // Another process was faster: use its data.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(version_file)) throw error;
  }
}

async function start(
  installation: Installation,
  { is_disposable }: EmbeddedOptions,
): Promise<void> {
  // Made at every start: a temporary folder may be cleaned while the server is down.
  makePrivateDir(installation.socket_dir, installation.account);
  const settings = [
    "listen_addresses=''",
    `unix_socket_directories='${installation.socket_dir}'`,
    `max_connections=${MAX_CONNECTIONS}`,
    "jit=off",
    ...(is_disposable ? ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] : []),
  ];
  const log_file = join(installation.pgdata, "server.log");
  const command = ["start", "-w", "-s", "-t", String(START_TIMEOUT_S), "-l", log_file];
  command.push("-o", settings.map((setting) => `-c ${setting}`).join(" "));
  const give_up_at = performance.now() + START_TIMEOUT_S * 1000;
  const explain = (error: unknown): EmbeddedError =>
    new EmbeddedError(
      `the embedded PostgreSQL does not start: ${String(error)}\n${readTail(log_file)}`,
    );
  let refused = 0;
  while (!isReady(installation)) {
    if (!isRunning(installation)) {
      try {
        await control(installation, command);
        continue;
      } catch (error) {
        // The previous server's processes may still be ending.
        if (++refused >= REFUSALS_MAX) throw explain(error);
      }
    } else if (performance.now() > give_up_at) throw explain("it is not ready in time");
    // Another process has started it.
    await pause();
  }
}

function readTail(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(-8).join("\n") : "";
}

type Data = Pick<Installation, "pgdata">;

/** Lines of what the server writes about itself; empty: there is none. */
function readOwnFile({ pgdata }: Data): string[] {
  try {
    return readFileSync(join(pgdata, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

const STATUS_LINE = 7;

/** Whether it answers: not while it starts or recovers. */
function isReady(data: Data): boolean {
  return readOwnFile(data)[STATUS_LINE]?.trim() === "ready" && isRunning(data);
}

/** Whether the server named in the data folder is alive. */
function isRunning(data: Data): boolean {
  const id = Number(readOwnFile(data)[0] ?? "");
  if (!Number.isInteger(id) || id <= 1) return false;
  try {
    process.kill(id, 0);
    return !isZombie(id);
  } catch (error) {
    // The process exists, but belongs to another account.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A killed process stays listed until its parent reaps it, which a container's first process may do late. */
function isZombie(id: number): boolean {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
  } catch {
    // No /proc on this system.
    return false;
  }
}

async function control(installation: Installation, args: readonly string[]): Promise<void> {
  await execute(installation, "pg_ctl", [`--pgdata=${installation.pgdata}`, ...args]);
}

/** Runs one of the binaries under the server's account; throws with what it printed. */
async function execute(
  { binaries, account, folder }: Installation,
  program: "initdb" | "pg_ctl",
  args: readonly string[],
): Promise<void> {
  const child = spawn(join(binaries.folder, "bin", program), args, {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
    ...(account === null ? {} : account),
  });
  let printed = "";
  const collect = (chunk: Buffer): void => {
    printed += chunk.toString("utf8");
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  // `exit`, not `close`: the server that pg_ctl leaves behind may keep the pipes.
  const code = await new Promise<number | null>((resolve_exit, reject) => {
    child.on("error", reject);
    child.on("exit", resolve_exit);
  });
  child.stdout.destroy();
  child.stderr.destroy();
  if (code !== 0) throw new EmbeddedError(`${program} ended with ${code}: ${printed.trim()}`);
}
