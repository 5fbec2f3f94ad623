// Method: random networks with loops, double tracks, branches and ways round, random trains and axes; passes, lines and distances against brute force on the network's document and the printed path and simulation of each train.
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ROLLING_STOCKS } from "../../../../bench/network/rolling_stocks.ts";
import { pathStock, stockPhysics } from "../../../../bench/network/run_network.ts";
import { sendStock } from "../../../../bench/network/send_stock.ts";
import type { RailjsonInput } from "../../../../workers/engine/infra/compile/railjson_input.ts";
import { openInfra, stringAt } from "../../../../workers/engine/infra/infra.ts";
import { NONE } from "../../../../workers/engine/infra/layout.ts";
import { makeTrainPath, unpackPath } from "../../../../workers/engine/path/train_path.ts";
import { findChains } from "../../../../workers/engine/projection/monotonic_chains.ts";
import { countUpTo } from "../../../../workers/engine/sorted.ts";
import { compileDocument } from "../../../../workers/tasks/network/compile_infra.ts";
import { describePath } from "../../../../workers/tasks/path/describe_path.ts";
import { findPaths } from "../../../../workers/tasks/path/find_paths.ts";
import { describePoints, measureAxis } from "../../../../workers/tasks/projection/measure_axis.ts";
import { projectStations } from "../../../../workers/tasks/projection/project_stations.ts";
import { describeSimulation } from "../../../../workers/tasks/simulation/describe_simulation.ts";
import { simulateTrains } from "../../../../workers/tasks/simulation/simulate_trains.ts";
import type { FoundPath, InfraRef } from "../../../../workers/tasks/types.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";
import { type DrawnLines, type DrawnTrain, drawLines, TURNED } from "./drawn_lines.ts";
import { type Answer, type Line, spellAnswer } from "./spelled_answer.ts";
import { longestWay, type PrintedTrain, type RightVisit, StationOracle } from "./station_oracle.ts";

const SEEDS = countTries({ few: 300, many: 5000 });
const DIESEL = ROLLING_STOCKS.find(({ effort_curves }) =>
  Object.values(effort_curves.modes).some(({ is_electric }) => !is_electric),
)!;
const NEAR_M = 100;
/** Shapes of curves are kept to a second or ten metres, and times and places are whole. */
const SHAPE_MS = 1002;
const SHAPE_MM = 10_010;

interface Run {
  readonly drawn: DrawnTrain;
  readonly path: FoundPath;
  readonly simulation: SharedArrayBuffer;
  readonly printed: PrintedTrain;
  /** The zone at a place of its path. */
  readonly zoneAt: (at_mm: number) => string | null;
}

function zonesAlong(ref: InfraRef, path: FoundPath): Run["zoneAt"] {
  const infra = openInfra(ref.buffer);
  const { chunks, chunkStart_mm } = makeTrainPath(infra, unpackPath(path.packed));
  return (at_mm) => {
    const chunk = chunks[countUpTo(chunkStart_mm, at_mm) - 1]! >>> 1;
    const zone = infra.chunkZone[chunk]!;
    return zone === NONE ? null : stringAt(infra, infra.zoneName[zone]!);
  };
}

function runTrains(infra: InfraRef, trains: readonly DrawnTrain[], which: "base" | "final"): Run[] {
  const stock = pathStock(DIESEL);
  const found = findPaths({ infra, requests: trains.map(({ items }) => ({ items, stock })) });
  return trains.flatMap((drawn, t): Run[] => {
    const outcome = found[t]!;
    if (outcome.kind !== "success") return [];
    const { path } = outcome;
    const schedule = drawn.stops_ms.flatMap((stop_for_ms, i) =>
      stop_for_ms === null
        ? []
        : [
            {
              offset_mm: path.item_positions_mm[i]!,
              arrival_ms: null,
              stop_for_ms,
              reception_signal: "OPEN" as const,
            },
          ],
    );
    const [run] = simulateTrains({
      infra,
      stocks: [sendStock(stockPhysics(DIESEL))],
      profiles: null,
      trains: [
        {
          path,
          stock_index: 0,
          initial_speed_m_s: 0,
          comfort: "STANDARD",
          constraint_distribution: "LINEAR",
          speed_limit_tag: null,
          fallback_tags: [],
          use_electrical_profiles: false,
          schedule,
          margins: { boundaries_mm: [], values: [{ kind: "percentage", value: t * 3 }] },
          power_restrictions: [],
        },
      ],
    });
    if (run?.kind !== "success") return [];
    const { packed: simulation, requirements } = run;
    const ids = drawn.items.map((_, i) => `p${i}`);
    const waypoints = { ids, positions_mm: path.item_positions_mm };
    const text = describeSimulation({ infra, packed: simulation, requirements, waypoints });
    const answer = JSON.parse(new TextDecoder().decode(text));
    const output = which === "base" ? answer.base : answer.final_output;
    const { track_section_ranges, path_item_positions } = JSON.parse(describePath({ infra, path }));
    const printed = {
      ranges: track_section_ranges,
      item_positions: path_item_positions,
      item_times: output.path_item_times,
      stops_ms: drawn.stops_ms,
      positions: output.positions,
      times: output.times,
    };
    return [{ drawn, path, simulation, printed, zoneAt: zonesAlong(infra, path) }];
  });
}

