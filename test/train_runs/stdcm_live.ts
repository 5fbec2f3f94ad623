/**
 * Short term requests over HTTP in timetables with works, temporary limits, profiles, paced trains and
 * exceptions, and a judge that knows the request and the answers alone: a train that was fitted in leaves and
 * arrives when it may, stops as long as it was asked to, runs over its steps, keeps its longest run time and its
 * time gaps, and, stored by the answer's body, is in conflict with nobody.
 */
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import {
  drawTimetable,
  type Json,
  type LiveTimetable,
  type LiveWorld,
  pick,
} from "./live_world.ts";

const START_MS = Date.UTC(2026, 2, 2, 5);
const MINUTE_MS = 60_000;
/** Times are printed in whole ms, and runs that lose time keep to their plans by a few. */
const ROUNDING_MS = 6;

interface Timing {
  readonly arrival_time: string;
  readonly arrival_time_tolerance_before: number;
  readonly arrival_time_tolerance_after: number;
}

interface Step {
  readonly location: Json;
  readonly duration: number | null;
  readonly timing_data: Timing | null;
}

interface Request extends Json {
  readonly steps: readonly Step[];
  readonly start_time: string | null;
  readonly maximum_departure_delay: number | null;
  readonly maximum_run_time: number | null;
  readonly time_gap_before: number;
  readonly time_gap_after: number;
}

/** How much was judged, by kind, and every problem. */
interface Verdict {
  readonly counts: Record<string, number>;
  readonly problems: string[];
}

/** What was asked, and what was wrong with the answer. */
interface Tried {
  readonly status: string;
  readonly kinds: readonly string[];
  readonly problems: readonly string[];
}

function drawTiming(random: Random, from_min: number, to_min: number): Timing {
  return {
    arrival_time: new Date(
      START_MS + wholeBetween(random, from_min, to_min) * MINUTE_MS,
    ).toISOString(),
    arrival_time_tolerance_before: wholeBetween(random, 0, 8) * MINUTE_MS,
    arrival_time_tolerance_after: wholeBetween(random, 0, 25) * MINUTE_MS,
  };
}

function drawRequest(
  random: Random,
  { forms }: LiveWorld,
  stocks: ReadonlyMap<string, Json>,
): Request {
  const stock = pick(random, [...stocks.values()]);
  const form = pick(random, forms) as { path: readonly Json[] };
  const items = form.path.filter((_, i, { length }) => i % (length - 1) === 0 || random() < 0.5);
  if (random() < 0.3) items.reverse();
  // Some are to stand at their start, or at a place twice.
  const twice = wholeBetween(random, 0, 3 * items.length);
  if (twice < items.length - 1) items.splice(twice, 0, items[twice] ?? {});
  const last = items.length - 1;
  const timed = pick(random, [0, 0, last, -1]);
  const steps = items.map(({ id: _, deleted: __, ...location }, i): Step => {
    const duration = random() < 0.5 ? 0 : wholeBetween(random, 0, 4) * MINUTE_MS;
    const is_via = i > 0 && i < last;
    if (is_via && random() < 0.2)
      return { location, duration, timing_data: drawTiming(random, 5, 70) };
    if (i === timed)
      return { location, duration, timing_data: drawTiming(random, 0, i === 0 ? 60 : 90) };
    return { location, duration: is_via && random() < 0.3 ? null : duration, timing_data: null };
  });
  const start_time =
    timed === -1
      ? new Date(START_MS + wholeBetween(random, 0, 60) * MINUTE_MS).toISOString()
      : null;
  const { mass, length } = stock as { mass: number; length: number };
  return {
    steps,
    start_time,
    rolling_stock_id: stock["id"],
    comfort: "STANDARD",
    margin: pick(random, [null, "0%", "5%", "3min/100km"]),
    speed_limit_tags: random() < 0.3 ? "E32C" : null,
    time_gap_before: pick(random, [0, 0, 2]) * MINUTE_MS,
    time_gap_after: pick(random, [0, 0, 2]) * MINUTE_MS,
    maximum_departure_delay: pick(random, [null, null, 3 * MINUTE_MS, 90 * MINUTE_MS]),
    maximum_run_time: pick(random, [null, null, 40 * MINUTE_MS]),
    ...(random() < 0.2 ? { total_mass: mass * 1.5, total_length: length + 100 } : {}),
  };
}

