/**
 * Bodies of every shape that make a server work, as large as an endpoint takes them: shapes that know
 * no schema, and forms of each endpoint with one part of them blown up. Texts, so that a test's own
 * thread builds no millions of values.
 */
import {
  type Json,
  validLimits,
  validPacedTrain,
  validPathfinding,
  validProfileSet,
  validStock,
  validTrain,
  validWorks,
} from "./rules/valid_forms.ts";

/** What, and the body of at most so many bytes. */
export type Shape = readonly [string, (bytes_max: number) => string | Uint8Array];

/** `item(i)` over and over between the two ends. */
export function fill(
  bytes_max: number,
  ends: readonly [string, string],
  item: (i: number) => string,
): string {
  const parts: string[] = [];
  let room = bytes_max - ends[0].length - ends[1].length;
  for (let i = 0; ; i++) {
    const part = item(i);
    room -= part.length + 1;
    if (room < 0) break;
    parts.push(part);
  }
  return ends[0] + parts.join(",") + ends[1];
}

function json(what: string, make: () => unknown): Shape {
  return [what, () => JSON.stringify(make())];
}

function list(item: (i: number) => string): Shape[1] {
  return (bytes_max) => fill(bytes_max, ["[", "]"], item);
}

const LEVELS = 60;

/** Shapes that know no schema. */
export const SHAPES: readonly Shape[] = [
  ["an object of many keys", (max) => fill(max, ["{", "}"], (i) => `"k${i}":0`)],
  ["many numbers", list(() => "0")],
  ["many empty objects", list(() => "{}")],
  [
    "objects of many keys",
    list((n) => `{${Array.from({ length: 5000 }, (_, i) => `"k${n}-${i}":1`).join(",")}}`),
  ],
  ["towers of lists", list(() => "[".repeat(LEVELS) + "]".repeat(LEVELS))],
  ["a list too deep", (max) => "[".repeat(max)],
  ["a text of escapes", (max) => `"${"\\u00e9".repeat((max - 2) / 6)}"`],
  ["a text of quotes", (max) => `["${'\\"'.repeat((max - 4) / 2)}"]`],
  ["a number of many digits", (max) => "9".repeat(max)],
  ["blanks", (max) => " ".repeat(max)],
  ["commas", (max) => `[${",".repeat(max - 2)}]`],
  ["one key again and again", (max) => fill(max, ["{", "}"], () => '"a":0')],
  ["no UTF-8 at the end", (max) => new Uint8Array(max).fill(0x20).fill(0xff, max - 1)],
  ["no UTF-8 in a text", (max) => new Uint8Array(max).fill(0x22, 0, 1).fill(0xff, 1)],
  ["many short texts", (max) => fill(max / 2, ["[", "]"], () => '"é"')],
  ["many long texts", (max) => fill(max / 2, ["[", "]"], () => `"${"é".repeat(100_000)}"`)],
  [
    "objects in objects",
    (max) => {
      const depth = 50;
      const inner = fill(max - depth * 6, ["{", "}"], (i) => `"${i % 9000}":[]`);
      return `${'{"a":'.repeat(depth)}${inner}${"}".repeat(depth)}`;
    },
  ],
  ["a list that is never closed", (max) => `[${"1,".repeat(max / 2 - 1)}`],
];

export const waypoint = (i: number): Json => ({ id: `w${i}`, track: "A", offset: i });

export function counted<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

const ids = counted(10_000, (i) => `w${i}`);
/** The largest legal train. */
export const HUGE_TRAIN = validTrain({
  path: ids.map((_, i) => waypoint(i)),
  schedule: ids.slice(1).map((at) => ({ at, arrival: null, stop_for: "PT60S" })),
  margins: { boundaries: ids, values: ["1%", ...ids.map(() => "5%")] },
  power_restrictions: ids.map((id) => ({ from: id, to: id, value: "C1" })),
});