interface Axis {
  readonly ids: readonly string[];
  readonly lengths_mm: readonly (number | null)[];
  readonly positions_mm: readonly number[];
}

/** Stations of the line with and without some of them, either way; positions need not be distances. */
function drawAxis(random: Random, { points }: DrawnLines, infra: InfraRef): Axis {
  const share = 0.5 + random() / 2;
  const own = points.filter(({ is_main }) => random() < (is_main ? share : 0.15));
  // Trains that run on beyond its ends pass these too.
  if (own.length > 2 && random() < 0.25) own.pop();
  if (own.length > 2 && random() < 0.25) own.shift();
  const terminal = points.findLast(({ id }) => id.startsWith("Station"))!.id;
  const turns = points.some(({ id }) => id === TURNED) && random() < 0.6;
  const straight = own.map(({ id }) => id).filter((id) => !turns || !isBehind(id, terminal));
  if (turns) {
    straight.push(terminal, TURNED);
    met.turned++;
  }
  const ids = random() < 0.5 ? straight : straight.reverse();
  if (ids.length > 2 && random() < 0.15) ids.push(ids[0]!);
  else if (ids.length > 3 && random() < 0.3) ids.push(...ids.splice(1, 1));
  if (ids.length === 0) ids.push(points[0]!.id);
  const pairs = ids.slice(1).map((to, i) => ({ from: ids[i]!, to }));
  const lengths_mm = measureAxis({ infra, pairs });
  let at_mm = 0;
  const positions_mm = ids.map((_, i) => (at_mm += i === 0 ? 0 : (lengths_mm[i - 1] ?? 5_000_000)));
  return { ids, lengths_mm, positions_mm };
}

const isBehind = (id: string, terminal: string): boolean => id === terminal || id === TURNED;

/** What was met, so that a test that meets nothing fails. */
const met = {
  passes: 0,
  stops: 0,
  estimated: 0,
  bypasses: 0,
  left: 0,
  lines: 0,
  alone: 0,
  back: 0,
  without_map: 0,
  zones: 0,
  beyond: 0,
  turned: 0,
};

class Judge {
  readonly #oracle: StationOracle;
  readonly #axis: Axis & { readonly is_mapped: boolean };
  readonly #train: PrintedTrain;
  readonly #zoneAt: Run["zoneAt"];
  readonly #answer: Answer;

  constructor(
    oracle: StationOracle,
    axis: Axis & { readonly is_mapped: boolean },
    { printed, zoneAt }: Run,
    answer: Answer,
  ) {
    this.#oracle = oracle;
    this.#axis = axis;
    this.#train = printed;
    this.#zoneAt = zoneAt;
    this.#answer = answer;
  }

