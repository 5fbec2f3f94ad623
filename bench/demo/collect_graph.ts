/** Requests the contents of the train graph: the runs of all trains and their conflicts. */
import { STOCK_NAMES } from "../network/rolling_stocks.ts";
import type { GeneratedNetwork } from "../network.ts";
import { type Api, type Conflict, Path, PathPoints, type ShortTerm, Simulation } from "./api.ts";
import { parameters } from "./compute.ts";
import {
  drawRun,
  findTies,
  findZone,
  type GraphConflict,
  SHORT_TERM,
  type Tie,
  type TrainGraph,
} from "./graph.ts";
import type { Imported } from "./import_network.ts";
import { listOwners, type RunningTrain } from "./occurrences.ts";

const KINDS = [
  { kind: STOCK_NAMES.intercity, label: "intercity" },
  { kind: STOCK_NAMES.multiple_unit, label: "regional (multiple unit)" },
  { kind: STOCK_NAMES.railcar, label: "diesel railcar" },
  { kind: STOCK_NAMES.freight, label: "freight" },
  { kind: SHORT_TERM, label: "fitted in at short notice, dashed" },
];

interface KnownRun {
  readonly simulation: Simulation;
  readonly ties: readonly Tie[];
}

/** Everything on the first main line. Throws ApiError. */
export async function collectGraph(
  api: Api,
  imported: Imported,
  timetable: {
    network: GeneratedNetwork;
    trains: readonly RunningTrain[];
    conflicts: readonly Conflict[];
    short_term: ShortTerm;
  },
): Promise<TrainGraph> {
  const { network, trains, conflicts, short_term } = timetable;
  const stations = network.main_line;
  const reader = new RunReader(api, imported, network);
  const runs = new Map<string, KnownRun & { readonly name: string }>();
  const lines = [];
  for (const train of trains) {
    const { owner, name, kind, is_paced, start_ms } = train;
    const run = await reader.read(train);
    runs.set(owner, { ...run, name });
    const { base, final_output } = run.simulation;
    const points = drawRun(final_output, start_ms, run.ties);
    const base_points = drawRun(base, start_ms, run.ties);
    lines.push({ name, kind, is_paced, points, base_points });
  }
  const points = drawRun(
    short_term.simulation.final_output,
    Date.parse(short_term.departure_time),
    await reader.readTies(short_term.path.track_section_ranges),
  );
  lines.push({ name: SHORT_TERM, kind: SHORT_TERM, is_paced: false, points, base_points: points });
  const [first, last] = [stations[0]?.name, stations.at(-1)?.name];
  const date = network.train_schedules[0]?.start_time.slice(0, 10);
  return {
    title: `Train graph ${first} - ${last}, ${date} (UTC)`,
    stations,
    kinds: KINDS,
    trains: lines.filter(({ points }) => points.length > 1),
    conflicts: conflicts.flatMap((conflict) => placeConflict(conflict, runs)),
  };
}

/** Reads runs; those of a paced train that are the same, and what lies along equal paths, once. */
class RunReader {
  readonly #api: Api;
  readonly #imported: Imported;
  readonly #network: GeneratedNetwork;
  readonly #runs = new Map<string, KnownRun>();
  readonly #ties = new Map<string, readonly Tie[]>();

  constructor(api: Api, imported: Imported, network: GeneratedNetwork) {
    this.#api = api;
    this.#imported = imported;
    this.#network = network;
  }

  async read({ resource, exception_key }: RunningTrain): Promise<KnownRun> {
    const key = exception_key === null ? "" : `&exception_key=${encodeURIComponent(exception_key)}`;
    const known = this.#runs.get(`${resource}${key}`);
    if (known !== undefined) return known;
    const [simulation, { track_section_ranges }] = await Promise.all([
      this.#api.get(`${resource}/simulation?${parameters(this.#imported)}${key}`, Simulation),
      this.#api.get(`${resource}/path?infra=${this.#imported.infra_id}${key}`, Path),
    ]);
    const run = { simulation, ties: await this.readTies(track_section_ranges) };
    this.#runs.set(`${resource}${key}`, run);
    return run;
  }

  async readTies(track_section_ranges: readonly unknown[]): Promise<readonly Tie[]> {
    const key = JSON.stringify(track_section_ranges);
    const known = this.#ties.get(key);
    if (known !== undefined) return known;
    const points = await this.#api.post(
      `/infra/${this.#imported.infra_id}/path_properties?props[]=operational_points`,
      { track_section_ranges },
      PathPoints,
    );
    const ties = findTies(points, this.#network.main_line);
    this.#ties.set(key, ties);
    return ties;
  }
}

/** The conflict on the main line; nothing when its zones are all elsewhere. */
function placeConflict(
  conflict: Conflict,
  runs: ReadonlyMap<string, KnownRun & { readonly name: string }>,
): GraphConflict[] {
  const members = listOwners(conflict).flatMap((owner) => runs.get(owner) ?? []);
  const zones = conflict.requirements.flatMap(({ zone, start_time, end_time }) => {
    const places = members.flatMap(
      ({ simulation, ties }) => findZone(zone, simulation.final_output, ties) ?? [],
    );
    // The same place for every train that crosses it.
    return places.slice(0, 1).map((place) => ({
      ...place,
      begin_ms: Date.parse(start_time),
      end_ms: Date.parse(end_time),
    }));
  });
  const { conflict_type: kind } = conflict;
  const names = members.map(({ name }) => name);
  return zones.length === 0 ? [] : [{ kind, names, zones }];
}
