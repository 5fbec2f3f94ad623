/** Drawn single lines with stations of two tracks, and days of trains in both directions on them, for engine and judge alike. */
import { compileStock } from "../../../../workers/engine/physics/rolling_stock.ts";
import { PathCache } from "../../../../workers/engine/simulation/path_physics.ts";
import { type Run, Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun } from "../../../../workers/engine/simulation/train_input.ts";
import { type HaltTable, tabulateHalts } from "../../../../workers/engine/traffic/halt_table.ts";
import type { LinePlaces } from "../../../../workers/engine/traffic/line_places.ts";
import type { DisturbedDay } from "../../../../workers/engine/traffic/simulate_traffic.ts";
import type { Traffic } from "../../../../workers/engine/traffic/zone_orders.ts";
import { viewInfra } from "../../../../workers/tasks/infra_views.ts";
import { compileLine, pathOnLine, TRACK } from "../line_network.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";
import type { JudgeTrain } from "./judge_traffic.ts";

const LINE_M = 60_000;
const SLOW_M = [
  [900, 2100],
  [5200, 6000],
  [9800, 12_500],
] as const;
const SLOW_M_S = 14;
const MASS_KG = 400_000;
const LINE = compileLine({
  length_m: LINE_M,
  speed_sections: SLOW_M.map(([begin, end], i) => ({
    id: `slow${i}`,
    speed_limit: SLOW_M_S,
    speed_limit_by_tag: {},
    track_ranges: [{ track: TRACK, begin, end, applicable_directions: "BOTH" as const }],
    on_routes: null,
  })),
});
const simulator = new Simulator();

/** Two kinds of trains without resistance, so that they accelerate and brake evenly. */
const KINDS = [
  { length_m: 120, max_speed_m_s: 38, effort_n: 240_000, brakes_m_s2: 0.6 },
  { length_m: 420, max_speed_m_s: 24, effort_n: 100_000, brakes_m_s2: 0.35 },
] as const;
const STOCKS = KINDS.map(({ length_m, max_speed_m_s, effort_n, brakes_m_s2 }) =>
  compileStock({
    length_m,
    mass_kg: MASS_KG,
    max_speed_m_s,
    gamma: { type: "CONST", value: brakes_m_s2 },
    inertia_coefficient: 1,
    rolling_resistance: { A: 0, B: 0, C: 0 },
    base_power_class: null,
    power_restrictions: {},
    effort_curves: {
      default_mode: "thermal",
      modes: {
        thermal: {
          is_electric: false,
          default_curve: { speeds: [0, 50], max_efforts: [effort_n, effort_n] },
          curves: [],
        },
      },
    },
  }),
);
/** A limit holds until the tail has left it. */
const LIMITS = KINDS.map(
  ({ length_m, max_speed_m_s }) =>
    (x_m: number): number =>
      SLOW_M.some(([begin, end]) => x_m > begin && x_m < end + length_m) ? SLOW_M_S : max_speed_m_s,
);

/** A run from standstill to its end with stops, and no others, as the engine draws it. */
export function makeEngineRun(
  kind: number,
  path_m: number,
  stops_m: readonly number[],
  line = LINE,
): Run {
  const found = pathOnLine(line, 0, path_m * 1000);
  const made = makeRun(
    new PathCache(viewInfra(line)).open(found.packed),
    { key: `kind ${kind}`, stock: STOCKS[kind]! },
    {
      items_mm: found.item_positions_mm,
      initial_speed_m_s: 0,
      comfort: "STANDARD",
      speed_limit_tag: null,
      fallback_tags: [],
      use_electrical_profiles: false,
      schedule: stops_m.map((x_m) => ({
        offset_mm: x_m * 1000,
        arrival_ms: null,
        stop_for_ms: 0,
        reception_signal: "OPEN" as const,
      })),
      power_restrictions: [],
    },
    null,
  );
  if (!made.ok) throw new Error(made.error.kind);
  return made.value.run;
}

interface Cell {
  readonly zone: number;
  readonly length_m: number;
  readonly isSwitch: boolean;
  /** The same for trains that may share it, by direction. */
  readonly setting: number;
  /** A signal before it, in the direction of travel; whether a route begins there. */
  readonly signal: "none" | "block" | "route";
}

interface Line {
  readonly stations: readonly { readonly lengths_m: readonly number[] }[];
  readonly blocks: readonly { readonly length_m: number; readonly route: readonly boolean[] }[][];
}

function drawLine(random: Random): Line {
  const nStations = wholeBetween(random, 2, 4);
  // Where all signals begin routes trains meet head-on more often than where routes reach to the next station.
  const share = [0, 0.25, 0.5][wholeBetween(random, 0, 2)]!;
  return {
    stations: Array.from({ length: nStations }, () => ({
      lengths_m: [wholeBetween(random, 500, 800), wholeBetween(random, 500, 800)],
    })),
    blocks: Array.from({ length: nStations - 1 }, () =>
      Array.from({ length: wholeBetween(random, 1, 4) }, () => ({
        length_m: wholeBetween(random, 700, 2400),
        route: [random() < share, random() < share],
      })),
    ),
  };
}

