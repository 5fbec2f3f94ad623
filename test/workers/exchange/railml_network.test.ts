/**
 * Networks as railML: those of the generator, tracks joined at random and those of our own files go out and come back
 * equal, but for what the report says is left out. Speeds and wires are compared place by place.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../bench/network/options.ts";
import { generateNetwork } from "../../../bench/network.ts";
import { completeNetwork } from "../../../workers/exchange/completion/complete_network.ts";
import { ExchangeReport } from "../../../workers/exchange/exchange_report.ts";
import { exportNetwork } from "../../../workers/exchange/export_network.ts";
import { importNetwork } from "../../../workers/exchange/import_network.ts";
import { buildNetwork } from "../../../workers/exchange/network/build_network.ts";
import { readRailml } from "../../../workers/exchange/railml/read_railml.ts";
import { printRuleCode, readRuleCode } from "../../../workers/exchange/railml/signal_codes.ts";
import { printDecimal } from "../../../workers/exchange/railml/write_railml_track.ts";
import { escapeName, unescapeName, XmlNames } from "../../../workers/exchange/railml/xml_names.ts";
import type { RailjsonDocument } from "../../../workers/railjson/schemas.ts";
import { countTries } from "../../helpers/tried.ts";
import { makeRandom, wholeBetween } from "../engine/seeded.ts";
import { drawRails } from "./drawn_rails.ts";
import { RAILML2, RAILML3 } from "./railml_files.ts";
import { READ } from "./read_options.ts";
import { HAS_SAMPLES, readSample } from "./samples.ts";

const write = (document: RailjsonDocument): Uint8Array => exportNetwork("railml", document).bytes;
const read = (bytes: Uint8Array): RailjsonDocument => {
  const report = new ExchangeReport();
  return buildNetwork(readRailml(bytes, report, READ), report);
};

type Ranges = readonly {
  readonly track: string;
  readonly begin: number;
  readonly end: number;
  readonly applicable_directions: string;
}[];

/** The least value of each stretch in each direction, found at the middle between all borders. */
function sample(
  document: RailjsonDocument,
  sections: readonly { readonly value: number; readonly track_ranges: Ranges }[],
): object[] {
  const all = sections.flatMap(({ value, track_ranges }) =>
    track_ranges.map((range) => ({ ...range, value })),
  );
  const byTrack = new Map<string, (typeof all)[number][]>();
  for (const one of all) byTrack.set(one.track, [...(byTrack.get(one.track) ?? []), one]);
  return document.track_sections.flatMap(({ id, length }) => {
    const own = byTrack.get(id) ?? [];
    const inner = own.flatMap(({ begin, end }) => [begin, end]);
    const borders = [0, ...inner.filter((at) => at > 0 && at < length), length];
    const sorted = [...new Set(borders)].toSorted((a, b) => a - b);
    const stretches: { id: string; from: number; to: number; values: string }[] = [];
    for (const [i, to] of sorted.slice(1).entries()) {
      const from = sorted[i] ?? 0;
      const at = (from + to) / 2;
      const values = ["START_TO_STOP", "STOP_TO_START"]
        .map((direction) => leastAt(own, at, direction).toFixed(4))
        .join(" ");
      const last = stretches.at(-1);
      if (last !== undefined && last.values === values) last.to = to;
      else stretches.push({ id, from, to, values });
    }
    return stretches;
  });
}

function leastAt(
  ranges: readonly (Ranges[number] & { readonly value: number })[],
  at: number,
  direction: string,
): number {
  const over = ranges.filter(({ begin, end }) => begin < at && at < end);
  const own = over.filter(({ applicable_directions: one }) => one === "BOTH" || one === direction);
  return Math.min(...own.map(({ value }) => value));
}

