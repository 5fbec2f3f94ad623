/**
 * Lines of stations with one or two tracks, joined by one or two tracks, and trains that run between them: in
 * the engine's form, and as plain objects for the simulator that judges it.
 */

import { type OperatedRun, operateRun } from "../../../../workers/engine/operation/operated_run.ts";
import type { WayLayout } from "../../../../workers/engine/operation/way_layout.ts";
import {
  compileStock,
  type StoredRollingStock,
} from "../../../../workers/engine/physics/rolling_stock.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun, STOCK_T } from "../plain_run.ts";
import { between, type Random, wholeBetween } from "../seeded.ts";

/** A train with constant rates, so that its times have closed forms. */
export interface DrawnStock {
  readonly length_m: number;
  readonly accelerating_m_s2: number;
  readonly braking_m_s2: number;
  readonly fastest_m_s: number;
}

export interface DrawnZone {
  readonly zone: number;
  readonly config: number;
  readonly length_m: number;
}

/** Its signal stands at the begin; a lock is the zones behind it that are locked with it. */
export interface DrawnBlock {
  readonly zones: readonly DrawnZone[];
  readonly locks: number;
  readonly lead_s: number;
  /** Where the signal that warns of it, or its own, is seen; m of the path. */
  readonly sightings_m: readonly number[];
}

export interface DrawnTrain {
  readonly stock: DrawnStock;
  readonly blocks: readonly DrawnBlock[];
  readonly length_m: number;
  /** m of the path, with the planned stop in s; the first is the begin, the last the end. */
  readonly stops: readonly { readonly at_m: number; readonly dwell_s: number }[];
  readonly start_s: number;
  /** Planned running times are so much longer than possible ones. */
  readonly reserve: number;
  readonly entry_s: number;
  /** By stop. */
  readonly longer_s: readonly number[];
}

export interface DrawnDay {
  readonly trains: readonly DrawnTrain[];
  /** s; -Infinity: first come, first served. */
  readonly patience_s: number;
  /** From a stop on a train goes behind another one; absent: by the plan. */
  readonly orders?: readonly DrawnOrder[];
  /** Until then a train does not depart from a stop. */
  readonly holds?: readonly {
    readonly train: number;
    readonly stop: number;
    readonly until_s: number;
  }[];
  /** From a stop on a train does not run; it stays on the track, or leaves it. */
  readonly ends?: readonly DrawnEnd[];
  /** Zones that no train gets for a time; Infinity: for good. */
  readonly closures?: readonly DrawnClosure[];
  /** Trains that run slower for a time, each once. */
  readonly slower?: readonly DrawnSlower[];
  /** Trains that appear late were reported where they appear: they are there even where another one stands. */
  readonly areLateSeen?: boolean;
}

export interface DrawnEnd {
  readonly train: number;
  readonly stop: number;
  readonly stands: boolean;
}

export interface DrawnSlower {
  readonly train: number;
  readonly percent: number;
  readonly begin_s: number;
  readonly end_s: number;
}

export interface DrawnClosure {
  readonly zones: readonly number[];
  readonly begin_s: number;
  readonly end_s: number;
}

export interface DrawnOrder {
  readonly train: number;
  /** Which of its stops. */
  readonly stop: number;
  readonly first: number;
}

const SIGHT_M = 250;

interface Line {
  /** [nStations] number of tracks. */
  readonly tracks: readonly number[];
  /** [nStations - 1] lengths of the blocks on the line to the next station, and its tracks. */
  readonly sections: readonly { readonly tracks: number; readonly blocks_m: readonly number[] }[];
  readonly platform_m: number;
}

function drawLine(random: Random): Line {
  const nStations = wholeBetween(random, 2, 5);
  return {
    tracks: Array.from({ length: nStations }, () => wholeBetween(random, 1, 3)),
    sections: Array.from({ length: nStations - 1 }, () => ({
      tracks: wholeBetween(random, 1, 2),
      blocks_m: Array.from({ length: wholeBetween(random, 1, 4) }, () =>
        wholeBetween(random, 600, 3000),
      ),
    })),
    platform_m: wholeBetween(random, 300, 600),
  };
}

const THROAT_M = 150;

/** Zones have numbers by kind and place; a way through one has its number times 100 and what it joins. */
function zoneOf(kind: number, place: number, track: number, piece: number): number {
  return ((kind * 10 + place) * 10 + track) * 10 + piece;
}