const SWITCH_M = 120;
const zoneOf = (kind: number, at: number, part: number): number => (kind * 8 + at) * 8 + part;
/** Of stations, throats and up to three lines. */
const N_ZONES = 5 * 64;

/** Zones from one station to another, on one track of each; direction 0 is upwards. */
function listCells(
  { stations, blocks }: Line,
  from: number,
  to: number,
  tracks: readonly number[],
): { readonly cells: Cell[]; readonly stationCells: number[] } {
  const direction = from < to ? 0 : 1;
  const step = direction === 0 ? 1 : -1;
  const cells: Cell[] = [];
  const stationCells: number[] = [];
  for (let s = from; ; s += step) {
    const track = tracks[s]!;
    const throat = (side: number, signal: Cell["signal"]): Cell => ({
      zone: zoneOf(1, s, side),
      length_m: SWITCH_M,
      isSwitch: true,
      setting: track * 2 + direction,
      signal,
    });
    if (s !== from) cells.push(throat(direction, "route"));
    stationCells.push(cells.length);
    cells.push({
      zone: zoneOf(0, s, track),
      length_m: stations[s]!.lengths_m[track]!,
      isSwitch: false,
      setting: direction,
      signal: "none",
    });
    if (s === to) return { cells, stationCells };
    cells.push(throat(1 - direction, "route"));
    const line = blocks[Math.min(s, s + step)]!;
    for (let i = 0; i < line.length; i++) {
      const b = direction === 0 ? i : line.length - 1 - i;
      const signal = i === 0 ? "none" : line[b]!.route[direction] ? "route" : "block";
      const zone = zoneOf(2 + Math.min(s, s + step), b, 0);
      cells.push({
        zone,
        length_m: line[b]!.length_m,
        isSwitch: false,
        setting: direction,
        signal,
      });
    }
  }
}

interface DrawnTrain {
  readonly kind: number;
  readonly path_m: number;
  readonly places: LinePlaces;
  readonly stops_m: readonly number[];
  readonly judge: Omit<JudgeTrain, "appears_ms" | "stops">;
  readonly dues_ms: readonly number[];
  readonly dwells_ms: readonly number[];
  readonly appears_ms: number;
}

const TAIL_SPACE_M = 20;

function drawTrain(random: Random, line: Line, appears_ms: number): DrawnTrain {
  const nStations = line.stations.length;
  const isUp = random() < 0.5;
  const length = wholeBetween(random, 1, nStations - 1);
  const begin = wholeBetween(random, 0, nStations - 1 - length);
  const from = isUp ? begin : begin + length;
  const to = isUp ? begin + length : begin;
  const tracks = line.stations.map(() => wholeBetween(random, 0, 1));
  const { cells, stationCells } = listCells(line, from, to, tracks);
  const kind = wholeBetween(random, 0, KINDS.length - 1);
  const { length_m, effort_n, brakes_m_s2 } = KINDS[kind]!;
  // The whole train is in its first zone when it appears.
  let at_m = -length_m - TAIL_SPACE_M;
  const shifted_m = cells.map((cell) => (at_m += cell.length_m));
  const path_m = shifted_m.at(-1)! - 40;
  const signals = cells.flatMap((cell, c) =>
    cell.signal === "none"
      ? []
      : [
          {
            c,
            x_m: shifted_m[c - 1]! - 15,
            sight_m: wholeBetween(random, 100, 900),
            begins: cell.signal === "route",
          },
        ],
  );
  const firsts = [0, ...signals.map(({ c }) => c), cells.length];
  const begins = [true, ...signals.map((signal) => signal.begins)];
  const lockEnds = begins.map((_, s) => {
    const next = begins.findIndex((isBegin, later) => later > s && isBegin);
    return next < 0 ? cells.length : firsts[next]!;
  });
  const stops_m = stationCells.slice(1, -1).flatMap((c) => {
    if (random() < 0.4) return [];
    return [shifted_m[c]! - (random() < 0.5 ? 15 : wholeBetween(random, 20, 60))];
  });
  const rest_ms = 1000 * wholeBetween(random, 0, 60);
  const dwells_ms = [rest_ms, ...stops_m.map(() => 1000 * wholeBetween(random, 10, 90)), 5000];
  const dues_ms = dwells_ms.map((_, s) =>
    s < dwells_ms.length - 1 && random() < 0.5 ? appears_ms + 150_000 * s + 20_000 : -Infinity,
  );
  return {
    kind,
    path_m,
    stops_m,
    appears_ms,
    dwells_ms,
    dues_ms,
    places: {
      length_mm: path_m * 1000,
      signals_mm: Float64Array.from(signals, ({ x_m }) => x_m * 1000),
      sights_mm: Float64Array.from(signals, ({ x_m, sight_m }) => (x_m - sight_m) * 1000),
      sectionZone: Uint32Array.from(firsts),
      lockEnd: Uint32Array.from(lockEnds),
      zones: Uint32Array.from(cells, ({ zone }) => zone),
      settings: Uint32Array.from(cells, ({ setting }) => setting),
      hasSwitches: Uint8Array.from(cells, ({ isSwitch }) => (isSwitch ? 1 : 0)),
      zoneEnds_mm: Float64Array.from(shifted_m, (end_m) => end_m * 1000),
    },
    judge: {
      length_m,
      accelerates_m_s2: effort_n / MASS_KG,
      brakes_m_s2,
      limit_m_s: LIMITS[kind]!,
      plannedAppears_ms: appears_ms,
      plannedDwells_ms: dwells_ms,
      zones: cells.map(({ zone, setting, isSwitch }, c) => ({
        id: zone,
        setting,
        switches: isSwitch,
        end_m: shifted_m[c]!,
      })),
      signals: signals.map(({ x_m, sight_m }) => ({ x_m, sight_m })),
      sections: begins.map((isBegin, s) => {
        const range = (first: number, end: number): number[] =>
          Array.from({ length: end - first }, (_, i) => first + i);
        return {
          zones: range(firsts[s]!, firsts[s + 1]!),
          locks: isBegin ? range(firsts[s]!, lockEnds[s]!) : [],
        };
      }),
    },
  };
}

