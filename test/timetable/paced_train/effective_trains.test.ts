// Method: an independent naive expansion of thousands of random paced trains and exceptions (fast-check), and the worked examples of the specification and interface.md 9.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printDateTime } from "../../../src/railway/iso8601.ts";
import {
  type EffectiveTrain,
  listEffectiveTrains,
  type PacedTrain,
} from "../../../src/timetable/paced_train/effective_trains.ts";
import { atOnce } from "../../helpers/at_once.ts";
import { pacedTrainPair } from "../../helpers/paced_arbitraries.ts";
import { expandNaively } from "./naive_expansion.ts";

const RUNS = { seed: 900, numRuns: Number(process.env["PACED_TRAIN_RUNS"] ?? 1000) };

function paced(time_window: string, interval: string, exceptions: unknown[] = []): PacedTrain {
  const train = {
    train_name: "RER B",
    labels: ["am"],
    rolling_stock_name: "fast",
    start_time: "2024-05-22T08:00:00Z",
    path: [{ id: "a", deleted: false, trigram: "SWS", secondary_code: null }],
    schedule: [],
    margins: { boundaries: [], values: ["0%"] },
    initial_speed: 0,
    comfort: "STANDARD",
    constraint_distribution: "MARECO",
    speed_limit_tag: "MA100",
    power_restrictions: [],
    options: { use_electrical_profiles: true },
    category: { main_category: "TRAM_TRAIN" },
    paced: { time_window, interval },
    exceptions,
  };
  return train as unknown as PacedTrain; // as the database gives it: `exceptions` are of any form
}

function starts(trains: readonly EffectiveTrain[]): string[] {
  return trains.map(({ start_ms }) => printDateTime(start_ms).slice(11, 16));
}

function listAll(paced_train: PacedTrain): EffectiveTrain[] {
  return atOnce(listEffectiveTrains(paced_train));
}

describe("the trains of a paced train", () => {
  it("are those of a naive expansion, for many random paced trains", () => {
    const seen = { unchanged: 0, changed: 0, added: 0, disabled: 0 };
    fc.assert(
      fc.property(pacedTrainPair, ({ echoed }) => {
        // What comes back from the server is what it has stored.
        const effective = listAll(echoed as unknown as PacedTrain);
        const found = effective.map(({ occurrence, name, train, start_ms }) => ({
          occurrence,
          train: { ...train, train_name: name, start_time: printDateTime(start_ms) },
        }));
        expect(found).toEqual(expandNaively(echoed));
        for (const { occurrence } of effective) {
          if (!("exception_key" in occurrence)) seen.unchanged++;
          else if ("index" in occurrence) seen.changed++;
          else seen.added++;
        }
        const exceptions = echoed["exceptions"] as { disabled: boolean }[];
        seen.disabled += exceptions.filter(({ disabled }) => disabled).length;
      }),
      RUNS,
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it("are four from 08:00 in an hour of a 15 min interval", () => {
    const trains = listAll(paced("PT3600S", "PT900S"));
    expect(starts(trains)).toEqual(["08:00", "08:15", "08:30", "08:45"]);
    expect(trains.map(({ occurrence }) => occurrence)).toEqual(
      [0, 1, 2, 3].map((index) => ({ index })),
    );
  });

  it("are as many as whole intervals fit, none in a window shorter than the interval", () => {
    expect(listAll(paced("PT3000S", "PT900S"))).toHaveLength(3);
    expect(listAll(paced("PT2700S", "PT900S"))).toHaveLength(3);
    expect(listAll(paced("PT2699.999S", "PT900S"))).toHaveLength(2);
    expect(listAll(paced("PT899S", "PT900S"))).toEqual([]);
    expect(listAll(paced("PT0S", "PT900S"))).toEqual([]);
  });

  it("share one object where no exception changes them, so a day of a 5 min service is one train", () => {
    const numbering = { first: 4001, step: 2, suffix: "" };
    for (const numbers of [{}, { numbering }]) {
      const trains = listAll({ ...paced("PT86400S", "PT300S"), ...numbers });
      expect(trains).toHaveLength(288);
      expect(new Set(trains.map(({ train }) => train)).size).toBe(1);
    }
  });

  it("are changed, switched off and added by exceptions, as the example of interface.md has it", () => {
    const trains = listAll(
      paced("PT3600S", "PT900S", [
        {
          key: "k-mod",
          occurrence_index: 2,
          disabled: false,
          train_name: { value: "RER B bis" },
          rolling_stock: { rolling_stock_name: "slow", comfort: "HEATING" },
        },
        { key: "k-off", occurrence_index: 3, disabled: true },
        {
          key: "k-new",
          disabled: false,
          start_time: { value: "2024-05-22T08:05:00Z" },
          speed_limit_tag: { value: null },
          rolling_stock_category: { value: { sub_category_code: "RER" } },
        },
      ]),
    );
    expect(starts(trains)).toEqual(["08:00", "08:05", "08:15", "08:30"]);
    expect(trains.map(({ occurrence }) => occurrence)).toEqual([
      { index: 0 },
      { exception_key: "k-new" },
      { index: 1 },
      { index: 2, exception_key: "k-mod" },
    ]);
    expect(trains[1]?.train).toMatchObject({
      train_name: "RER B",
      speed_limit_tag: null,
      category: { sub_category_code: "RER" },
    });
    expect(trains[3]?.train).toMatchObject({
      train_name: "RER B bis",
      rolling_stock_name: "slow",
      comfort: "HEATING",
      speed_limit_tag: "MA100",
    });
  });

  it("have numbers by the rule, with gaps for those that do not run; an exception's name wins", () => {
    const numbering = { first: 4001, step: 2, suffix: "B" };
    const exceptions = [
      { key: "off", occurrence_index: 1, disabled: true },
      { key: "late", occurrence_index: 2, start_time: { value: "2024-05-22T08:33:00Z" } },
      { key: "own", occurrence_index: 3, train_name: { value: "Special" } },
      { key: "more", train_name: { value: "Relief" } },
      { key: "nameless" },
    ];
    const trains = listAll({ ...paced("PT3600S", "PT900S", exceptions), numbering });
    expect(trains.map(({ name }) => name)).toEqual([
      "4001B",
      "Relief",
      "RER B",
      "4005B",
      "Special",
    ]);
  });

  it("start with the paced train where an exception adds one without a start, even at one time", () => {
    const trains = listAll(
      paced("PT1800S", "PT900S", [
        { key: "k", disabled: false },
        { key: "l", disabled: false },
        { key: "off", disabled: true },
      ]),
    );
    expect(starts(trains)).toEqual(["08:00", "08:00", "08:00", "08:15"]);
    expect(trains.map(({ occurrence }) => occurrence)).toEqual([
      { index: 0 },
      { exception_key: "k" },
      { exception_key: "l" },
      { index: 1 },
    ]);
  });
});
