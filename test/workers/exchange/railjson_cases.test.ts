/** Newer documents of the peer, each with one thing that the API's forms have not, and what comes of it. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { TimetableDocument } from "../../../src/timetable/exchange/exchange.schemas.ts";
import { RollingStockForm } from "../../../src/vehicles/rolling_stock/rolling_stock.schemas.ts";
import { readStockFile } from "../../../workers/exchange/exchange_stocks.ts";
import { importNetwork } from "../../../workers/exchange/import_network.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { validateDocument } from "../../../workers/railjson/validate_document.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import {
  type Fields,
  listIn,
  newerNetwork,
  newerStock,
  newerTrain,
  newerTrains,
} from "./newer_railjson.ts";

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const told = (rows: readonly { code: string; where: { element?: string }; count: number }[]) =>
  rows.map(({ code, where, count }) => `${code} ${where.element} ${count}`);

/** Takes or makes a list's first object. */
const first = (network: Fields, key: string): Fields => listIn(network, key)[0] ?? {};
const plain = (): Fields => JSON.parse(JSON.stringify(TINY_RAILJSON)) as Fields;

describe("a newer network", () => {
  const read = (network: unknown) => importNetwork("railjson", encode(network));

  it("comes in as its file has it, with the names of its tracks", () => {
    const outcome = read(newerNetwork());
    if (!outcome.ok) throw new Error(outcome.error.reason);
    const { document, report } = outcome.value;
    const expected = plain();
    const named = (name: string) => ({
      line_code: 0,
      line_name: "",
      track_number: 0,
      track_name: name,
    });
    for (const [i, track] of listIn(expected, "track_sections").entries()) {
      track["extensions"] = { ...(track["extensions"] as object), sncf: named(`V${i + 1}`) };
    }
    expect(document).toEqual(expected);
    expect(validateDocument(document).kind).toBe("valid");
    expect(told(report)).toEqual([
      "version_read version 1",
      "field_left_out operational_points.weight 2",
      "field_left_out network.level_crossings 2",
    ]);
  });

  type Change = (network: Fields) => void;
  const CHANGES: readonly (readonly [what: string, change: Change, rows: readonly string[]])[] = [
    ["nothing new", () => undefined, []],
    ["an older version", (n) => (n["version"] = "3.4.10"), ["version_read version 1"]],
    ["a much newer version", (n) => (n["version"] = "3.12.0"), ["version_read version 1"]],
    ["no list of neutral sections", (n) => delete n["neutral_sections"], []],
    [
      "a list of something",
      (n) => (n["bridges"] = [1, 2, 3]),
      ["field_left_out network.bridges 3"],
    ],
    ["a word about itself", (n) => (n["author"] = "me"), ["field_left_out network.author 1"]],
    [
      "a field of tracks",
      (n) => listIn(n, "track_sections").forEach((track) => (track["gauge"] = 1435)),
      ["field_left_out track_sections.gauge 2"],
    ],
    [
      "fields within fields",
      (n) =>
        (first(n, "operational_points")["extensions"] = {
          identifier: { name: "A", uic: 1, plc: 9 },
          x: 1,
        }),
      [
        "field_left_out operational_points.extensions.identifier.plc 1",
        "field_left_out operational_points.extensions.x 1",
      ],
    ],
    [
      "two fields of one object",
      (n) => Object.assign(first(n, "detectors"), { kind: "axle", owner: "x" }),
      ["field_left_out detectors.kind 1", "field_left_out detectors.owner 1"],
    ],
    [
      "a field of ranges",
      (n) =>
        listIn(first(n, "speed_sections"), "track_ranges").forEach((one) => (one["side"] = "LEFT")),
      ["field_left_out speed_sections.track_ranges.side 1"],
    ],
    [
      "a faulty object",
      (n) => (first(n, "electrifications")["voltage"] = 25_000),
      ["faulty_left_out electrifications 1"],
    ],
    [
      "an object twice",
      (n) => listIn(n, "detectors").push({ ...first(n, "detectors") }),
      ["faulty_left_out detectors 1"],
    ],
    ["no object", (n) => (n["speed_sections"] = [7]), ["faulty_left_out speed_sections 1"]],
    ["the name of a track", (n) => (first(n, "track_sections")["local_track_name"] = "9"), []],
    [
      "two names of a track",
      (n) => {
        first(n, "track_sections")["local_track_name"] = "9";
        const [part] = listIn(first(n, "operational_points"), "parts");
        if (part !== undefined) part["local_track_name"] = "10";
      },
      ["track_name_left_out track_sections 1"],
    ],
    [
      "further keys of what signals signal, which are kept",
      (n) => {
        const [logical] = listIn(first(n, "signals"), "logical_signals");
        if (logical !== undefined) logical["custom_data"] = {};
      },
      [],
    ],
  ];

  it.each(CHANGES)("with %s is read", (_what, change, rows) => {
    const network = plain();
    change(network);
    const outcome = read(network);
    if (!outcome.ok) throw new Error(outcome.error.reason);
    expect(validateDocument(outcome.value.document).kind).toBe("valid");
    expect(told(outcome.value.report)).toEqual(rows);
  });

  it.each([
    ["version 2", { ...plain(), version: "2.1.0" }, "its version must be"],
    ["no version", { ...plain(), version: 3 }, "its version must be"],
    ["no tracks", { ...plain(), track_sections: [] }, "it has no track sections"],
    ["a list that is none", { ...plain(), routes: {} }, "routes must be a list"],
    ["a list alone", [], "a network is an object"],
  ])("with %s is refused", (_what, network, reason) => {
    const outcome = read(network);
    expect(outcome.ok ? "read" : outcome.error.reason).toContain(reason);
  });
});

