/** A generated network with works and temporary limits, random trains on it, and the servers that look at them. */
import * as v from "valibot";
import { detectWhole } from "../../bench/network/detect_whole.ts";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { KeptStore } from "../../src/platform/compute/kept_store.ts";
import { okText } from "../../src/platform/http/answers.ts";
import { endpoint } from "../../src/platform/http/endpoint.ts";
import { pathId } from "../../src/platform/http/fields.ts";
import type { Services } from "../../src/platform/services.ts";
import { ofComputedTimetable } from "../../src/timetable/timetable/timetable.needs.ts";
import { ConflictList, ConflictQuery } from "../../src/train_runs/conflict/conflict.schemas.ts";
import {
  expandRecord,
  orderOf,
  type PlannedRecord,
  planRecord,
} from "../../src/train_runs/conflict/planned_trains.ts";
import { NO_SLOTS, SlotPlan } from "../../src/train_runs/conflict/slot_plan.ts";
import {
  openConflicts,
  readConflictParameters,
} from "../../src/train_runs/conflict/timetable_conflicts.ts";
import { mapGroups } from "../../src/train_runs/simulation/computed_groups.ts";
import { type NetworkApi, startNetworkApi } from "../helpers/network_api.ts";
import { type CallResult, call, makeServices } from "../helpers/services.ts";
import { prune } from "../platform/http/rules/valid_forms.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";

export type Json = Record<string, unknown>;

const MORNING_MS = Date.UTC(2026, 2, 2, 5);
const MINUTE_MS = 60_000;

export interface LiveWorld extends NetworkApi {
  /** Train forms of the network's timetable. */
  readonly forms: readonly Json[];
  readonly stock_names: readonly string[];
  /** Queries of conflicts: alone, with profiles, with works, with limits, with all. */
  readonly queries: readonly string[];
  /** The bytes of conflicts made from nothing by a server that has kept none. */
  makeAnew(timetable_id: number, query: string): Promise<string>;
  /** The bytes of the detection that keeps nothing. */
  detectWhole(timetable_id: number, query: string): Promise<string>;
  readonly tracks: readonly Track[];
  /** Ids of its operational points. */
  readonly stations: readonly string[];
  /** Another server of the database. */
  openServer(): Services;
}

/** All train schedules come before all occurrences. */
function nameTrains(records: readonly PlannedRecord[]) {
  const ids = records.flatMap(({ kind, id, planned }) =>
    kind === "train_schedule" ? planned.map(() => id) : [],
  );
  const occurrences = records.flatMap(({ kind, planned }) =>
    kind === "paced_train" ? planned.map(({ name }) => name) : [],
  );
  return { train_schedule_ids: Float64Array.from(ids), occurrences };
}

/** Detection that keeps nothing. */
const WHOLE = endpoint({
  method: "get",
  path: "/timetable/:timetable_id/whole",
  summary: "Conflicts found at once",
  params: v.object({ timetable_id: pathId }),
  query: ConflictQuery,
  answer: okText(ConflictList),
  access: ofComputedTimetable,
  handle: async (ctx, { params: { timetable_id }, query }) => {
    const parameters = { ...readConflictParameters(query), priority: "batch" } as const;
    const { setup, stocks, works } = await openConflicts(ctx, timetable_id, parameters);
    const records = await mapGroups({ timetable_id, setup, stocks }, expandRecord, planRecord);
    const plan = new SlotPlan(null);
    for (const { kind, id, planned } of records) plan.change(orderOf(kind, id), NO_SLOTS, planned);
    const detected = detectWhole({
      infra: setup.infra,
      ...plan.toTimetable(),
      ...nameTrains(records),
      ...(works === null ? {} : { works }),
    });
    if (detected.kind !== "success") throw new Error(detected.kind);
    return { json: detected.json };
  },
});

/** A train whose way comes back to a zone: the detector on its crossover has one zone on both of its sides. */
export function overCrossover(form: Json): Json {
  return {
    ...form,
    path: [
      { id: "a", track: "T.DML.2.1", offset: 300_004 },
      { id: "b", operational_point: "OP.CVX.BV" },
    ],
    schedule: [{ at: "b", stop_for: "PT0S" }],
    margins: { boundaries: [], values: ["0%"] },
    power_restrictions: [],
  };
}

export async function startLiveWorld(
  seed = 7,
  env: Parameters<typeof startNetworkApi>[1] = {},
): Promise<LiveWorld> {
  const network = generateNetwork({ ...TINY_OPTIONS, seed, margin: "5%", train_count: 12 });
  const api = await startNetworkApi(network, env);
  const openServer = (): Services => {
    const { config: _config, printMetrics: _print, ...shared } = api.services;
    return makeServices({
      db: shared.db,
      services: { ...shared, kept: new KeptStore(2 ** 30) },
    });
  };
  const random = makeRandom(seed);
  const forms = network.train_schedules.map((form): Json => ({ ...form }));
  const tracks = network.railjson.track_sections.map(({ id, length }) => ({
    id,
    length_mm: length * 1000,
  }));
  const query = `infra=${api.infra_id}`;
  const works = `&work_schedule_group_id=${await storeWorks(api, random, tracks)}`;
  const limits = `&temporary_speed_limit_group_id=${await storeLimits(api, random, tracks)}`;
  const profiles = `&electrical_profile_set_id=${api.profile_set_id}`;
  const get = async (services: Services, path: string): Promise<CallResult> => {
    const answer = await call(services, { path }, path.includes("/whole") ? [WHOLE] : undefined);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer;
  };
  return {
    ...api,
    forms: [...forms, overCrossover({ ...forms[0] })],
    tracks,
    stations: network.railjson.operational_points.map(({ id }) => id),
    stock_names: network.rolling_stocks.map(({ name }) => name),
    queries: ["", profiles, works, limits, profiles + works + limits].map((more) => query + more),
    openServer,
    makeAnew: async (id, text) =>
      (await get(openServer(), `/timetable/${id}/conflicts?${text}`)).text,
    detectWhole: async (id, text) =>
      (await get(openServer(), `/timetable/${id}/whole?${text}`)).text,
  };
}

