/** Recorded short term requests as inputs of `fit_train`. */
import tags from "../../src/network/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import { type Infra, stringAt } from "../../workers/engine/infra/infra.ts";
import type { TimetableRequirements } from "../../workers/tasks/conflicts/timetable_requirements.ts";
import { viewInfra } from "../../workers/tasks/infra_views.ts";
import type { MarginValue } from "../../workers/tasks/types.ts";
import type { FitAmongInput } from "../network/fit_among.ts";
import { sendStock } from "../network/send_stock.ts";
import type { RecordedCase } from "./cases.ts";
import type { Networks } from "./networks.ts";
import { type RecordedTrains, readTrains } from "./train_requirements.ts";

/** Of a request without one. */
export const DEFAULT_DELAY_MS = 7_200_000;

/** The task's input that a recorded request stands for. */
export function readRequest(
  { name, infra, request }: RecordedCase,
  networks: Networks,
): FitAmongInput {
  const ref = networks.open(infra);
  const start_ms = Date.parse(request.start_time);
  const stock = request.rolling_stock;
  const modes: Record<string, { is_electric: boolean }> = stock.effort_curves.modes;
  const tag: string | null = request.speed_limit_tag;
  const fallbacks: Readonly<Record<string, { fallback_list: string[] }>> = tags;
  const instant = (offset_ms: number): string => new Date(start_ms + offset_ms).toISOString();
  return {
    infra: ref,
    steps: request.path_items.map(readStep),
    stock: sendStock({
      ...stock,
      key: `${networks.folder}/${name}`,
      length_m: stock.length / 1000,
      mass_kg: stock.mass,
      max_speed_m_s: stock.max_speed,
    }),
    path_stock: {
      loading_gauge: request.rolling_stock_loading_gauge,
      is_thermal: Object.values(modes).some(({ is_electric }) => !is_electric),
      supported_electrifications: Object.keys(modes).filter((mode) => modes[mode]!.is_electric),
      supported_signaling_systems: request.rolling_stock_supported_signaling_systems,
      maximum_speed_m_s: stock.max_speed,
    },
    comfort: request.comfort,
    speed_limit_tag: tag,
    fallback_tags: tag === null ? [] : (fallbacks[tag]?.fallback_list ?? []),
    margin: readMargin(request.margin),
    start_ms,
    maximum_departure_delay_ms: request.maximum_departure_delay ?? DEFAULT_DELAY_MS,
    maximum_run_time_ms: request.maximum_run_time,
    time_gap_before_ms: request.time_gap_before,
    time_gap_after_ms: request.time_gap_after,
    timetable: packTimetable(ref, request.trains_requirements),
    works: JSON.stringify(
      request.work_schedules.map((work: RecordedCase["request"], id: number) => ({
        id,
        start_date_time: instant(work.start_time),
        end_date_time: instant(work.end_time),
        track_ranges: work.track_ranges,
        work_schedule_type: "TRACK",
      })),
    ),
  };
}

function readStep(item: RecordedCase["request"]): FitAmongInput["steps"][number] {
  const planned = item.step_timing_data;
  return {
    locations: item.locations.map(({ track, offset }: { track: string; offset: number }) => ({
      kind: "track_offset",
      track,
      offset_mm: offset,
    })),
    stop_ms: item.stop_duration,
    planned:
      planned === null
        ? null
        : {
            arrival_ms: Date.parse(planned.arrival_time),
            before_ms: planned.arrival_time_tolerance_before,
            after_ms: planned.arrival_time_tolerance_after,
          },
  };
}

function readMargin(text: string): MarginValue | null {
  if (text === "none") return null;
  if (text.endsWith("min/100km")) return { kind: "min_per_100km", value: Number.parseFloat(text) };
  return { kind: "percentage", value: Number.parseFloat(text) };
}

/** What trains need of zones that the network does not have is ignored. */
function leaveOutUnknown(infra: Infra, trains: RecordedTrains): RecordedTrains {
  const zones = new Set(Array.from(infra.zoneName, (name) => stringAt(infra, name)));
  const isKnown = ({ zone }: { readonly zone: string }): boolean => zones.has(zone);
  const known = Object.entries(trains).map(([id, train]) => {
    const spacing_requirements = train.spacing_requirements.filter(isKnown);
    const routing_requirements = train.routing_requirements.map((route) => ({
      ...route,
      zones: route.zones.filter(isKnown),
    }));
    return [id, { ...train, spacing_requirements, routing_requirements }];
  });
  return Object.fromEntries(known);
}

function packTimetable(
  ref: FitAmongInput["infra"],
  recorded: RecordedTrains,
): TimetableRequirements {
  const infra = viewInfra(ref);
  const { requirements } = readTrains(infra, leaveOutUnknown(infra, recorded));
  const { simulations, trainSimulations, trainStarts_ms } = requirements;
  return {
    // Each of the recorded trains was packed into a shared buffer of its own.
    buffers: simulations.map(({ spacingZones }) => spacingZones.buffer as SharedArrayBuffer),
    simulation_buffers: Uint32Array.from(simulations.keys()),
    simulation_offsets: new Float64Array(simulations.length),
    train_simulations: trainSimulations,
    train_starts_ms: trainStarts_ms,
  };
}
