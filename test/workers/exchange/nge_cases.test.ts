/** Small netgraphs, each with one thing that editors write in their own way, and the trains that come of it. */
import { describe, expect, it } from "vitest";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import { callsOf, type PacedForm } from "../../../workers/exchange/timetable/timetable_form.ts";
import { type AnyJson, encode, makeNetgraph, numberByNode } from "./nge_files.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** One trainrun each hour, A 08 – B 23, 25 – C 61, and back: C 59 – B 95, 97 – A 112. */
function makePlain(): AnyJson {
  const graph = makeNetgraph();
  graph.nodes.pop();
  graph.nodes[1].ports.pop();
  graph.trainrunSections.pop();
  graph.trainrunSections[1].numberOfStops = 0;
  graph.trainruns.pop();
  graph.trainruns[0].labelIds = [];
  Object.assign(graph.metadata.trainrunFrequencies[0], { frequency: 60, offset: 0 });
  return graph;
}
/** Times of places are minutes from the start, `+` and how long it stops; at the end how often, and for how long. */
const THERE = "IC 21 00:08 A B@15+2 C@53+0 each 60 for 1440";
const BACK = "IC 21 00:59 C B@36+2 A@53+0 each 60 for 1440";
const TRAINS = [THERE, BACK];

function print(train: PacedForm): string {
  const minutes = (ms: number): number => ms / MINUTE_MS;
  const seconds = (duration: string): number => Number(/^PT(\d+(?:\.\d+)?)S$/.exec(duration)?.[1]);
  const { train_name, start_time, labels, path, paced } = train;
  const places = callsOf(train).map(({ arrival_ms, stop_ms }, i) => {
    const place = path[i];
    const name = place !== undefined && "trigram" in place ? place.trigram : "?";
    if (i === 0) return name;
    return `${name}@${minutes(arrival_ms ?? Number.NaN)}${stop_ms === null ? "" : `+${minutes(stop_ms)}`}`;
  });
  const [window, interval] = [seconds(paced.time_window) / 60, seconds(paced.interval) / 60];
  return [
    train_name,
    start_time.slice(11).replace(/(:00)?Z$/, ""),
    ...places,
    `each ${interval} for ${window}`,
    ...labels.map((label) => `#${label}`),
  ]
    .filter((word) => word !== "")
    .join(" ");
}

/** Its four times in the order of the editor, minutes that count on. */
function setTimes(section: AnyJson, times: readonly [number, number, number, number]): void {
  const names = ["sourceDeparture", "sourceArrival", "targetDeparture", "targetArrival"];
  for (const [i, name] of names.entries()) {
    const consecutiveTime = times[i] ?? 0;
    section[name] = { lock: false, time: consecutiveTime % 60, consecutiveTime };
  }
}

const TIMES = ["sourceDeparture", "sourceArrival", "targetDeparture", "targetArrival"] as const;
function eachTime(graph: AnyJson, change: (time: AnyJson) => void): void {
  for (const section of graph.trainrunSections) for (const name of TIMES) change(section[name]);
}

const oneWay = (graph: AnyJson): void => {
  graph.trainruns[0].direction = "one_way";
};
const every = (frequency: number, offset: number) => (graph: AnyJson) => {
  oneWay(graph);
  Object.assign(graph.metadata.trainrunFrequencies[0], { frequency, offset });
};
const hours =
  (...intervals: readonly (readonly [from: number, to: number])[]) =>
  (graph: AnyJson) => {
    oneWay(graph);
    const [category] = graph.metadata.trainrunTimeCategories;
    category.dayTimeInterval = intervals.map(([from, to]) => ({ from, to }));
  };

interface Case {
  readonly what: string;
  readonly change?: (graph: AnyJson) => void;
  /** What the file is; absent: JSON in one line. */
  readonly print?: (graph: AnyJson) => string;
  readonly trains: readonly string[];
  /** Codes of the report, each with what it counts. */
  readonly told?: readonly string[];
}

