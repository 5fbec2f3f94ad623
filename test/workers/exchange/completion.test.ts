/**
 * Completed networks, judged by the project's own checks, its compiler, and a search over directed tracks
 * that knows nothing of detectors, signals and routes.
 */
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../bench/network/options.ts";
import { generateNetwork } from "../../../bench/network.ts";
import type { RailjsonInput } from "../../../workers/engine/infra/compile/railjson_input.ts";
import { PathFinder } from "../../../workers/engine/path/find_path.ts";
import { completeNetwork } from "../../../workers/exchange/completion/complete_network.ts";
import { completeStations } from "../../../workers/exchange/completion/complete_stations.ts";
import { ExchangeReport } from "../../../workers/exchange/exchange_report.ts";
import { checkNetwork } from "../../../workers/railjson/checks/check_network.ts";
import type { RailjsonDocument } from "../../../workers/railjson/schemas.ts";
import { validateDocument } from "../../../workers/railjson/validate_document.ts";
import { compileNetwork } from "../engine/infra/compile_network.ts";
import { makeRandom, type Random, wholeBetween } from "../engine/seeded.ts";
import { drawRails, NO_OBJECTS, railTrack } from "./drawn_rails.ts";
import { Reachable, type Spot } from "./reach.ts";
import { runThrough } from "./run_through.ts";

const STOCK = {
  loading_gauge: "G1",
  is_thermal: true,
  supported_electrifications: [],
  supported_signaling_systems: ["BAL", "BAPR", "TVM300", "TVM430"],
  maximum_speed_m_s: 50,
};

/** No fault in the lists, none for the compiler, and complete already. */
function expectSound(document: RailjsonDocument, name: string): void {
  expect(validateDocument(document).kind, name).toBe("valid");
  const rows = checkNetwork(document);
  expect(rows.ok ? rows.value : rows.error, name).toEqual([]);
  const again = completeNetwork(document);
  const added = again.report.filter(({ severity }) => severity === "info");
  expect(added, name).toEqual([]);
  expect(again.document, name).toEqual(document);
}

/** Looks for paths between drawn places and compares with what the switches allow. */
function expectPaths(
  document: RailjsonDocument,
  { random, name, nPairs }: { random: Random; name: string; nPairs: number },
): number {
  const infra = compileNetwork(document as RailjsonInput); // absent fields are absent, never undefined
  const finder = new PathFinder(infra);
  const reachable = new Reachable(document);
  const { track_sections } = document;
  const draw = (): Spot & { readonly index: number } => {
    const index = wholeBetween(random, 0, track_sections.length - 1);
    const { id, length } = track_sections[index]!;
    return { index, track: id, offset: wholeBetween(random, 1, length * 1000 - 1) / 1000 };
  };
  let nFound = 0;
  for (let i = 0; i < nPairs; i++) {
    const [from, to] = [draw(), draw()];
    const places = [from, to].map(({ index, offset }) => [
      { track: index, offset_mm: Math.round(offset * 1000) },
    ]);
    const outcome = finder.find(places, STOCK);
    const reach = reachable.between(from, to);
    const told = outcome.kind === "fault" ? outcome.fault.type : outcome.kind;
    const where = `${name}: ${from.track} ${from.offset} to ${to.track} ${to.offset}`;
    if (reach === "no way") expect(told, where).toBe("not_found_in_blocks");
    else if (reach === "a way") expect(told, where).toBe("success");
    else expect(["success", "core:path_with_repeated_tracks"], where).toContain(told);
    if (told === "success") nFound++;
  }
  return nFound;
}

/** Whether a switch joins a track to itself: no route runs there, so not every place of it has a path. */
function hasKnot({ switches }: RailjsonDocument): boolean {
  return switches.some(({ ports }) => {
    const tracks = Object.values(ports).map(({ track }) => track);
    return new Set(tracks).size < tracks.length;
  });
}

type Stripped = "signals" | "detectors" | "routes" | "buffer_stops";

/** Without some of its equipment, and without what names it. */
function strip(document: RailjsonDocument, lists: readonly Stripped[]): RailjsonDocument {
  const bare = Object.fromEntries(lists.map((list) => [list, []]));
  if (!lists.includes("routes")) return { ...document, ...bare };
  return {
    ...document,
    ...bare,
    speed_sections: document.speed_sections.filter(({ on_routes }) => !Array.isArray(on_routes)),
    signals: (lists.includes("signals") ? [] : document.signals).map((signal) => ({
      ...signal,
      logical_signals: (signal.logical_signals ?? []).map((logical) => ({
        ...logical,
        conditional_parameters: [],
      })),
    })),
  };
}

const STRIPS: readonly (readonly Stripped[])[] = [
  ["signals", "detectors", "routes", "buffer_stops"],
  ["signals", "detectors", "routes"],
  ["signals", "routes"],
  ["detectors", "routes"],
  ["routes"],
  ["signals"],
];

