/** A region of one's own as a sample: an extract of OpenStreetMap, and a feed of GTFS that runs on it. */
import { readFileSync } from "node:fs";
import type { ReportRow } from "../../workers/exchange/exchange_report.ts";
import { importNetwork } from "../../workers/exchange/import_network.ts";
import { readTimetableFile } from "../../workers/exchange/read_timetable.ts";
import { indexOf } from "../../workers/exchange/timetable/station_index.ts";
import { ROLLING_STOCKS, STOCK_NAMES } from "../network/rolling_stocks.ts";
import { makeTownLine, type SampleData } from "./town_line.ts";

const COMPLETION = {
  detector_spacing: 1500,
  signaling_system: "BAL",
  running_side: "right",
} as const;
const DAY_MS = 86_400_000;

export interface Region {
  readonly sample: Pick<SampleData, "railjson" | "rolling_stocks" | "electrical_profile_set"> & {
    readonly train_schedules: readonly object[];
    readonly paced_trains: readonly object[];
  };
  readonly report: readonly ReportRow[];
}

/** Trains of one day, at first that of the town line. Throws where a file can't be read. */
export function readRegion(network: string, feed: string, start_ms: number): Region {
  const imported = importNetwork("osm", readFileSync(network), COMPLETION);
  if (!imported.ok) throw new Error(`${network}: ${imported.error.reason}`);
  const { document, report } = imported.value;
  const timetable = readTimetableFile("gtfs", {
    bytes: readFileSync(feed),
    stations: indexOf(document),
    rolling_stock_name: STOCK_NAMES.multiple_unit,
    start_ms,
    window_ms: DAY_MS,
    is_strict: false,
  });
  if (!timetable.ok) throw new Error(`${feed}: ${timetable.error.reason}`);
  const { train_schedules, paced_trains } = timetable.value.form;
  const { electrical_profile_set } = makeTownLine();
  return {
    sample: {
      railjson: document,
      rolling_stocks: ROLLING_STOCKS,
      electrical_profile_set,
      train_schedules,
      paced_trains,
    },
    report: [...report, ...timetable.value.report],
  };
}
