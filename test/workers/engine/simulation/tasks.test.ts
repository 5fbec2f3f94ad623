/**
 * The two simulation tasks on compiled lines: `mrsp` and `electrical_profiles` against a naive look at
 * every metre, safety speeds by their consequences, outcomes and the printed answer.
 */
import { describe, expect, it } from "vitest";
import { sendStock } from "../../../../bench/network/send_stock.ts";
import { describeSimulation } from "../../../../workers/tasks/simulation/describe_simulation.ts";
import { simulateTrains } from "../../../../workers/tasks/simulation/simulate_trains.ts";
import type {
  InfraRef,
  RequirementsRef,
  StockPhysics,
  TrainOutcome,
  TrainRun,
} from "../../../../workers/tasks/types.ts";
import { compileLine, pathOnLine, TRACK } from "../line_network.ts";
import { STOCK_T } from "../plain_run.ts";
import { between, makeRandom, type Random, wholeBetween } from "../seeded.ts";

/** A line with a signal half way: without one it would have no block that a train can need. */
function compileBlocks(line: Parameters<typeof compileLine>[0]): InfraRef {
  return compileLine({ signals_m: [line.length_m / 2], ...line });
}

const stockT: StockPhysics = { ...STOCK_T, key: "T.1", max_speed_m_s: 40 };

function trainOn(ref: InfraRef, to_mm: number, more: Partial<TrainRun> = {}): TrainRun {
  return {
    path: pathOnLine(ref, 0, to_mm),
    stock_index: 0,
    initial_speed_m_s: 0,
    comfort: "STANDARD",
    constraint_distribution: "MARECO",
    speed_limit_tag: null,
    fallback_tags: [],
    use_electrical_profiles: true,
    schedule: [{ offset_mm: to_mm, arrival_ms: null, stop_for_ms: 0, reception_signal: "OPEN" }],
    margins: { boundaries_mm: [], values: [] },
    power_restrictions: [],
    ...more,
  };
}

function simulateOne(
  infra: InfraRef,
  train: TrainRun,
  more: { stock?: StockPhysics; profiles?: { key: string; json: Uint8Array } } = {},
): TrainOutcome {
  const [outcome] = simulateTrains({
    infra,
    stocks: [sendStock(more.stock ?? stockT)],
    profiles: more.profiles ?? null,
    trains: [train],
  });
  if (outcome === undefined) throw new Error("one outcome per train");
  return outcome;
}

interface Printed {
  readonly status: string;
  readonly base: {
    positions: number[];
    times: number[];
    speeds: number[];
    path_item_times: number[];
  };
  readonly mrsp: { boundaries: number[]; values: { speed: number; source?: unknown }[] };
  readonly electrical_profiles: { boundaries: number[]; values: unknown[] };
  readonly warnings?: unknown;
}

function print(infra: InfraRef, outcome: TrainOutcome): Printed {
  if (outcome.kind !== "success") throw new Error(outcome.error.type);
  const { packed, requirements } = outcome;
  const waypoints = { ids: ["a", "z"], positions_mm: [0, outcome.final.length_mm] };
  const text = describeSimulation({ infra, packed, requirements, waypoints });
  return JSON.parse(new TextDecoder().decode(text));
}

/** The value that holds just after x. */
function valueAt<T>(profile: { boundaries: number[]; values: T[] }, x_mm: number): T {
  const i = profile.boundaries.findIndex((boundary) => x_mm < boundary);
  return profile.values[i < 0 ? profile.values.length - 1 : i]!;
}

/** Compares texts first: an expectation per metre takes seconds. */
function expectSame(actual: unknown, wanted: unknown, where: string): void {
  if (JSON.stringify(actual) !== JSON.stringify(wanted)) expect(actual, where).toEqual(wanted);
}

const UNKNOWN_TAG = { speed_limit_source_type: "unknown_tag" };
const LENGTH_M = 3000;
const FALLBACKS = ["F1", "F2"];