/** What railML holds of a network, in an order of its own; the ends of a link have none. */
function held(document: RailjsonDocument): object {
  const sorted = (list: readonly object[]): string[] =>
    list.map((one) => JSON.stringify(one)).toSorted();
  const speeds = document.speed_sections.flatMap(({ speed_limit, on_routes, track_ranges }) =>
    (on_routes ?? null) === null && typeof speed_limit === "number"
      ? [{ value: speed_limit, track_ranges }]
      : [],
  );
  return {
    tracks: document.track_sections.map(({ id, length, slopes, curves, geo, extensions }) => ({
      id,
      length,
      slopes: joined(slopes),
      curves: joined(curves),
      geo,
      name: extensions?.sncf?.track_name ?? "",
    })),
    switches: sorted(
      document.switches.map(({ id, switch_type, ports, extensions }) => {
        const ends = Object.entries(ports).map(([port, { track, endpoint }]) => {
          return `${port} ${track} ${endpoint}`;
        });
        const label = switch_type === "link" ? undefined : extensions?.sncf?.label;
        return { id, switch_type, ends: ends.toSorted(), label };
      }),
    ),
    detectors: sorted(
      document.detectors.map(({ id, track, position }) => ({ id, track, position })),
    ),
    stops: sorted(
      document.buffer_stops.map(({ id, track, position }) => ({ id, track, position })),
    ),
    signals: sorted(
      document.signals.map(({ extensions, logical_signals = [], ...signal }) => ({
        ...signal,
        label: extensions?.sncf?.label,
        logical: sorted(
          logical_signals.map(
            ({ signaling_system: system, settings, default_parameters, ...one }) => {
              return [system, one.next_signaling_systems, settings, default_parameters];
            },
          ),
        ),
      })),
    ),
    stations: document.operational_points.map(({ id, parts, extensions }) => ({
      id,
      parts: parts.map(({ track, position }) => ({ track, position })),
      name: extensions?.identifier,
      codes: [extensions?.sncf?.trigram, extensions?.sncf?.ci, extensions?.sncf?.ch],
    })),
    speeds: sample(document, speeds),
    wires: sample(
      document,
      document.electrifications.map(({ voltage, track_ranges }) => ({
        value: Number.parseFloat(voltage),
        track_ranges,
      })),
    ),
  };
}

/** Neighbours with the same value are one. */
function joined<Range extends { readonly begin: number; readonly end: number }>(
  ranges: readonly Range[],
): object[] {
  const all: (Omit<Range, "end"> & { end: number })[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    const is_next = last !== undefined && last.end === range.begin;
    if (
      is_next &&
      JSON.stringify({ ...last, ...bounds }) === JSON.stringify({ ...range, ...bounds })
    ) {
      last.end = range.end;
    } else all.push({ ...range });
  }
  return all;
}
const bounds = { begin: 0, end: 0 };

/** It comes back with all that railML holds, and as it came back ever after. */
function expectKept(document: RailjsonDocument, name: string): RailjsonDocument {
  const again = read(write(document));
  expect(held(again), name).toEqual(held(document));
  expect(read(write(again)), name).toEqual(again);
  return again;
}

describe("a network as railML", () => {
  it("comes back equal: networks of lines with all systems of signals", () => {
    for (let seed = 1; seed <= countTries({ few: 20, many: 200 }); seed++) {
      const signaling = seed % 2 === 0 ? "mixed" : TINY_OPTIONS.signaling;
      const { railjson } = generateNetwork({ ...TINY_OPTIONS, signaling, seed });
      expectKept(railjson, `seed ${seed}`);
    }
  });

  it("comes back equal: 200 completed networks of tracks joined at random, with the same routes", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = makeRandom(seed);
      const drawn = drawRails(random, wholeBetween(random, 1, 14));
      // Ids of different objects may be equal, and hold what no name of XML can.
      const switches = drawn.switches.map((one, i) => ({ ...one, id: i === 0 ? "T0" : `7 é${i}` }));
      const { document } = completeNetwork({ ...drawn, switches });
      const again = expectKept(document, `seed ${seed}`);
      const { document: complete, report } = completeNetwork(again);
      expect(new Set(report.map(({ code }) => code)), `seed ${seed}`).toEqual(
        new Set(
          report.some(({ code }) => code === "way_without_route")
            ? ["routes_completed", "way_without_route"]
            : ["routes_completed"].slice(0, document.routes.length),
        ),
      );
      const routes = ({ routes: list }: RailjsonDocument): string[] =>
        list.map(({ id: _id, ...route }) => JSON.stringify(sortKeys(route))).toSorted();
      expect(routes(complete), `seed ${seed}`).toEqual(routes(document));
    }
  });

  it("comes back equal from both versions of our own file", () => {
    for (const file of [RAILML2, RAILML3]) {
      const imported = importNetwork("railml", new TextEncoder().encode(file));
      if (!imported.ok) throw new Error(imported.error.reason);
      expectKept(imported.value.document, file.slice(0, 120));
    }
  });

  it("tells what is not in it", () => {
    const { railjson } = generateNetwork({ ...TINY_OPTIONS, signaling: "mixed" });
    const codes = exportNetwork("railml", railjson).report.map(({ code, where, count }) => [
      code,
      where.element,
      count,
    ]);
    const speeds = railjson.speed_sections.filter(
      ({ on_routes, speed_limit_by_tag }) =>
        on_routes !== null || Object.keys(speed_limit_by_tag).length > 0,
    );
    const named = railjson.operational_points.length;
    expect(codes).toEqual([
      ["routes_left_out", "Route", railjson.routes.length],
      ["neutral_sections_left_out", "NeutralSection", railjson.neutral_sections.length],
      ["speeds_left_out", "SpeedSection", speeds.length],
      ["gauges_left_out", "TrackSection", gauged(railjson)],
      ["details_left_out", "TrackSection", railjson.track_sections.length],
      ["details_left_out", "Switch", railjson.switches.length],
      ["details_left_out", "Signal", railjson.signals.length],
      ["details_left_out", "OperationalPoint", named],
    ]);
  });

  it("leaves out switches of own types and objects on no track, and tells them", () => {
    const { railjson } = generateNetwork(TINY_OPTIONS);
    const [first, ...switches] = railjson.switches;
    const [detector, ...detectors] = railjson.detectors;
    const { report } = exportNetwork("railml", {
      ...railjson,
      switches: [{ ...first!, switch_type: "own" }, ...switches],
      detectors: [{ ...detector!, track: "none" }, ...detectors],
      electrifications: [{ id: "e", voltage: "3 kV", track_ranges: [] }],
    });
    const rows = report.filter(({ severity }) => severity === "warning");
    expect(rows.map(({ code, where, count }) => [code, where.id, count])).toEqual([
      ["switch_left_out", first!.id, 1],
      ["object_left_out", detector!.id, 1],
      ["electrification_left_out", "e", 1],
    ]);
  });

  it
    .skipIf(!HAS_SAMPLES)
    .each([
      "railML_SimpleExample_v11_railML2-3_01.xml",
      "railML_SimpleExample_v11_railML2-4_01.xml",
      "railML_SimpleExample_v11_railML3-1_04.xml",
      "eidsvoll.railml",
      "twotrack.railml",
      "threetrack.railml",
      "railml_tutorial.xml",
      "railml_tutorial_tracks.railml",
    ])("comes back equal from the sample %s", (name) => {
    const imported = importNetwork("railml", readSample(name));
    if (!imported.ok) throw new Error(imported.error.reason);
    expectKept(imported.value.document, name);
  });
});