/** The same with a fault at every place where a rule can be broken. */
const FAULTY_TRAIN = validTrain({
  path: ids.map(() => waypoint(0)),
  schedule: ids.map(() => ({ at: "x", arrival: "PT1S", reception_signal: "STOP" })),
  margins: { boundaries: ids, values: [] },
  power_restrictions: ids.map((id) => ({ from: `${id}?`, to: `${id}!`, value: "C1" })),
});

function text(value: unknown): Shape[1] {
  return () => JSON.stringify(value);
}

function small(i: number): string {
  return JSON.stringify(validTrain({ train_name: `t${i}` }));
}

export const TRAIN_SHAPES: readonly Shape[] = [
  ["ten thousand trains", () => `[${counted(10_000, small).join(",")}]`],
  [
    "as large trains as there may be",
    (max) => fill(max, ["[", "]"], () => JSON.stringify(HUGE_TRAIN)),
  ],
  ["a train with every fault", text([FAULTY_TRAIN])],
  ["trains that are none", list(() => '{"train_name":7}')],
  ["a train of a million labels", text([validTrain({ labels: counted(1_000_000, () => "a") })])],
  ["a train of 90,000 labels", text([validTrain({ labels: counted(90_000, () => "a") })])],
  [
    "a train of 100,000 unknown keys",
    (max) => `[${small(0).slice(0, -1)},${fill(max - 10_000, ["", "}"], (i) => `"k${i}":0`)}]`,
  ],
  [
    "a train of 9,000 unknown keys",
    () => `[${small(0).slice(0, -1)},${counted(9000, (i) => `"k${i}":0`).join(",")}}]`,
  ],
  ["trains of many wrong waypoints", list(() => `{"path":[${"{},".repeat(9000)}{}]}`)],
];

const MANY_EXCEPTIONS = validPacedTrain({
  exceptions: counted(9000, (i) => ({
    key: `e${i}`,
    start_time: { value: "2024-05-22T08:05:00Z" },
  })),
});
export const PATHS_IN_EXCEPTIONS = validPacedTrain({
  exceptions: counted(150, (i) => ({
    key: `e${i}`,
    path_and_schedule: {
      path: counted(1000, waypoint),
      schedule: counted(999, (n) => ({ at: `w${n + 1}`, stop_for: "PT60S" })),
      margins: { boundaries: [], values: ["0%"] },
      power_restrictions: [],
    },
  })),
});
const FAULTY_EXCEPTIONS = validPacedTrain({
  initial_speed: 5,
  exceptions: counted(9000, () => ({
    key: "e",
    occurrence_index: 9_000_000,
    path_and_schedule: {
      path: [{ id: "a", track: "A", offset: 1 }],
      schedule: [{ at: "x", stop_for: "PT60S" }],
      margins: { boundaries: ["y"], values: [] },
      power_restrictions: [],
    },
  })),
});

const PACED: readonly (readonly [string, Json])[] = [
  ["9,000 exceptions", MANY_EXCEPTIONS],
  ["150 paths of 1,000 waypoints in exceptions", PATHS_IN_EXCEPTIONS],
  ["9,000 exceptions with every fault", FAULTY_EXCEPTIONS],
];

export const PACED_LIST_SHAPES: readonly Shape[] = [
  [
    "ten thousand paced trains",
    () =>
      `[${counted(10_000, (i) => JSON.stringify(validPacedTrain({ train_name: `p${i}` }))).join(",")}]`,
  ],
  ...PACED.map(([what, one]): Shape => [what, text([one])]),
];

const REPLACED: readonly Shape[] = PACED.map(([what, one]): Shape => [what, text(one)]);

export const IMPORT_SHAPES: readonly Shape[] = [
  [
    "fifty thousand trains",
    () => `{"version":1,"train_schedules":[${counted(50_000, small).join(",")}]}`,
  ],
  [
    "a train of 100,000 keys",
    () =>
      `{"version":1,"train_schedules":[${small(0).slice(0, -1)},${counted(100_000, (i) => `"k${i}":0`).join(",")}}]}`,
  ],
  json("a paced train of as many paths as fit", () => ({
    version: 1,
    paced_trains: counted(3, () => PATHS_IN_EXCEPTIONS),
  })),
  json("huge trains", () => ({ version: 1, train_schedules: counted(15, () => HUGE_TRAIN) })),
  ["many unknown keys", () => `{"version":1,${counted(1_000_000, (i) => `"k${i}":0`).join(",")}}`],
  ["trains that are none", () => `{"version":1,"train_schedules":[${"[],".repeat(49_000)}[]]}`],
];

