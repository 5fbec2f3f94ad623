/**
 * Short term requests of the recorded form on drawn networks, answered through the door of recorded ones.
 * Others are trains that were fitted in before, moved in time, and occupancies without a train; a request
 * is hard in its times, gaps, steps and works. Beside the recorded folder's grading a judge asks that
 * stops are kept, that steps are where they were asked for, and that a train is found after all others
 * have gone when there is one without them, and then none that is much longer.
 */
import { isDeepStrictEqual } from "node:util";
import type { FitAmongInput } from "../../bench/network/fit_among.ts";
import type { RecordedCase } from "../../bench/recorded/cases.ts";
import type { Networks } from "../../bench/recorded/networks.ts";
import { readRequest } from "../../bench/recorded/stdcm_requests.ts";
import { stringAt } from "../../workers/engine/infra/infra.ts";
import { viewInfra } from "../../workers/tasks/infra_views.ts";
import { findPaths } from "../../workers/tasks/path/find_paths.ts";
import { simulateTrains } from "../../workers/tasks/simulation/simulate_trains.ts";
import { NEAR_MS } from "../oracle/stdcm_rank.ts";
import { between, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { DRAWN_TAGS, type DrawnNetwork, pickOne, VOLTAGE } from "./drawn_network.ts";
import { answerStdcm } from "./stdcm.ts";

const START_MS = Date.UTC(2026, 4, 4, 8);
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A found train may arrive so much later than is known to be possible, ms. */
const ROUNDING_MS = 2_000;
/** engine.md 5.8. */
const PRINTED_M_S = 0.2;
const TOLERANCE_MS = 5;

type Json = RecordedCase["request"];

export interface DrawnVerdict {
  readonly kinds: readonly string[];
  readonly problems: readonly string[];
}

/** A request on one network after the other, among the trains found before. */
export class DrawnRequests {
  readonly #random: Random;
  readonly #drawn: DrawnNetwork;
  readonly #networks: Networks;
  readonly #infra: string;
  readonly #zones: readonly string[];
  readonly #trains: { readonly departure_ms: number; readonly output: Json }[] = [];

  constructor(random: Random, drawn: DrawnNetwork, place: { networks: Networks; infra: string }) {
    this.#random = random;
    this.#drawn = drawn;
    this.#networks = place.networks;
    this.#infra = place.infra;
    const infra = viewInfra(place.networks.open(place.infra));
    this.#zones = Array.from(infra.zoneName, (name) => stringAt(infra, name));
  }

  /** Draws a request, answers it and judges the answer. */
  next(name: string): DrawnVerdict & { readonly request: Json } {
    const request = this.#draw();
    const answer = this.#answer(name, request);
    if ("type" in answer.answer) return this.#judgeRefusal(request, answer.answer);
    if (answer.answer.status === "success") {
      const departure_ms = Date.parse(answer.answer.departure_time);
      this.#trains.push({ departure_ms, output: answer.answer.simulation.final_output });
    }
    const judged = this.#judge(name, request, answer.answer);
    const problems = [...answer.problems, ...judged.problems];
    return { request, kinds: [answer.answer.status, ...judged.kinds], problems };
  }

  #judgeRefusal(request: Json, { type }: Json): DrawnVerdict & { readonly request: Json } {
    const isTimed = request.path_items.some((item: Json) => item.step_timing_data !== null);
    const isRight =
      (type === "core:not_enough_stdcm_steps" && request.path_items.length < 2) ||
      (type === "core:invalid_stdcm_inputs" && isTimed);
    return { request, kinds: [type], problems: isRight ? [] : [`refused as ${type}`] };
  }

  #answer(name: string, request: Json): { answer: Json; problems: readonly string[] } {
    // Nothing is asked for by the reference: whatever is found is graded.
    const recorded = {
      name,
      file: `${name}.json`,
      op: "stdcm",
      infra: this.#infra,
      request,
      response: { status: "path_not_found" },
      http_status: 200,
    };
    return answerStdcm(recorded, this.#networks);
  }

  #judge(name: string, request: Json, answer: Json): { kinds: string[]; problems: string[] } {
    const kinds: string[] = [];
    const problems = answer.status === "success" ? judgeStops(request, answer) : [];
    const isKnown = ["success", "path_not_found"].includes(answer.status);
    if (!isKnown) problems.push(`answered ${JSON.stringify(answer)}`);
    const free = this.#answer(`${name} alone`, aloneOf(request)).answer;
    if (free.status !== "success") {
      if (answer.status === "success") problems.push("found among others, not alone");
      kinds.push("impossible alone");
      const usual = this.#runUsually(name, request);
      if (usual !== null) {
        kinds.push(`usually ${usual}`);
        if (usual === "success") problems.push("none alone, but an ordinary train");
      }
      return { kinds, problems };
    }
    const isTimed = request.path_items.some((item: Json) => item.step_timing_data !== null);
    const last_ms = request.path_items.at(-1).stop_duration;
    const alone_ms = lengthOf_ms(free);
    const clear_ms = lastEnd_ms(request) - START_MS;
    const isCertain =
      !isTimed &&
      clear_ms <= request.maximum_departure_delay &&
      alone_ms + last_ms <= request.maximum_run_time;
    if (!isCertain) return { kinds, problems };
    kinds.push("certain");
    const known_ms = alone_ms + Math.max(0, clear_ms);
    const arrival_ms = answer.status === "success" ? arrivalOf_ms(answer) : Infinity;
    if (arrival_ms > known_ms + NEAR_MS + ROUNDING_MS)
      problems.push(`arrives at ${arrival_ms} ms, ${known_ms} is possible`);
    if (answer.status === "success" && isDeepStrictEqual(answer.path, free.path))
      kinds.push("same path");
    return { kinds, problems };
  }

  /** What an ordinary train over the same places comes to; null where there is a choice of places. */
  #runUsually(name: string, request: Json): string | null {
    if (request.path_items.some(({ locations }: Json) => locations.length > 1)) return null;
    const { infra, stock, path_stock, steps, ...asked } = this.#read(name, request);
    const items = steps.map(({ locations }) => locations[0]!);
    const [path] = findPaths({ infra, requests: [{ items, stock: path_stock }] });
    if (path?.kind !== "success") return path?.kind ?? "nothing";
    const [run] = simulateTrains({
      infra,
      stocks: [stock],
      profiles: null,
      trains: [
        {
          path: path.path,
          stock_index: 0,
          initial_speed_m_s: 0,
          comfort: asked.comfort,
          constraint_distribution: "MARECO",
          speed_limit_tag: asked.speed_limit_tag,
          fallback_tags: asked.fallback_tags,
          use_electrical_profiles: false,
          schedule: steps.flatMap(({ stop_ms }, i) => {
            if (i === 0 || stop_ms === null) return [];
            const offset_mm = path.path.item_positions_mm[i]!;
            return [
              {
                offset_mm,
                arrival_ms: null,
                stop_for_ms: stop_ms,
                reception_signal: "OPEN" as const,
              },
            ];
          }),
          margins: { boundaries_mm: [], values: asked.margin === null ? [] : [asked.margin] },
          power_restrictions: [],
        },
      ],
    });
    return run?.kind ?? "nothing";
  }

  #read(name: string, request: Json): FitAmongInput {
    const recorded = {
      name,
      file: "",
      op: "stdcm",
      infra: this.#infra,
      request,
      response: null,
      http_status: 200,
    };
    return readRequest(recorded, this.#networks);
  }

  #draw(): Json {
    const random = this.#random;
    const isWide = random() < 0.5;
    const window_ms = isWide ? 4 * HOUR_MS : wholeBetween(random, 0, 40) * MINUTE_MS;
    const gap = (): number => pickOne(random, [0, 0, 0, 20_000, 120_000, 600_000]);
    return {
      infra: this.#infra,
      expected_version: "1",
      rolling_stock: drawStock(random),
      rolling_stock_loading_gauge: "G1",
      rolling_stock_supported_signaling_systems: ["BAL", "BAPR", "TVM300", "TVM430"],
      path_items: this.#drawItems(),
      trains_requirements: this.#drawTrains(),
      comfort: pickOne(random, ["STANDARD", "HEATING"]),
      speed_limit_tag: random() < 0.5 ? null : pickOne(random, DRAWN_TAGS),
      start_time: new Date(START_MS).toISOString(),
      maximum_departure_delay: window_ms,
      maximum_run_time: isWide ? 6 * HOUR_MS : wholeBetween(random, 1, 90) * MINUTE_MS,
      time_gap_before: gap(),
      time_gap_after: gap(),
      margin: pickOne(random, ["none", "none", "none", "5%", "0%", "4.5min/100km", "12.5%"]),
      work_schedules: this.#drawWorks(),
    };
  }

  #drawItems(): Json[] {
    const random = this.#random;
    const passed = this.#drawn.walk(random, wholeBetween(random, 1, 14));
    const places = passed.flatMap(({ track, towards }, i) => {
      const isEnd = i === 0 || i === passed.length - 1;
      const count = isEnd ? wholeBetween(random, 1, 2) : random() < 0.25 ? 1 : 0;
      const shares = Array.from({ length: count }, () => drawShare(random)).sort((a, b) => a - b);
      return shares.map((share) => {
        const at_m = (towards === "east" ? share : 1 - share) * track.length_m;
        return { track, offset: Math.round(1000 * this.#drawn.position(track, at_m)) };
      });
    });
    const items = places.flatMap((one) => (random() < 0.05 ? [one, one] : [one]));
    return items.map(({ track, offset }, i) => {
      const isLast = i === items.length - 1;
      const others = this.#drawn.tracks.filter(
        ({ id }) => id !== track.id && id.split(".")[0] === track.id.split(".")[0],
      );
      const locations = [{ track: track.id, offset }];
      if (random() < 0.4) {
        for (const other of others) {
          locations.push({
            track: other.id,
            offset: Math.min(offset, Math.round(1000 * other.length_m)),
          });
        }
      }
      const stops = isLast || random() < 0.4;
      const stop_duration = stops ? pickOne(random, [0, 0, 30_000, 120_000, 1_200_000]) : null;
      const timed = stops && random() < 0.08;
      return { locations, stop_duration, step_timing_data: timed ? drawPlanned(random) : null };
    });
  }

  /** Trains found before, moved, and occupancies that no train would have. */
  #drawTrains(): Json {
    const random = this.#random;
    const trains: Json = {};
    this.#trains.forEach(({ departure_ms, output }, i) => {
      if (random() < 0.2) return;
      const moved_ms =
        departure_ms + wholeBetween(random, -20, 40) * pickOne(random, [1_000, MINUTE_MS]);
      const { spacing_requirements, routing_requirements } = output;
      trains[i] = {
        start_time: new Date(moved_ms).toISOString(),
        spacing_requirements,
        routing_requirements,
      };
    });
    if (random() < 0.6) {
      const spacing_requirements = Array.from({ length: wholeBetween(random, 1, 30) }, () => {
        const begin_time = wholeBetween(random, -30, 90) * MINUTE_MS;
        const length_ms = pickOne(random, [0, 1, 1_000, 60_000, 300_000, 3_600_000]);
        return { zone: pickOne(random, this.#zones), begin_time, end_time: begin_time + length_ms };
      });
      const start_time = new Date(START_MS).toISOString();
      trains[1_000] = { start_time, spacing_requirements, routing_requirements: [] };
    }
    return trains;
  }

  #drawWorks(): Json[] {
    const random = this.#random;
    return Array.from({ length: pickOne(random, [0, 0, 0, 1, 3]) }, () => {
      const { id: track_section, length_m } = pickOne(random, this.#drawn.tracks);
      const begin = Math.round(1000 * between(random, 0, length_m));
      const end = random() < 0.2 ? begin : Math.round(between(random, begin, 1000 * length_m));
      const start_time = wholeBetween(random, -20, 60) * MINUTE_MS;
      const end_time = start_time + wholeBetween(random, 1, 90) * MINUTE_MS;
      return { track_ranges: [{ track_section, begin, end }], start_time, end_time };
    });
  }
}