function randomSections(random: Random) {
  // Never the train's own 40 m/s: on a tie the limit that began first wins.
  const speed = (): number => (random() < 0.1 ? 0 : wholeBetween(random, 5, 60) + 0.25);
  return Array.from({ length: wholeBetween(random, 0, 4) }, (_, i) => {
    const begin = wholeBetween(random, 0, LENGTH_M - 10);
    const byTag: Record<string, number> = {};
    for (const tag of ["OWN", "F1", "F2"]) {
      if (random() < 0.4) byTag[tag] = speed();
    }
    return {
      id: `speed.${i}`,
      speed_limit: random() < 0.7 ? speed() : null,
      speed_limit_by_tag: byTag,
      track_ranges: [
        {
          track: TRACK,
          begin,
          end: wholeBetween(random, begin + 1, LENGTH_M),
          applicable_directions: "BOTH" as const,
        },
      ],
    };
  });
}

/** engine.md 1.6 and 4.7 for one place, from the sections themselves. */
function naiveLimit(
  sections: ReturnType<typeof randomSections>,
  x_m: number,
  tag: string | null,
): { speed: number; source?: unknown } {
  let fallback = Infinity;
  let byTag: Record<string, number> = {};
  for (const section of sections) {
    const [range] = section.track_ranges;
    if (x_m < range!.begin || x_m >= range!.end) continue;
    const limit = section.speed_limit ?? Infinity;
    const merged: Record<string, number> = {};
    for (const key of [...Object.keys(byTag), ...Object.keys(section.speed_limit_by_tag)]) {
      merged[key] = Math.min(byTag[key] ?? fallback, section.speed_limit_by_tag[key] ?? limit);
    }
    fallback = Math.min(fallback, limit);
    byTag = merged;
  }
  const capped = (speed: number, source?: unknown) => {
    const unknown = JSON.stringify(source)?.includes("unknown_tag");
    // A limit of 0 is none, whatever its source.
    if (speed > 40 || speed === 0) return unknown ? { speed: 40, source } : { speed: 40 };
    return source === undefined ? { speed } : { speed, source };
  };
  if (tag === null) return capped(fallback);
  if (byTag[tag] !== undefined) {
    return capped(byTag[tag], { speed_limit_source_type: "given_train_tag", tag });
  }
  const known = FALLBACKS.filter((name) => byTag[name] !== undefined);
  if (known.length > 0) {
    const best = known.reduce((a, b) => (byTag[b]! > byTag[a]! ? b : a));
    return capped(byTag[best]!, { speed_limit_source_type: "fallback_tag", tag: best });
  }
  return capped(fallback, { speed_limit_source_type: "unknown_tag" });
}

describe("the most restrictive speed profile of an answer", () => {
  it.each([null, "OWN"])("is the naive one at every metre, tag %s, on 60 networks", (tag) => {
    for (let seed = 1; seed <= 60; seed++) {
      const sections = randomSections(makeRandom(seed));
      const infra = compileBlocks({ length_m: LENGTH_M, speed_sections: sections });
      const train = trainOn(infra, LENGTH_M * 1000, {
        speed_limit_tag: tag,
        fallback_tags: tag === null ? [] : FALLBACKS,
      });
      const { mrsp } = print(infra, simulateOne(infra, train));
      for (let x_m = 0; x_m < LENGTH_M; x_m++) {
        const want = naiveLimit(sections, x_m, tag);
        expectSame(valueAt(mrsp, x_m * 1000), want, `seed ${seed}, ${x_m} m`);
      }
    }
  });
});

