/**
 * Conformance of signal projection: recorded zone updates and sightings in, signal updates compared as
 * lists in the order of signals and times; times to 0.1 s, positions to 1 m, all else equal.
 */
import type { RecordedCase } from "../../bench/recorded/cases.ts";
import type { Networks } from "../../bench/recorded/networks.ts";
import { findRoute, findTrack, type Infra, stringAt } from "../../workers/engine/infra/infra.ts";
import type { PathParts } from "../../workers/engine/path/train_path.ts";
import { printSignalUpdates } from "../../workers/engine/projection/print_projection.ts";
import { makeProjectionPath } from "../../workers/engine/projection/projection_path.ts";
import { SignalProjector } from "../../workers/engine/projection/signal_updates.ts";
import {
  allocateRequirements,
  openRequirements,
  type Requirements,
} from "../../workers/engine/requirements/packed_requirements.ts";
import { viewInfra } from "../../workers/tasks/infra_views.ts";
import type { CaseResult } from "./kinds.ts";
import { compareValues } from "./requirements.ts";

interface RecordedEvents {
  readonly signal_sightings: readonly { signal: string; time: number; position: number }[];
  readonly zone_updates: readonly {
    zone: string;
    time: number;
    position: number;
    is_entry: boolean;
  }[];
  readonly simulation_end_time: number;
}

export function answerProjection(
  { infra, request, response }: RecordedCase,
  networks: Networks,
): CaseResult {
  const network = viewInfra(networks.open(infra));
  const projection = makeProjectionPath(network, readParts(network, request));
  if (!projection.ok || projection.value.signals === null) {
    return { answer: projection, problems: ["no path to project on"], deviations: {} };
  }
  const projector = new SignalProjector(projection.value.signals);
  const signal_updates: Record<string, unknown> = {};
  const problems: string[] = [];
  const events: Record<string, RecordedEvents> = request.train_simulations;
  for (const [id, train] of Object.entries(events)) {
    const updates = projector.project(readEvents(network, train), train.simulation_end_time);
    if (!updates.ok) problems.push(`train ${id}: ${updates.error.kind}`);
    else signal_updates[id] = JSON.parse(printSignalUpdates(projection.value, updates.value));
  }
  const compared = compareValues(signal_updates, response.signal_updates, "signal_updates");
  return {
    answer: { signal_updates },
    problems: [...problems, ...compared.problems],
    deviations: { time_ms: compared.time_ms, position_mm: compared.position_mm },
  };
}

/** The path of a recorded request: blocks, routes and tracks by name. */
function readParts(infra: Infra, request: RecordedCase["request"]): PathParts {
  const blocks = new Map(
    Array.from(infra.blockName, (name, block) => [stringAt(infra, name), block]),
  );
  const names: { blocks: string[]; routes: string[] } = request;
  const ranges: { track_section: string; begin: number; end: number; direction: string }[] =
    request.track_section_ranges;
  return {
    blocks: Uint32Array.from(names.blocks, (name) => blocks.get(name) ?? NaN),
    routes: Uint32Array.from(names.routes, (name) => findRoute(infra, name)),
    ranges: {
      directedTracks: Uint32Array.from(
        ranges,
        ({ track_section, direction }) =>
          findTrack(infra, track_section) * 2 + (direction === "STOP_TO_START" ? 1 : 0),
      ),
      begins_mm: Float64Array.from(ranges, ({ begin }) => begin),
      ends_mm: Float64Array.from(ranges, ({ end }) => end),
    },
  };
}

function readEvents(infra: Infra, train: RecordedEvents): Requirements {
  const { zone_updates, signal_sightings } = train;
  const zones = new Map(Array.from(infra.zoneName, (name, zone) => [stringAt(infra, name), zone]));
  const signals = new Map(
    Array.from(infra.signalName, (name, signal) => [stringAt(infra, name), signal]),
  );
  const events = openRequirements(
    allocateRequirements({
      nSpacing: 0,
      nRoutes: 0,
      nRouteZones: 0,
      nUpdates: zone_updates.length,
      nSightings: signal_sightings.length,
    }),
  );
  zone_updates.forEach(({ zone, time, position, is_entry }, i) => {
    events.updateZones[i] = zones.get(zone)! * 2 + (is_entry ? 1 : 0);
    events.updateTimes_ms[i] = time;
    events.updatePositions_mm[i] = position;
  });
  signal_sightings.forEach(({ signal, time, position }, i) => {
    events.sightedSignals[i] = signals.get(signal)!;
    events.sightingTimes_ms[i] = time;
    events.sightingPositions_mm[i] = position;
  });
  return events;
}