const CASES: readonly Case[] = [
  { what: "what is plain", trains: TRAINS },
  {
    what: "a byte order mark",
    print: (graph) => `\u{feff}${JSON.stringify(graph)}`,
    trains: TRAINS,
  },
  {
    what: "lines that are indented and end with CR LF",
    print: (graph) => `${JSON.stringify(graph, null, 2).replaceAll("\n", "\r\n")}\r\n`,
    trains: TRAINS,
  },
  {
    what: "drawings, colours, notes, filters and what newer editors add",
    change: (graph) => {
      Object.assign(graph, {
        freeFloatingTexts: [
          { id: 0, x: 1, y: 2, title: "A note", text: "<b>x</b>", labelIds: [1] },
        ],
        labelGroups: [{ id: 1, name: "Standard", labelRef: "Trainrun" }],
        filterData: { filterSettings: [{ id: 0, filterTrainrunCategory: [], filterNotes: true }] },
        resources: [{ id: 1, capacity: 2 }],
      });
      Object.assign(graph.metadata, {
        netzgrafikColors: [{ id: 3, colorRef: "NORMAL", color: "#767676" }],
        analyticsSettings: { originDestinationSettings: { connectionPenalty: 5 } },
        orderingAlgorithm: 0,
        trafficSide: "leftHand",
      });
      for (const node of graph.nodes) Object.assign(node, { isCollapsed: false, warnings: null });
      for (const section of graph.trainrunSections) {
        const travelTime = { lock: true, time: 15, consecutiveTime: 1, timeFormatter: null };
        const warnings = [{ title: "Early", description: "0 < 1" }];
        Object.assign(section, {
          travelTime,
          backwardTravelTime: travelTime,
          warnings,
          resourceId: 0,
        });
      }
    },
    trains: TRAINS,
  },
  {
    what: "nothing that older editors did not know",
    change: (graph) => {
      delete graph.labels;
      delete graph.resources;
      for (const key of ["labelIds", "direction"]) delete graph.trainruns[0][key];
      for (const node of graph.nodes) {
        delete node.fullName;
        for (const transition of node.transitions) delete transition.isNonStopTransit;
      }
      for (const section of graph.trainrunSections) delete section.numberOfStops;
      delete graph.metadata.trainrunFrequencies[0].offset;
    },
    trains: TRAINS,
  },
  {
    what: "null for what is not told",
    change: (graph) => {
      graph.labels = null;
      Object.assign(graph.trainruns[0], { labelIds: null, direction: null });
      for (const node of graph.nodes) {
        Object.assign(node, { fullName: null, connections: null });
        if (node.transitions.length === 0) node.transitions = null;
        else node.transitions[0].isNonStopTransit = null;
      }
      for (const section of graph.trainrunSections) section.numberOfStops = null;
      graph.metadata.trainrunFrequencies[0].offset = null;
      graph.metadata.trainrunCategories[0].name = null;
      Object.assign(graph.metadata.trainrunTimeCategories[0], {
        dayTimeInterval: null,
        weekday: null,
      });
    },
    trains: TRAINS,
  },
  { what: "a train each 20 minutes", change: every(20, 0), trains: [THERE.replace("60", "20")] },
  {
    what: "a train each 7.5 minutes",
    change: every(7.5, 0),
    trains: [THERE.replace("60", "7.5")],
  },
  {
    what: "a train each two hours, in even ones",
    change: every(120, 0),
    trains: [THERE.replace("60", "120")],
  },
  {
    what: "a train each two hours, in odd ones",
    change: every(120, 60),
    trains: [THERE.replace("60", "120").replace("00:08", "01:08")],
  },
  {
    what: "times that begin to count in a later hour: the frequency tells the hour",
    change: (graph) => {
      every(120, 0)(graph);
      eachTime(graph, (time) => (time.consecutiveTime += 180));
    },
    trains: [THERE.replace("60", "120")],
  },
  { what: "one direction", change: oneWay, trains: [THERE] },
  {
    what: "a node that is passed",
    change: (graph) => {
      const [first, second] = graph.trainrunSections;
      setTimes(first, [8, 112, 97, 23]);
      setTimes(second, [23, 97, 61, 59]);
      graph.nodes[1].transitions[0].isNonStopTransit = true;
    },
    trains: [
      "IC 21 00:08 A B@15 C@51+0 each 60 for 1440",
      "IC 21 00:01 C B@36 A@51+0 each 60 for 1440",
    ],
  },
  {
    what: "a node that is passed, but where the times stand still",
    change: (graph) => (graph.nodes[1].transitions[0].isNonStopTransit = true),
    trains: TRAINS,
    told: ["pass_with_stop 2"],
  },
  {
    what: "a stop of no time",
    change: (graph) => {
      oneWay(graph);
      setTimes(graph.trainrunSections[1], [23, 97, 61, 59]);
    },
    trains: ["IC 21 00:08 A B@15+0 C@51+0 each 60 for 1440"],
  },
  {
    what: "times without those that count on",
    change: (graph) => eachTime(graph, (time) => delete time.consecutiveTime),
    trains: TRAINS,
  },
  {
    what: "minutes over the hour, and nothing that counts on",
    change: (graph) =>
      eachTime(graph, (time) => {
        time.time = time.consecutiveTime;
        time.consecutiveTime = null;
      }),
    trains: TRAINS,
  },
  {
    what: "more than two hours between two nodes",
    change: (graph) => {
      oneWay(graph);
      setTimes(graph.trainrunSections[1], [25, 215, 59, 181]);
    },
    trains: ["IC 21 00:08 A B@15+2 C@173+0 each 60 for 1440"],
  },
  {
    what: "times in tenths of minutes",
    change: (graph) => {
      oneWay(graph);
      setTimes(graph.trainrunSections[0], [8.1, 111.9, 97, 23]);
      setTimes(graph.trainrunSections[1], [25.6, 94.4, 59, 61]);
    },
    trains: ["IC 21 00:08:06 A B@14.9+2.6 C@52.9+0 each 60 for 1440"],
  },
  {
    what: "hours over midnight",
    change: hours([1380, 60]),
    trains: ["IC 21 23:08 A B@15+2 C@53+0 each 60 for 120"],
  },
  {
    what: "the hours of a whole day",
    change: hours([0, 1440]),
    trains: [THERE],
  },
  {
    what: "peak hours",
    change: hours([360, 420], [960, 1140]),
    trains: [
      "IC 21 06:08 A B@15+2 C@53+0 each 60 for 60",
      "IC 21 16:08 A B@15+2 C@53+0 each 60 for 180",
    ],
  },
  {
    what: "peak hours with a train each 15 minutes that is drawn late in the hour",
    change: (graph) => {
      hours([360, 420])(graph);
      every(15, 0)(graph);
      setTimes(graph.trainrunSections[0], [38, 82, 67, 53]);
      setTimes(graph.trainrunSections[1], [55, 65, 29, 91]);
    },
    trains: ["IC 21 06:08 A B@15+2 C@53+0 each 15 for 60"],
  },
  {
    what: "a time category of no weekday, as the editor's own of occasional trains",
    change: (graph) => (graph.metadata.trainrunTimeCategories[0].weekday = []),
    trains: TRAINS,
  },
  {
    what: "labels of nodes and trainruns, and one that was deleted",
    change: (graph) => {
      graph.labels = [
        { id: 1, label: "BLS", labelGroupId: 1, labelRef: "Node" },
        { id: 2, label: "long distance", labelGroupId: 2, labelRef: "Trainrun" },
      ];
      graph.nodes[0].labelIds = [1];
      graph.trainruns[0].labelIds = [2, 9];
    },
    trains: TRAINS.map((train) => `${train} #long distance`),
    told: ["label_unknown 2"],
  },
  {
    what: "stops without a name, counted on the section of each direction",
    change: (graph) => (graph.trainrunSections[0].numberOfStops = 4),
    trains: [`${THERE} #4 stops on section 1`, `${BACK} #4 stops on section 2`],
  },
  {
    what: "a trainrun without a name",
    change: (graph) => (graph.trainruns[0].name = ""),
    trains: TRAINS.map((train) => train.replace(" 21", "")),
  },
  {
    what: "a category without a short name",
    change: (graph) => (graph.metadata.trainrunCategories[0].shortName = ""),
    trains: TRAINS.map((train) => train.replace("IC ", "")),
  },
  {
    what: "a name of many letters, of other alphabets and signs",
    change: (graph) => (graph.trainruns[0].name = `Zürich – Łódź 東京 🚆 ${"x".repeat(300)}`),
    print: (graph) => JSON.stringify(graph).replaceAll("ü", String.raw`\u00fc`),
    trains: TRAINS.map((train) => train.replace("21", `Zürich – Łódź 東京 🚆 ${"x".repeat(300)}`)),
  },
  {
    what: "a node of no short name: its full one counts",
    change: (graph) => Object.assign(graph.nodes[1], { betriebspunktName: "", fullName: "Bern" }),
    trains: TRAINS.map((train) => train.replace("B@", "Bern@")),
  },
  {
    what: "blanks around the names of nodes",
    change: (graph) => {
      for (const node of graph.nodes) node.betriebspunktName = ` ${node.betriebspunktName} `;
    },
    trains: TRAINS,
  },
  {
    what: "ports that are numbered in each node",
    change: (graph) => Object.assign(graph, numberByNode(graph, 1)),
    trains: TRAINS,
  },
  {
    what: "a port whose section was deleted",
    change: (graph) => graph.nodes[0].ports.push({ id: 99, trainrunSectionId: 77 }),
    trains: TRAINS,
  },
  {
    what: "a section that is drawn against the train's way",
    change: (graph) => {
      const [, section] = graph.trainrunSections;
      Object.assign(section, {
        sourceNodeId: section.targetNodeId,
        sourcePortId: section.targetPortId,
        targetNodeId: section.sourceNodeId,
        targetPortId: section.sourcePortId,
      });
      setTimes(section, [59, 61, 25, 95]);
    },
    trains: TRAINS,
  },
  {
    what: "sections in another order, and transitions with their ports changed over",
    change: (graph) => {
      graph.nodes.reverse();
      const [transition] = graph.nodes[1].transitions;
      Object.assign(transition, { port1Id: transition.port2Id, port2Id: transition.port1Id });
      graph.trainrunSections[1].sourceSymmetry = false;
    },
    trains: TRAINS,
  },
  {
    what: "a trainrun that was never drawn, beside another one",
    change: (graph) => graph.trainruns.unshift({ ...graph.trainruns[0], id: 5, name: "X" }),
    trains: TRAINS,
    told: ["trainrun_without_sections 1"],
  },
  {
    what: "a trainrun whose sections are not joined",
    change: (graph) => {
      oneWay(graph);
      graph.nodes[1].transitions = [];
    },
    trains: ["IC 21 00:08 A B@15+0 each 60 for 1440", "IC 21 00:25 B C@36+0 each 60 for 1440"],
    told: ["trainrun_in_parts 1"],
  },
  {
    what: "a trainrun of which no times are known, beside another one",
    change: (graph) => {
      graph.trainruns.push({ ...graph.trainruns[0], id: 5, name: "X" });
      const unknown = { lock: false, time: null, consecutiveTime: null };
      const times = Object.fromEntries(TIMES.map((name) => [name, unknown]));
      const ports = { sourcePortId: 50, targetPortId: 51 };
      graph.trainrunSections.push({
        ...graph.trainrunSections[0],
        ...times,
        ...ports,
        id: 5,
        trainrunId: 5,
      });
    },
    trains: TRAINS,
    told: ["faulty_left_out 1", "faulty_left_out 1"],
  },
];

describe("a netgraph", () => {
  it.each(CASES)("with $what comes in as it is meant", ({ change, print: write, trains, told }) => {
    const graph = makePlain();
    change?.(graph);
    const outcome = readTimetableFile("nge", {
      bytes: encode((write ?? JSON.stringify)(graph)),
      rolling_stock_name: "Regional 160",
      // A Monday.
      start_ms: Date.UTC(2026, 2, 2),
      window_ms: DAY_MS,
      is_strict: false,
      stations: null,
    });
    if (!outcome.ok) throw new Error(outcome.error.reason);
    const { form, report } = outcome.value;
    expect(form.train_schedules).toEqual([]);
    expect(form.paced_trains.map(print)).toEqual(trains);
    expect(report.map(({ code, count }) => `${code} ${count}`)).toEqual(told ?? []);
  });
});
