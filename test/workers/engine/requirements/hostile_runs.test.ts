/**
 * Method: valid but extreme runs on one straight line; every list is checked for its invariants (zones
 * in order, begins before ends where nothing is reserved, finite times) instead of exact figures.
 */
import { describe, expect, it } from "vitest";
import { compileStock } from "../../../../workers/engine/physics/rolling_stock.ts";
import { RequirementBuilder } from "../../../../workers/engine/requirements/build_requirements.ts";
import {
  openRequirements,
  type Requirements,
} from "../../../../workers/engine/requirements/packed_requirements.ts";
import { makeRequirementPath } from "../../../../workers/engine/requirements/requirement_path.ts";
import { PathCache } from "../../../../workers/engine/simulation/path_physics.ts";
import {
  mergeSchedule,
  type ScheduleItem,
} from "../../../../workers/engine/simulation/schedule.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun } from "../../../../workers/engine/simulation/train_input.ts";
import { viewInfra } from "../../../../workers/tasks/infra_views.ts";
import type { InfraRef } from "../../../../workers/tasks/types.ts";
import { compileLine, pathOnLine } from "../line_network.ts";

const STOCK = {
  length_m: 200,
  mass_kg: 500_000,
  max_speed_m_s: 40,
  gamma: { type: "CONST", value: 0.5 },
  inertia_coefficient: 1.06,
  rolling_resistance: { A: 6000, B: 100, C: 8 },
  base_power_class: null,
  power_restrictions: {},
  effort_curves: {
    default_mode: "thermal",
    modes: {
      thermal: {
        is_electric: false,
        default_curve: { speeds: [0, 40], max_efforts: [300_000, 100_000] },
        curves: [],
      },
    },
  },
} as const;

const simulator = new Simulator();
const builder = new RequirementBuilder();

interface Asked {
  readonly line: InfraRef;
  readonly from_mm: number;
  readonly to_mm: number;
  readonly schedule?: readonly ScheduleItem[];
  readonly stock?: { readonly length_m?: number; readonly max_speed_m_s?: number };
}

function build({ line, from_mm, to_mm, schedule = [], stock = {} }: Asked): Requirements {
  const infra = viewInfra(line);
  const found = pathOnLine(line, from_mm, to_mm);
  const physics = new PathCache(infra).open(found.packed);
  const settings = {
    items_mm: found.item_positions_mm,
    initial_speed_m_s: 0,
    comfort: "STANDARD",
    speed_limit_tag: null,
    fallback_tags: [],
    use_electrical_profiles: false,
    schedule,
    power_restrictions: [],
  };
  const compiled = compileStock({ ...STOCK, ...stock });
  const made = makeRun(physics, { key: "hostile", stock: compiled }, settings, null);
  if (!made.ok) throw new Error(made.error.kind);
  const { run } = made.value;
  const base = simulator.simulateBase(run);
  if (!base.ok) throw new Error(base.error.kind);
  const along = makeRequirementPath(physics.path);
  if (!along.ok) throw new Error(along.error.kind);
  const packed = builder.build(along.value, {
    run,
    arena: simulator.arena,
    envelope: simulator.stages.base,
    schedule: mergeSchedule(schedule),
  });
  if (!packed.ok) throw new Error(packed.error.kind);
  const requirements = openRequirements(packed.value);
  checkInvariants(requirements, to_mm - from_mm);
  return requirements;
}

function checkInvariants(requirements: Requirements, length_mm: number): void {
  const { spacingBegins_ms, spacingEnds_ms, updateTimes_ms, sightingTimes_ms } = requirements;
  const times = [spacingBegins_ms, spacingEnds_ms, updateTimes_ms, sightingTimes_ms];
  for (const list of [...times, requirements.routeBegins_ms, requirements.routeZoneEnds_ms]) {
    for (const time of list) expect(Number.isInteger(time) && time >= 0).toBe(true);
  }
  expect(spacingBegins_ms.length).toBeGreaterThan(0);
  spacingBegins_ms.forEach((begin, i) => {
    expect(begin).toBeLessThanOrEqual(spacingEnds_ms[i]!);
    if (i > 0) expect(begin).toBeGreaterThanOrEqual(spacingBegins_ms[i - 1]!);
    if (i > 0) expect(spacingEnds_ms[i]).toBeGreaterThanOrEqual(spacingEnds_ms[i - 1]!);
  });
  updateTimes_ms.forEach((time, i) => {
    if (i > 0) expect(time).toBeGreaterThanOrEqual(updateTimes_ms[i - 1]!);
    expect(requirements.updatePositions_mm[i]).toBeLessThanOrEqual(length_mm);
  });
  for (const position of requirements.sightingPositions_mm) {
    expect(position).toBeLessThanOrEqual(length_mm);
  }
}

const everyKm = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => 1000 * (i + 1));

const LINE = compileLine({ length_m: 40_000, signals_m: everyKm(39) });

describe("requirements of extreme runs", () => {
  it("of a path of one metre hold the zone in which it lies and what its signals protect", () => {
    const { spacingZones } = build({ line: LINE, from_mm: 500_000, to_mm: 501_000 });
    expect(spacingZones.length).toBe(1);
  });

  it("of a train longer than its path never free a zone", () => {
    const { updateZones, spacingEnds_ms } = build({
      line: LINE,
      from_mm: 500_000,
      to_mm: 9_500_000,
      stock: { length_m: 20_000 },
    });
    expect(updateZones.every((update) => (update & 1) === 1)).toBe(true);
    expect(new Set(spacingEnds_ms).size).toBe(1);
  });

  it("of a train that is slower than a pedestrian last for days without losing a millisecond", () => {
    const { spacingEnds_ms } = build({
      line: LINE,
      from_mm: 0,
      to_mm: 30_000_000,
      stock: { max_speed_m_s: 0.1 },
    });
    expect(spacingEnds_ms.at(-1)).toBeGreaterThan(2.9e8);
  });

  it("of a train with 1,000 stops, a third of them before closed signals, stay in order", () => {
    const schedule = Array.from(
      { length: 1000 },
      (_, i): ScheduleItem => ({
        offset_mm: 35_000 * (i + 1),
        arrival_ms: null,
        stop_for_ms: 1000 * (i % 4),
        reception_signal: i % 3 === 0 ? "STOP" : "OPEN",
      }),
    );
    const { spacingZones } = build({ line: LINE, from_mm: 0, to_mm: 36_000_000, schedule });
    expect(spacingZones.length).toBeGreaterThan(30);
  });

  it("of a path of 3,000 km over 3,000 blocks are complete", () => {
    const line = compileLine({ length_m: 3_000_000, signals_m: everyKm(2999) });
    const { spacingZones, updateZones } = build({ line, from_mm: 0, to_mm: 2_999_000_000 });
    expect(spacingZones.length).toBe(3000);
    expect(updateZones.length).toBeGreaterThan(5900);
  });
});