/** Requests of as many seeds from one on. */
export async function tryRequests(
  world: LiveWorld,
  first: number,
  count: number,
): Promise<Verdict> {
  const listed = (await world.make("GET", "/light_rolling_stock?page_size=100")).json;
  const stocks = new Map<string, Json>(
    listed.results.map((one: { name: string }) => [one.name, one]),
  );
  const verdict: Verdict = { counts: {}, problems: [] };
  for (let seed = first; seed < first + count; seed++) {
    const { status, kinds, problems } = await tryRequest(makeRandom(seed), world, stocks);
    for (const kind of [status, ...kinds]) {
      verdict.counts[kind] = (verdict.counts[kind] ?? 0) + 1;
    }
    verdict.problems.push(...problems.map((one) => `seed ${seed}: ${one}`));
  }
  return verdict;
}

/** One request in a timetable of its own, looked at with works, limits and profiles or without. */
async function tryRequest(
  random: Random,
  world: LiveWorld,
  stocks: ReadonlyMap<string, Json>,
): Promise<Tried> {
  const query = pick(random, world.queries);
  const timetable = await drawTimetable(random, world);
  const request = drawRequest(random, world, stocks);
  const named = Object.fromEntries(
    // The network is in the query alone.
    [...new URLSearchParams(query)]
      .filter(([key]) => key !== "infra")
      .map(([key, id]) => [key, Number(id)]),
  );
  const path = `/timetable/${timetable.id}`;
  const body = { ...request, ...named };
  const answer = await world.call("POST", `${path}/stdcm?infra=${world.infra_id}`, body);
  const problems: string[] = [];
  if (answer.status === 400 && answer.json.type === "core:invalid_stdcm_inputs") {
    return { status: "outside", kinds: [], problems };
  }
  if (answer.status !== 200) return { status: "fault", kinds: [], problems: [answer.text] };
  const { status } = answer.json;
  const kinds: string[] = [];
  if (status === "conflicts") problems.push(...judgeObstacles(answer.json, timetable));
  if (status === "success") {
    problems.push(...judgeTimes(request, answer.json));
    problems.push(...(await judgeGaps(world, timetable, { request, query, answer: answer.json })));
    const kept = answer.json.train_schedule;
    if (kept === null) kinds.push("total_mass" in request ? "heavier, not kept" : "not kept");
    else {
      kinds.push("kept");
      const [{ id }] = (await world.make("POST", `${path}/train_schedules`, [kept])).json;
      const conflicts = (await world.make("GET", `${path}/conflicts?${query}`)).json;
      const own = conflicts.filter(({ train_ids }: Conflict) => train_ids.includes(id));
      if (own.length > 0) problems.push(`is in conflict: ${JSON.stringify(own).slice(0, 300)}`);
    }
  }
  return { status, kinds, problems: problems.map((one) => `${one} ${JSON.stringify(body)}`) };
}

interface Conflict {
  readonly train_ids: readonly number[];
  readonly paced_train_occurrence_ids: readonly { readonly paced_train_id: number }[];
  readonly work_schedule_ids: readonly number[];
}

function judgeObstacles(
  { conflicts }: { readonly conflicts: readonly Conflict[] },
  { schedules, paced }: LiveTimetable,
): string[] {
  if (conflicts.length === 0) return ["nobody is in the way"];
  const isKnown = ({ train_ids, paced_train_occurrence_ids }: Conflict): boolean =>
    train_ids.every((id) => schedules.includes(id)) &&
    paced_train_occurrence_ids.every(({ paced_train_id }) => paced.includes(paced_train_id));
  return conflicts.every(isKnown) ? [] : ["others than the timetable's are in the way"];
}

interface Success {
  readonly departure_time: string;
  readonly path: { readonly path_item_positions: readonly number[]; readonly length: number };
  readonly simulation: {
    readonly final_output: {
      readonly positions: readonly number[];
      readonly times: readonly number[];
      readonly path_item_times: readonly number[];
      readonly spacing_requirements: readonly Need[];
    };
  };
}