describe("a newer rolling stock", () => {
  const read = (stocks: unknown) => {
    const outcome = readStockFile("railjson", encode(stocks));
    if (!outcome.ok) throw new Error(outcome.error.reason);
    return { ...outcome.value, forms: v.parse(v.array(RollingStockForm), outcome.value.stocks) };
  };

  it("is one of the API's form", () => {
    const { forms, report } = read(newerStock());
    expect(forms).toMatchObject([
      {
        gamma: { type: "CONST", value: 0.8 },
        supported_signaling_systems: ["BAL", "ETCS_LEVEL2"],
        primary_category: "INTERCITY_TRAIN",
        other_categories: ["REGIONAL_TRAIN"],
      },
    ]);
    expect(forms[0]).not.toHaveProperty("locked");
    expect(told(report)).toEqual([
      "field_left_out rolling_stock.curve_of_braking 1",
      "field_left_out rolling_stock.supported_signaling_systems.release_speed 1",
      'field_left_out rolling_stock.other_categories "MAGLEV_TRAIN" 1',
    ]);
  });

  it("is the same in a list and in a page of them", () => {
    const { stocks } = read(newerStock());
    expect(read([newerStock()]).stocks).toEqual(stocks);
    expect(read({ results: [newerStock()], count: 1 }).stocks).toEqual(stocks);
  });

  it.each<readonly [string, unknown, readonly string[]]>([
    ["words", ["BAL", "TVM300", "BAL"], ["BAL", "TVM300"]],
    ["objects with one key", [{ BAL: {} }, { BAPR: null }], ["BAL", "BAPR"]],
    ["objects with a name", [{ name: "BAL", level: 2 }], ["BAL"]],
    ["an object by name", { BAL: {}, TVM430: {} }, ["BAL", "TVM430"]],
    ["nothing told", undefined, ["BAL", "BAPR", "TVM300", "TVM430"]],
  ])("has its signaling systems as %s", (_what, given, systems) => {
    const { forms } = read({ ...newerStock(), supported_signaling_systems: given });
    expect(forms[0]?.supported_signaling_systems).toEqual(systems);
  });

  it("keeps an older form's gamma", () => {
    const { const_gamma: _const, ...stock } = newerStock();
    expect(read({ ...stock, gamma: { type: "MAX", value: 0.6 } }).forms[0]?.gamma).toEqual({
      type: "MAX",
      value: 0.6,
    });
  });

  it.each(["gamma", "mass", "effort_curves"])("without %s is refused, by name", (field) => {
    const { const_gamma: _const, [field]: _field, ...stock } = newerStock();
    const outcome = readStockFile("railjson", encode([stock]));
    expect(outcome.ok ? "read" : outcome.error.reason).toMatch(/^rolling stock 1 \(.*\) has no /);
  });
});

