/**
 * The sample's timetable: two hourly services on the main line, one on the branch, an express, freight trains, and what
 * makes a planner's day: a train with a wanted arrival, two exceptions, and conflicts that are left to resolve.
 */
import { STOCK_NAMES } from "../network/rolling_stocks.ts";

interface Call {
  readonly station: string;
  readonly track?: string;
  /** Null: it passes. */
  readonly stop_s: number | null;
  readonly arrival?: string;
}

export interface SampleTrain {
  readonly train_name: string;
  readonly labels: readonly string[];
  readonly rolling_stock_name: string;
  readonly start_time: string;
  readonly path: readonly object[];
  readonly schedule: readonly object[];
  readonly margins: { readonly boundaries: readonly never[]; readonly values: readonly string[] };
  readonly constraint_distribution: "MARECO" | "LINEAR";
  readonly category: { readonly main_category: string };
}

export interface SamplePaced extends SampleTrain {
  readonly paced: { readonly time_window: string; readonly interval: string };
  readonly exceptions: readonly object[];
}

interface Plan {
  readonly name: string;
  readonly label: string;
  readonly stock: string;
  readonly category: string;
  readonly margin: string;
  readonly calls: readonly Call[];
}

const DAY = "2026-03-02";
const at = (clock: string): string => `${DAY}T${clock}:00Z`;

function makeTrain(plan: Plan, start: string): SampleTrain {
  const { name, label, stock, category, margin, calls } = plan;
  const idOf = ({ station }: Call): string => station.toLowerCase();
  return {
    train_name: name,
    labels: [label],
    rolling_stock_name: stock,
    start_time: at(start),
    path: calls.map((call) => ({
      id: idOf(call),
      trigram: call.station,
      ...(call.track === undefined ? {} : { local_track_name: call.track }),
    })),
    schedule: calls.flatMap((call, i) =>
      call.stop_s === null || i === 0
        ? []
        : [{ at: idOf(call), stop_for: `PT${call.stop_s}S`, arrival: call.arrival ?? null }],
    ),
    margins: { boundaries: [], values: [margin] },
    constraint_distribution: category === "FREIGHT_TRAIN" ? "LINEAR" : "MARECO",
    category: { main_category: category },
  };
}

const stop = (station: string, track: string, stop_s = 60): Call => ({ station, track, stop_s });
const pass = (station: string, track: string): Call => ({ station, track, stop_s: null });

const LOCAL = {
  stock: STOCK_NAMES.multiple_unit,
  category: "REGIONAL_TRAIN",
  margin: "5%",
} as const;

/** Trains meet in the loop of Kleinford. */
const EASTWARD: Plan = {
  ...LOCAL,
  name: "S1 east",
  label: "S1",
  calls: [
    stop("SHV", "1", 0),
    stop("KFD", "1", 60),
    pass("MWK", "1"),
    stop("MBR", "1", 120),
    stop("MDW", "1", 40),
    stop("OTN", "1", 0),
  ],
};
const WESTWARD: Plan = {
  ...LOCAL,
  name: "S1 west",
  label: "S1",
  calls: [
    stop("OTN", "2", 0),
    stop("MDW", "2", 40),
    stop("MBR", "2", 120),
    pass("MWK", "1"),
    stop("KFD", "2", 60),
    stop("SHV", "2", 0),
  ],
};
const BRANCH = {
  label: "S2",
  stock: STOCK_NAMES.railcar,
  category: "REGIONAL_TRAIN",
  margin: "4.5min/100km",
} as const;
const DOWN: Plan = {
  ...BRANCH,
  name: "S2 down",
  calls: [stop("HLD", "1", 0), stop("MBR", "3", 0)],
};
const UP: Plan = {
  ...BRANCH,
  name: "S2 up",
  calls: [stop("MBR", "3", 0), stop("HLD", "1", 0)],
};
const EXPRESS: Plan = {
  name: "X 101",
  label: "express",
  stock: STOCK_NAMES.multiple_unit,
  category: "INTERCITY_TRAIN",
  margin: "3%",
  calls: [
    stop("SHV", "3", 0),
    pass("KFD", "1"),
    stop("MBR", "1", 60),
    { ...stop("OTN", "1", 0), arrival: "PT18M30S" },
  ],
};
const FREIGHT = {
  label: "freight",
  stock: STOCK_NAMES.freight,
  category: "FREIGHT_TRAIN",
  margin: "7%",
} as const;
const TO_WORKS: Plan = {
  ...FREIGHT,
  name: "F 4001",
  calls: [stop("OTN", "2", 0), stop("MWK", "2", 0)],
};
const FROM_WORKS: Plan = {
  ...FREIGHT,
  name: "F 4002",
  calls: [stop("MWK", "2", 0), stop("SHV", "1", 0)],
};

/** Some of them are in the way of others on purpose. */
export function listTrains(): readonly SampleTrain[] {
  return [
    makeTrain(EXPRESS, "07:12"),
    makeTrain({ ...EXPRESS, name: "X 103" }, "16:42"),
    makeTrain(TO_WORKS, "05:12"),
    makeTrain(FROM_WORKS, "09:40"),
  ];
}

export function listPacedTrains(): readonly SamplePaced[] {
  const every = (plan: Plan, start: string, exceptions: readonly object[] = []): SamplePaced => ({
    ...makeTrain(plan, start),
    paced: { time_window: "PT14H", interval: "PT1H" },
    exceptions,
  });
  return [
    every(EASTWARD, "06:00", [
      { key: "late", occurrence_index: 3, start_time: { value: at("09:04") } },
    ]),
    every(WESTWARD, "06:03", [{ key: "dropped", occurrence_index: 13, disabled: true }]),
    every(DOWN, "06:20"),
    every(UP, "06:48"),
  ];
}