describe("a speed limit of exactly 0", () => {
  const section = (id: string, speed_limit: number, begin: number, end: number) => ({
    id,
    speed_limit,
    speed_limit_by_tag: {},
    track_ranges: [{ track: TRACK, begin, end, applicable_directions: "BOTH" as const }],
  });
  const length_m = 10_000;
  const slow = section("slow", 25, 8270, length_m);

  it.each([null, "ZZZ"])("cuts neither answer nor run, tag %s", (speed_limit_tag) => {
    const [plain, zero] = [[slow], [slow, section("zero", 0, 370, 570)]].map((speed_sections) => {
      const infra = compileBlocks({ length_m, speed_sections });
      const train = trainOn(infra, length_m * 1000, { speed_limit_tag });
      return print(infra, simulateOne(infra, train));
    });
    expect(zero).toEqual(plain);
    const source = speed_limit_tag === null ? {} : { source: UNKNOWN_TAG };
    expect(zero?.mrsp).toEqual({
      boundaries: [8_270_000],
      values: [
        { speed: 40, ...source },
        { speed: 25, ...source },
      ],
    });
  });

  it("marks its stretch where the limits beside it are those of the tag", () => {
    const infra = compileBlocks({
      length_m,
      speed_sections: [
        section("zero", 0, 3000, 4000),
        { ...section("before", 25, 0, 3000), speed_limit_by_tag: { OWN: 50 } },
        { ...section("behind", 25, 4000, length_m), speed_limit_by_tag: { OWN: 50 } },
      ],
    });
    const train = trainOn(infra, length_m * 1000, { speed_limit_tag: "OWN" });
    expect(print(infra, simulateOne(infra, train)).mrsp).toEqual({
      boundaries: [3_000_000, 4_000_000],
      values: [{ speed: 40 }, { speed: 40, source: UNKNOWN_TAG }, { speed: 40 }],
    });
  });
});

const electric: StockPhysics = {
  ...stockT,
  key: "E.1",
  base_power_class: "1",
  power_restrictions: { C: "2" },
  effort_curves: {
    default_mode: "25000V",
    modes: {
      "25000V": {
        is_electric: true,
        default_curve: { speeds: [0, 40], max_efforts: [200_000, 100_000] },
        curves: [
          {
            cond: { comfort: null, electrical_profile_level: "A", power_restriction_code: null },
            curve: { speeds: [0, 40], max_efforts: [300_000, 150_000] },
          },
        ],
      },
    },
  },
};

describe("electrical profiles of an answer", () => {
  it("are the naive ones at every metre: voltage, neutral sections, classes, restrictions", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = makeRandom(seed);
      const range = () => {
        const begin = wholeBetween(random, 0, LENGTH_M - 10);
        return { track: TRACK, begin, end: wholeBetween(random, begin + 1, LENGTH_M) };
      };
      const wired = range();
      const neutral = range();
      const levels = Array.from({ length: wholeBetween(random, 0, 6) }, () => ({
        value: random() < 0.5 ? "A" : "B",
        power_class: random() < 0.6 ? "1" : "2",
        track_ranges: [range()],
      }));
      const restriction = range();
      const infra = compileBlocks({
        length_m: LENGTH_M,
        electrifications: [
          {
            id: "e",
            voltage: random() < 0.8 ? "25000V" : "1500V",
            track_ranges: [{ ...wired, applicable_directions: "BOTH" }],
          },
        ],
        neutral_sections: [
          {
            id: "n",
            lower_pantograph: true,
            track_ranges: [{ ...neutral, direction: "START_TO_STOP" }],
          },
        ],
      });
      const json = new TextEncoder().encode(JSON.stringify({ levels, level_order: {} }));
      const restricted = random() < 0.5;
      const train = trainOn(infra, LENGTH_M * 1000, {
        initial_speed_m_s: 20,
        power_restrictions: restricted
          ? [{ from_mm: restriction.begin * 1000, to_mm: restriction.end * 1000, value: "C" }]
          : [],
      });
      const profiles = { key: `set.${seed}`, json };
      const outcome = simulateOne(infra, train, { stock: electric, profiles });
      if (outcome.kind !== "success") {
        expect(outcome.error.type).toBe("core:impossible_simulation");
        continue;
      }
      const { electrical_profiles } = print(infra, outcome);
      const inside = ({ begin, end }: { begin: number; end: number }, x: number): boolean =>
        x >= begin && x < end;
      const hasClass = (name: string): boolean =>
        levels.some((level) => level.power_class === name);
      for (let x = 0; x < LENGTH_M; x++) {
        const wanted = restricted && inside(restriction, x) && hasClass("2") ? "2" : "1";
        const level = levels
          .filter(
            ({ power_class, track_ranges }) =>
              power_class === wanted && inside(track_ranges[0]!, x),
          )
          .at(-1);
        const want =
          !inside(wired, x) || inside(neutral, x)
            ? { electrical_profile_type: "no_profile" }
            : {
                electrical_profile_type: "profile",
                ...(level === undefined ? {} : { profile: level.value }),
                handled: level === undefined || level.value === "A",
              };
        expectSame(valueAt(electrical_profiles, x * 1000), want, `seed ${seed}, ${x} m`);
      }
    }
  });
});

