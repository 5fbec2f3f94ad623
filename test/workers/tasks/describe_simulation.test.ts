// Oracle: the answer as objects, printed by JSON.stringify. Networks, runs and requirements are drawn; names need
// escapes, numbers lie on the borders between the ways of printing them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonWriter, makePart } from "../../../workers/engine/infra/compile/json_writer.ts";
import { openInfra, packInfra } from "../../../workers/engine/infra/infra.ts";
import { SECTIONS } from "../../../workers/engine/infra/layout.ts";
import { packSimulation } from "../../../workers/engine/margins/packed_simulation.ts";
import { SPEED_LIMIT_SOURCES } from "../../../workers/engine/path/path_attributes.ts";
import {
  allocateRequirements,
  openRequirements,
} from "../../../workers/engine/requirements/packed_requirements.ts";
import type { Report } from "../../../workers/engine/simulation/report.ts";
import { describeSimulation } from "../../../workers/tasks/simulation/describe_simulation.ts";

const decoder = new TextDecoder();

const NAMES = [
  "",
  "a",
  "TA0",
  'a "quoted" one',
  "back\\slash",
  "line\nend",
  "Paris-Est é",
  "日本",
  "🚆",
  "\u2028",
];
const EDGES = [9, 99, 999, 9999, 99_999_999, 2 ** 31 - 1, 2 ** 32, 2 ** 53 - 1].flatMap((edge) => [
  edge,
  edge + 1,
  -edge,
]);

const number = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    1e21,
    1e-7,
    5e-324,
    Number.MAX_VALUE,
    Infinity,
    -Infinity,
    Number.NaN,
    ...EDGES,
  ),
  fc.nat(10_000_000),
  fc.integer(),
  fc.double(),
  fc.double({ min: 0, max: 3000 }),
);
const index = fc.nat(NAMES.length - 1);

/** A network of which every table of names has all of them, in this order. */
function makeNetwork() {
  const bytes = NAMES.map((name) => [...new TextEncoder().encode(name)]);
  let end = 0;
  const stringStart = [0, ...bytes.map(({ length }) => (end += length))];
  const all = NAMES.map((_, i) => i);
  const none = Object.fromEntries(Object.keys(SECTIONS).map((name) => [name, [] as number[]]));
  return packInfra({
    ...(none as Record<keyof typeof SECTIONS, number[]>), // the keys of the table itself
    stringBytes: bytes.flat(),
    stringStart,
    signalName: all,
    zoneName: all,
    routeName: all,
    nodeName: all,
    configName: all,
    detectorName: all,
    zonePathZone: all,
    zonePathEntry: all.map((i) => 2 * i),
    zonePathExit: all.map((i) => 2 * i + 1),
    // As many switches as its index.
    zonePathNodeStart: all.concat(NAMES.length).map((i) => (i * (i - 1)) / 2),
    zonePathNodes: all.flatMap((i) => all.slice(0, i)),
    zonePathConfigs: all.flatMap((i) => all.slice(0, i)),
  });
}

const network = { key: "names", buffer: makeNetwork() };

const report = fc.array(fc.tuple(number, number, number)).chain((points) =>
  fc.record({ items: fc.array(number), work: fc.tuple(number, number, number) }).map(
    ({ items, work: [energy_j, traction_j, braking_j] }): Report => ({
      positions_mm: Float64Array.from(points, ([position]) => position),
      times_ms: Float64Array.from(points, ([, time]) => time),
      speeds_m_s: Float64Array.from(points, ([, , speed]) => speed),
      itemTimes_ms: Float64Array.from(items),
      energy_j,
      traction_j,
      braking_j,
    }),
  ),
);

/** As speeds are printed: six decimals up to 2,147 m/s. */
function rounded(speed_m_s: number): number {
  const millionths = Math.round(speed_m_s * 1e6);
  return millionths >= 0 && millionths < 2 ** 31 ? millionths / 1e6 : speed_m_s;
}

