/** Asks for everything that the demo shows: summaries in batches, then the curves of the graph. */
import { SingleBar } from "cli-progress";
import { STOCK_NAMES } from "../network/rolling_stocks.ts";
import type { GeneratedNetwork } from "../network.ts";
import { type Api, Path, PathPoints, Simulation, Summaries, type Summary } from "./api.ts";
import { drawRun, type TrainGraph } from "./graph.ts";
import type { Imported } from "./import_network.ts";

export interface Computed {
  /** [nTrains], as in the generated timetable. */
  readonly summaries: readonly Summary[];
  readonly elapsed_ms: number;
}

const BATCH_SIZE = 10;

const KINDS = [
  { kind: STOCK_NAMES.intercity, label: "intercity" },
  { kind: STOCK_NAMES.multiple_unit, label: "regional (multiple unit)" },
  { kind: STOCK_NAMES.railcar, label: "to and from the branch (diesel railcar)" },
  { kind: STOCK_NAMES.freight, label: "freight" },
];

/** Paths and simulations of all trains, ten a request, with a progress bar. Throws ApiError. */
export async function computeSummaries(api: Api, imported: Imported): Promise<Computed> {
  const { train_ids } = imported;
  const format = "paths and simulations [{bar}] {value}/{total} trains";
  const bar = new SingleBar({ format, hideCursor: true, noTTYOutput: true, notTTYSchedule: 1000 });
  bar.start(train_ids.length, 0);
  const summaries: Summary[] = [];
  const started_ms = performance.now();
  for (let i = 0; i < train_ids.length; i += BATCH_SIZE) {
    const ids = train_ids.slice(i, i + BATCH_SIZE);
    const query = [surroundings(imported), ...ids.map((id) => `ids[]=${id}`)].join("&");
    const answer = await api.get(`/train_schedule/simulations_summary?${query}`, Summaries);
    for (const id of ids) summaries.push(answer[id] ?? { status: "missing" });
    bar.update(summaries.length);
  }
  const elapsed_ms = performance.now() - started_ms;
  bar.stop();
  return { summaries, elapsed_ms };
}

/** The runs of all trains on the first main line. Throws ApiError. */
export async function collectGraph(
  api: Api,
  imported: Imported,
  network: GeneratedNetwork,
): Promise<TrainGraph> {
  const stations = network.main_line;
  const trains = [];
  for (const [i, train] of network.train_schedules.entries()) {
    const id = imported.train_ids[i];
    const query = surroundings(imported);
    const { base } = await api.get(`/train_schedule/${id}/simulation?${query}`, Simulation);
    const path = await api.get(`/train_schedule/${id}/path?infra_id=${imported.infra_id}`, Path);
    const { operational_points } = await api.post(
      `/infra/${imported.infra_id}/path_properties?props[]=operational_points`,
      { track_section_ranges: path.track_section_ranges },
      PathPoints,
    );
    const { train_name: name, rolling_stock_name: kind } = train;
    const start_ms = Date.parse(train.start_time);
    trains.push(drawRun({ name, kind, start_ms, ...base, operational_points }, stations));
  }
  const [first, last] = [stations[0]?.name, stations.at(-1)?.name];
  const date = network.train_schedules[0]?.start_time.slice(0, 10);
  const title = `Train graph ${first} - ${last}, ${date} (UTC)`;
  return {
    title,
    stations,
    kinds: KINDS,
    trains: trains.filter(({ points }) => points.length > 1),
  };
}

function surroundings(imported: Imported): string {
  return `infra_id=${imported.infra_id}&electrical_profile_set_id=${imported.electrical_profile_set_id}`;
}