describe("reception signals", () => {
  const infra = compileBlocks({ length_m: 10_000, signals_m: [2000, 5000, 8000] });
  const stopAt = (offset_mm: number, signal: "OPEN" | "STOP" | "SHORT_SLIP_STOP") => [
    { offset_mm, arrival_ms: null, stop_for_ms: 30_000, reception_signal: signal },
  ];
  const speedsBetween = (printed: Printed, from_mm: number, to_mm: number): number =>
    Math.max(
      ...printed.base.speeds.filter(
        (_, i) => printed.base.positions[i]! >= from_mm && printed.base.positions[i]! <= to_mm,
      ),
    );

  it.each([
    ["STOP", 8.333],
    ["SHORT_SLIP_STOP", 8.333],
  ] as const)("%s: at most %d m/s over the last 200 m before the signal", (signal, speed) => {
    const train = trainOn(infra, 9000_000, { schedule: stopAt(4950_000, signal) });
    const printed = print(infra, simulateOne(infra, train));
    expect(speedsBetween(printed, 4800_000, 5000_000)).toBeLessThanOrEqual(speed);
  });

  it("SHORT_SLIP_STOP: at most 10 km/h over the last 100 m, until the tail is past the signal", () => {
    const train = trainOn(infra, 9000_000, { schedule: stopAt(4950_000, "SHORT_SLIP_STOP") });
    const printed = print(infra, simulateOne(infra, train));
    expect(speedsBetween(printed, 4900_000, 5200_000)).toBeLessThanOrEqual(2.778);
  });

  it("OPEN: changes nothing", () => {
    const open = trainOn(infra, 9000_000, { schedule: stopAt(4950_000, "OPEN") });
    expect(
      speedsBetween(print(infra, simulateOne(infra, open)), 4800_000, 5000_000),
    ).toBeGreaterThan(10);
  });

  it("a stop before a buffer stop is approached as a short slip", () => {
    const schedule = stopAt(9990_000, "OPEN");
    const printed = print(infra, simulateOne(infra, trainOn(infra, 10_000_000, { schedule })));
    expect(speedsBetween(printed, 9900_000, 10_000_000)).toBeLessThanOrEqual(2.778);
    expect(speedsBetween(printed, 9800_000, 9899_000)).toBeLessThanOrEqual(8.333);
  });
});

function bytesOf({ buffer, byte_offset, byte_length }: RequirementsRef): string {
  return Buffer.from(new Uint8Array(buffer, byte_offset, byte_length)).toString("base64");
}