  judge(): void {
    const { passes, lines } = this.#answer;
    const visits = this.#oracle.listVisits(this.#train);
    const on_axis = visits.filter(({ id }) => this.#axis.ids.includes(id));
    const exact = [...passes.axis_index.keys()].filter((i) => !passes.estimated[i]);
    expect(exact.map((i) => this.#axis.ids[passes.axis_index[i]!])).toEqual(
      on_axis.map(({ id }) => id),
    );
    for (const [k, visit] of on_axis.entries()) this.#judgePass(exact[k]!, visit);
    const arrivals = passes.arrival;
    expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b));
    for (const line of lines) this.#judgeLine(line);
    const indexes = exact.map((i) => passes.axis_index[i]!);
    const main = longestWay(indexes);
    const has_twice = new Set(this.#axis.ids).size < this.#axis.ids.length;
    // Which of its indexes a station has that is there twice is a question of its own.
    if (!has_twice) {
      for (const [k, to] of main.entries()) {
        if (k === 0) continue;
        const from = main[k - 1]!;
        this.#judgeStretch(visits, [on_axis[from]!, on_axis[to]!], [indexes[from]!, indexes[to]!]);
      }
      if (main.length < indexes.length) met.back++;
      else if (main.length > 1) {
        const step = Math.sign(indexes[1]! - indexes[0]!);
        const [first, last] = [on_axis[0]!, on_axis.at(-1)!];
        const end = this.#train.positions.at(-1)!;
        this.#judgeBeyond(visits, [0, first.begin], indexes[0]! - step, indexes[0]!);
        this.#judgeBeyond(visits, [last.end, end], indexes.at(-1)! + step, indexes.at(-1)!);
      }
    }
    if (on_axis.length > 0 && lines.length === 0) met.alone++;
    met.lines += lines.length;
  }

  #judgePass(pass: number, { arrival, departure, stops, tracks }: RightVisit): void {
    const { passes } = this.#answer;
    expect(Math.abs(passes.arrival[pass]! - arrival)).toBeLessThan(1);
    expect(Math.abs(passes.departure[pass]! - departure)).toBeLessThan(1);
    if (departure !== arrival || stops) expect(passes.arrival[pass]).toBe(arrival);
    expect(passes.stops[pass]).toBe(stops);
    expect(tracks).toContain(passes.track[pass]);
    met.passes++;
    if (stops) met.stops++;
  }

