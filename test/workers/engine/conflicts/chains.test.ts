/**
 * Method: a train of a long chain, in which each train meets the next one, moves; the difference is that of two
 * whole detections. Chains are so long that looking through one again for each of its trains would not end.
 */
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../../bench/network/options.ts";
import { generateNetwork } from "../../../../bench/network.ts";
import {
  ConflictChanger,
  compareConflicts,
} from "../../../../workers/engine/conflicts/change_conflicts.ts";
import {
  ConflictDetector,
  type Conflicts,
  joinConflicts,
} from "../../../../workers/engine/conflicts/detect_conflicts.ts";
import type { Occupancy, Slots } from "../../../../workers/engine/conflicts/occupancy.ts";
import {
  NO_WORKS,
  type TrainRequirements,
} from "../../../../workers/engine/conflicts/requirement_table.ts";
import {
  countEntries,
  makeRunEntries,
  writeRuns,
} from "../../../../workers/engine/conflicts/run_entries.ts";
import { listRunsByZone } from "../../../../workers/engine/conflicts/runs_by_zone.ts";
import { compileInfra } from "../../../../workers/engine/infra/compile/compile.ts";
import { openInfra } from "../../../../workers/engine/infra/infra.ts";
import {
  allocateRequirements,
  openRequirements,
} from "../../../../workers/engine/requirements/packed_requirements.ts";
import { scaled } from "../../../helpers/pace.ts";
import { md5 } from "../infra/compile_network.ts";

const TRAINS = 200_000;
const INTERVAL_MS = 60_000;
const ZONES = [0, 1];
const detector = new ConflictDetector();
const changer = new ConflictChanger();

const network = compileInfra(
  JSON.parse(JSON.stringify(generateNetwork(TINY_OPTIONS).railjson)),
  md5,
);
if (!network.ok) throw new Error("the generated network compiles");
const infra = openInfra(network.value);

/** Both zones for a minute and a half, so that trains a minute apart meet. */
const simulation = openRequirements(
  allocateRequirements({
    nSpacing: ZONES.length,
    nRoutes: 0,
    nRouteZones: 0,
    nUpdates: 0,
    nSightings: 0,
  }),
);
for (const [i, zone] of ZONES.entries()) {
  simulation.spacingZones[i] = zone;
  simulation.spacingBegins_ms[i] = i * INTERVAL_MS;
  simulation.spacingEnds_ms[i] = (i + 1.5) * INTERVAL_MS;
}

function trainsOf({ starts_ms }: Slots): TrainRequirements {
  return {
    simulations: [simulation],
    trainSimulations: new Uint32Array(starts_ms.length),
    trainStarts_ms: starts_ms,
  };
}

function keep(slots: Slots): Occupancy {
  const runs = makeRunEntries(1, countEntries([simulation]));
  writeRuns(runs, 0, infra, [simulation]);
  const grouped = detector.group(infra, trainsOf(slots), NO_WORKS);
  if (!grouped.ok) throw new Error(grouped.error.kind);
  return {
    runs: { ...runs, nRuns: 1 },
    runsByZone: { ...listRunsByZone(infra, runs, 1), nListed: 1 },
    slots,
    works: NO_WORKS,
    ...grouped.value,
  };
}

function spell(conflicts: Conflicts, c: number): string {
  const owners = conflicts.owners.subarray(conflicts.ownerStart[c]!, conflicts.ownerStart[c + 1]!);
  const [from, to] = [conflicts.requirementStart[c]!, conflicts.requirementStart[c + 1]!];
  const rows = [
    conflicts.requirementZones,
    conflicts.requirementBegins_ms,
    conflicts.requirementEnds_ms,
  ].map((column) => [...column.subarray(from, to)]);
  return JSON.stringify([[...owners], rows]);
}

function spellAll({ groups }: Occupancy): Set<string> {
  const conflicts = joinConflicts(groups);
  return new Set(Array.from(conflicts.kinds, (_, c) => spell(conflicts, c)));
}

describe("a train in a chain of 200,000 that meet one after the other", () => {
  const starts_ms = Float64Array.from({ length: TRAINS }, (_, i) => i * INTERVAL_MS);
  const slots: Slots = {
    runs: new Uint32Array(TRAINS),
    starts_ms,
    orders: new Float64Array(TRAINS).fill(1),
    ordinals: Uint32Array.from(starts_ms.keys()),
  };
  const occupancy = keep(slots);
  const known = spellAll(occupancy);

  it.each([
    ["the last", TRAINS - 1],
    ["one in the middle", TRAINS / 2],
    ["the first", 0],
  ])(
    "%s, that moves, changes what is told by detecting all twice",
    (_name, changed) => {
      const moved = {
        ...slots,
        starts_ms: starts_ms.with(changed, changed * INTERVAL_MS + 40_000),
      };
      const result = changer.change(infra, occupancy, {
        changed: Uint32Array.of(changed),
        slots: moved,
        newRuns: makeRunEntries(0, 0),
      });
      if (!result.ok) throw new Error(result.error.kind);
      const { before, after, pairCounts, memberCounts } = result.value;
      const { gone, made } = compareConflicts(before, after);
      const whole = keep(moved);
      const will = spellAll(whole);
      expect([pairCounts, memberCounts]).toEqual([whole.pairCounts, whole.memberCounts]);
      expect(gone.map((c) => spell(before, c))).toEqual([...known].filter((one) => !will.has(one)));
      expect(made.map((c) => spell(after, c))).toEqual([...will].filter((one) => !known.has(one)));
      expect(gone.length).toBeGreaterThan(0);
    },
    scaled(30_000),
  );
});
