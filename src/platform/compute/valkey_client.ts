/**
 * Clients of one Valkey server or of a cluster. In a cluster the library asks the node that owns
 * each key, learns from refusals where keys have moved, and starts again from the URL's nodes once
 * all nodes are lost. The only importer of ioredis.
 */
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { splitCluster } from "../valkey_url.ts";

export type ValkeyClient = Redis | Cluster;

const RECONNECT_MS_MAX = 2000;
const NODES_INTERVAL_MS = 5000;
/** A key that is being moved is found with one redirection; a second one is a failure. */
const REDIRECTIONS_MAX = 2;

/** A client that connects and reconnects by itself; without an offline queue no command is sent twice. */
export function openValkey(url: string, options: RedisOptions): ValkeyClient {
  const nodes = splitCluster(url);
  if (nodes === null) return new Redis(url, { retryStrategy: reconnectIn_ms, ...options });
  const { enableOfflineQueue = true, ...others } = options;
  const cluster = new Cluster(nodes.map(toAddress), {
    redisOptions: { ...others, ...loginOf(nodes) },
    enableOfflineQueue,
    clusterRetryStrategy: reconnectIn_ms,
    // Names are not resolved here: certificates are issued for names.
    dnsLookup: (name, done) => done(null, name),
    ...(enableOfflineQueue ? {} : AT_ONCE),
  });
  if (!enableOfflineQueue) connectEarly(cluster);
  return cluster;
}

const AT_ONCE = {
  // Also reconnects lost nodes before the next command.
  slotsRefreshInterval: NODES_INTERVAL_MS,
  maxRedirections: REDIRECTIONS_MAX,
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
};

function reconnectIn_ms(attempts: number): number {
  return Math.min(100 * attempts, RECONNECT_MS_MAX);
}

function toAddress({ hostname, port }: URL): { readonly host: string; readonly port: number } {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return { host, port: port === "" ? 6379 : Number(port) };
}

function loginOf([node]: readonly URL[]): RedisOptions {
  if (node === undefined) return {};
  const { protocol, username, password } = node;
  return {
    ...(username === "" ? {} : { username: decodeURIComponent(username) }),
    ...(password === "" ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === "rediss:" ? { tls: {} } : {}),
  };
}

/** By default the library connects to a node at the first command for it, and refuses further ones meanwhile. */
function connectEarly(cluster: Cluster): void {
  const connect = (node: Redis): void => void node.ping().catch(() => undefined);
  cluster.on("ready", () => cluster.nodes("master").forEach(connect));
  cluster.on("+node", (node: Redis) => {
    if (cluster.status === "ready") connect(node);
  });
}

/** Asks a cluster where its keys are now and pings each node; does nothing for a single server. */
export async function askNodes(client: ValkeyClient): Promise<void> {
  if (!(client instanceof Cluster)) return;
  await new Promise<void>((resolve, reject) => {
    client.refreshSlotsCache((error) => (error ? reject(error) : resolve()));
  });
  await Promise.all(client.nodes("master").map(async (node) => await node.ping()));
}

/**
 * Reads values into a list, null where there is none. A cluster accepts an MGET within one slot only,
 * so there each key is one command, all sent at once. Some may fail; it rejects only if all have.
 */
export async function readValues(
  client: ValkeyClient,
  names: readonly string[],
  values: (Buffer | null)[],
): Promise<void> {
  const read = async (some: readonly string[], at: number): Promise<void> => {
    for (const [i, value] of (await client.mgetBuffer([...some])).entries()) values[at + i] = value;
  };
  if (!(client instanceof Cluster)) return await read(names, 0);
  const reads = names.map(async (name, i) => await read([name], i));
  await Promise.allSettled(reads);
  await Promise.any(reads).catch(async () => await reads[0]);
}

/** Why a client failed. Only the message: the error itself carries its command, and that of a login has the password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, lastNodeError } = error as Error & { readonly lastNodeError?: Error };
  return lastNodeError ? `no node of the cluster answers: ${lastNodeError.message}` : message;
}
