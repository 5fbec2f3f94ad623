/**
 * Method: the page's worked examples; seeded random requirements against a literal grouping on objects
 * and a brute-force comparison of all pairs; shared simulations against one by one.
 */
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../../bench/network/options.ts";
import { generateNetwork } from "../../../../bench/network.ts";
import {
  ConflictDetector,
  type Conflicts,
  SPACING,
} from "../../../../workers/engine/conflicts/detect_conflicts.ts";
import {
  NO_WORKS,
  type TrainRequirements,
  type WorkRequirements,
} from "../../../../workers/engine/conflicts/requirement_table.ts";
import { compileInfra } from "../../../../workers/engine/infra/compile/compile.ts";
import { type Infra, openInfra } from "../../../../workers/engine/infra/infra.ts";
import {
  allocateRequirements,
  openRequirements,
  type Requirements,
} from "../../../../workers/engine/requirements/packed_requirements.ts";
import { md5 } from "../infra/compile_network.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";

interface Need {
  readonly zone: number;
  readonly begin_ms: number;
  readonly end_ms: number;
}

interface RouteNeed {
  readonly begin_ms: number;
  readonly zones: readonly { readonly zonePath: number; readonly end_ms: number }[];
}

function pack(spacing: readonly Need[], routing: readonly RouteNeed[]): Requirements {
  const zones = routing.flatMap((one) => one.zones);
  const packed = openRequirements(
    allocateRequirements({
      nSpacing: spacing.length,
      nRoutes: routing.length,
      nRouteZones: zones.length,
      nUpdates: 0,
      nSightings: 0,
    }),
  );
  spacing.forEach(({ zone, begin_ms, end_ms }, i) => {
    packed.spacingZones[i] = zone;
    packed.spacingBegins_ms[i] = begin_ms;
    packed.spacingEnds_ms[i] = end_ms;
  });
  routing.forEach((route, r) => {
    packed.routeBegins_ms[r] = route.begin_ms;
    packed.routeZoneStart[r + 1] = packed.routeZoneStart[r]! + route.zones.length;
  });
  zones.forEach(({ zonePath, end_ms }, i) => {
    packed.routeZonePaths[i] = zonePath;
    packed.routeZoneEnds_ms[i] = end_ms;
  });
  return packed;
}

const detector = new ConflictDetector();

function detect(trains: TrainRequirements, works?: WorkRequirements): Conflicts {
  const result = detector.detect(NETWORK, trains, works);
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
}

function eachOnce(
  simulations: readonly Requirements[],
  starts_ms?: readonly number[],
): TrainRequirements {
  return {
    simulations,
    trainSimulations: Uint32Array.from(simulations.keys()),
    trainStarts_ms: Float64Array.from(simulations, (_, i) => starts_ms?.[i] ?? 0),
  };
}

/** `kind owners [begin, end] zone[begin, end]…`, sorted. */
function textOf(conflicts: Conflicts): string[] {
  return Array.from(conflicts.kinds, (kind, c) => {
    const owners = conflicts.owners.slice(conflicts.ownerStart[c]!, conflicts.ownerStart[c + 1]!);
    const zones: string[] = [];
    for (let i = conflicts.requirementStart[c]!; i < conflicts.requirementStart[c + 1]!; i++) {
      const [begin, end] = [conflicts.requirementBegins_ms[i]!, conflicts.requirementEnds_ms[i]!];
      zones.push(`${conflicts.requirementZones[i]}[${begin},${end}]`);
    }
    const span = `[${conflicts.begins_ms[c]},${conflicts.ends_ms[c]}]`;
    const name = kind === SPACING ? "spacing" : "routing";
    return `${name} ${[...owners].join("+")} ${span} ${zones.sort().join(" ")}`;
  }).sort();
}

const NETWORK = compileTiny();

function compileTiny(): Infra {
  const { railjson } = generateNetwork(TINY_OPTIONS);
  // As a stored document is read: absent fields are absent.
  const compiled = compileInfra(JSON.parse(JSON.stringify(railjson)), md5);
  if (!compiled.ok) throw new Error("the generated network compiles");
  return openInfra(compiled.value);
}

