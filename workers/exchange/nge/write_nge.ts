/**
 * Paced trains as a netgraph. Two that run there and back on one frequency are one trainrun; a place without a time
 * that no train stops at is left out. Nodes lie where their stations are on the map, or in rows.
 */

import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { datetimeMs, durationMs } from "../../../src/railway/iso8601.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import { printPlace, printTrack } from "../timetable/station_names.ts";
import {
  type Call,
  callsOf,
  noteDetails,
  noteEnd,
  type PacedForm,
  type TimetableForm,
} from "../timetable/timetable_form.ts";
import { CATEGORIES, modulo, readStopsLabel } from "./netgraph.ts";
import { isBack, type Line, type Visit } from "./netgraph_line.ts";
import { NetgraphParts } from "./netgraph_parts.ts";

const INTERVAL_MS_MIN = 60_000;

export function writeNge(
  form: TimetableForm,
  stations: StationIndex | null,
  report: ExchangeReport,
): Uint8Array<ArrayBuffer> {
  report.note(
    {
      severity: "warning",
      code: "train_left_out",
      where: { element: "train_schedule", id: form.train_schedules[0]?.train_name ?? "" },
      message: "a netgraph holds paced trains only",
    },
    form.train_schedules.length,
  );
  const parts = new NetgraphParts(stations);
  const lines = form.paced_trains.flatMap((train) => {
    const line = toLine(train, stations, report);
    return line === null ? [] : [line];
  });
  const taken = new Set<Line>();
  for (const [i, line] of lines.entries()) {
    if (taken.has(line)) continue;
    const next = lines[i + 1];
    const back = next !== undefined && isBack(line, next) ? next : null;
    if (back !== null) taken.add(back);
    parts.addTrainrun(line, back);
  }
  return new TextEncoder().encode(JSON.stringify(parts.finish()));
}

function toLine(
  train: PacedForm,
  stations: StationIndex | null,
  report: ExchangeReport,
): Line | null {
  const where = { element: "paced_train", id: train.train_name };
  const visits = listVisits(callsOf(train), stations);
  if (typeof visits === "string") {
    report.note({ severity: "warning", code: "train_left_out", where, message: visits });
    return null;
  }
  if (durationMs(train.paced.interval) < INTERVAL_MS_MIN) {
    const message = "it runs more than once a minute";
    report.note({ severity: "warning", code: "train_left_out", where, message });
    return null;
  }
  noteLosses(train, report);
  const { name, category } = splitName(train);
  const [{ departure_ms: wait_ms } = { departure_ms: 0 }] = visits;
  return {
    name,
    category,
    labels: train.labels.filter((label) => readStopsLabel(label) === null),
    stops: listStops(train.labels, visits.length - 1),
    visits: visits.map(({ arrival_ms, departure_ms, ...visit }) => ({
      ...visit,
      arrival_ms: arrival_ms - wait_ms,
      departure_ms: departure_ms - wait_ms,
    })),
    interval_ms: durationMs(train.paced.interval),
    start_ms: modulo(datetimeMs(train.start_time) + wait_ms, DAY_MS),
    window_ms: durationMs(train.paced.time_window),
  };
}

function noteLosses(train: PacedForm, report: ExchangeReport): void {
  const where = { element: "paced_train", id: train.train_name };
  if (train.exceptions.length > 0) {
    const message = "a netgraph holds no exceptions: the pace alone is in it";
    const severity = "warning";
    report.note({ severity, code: "exceptions_left_out", where, message }, train.exceptions.length);
  }
  if (train.numbering !== undefined) {
    const message = "numbers of single trains are left out";
    report.note({ severity: "info", code: "numbers_left_out", where, message });
  }
  noteDetails(train, ["labels"], { report, element: "paced_train" });
  noteEnd(train, { report, element: "paced_train" });
  const calls = callsOf(train);
  if (calls.some(({ arrival_ms }) => arrival_ms === null)) {
    const message = "places without a time are left out";
    report.note({ severity: "info", code: "places_left_out", where, message });
  }
  if ([calls[0], calls.at(-1)].some((call) => (call?.stop_ms ?? 0) > 0)) {
    const message = "what it waits at its first and last place is left out";
    report.note({ severity: "info", code: "waits_left_out", where, message });
  }
  if (calls.some(({ location }) => printTrack(location) !== null)) {
    const message = "tracks at stations are left out";
    report.note({ severity: "info", code: "tracks_left_out", where, message });
  }
  const message = "rolling stocks and the day are left out";
  report.note({ severity: "info", code: "stocks_left_out", where, message });
}

/** Or why the train can't be in a netgraph. */
function listVisits(calls: readonly Call[], stations: StationIndex | null): Visit[] | string {
  const visits: Visit[] = [];
  for (const [i, { location, arrival_ms, stop_ms }] of calls.entries()) {
    const is_end = i === 0 || i === calls.length - 1;
    if (arrival_ms === null) {
      if (is_end || stop_ms !== null) return "it has a stop without a time: name a network";
      continue;
    }
    const departure_ms = arrival_ms + (stop_ms ?? 0);
    if (arrival_ms < (visits.at(-1)?.departure_ms ?? 0)) return "its times don't follow each other";
    visits.push({
      node: stations?.wordOf(location) ?? printPlace(location),
      arrival_ms,
      departure_ms,
      is_stop: stop_ms !== null,
    });
  }
  return visits.length < 2 ? "it has fewer than two places" : visits;
}

function listStops(labels: readonly string[], section_count: number): number[] {
  const stops = Array.from({ length: section_count }, () => 0);
  for (const label of labels) {
    const told = readStopsLabel(label);
    if (told !== null && told.section <= section_count) stops[told.section - 1] = told.count;
  }
  return stops;
}

/** The editor's own categories begin a train's name; other trains have one that is named after their kind. */
function splitName({ train_name, category }: PacedForm): Pick<Line, "name" | "category"> {
  const kind = category !== null && "main_category" in category ? category.main_category : "";
  for (const { shortName, name, kind: own } of CATEGORIES) {
    const is_own = train_name === shortName || train_name.startsWith(`${shortName} `);
    if (!is_own || own !== kind) continue;
    const rest = train_name.slice(shortName.length + 1);
    if (rest === rest.trim()) return { name: rest, category: { shortName, name } };
  }
  return { name: train_name, category: { shortName: "", name: kind } };
}
