/** One server with the demo's data, and callers with different rights, each behind the gateway. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Api } from "../../bench/demo/api.ts";
import { type Imported, importNetwork } from "../../bench/demo/import_network.ts";
import { type GeneratedNetwork, generateNetwork } from "../../bench/network.ts";
import { freePort, ready, ServerProcesses, type ServerRun } from "../helpers/server_process.ts";
import { type Gateway, startGateway } from "./gateway.ts";

/** What is looked at of a train schedule. */
export interface Train {
  readonly train_name: string;
  readonly start_time: string;
  readonly path: readonly { readonly id: string }[];
  readonly schedule: readonly {
    readonly at: string;
    readonly arrival: string | null;
    readonly stop_for: string | null;
  }[];
}

export interface World {
  readonly gateway: Gateway;
  readonly imported: Imported;
  readonly network: GeneratedNetwork;
  /** A request of a caller; throws for an answer that is no success. */
  send(caller: string, method: string, path: string, body?: unknown): Promise<Response>;
  /** Ends the server, and starts it again with other settings. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Kills the database; a restarted server starts it again. */
  stopDatabase(): void;
  close(): Promise<void>;
}

const SETTINGS = { LOG_LEVEL: "warn", BOOTSTRAP_ADMINS: "planner", WORKER_THREADS: "2" };

/** `planner` owns all, `reader` may read, `stranger` has no role, `nobody` is not signed in. */
export async function startWorld(): Promise<World> {
  const processes = new ServerProcesses();
  try {
    return await furnish(processes);
  } catch (error) {
    processes.close();
    throw error;
  }
}

/** A server with nothing in it, whose `planner` may load everything. */
export type EmptyWorld = Omit<World, "imported" | "network">;

export async function startEmptyWorld(): Promise<EmptyWorld> {
  const processes = new ServerProcesses();
  try {
    return await openServer(processes);
  } catch (error) {
    processes.close();
    throw error;
  }
}

async function furnish(processes: ServerProcesses): Promise<World> {
  const server = await openServer(processes);
  const network = generateNetwork();
  const api = new Api(server.gateway.pageOf("planner").replace(/\/$/, ""));
  const imported = await importNetwork(api, network);
  await letRead(server.send, "reader", imported);
  await server.send("stranger", "GET", "/authn/me");
  return { ...server, imported, network };
}

async function openServer(processes: ServerProcesses): Promise<EmptyWorld> {
  const port = await freePort();
  const env = { ...SETTINGS, PORT: String(port) };
  let run: ServerRun = processes.run(env);
  await ready(port);
  const gateway = await startGateway(port);
  const send: World["send"] = async (caller, method, path, body) => {
    const answer = await fetch(gateway.pageOf(caller) + path.slice(1), {
      method,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  await letMakeStocks(send);
  return {
    gateway,
    send,
    restart: async (more = {}) => {
      run.child.kill("SIGTERM");
      await run.exit;
      run = processes.run({ ...env, ...more });
      await ready(port);
    },
    stopDatabase: () => {
      const file = join(processes.folder, "postgres/data/postmaster.pid");
      process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL");
    },
    close: async () => {
      await gateway.close();
      run.child.kill("SIGTERM");
      await run.exit;
      processes.close();
    },
  };
}

/** Administrators have every role but no data. */
async function letMakeStocks(send: World["send"]): Promise<void> {
  const { id } = (await (await send("planner", "GET", "/authn/me")).json()) as { id: number };
  const collections = (await (
    await send("planner", "GET", "/rolling_stock_collection")
  ).json()) as { results: { id: number }[] };
  for (const collection of collections.results) {
    const grant = { subject_id: id, grant: "Creator" };
    await send("planner", "POST", `/authz/rolling_stock_collection/${collection.id}/grants`, grant);
  }
}

async function letRead(
  send: World["send"],
  caller: string,
  { timetable_id, infra_id }: Imported,
): Promise<void> {
  const { id } = (await (await send(caller, "GET", "/authn/me")).json()) as { id: number };
  await send("planner", "POST", `/authn/user/${id}/roles/add`, ["operational-studies-reader"]);
  for (const place of [`timetable/${timetable_id}`, `infra/${infra_id}`]) {
    const grant = { subject_id: id, grant: "Reader" };
    await send("planner", "POST", `/authz/${place}/grants`, grant);
  }
}