describe("outcomes", () => {
  const infra = compileBlocks({
    length_m: 10_000,
    slopes: [{ begin: 2000, end: 10_000, gradient: 90 }],
  });
  const flat = compileBlocks({ length_m: 10_000 });

  it("of a train without margins and arrivals say that all three runs are the same", () => {
    const outcome = simulateOne(flat, trainOn(flat, 9000_000));
    if (outcome.kind !== "success") throw new Error(outcome.error.type);
    expect(outcome.provisional).toEqual(outcome.base);
    expect(outcome.final).toEqual(outcome.base);
    expect(outcome.base.length_mm).toBe(9000_000);
    expect(outcome.base.item_times_ms[1]).toBe(outcome.base.time_ms);
  });

  it("of a train with a margin and an arrival have three runs, each slower than the one before", () => {
    const plain = simulateOne(flat, trainOn(flat, 9000_000));
    if (plain.kind !== "success") throw new Error(plain.error.type);
    const { time_ms } = plain.base;
    const outcome = simulateOne(
      flat,
      trainOn(flat, 9000_000, {
        margins: { boundaries_mm: [], values: [{ kind: "percentage", value: 10 }] },
        schedule: [
          {
            offset_mm: 9000_000,
            arrival_ms: 2 * time_ms,
            stop_for_ms: 0,
            reception_signal: "OPEN",
          },
        ],
      }),
    );
    if (outcome.kind !== "success") throw new Error(outcome.error.type);
    expect(outcome.base).toEqual(plain.base);
    // Two seconds are the tolerance of one range over the whole path (engine.md 5.4).
    expect(Math.abs(outcome.provisional.time_ms - 1.1 * time_ms)).toBeLessThanOrEqual(2000);
    expect(Math.abs(outcome.final.time_ms - 2 * time_ms)).toBeLessThanOrEqual(2000);
    expect(outcome.warnings_count).toBe(0);
  });

  it("tell an arrival that can't be met, with the waypoints and all times", () => {
    const train = trainOn(flat, 9000_000, {
      schedule: [
        { offset_mm: 9000_000, arrival_ms: 1000, stop_for_ms: 0, reception_signal: "OPEN" },
      ],
    });
    const outcome = simulateOne(flat, train);
    if (outcome.kind !== "success") throw new Error(outcome.error.type);
    expect(outcome.final.time_ms).toBe(outcome.base.time_ms);
    const possible_s = expect.closeTo(outcome.base.time_ms / 1000, 2) as number;
    const told = { waypoints: ["a", "z"], wanted_s: 1, possible_s };
    expect(print(flat, outcome).warnings).toEqual([
      {
        type: "unachievable_arrival",
        ...told,
        earliest_s: possible_s,
        // At 1 m/s, but for the first and the last metre.
        latest_s: expect.closeTo(9000, -1) as number,
      },
      { type: "unachievable_margin_section", ...told },
    ]);
    expect(outcome.warnings_count).toBe(2);
  });

  it("are in order, and one train's failure leaves the others alone", () => {
    const stopped = trainOn(infra, 9000_000);
    const short = trainOn(infra, 1500_000);
    const nowhere = trainOn(infra, 0, { path: pathOnLine(infra, 500, 500) });
    const trains = [short, stopped, nowhere, short];
    const outcomes = simulateTrains({ infra, stocks: [sendStock(stockT)], profiles: null, trains });
    expect(outcomes.map((outcome) => outcome.kind)).toEqual([
      "success",
      "simulation_failed",
      "simulation_failed",
      "success",
    ]);
    const [first, stalled, zero, last] = outcomes;
    if (stalled?.kind !== "simulation_failed" || zero?.kind !== "simulation_failed")
      throw new Error();
    expect(stalled.error.type).toBe("core:impossible_simulation");
    expect(stalled.error.context["grade"]).toMatch(/^\d+\.\d\dm\/km$/);
    expect(zero.error.type).toBe("core:zero_length_path");
    expect(print(infra, first!)).toEqual(print(infra, last!));
  });

  it("are the same bytes whatever the thread simulated before", () => {
    const random = makeRandom(7);
    const trains = Array.from({ length: 40 }, () =>
      trainOn(flat, wholeBetween(random, 100_000, 10_000_000), {
        initial_speed_m_s: between(random, 0, 30),
        margins: {
          boundaries_mm: [],
          values: [{ kind: "percentage", value: wholeBetween(random, 0, 2) * 10 }],
        },
      }),
    );
    const run = (batch: readonly TrainRun[]): string[] =>
      simulateTrains({
        infra: flat,
        stocks: [sendStock(stockT)],
        profiles: null,
        trains: batch,
      }).map((one) =>
        one.kind === "success"
          ? Buffer.from(new Uint8Array(one.packed)).toString("base64") + bytesOf(one.requirements)
          : "",
      );
    expect(run([...trains].reverse()).reverse()).toEqual(run(trains));
  });
});