  #judgeLine({ segments }: Line): void {
    const times = segments.flatMap((segment) => segment.times);
    const positions = segments.flatMap((segment) => segment.positions);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const sign = Math.sign(positions.at(-1)! - positions[0]!) || 1;
    expect(positions).toEqual(positions.toSorted((a, b) => sign * (a - b)));
    for (const [i, { times: own, positions: places }] of segments.entries()) {
      expect(own.length).toBe(places.length);
      expect(own.length).toBeGreaterThan(1);
      const next = segments[i + 1];
      if (next === undefined) continue;
      expect([own.at(-1), places.at(-1)]).toEqual([next.times[0], next.positions[0]]);
    }
  }

  /** Two stations that follow one another on the axis for the train. */
  #judgeStretch(
    visits: readonly RightVisit[],
    [a, b]: readonly [RightVisit, RightVisit],
    [i, k]: readonly [number, number],
  ): void {
    const { positions_mm, lengths_mm, ids } = this.#axis;
    const between = visits.slice(visits.indexOf(a) + 1, visits.indexOf(b));
    const own_mm = b.begin - a.end;
    const axis = lengths_mm.slice(Math.min(i, k), Math.max(i, k));
    const axis_mm = axis.reduce<number>((sum, one) => sum + (one ?? Infinity), 0);
    const is_left = between.length > 0 && own_mm > 1.25 * axis_mm + 500_000;
    const departure = Math.floor(a.departure + 1e-6);
    const arrival = Math.floor(b.arrival + 1e-6);
    const found = this.#answer.lines.flatMap(({ segments }) => {
      const at = (time: number, place: number): number =>
        segments.findIndex(({ times, positions }) =>
          times.some((one, n) => one === time && positions[n] === place),
        );
      const from = segments.findLastIndex(({ times, positions }) =>
        times.some((one, n) => one === departure && positions[n] === positions_mm[i]),
      );
      const to = at(arrival, positions_mm[k]!);
      return from >= 0 && to >= 0
        ? [segments.slice(Math.min(from, to), Math.max(from, to) + 1)]
        : [];
    });
    expect(found.length > 0, `${a.id} ${b.id}`).toBe(!is_left);
    const [segments] = found;
    if (segments === undefined) {
      met.left++;
      return;
    }
    const told = segments.flatMap(({ bypasses, times }) =>
      times[0]! >= departure && times.at(-1)! <= arrival ? bypasses : [],
    );
    const { passes } = this.#answer;
    const step = k > i ? 1 : -1;
    let from_mm = a.end;
    let estimated = 0;
    const bypassed: number[] = [];
    for (let index = i + step; index !== k; index += step) {
      const id = ids[index]!;
      const pass = passes.axis_index.findIndex((one, n) => one === index && passes.estimated[n]);
      const is_visited = visits.some((visit) => visit.id === id);
      if (!this.#axis.is_mapped) {
        const is_told = !is_visited && own_mm <= 1.25 * axis_mm + 500_000 && i !== k;
        expect(pass >= 0, id).toBe(is_told && positions_mm[i] !== positions_mm[k]);
        if (pass < 0) {
          bypassed.push(index);
          continue;
        }
        estimated++;
        met.without_map++;
        const share =
          (positions_mm[index]! - positions_mm[i]!) / (positions_mm[k]! - positions_mm[i]!);
        const right = this.#oracle.timeAt(this.#train, a.end + Math.round(share * own_mm));
        expect(Math.abs(passes.arrival[pass]! - right)).toBeLessThan(2);
        continue;
      }
      const near = this.#oracle.nearest(this.#train, id, from_mm, b.begin);
      const is_doubtful = Math.abs(near.metres - NEAR_M) < 0.5;
      if (!is_doubtful) expect(pass >= 0, id).toBe(!is_visited && near.metres <= NEAR_M);
      if (pass < 0) {
        bypassed.push(index);
        continue;
      }
      estimated++;
      // Of several parts as near, any: where it is when it passes is as near as the path comes.
      from_mm = this.#oracle.placeAt(this.#train, passes.arrival[pass]!);
      const own = this.#oracle.nearest(this.#train, id, from_mm, from_mm);
      expect(own.metres).toBeLessThan(near.metres + 0.5);
    }
    expect(told.toSorted((x, y) => x - y)).toEqual(bypassed.toSorted((x, y) => x - y));
    met.estimated += estimated;
    met.bypasses += bypassed.length;
    if (estimated > 0) return;
    this.#judgeShape(segments, [a, b], [positions_mm[i]!, positions_mm[k]!]);
    this.#judgeZones([a, b], [positions_mm[i]!, positions_mm[k]!]);
  }

  /** From a pass at an end outwards: a station of the axis that the train only comes near is passed as near as it comes. */
  #judgeBeyond(
    visits: readonly RightVisit[],
    [low, high]: readonly [number, number],
    index: number,
    pass_index: number,
  ): void {
    const { ids, lengths_mm, is_mapped, positions_mm } = this.#axis;
    const { passes, lines } = this.#answer;
    const id = ids[index];
    if (id === undefined || visits.some((visit) => visit.id === id)) return;
    const pass = passes.axis_index.indexOf(index);
    if (!is_mapped) {
      expect(pass, id).toBe(-1);
      return;
    }
    const near = this.#oracle.nearest(this.#train, id, low, high);
    const inside = Math.min(near.at - low, high - near.at);
    if (Math.abs(near.metres - NEAR_M) < 0.5 || (low < high && Math.abs(inside) < 1000)) return;
    const known = low === 0 ? high : low;
    const between = visits.some(({ begin }) => (begin - near.at) * (begin - known) < 0);
    const axis_mm = lengths_mm[Math.min(index, pass_index)] ?? Infinity;
    const is_left = between && Math.abs(near.at - known) > 1.25 * axis_mm + 500_000;
    expect(pass >= 0, `beyond: ${id}`).toBe(inside > 0 && near.metres <= NEAR_M && !is_left);
    if (pass < 0) return;
    met.beyond++;
    expect(passes.estimated[pass]).toBe(true);
    const time = passes.arrival[pass]!;
    const at = this.#oracle.placeAt(this.#train, time);
    expect(this.#oracle.nearest(this.#train, id, at, at).metres).toBeLessThan(near.metres + 0.5);
    const drawn = lines.flatMap(({ segments }) =>
      segments.flatMap(({ times, positions }) => times.map((one, n) => [one, positions[n]])),
    );
    expect(drawn).toContainEqual([Math.floor(time + 1e-6), positions_mm[index]]);
  }

  /** What is on the axis at a place is the zone of that place, and no other where the train is there once. */
  #judgeZones(
    [a, b]: readonly [RightVisit, RightVisit],
    [from, to]: readonly [number, number],
  ): void {
    const { zone, begin, end } = this.#answer.zones;
    const is_once = this.#answer.lines.length === 1;
    for (let n = 0; n < 20 && from !== to; n++) {
      const share = (n + 0.5) / 20;
      const own = this.#zoneAt(a.end + share * (b.begin - a.end));
      const place = from + share * (to - from);
      const found = zone.filter((_, z) => begin[z]! - 1 <= place && place <= end[z]! + 1);
      if (own !== null) expect(found).toContain(own);
      const inside = zone.filter((_, z) => begin[z]! + 1 < place && place < end[z]! - 1);
      if (is_once) expect(inside.filter((one) => one !== own)).toEqual([]);
      met.zones++;
    }
  }

  /** Each point of the run's curve is at most a second or ten metres from the line drawn. */
  #judgeShape(
    segments: Line["segments"],
    [a, b]: readonly [RightVisit, RightVisit],
    [from, to]: readonly [number, number],
  ): void {
    const times = segments.flatMap((segment) => segment.times);
    const positions = segments.flatMap((segment) => segment.positions);
    const inside = times.flatMap((time, n) =>
      time >= Math.floor(a.departure + 1e-6) && time <= b.arrival + 1e-6 ? [n] : [],
    );
    for (const [p, at] of this.#train.positions.entries()) {
      if (at <= a.end || at >= b.begin || from === to) continue;
      const place = from + ((at - a.end) / (b.begin - a.end)) * (to - from);
      const wanted = this.#train.times[p]!;
      const scale = Math.abs(to - from) / (b.begin - a.end);
      const near = inside.slice(1).map((n) => {
        const [x, y] = [positions[n - 1]!, positions[n]!];
        const [t, u] = [times[n - 1]!, times[n]!];
        const is_here = place >= Math.min(x, y) - 1 && place <= Math.max(x, y) + 1;
        const is_now = wanted >= t && wanted <= u;
        const waits = Math.max(0, t - wanted, wanted - u);
        const late = x === y ? waits : Math.abs(t + ((place - x) / (y - x)) * (u - t) - wanted);
        const far = t === u ? 0 : Math.abs(x + ((wanted - t) / (u - t)) * (y - x) - place);
        return Math.min(
          is_here ? late / SHAPE_MS : Infinity,
          is_now ? far / (SHAPE_MM * scale + 1) : Infinity,
        );
      });
      expect(Math.min(...near)).toBeLessThan(1);
    }
  }
}