export interface DrawnDay {
  readonly traffic: Traffic;
  readonly day: DisturbedDay;
  readonly kinds: readonly number[];
  readonly tables: readonly HaltTable[];
  /** The same day for the judge, all trains up to some ms later. */
  readonly judged: (jitters_ms: readonly number[]) => JudgeTrain[];
}

export function tabulate(places: LinePlaces, run: Run): HaltTable {
  const table = tabulateHalts(places, run, simulator);
  if (!table.ok) throw new Error(table.error.kind);
  return table.value;
}

export function drawDay(seed: number, nTrains_max = 7): DrawnDay {
  const random = makeRandom(seed);
  const line = drawLine(random);
  const nTrains = wholeBetween(random, 1, nTrains_max);
  // Not on whole seconds: ties are for tests of their own.
  const trains = Array.from({ length: nTrains }, () =>
    drawTrain(random, line, wholeBetween(random, 0, 1_500_000) + random()),
  );
  const tables = trains.map(({ kind, path_m, places, stops_m }) =>
    tabulate(places, makeEngineRun(kind, path_m, [...stops_m, path_m])),
  );
  const haltStart = new Uint32Array(nTrains + 1);
  tables.forEach(({ halts_mm }, r) => {
    haltStart[r + 1] = haltStart[r]! + halts_mm.length;
  });
  const nHalts = haltStart[nTrains]!;
  const dwells_ms = new Float64Array(nHalts);
  const dues_ms = new Float64Array(nHalts).fill(-Infinity);
  const actual_ms = new Float64Array(nHalts);
  const delays_ms = trains.map(() => (random() < 0.4 ? random() * 600_000 : 0));
  const longer_ms = trains.map(({ dwells_ms: all }) =>
    all.map(() => (random() < 0.2 ? random() * 200_000 : 0)),
  );
  trains.forEach((train, r) => {
    let h = 0;
    for (let s = 0; s < train.dwells_ms.length; s++, h = tables[r]!.next[h]!) {
      dwells_ms[haltStart[r]! + h] = train.dwells_ms[s]!;
      actual_ms[haltStart[r]! + h] = train.dwells_ms[s]! + longer_ms[r]![s]!;
      dues_ms[haltStart[r]! + h] = train.dues_ms[s]!;
    }
  });
  const appears_ms = Float64Array.from(trains, (train) => train.appears_ms);
  return {
    tables,
    kinds: trains.map(({ kind }) => kind),
    traffic: {
      nZones: N_ZONES,
      tables,
      runTables: Uint32Array.from(trains.keys()),
      haltStart,
      appears_ms,
      dwells_ms,
      dues_ms,
    },
    day: { appears_ms: appears_ms.map((at, r) => at + delays_ms[r]!), dwells_ms: actual_ms },
    judged: (jitters_ms) =>
      trains.map((train, r) => ({
        ...train.judge,
        appears_ms: train.appears_ms + delays_ms[r]! + (jitters_ms[r] ?? 0),
        stops: [0, ...train.stops_m, train.path_m].map((x_m, s) => ({
          x_m,
          dwell_ms: train.dwells_ms[s]! + longer_ms[r]![s]!,
          due_ms: train.dues_ms[s]!,
        })),
      })),
  };
}