const reportObject = (one: Report) => ({
  positions: [...one.positions_mm],
  times: [...one.times_ms],
  speeds: [...one.speeds_m_s].map(rounded),
  energy_consumption: one.energy_j,
  path_item_times: [...one.itemTimes_ms],
  traction_j: one.traction_j,
  braking_j: one.braking_j,
});

/** Rows of the requirements, and the buffer that holds them. */
const needs = fc.record({
  spacing: fc.array(fc.record({ zone: index, begin_time: number, end_time: number })),
  routes: fc.array(
    fc.record({ route: index, begin_time: number, zones: fc.array(fc.tuple(index, number)) }),
  ),
  updates: fc.array(
    fc.record({ zone: index, time: number, position: number, is_entry: fc.boolean() }),
  ),
  sightings: fc.array(fc.record({ signal: index, time: number, position: number })),
});
type Needs = typeof needs extends fc.Arbitrary<infer T> ? T : never;

function packNeeds({ spacing, routes, updates, sightings }: Needs): SharedArrayBuffer {
  const zones = routes.flatMap((one) => one.zones);
  const buffer = allocateRequirements({
    nSpacing: spacing.length,
    nRoutes: routes.length,
    nRouteZones: zones.length,
    nUpdates: updates.length,
    nSightings: sightings.length,
  });
  const views = openRequirements(buffer);
  views.spacingZones.set(spacing.map(({ zone }) => zone));
  views.spacingBegins_ms.set(spacing.map(({ begin_time }) => begin_time));
  views.spacingEnds_ms.set(spacing.map(({ end_time }) => end_time));
  views.routes.set(routes.map(({ route }) => route));
  views.routeBegins_ms.set(routes.map(({ begin_time }) => begin_time));
  let end = 0;
  views.routeZoneStart.set([0, ...routes.map((one) => (end += one.zones.length))]);
  views.routeZonePaths.set(zones.map(([zone]) => zone));
  views.routeZoneEnds_ms.set(zones.map(([, time]) => time));
  views.updateZones.set(updates.map(({ zone, is_entry }) => 2 * zone + (is_entry ? 1 : 0)));
  views.updateTimes_ms.set(updates.map(({ time }) => time));
  views.updatePositions_mm.set(updates.map(({ position }) => position));
  views.sightedSignals.set(sightings.map(({ signal }) => signal));
  views.sightingTimes_ms.set(sightings.map(({ time }) => time));
  views.sightingPositions_mm.set(sightings.map(({ position }) => position));
  return buffer;
}

const needsObject = ({ spacing, routes, updates, sightings }: Needs) => ({
  signal_sightings: sightings.map((one) => ({ ...one, signal: NAMES[one.signal], state: "VL" })),
  zone_updates: updates.map((one) => ({ ...one, zone: NAMES[one.zone] })),
  spacing_requirements: spacing.map((one) => ({ ...one, zone: NAMES[one.zone] })),
  routing_requirements: routes.map(({ route, begin_time, zones }) => ({
    route: NAMES[route],
    begin_time,
    zones: zones.map(([i, end_time]) => ({
      zone: NAMES[i],
      entry_detector: `INCREASING:${NAMES[i]}`,
      exit_detector: `DECREASING:${NAMES[i]}`,
      switches: Object.fromEntries(NAMES.slice(0, i).map((name) => [name, name])),
      end_time,
    })),
  })),
});

const SOURCE_CODES = SPEED_LIMIT_SOURCES.map((_, code) => code);
const limits = fc.array(fc.record({ speed: number, source: fc.constantFrom(...SOURCE_CODES) }), {
  minLength: 1,
});
const profiles = fc.array(
  fc.option(fc.record({ profile: fc.constantFrom(...NAMES), handled: fc.boolean() })),
  { minLength: 1 },
);

