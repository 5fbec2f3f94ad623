// Method: an own small netgraph with times worked out by hand; other people's netgraphs there and back, compared by a reading of their JSON that knows nothing of trains; drawn timetables.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { StationIndex } from "../../../workers/exchange/timetable/station_index.ts";
import type { TimetableForm } from "../../../workers/exchange/timetable/timetable_form.ts";
import { writeTimetableFile } from "../../../workers/exchange/write_timetable.ts";
import { countTries } from "../../helpers/tried.ts";
import { drawnPacedTrains } from "./drawn_timetables.ts";
import { type AnyJson, encode, makeNetgraph, numberByNode } from "./nge_files.ts";
import { HAS_SAMPLES, readSample } from "./samples.ts";

const HOUR_MS = 3_600_000;
const OPTIONS = {
  rolling_stock_name: "Regional 160",
  start_ms: Date.UTC(2026, 2, 2),
  window_ms: 24 * HOUR_MS,
  is_strict: true,
  stations: null,
};

function read(bytes: Uint8Array, options: Partial<typeof OPTIONS> = {}) {
  const outcome = readTimetableFile("nge", { ...OPTIONS, ...options, bytes });
  if (!outcome.ok) throw new Error(outcome.error.reason);
  return outcome.value;
}

function refusal(graph: unknown): string | null {
  const outcome = readTimetableFile("nge", { ...OPTIONS, bytes: encode(graph) });
  return outcome.ok ? null : outcome.error.reason;
}

