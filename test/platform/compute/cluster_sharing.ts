/** Some results that clients of a cluster share, and what must be closed after a test of them. */
import { JobQueue } from "../../../src/platform/compute/job_queue.ts";
import { type SharedOptions, SharedResults } from "../../../src/platform/compute/shared_results.ts";
import type { SharedCodec } from "../../../src/platform/compute/shared_value.ts";
import { scaled } from "../../helpers/pace.ts";
import { until } from "../../helpers/until.ts";
import { ValkeyCluster } from "../../helpers/valkey_cluster.ts";

export const ENGINE = "c".repeat(32);
export const CODEC: SharedCodec<string> = {
  toForm: (value) => ({ head: null, buffers: [Buffer.from(value)] }),
  fromForms: (forms) => forms.map(({ buffers: [bytes] }) => Buffer.from(bytes ?? []).toString()),
};
export const KEYS = Array.from({ length: 250 }, (_, i) => `key${i}`);
export const ENTRIES = KEYS.map((key) => ({ key, value: key.toUpperCase(), bytes: 10 }));
export const EXPECTED = new Map(ENTRIES.map(({ key, value }) => [key, value]));
const signal = new AbortController().signal;

export const told: string[] = [];
export const closing: (() => unknown)[] = [];
const log = {
  info: (text: unknown) => void told.push(String(text)),
  warn: (object: unknown) => void told.push(JSON.stringify(object)),
};

export async function startCluster(
  ...settings: Parameters<typeof ValkeyCluster.start>
): Promise<ValkeyCluster> {
  const cluster = await ValkeyCluster.start(...settings);
  closing.push(async () => await cluster.close());
  return cluster;
}

export function make(url: string, options: Partial<SharedOptions> = {}): SharedResults {
  const common = { url, engine: ENGINE, log, lookup_ms: scaled(5000), pause_ms: 50 };
  const shared = new SharedResults({ ...common, ...options });
  closing.push(() => shared.close());
  return shared;
}

export async function open(
  url: string,
  options: Partial<SharedOptions> = {},
): Promise<SharedResults> {
  const shared = make(url, options);
  await until(() => shared.is_up);
  return shared;
}

export async function openQueue(url: string, results: SharedResults): Promise<JobQueue> {
  const work = new JobQueue({ url, engine: ENGINE, log, results, age_ms_max: 60_000 });
  closing.push(async () => await work.close());
  await until(() => work.is_up);
  return work;
}

export const get = async (
  shared: SharedResults,
  keys: readonly string[] = KEYS,
): Promise<ReadonlyMap<string, string>> => await shared.get(keys, CODEC, { signal });

export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
  told.length = 0;
}