function gauged({ track_sections }: RailjsonDocument): number {
  return track_sections.filter((one) => (one.loading_gauge_limits ?? []).length > 0).length;
}

function sortKeys(route: Omit<RailjsonDocument["routes"][number], "id">): object {
  const { switches_directions, ...rest } = route;
  return { ...rest, switches: Object.entries(switches_directions).map(String).toSorted() };
}

describe("names of XML", () => {
  const odd = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("_", "x", "0", "A", " ") }));

  it("hold any id and give it back", () => {
    fc.assert(
      fc.property(odd, (text) => {
        const name = escapeName(text);
        expect(name).toMatch(/^([A-Za-z_][A-Za-z0-9_.-]*)?$/);
        expect(unescapeName(name)).toBe(text.replaceAll("\0", ""));
      }),
    );
  });

  it("are each given once", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("", "a", "b", "_x0000_", "a_x0000_")), (texts) => {
        const names = new XmlNames();
        const taken = texts.map((text) => names.take(text));
        expect(new Set(taken).size).toBe(texts.length);
        expect(taken.map(unescapeName)).toEqual(texts);
      }),
    );
  });
});

describe("numbers and codes in railML", () => {
  it("are decimals that read back as the same number", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
        (value) => {
          const text = printDecimal(value);
          expect(text).toMatch(/^-?\d+(\.\d+)?$/);
          // What is small has 20 decimals.
          expect(Number(text)).toBeCloseTo(value, 19);
        },
      ),
    );
  });

  it("tell what a signal shows, if they can", () => {
    const [signal] = readRuleCode("BAPR Nf=false distant=true next=BAL,TVM300") ?? [];
    expect(signal).toEqual({
      signaling_system: "BAPR",
      next_signaling_systems: ["BAL", "TVM300"],
      settings: { Nf: "false", distant: "true" },
      default_parameters: {},
      conditional_parameters: [],
    });
    expect(printRuleCode([signal!, signal!])).toBe(
      "BAPR Nf=false distant=true next=BAL,TVM300 + BAPR Nf=false distant=true next=BAL,TVM300",
    );
    for (const code of ["", "Hp", "ETCS Nf=true", "BAL + Hp"])
      expect(readRuleCode(code)).toBeNull();
    expect(printRuleCode([])).toBeNull();
    expect(printRuleCode([{ ...signal!, settings: { own: "true" } }])).toBeNull();
  });
});
