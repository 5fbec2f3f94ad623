/**
 * Which temporary limits a train meets. Model, written from the rule on what clients see: the stretches of the limits
 * are laid on the path's track ranges; a run under a set of them is that of a group whose limits are always in force;
 * begin with none, add each that is in force while the answered curve has the train on its stretch, until none is new.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestApi } from "../helpers/api.ts";
import { scaled } from "../helpers/pace.ts";
import { countTries } from "../helpers/tried.ts";
import { between, makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import {
  createGroup,
  type LimitForm,
  network,
  type Range,
  startTinyApi,
  withGroup,
} from "./limit_groups.ts";

type Json = Record<string, unknown>;

const TRAINS = countTries({ few: 200, many: 2000 });
const START_MS = Date.UTC(2026, 2, 2, 8);
/** Moments so near to each other are not told apart: curves are in whole ms. */
const UNCLEAR_MS = 5;

const length_m = new Map(network.rolling_stocks.map(({ name, length }) => [name, length]));

let api: TestApi;
let infra_id: number;
let timetable_id: number;
beforeAll(async () => {
  ({ api, infra_id } = await startTinyApi());
  ({ timetable_id } = (await api.make("POST", "/timetable")).json);
});
afterAll(async () => {
  await api.close();
});

interface Limit extends Pick<LimitForm, "speed_limit" | "track_ranges"> {
  readonly start_ms: number;
  readonly stop_ms: number;
}

/** A range of a path: mm on the track, and where it begins on the path. */
interface PathRange extends Range {
  readonly at: number;
}

/** Of one limit without a gap, on a path. */
interface Stretch extends Limit {
  readonly from: number;
  readonly to: number;
}

async function createDatedGroup(limits: readonly Limit[]): Promise<number> {
  const forms = limits.map(({ start_ms, stop_ms, ...limit }, i) => ({
    ...limit,
    start_date_time: new Date(start_ms).toISOString(),
    end_date_time: new Date(stop_ms).toISOString(),
    obj_id: `l${i}`,
  }));
  return await createGroup(api, forms);
}

async function store(form: Json): Promise<number> {
  return (await api.make("POST", `/timetable/${timetable_id}/train_schedules`, [form])).json[0].id;
}

async function simulate(id: number, group: number | null): Promise<string> {
  return (await api.make("GET", `/train_schedule/${id}/simulation?${withGroup(infra_id, group)}`))
    .text;
}

async function readPath(id: number): Promise<PathRange[]> {
  const path = (await api.make("GET", `/train_schedule/${id}/path?infra=${infra_id}`)).json;
  let at = 0;
  return path.track_section_ranges.map(
    ({ track_section, begin, end, direction }: Range & { track_section: string }) => {
      const range = { track: track_section, begin, end, direction, at };
      at += end - begin;
      return range;
    },
  );
}

/** The stretches of the limits on a path, those of a limit that touch joined. */
function layOut(limits: readonly Limit[], path: readonly PathRange[]): Stretch[] {
  return limits.flatMap((limit) => {
    const parts = path.flatMap((range) =>
      limit.track_ranges.flatMap(({ track, begin, end, direction }): Stretch[] => {
        const low = Math.max(Math.round(begin * 1000), range.begin);
        const high = Math.min(Math.round(end * 1000), range.end);
        if (track !== range.track || direction !== range.direction || low >= high) return [];
        const into = direction === "START_TO_STOP" ? low - range.begin : range.end - high;
        const track_ranges = [{ track, begin: low / 1000, end: high / 1000, direction }];
        const from = range.at + into;
        return [{ ...limit, track_ranges, from, to: from + high - low }];
      }),
    );
    parts.sort((a, b) => a.from - b.from);
    const joined: Stretch[] = [];
    for (const part of parts) {
      const last = joined.at(-1);
      if (last === undefined || last.to < part.from) joined.push(part);
      else {
        const track_ranges = [...last.track_ranges, ...part.track_ranges];
        joined.splice(-1, 1, { ...last, track_ranges, to: Math.max(last.to, part.to) });
      }
    }
    return joined;
  });
}