interface Track {
  readonly id: string;
  readonly length_mm: number;
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

function drawSpan(random: Random): Json {
  const start_ms = MORNING_MS + wholeBetween(random, -30, 90) * MINUTE_MS;
  const end_ms = start_ms + wholeBetween(random, 5, 60) * MINUTE_MS;
  return {
    start_date_time: new Date(start_ms).toISOString(),
    end_date_time: new Date(end_ms).toISOString(),
  };
}

async function storeWorks(
  api: NetworkApi,
  random: Random,
  tracks: readonly Track[],
): Promise<number> {
  const work_schedules = Array.from({ length: 5 }, (_, i) => {
    const { id, length_mm } = pick(random, tracks);
    const begin = wholeBetween(random, 0, Math.floor(length_mm / 2));
    const range = {
      track_section: id,
      begin,
      end: Math.floor(length_mm),
      direction: "START_TO_STOP",
    };
    return {
      ...drawSpan(random),
      track_ranges: [range],
      obj_id: `w${i}`,
      work_schedule_type: "TRACK",
    };
  });
  const body = { work_schedule_group_name: "works", work_schedules };
  return (await api.make("POST", "/work_schedules", body)).json.work_schedule_group_id;
}

async function storeLimits(
  api: NetworkApi,
  random: Random,
  tracks: readonly Track[],
): Promise<number> {
  const speed_limits = Array.from({ length: 4 }, (_, i) => {
    const { id, length_mm } = pick(random, tracks);
    const end = Math.floor(length_mm / 1000);
    const both = ["START_TO_STOP", "STOP_TO_START"];
    const track_ranges = both.map((direction) => ({ track: id, begin: 0, end, direction }));
    return { ...drawSpan(random), track_ranges, speed_limit: 20 + i, obj_id: `l${i}` };
  });
  const body = { speed_limit_group_name: "limits", speed_limits };
  return (await api.make("POST", "/temporary_speed_limit_group", body)).json.group_id;
}

/** A whole minute of a morning: trains often start at once. */
export function drawStart(random: Random): string {
  return new Date(MORNING_MS + wholeBetween(random, 0, 60) * MINUTE_MS).toISOString();
}

/** One in ten can't run. */
export function drawTrain(random: Random, { forms, stock_names }: LiveWorld): Json {
  const stock = random() < 0.1 ? "no such stock" : pick(random, stock_names);
  return prune({
    ...pick(random, forms),
    start_time: drawStart(random),
    ...(random() < 0.3 ? { rolling_stock_name: stock } : {}),
    ...(random() < 0.3 ? { constraint_distribution: pick(random, ["LINEAR", "MARECO"]) } : {}),
    ...(random() < 0.7 ? {} : { speed_limit_tag: "MA100" }),
  });
}

function drawException(random: Random, world: LiveWorld, i: number): Json {
  const { path, schedule, power_restrictions, rolling_stock_name } = pick(random, world.forms);
  const margins = { boundaries: [], values: ["0%"] };
  const has_path = random() < 0.3;
  return prune({
    key: `k"${i}`,
    occurrence_index: random() < 0.6 ? i : undefined,
    disabled: random() < 0.15,
    start_time: random() < 0.5 ? { value: drawStart(random) } : undefined,
    rolling_stock: random() < 0.2 ? { rolling_stock_name, comfort: "STANDARD" } : undefined,
    initial_speed: has_path ? {} : undefined,
    path_and_schedule: has_path ? { path, schedule, margins, power_restrictions } : undefined,
  });
}

export function drawPacedTrain(random: Random, world: LiveWorld): Json {
  const count = wholeBetween(random, 3, 6);
  const interval_min = wholeBetween(random, 1, 12);
  return {
    ...drawTrain(random, world),
    paced: { time_window: `PT${count * interval_min}M`, interval: `PT${interval_min}M` },
    exceptions: Array.from({ length: wholeBetween(random, 0, 3) }, (_, i) =>
      drawException(random, world, i),
    ),
  };
}

export interface LiveTimetable {
  readonly id: number;
  readonly schedules: readonly number[];
  readonly paced: readonly number[];
}

type Range = readonly [least: number, most: number];

/** How many records of each kind a drawn timetable has. */
export interface DrawnCounts {
  readonly schedules: Range;
  readonly paced: Range;
}

export async function drawTimetable(
  random: Random,
  world: LiveWorld,
  { schedules, paced }: DrawnCounts = { schedules: [0, 12], paced: [0, 3] },
): Promise<LiveTimetable> {
  const id: number = (await world.make("POST", "/timetable")).json.timetable_id;
  const make = async (what: string, forms: readonly Json[]): Promise<number[]> => {
    if (forms.length === 0) return [];
    const made = await world.make("POST", `/timetable/${id}/${what}`, forms);
    return made.json.map((one: { id: number }) => one.id);
  };
  const draw = ([least, most]: Range, one: typeof drawTrain): Json[] =>
    Array.from({ length: wholeBetween(random, least, most) }, () => one(random, world));
  return {
    id,
    schedules: await make("train_schedules", draw(schedules, drawTrain)),
    paced: await make("paced_trains", draw(paced, drawPacedTrain)),
  };
}