interface Need {
  readonly zone: string;
  readonly begin_time: number;
  readonly end_time: number;
}

function judgeTimes(request: Request, { departure_time, simulation, path }: Success): string[] {
  const problems: string[] = [];
  const { steps, start_time, maximum_departure_delay, maximum_run_time } = request;
  const departure_ms = Date.parse(departure_time);
  const { path_item_times, positions, times } = simulation.final_output;
  if (start_time !== null && departure_ms < Date.parse(start_time)) problems.push("leaves early");
  if (start_time !== null && maximum_departure_delay !== null) {
    const late_ms = departure_ms - Date.parse(start_time) - maximum_departure_delay;
    if (late_ms > 0) problems.push(`leaves ${late_ms} ms late`);
  }
  steps.forEach(({ timing_data, duration }, i) => {
    const at_ms = path_item_times[i] ?? Number.NaN;
    if (timing_data !== null) {
      const off_ms = departure_ms + at_ms - Date.parse(timing_data.arrival_time);
      const { arrival_time_tolerance_before: before, arrival_time_tolerance_after: after } =
        timing_data;
      const is_kept = (late_ms: number): boolean =>
        late_ms >= -before - ROUNDING_MS && late_ms <= after + ROUNDING_MS;
      // Where no train arrives within it, one leaves within it.
      const stands_ms = i === 0 || i === steps.length - 1 ? 0 : (duration ?? 0);
      if (!is_kept(off_ms) && !is_kept(off_ms + stands_ms)) {
        problems.push(`step ${i} is ${off_ms} ms off`);
      }
    }
    if (i === 0 || i === steps.length - 1 || (duration ?? 0) === 0) return;
    const x_mm = path.path_item_positions[i] ?? Number.NaN;
    const there = times.filter((_, k) => positions[k] === x_mm);
    const stood_ms = Math.max(...there) - Math.min(...there);
    if (!(stood_ms >= (duration ?? 0) - ROUNDING_MS))
      problems.push(`stands ${stood_ms} ms at ${i}`);
  });
  const whole_ms = (path_item_times.at(-1) ?? Number.NaN) + (steps.at(-1)?.duration ?? 0);
  if (maximum_run_time !== null && whole_ms > maximum_run_time + ROUNDING_MS) {
    problems.push(`runs for ${whole_ms} ms`);
  }
  const ascends = path.path_item_positions.every((x, i, all) => i === 0 || x >= (all[i - 1] ?? 0));
  if (!ascends || path.path_item_positions.length !== steps.length) problems.push("misses a step");
  return problems;
}

/** Against what each train schedule of the timetable says that it needs. */
async function judgeGaps(
  world: LiveWorld,
  { schedules }: LiveTimetable,
  { request, query, answer }: { request: Request; query: string; answer: Success },
): Promise<string[]> {
  const problems: string[] = [];
  const departure_ms = Date.parse(answer.departure_time);
  const { time_gap_before, time_gap_after } = request;
  const asked = query.replace(/&work_schedule_group_id=\d+/, "");
  for (const id of schedules) {
    const { start_time } = (await world.make("GET", `/train_schedule/${id}`)).json;
    const run = (await world.make("GET", `/train_schedule/${id}/simulation?${asked}`)).json;
    if (run.status !== "success") continue;
    const start_ms = Date.parse(start_time);
    const needs: readonly Need[] = run.final_output.spacing_requirements;
    for (const own of answer.simulation.final_output.spacing_requirements) {
      const from_ms = departure_ms + own.begin_time;
      const until_ms = departure_ms + own.end_time;
      const met = needs.find(
        ({ zone, begin_time, end_time }) =>
          zone === own.zone &&
          from_ms < start_ms + end_time + time_gap_before - 1 &&
          until_ms > start_ms + begin_time - time_gap_after + 1,
      );
      if (met !== undefined) problems.push(`meets train ${id} in ${own.zone}`);
    }
  }
  return problems;
}