function drawTrain(random: Random, line: Line): DrawnTrain {
  const nStations = line.tracks.length;
  const isUp = random() < 0.5;
  let from = wholeBetween(random, 0, nStations - 2);
  let to = wholeBetween(random, from + 1, nStations - 1);
  if (!isUp) [from, to] = [to, from];
  const step = isUp ? 1 : -1;
  const direction = isUp ? 0 : 1;
  const track = line.tracks.map((n) => wholeBetween(random, 0, n - 1));
  const platform = (s: number): DrawnZone => {
    const zone = zoneOf(1, s, track[s]!, 0);
    return { zone, config: zone * 100 + direction, length_m: line.platform_m };
  };
  const throat = (s: number, side: number, lineTrack: number, isOut: boolean): DrawnZone => {
    const zone = zoneOf(2, s, side, 0);
    const config = zone * 100 + track[s]! * 4 + lineTrack * 2 + (isOut ? 1 : 0);
    return { zone, config, length_m: THROAT_M };
  };
  const blocks: DrawnBlock[] = [];
  const stops = [{ at_m: 0, dwell_s: 20 }];
  let at_m = line.platform_m;
  const warnings_m: number[] = [];
  const add = (zones: readonly DrawnZone[], locks: number, lead_s: number): void => {
    const sightings_m = [...warnings_m.slice(-2), at_m - SIGHT_M];
    warnings_m.push(at_m - SIGHT_M);
    blocks.push({ zones, locks, lead_s, sightings_m });
    for (const { length_m } of zones) at_m += length_m;
  };
  blocks.push({ zones: [platform(from)], locks: 0, lead_s: 0, sightings_m: [] });
  for (let s = from; s !== to; s += step) {
    const place = Math.min(s, s + step);
    const section = line.sections[place]!;
    const lineTrack = section.tracks === 1 ? 0 : direction;
    const pieces = section.blocks_m.map((length_m, piece): DrawnZone => {
      const zone = zoneOf(3, place, lineTrack, piece);
      return { zone, config: zone * 100 + direction, length_m };
    });
    if (!isUp) pieces.reverse();
    add([throat(s, isUp ? 1 : 0, lineTrack, true), pieces[0]!], pieces.length - 1, 5);
    for (const piece of pieces.slice(1)) add([piece], 0, 0);
    const next = s + step;
    add([throat(next, isUp ? 0 : 1, lineTrack, false), platform(next)], 0, 5);
    const isLast = next === to;
    if (isLast || random() < 0.6)
      stops.push({ at_m: at_m - 20, dwell_s: wholeBetween(random, 20, 120) });
  }
  const length_m = at_m - 20;
  return {
    stock: {
      length_m: wholeBetween(random, 100, 280),
      accelerating_m_s2: between(random, 0.2, 0.8),
      braking_m_s2: between(random, 0.4, 0.9),
      fastest_m_s: between(random, 12, 40),
    },
    blocks,
    length_m,
    stops,
    start_s: between(random, 0, 3600),
    reserve: random() < 0.5 ? 0 : between(random, 0, 0.15),
    entry_s: random() < 0.5 ? 0 : between(random, 0, 600),
    longer_s: stops.map(() => (random() < 0.7 ? 0 : between(random, 0, 300))),
  };
}

export function drawDay(random: Random): DrawnDay {
  const line = drawLine(random);
  const patience = random();
  return {
    trains: Array.from({ length: wholeBetween(random, 1, 14) }, () => drawTrain(random, line)),
    patience_s: patience < 0.3 ? -Infinity : patience < 0.8 ? 300 : Infinity,
  };
}

const MASS_KG = 400_000;

export function stockOf({
  length_m,
  accelerating_m_s2,
  braking_m_s2,
  fastest_m_s,
}: DrawnStock): StoredRollingStock {
  const effort_n = MASS_KG * accelerating_m_s2;
  return {
    ...STOCK_T,
    mass_kg: MASS_KG,
    inertia_coefficient: 1,
    rolling_resistance: { A: 0, B: 0, C: 0 },
    length_m,
    max_speed_m_s: fastest_m_s,
    gamma: { type: "CONST", value: braking_m_s2 },
    effort_curves: {
      default_mode: "thermal",
      modes: {
        thermal: {
          is_electric: false,
          default_curve: { speeds: [0, 100], max_efforts: [effort_n, effort_n] },
          curves: [],
        },
      },
    },
  };
}

