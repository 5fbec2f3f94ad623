/** Task: where trains are on an axis of stations, with their own times (interface.md 10.3). */
import { findOperationalPoint, findString, type Infra } from "../../engine/infra/infra.ts";
import { openSimulation } from "../../engine/margins/packed_simulation.ts";
import { makeTrainPath, unpackPath } from "../../engine/path/train_path.ts";
import { printStationRun } from "../../engine/projection/print_station_run.ts";
import { drawStations, type StationAxis } from "../../engine/projection/station_lines.ts";
import type { TrainItems } from "../../engine/projection/station_visits.ts";
import { mapZonesOntoAxis } from "../../engine/projection/zones_on_axis.ts";
import { viewInfra } from "../infra_views.ts";
import type { FoundPath, InfraRef } from "../types.ts";

export interface NamedAxis extends Omit<StationAxis, "ops"> {
  /** Operational points of the network. */
  readonly ids: readonly string[];
}

export interface ProjectStationsInput {
  readonly infra: InfraRef;
  readonly axis: NamedAxis;
  readonly run: "base" | "final";
  /** Names of zones that are placed on the axis. */
  readonly zones: readonly string[];
  readonly trains: readonly {
    readonly path: FoundPath;
    /** The whole simulation. */
    readonly simulation: SharedArrayBuffer;
    /** By waypoint; null: the train does not stop there. */
    readonly stops_ms: TrainItems["stops_ms"];
  }[];
}

/** A train on the axis. */
export interface TrainAtStations {
  /** Fields of the answer's object; empty: it passes no station of the axis. */
  readonly json: string;
  /** From the first pass to the last. */
  readonly first_ms: number;
  readonly last_ms: number;
  readonly has_line: boolean;
}

/** One per train, in order. */
export function projectStations(input: ProjectStationsInput): TrainAtStations[] {
  const { infra, axis, run, zones, trains } = input;
  const view = viewInfra(infra);
  const { ids, ...figures } = axis;
  const own = { ...figures, ops: ids.map((id) => findOperationalPoint(view, id)) };
  const wanted = new Set(zones.map((zone) => findString(view, zone)));
  return trains.map((train) => projectTrain(view, { axis: own, run, wanted }, train));
}

interface Asked extends Pick<ProjectStationsInput, "run"> {
  readonly axis: StationAxis;
  /** Strings of zones' names. */
  readonly wanted: ReadonlySet<number>;
}

function projectTrain(
  infra: Infra,
  { axis, run, wanted }: Asked,
  { path, simulation, stops_ms }: ProjectStationsInput["trains"][number],
): TrainAtStations {
  const items = { positions_mm: path.item_positions_mm, stops_ms };
  const train_path = makeTrainPath(infra, unpackPath(path.packed));
  const report = openSimulation(simulation)[run];
  const drawn = drawStations(axis, train_path, { report, items });
  const [first] = drawn.passes;
  if (first === undefined) return { json: "", first_ms: 0, last_ms: 0, has_line: false };
  return {
    json: printStationRun(
      { infra, ops: axis.ops },
      drawn,
      mapZonesOntoAxis(train_path, drawn.stretches, wanted),
    ),
    first_ms: first.arrival_ms,
    last_ms: Math.max(...drawn.passes.map(({ departure_ms }) => departure_ms)),
    has_line: drawn.lines.length > 0,
  };
}
