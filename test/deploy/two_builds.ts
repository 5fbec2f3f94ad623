/**
 * Two builds that compute otherwise, as before and after an update: this one, and a copy of it on another
 * planet. Each answer of both is known beforehand, from servers of one build each that share nothing.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { ServerProcess } from "../faults/server_process.ts";
import { scaled } from "../helpers/pace.ts";
import { settingsOn } from "../helpers/server_process.ts";
import { startTestDatabase } from "../helpers/test_database.ts";
import { ValkeyProcess } from "../helpers/valkey_process.ts";

const CONSTANTS = "workers/engine/physics/constants.js";
const GRAVITY = "GRAVITY_M_S2 = 9.81";
const OTHER_GRAVITY = "GRAVITY_M_S2 = 9.5";

export interface Build {
  readonly dist: string;
  /** Answers by path. */
  readonly answers: Map<string, string>;
}

export interface TwoBuilds {
  readonly before: Build;
  readonly after: Build;
  /** Requests for computed trains, each of trains of its own. */
  readonly paths: readonly string[];
  readonly valkey: ValkeyProcess;
  /** Starts a server that shares what it computes. */
  readonly start: (build: Build) => Promise<ServerProcess>;
}

export interface TwoBuildsOptions {
  readonly timetables: number;
  /** In each of them; none shares a run with another. */
  readonly trains: number;
}

/** The folder of a copy whose engine computes otherwise. */
function copyBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), "marey-build-"));
  const dist = join(folder, "dist");
  cpSync(join(PROJECT_ROOT, "dist"), dist, { recursive: true });
  for (const name of ["package.json", "node_modules", "sql", "src"]) {
    symlinkSync(join(PROJECT_ROOT, name), join(folder, name));
  }
  const text = readFileSync(join(dist, CONSTANTS), "utf8");
  if (!text.includes(GRAVITY)) throw new Error(`${GRAVITY} is not in ${CONSTANTS}`);
  writeFileSync(join(dist, CONSTANTS), text.replace(GRAVITY, OTHER_GRAVITY));
  return folder;
}

async function post<T>({ url }: ServerProcess, path: string, body: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}

/** Returns the requests for what is computed of the trains. */
async function store(
  server: ServerProcess,
  { timetables, trains: train_count }: TwoBuildsOptions,
): Promise<string[]> {
  const network = generateNetwork({ ...TINY_OPTIONS, train_count });
  const { infra } = await post<{ infra: number }>(
    server,
    "/infra/railjson?name=x",
    network.railjson,
  );
  for (const stock of network.rolling_stocks) await post(server, "/rolling_stock", stock);
  const paths: string[] = [];
  for (let i = 0; i < timetables; i++) {
    const { timetable_id } = await post<{ timetable_id: number }>(server, "/timetable", {});
    const trains = network.train_schedules.map((train, j) => ({
      ...train,
      margins: { boundaries: [], values: [`${(1 + i + j / train_count).toFixed(5)}%`] },
    }));
    await post(server, `/timetable/${timetable_id}/train_schedules`, trains);
    for (const what of ["simulations_summary", "conflicts"]) {
      paths.push(`/timetable/${timetable_id}/${what}?infra_id=${infra}`);
    }
  }
  return paths;
}

/** What a server answers; a fault's status and text are one too. */
export async function askText(url: string, path: string): Promise<string> {
  const answer = await fetch(url + path);
  const text = await answer.text();
  return answer.status === 200 ? text : `${answer.status} ${text.slice(0, 300)}`;
}

/** Does something with both builds on one database and one Valkey. */
export async function withTwoBuilds(
  options: TwoBuildsOptions,
  work: (builds: TwoBuilds) => Promise<void>,
): Promise<void> {
  const database = await startTestDatabase();
  const valkey = await ValkeyProcess.start();
  const folder = copyBuild();
  const started: ServerProcess[] = [];
  const start = async ({ dist }: Build, url: string): Promise<ServerProcess> => {
    const env = {
      ...settingsOn(database.target),
      // Less than a timetable has.
      SHARE_TRAINS: "10",
      DRAIN_MS: String(scaled(10_000)),
      VALKEY_URL: url,
    };
    const server = await ServerProcess.start(env, dist);
    started.push(server);
    return server;
  };
  const before: Build = { dist: join(PROJECT_ROOT, "dist"), answers: new Map() };
  const after: Build = { dist: join(folder, "dist"), answers: new Map() };
  try {
    const paths: string[] = [];
    for (const build of [before, after]) {
      const judge = await start(build, "");
      if (build === before) paths.push(...(await store(judge, options)));
      for (const path of paths) build.answers.set(path, await askText(judge.url, path));
      await judge.stop();
    }
    const startSharing = async (build: Build): Promise<ServerProcess> =>
      await start(build, valkey.url());
    await work({ before, after, paths, valkey, start: startSharing });
  } finally {
    for (const server of started) await server.kill();
    await valkey.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of the builds that have left something in the Valkey. */
export async function listEngines(valkey: ValkeyProcess): Promise<string[]> {
  const keys = await valkey.client().keys("marey:*:simulation:*");
  return [...new Set(keys.map((key) => key.split(":")[1] ?? ""))];
}