describe("a simulation", () => {
  it("is printed as JSON.stringify prints it", () => {
    fc.assert(
      fc.property(
        fc.array(report, { minLength: 3, maxLength: 3 }),
        fc.nat(3),
        needs,
        limits,
        profiles,
        (reports, n, need, mrsp, electrical) => {
          // One, two or three different runs.
          const base = reports[0]!;
          const provisional = n === 0 ? base : reports[1]!;
          const final = n < 2 ? provisional : n === 2 ? base : reports[2]!;
          const boundaries = (count: number) =>
            Array.from({ length: count - 1 }, (_, i) => i * 999_983);
          const packed = packSimulation(
            {
              runs: { base, provisional, final, warnings: [], step: "as_asked" },
              mrsp: {
                boundaries_mm: Float64Array.from(boundaries(mrsp.length)),
                speeds_m_s: Float64Array.from(mrsp, ({ speed }) => speed),
                sources: Uint8Array.from(mrsp, ({ source }) => source),
                fallbacks: new Int32Array(mrsp.length),
              },
              electrical_profiles: {
                boundaries_mm: boundaries(electrical.length),
                kinds: electrical.map((one) => (one === null ? 0 : one.handled ? 2 : 1)),
                profiles: electrical.map((one) => one?.profile ?? null),
              },
            },
            { tag: 'own "tag"', fallbacks: ["été"] },
          );
          const buffer = packNeeds(need);
          const text = describeSimulation({
            infra: network,
            packed,
            requirements: { buffer, byte_offset: 0, byte_length: buffer.byteLength },
            waypoints: { ids: [], positions_mm: [] },
          });
          const expected = {
            status: "success",
            base: reportObject(base),
            provisional: reportObject(provisional),
            final_output: { ...reportObject(final), ...needsObject(need) },
            mrsp: {
              boundaries: boundaries(mrsp.length),
              values: mrsp.map(({ speed, source }) => {
                const tag = [undefined, 'own "tag"', "été"][source];
                const told = { speed_limit_source_type: SPEED_LIMIT_SOURCES[source], tag };
                return source === 0 ? { speed } : { speed, source: told };
              }),
            },
            electrical_profiles: {
              boundaries: boundaries(electrical.length),
              values: electrical.map((one) =>
                one === null
                  ? { electrical_profile_type: "no_profile" }
                  : { electrical_profile_type: "profile", ...one },
              ),
            },
          };
          expect(decoder.decode(text)).toBe(JSON.stringify(expected));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("a text", () => {
  it("has numbers as JSON.stringify prints them", () => {
    const text = new JsonWriter();
    const small = Array.from({ length: 20_000 }, (_, i) => i);
    const powers = Array.from({ length: 54 }, (_, i) => [2 ** i - 1, 2 ** i, 10 ** (i / 3)]).flat();
    // A fixed sequence over all magnitudes up to 2^31, whole and not.
    const others = Array.from({ length: 200_000 }, (_, i) => {
      const value = (Math.imul(i, 0x9e37_79b1) >>> 1) / 2 ** (i % 31);
      return i % 4 === 0 ? value / 1000 : Math.floor(value);
    });
    for (const values of [small, powers, others]) {
      text.numbers(values);
      expect(`[${decoder.decode(text.take())}]`).toBe(JSON.stringify(values));
    }
  });

  it("has room for everything that is written, and is empty again afterwards", () => {
    const infra = openInfra(network.buffer);
    const comma = makePart(",");
    const text = new JsonWriter();
    for (const size of [1, 3_000, 300_000]) {
      const values = Array.from({ length: size }, (_, i) => (i % 3 === 0 ? i / 7 : i));
      text.numbers(values);
      text.repeat(0, text.length);
      NAMES.forEach((_, i) => {
        text.add(comma);
        text.name(infra, i);
      });
      text.raw("é".repeat(size));
      const names = NAMES.map((name) => `,${JSON.stringify(name).slice(1, -1)}`);
      expect(decoder.decode(text.take())).toBe(
        values.join().repeat(2) + names.join("") + "é".repeat(size),
      );
      expect(text.length).toBe(0);
    }
  });
});
