/**
 * The generated network: same options give the same bytes, sizes scale, drawn lines are as long as
 * declared, there are no faults of any kind, and every train finds its path and runs (through the
 * tasks that the server calls).
 */
import { createHash } from "node:crypto";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { listRunningTrains } from "../../bench/demo/occurrences.ts";
import { DEFAULT_OPTIONS, type NetworkOptions, TINY_OPTIONS } from "../../bench/network/options.ts";
import {
  compileNetwork,
  findTrainPaths,
  parseNetwork,
  simulateAll,
} from "../../bench/network/run_network.ts";
import { type GeneratedNetwork, generateNetwork } from "../../bench/network.ts";
import { listEffectiveTrains } from "../../src/timetable/paced_train/effective_trains.ts";
import { PacedTrainCreation } from "../../src/timetable/paced_train/paced_train.schemas.ts";
import type { FoundPath } from "../../workers/tasks/types.ts";
import { atOnce } from "../helpers/at_once.ts";

function hash(network: GeneratedNetwork): string {
  return createHash("sha256").update(JSON.stringify(network)).digest("hex");
}

/** Length of a line by the haversine formula: another one than the generator uses. */
function measureHaversine(coordinates: readonly (readonly number[])[]): number {
  const radius_m = 6_378_160;
  let length_m = 0;
  for (let i = 1; i < coordinates.length; i++) {
    const [lon1 = 0, lat1 = 0] = coordinates[i - 1]!.map((degrees) => (degrees * Math.PI) / 180);
    const [lon2 = 0, lat2 = 0] = coordinates[i]!.map((degrees) => (degrees * Math.PI) / 180);
    const a =
      Math.sin((lat2 - lat1) / 2) ** 2 +
      Math.cos(lat1) * Math.cos(lat2) * Math.sin((lon2 - lon1) / 2) ** 2;
    length_m += 2 * radius_m * Math.asin(Math.sqrt(a));
  }
  return length_m;
}

describe("the generated network", () => {
  const network = generateNetwork();

  it("is the same for the same seed and another one for another seed", () => {
    expect(hash(generateNetwork())).toBe(hash(network));
    expect(hash(generateNetwork({ seed: 2 }))).not.toBe(hash(network));
  });

  it("has by default about 200 km, 12 stations and 60 trains of four stocks", () => {
    const { main_line, train_schedules, rolling_stocks } = network;
    const length_m = main_line.at(-1)!.distance_m - main_line[0]!.distance_m;
    expect(main_line).toHaveLength(12);
    expect(Math.abs(length_m - 200_000)).toBeLessThan(20_000);
    expect(train_schedules).toHaveLength(60);
    expect(new Set(train_schedules.map((train) => train.rolling_stock_name)).size).toBe(4);
    expect(rolling_stocks).toHaveLength(4);
    expect(new Set(train_schedules.map(({ train_name }) => train_name)).size).toBe(60);
  });

  it("holds every kind of thing that planners meet", () => {
    const { railjson, train_schedules } = network;
    const types = new Set(railjson.switches.map(({ switch_type }) => switch_type));
    expect([...types].sort()).toEqual([
      "crossing",
      "double_slip_switch",
      "link",
      "point_switch",
      "single_slip_switch",
    ]);
    const logical = railjson.signals.map(({ logical_signals }) => logical_signals![0]!);
    const jaune_cli = logical.map(({ default_parameters }) => default_parameters["jaune_cli"]);
    expect(new Set(jaune_cli)).toEqual(new Set(["true", "false"]));
    expect(logical.some((signal) => signal.conditional_parameters.length > 0)).toBe(true);
    expect(railjson.electrifications.map(({ voltage }) => voltage)).toEqual(["25000V", "1500V"]);
    const { speed_sections, neutral_sections, track_sections } = railjson;
    expect(speed_sections.some(({ on_routes }) => (on_routes ?? []).length > 0)).toBe(true);
    expect(neutral_sections.some(({ lower_pantograph }) => lower_pantograph)).toBe(true);
    const gauges = track_sections.flatMap((track) => track.loading_gauge_limits ?? []);
    expect(new Set(gauges.map(({ category }) => category)).size).toBe(3);
    expect(track_sections.some(({ curves }) => curves.length > 0)).toBe(true);
    for (const field of ["power_restrictions", "schedule"] as const) {
      expect(train_schedules.some((train) => train[field].length > 0)).toBe(true);
    }
    expect(train_schedules.some(({ initial_speed }) => initial_speed > 0)).toBe(true);
    const receptions = train_schedules.flatMap(({ schedule }) =>
      schedule.map(({ reception_signal }) => reception_signal),
    );
    expect(new Set(receptions)).toEqual(new Set(["OPEN", "STOP", "SHORT_SLIP_STOP"]));
    const margins = train_schedules.flatMap((train) => train.margins.values);
    expect(new Set(margins.map((value) => value.replace(/[\d.]/g, "")))).toEqual(
      new Set(["%", "min/km"]),
    );
    expect(train_schedules.some((train) => train.margins.boundaries.length > 0)).toBe(true);
    const distributions = train_schedules.map((train) => train.constraint_distribution);
    expect(new Set(distributions)).toEqual(new Set(["MARECO", "LINEAR"]));
    expect(train_schedules.flatMap(({ schedule }) => schedule).some((one) => one.arrival)).toBe(
      true,
    );
  });

  it("has paced trains that the server takes, with every kind of exception", () => {
    const paced = network.paced_trains.map((form) => v.parse(PacedTrainCreation, form));
    const exceptions = paced.flatMap((one) => one.exceptions);
    expect(exceptions.some(({ disabled }) => disabled)).toBe(true);
    expect(exceptions.some((one) => one.occurrence_index === undefined)).toBe(true);
    expect(exceptions.some((one) => one.rolling_stock !== undefined)).toBe(true);
    expect(exceptions.some((one) => one.start_time !== undefined)).toBe(true);
    // As a client counts them, which the demo does.
    const ids = paced.map((_, i) => i);
    const imported = { infra_id: 0, electrical_profile_set_id: 0, timetable_id: 0 };
    const all = listRunningTrains(network, {
      ...imported,
      rolling_stock_ids: new Map(),
      train_ids: [],
      paced_train_ids: ids,
    });
    const seen = all.filter(({ is_paced }) => is_paced).map(({ start_ms }) => start_ms);
    const expected = paced
      .flatMap((train) => atOnce(listEffectiveTrains(train)))
      .map(({ start_ms }) => start_ms);
    expect(new Set(seen)).toEqual(new Set(expected));
    expect(seen).toHaveLength(expected.length);
  });

  it("draws every track as long as it declares it, within 1 cm and 0.1 per mille", () => {
    for (const { id, length, geo } of network.railjson.track_sections) {
      const difference_m = Math.abs(measureHaversine(geo.coordinates) - length);
      expect(difference_m, id).toBeLessThan(0.01 + length * 1e-4);
    }
  });

  it("joins tracks at switches where their lines end", () => {
    const { track_sections, switches } = network.railjson;
    const tracks = new Map(track_sections.map((track) => [track.id, track]));
    for (const { id, ports } of switches) {
      const points = Object.values(ports).map(({ track, endpoint }) => {
        const { coordinates } = tracks.get(track)!.geo;
        return coordinates.at(endpoint === "BEGIN" ? 0 : -1)!;
      });
      for (const point of points) {
        expect(measureHaversine([points[0]!, point]), id).toBeLessThan(0.01);
      }
    }
  });

  it("grows with its options", () => {
    const big = generateNetwork({ track_section_count_min: 1_000, train_count: 100 });
    expect(big.railjson.track_sections.length).toBeGreaterThanOrEqual(1_000);
    expect(big.train_schedules).toHaveLength(100);
    const names = big.railjson.operational_points.map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
    const parsed = parseNetwork(big);
    expect(parsed.kind === "parsed" ? parsed.faults.texts : parsed).toEqual([]);
    const tiny = generateNetwork(TINY_OPTIONS);
    expect(tiny.railjson.track_sections.length).toBeLessThan(100);
  });
});