const range = { track_section: "A", begin: 0, end: 1, direction: "START_TO_STOP" };
const many_ranges = counted(100_000, () => range);
const metres = { track: "A", begin: 0, end: 1, direction: "START_TO_STOP" };
const numbers = counted(10_000, (i) => i / 1000);
const points = { speeds: numbers, max_efforts: numbers };
const wide = (count: number, name: string): Json =>
  Object.fromEntries(counted(count, (i) => [`${name}${i}`, `${i}`]));

function trialOf(trains: readonly string[]): string {
  return `{"changes":[${trains.map((train) => `{"added":${train}}`).join(",")}]}`;
}

/** Distinct trains of the tiny network and its stock: so many, each of so many waypoints. */
function trialOfPaths(count: number, waypoint_count: number): Shape[1] {
  const waypoints = counted(waypoint_count - 1, (i) => ({ id: `${i}`, uic: 1 }));
  return () =>
    trialOf(
      counted(count, (i) =>
        JSON.stringify(
          validTrain({
            rolling_stock_name: "valid stock",
            path: [...waypoints, { id: "end", track: "B", offset: 900_000 + i }],
            schedule: [],
          }),
        ),
      ),
    );
}

const TRIAL_SHAPES: readonly Shape[] = [
  ["1,000 trains of 480 waypoints", trialOfPaths(1000, 480)],
  ["1,000 trains of 90 waypoints", trialOfPaths(1000, 90)],
  ["30 trains of 9,999 waypoints", trialOfPaths(30, 9999)],
  ["a thousand trains", () => trialOf(counted(1000, small))],
  ["ten thousand trains", () => trialOf(counted(10_000, small))],
  [
    "as large trains as there may be",
    (max) => fill(max, ['{"changes":[', "]}"], () => `{"added":${JSON.stringify(HUGE_TRAIN)}}`),
  ],
  ["a train with every fault", () => trialOf([JSON.stringify(FAULTY_TRAIN)])],
  [
    "a train of 90,000 labels",
    () => trialOf([JSON.stringify(validTrain({ labels: counted(90_000, () => "a") }))]),
  ],
  [
    "moves of the same train",
    (max) =>
      fill(max, ['{"changes":[', "]}"], () => '{"kind":"train_schedule","id":1,"shift":"PT4M"}'),
  ],
];

function resolutionOf(count: number): string {
  const train = { kind: "train_schedule", id: 1 };
  return JSON.stringify({
    conflicts: Array.from({ length: count }, () => ({ trains: [train] })),
    trains: { fixed: Array.from({ length: count }, () => train) },
    weights: Array.from({ length: count }, () => ({ train, weight: 2 })),
  });
}

function delaysOf(count: number, value_count: number): string {
  const values = counted(value_count, () => "PT1M");
  return JSON.stringify({ delays: counted(count, () => ({ of: "entry", values })), days: 1 });
}

function reportOf(i: number) {
  const at = "2026-05-22T08:00:00Z";
  const train = { kind: "train_schedule", id: i + 1 };
  return { train, event: "arrived", stop: `w${i}`, at, observed_at: at };
}

const RESOLUTION_SHAPES: readonly Shape[] = [
  ["ten thousand conflicts and trains", () => resolutionOf(10_000)],
  ["a hundred thousand conflicts and trains", () => resolutionOf(100_000)],
];

const keysBehind = (begin: string, max: number): string =>
  fill(max - 5000, [begin, "}"], (i) => `"k${i}":0`);
const dated = (date: string): string => JSON.stringify({ timetable_id: 1, infra_id: 1, date });