export function wayOf({ blocks, length_m }: DrawnTrain): WayLayout {
  const zones = blocks.flatMap((block) => block.zones);
  const blockZone = [0];
  const entries_mm: number[] = [];
  const ends_mm: number[] = [];
  let at_mm = 0;
  for (const block of blocks) {
    blockZone.push(blockZone.at(-1)! + block.zones.length);
    entries_mm.push(at_mm);
    for (const zone of block.zones) {
      at_mm += zone.length_m * 1000;
      ends_mm.push(at_mm);
    }
  }
  const signals_mm = entries_mm.slice(1);
  return {
    names: entries_mm.map(() => null),
    length_mm: length_m * 1000,
    signals_mm: Float64Array.from(signals_mm),
    sightings_mm: Float64Array.from(signals_mm, (x_mm) => x_mm - SIGHT_M * 1000),
    entries_mm: Float64Array.from(entries_mm),
    blockZone: Uint32Array.from(blockZone),
    lockEnd: Uint32Array.from(blocks, ({ locks }, b) => blockZone[b + 1]! + locks),
    leads_ms: Float64Array.from(blocks, ({ lead_s }) => lead_s * 1000),
    zones: Uint32Array.from(zones, ({ zone }) => zone),
    configs: Uint32Array.from(zones, ({ config }) => config),
    zoneEnds_mm: Float64Array.from(ends_mm),
  };
}

/** The engine's form. Its plan is its fastest run, each part of it longer by the reserve. */
export function operate(train: DrawnTrain, base_s: (x_m: number) => number): OperatedRun {
  const { stock, stops, length_m, reserve } = train;
  compileStock(stockOf(stock));
  const run = makeRun({
    length_m,
    stock: stockOf(stock),
    stops_m: stops.map(({ at_m }) => at_m),
    isExact: true,
  });
  const dwell_s = (x_m: number, isBefore: boolean): number =>
    stops.reduce(
      (sum, stop) =>
        stop.at_m < x_m || (!isBefore && stop.at_m === x_m) ? sum + stop.dwell_s : sum,
      0,
    );
  const planned_us = (x_mm: number, isBefore: boolean): number =>
    1e6 * ((1 + reserve) * base_s(x_mm / 1000) + dwell_s(x_mm / 1000, isBefore));
  const operated = operateRun(new Simulator(), {
    way: wayOf(train),
    run,
    planned: {
      arrival_us: (x_mm) => planned_us(x_mm, true),
      departure_us: (x_mm) => planned_us(x_mm, false),
    },
  });
  if (!operated.ok) throw new Error(JSON.stringify(operated.error));
  return operated.value.operated;
}

/** Decisions about a drawn day, some of which can't be obeyed. */
export function drawOrders(random: Random, { trains }: DrawnDay): DrawnOrder[] {
  if (trains.length < 2) return [];
  return Array.from({ length: wholeBetween(random, 1, 4) }, () => {
    const train = wholeBetween(random, 0, trains.length - 1);
    const first = (train + wholeBetween(random, 1, trains.length - 1)) % trains.length;
    const stop = wholeBetween(random, 0, trains[train]!.stops.length - 2);
    return { train, stop, first };
  });
}

/** Some trains end on their way, at any of their stops. */
export function drawEnds(random: Random, { trains }: DrawnDay): DrawnEnd[] {
  return trains.flatMap(({ stops }, train) =>
    random() < 0.6
      ? []
      : [{ train, stop: wholeBetween(random, 0, stops.length - 1), stands: random() < 0.4 }],
  );
}

/** Zones of some trains' paths, next to each other, mostly for a while. */
export function drawClosures(random: Random, { trains }: DrawnDay): DrawnClosure[] {
  return Array.from({ length: wholeBetween(random, 1, 3) }, () => {
    const { blocks } = trains[wholeBetween(random, 0, trains.length - 1)]!;
    const zones = blocks.flatMap((block) => block.zones.map(({ zone }) => zone));
    const from = wholeBetween(random, 0, zones.length - 1);
    const begin_s = between(random, 0, 4500);
    const time_s = random() < 0.2 ? Infinity : between(random, 60, 2400);
    return {
      zones: zones.slice(from, from + wholeBetween(random, 1, 3)),
      begin_s,
      end_s: begin_s + time_s,
    };
  });
}

/** Some trains are slower for a time, mostly from somewhere on their way on. */
export function drawSlower(random: Random, { trains }: DrawnDay): DrawnSlower[] {
  return trains.flatMap(({ start_s }, train) => {
    if (random() < 0.5) return [];
    const begin_s = start_s + between(random, -300, 900);
    const time_s = random() < 0.3 ? Infinity : between(random, 60, 1200);
    return [{ train, percent: wholeBetween(random, 1, 400), begin_s, end_s: begin_s + time_s }];
  });
}
