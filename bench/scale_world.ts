/** Timetables of real size on a server process of their own, embedded PostgreSQL beside it. */
import assert from "node:assert/strict";
import * as v from "valibot";
import { Api, TrainsCreated } from "./demo/api.ts";
import { type Imported, importNetwork } from "./demo/import_network.ts";
import type { NetworkOptions } from "./network/options.ts";
import { type GeneratedNetwork, generateNetwork } from "./network.ts";
import { type BenchServers, stopProcess, waitFor } from "./servers.ts";

const PORT = 8196;
export const BASE_URL = `http://127.0.0.1:${PORT}`;
const CREATE_BATCH = 2_000;
const Group = v.object({ work_schedule_group_id: v.number() });

export interface Stored extends Imported {
  readonly network: GeneratedNetwork;
}

export interface World {
  readonly api: Api;
  readonly pid: number;
}

/** Seconds. */
export async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start_ms = performance.now();
  const value = await work();
  return [value, (performance.now() - start_ms) / 1000];
}

/** The texts of a body between separators, each as soon as it is whole. */
export async function* splitTexts(
  body: AsyncIterable<Uint8Array> | null,
  separator: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body ?? []) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split(separator);
    rest = texts.pop() ?? "";
    yield* texts;
  }
  if (rest !== "") yield rest;
}

/** The network of a part without paced trains. */
export function makeSharedNetwork(options: Partial<NetworkOptions>): GeneratedNetwork {
  return generateNetwork({ ...options, paced_interval_s: null });
}

/** The same; each train has a margin that no other has. */
export function makeNetwork(options: Partial<NetworkOptions>): GeneratedNetwork {
  const network = makeSharedNetwork(options);
  const train_schedules = network.train_schedules.map((train, i) => {
    const { boundaries, values } = train.margins;
    const [first = "0%", ...others] = values;
    const own = first.replace(/^[\d.]+/, (number) => (Number(number) + i * 1e-4).toFixed(4));
    return { ...train, margins: { boundaries, values: [own, ...others] } };
  });
  return { ...network, train_schedules };
}

/** Runs a part on a server of its own. */
export async function onServer(
  servers: BenchServers,
  name: string,
  work: (world: World) => Promise<void>,
): Promise<void> {
  const database = `scale_${name}`;
  await servers.makeDatabase(database);
  const server = servers.startMarey(PORT, database, { AUTHORIZATION: "disabled" });
  await waitFor(`${BASE_URL}/ready`);
  await work({ api: new Api(BASE_URL), pid: server.pid ?? 0 });
  await stopProcess(server);
}

/** A group of works that stand on no day of a train: conflicts with it are another question, with the same answer. */
export async function makeIdleWorks(api: Api, work_schedule_group_name: string): Promise<number> {
  const work = {
    start_date_time: "2000-01-01T00:00:00Z",
    end_date_time: "2000-01-01T01:00:00Z",
    track_ranges: [{ track_section: "none", begin: 0, end: 1, direction: "START_TO_STOP" }],
    obj_id: "long ago",
    work_schedule_type: "TRACK",
  };
  const group = { work_schedule_group_name, work_schedules: [work] };
  return (await api.post("/work_schedules", group, Group)).work_schedule_group_id;
}

/** Network, stocks and profiles; the trains are not stored yet. */
export async function prepare(api: Api, network: GeneratedNetwork): Promise<Stored> {
  const imported = await importNetwork(api, { ...network, train_schedules: [] });
  return { ...imported, network };
}

export async function storeTrains(
  api: Api,
  { network, timetable_id }: Stored,
  tell: (count: number) => void = () => undefined,
): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < network.train_schedules.length; i += CREATE_BATCH) {
    const batch = network.train_schedules.slice(i, i + CREATE_BATCH);
    const made = await api.post(`/timetable/${timetable_id}/train_schedules`, batch, TrainsCreated);
    for (const { id } of made) ids.push(id);
    tell(ids.length);
  }
  assert.equal(new Set(ids).size, network.train_schedules.length);
  return ids;
}
