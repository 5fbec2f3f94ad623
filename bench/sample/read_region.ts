/** A region of one's own as a sample: an extract of OpenStreetMap, and a feed of GTFS that runs on it. */
import { readFileSync } from "node:fs";
import type { RunningSide } from "../../src/railway/exchange_terms.ts";
import type { ReportRow } from "../../workers/exchange/exchange_report.ts";
import { importNetwork } from "../../workers/exchange/import_network.ts";
import { readTimetableFile } from "../../workers/exchange/read_timetable.ts";
import { indexOf } from "../../workers/exchange/timetable/station_index.ts";
import { ROLLING_STOCKS, type RollingStockForm, STOCK_NAMES } from "../network/rolling_stocks.ts";
import { makeTownLine, type SampleData } from "./town_line.ts";

const COMPLETION = { detector_spacing: 1500, signaling_system: "BAL" } as const;
const DAY_MS = 86_400_000;

export interface Region {
  readonly sample: Pick<SampleData, "railjson" | "rolling_stocks" | "electrical_profile_set"> & {
    readonly train_schedules: readonly object[];
    readonly paced_trains: readonly object[];
  };
  readonly report: readonly ReportRow[];
}

/** A stock that has power on all tracks: by each of their voltages, and by itself where there is none. */
function toRunAnywhere(stock: RollingStockForm, voltages: readonly string[]): RollingStockForm {
  const { modes, default_mode } = stock.effort_curves;
  const usual = modes[default_mode];
  if (usual === undefined) throw new Error(`${stock.name} has no curve of its usual mode`);
  const added = voltages.filter((voltage) => modes[voltage] === undefined);
  const own = Object.fromEntries(added.map((voltage) => [voltage, usual]));
  const thermal = { ...usual, is_electric: false };
  return { ...stock, effort_curves: { default_mode, modes: { ...modes, ...own, thermal } } };
}

/** Trains of one day; `side`: on which they keep on double lines. Throws where a file can't be read. */
export function readRegion(
  network: string,
  feed: string,
  { start_ms, side }: { readonly start_ms: number; readonly side: RunningSide },
): Region {
  const completion = { ...COMPLETION, running_side: side };
  const imported = importNetwork("osm", readFileSync(network), completion);
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
  const voltages = document.electrifications.map(({ voltage }) => voltage);
  return {
    sample: {
      railjson: document,
      rolling_stocks: ROLLING_STOCKS.map((stock) =>
        stock.name === STOCK_NAMES.multiple_unit ? toRunAnywhere(stock, voltages) : stock,
      ),
      electrical_profile_set,
      train_schedules,
      paced_trains,
    },
    report: [...report, ...timetable.value.report],
  };
}