describe("the completion of a network", () => {
  it("makes 100 stripped networks of lines sound, with a path wherever the switches lead", () => {
    let nFound = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const { railjson } = generateNetwork({ ...TINY_OPTIONS, seed });
      const lists = STRIPS[seed % STRIPS.length]!;
      const name = `seed ${seed} without ${lists.join()}`;
      const { document } = completeNetwork(strip(railjson, lists));
      expectSound(document, name);
      nFound += expectPaths(document, { random: makeRandom(seed), name, nPairs: 60 });
    }
    expect(nFound).toBeGreaterThan(1000);
  });

  it("makes 300 networks of tracks joined at random sound, with a path wherever the switches lead", () => {
    let [nFound, nKnots] = [0, 0];
    for (let seed = 1; seed <= 300; seed++) {
      const random = makeRandom(seed);
      const bare = drawRails(random, wholeBetween(random, 1, 14));
      const name = `seed ${seed}`;
      const { document } = completeNetwork(bare);
      expectSound(document, name);
      if (hasKnot(document)) nKnots++;
      else nFound += expectPaths(document, { random, name, nPairs: 60 });
    }
    expect(nKnots).toBeGreaterThan(10);
    expect(nKnots).toBeLessThan(200);
    expect(nFound).toBeGreaterThan(1000);
  });

  it("keeps what a network has, and adds to one with signals everywhere only other ways as routes", () => {
    const { railjson } = generateNetwork({ ...TINY_OPTIONS, signaling: "mixed" });
    const { document, report } = completeNetwork(railjson);
    expect(report.map(({ code }) => code)).toEqual(["routes_completed"]);
    const n = railjson.routes.length;
    expect({ ...document, routes: document.routes.slice(0, n) }).toEqual(railjson);
    // Those between the same ends run over other switches than the ones that were there.
    const keys = document.routes.map((route) =>
      JSON.stringify([
        route.entry_point,
        route.exit_point,
        route.entry_point_direction,
        Object.entries(route.switches_directions).map(String).toSorted(),
      ]),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("says what it put, and with which defaults", () => {
    const document = { ...NO_OBJECTS, track_sections: [railTrack("a", 5000)] };
    const { document: complete, report } = completeNetwork(document);
    expect(report.map(({ code, count, severity }) => [code, count, severity])).toEqual([
      ["buffer_stops_completed", complete.buffer_stops.length, "info"],
      ["detectors_completed", complete.detectors.length, "info"],
      ["signals_completed", complete.signals.length, "info"],
      ["routes_completed", complete.routes.length, "info"],
    ]);
    expect(complete.detectors.map(({ position }) => position)).toEqual([1666.667, 3333.333]);
    expect(report[2]?.message).toContain("BAL");
  });
});

describe("a network whose source has no stations", () => {
  const bare = completeNetwork({
    ...NO_OBJECTS,
    track_sections: [railTrack("a", 5000), railTrack("b", 900), railTrack("c", 700)],
    switches: [
      {
        id: "s",
        switch_type: "point_switch",
        group_change_delay: 6,
        ports: {
          A: { track: "a", endpoint: "END" },
          B1: { track: "b", endpoint: "BEGIN" },
          B2: { track: "c", endpoint: "BEGIN" },
        },
      },
    ],
  }).document;

  it("has one at each end of its rails, named by the track, which trains run between", () => {
    const report = new ExchangeReport();
    const document = completeStations(bare, report);
    expectSound(document, "with stations");
    const named = document.operational_points.map(({ parts, extensions }) => [
      extensions?.identifier?.name,
      ...parts,
    ]);
    expect(named).toEqual([
      ["a", { track: "a", position: 0 }],
      ["b", { track: "b", position: 900 }],
      ["c", { track: "c", position: 700 }],
    ]);
    expect(report.rows.map(({ code, count }) => [code, count])).toEqual([
      ["stations_completed", 3],
    ]);
    expect(runThrough(document)?.length_m).toBe(5900);
  });

  it("numbers ends that have one name", () => {
    const { document } = completeNetwork({ ...NO_OBJECTS, track_sections: [railTrack("a", 5000)] });
    const named = completeStations(document, new ExchangeReport()).operational_points;
    expect(named.map(({ extensions }) => extensions?.identifier?.name)).toEqual(["a 1", "a 2"]);
  });

  it("stays as it is when it has one", () => {
    const station = { id: "x", parts: [{ track: "a", position: 100 }], extensions: {} };
    const document = { ...bare, operational_points: [station] };
    const report = new ExchangeReport();
    expect(completeStations(document, report)).toEqual(document);
    expect(report.rows).toEqual([]);
  });
});
