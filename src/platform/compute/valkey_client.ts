/**
 * Clients of one Valkey server or of a cluster of them. Of a cluster the library asks each key's own node, learns
 * from the refusals of others where keys have gone, and begins with the nodes of the URL again once all are lost.
 * The only importer of ioredis.
 */
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { splitCluster } from "../valkey_url.ts";

export type ValkeyClient = Redis | Cluster;

const RECONNECT_MS_MAX = 2000;
const NODES_INTERVAL_MS = 5000;
/** A key that is being moved is asked for at its new node; a second redirection is a failure. */
const REDIRECTIONS_MAX = 2;

/** A client that connects, and connects again, by itself; where it has no offline queue nothing is sent twice. */
export function openValkey(url: string, options: RedisOptions): ValkeyClient {
  const nodes = splitCluster(url);
  if (nodes === null) return new Redis(url, { retryStrategy: reconnectIn_ms, ...options });
  const { enableOfflineQueue = true, ...others } = options;
  const cluster = new Cluster(nodes.map(toAddress), {
    redisOptions: { ...others, ...loginOf(nodes) },
    enableOfflineQueue,
    clusterRetryStrategy: reconnectIn_ms,
    // Names stay names: certificates are of them.
    dnsLookup: (name, done) => done(null, name),
    ...(enableOfflineQueue ? {} : AT_ONCE),
  });
  if (!enableOfflineQueue) connectEarly(cluster);
  return cluster;
}

const AT_ONCE = {
  // Nodes that were lost are connected again before the next command.
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

/** The library connects to a node with the first command for it, and refuses all others meanwhile. */
function connectEarly(cluster: Cluster): void {
  const connect = (node: Redis): void => void node.ping().catch(() => undefined);
  cluster.on("ready", () => cluster.nodes("master").forEach(connect));
  cluster.on("+node", (node: Redis) => {
    if (cluster.status === "ready") connect(node);
  });
}

/** Asks a cluster where its keys are now, and each node there for an answer; of one server it asks nothing. */
export async function askNodes(client: ValkeyClient): Promise<void> {
  if (!(client instanceof Cluster)) return;
  await new Promise<void>((resolve, reject) => {
    client.refreshSlotsCache((error) => (error ? reject(error) : resolve()));
  });
  await Promise.all(client.nodes("master").map(async (node) => await node.ping()));
}

/**
 * Reads values into a list, null where there is none. A cluster takes an MGET of one slot alone: there it is one a
 * key, all on their way at once, and some may fail; it rejects when all have.
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

/** Why a client has failed: the message alone, since an error carries its command, of a login with the password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, lastNodeError } = error as Error & { readonly lastNodeError?: Error };
  return lastNodeError ? `no node of the cluster answers: ${lastNodeError.message}` : message;
}
