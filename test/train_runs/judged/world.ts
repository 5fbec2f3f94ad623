/** A server that is asked over HTTP, what it answers of single trains, and what follows for a whole timetable. */
import { TINY_OPTIONS } from "../../../bench/network/options.ts";
import { generateNetwork } from "../../../bench/network.ts";
import { type NetworkApi, startNetworkApi } from "../../helpers/network_api.ts";
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";
import { overCrossover } from "../live_world.ts";
import { detectConflicts, type ModelConflict, type ModelWork } from "./detect.ts";
import { type Json, listTrains, type ModelRecord, sortedEntries } from "./model.ts";

const MINUTE_MS = 60_000;
/** Just before the end of a month, of a year, of February in a leap year, and of summer time, then of winter time. */
export const ANCHORS_MS = [
  "2026-01-31T23:40:00Z",
  "2025-12-31T23:30:00Z",
  "2024-02-28T23:30:00Z",
  "2026-10-25T00:40:00Z",
  "2026-03-29T00:40:00Z",
].map((text) => Date.parse(text));

export interface JudgedWorld {
  readonly api: NetworkApi;
  readonly forms: readonly Json[];
  readonly stock_names: readonly string[];
  /** Of each query the works that it names. */
  readonly queries: ReadonlyMap<string, readonly ModelWork[]>;
  /** What the server answers of a train alone; `query` without works. */
  simulate(form: Json, query: string): Promise<Json>;
  /** What it answered does not hold any more. */
  forget(): void;
  /** The network gets another content, in turn slower and as it was. */
  replaceNetwork(): Promise<void>;
}

export async function startJudgedWorld(): Promise<JudgedWorld> {
  const network = generateNetwork({ ...TINY_OPTIONS, margin: "5%", train_count: 12 });
  const api = await startNetworkApi(network);
  const random = makeRandom(5);
  const forms = network.train_schedules.map((form): Json => ({ ...form }));
  const tracks = network.railjson.track_sections.map(({ id, length }) => ({
    id,
    length_mm: Math.round(length * 1000),
  }));
  const [works_id, works] = await storeWorks(api, random, tracks);
  const limits_id = await storeLimits(api, random, tracks);
  const infra = `infra=${api.infra_id}`;
  const limits = `&temporary_speed_limit_group_id=${limits_id}`;
  const profiles = `&electrical_profile_set_id=${api.profile_set_id}`;
  const with_works = `&work_schedule_group_id=${works_id}`;
  const queries = new Map<string, readonly ModelWork[]>([
    [infra, []],
    [infra + with_works, works],
    [infra + profiles + limits, []],
  ]);
  const contents = await storeContents(api, network.railjson);
  const scratch = (await api.make("POST", "/timetable")).json.timetable_id;
  const known = new Map<string, Json>();
  return {
    api,
    forms: [...forms, overCrossover({ ...forms[0] })],
    stock_names: network.rolling_stocks.map(({ name }) => name),
    queries,
    simulate: async (form, query) => {
      const { train_name: _name, labels: _labels, start_time, ...run } = form;
      // Limits are in force at times.
      const at = query.includes(limits) ? start_time : null;
      const key = JSON.stringify([query, at, sortedEntries(run)]);
      const found = known.get(key);
      if (found !== undefined) return found;
      const path = `/timetable/${scratch}/train_schedules`;
      const [{ id }] = (await api.make("POST", path, [form])).json;
      const answer = (await api.make("GET", `/train_schedule/${id}/simulation?${query}`)).json;
      known.set(key, answer);
      return answer;
    },
    forget: () => known.clear(),
    replaceNetwork: async () => {
      contents.push(contents.shift() ?? 0);
      known.clear();
      await api.services.db.run(
        "update infra set content_id = $1, version = version + 1 where id = $2",
        [contents[0] ?? 0, api.infra_id],
      );
    },
  };
}

/** The network's own, then a slower one. */
async function storeContents(
  api: NetworkApi,
  railjson: ReturnType<typeof generateNetwork>["railjson"],
): Promise<number[]> {
  const speed_sections = (railjson["speed_sections"] as Json[]).map((one) => ({
    ...one,
    speed_limit: one["speed_limit"] === null ? null : one["speed_limit"] * 0.7,
  }));
  await api.make("POST", "/infra/railjson?name=slower", { ...railjson, speed_sections });
  const rows = await api.services.db.run<{ content_id: number }>(
    "select content_id from infra order by id",
  );
  return rows.map(({ content_id }) => content_id);
}

interface Track {
  readonly id: string;
  readonly length_mm: number;
}