/** Zone paths by zone, for the zones that trains can cross in more than one way. */
const CROSSED = groupZonePaths().filter((zonePaths) => zonePaths.length > 1);

function groupZonePaths(): number[][] {
  const rows: number[][] = Array.from(NETWORK.zoneName, () => []);
  NETWORK.zonePathZone.forEach((zone, zonePath) => rows[zone]!.push(zonePath));
  return rows;
}

const hasSwitch = (zonePath: number): boolean =>
  NETWORK.zonePathNodeStart[zonePath + 1]! > NETWORK.zonePathNodeStart[zonePath]!;

interface Item {
  readonly owner: number;
  readonly begin: number;
  readonly end: number;
  readonly config: number | null;
}

/** Requirements of both kinds by zone, in the order of trains and works. */
function listItems(
  trains: TrainRequirements,
  works: WorkRequirements,
): [Map<number, Item[]>, Map<number, Item[]>] {
  const spacing = new Map<number, Item[]>();
  const routing = new Map<number, Item[]>();
  const add = (map: typeof spacing, zone: number, item: Item): void => {
    map.set(zone, [...(map.get(zone) ?? []), item]);
  };
  trains.trainSimulations.forEach((s, owner) => {
    const one = trains.simulations[s]!;
    const start = trains.trainStarts_ms[owner]!;
    one.spacingZones.forEach((zone, i) => {
      const [begin, end] = [start + one.spacingBegins_ms[i]!, start + one.spacingEnds_ms[i]!];
      add(spacing, zone, { owner, begin, end, config: null });
    });
    one.routeBegins_ms.forEach((at, r) => {
      const zonePaths = one.routeZonePaths.slice(one.routeZoneStart[r], one.routeZoneStart[r + 1]);
      const begin = start + at - (zonePaths.some(hasSwitch) ? 5000 : 0);
      zonePaths.forEach((config, i) => {
        const end = start + one.routeZoneEnds_ms[one.routeZoneStart[r]! + i]!;
        add(routing, NETWORK.zonePathZone[config]!, { owner, begin, end, config });
      });
    });
  });
  works.zones.forEach((zone, i) => {
    const owner = trains.trainSimulations.length + works.works[i]!;
    const [begin, end] = [works.begins_ms[i]!, works.ends_ms[i]!];
    add(spacing, zone, { owner, begin, end, config: null });
  });
  return [spacing, routing];
}

const isConflicting = (a: Item, b: Item): boolean =>
  a.owner !== b.owner &&
  a.begin < b.end &&
  b.begin < a.end &&
  (a.config === null || a.config !== b.config);

/** Engine.md 7.4 on objects, sets and maps; no train excludes itself. */
function literalConflicts(trains: TrainRequirements, works: WorkRequirements): string[] {
  const nTrains = trains.trainSimulations.length;
  return listItems(trains, works)
    .flatMap((byZone, kind) => {
      const bySet = new Map<string, { zone: number; begin: number; end: number }[]>();
      for (const [zone, items] of byZone) {
        for (const group of literalGroups(items)) {
          if (group.every(({ owner }) => owner >= nTrains)) continue;
          const owners = [...new Set(group.map(({ owner }) => owner))].sort((a, b) => a - b);
          const key = owners.join("+");
          const begin = Math.min(...group.map((one) => one.begin));
          const end = Math.max(...group.map((one) => one.end));
          bySet.set(key, [...(bySet.get(key) ?? []), { zone, begin, end }]);
        }
      }
      return [...bySet].flatMap(([key, spans]) => {
        const merged: (typeof spans)[] = [];
        for (const span of spans.sort((a, b) => a.begin - b.begin)) {
          const last = merged.at(-1);
          if (last !== undefined && span.begin <= Math.max(...last.map(({ end }) => end)))
            last.push(span);
          else merged.push([span]);
        }
        return merged.map((list) => {
          const [begin, end] = [
            Math.min(...list.map((one) => one.begin)),
            Math.max(...list.map((one) => one.end)),
          ];
          const zones = list.map((one) => `${one.zone}[${one.begin},${one.end}]`).sort();
          return `${kind === SPACING ? "spacing" : "routing"} ${key} [${begin},${end}] ${zones.join(" ")}`;
        });
      });
    })
    .sort();
}