/** Where on a track: at its very ends too. */
function drawShare(random: Random): number {
  return random() < 0.15 ? pickOne(random, [0, 1]) : random();
}

function drawPlanned(random: Random): Json {
  const tolerance = (): number => pickOne(random, [0, 1_000, 60_000, 600_000, 3_600_000]);
  return {
    arrival_time: new Date(START_MS + wholeBetween(random, 0, 60) * MINUTE_MS).toISOString(),
    arrival_time_tolerance_before: tolerance(),
    arrival_time_tolerance_after: tolerance(),
  };
}

function drawStock(random: Random): Json {
  const mass = pickOne(random, [60_000, 400_000, 900_000, 2_400_000]);
  const strength = mass * between(random, 0.15, 0.9);
  const curve = {
    speeds: [0, 10, 60],
    max_efforts: [strength, strength, strength * between(random, 0.3, 0.8)],
  };
  const mode = (is_electric: boolean): Json => ({ curves: [], default_curve: curve, is_electric });
  const modes = pickOne(random, [
    { thermal: mode(false) },
    { thermal: mode(false) },
    { [VOLTAGE]: mode(true) },
    { thermal: mode(false), [VOLTAGE]: mode(true) },
  ]);
  return {
    effort_curves: { default_mode: Object.keys(modes)[0], modes },
    base_power_class: null,
    length: 1000 * pickOne(random, [20, 90, 400, 750]),
    max_speed: pickOne(random, [2.7778, 15, 27.7778, 44.4444, 83.3333]),
    startup_time: 10_000,
    startup_acceleration: 0.05,
    comfort_acceleration: 0.25,
    gamma: { type: pickOne(random, ["CONST", "MAX"]), value: pickOne(random, [0.25, 0.5, 0.9]) },
    inertia_coefficient: 1.05,
    mass,
    rolling_resistance: { type: "davis", A: mass * 0.01, B: mass * 1e-4, C: mass * 1e-5 },
    power_restrictions: {},
    electrical_power_startup_time: random() < 0.5 ? null : 5_000,
    raise_pantograph_time: random() < 0.5 ? null : 15_000,
  };
}

