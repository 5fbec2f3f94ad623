/** A real cluster of three Valkey or Redis servers on loopback, each with a third of the slots; replicas where a test adds them. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Cluster } from "ioredis";
import { scaled } from "./pace.ts";
import { freePort, isFree } from "./server_process.ts";
import { ValkeyProcess } from "./valkey_process.ts";

const NODES = 3;
const SLOTS = 16_384;
/** Nodes talk to each other so much above their port. */
const BUS_OFFSET = 10_000;
/** Those whose bus ports the system gives to no connection. */
const PORTS_MAX = 12_000;
/** A node that is silent for so long has failed: then no slot is served. */
const NODE_TIMEOUT_MS = 1000;

interface ClusterSettings {
  readonly login?: string;
  readonly options?: readonly string[];
}

interface Node {
  readonly valkey: ValkeyProcess;
  readonly options: readonly string[];
}

export class ValkeyCluster {
  readonly nodes: readonly ValkeyProcess[];
  readonly #nodes: readonly Node[];
  readonly #folder: string;
  readonly #settings: ClusterSettings;
  readonly #replicas: ValkeyProcess[] = [];
  readonly #clients: Cluster[] = [];

  private constructor(nodes: readonly Node[], folder: string, settings: ClusterSettings) {
    this.#nodes = nodes;
    this.nodes = nodes.map(({ valkey }) => valkey);
    this.#folder = folder;
    this.#settings = settings;
  }

  /** `login` as in a URL, without the `@`. */
  static async start(settings: ClusterSettings = {}): Promise<ValkeyCluster> {
    const folder = mkdtempSync(join(tmpdir(), "marey-cluster-"));
    const nodes: Node[] = [];
    for (let i = 0; i < NODES; i++) {
      nodes.push(await startNode(join(folder, String(i)), settings.options ?? []));
    }
    const made = new ValkeyCluster(nodes, folder, settings);
    await made.#assemble();
    return made;
  }

  get url(): string {
    const { login } = this.#settings;
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(",");
    return `redis+cluster://${login === undefined ? "" : `${login}@`}${hosts}`;
  }

  async #assemble(): Promise<void> {
    const password = this.#password;
    const [first] = this.nodes;
    for (const [i, node] of this.nodes.entries()) {
      const client = node.client(password);
      const [from, to] = [i, i + 1].map((n) => Math.floor((n * SLOTS) / NODES));
      const slots = Array.from({ length: (to ?? 0) - (from ?? 0) }, (_, k) => (from ?? 0) + k);
      await client.call("cluster", "addslots", ...slots);
      await client.call("cluster", "meet", "127.0.0.1", first?.port ?? 0);
    }
    await this.untilWhole();
  }

  get #password(): string {
    return decodeURIComponent(this.#settings.login?.split(":")[1] ?? "");
  }

  /** Until every node serves all slots. */
  async untilWhole(): Promise<void> {
    const end_ms = performance.now() + scaled(20_000);
    for (const node of this.nodes) {
      const client = node.client(this.#password);
      for (;;) {
        const told = String(await client.call("cluster", "info").catch(() => ""));
        if (told.includes("cluster_state:ok") && told.includes(`known_nodes:${NODES}`)) break;
        if (performance.now() > end_ms) throw new Error(`the cluster does not come up: ${told}`);
        await wait(20);
      }
    }
  }

  /** Another server with all that a node has, which takes its place when that has failed. */
  async addReplica(of: ValkeyProcess): Promise<void> {
    const { valkey } = await startNode(join(this.#folder, "replica"), this.#settings.options ?? []);
    this.#replicas.push(valkey);
    const client = valkey.client(this.#password);
    await client.call("cluster", "meet", "127.0.0.1", of.port);
    const id = await of.client(this.#password).call("cluster", "myid");
    const end_ms = performance.now() + scaled(20_000);
    // Once it has heard of it, and then once it has read all.
    for (const command of [
      async () => await client.call("cluster", "replicate", String(id)),
      async () => {
        const told = await client.info("replication");
        if (!told.includes("master_link_status:up")) throw new Error(told);
      },
    ]) {
      while (!(await succeeds(command))) {
        if (performance.now() > end_ms) throw new Error("the replica does not come up");
        await wait(20);
      }
    }
  }

  /** All keys of such a pattern, and on how many nodes they are. */
  async keys(pattern: string): Promise<{ readonly names: string[]; readonly node_count: number }> {
    const lists = await Promise.all(
      this.nodes.map(async (node) => await node.client(this.#password).keys(pattern)),
    );
    return {
      names: lists.flat().sort(),
      node_count: lists.filter(({ length }) => length > 0).length,
    };
  }

  /** A client of the test's own. */
  client(): Cluster {
    const password = this.#password;
    const startup = this.nodes.map(({ port }) => ({ host: "127.0.0.1", port }));
    const client = new Cluster(startup, password === "" ? {} : { redisOptions: { password } });
    client.on("error", () => undefined);
    this.#clients.push(client);
    return client;
  }

  /** Empty, with the slots of before. */
  async restart(i: number): Promise<void> {
    const node = this.#nodes[i];
    await node?.valkey.start(node.options);
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.disconnect();
    for (const node of [...this.nodes, ...this.#replicas]) await node.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function startNode(folder: string, more: readonly string[]): Promise<Node> {
  mkdirSync(folder);
  const options = [
    "--cluster-enabled",
    "yes",
    "--cluster-announce-ip",
    "127.0.0.1",
    "--cluster-node-timeout",
    String(NODE_TIMEOUT_MS),
    "--dir",
    folder,
    ...more,
  ];
  return { valkey: await ValkeyProcess.start(options, await freeClusterPort()), options };
}

async function succeeds(command: () => Promise<unknown>): Promise<boolean> {
  try {
    await command();
    return true;
  } catch {
    return false;
  }
}

/** With its bus port. */
async function freeClusterPort(): Promise<number> {
  for (;;) {
    const port = await freePort(PORTS_MAX);
    if (await isFree(port + BUS_OFFSET)) return port;
  }
}