interface Curve {
  readonly positions: readonly number[];
  readonly times: readonly number[];
}

/** When the head first is at a place, and when it last is there. */
function timesAt({ positions, times }: Curve, x: number): readonly [first: number, last: number] {
  const found: number[] = [];
  for (let i = 0; i + 1 < positions.length; i++) {
    const [x0, x1, t0, t1] = [positions[i]!, positions[i + 1]!, times[i]!, times[i + 1]!];
    if (x < x0 || x > x1) continue;
    if (x0 === x1) found.push(t0, t1);
    else found.push(t0 + ((x - x0) / (x1 - x0)) * (t1 - t0));
  }
  return found.length === 0
    ? [times.at(-1)!, times.at(-1)!]
    : [Math.min(...found), Math.max(...found)];
}

interface ModelRun {
  readonly text: string;
  readonly met: ReadonlySet<Stretch>;
  readonly rounds: number;
  readonly is_unclear: boolean;
}

const ALWAYS = { start_ms: Date.UTC(2000, 0), stop_ms: Date.UTC(2100, 0) };

async function runByRule(
  id: number,
  stretches: readonly Stretch[],
  { start_ms, train_mm }: { readonly start_ms: number; readonly train_mm: number },
): Promise<ModelRun> {
  const met = new Set<Stretch>();
  let is_unclear = false;
  for (let rounds = 1; ; rounds++) {
    const always = [...met].map(({ from: _from, to: _to, ...limit }) => ({ ...limit, ...ALWAYS }));
    const text = await simulate(id, met.size === 0 ? null : await createDatedGroup(always));
    const run = JSON.parse(text);
    const before = met.size;
    const curves: Curve[] =
      run.status === "success" ? [run.base, run.provisional, run.final_output] : [];
    for (const stretch of stretches) {
      if (met.has(stretch)) continue;
      for (const curve of curves) {
        const enters_ms = start_ms + timesAt(curve, stretch.from)[0];
        const leaves_ms = start_ms + timesAt(curve, stretch.to + train_mm)[1];
        if (enters_ms < stretch.stop_ms && leaves_ms >= stretch.start_ms) met.add(stretch);
        const nearest_ms = Math.min(
          Math.abs(enters_ms - stretch.stop_ms),
          Math.abs(leaves_ms - stretch.start_ms),
        );
        if (nearest_ms < UNCLEAR_MS) is_unclear = true;
      }
    }
    if (met.size === before) return { text, met, rounds, is_unclear };
  }
}

function drawForm(random: Random): Json {
  const form: Json = {
    ...network.train_schedules[wholeBetween(random, 0, network.train_schedules.length - 1)],
  };
  const start_ms = START_MS + wholeBetween(random, 0, 3_600_000);
  const values = [["0%"], ["5%"], ["12%"], ["4.5min/100km"]][wholeBetween(random, 0, 3)];
  return {
    ...form,
    start_time: new Date(start_ms).toISOString(),
    constraint_distribution: random() < 0.5 ? "STANDARD" : "MARECO",
    margins: { boundaries: [], values },
  };
}

/** In force from or to moments during the run; some end before another one begins. */
function drawLimits(
  random: Random,
  path: readonly PathRange[],
  run: { start_ms: number; time: number },
): Limit[] {
  const draw = (): Range => {
    const { track, begin, end, direction } = path[wholeBetween(random, 0, path.length - 1)]!;
    const ends = [wholeBetween(random, begin, end), wholeBetween(random, begin, end)];
    const [low, high] = random() < 0.4 ? [begin, end] : [Math.min(...ends), Math.max(...ends)];
    return { track, begin: low / 1000, end: high / 1000, direction };
  };
  return Array.from({ length: wholeBetween(random, 1, 7) }, () => {
    const first = wholeBetween(random, 0, path.length - 1);
    const row = path
      .slice(first, first + wholeBetween(random, 1, 4))
      .map(({ at: _, ...range }) => ({
        ...range,
        begin: range.begin / 1000,
        end: range.end / 1000,
      }));
    const track_ranges =
      random() < 0.4 ? row : Array.from({ length: wholeBetween(random, 1, 2) }, draw);
    const start_ms = Math.round(run.start_ms + between(random, -0.6, 1.2) * run.time);
    const stop_ms = start_ms + Math.round(between(random, 0.02, 0.8) * run.time);
    return { start_ms, stop_ms, speed_limit: between(random, 3, 30), track_ranges };
  });
}