const VARIANTS: Readonly<Record<string, NetworkOptions>> = {
  tiny: TINY_OPTIONS,
  "without a branch": { ...TINY_OPTIONS, branch_station_count: 0, station_count: 3 },
  default: DEFAULT_OPTIONS,
  "another seed": { ...DEFAULT_OPTIONS, seed: 12345 },
  BAPR: { ...DEFAULT_OPTIONS, signaling: "BAPR" },
  TVM300: { ...DEFAULT_OPTIONS, signaling: "TVM300" },
  TVM430: { ...DEFAULT_OPTIONS, signaling: "TVM430" },
  mixed: { ...DEFAULT_OPTIONS, signaling: "mixed" },
  "two lines": { ...TINY_OPTIONS, line_count: 2 },
};

describe.each(Object.entries(VARIANTS))("the %s network", (name, options) => {
  const network = generateNetwork(options);
  const infra = compileNetwork(network, `${name}.1`);
  const outcomes = findTrainPaths(network, infra);
  const paths: FoundPath[] = outcomes.flatMap((outcome) =>
    outcome.kind === "success" ? [outcome.path] : [],
  );

  it("has no fault and no warning", () => {
    const parsed = parseNetwork(network);
    expect(parsed.kind === "parsed" ? parsed.faults.texts : parsed).toEqual([]);
  });

  it("has the signalling systems that were asked for, and BAL in stations", () => {
    const systems = network.railjson.signals.map((s) => s.logical_signals![0]!.signaling_system);
    const { signaling } = options;
    const expected = signaling === "mixed" ? ["BAPR", "TVM300", "TVM430"] : [signaling];
    expect(new Set(systems)).toEqual(new Set(["BAL", ...expected]));
  });

  it("has a path for every train, not longer than the line", () => {
    expect(outcomes.filter(({ kind }) => kind !== "success")).toEqual([]);
    const length_mm = (network.main_line.at(-1)!.distance_m + 40_000) * 1000;
    for (const path of paths) expect(path.length_mm).toBeLessThan(length_mm);
  });

  it("lets every train run from end to end", () => {
    const runs = simulateAll(network, infra, paths);
    for (const [i, run] of runs.entries()) {
      expect(run.kind, network.train_schedules[i]!.train_name).toBe("success");
      if (run.kind !== "success") continue;
      const mean_m_s = run.base.length_mm / run.base.time_ms;
      expect(run.base.length_mm).toBe(paths[i]!.length_mm);
      expect(mean_m_s).toBeGreaterThan(8);
      expect(mean_m_s).toBeLessThan(45);
    }
  });
});