function literalGroups(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  const groupOf = new Map<Item, number>();
  let active: Item[] = [];
  for (const r of items.toSorted((a, b) => a.begin - b.begin)) {
    active = active.filter(({ end }) => end > r.begin);
    const seen = new Set<number>();
    for (const q of active.filter((one) => isConflicting(one, r))) {
      const group = groupOf.get(q);
      if (group === undefined) {
        groups.push([q, r]);
        groupOf.set(q, groups.length - 1);
        groupOf.set(r, groups.length - 1);
      } else if (!seen.has(group)) {
        seen.add(group);
        groups[group]!.push(r);
      }
    }
    active.push(r);
  }
  return groups;
}

/**
 * All pairs: each conflicting pair is in one conflict that covers both there, and each train of a
 * conflict conflicts with another one of it.
 */
function checkPairs(
  trains: TrainRequirements,
  works: WorkRequirements,
  conflicts: Conflicts,
): void {
  const nTrains = trains.trainSimulations.length;
  for (const [kind, byZone] of listItems(trains, works).entries()) {
    const found = new Map<number, { owners: Set<number>; begin: number; end: number }[]>();
    for (let c = 0; c < conflicts.count; c++) {
      if (conflicts.kinds[c] !== kind) continue;
      const owners = new Set(
        conflicts.owners.subarray(conflicts.ownerStart[c]!, conflicts.ownerStart[c + 1]!),
      );
      for (let i = conflicts.requirementStart[c]!; i < conflicts.requirementStart[c + 1]!; i++) {
        const zone = conflicts.requirementZones[i]!;
        const span = {
          begin: conflicts.requirementBegins_ms[i]!,
          end: conflicts.requirementEnds_ms[i]!,
        };
        found.set(zone, [...(found.get(zone) ?? []), { owners, ...span }]);
        const items = (byZone.get(zone) ?? []).filter(
          (one) => owners.has(one.owner) && one.begin >= span.begin && one.end <= span.end,
        );
        for (const owner of owners) {
          const own = items.filter((one) => one.owner === owner);
          expect(own.some((a) => items.some((b) => a !== b && isConflicting(a, b)))).toBe(true);
        }
      }
    }
    for (const [zone, items] of byZone) {
      for (const [i, a] of items.entries()) {
        for (const b of items.slice(i + 1)) {
          if (!isConflicting(a, b) || (a.owner >= nTrains && b.owner >= nTrains)) continue;
          const covers = (found.get(zone) ?? []).some(
            ({ owners, begin, end }) =>
              owners.has(a.owner) &&
              owners.has(b.owner) &&
              begin <= Math.min(a.begin, b.begin) &&
              end >= Math.max(a.end, b.end),
          );
          expect(covers).toBe(true);
        }
      }
    }
  }
}

/** Few zones and coarse times, so that begins and ends often coincide. */
function drawTrains(random: Random): TrainRequirements {
  const nTrains = wholeBetween(random, 1, 14);
  const step_ms = pick(random, [1, 1000, 5000]);
  const horizon = pick(random, [10, 40, 100]);
  const time = (): number => step_ms * wholeBetween(random, 0, horizon);
  const zones = Array.from({ length: wholeBetween(random, 1, 5) }, () => pick(random, CROSSED));
  const simulations = Array.from({ length: nTrains }, () => {
    const spacing = zones.flatMap(([zonePath]) => {
      if (random() < 0.3) return [];
      const begin_ms = time();
      const zone = NETWORK.zonePathZone[zonePath!]!;
      // Some end before they begin: a closed signal reserves late.
      return [{ zone, begin_ms, end_ms: begin_ms + time() - (random() < 0.1 ? 2 * step_ms : 0) }];
    });
    const routing = zones.flatMap((zonePaths) => {
      if (random() < 0.3) return [];
      const begin_ms = time();
      const crossed = Array.from({ length: wholeBetween(random, 1, 3) }, () => ({
        zonePath: pick(random, random() < 0.7 ? zonePaths : pick(random, CROSSED)),
        end_ms: begin_ms + time(),
      }));
      return [{ begin_ms, zones: crossed }];
    });
    return pack(spacing, routing);
  });
  const starts = simulations.map(() => 1.7e12 + time());
  return eachOnce(simulations, starts);
}