interface Stored {
  readonly form: Json;
  readonly id: number;
  readonly group: number;
}

/** Summaries, projections and trials of a move tell the runs that simulations tell. */
async function compareAnswers({ form, id, group }: Stored, text: string): Promise<void> {
  const run = JSON.parse(text);
  const query = withGroup(infra_id, group);
  const summary = `/train_schedule/simulations_summary?${query}&ids[]=${id}`;
  const told = (await api.make("GET", summary)).json[id];
  expect(told.time).toBe(run.final_output.times.at(-1));
  expect(told.path_item_times_base).toEqual(run.base.path_item_times);
  const path = (await api.make("GET", `/train_schedule/${id}/path?infra=${infra_id}`)).json;
  const project = `/train_schedule/project_path?${query}&ids[]=${id}`;
  const projected = (await api.make("POST", project, { path })).json[id];
  expect(projected.space_time_curves[0].times.at(-1)).toBe(run.final_output.times.at(-1));
  for (const minutes of [-6, 4]) {
    const shift = `${minutes < 0 ? "-" : ""}PT${Math.abs(minutes)}M`;
    const body = { changes: [{ kind: "train_schedule", id, shift }] };
    const trial = await api.make("POST", `/timetable/${timetable_id}/what_if?${query}`, body);
    const start_ms = Date.parse(String(form["start_time"])) + minutes * 60_000;
    const moved = await store({ ...form, start_time: new Date(start_ms).toISOString() });
    const { base, final_output } = JSON.parse(await simulate(moved, group));
    expect(trial.json.trains[0].time).toBe(final_output.times.at(-1));
    expect(trial.json.trains[0].path_item_times_base).toEqual(base.path_item_times);
    await api.make("DELETE", "/train_schedule", { ids: [moved] });
  }
}

it(
  "trains run under the limits that are in force while they are there, and all answers tell that run",
  async () => {
    const random = makeRandom(41);
    const seen = { unclear: 0, met: 0, not_met: 0, rounds: 0, not_at_start: 0, gone: 0 };
    for (let round = 0; round < TRAINS; round++) {
      const form = drawForm(random);
      const id = await store(form);
      const path = await readPath(id);
      const start_ms = Date.parse(String(form["start_time"]));
      const free = JSON.parse(await simulate(id, null));
      expect(free.status).toBe("success");
      const limits = drawLimits(random, path, { start_ms, time: free.final_output.times.at(-1) });
      const train_mm = Math.round(1000 * length_m.get(String(form["rolling_stock_name"]))!);
      const stretches = layOut(limits, path);
      const wanted = await runByRule(id, stretches, { start_ms, train_mm });
      if (wanted.is_unclear) {
        seen.unclear++;
        continue;
      }
      const group = await createDatedGroup(limits);
      expect(await simulate(id, group), `train ${round}`).toBe(wanted.text);
      const { met } = wanted;
      seen[met.size > 0 ? "met" : "not_met"]++;
      if (wanted.rounds > 2) seen.rounds++;
      const isAtStart = (one: Limit): boolean => one.start_ms <= start_ms && start_ms < one.stop_ms;
      if (stretches.some((one) => isAtStart(one) !== met.has(one))) seen.not_at_start++;
      if (round % 8 === 0) await compareAnswers({ form, id, group }, wanted.text);
      await api.make("DELETE", "/train_schedule", { ids: [id] });
    }
    expect(seen.unclear).toBeLessThan(TRAINS / 20);
    expect(seen.met).toBeGreaterThan(TRAINS / 3);
    expect(seen.not_met).toBeGreaterThan(TRAINS / 20);
    expect(seen.rounds).toBeGreaterThan(TRAINS / 20);
    expect(seen.not_at_start).toBeGreaterThan(TRAINS / 3);
  },
  scaled(240_000),
);