/** The same request where there is nobody, without times. */
function aloneOf(request: Json): Json {
  return {
    ...request,
    path_items: request.path_items.map((item: Json) => ({ ...item, step_timing_data: null })),
    trains_requirements: {},
    work_schedules: [],
    maximum_run_time: 48 * HOUR_MS,
  };
}

function lengthOf_ms({ simulation }: Json): number {
  return simulation.final_output.times.at(-1);
}

function arrivalOf_ms(answer: Json): number {
  return lengthOf_ms(answer) + Date.parse(answer.departure_time) - START_MS;
}

/** When the last occupancy ends, the gap behind it included. */
function lastEnd_ms(request: Json): number {
  let last_ms = START_MS;
  for (const train of Object.values<Json>(request.trains_requirements)) {
    const ends = [
      ...train.spacing_requirements.map((one: Json) => one.end_time),
      ...train.routing_requirements.flatMap(({ zones }: Json) =>
        zones.map((one: Json) => one.end_time),
      ),
    ];
    for (const end of ends) last_ms = Math.max(last_ms, Date.parse(train.start_time) + end);
  }
  for (const { end_time } of request.work_schedules)
    last_ms = Math.max(last_ms, START_MS + end_time);
  return last_ms + request.time_gap_before;
}

/** Whether the train stands as long as it was asked to, at places that were asked for. */
function judgeStops({ path_items }: Json, { path, simulation }: Json): string[] {
  const problems: string[] = [];
  const { positions, times, speeds } = simulation.final_output;
  const at_mm: number[] = path.path_item_positions;
  if (at_mm.length !== path_items.length)
    return [`${at_mm.length} places for ${path_items.length} steps`];
  path_items.forEach((item: Json, i: number) => {
    if (i > 0 && at_mm[i]! < at_mm[i - 1]!) problems.push(`step ${i} comes before another`);
    if (!isOnPath(path.track_section_ranges, item.locations, at_mm[i]!))
      problems.push(`step ${i} is elsewhere`);
    if (i === 0 || item.stop_duration === null || at_mm[i] === path.length) return;
    const there = times.filter((_: number, k: number) => Math.abs(positions[k] - at_mm[i]!) <= 1);
    const least_ms = path_items.reduce(
      (sum: number, other: Json, k: number) =>
        sum + (k > 0 && at_mm[k] === at_mm[i] ? (other.stop_duration ?? 0) : 0),
      0,
    );
    // A printed run leaves out what is that near to the line between its points.
    const is_left_out = there.length === 0 && speedAt(positions, speeds, at_mm[i]!) <= PRINTED_M_S;
    const stood_ms = is_left_out ? 0 : Math.max(...there) - Math.min(...there);
    if (!(stood_ms >= least_ms - TOLERANCE_MS))
      problems.push(`stands ${stood_ms} of ${least_ms} ms at step ${i}`);
  });
  return problems;
}

/** On the line between two points of a printed run. */
function speedAt(positions: readonly number[], speeds: readonly number[], at_mm: number): number {
  const next = positions.findIndex((position) => position >= at_mm);
  const [x = 0, v = 0] = [positions[next], speeds[next]];
  const [before = x, from = v] = [positions[next - 1], speeds[next - 1]];
  return x === before ? v : v + ((from - v) * (x - at_mm)) / (x - before);
}

function isOnPath(ranges: readonly Json[], locations: readonly Json[], at_mm: number): boolean {
  let before_mm = 0;
  for (const { track_section, begin, end, direction } of ranges) {
    const into_mm = at_mm - before_mm;
    before_mm += end - begin;
    if (into_mm < 0 || into_mm > end - begin) continue;
    const offset = direction === "START_TO_STOP" ? begin + into_mm : end - into_mm;
    if (locations.some((one) => one.track === track_section && Math.abs(one.offset - offset) <= 1))
      return true;
  }
  return false;
}