describe("trains at the stations of an axis", () => {
  it(`have the times of their own runs: ${SEEDS} networks`, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const lines = drawLines(seed);
      // Its absent fields are absent, never undefined.
      const compiled = compileDocument(lines.document as RailjsonInput);
      if (compiled.kind !== "compiled") throw new Error(JSON.stringify(compiled.faults));
      const infra = { key: randomUUID(), buffer: compiled.buffer };
      const oracle = new StationOracle(lines);
      const random = makeRandom(seed);
      const axis = drawAxis(random, lines, infra);
      for (const [i, length_mm] of axis.lengths_mm.entries()) {
        const right = oracle.measure(axis.ids[i]!, axis.ids[i + 1]!);
        if (length_mm === null) expect(right).toBe(Infinity);
        // Waypoints stand for truncated millimetres.
        else expect(Math.abs(length_mm - right), `seed ${seed}: ${axis.ids[i]}`).toBeLessThan(3);
      }
      const run = seed % 4 === 0 ? "base" : "final";
      const runs = runTrains(infra, lines.trains, run);
      const view = openInfra(infra.buffer);
      const zones = Array.from(view.zoneName, (name) => stringAt(view, name));
      const trains = runs.map(({ path, simulation, drawn }) => ({
        path,
        simulation,
        stops_ms: drawn.stops_ms,
      }));
      const answers = projectStations({ run, infra, axis, zones, trains });
      const tracks = describePoints({ infra, ids: axis.ids }).map((point) => point?.tracks ?? []);
      for (const [t, { json }] of answers.entries()) {
        const answer = spellAnswer(json, tracks);
        try {
          new Judge(oracle, { ...axis, is_mapped: lines.is_mapped }, runs[t]!, answer).judge();
        } catch (error) {
          throw new Error(`seed ${seed}, train ${t}`, { cause: error });
        }
      }
    }
    for (const [what, count] of Object.entries(met))
      expect(count, what).toBeGreaterThan(SEEDS / 30);
  });
});

describe("visits in chains", () => {
  it("are the longest ways, found by looking at all", () => {
    const random = makeRandom(7);
    for (let round = 0; round < 500; round++) {
      const size = wholeBetween(random, 1, 7);
      const indexes = Array.from({ length: wholeBetween(random, 1, 9) }, () =>
        wholeBetween(random, 0, size - 1),
      );
      const chains = findChains(
        indexes.map((index) => [index]),
        size,
      );
      const best = longestWay(indexes).map((i) => indexes[i]);
      expect(chains[0]!.indexes).toEqual(best);
      expect(new Set(chains.flatMap(({ visits }) => visits)).size).toBe(indexes.length);
    }
  });

  it("take a station that is there twice where the way is longer, and meet where a train goes back", () => {
    expect(findChains([[0, 3], [1], [2], [0, 3]], 4)).toEqual([
      { visits: [0, 1, 2, 3], indexes: [0, 1, 2, 3] },
    ]);
    expect(findChains([[0], [1], [2], [1], [0]], 3)).toEqual([
      { visits: [0, 1, 2], indexes: [0, 1, 2] },
      { visits: [2, 3, 4], indexes: [2, 1, 0] },
    ]);
  });
});