function drawWorks(random: Random): WorkRequirements {
  const rows = Array.from({ length: wholeBetween(random, 1, 6) }, () => {
    const begin = 1.7e12 + wholeBetween(random, 0, 50_000);
    return {
      zone: NETWORK.zonePathZone[pick(random, CROSSED)[0]!]!,
      work: wholeBetween(random, 0, 2),
      begin,
      end: begin + wholeBetween(random, 0, 50_000),
    };
  });
  return {
    zones: Uint32Array.from(rows, ({ zone }) => zone),
    works: Uint32Array.from(rows, ({ work }) => work),
    begins_ms: Float64Array.from(rows, ({ begin }) => begin),
    ends_ms: Float64Array.from(rows, ({ end }) => end),
  };
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[wholeBetween(random, 0, list.length - 1)]!;
}

describe("conflict detection", () => {
  it.each([
    {
      name: "a chain of three",
      needs: { A: [0, 10], B: [5, 15], C: [12, 20] },
      groups: ["0+1+2 [0,20]"],
    },
    {
      name: "one that is in two groups",
      needs: { A: [0, 10], B: [5, 15], C: [8, 30], D: [20, 40] },
      groups: ["0+1+2 [0,30]", "2+3 [8,40]"],
    },
    {
      name: "one that holds out long",
      needs: { A: [0, 100], B: [5, 50], C: [10, 20], D: [15, 30] },
      groups: ["0+1+2+3 [0,100]", "2+3 [10,30]"],
    },
    { name: "two that only touch", needs: { A: [0, 10], B: [10, 20] }, groups: [] },
  ])("groups $name as the page says", ({ needs, groups }) => {
    const simulations = Object.values(needs).map(([begin, end]) =>
      pack([{ zone: 3, begin_ms: begin!, end_ms: end! }], []),
    );
    const found = textOf(detect(eachOnce(simulations)));
    expect(found.map((one) => one.split(" ").slice(1, 3).join(" "))).toEqual(groups);
  });

  it("joins zones of the same trains where their times touch and keeps others apart", () => {
    const train = pack(
      [
        { zone: 1, begin_ms: 0, end_ms: 10 },
        { zone: 2, begin_ms: 10, end_ms: 20 },
        { zone: 3, begin_ms: 21, end_ms: 30 },
      ],
      [],
    );
    expect(textOf(detect(eachOnce([train, train])))).toEqual([
      "spacing 0+1 [0,20] 1[0,10] 2[10,20]",
      "spacing 0+1 [21,30] 3[21,30]",
    ]);
  });

  it("lets a train come back to a zone before it has left it, and others be in conflict with each of its uses", () => {
    const [one, other] = CROSSED.find((zonePaths) => zonePaths.every(hasSwitch))!;
    const zone = NETWORK.zonePathZone[one!]!;
    const twice = pack(
      [
        { zone, begin_ms: 0, end_ms: 30 },
        { zone, begin_ms: 20, end_ms: 60 },
      ],
      [
        {
          begin_ms: 0,
          zones: [
            { zonePath: one!, end_ms: 30 },
            { zonePath: other!, end_ms: 60 },
          ],
        },
      ],
    );
    expect(textOf(detect(eachOnce([twice])))).toEqual([]);
    const behind = pack([{ zone, begin_ms: 40, end_ms: 70 }], []);
    expect(textOf(detect(eachOnce([twice, behind])))).toEqual([
      `spacing 0+1 [20,70] ${zone}[20,70]`,
    ]);
    expect(
      textOf(detect(eachOnce([twice, pack([{ zone, begin_ms: 60, end_ms: 70 }], [])]))),
    ).toEqual([]);
  });

  it("lets routes conflict in a zone only when they cross it differently", () => {
    const [one, other] = CROSSED.find((zonePaths) => zonePaths.every(hasSwitch))!;
    const over = (zonePath: number, begin_ms: number): Requirements =>
      pack([], [{ begin_ms, zones: [{ zonePath, end_ms: begin_ms + 50 }] }]);
    expect(detect(eachOnce([over(one!, 0), over(one!, 10)])).count).toBe(0);
    expect(detect(eachOnce([over(one!, 0), over(other!, 10)])).count).toBe(1);
    // A switch is prepared five seconds before.
    expect(detect(eachOnce([over(one!, 0), over(other!, 5049)])).count).toBe(1);
    expect(detect(eachOnce([over(one!, 0), over(other!, 5050)])).count).toBe(0);
  });

  it("reports trains in a work's zones and drops works among themselves", () => {
    const works: WorkRequirements = {
      zones: Uint32Array.of(2, 2, 4),
      works: Uint32Array.of(0, 1, 1),
      begins_ms: Float64Array.of(0, 5, 0),
      ends_ms: Float64Array.of(20, 30, 9),
    };
    const train = pack([{ zone: 2, begin_ms: 25, end_ms: 40 }], []);
    // The first work is over when the train comes, but the sweep has it in the second one's group.
    expect(textOf(detect(eachOnce([train]), works))).toEqual(["spacing 0+1+2 [0,40] 2[0,40]"]);
    expect(detect(eachOnce([]), works).count).toBe(0);
  });

  it("agrees with a literal grouping and with all pairs on random requirements", () => {
    const nConflicts = [0, 0];
    for (let seed = 0; seed < 300; seed++) {
      const random = makeRandom(seed);
      const trains = drawTrains(random);
      const works = random() < 0.3 ? drawWorks(random) : NO_WORKS;
      const conflicts = detect(trains, works);
      expect(textOf(conflicts), `seed ${seed}`).toEqual(literalConflicts(trains, works));
      checkPairs(trains, works, conflicts);
      for (const kind of conflicts.kinds) nConflicts[kind] = nConflicts[kind]! + 1;
    }
    for (const count of nConflicts) expect(count).toBeGreaterThan(300);
  });

  it("agrees with the literal grouping for hundreds of trains", () => {
    const random = makeRandom(99);
    const { simulations } = drawTrains(random);
    const trainSimulations = Uint32Array.from({ length: 500 }, () =>
      wholeBetween(random, 0, simulations.length - 1),
    );
    const trainStarts_ms = Float64Array.from(trainSimulations, () =>
      wholeBetween(random, 0, 400_000),
    );
    const trains = { simulations, trainSimulations, trainStarts_ms };
    const found = textOf(detect(trains));
    expect(found.length).toBeGreaterThan(500);
    expect(found).toEqual(literalConflicts(trains, NO_WORKS));
  });

  it("gives occurrences of one simulation what the same trains give one by one", () => {
    const random = makeRandom(7);
    const { simulations } = drawTrains(random);
    const trainSimulations = Uint32Array.from({ length: 40 }, () =>
      wholeBetween(random, 0, simulations.length - 1),
    );
    const starts = Array.from(trainSimulations, () => 1.7e12 + wholeBetween(random, 0, 2000));
    const shared = { simulations, trainSimulations, trainStarts_ms: Float64Array.from(starts) };
    const single = eachOnce(
      Array.from(trainSimulations, (s) => simulations[s]!),
      starts,
    );
    expect(textOf(detect(shared))).toEqual(textOf(detect(single)));
  });

  it("refuses an answer without bound when thousands of trains stand in one place", () => {
    const train = pack([{ zone: 1, begin_ms: 0, end_ms: 1e9 }], []);
    const result = detector.detect(NETWORK, {
      simulations: [train],
      trainSimulations: new Uint32Array(9000),
      trainStarts_ms: Float64Array.from({ length: 9000 }, (_, i) => i),
    });
    expect(result).toMatchObject({ ok: false, error: { kind: "too_many_conflicts" } });
  });
});