/** By method and path of the endpoint. */
export const FORMS: Readonly<Record<string, readonly Shape[]>> = {
  "POST /timetable/:timetable_id/train_schedules": TRAIN_SHAPES,
  "POST /timetable/:timetable_id/paced_trains": PACED_LIST_SHAPES,
  "PUT /paced_train/:paced_train_id": REPLACED,
  "PUT /train_schedule/:train_schedule_id": [
    [
      "as many waypoints as fit",
      (max) =>
        small(0).replace(
          /"path":\[.*?\]/,
          `"path":${fill(max - 5000, ["[", "]"], (i) => JSON.stringify(waypoint(i)))}`,
        ),
    ],
    ["80,000 keys", (max) => keysBehind(`${small(0).slice(0, -1)},`, max)],
  ],
  "POST /timetable/:timetable_id/import": IMPORT_SHAPES,
  "POST /timetable/:timetable_id/what_if": TRIAL_SHAPES,
  "POST /timetable/:timetable_id/what_if/days": TRIAL_SHAPES,
  "POST /timetable/:timetable_id/changes": TRIAL_SHAPES,
  "POST /timetable/:timetable_id/project_stations": TRIAL_SHAPES,
  "POST /timetable/:timetable_id/resolution": RESOLUTION_SHAPES,
  "POST /timetable/:timetable_id/resolution/days": RESOLUTION_SHAPES,
  "POST /timetable/:timetable_id/robustness": [
    ["a thousand delays of as many values as fit", () => delaysOf(1000, 80)],
    ["a hundred thousand delays", () => delaysOf(100_000, 1)],
    ["a delay of 80,000 values", () => delaysOf(1, 80_000)],
  ],
  "POST /timetable/:timetable_id/reports": [
    json("ten thousand reports", () => counted(10_000, reportOf)),
    json("a hundred thousand reports", () => counted(100_000, reportOf)),
  ],
  "POST /timetable/:timetable_id/proposals": [
    json("a hundred thousand weights", () => ({
      weights: counted(100_000, (i) => ({ train: reportOf(i).train, weight: i })),
    })),
  ],
  "POST /timetable/:timetable_id/proposals/take": [
    json("a hundred thousand decisions", () => ({
      version: "a",
      decisions: counted(100_000, (i) => ({ ...reportOf(i), event: "held" })),
    })),
  ],
  "POST /operation": [
    ["80,000 keys", (max) => keysBehind('{"timetable_id":1,"infra_id":1,', max)],
    ["a date as long as fits", (max) => dated("2026-05-22".repeat(max / 10 - 20))],
    json("no day of any period", () => ({ timetable_id: 1, infra_id: 1, date: "9999-12-31" })),
  ],
  "POST /operation/:operation_id/refresh": [
    ["80,000 keys", (max) => keysBehind('{"dry_run":true,', max)],
    ["the same key as often as fits", (max) => fill(max - 5000, ["{", "}"], () => '"dry_run":1')],
  ],
  "POST /timetable/:timetable_id/acknowledge": [
    json("200,000 ids", () => ({
      train_schedule_ids: counted(100_000, (i) => i + 1),
      paced_train_ids: counted(100_000, (i) => i + 1),
    })),
  ],
  "DELETE /train_schedule": [
    ["many ids", (max) => fill(max, ['{"ids":[', "]}"], (i) => `${i + 1}`)],
    json("100,000 ids", () => ({ ids: counted(100_000, (i) => i + 1) })),
    json("100,000 wrong ids", () => ({ ids: counted(100_000, (i) => -i) })),
  ],
  "POST /train_schedule": [json("100,000 ids", () => ({ ids: counted(100_000, (i) => i + 1) }))],
  "POST /work_schedules": [
    json("ten thousand works", () =>
      validWorks({
        work_schedules: counted(10_000, () => (validWorks()["work_schedules"] as unknown[])[0]),
      }),
    ),
    json("a work of 100,000 ranges", () =>
      validWorks({ work_schedule_group_name: "ranges" }, { track_ranges: many_ranges }),
    ),
  ],
  "POST /work_schedules/project_path": [
    json("100,000 ranges", () => ({ work_schedule_group_id: 1, path_track_ranges: many_ranges })),
  ],
  "POST /temporary_speed_limit_group": [
    json("ten thousand limits", () =>
      validLimits({
        speed_limits: counted(10_000, () => (validLimits()["speed_limits"] as unknown[])[0]),
      }),
    ),
    json("a limit of 100,000 ranges", () =>
      validLimits(
        { speed_limit_group_name: "ranges" },
        { track_ranges: counted(100_000, () => metres) },
      ),
    ),
  ],
  "POST /electrical_profile_set": [
    json("100,000 ranges", () =>
      validProfileSet({
        levels: [
          {
            value: "1",
            power_class: "1",
            track_ranges: counted(100_000, () => ({ track: "A", begin: 0, end: 1 })),
          },
        ],
      }),
    ),
    json("10,000 levels", () =>
      validProfileSet({
        levels: counted(10_000, (i) => ({
          value: `${i}`,
          power_class: "1",
          track_ranges: [{ track: "A", begin: 0, end: 1 }],
        })),
      }),
    ),
  ],
  "POST /rolling_stock": [
    json("curves of 10,000 points", () =>
      validStock({
        name: "curves",
        effort_curves: {
          default_mode: "m0",
          modes: Object.fromEntries(
            counted(5, (i) => [`m${i}`, { is_electric: false, default_curve: points, curves: [] }]),
          ),
        },
      }),
    ),
    json("many wrong curves", () =>
      validStock({
        effort_curves: {
          default_mode: "?",
          modes: Object.fromEntries(
            counted(9000, (i) => [
              `m${i}`,
              {
                is_electric: false,
                default_curve: { speeds: [1], max_efforts: [] },
                curves: [],
              },
            ]),
          ),
        },
      }),
    ),
    json("many codes", () => validStock({ name: "codes", power_restrictions: wide(10_000, "c") })),
    json("many wrong sources", () =>
      validStock({
        energy_sources: counted(10_000, () => ({ energy_source_type: "Battery" })),
      }),
    ),
  ],
  "POST /infra/:infra_id/pathfinding/blocks": [
    json("10,000 waypoints", () =>
      validPathfinding({ path_items: counted(10_000, (i) => ({ track: "A", offset: i })) }),
    ),
    [
      "200,000 waypoints",
      (max) =>
        JSON.stringify(validPathfinding()).replace(
          /"path_items":\[.*?\]/,
          `"path_items":${fill(max - 5000, ["[", "]"], () => "{}")}`,
        ),
    ],
    json("10,000 wrong waypoints", () =>
      validPathfinding({ path_items: counted(10_000, () => ({ uic: -1 })) }),
    ),
  ],
  "POST /infra/:infra_id/path_properties": [
    json("100,000 ranges", () => ({ track_section_ranges: many_ranges })),
  ],
  "POST /v2/train_schedule/project_path": [
    json("100,000 ranges, routes and blocks", () => ({
      infra_id: 1,
      ids: [],
      track_section_ranges: many_ranges,
      routes: counted(100_000, (i) => `r${i}`),
      blocks: counted(100_000, (i) => `b${i}`),
    })),
    json("100,000 ids", () => ({
      infra_id: 1,
      ids: counted(100_000, (i) => i + 1),
      track_section_ranges: [range],
    })),
  ],
  "POST /search": [
    [
      "a wide expression",
      (max) =>
        fill(max, ['{"object":"track","query":["or",', "]}"], (i) => `["=",["line_code"],${i}]`),
    ],
    json("300 waypoints", () => ({
      object: "operationalpoint",
      query: ["or", ...counted(300, (i) => ["and", ["=", ["infra_id"], 1], ["=", ["uic"], i]])],
    })),
    json("a list of 99,000 values", () => ({
      object: "track",
      query: ["list", ...counted(99_000, () => "a")],
    })),
  ],
  "POST /authz/me/privileges": [
    json("100,000 resources", () => ({ infra: counted(100_000, (i) => i + 1) })),
  ],
};