describe("newer trains", () => {
  const read = (trains: unknown, is_strict = false) => {
    const outcome = readTimetableFile("railjson", {
      bytes: encode(trains),
      stations: null,
      rolling_stock_name: "Other",
      start_ms: 0,
      window_ms: 86_400_000,
      is_strict,
    });
    if (!outcome.ok) throw new Error(outcome.error.reason);
    v.parse(TimetableDocument, outcome.value.form);
    return outcome.value;
  };

  it("have their places beside their ids, and their exceptions beside their pace", () => {
    const { form, report } = read(newerTrains());
    expect(form.train_schedules).toMatchObject([
      {
        train_name: "IC 1",
        path: [
          { id: "a", uic: 1, secondary_code: "BV" },
          { id: "b", operational_point: "OP.B", track_reference: { track_name: "V2" } },
        ],
      },
    ]);
    expect(form.paced_trains).toMatchObject([
      {
        paced: { interval: "PT1800S", time_window: "PT7200S" },
        exceptions: [
          { key: "x", occurrence_index: 1, disabled: true },
          {
            key: "y",
            path_and_schedule: { path: [{ id: "a", track: "A", offset: 5 }, { uic: 2 }] },
          },
        ],
      },
    ]);
    expect(told(report)).toEqual(["field_left_out exception.colour 1"]);
  });

  it("are the same in lists of a document, and in a page", () => {
    const [single, paced] = newerTrains();
    const { form } = read(newerTrains());
    expect(read({ train_schedules: [single], paced_trains: [paced] }).form).toEqual(form);
    expect(read({ results: newerTrains() }).form).toEqual(form);
  });

  const FORMS: readonly (readonly [string, Fields, readonly string[]])[] = [
    [
      "its places flat",
      {
        path: [
          { id: "a", trigram: "A" },
          { id: "b", trigram: "B" },
        ],
      },
      [],
    ],
    [
      "places on tracks",
      {
        path: [
          { id: "a", location: { track: "A", offset: 1 } },
          { id: "b", location: { track: "A", offset: 9 } },
        ],
      },
      [],
    ],
    ["an unknown field", { colour: "red" }, ["field_left_out train.colour 1"]],
    [
      "an unknown field of a place",
      {
        path: [
          { id: "a", trigram: "A", size: 1 },
          { id: "b", trigram: "B" },
        ],
      },
      ["field_left_out train.path.size 1"],
    ],
    [
      "an unknown field of its options",
      { options: { use_electrical_profiles: true, eco: 1 } },
      ["field_left_out train.options.eco 1"],
    ],
    ["no distribution", { constraint_distribution: undefined }, []],
    ["no pace", { paced: null }, []],
  ];

  it.each(FORMS)("with %s are read", (_what, change, rows) => {
    const path = change["path"] === undefined ? {} : { schedule: [] };
    const { form, report } = read([{ ...newerTrain(), ...path, ...change }]);
    expect(form.train_schedules).toHaveLength(1);
    expect(told(report)).toEqual(rows);
  });

  it("take the rolling stock that is told where they name none", () => {
    const { rolling_stock_name: _name, ...train } = newerTrain();
    expect(read([train]).form.train_schedules[0]?.rolling_stock_name).toBe("Other");
  });

  it("are left out where they are faulty, unless all or nothing is wanted", () => {
    const faulty = { ...newerTrain(), start_time: "yesterday" };
    const { form, report } = read([faulty, newerTrain()]);
    expect(form.train_schedules).toHaveLength(1);
    expect(told(report)).toEqual(["faulty_left_out train 1"]);
    expect(() => read([faulty, newerTrain()], true)).toThrow("start_time");
  });
});