function drawSpan(random: Random, anchor_ms: number): Json {
  const start_ms = anchor_ms + wholeBetween(random, -10, 40) * MINUTE_MS;
  const end_ms = start_ms + wholeBetween(random, 5, 40) * MINUTE_MS;
  return {
    start_date_time: new Date(start_ms).toISOString(),
    end_date_time: new Date(end_ms).toISOString(),
  };
}

function pickTrack(random: Random, tracks: readonly Track[]): Track {
  return tracks[wholeBetween(random, 0, tracks.length - 1)] ?? { id: "", length_mm: 0 };
}

/** Two works near each anchor, and their zones as the network's paths tell them. */
async function storeWorks(
  api: NetworkApi,
  random: Random,
  tracks: readonly Track[],
): Promise<[id: number, works: ModelWork[]]> {
  const drawn = [...ANCHORS_MS, ...ANCHORS_MS].map((anchor_ms, i) => {
    const { id, length_mm } = pickTrack(random, tracks);
    const begin = wholeBetween(random, 0, Math.floor(length_mm / 2));
    const range = { track_section: id, begin, end: length_mm, direction: "START_TO_STOP" };
    const work = { ...drawSpan(random, anchor_ms), obj_id: `w${i}`, work_schedule_type: "TRACK" };
    return { ...work, track_ranges: [range] } as Json;
  });
  const body = { work_schedule_group_name: "works", work_schedules: drawn };
  const group_id = (await api.make("POST", "/work_schedules", body)).json.work_schedule_group_id;
  const stored = (await api.make("GET", `/work_schedules/${group_id}`)).json.work_schedules;
  const works: ModelWork[] = [];
  for (const work of stored as Json[]) {
    works.push({
      name: `work ${work["id"]}`,
      zones: await listZones(api, work["track_ranges"][0]),
      begin_ms: Date.parse(work["start_date_time"]),
      end_ms: Date.parse(work["end_date_time"]),
    });
  }
  return [group_id, works];
}

/** Zones of a track that a range of it touches. */
async function listZones(api: NetworkApi, { track_section, begin, end }: Json): Promise<string[]> {
  const whole = { track_section, begin: 0, direction: "START_TO_STOP", end };
  const path = `/infra/${api.infra_id}/path_properties?props[]=zones`;
  const { zones } = (await api.make("POST", path, { track_section_ranges: [whole] })).json;
  const values = zones.values as string[];
  const firsts = [0, ...(zones.boundaries as number[])];
  const touched = values.filter((_, i) => (firsts[i + 1] ?? end) >= begin);
  return [...new Set(touched)];
}

async function storeLimits(
  api: NetworkApi,
  random: Random,
  tracks: readonly Track[],
): Promise<number> {
  const speed_limits = ANCHORS_MS.map((anchor_ms, i) => {
    const { id, length_mm } = pickTrack(random, tracks);
    const both = ["START_TO_STOP", "STOP_TO_START"];
    const end = Math.floor(length_mm / 1000);
    const track_ranges = both.map((direction) => ({ track: id, begin: 0, end, direction }));
    return { ...drawSpan(random, anchor_ms), track_ranges, speed_limit: 15, obj_id: `l${i}` };
  });
  const body = { speed_limit_group_name: "limits", speed_limits };
  return (await api.make("POST", "/temporary_speed_limit_group", body)).json.group_id;
}

export function withoutWorks(query: string): string {
  return query.replace(/&work_schedule_group_id=\d+/, "");
}

/** All records of a timetable. */
export async function readRecords(
  { api }: JudgedWorld,
  timetable_id: number,
): Promise<ModelRecord[]> {
  const records: ModelRecord[] = [];
  for (const kind of ["train_schedule", "paced_train"] as const) {
    const path = `/timetable/${timetable_id}/${kind}s?page_size=200`;
    for (const form of (await api.make("GET", path)).json.results as Json[]) {
      records.push({ kind, id: form["id"], form });
    }
  }
  return records;
}

/** The conflicts of records, from what is answered of each train alone. */
export async function judgeConflicts(
  world: JudgedWorld,
  records: readonly ModelRecord[],
  query: string,
): Promise<ModelConflict[]> {
  const trains = records.flatMap(listTrains).sort((a, b) => compareRanks(a.rank, b.rank));
  const running = [];
  for (const train of trains) {
    const simulation = await world.simulate(train.form, withoutWorks(query));
    if (simulation["status"] === "success") running.push({ ...train, simulation });
  }
  return detectConflicts(running, world.queries.get(query) ?? []);
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return (a[at] ?? 0) - (b[at] ?? 0);
}