describe("a netgraph", () => {
  it("becomes paced trains there and back with the times that were worked out by hand", () => {
    const { form, report } = read(encode(makeNetgraph()));
    expect(form.train_schedules).toEqual([]);
    const [there, back, morning, evening, ...others] = form.paced_trains;
    expect(others).toEqual([]);
    expect(there).toMatchObject({
      train_name: "IC 21",
      rolling_stock_name: "Regional 160",
      category: { main_category: "INTERCITY_TRAIN" },
      labels: ["blue", "3 stops on section 2"],
      start_time: "2026-03-02T01:08:00Z",
      paced: { time_window: "PT86400S", interval: "PT7200S" },
      schedule: [
        { at: "2", arrival: "PT900S", stop_for: "PT120S" },
        { at: "3", arrival: "PT3180S", stop_for: "PT0S" },
      ],
    });
    expect(there?.path.map((one) => "trigram" in one && one.trigram)).toEqual(["A", "B", "C"]);
    expect(back).toMatchObject({
      train_name: "IC 21",
      // 60 minutes of the frequency, 59 of the section: 01:59
      start_time: "2026-03-02T01:59:00Z",
      labels: ["blue", "3 stops on section 1"],
      schedule: [
        { at: "2", arrival: "PT2160S", stop_for: "PT120S" },
        { at: "3", arrival: "PT3180S" },
      ],
    });
    expect(morning).toMatchObject({
      start_time: "2026-03-02T06:04:00Z",
      paced: { time_window: "PT3600S", interval: "PT900S" },
      schedule: [{ at: "2", arrival: "PT630S", stop_for: "PT0S" }],
    });
    expect(evening).toMatchObject({
      start_time: "2026-03-02T16:04:00Z",
      paced: { time_window: "PT10800S" },
    });
    expect(report).toEqual([]);
  });

  it("begins when it is told, in step with its frequencies", () => {
    const { form } = read(encode(makeNetgraph()), {
      start_ms: Date.UTC(2026, 2, 2, 5, 30),
      window_ms: 4 * HOUR_MS,
    });
    expect(form.paced_trains.slice(0, 2)).toMatchObject([
      { start_time: "2026-03-02T07:08:00Z", paced: { time_window: "PT14400S" } },
      { start_time: "2026-03-02T05:59:00Z" },
    ]);
  });

  it("runs on the days of its week alone, and tells what runs on none of them", () => {
    const graph = makeNetgraph();
    const [all_day, hours] = graph["metadata"].trainrunTimeCategories;
    all_day.weekday = [1, 2, 3, 4, 5];
    hours.weekday = [6, 7];
    const on = (date: number, days: number) => {
      const start_ms = Date.UTC(2026, 2, date);
      const { form, report } = read(encode(graph), { start_ms, window_ms: days * 24 * HOUR_MS });
      return {
        trains: form.paced_trains.map(({ start_time, paced }) => [start_time, paced.time_window]),
        codes: report.map(({ code, severity, count }) => [code, severity, count]),
      };
    };
    // The trainrun of all hours has two trains, the other one two intervals.
    const monday = on(2, 1);
    expect(monday.trains.map(([, window]) => window)).toEqual(["PT86400S", "PT86400S"]);
    expect(monday.codes).toEqual([["trainrun_not_on_day", "warning", 2]]);
    const saturday = on(7, 1);
    expect(saturday.trains.map(([start]) => start?.slice(0, 10))).toEqual([
      "2026-03-07",
      "2026-03-07",
    ]);
    expect(saturday.codes).toEqual([["trainrun_not_on_day", "warning", 2]]);
    // Each two hours from 01:08 and 01:59 on Friday: the last ones before midnight are its own.
    const friday = on(6, 3);
    expect(friday.trains.map(([, window]) => window)).toEqual(["PT86400S", "PT86400S"]);
    expect(friday.codes).toEqual([["trainrun_not_on_day", "warning", 4]]);
    all_day.weekday = [1, 2, 3, 4, 5, 6, 7];
    hours.weekday = undefined;
    expect(on(7, 1).codes).toEqual([]);
  });

  it("tells sections without a trainrun, with a frequency of their own, and connections", () => {
    const graph = makeNetgraph();
    const sections = graph["trainrunSections"];
    sections[0].specificTrainrunSectionFrequencyId = 1;
    graph["nodes"][0].connections = [{ id: 1, port1Id: 1, port2Id: 2 }];
    graph["trainruns"] = graph["trainruns"].slice(0, 1);
    const kept = graph["trainruns"][0].id;
    const count = sections.filter((one: AnyJson) => one["trainrunId"] !== kept).length;
    expect(count).toBeGreaterThan(0);
    expect(read(encode(graph)).report).toMatchObject([
      { code: "section_frequency_left_out", severity: "warning", count: 1 },
      { code: "section_without_trainrun", severity: "warning", count },
      { code: "connections_left_out", count: 1 },
    ]);
  });

  it("is put on the operational points of a network, and says which it has not", () => {
    const station = { trigram: null, uic: null, secondary_code: null, place: null };
    const stations = new StationIndex([
      { ...station, id: "op.a", name: "other", trigram: "A" },
      { ...station, id: "op.b", name: "STATION b" },
      { ...station, id: "C", name: null },
    ]);
    const { form, report } = read(encode(makeNetgraph()), { stations } as object);
    const [there] = form.paced_trains;
    expect(there?.path).toMatchObject([
      { trigram: "A" },
      { operational_point: "op.b" },
      { operational_point: "C" },
    ]);
    expect(report).toMatchObject([
      { code: "station_unknown", where: { element: "node", id: "D" }, count: 1 },
    ]);
  });

  it.each<[string, (graph: AnyJson) => void, RegExp]>([
    ["a doubled id", (g) => g["nodes"].push(g["nodes"][0]), /nodes have the id 0 twice/],
    ["a node that is not there", (g) => g["nodes"].pop(), /no node 3/],
    ["a frequency that is not there", (g) => (g["trainruns"][0].frequencyId = 9), /frequency 9/],
    ["a frequency of nothing", (g) => (g["metadata"].trainrunFrequencies[0].frequency = 0), />=1/],
    ["a time that is none", (g) => (g["trainrunSections"][0].sourceDeparture = "8"), /source/],
    [
      "two transitions of a port",
      (g) => g["nodes"][1].transitions.push(g["nodes"][1].transitions[0]),
      /^port 1 of node 1 has two transitions/,
    ],
    [
      "two sections at a port",
      (g) => (g["trainrunSections"][1].sourcePortId = 1),
      /^port 1 of node 1 has two sections/,
    ],
    [
      "hours of no day",
      (g) => (g["metadata"].trainrunTimeCategories[1].dayTimeInterval[0].from = 93_600),
      /from/,
    ],
    [
      "a start in no year",
      (g) => {
        g["metadata"].trainrunFrequencies[0].offset = -500;
        g["metadata"].trainrunFrequencies[0].frequency = 4_000_000.001;
      },
      /9999|hundred years/,
    ],
    ["no metadata", (g) => delete g["metadata"], /metadata/],
  ])("with %s is refused", (_what, spoil, reason) => {
    const graph = makeNetgraph();
    spoil(graph);
    expect(refusal(graph)).toMatch(reason);
  });

  it("whose sections run in a circle ends, each section once", () => {
    const graph = makeNetgraph();
    const [, second] = graph["trainrunSections"];
    second.targetNodeId = 0;
    graph["nodes"][0].ports.push({ id: 3, trainrunSectionId: 1 });
    graph["nodes"][0].transitions.push({ port1Id: 0, port2Id: 3, isNonStopTransit: false });
    const { form } = read(encode(graph));
    expect(form.paced_trains[0]?.path).toHaveLength(3);
  });
});

describe("a timetable as a netgraph", () => {
  it("comes back equal, whatever its paces, times and places", () => {
    fc.assert(
      fc.property(drawnPacedTrains(1), (paced_trains) => {
        const form: TimetableForm = { version: 1, train_schedules: [], paced_trains };
        const written = writeTimetableFile("nge", form, null);
        const again = read(written.bytes).form;
        expect(again).toEqual(form);
        expect(writeTimetableFile("nge", again, null).bytes).toEqual(written.bytes);
        // Other editors number ports in each node.
        const graph = JSON.parse(Buffer.from(written.bytes).toString("utf8"));
        for (const first of [0, 1]) {
          expect(read(encode(numberByNode(graph, first))).form).toEqual(form);
        }
      }),
      { numRuns: countTries({ few: 60, many: 400 }) },
    );
  });

  it("tells what is not in it", () => {
    const { form } = read(encode(makeNetgraph()));
    const [train] = form.paced_trains;
    if (train === undefined) throw new Error("no train");
    const { paced: _paced, exceptions: _exceptions, ...single } = train;
    const untimed = { ...train, schedule: [{ ...train.schedule[0]!, arrival: null }] };
    const numbering = { first: 4001, step: 2, suffix: "" };
    const slow = { ...train, margins: { boundaries: [], values: ["5%"] }, numbering };
    const { report } = writeTimetableFile(
      "nge",
      { version: 1, train_schedules: [single], paced_trains: [untimed, slow] },
      null,
    );
    expect(report.map(({ code, where, count }) => [code, where.element, count])).toEqual([
      ["train_left_out", "train_schedule", 1],
      ["train_left_out", "paced_train", 1],
      ["numbers_left_out", "paced_train", 1],
      ["details_left_out", "paced_train", 1],
      ["stocks_left_out", "paced_train", 1],
    ]);
  });
});

/** What runs when in a netgraph, read off its JSON: sections with their four times, halts, frequencies. */
function listRuns(graph: AnyJson): string[] {
  const name = new Map<number, string>(
    graph.nodes.map((one: AnyJson) => [one.id, one.betriebspunktName.trim()]),
  );
  const frequency = new Map(
    graph.metadata.trainrunFrequencies.map((one: AnyJson) => [one.id, one]),
  );
  const category = new Map(graph.metadata.trainrunCategories.map((one: AnyJson) => [one.id, one]));
  const port = new Map<number, AnyJson>();
  for (const node of graph.nodes) for (const one of node.ports) port.set(one.id, { node, ...one });
  return graph.trainruns.flatMap((run: AnyJson) => {
    const own = graph.trainrunSections.filter((one: AnyJson) => one.trainrunId === run.id);
    if (own.length === 0) return [];
    const sections = own.map((one: AnyJson) => {
      const ends = [
        [name.get(one.sourceNodeId), one.sourceDeparture.time, one.sourceArrival.time],
        [name.get(one.targetNodeId), one.targetDeparture.time, one.targetArrival.time],
      ];
      return [ends.map(String).sort().join(" "), one.numberOfStops].join(": ");
    });
    const ids = new Set(own.map((one: AnyJson) => one.id));
    const halts = graph.nodes.flatMap((node: AnyJson) =>
      node.transitions
        .filter((one: AnyJson) => ids.has(port.get(one.port1Id).trainrunSectionId))
        .map((one: AnyJson) => `${name.get(node.id)} ${one.isNonStopTransit ? "passes" : "stops"}`),
    );
    const { frequency: every, offset } = frequency.get(run.frequencyId) as AnyJson;
    const kind = (category.get(run.categoryId) as AnyJson).shortName;
    return [
      [kind, run.name, run.direction, every, offset, sections.sort(), halts.sort()].join(" | "),
    ];
  });
}

describe.skipIf(!HAS_SAMPLES)("other people's netgraphs", () => {
  it.each([
    ["nge_Demo_OL_LZ.json", 15, 47],
    ["nge_netzgrafik_default.json", 0, 0],
    ["nge_netzgrafik_demo_standalone_github.json", 23, 204],
  ])("%s comes back with its times, stops and frequencies", (file, nRuns, nSections) => {
    const bytes = readSample(file);
    const given = JSON.parse(new TextDecoder().decode(bytes));
    expect([given.trainruns.length, given.trainrunSections.length]).toEqual([nRuns, nSections]);
    const { form } = read(bytes);
    expect(form.paced_trains).toHaveLength(nRuns * 2);
    const written = writeTimetableFile("nge", form, null);
    const back = JSON.parse(new TextDecoder().decode(written.bytes));
    expect(listRuns(back).sort()).toEqual(listRuns(given).sort());
    expect(read(written.bytes).form).toEqual(form);
  });
});
