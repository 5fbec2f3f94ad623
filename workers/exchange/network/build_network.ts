/** Makes a RailJSON document of a plan: sections, switches, and what lies on them. */
import { RAILJSON_VERSION } from "../../../src/railway/network_terms.ts";
import { MAX_POSITION_M, MIN_TRACK_LENGTH_M } from "../../railjson/limits.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import { mainSignal } from "../completion/new_objects.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { UnreadableSource } from "../source_fault.ts";
import { drawSections } from "./draw_sections.ts";
import { partition, type ValuedRange } from "./partition.ts";
import { printSpeeds, printWires, rangesBySection } from "./print_ranges.ts";
import { type LaidSection, RailLayout } from "./rail_layout.ts";
import { type LonLat, pieceOfLine } from "./rail_line.ts";
import type { Rail, RailPlan } from "./rail_plan.ts";

const ID_LENGTH_MAX = 255;
/** Room for what tells parts of one track, and equal ids, from each other. */
const SUFFIX_LENGTH = 16;
/** Ids of switches are keys of routes, which these can't be. */
const NO_KEYS = ["__proto__", "constructor", "prototype"];
const DEFAULT_SIGHT_M = 400;

/** `has_usual`: whether tracks get the direction in which the source says that they are usually used. */
export function buildNetwork(
  plan: RailPlan,
  report: ExchangeReport,
  has_usual = false,
): RailjsonDocument {
  // The plan lets go of what is laid or printed.
  const rails = usableRails(plan.rails, report);
  const layout = new RailLayout({ ...plan, rails, nodes: plan.nodes.splice(0) }, report);
  const stops = keepGuards(layout, {
    stops: placeAll(layout, plan.buffer_stops, { element: "BufferStop", report }),
    report,
  });
  const detectors = placeAll(layout, plan.detectors, { element: "Detector", report });
  const speed_sections = printSpeeds(layout, plan.speeds.splice(0));
  const electrifications = printWires(layout, plan.wires.splice(0));
  return {
    version: RAILJSON_VERSION,
    track_sections: printSections(layout, plan, { report, has_usual }),
    switches: printSwitches(layout),
    extended_switch_types: [],
    routes: [],
    signals: printSignals(layout, plan, report),
    detectors,
    buffer_stops: stops,
    operational_points: printStations(layout, plan, report),
    speed_sections,
    electrifications,
    neutral_sections: [],
  };
}

function usableRails(rails: readonly Rail[], report: ExchangeReport): Rail[] {
  return rails.filter(({ id, length_m, line }) => {
    if (id.length > ID_LENGTH_MAX - SUFFIX_LENGTH) {
      const place = line === undefined ? {} : { line, column: 1 };
      throw new UnreadableSource("the id of a track is too long", place);
    }
    const is_usable = length_m >= MIN_TRACK_LENGTH_M && length_m <= MAX_POSITION_M;
    if (!is_usable) {
      report.note({
        severity: "warning",
        code: "track_left_out",
        where: { element: "track", id, ...(line === undefined ? {} : { line }) },
        message: "its length is none that a track section can have",
      });
    }
    return is_usable;
  });
}

/** Ids of a list, each once and not too long. */
class FreshIds {
  readonly #ids = new Set<string>(NO_KEYS);

  take(id: string): string {
    const stem = id.slice(0, ID_LENGTH_MAX - 8) || "unnamed";
    let fresh = stem;
    for (let n = 2; this.#ids.has(fresh); n++) fresh = `${stem}.${n}`;
    this.#ids.add(fresh);
    return fresh;
  }
}

interface Noted {
  readonly element: string;
  readonly report: ExchangeReport;
}

function noteOffRails({ element, report }: Noted, id: string): void {
  report.note({
    severity: "warning",
    code: "object_left_out",
    where: { element, id },
    message: "it lies on no track",
  });
}

function noteSamePlace({ element, report }: Noted, id: string): void {
  report.note({
    severity: "info",
    code: "object_at_same_place",
    where: { element, id },
    message: "another one is at the same place: it is left out",
  });
}

function placeAll(
  layout: RailLayout,
  points: readonly { readonly id: string; readonly rail: string; readonly at_m: number }[],
  noted: Noted,
): { id: string; track: string; position: number }[] {
  const ids = new FreshIds();
  const taken = new Set<string>();
  return points.flatMap(({ id, rail, at_m }) => {
    const place = layout.locate(rail, at_m);
    if (place === null) {
      noteOffRails(noted, id);
      return [];
    }
    const { track, position } = place;
    if (taken.has(`${track} ${position}`)) {
      noteSamePlace(noted, id);
      return [];
    }
    taken.add(`${track} ${position}`);
    return [{ id: ids.take(id), track, position }];
  });
}

type PlacedStop = RailjsonDocument["buffer_stops"][number];

/** Buffer stops guard ends of the rails, one each: others would stand in the way. */
function keepGuards(
  layout: RailLayout,
  { stops, report }: { readonly stops: readonly PlacedStop[]; readonly report: ExchangeReport },
): PlacedStop[] {
  const joined = new Set(
    layout.nodes.flatMap(({ ports }) =>
      Object.values(ports).map(({ track, endpoint }) => `${track} ${endpoint}`),
    ),
  );
  const bySection = new Map<string, PlacedStop[]>();
  for (const stop of stops) bySection.set(stop.track, [...(bySection.get(stop.track) ?? []), stop]);
  const kept = new Set<PlacedStop>();
  for (const { id, length_m } of layout.sections) {
    const own = (bySection.get(id) ?? []).toSorted((a, b) => a.position - b.position);
    const near = own.filter(({ position }) => position * 2 <= length_m);
    const [first, last] = [near[0], own.slice(near.length).at(-1)];
    if (first !== undefined && !joined.has(`${id} BEGIN`)) kept.add(first);
    if (last !== undefined && !joined.has(`${id} END`)) kept.add(last);
  }
  const [odd, ...others] = stops.filter((stop) => !kept.has(stop));
  if (odd !== undefined) {
    const note = {
      severity: "warning",
      code: "buffer_stop_left_out",
      where: { element: "BufferStop", id: odd.id },
      message: "it does not stand at an end of the rails",
    } as const;
    report.note(note, 1 + others.length);
  }
  return stops.filter((stop) => kept.has(stop));
}

function printSections(
  layout: RailLayout,
  plan: RailPlan,
  { report, has_usual }: { readonly report: ExchangeReport; readonly has_usual: boolean },
): RailjsonDocument["track_sections"] {
  const has_places = plan.rails.every(({ coordinates }) => coordinates !== null);
  const drawn = has_places ? null : drawSections(layout.sections, layout.nodes);
  const slopes = rangesBySection(layout, plan.slopes, ({ gradient }, is_reversed) =>
    is_reversed ? -gradient : gradient,
  );
  const curves = rangesBySection(layout, plan.curves, ({ radius }, is_reversed) =>
    is_reversed ? -radius : radius,
  );
  return layout.sections.map((section) => {
    const line = lineOf(section);
    const coordinates = line ?? drawn?.get(section.id) ?? [];
    if (line === null) {
      report.note({
        severity: "info",
        code: "geometry_drawn",
        where: { element: "TrackSection", id: section.id },
        message: "the source does not say where it is: drawn beside the others on the equator",
      });
    }
    return {
      id: section.id,
      length: toMetres(section.length_m),
      slopes: printRanges(slopes.get(section.id), ({ begin, end, value }) => ({
        gradient: value,
        begin,
        end,
      })),
      curves: printRanges(curves.get(section.id), ({ begin, end, value }) => ({
        radius: value,
        begin,
        end,
      })),
      geo: { type: "LineString" as const, coordinates },
      ...printExtensions(section, has_usual),
    };
  });
}

function printExtensions(
  section: LaidSection,
  has_usual: boolean,
): Pick<RailjsonDocument["track_sections"][number], "extensions"> {
  const usual_direction = has_usual ? usualOf(section) : null;
  if (section.name === "" && usual_direction === null) return {};
  return {
    extensions: {
      ...(section.name !== "" && { sncf: namedTrack(section.name) }),
      ...(usual_direction !== null && { usual_direction }),
    },
  };
}

/** Null: its rails do not say, or say different directions. */
function usualOf({ pieces }: LaidSection): "START_TO_STOP" | "STOP_TO_START" | null {
  const told = new Set(
    pieces.map(({ rail: { usual }, is_reversed }) =>
      usual === undefined ? null : (usual === "up") !== is_reversed,
    ),
  );
  const [is_along = null] = told.size === 1 ? told : [];
  if (is_along === null) return null;
  return is_along ? "START_TO_STOP" : "STOP_TO_START";
}

/** Most sections have none: these are kept once. */
const NO_RANGES: never[] = [];

/** Where several ranges lie, the last one counts. */
function printRanges<Printed>(
  ranges: readonly ValuedRange<number>[] | undefined,
  print: (range: ValuedRange<number>) => Printed,
): Printed[] {
  if (ranges === undefined) return NO_RANGES;
  return partition(ranges, (_kept, other) => other).map(print);
}

/** Trains choose a track of a station by its name. */
export function namedTrack(track_name: string): {
  line_code: number;
  line_name: string;
  track_number: number;
  track_name: string;
} {
  return { line_code: 0, line_name: "", track_number: 0, track_name };
}

function toMetres(length_m: number): number {
  return Math.round(length_m * 1000) / 1000;
}

/** The line of a section of rails that have one; its points are those of the rails, which are not copied. */
function lineOf({ pieces }: LaidSection): LonLat[] | null {
  const line: LonLat[] = [];
  for (const { rail, from_m, to_m, is_reversed } of pieces) {
    if (rail.coordinates === null) return null;
    const own = pieceOfLine(rail.coordinates, from_m / rail.length_m, to_m / rail.length_m);
    line.push(...(is_reversed ? own.toReversed() : own));
  }
  // A copy is as long as it needs to be; a list that was added to has room for more.
  return line.slice();
}

function printSwitches(layout: RailLayout): RailjsonDocument["switches"] {
  const ids = new FreshIds();
  return layout.nodes.map(({ id, name, type, ports }) => ({
    id: ids.take(id),
    switch_type: type,
    group_change_delay: 0,
    ports,
    ...(name === "" ? {} : { extensions: { sncf: { label: name } } }),
  }));
}

function printSignals(
  layout: RailLayout,
  plan: RailPlan,
  report: ExchangeReport,
): RailjsonDocument["signals"] {
  const ids = new FreshIds();
  const taken = new Set<string>();
  const unknown = [mainSignal("BAL")];
  return plan.signals.flatMap(({ id, name, rail, at_m, direction, ...given }) => {
    const place = layout.locate(rail, at_m, direction);
    const key = JSON.stringify(place);
    if (place === null || taken.has(key)) {
      const note = place === null ? noteOffRails : noteSamePlace;
      note({ element: "Signal", report }, id);
      return [];
    }
    taken.add(key);
    const signal = {
      id: ids.take(id),
      ...place,
      sight_distance: usableSight(given.sight_m),
      logical_signals: given.logical_signals === undefined ? unknown : [...given.logical_signals],
    };
    if (name === "") return [signal];
    return [{ ...signal, extensions: { sncf: { label: name, kp: "" } } }];
  });
}

function printStations(
  layout: RailLayout,
  plan: RailPlan,
  report: ExchangeReport,
): RailjsonDocument["operational_points"] {
  const ids = new FreshIds();
  return plan.stations.flatMap(({ id, name, uic, trigram, ci = 0, ch = "", parts }) => {
    const laid = parts.map(({ rail, at_m }) => layout.locate(rail, at_m));
    const places = laid.filter((place) => place !== null);
    if (places.length === 0) {
      noteOffRails({ element: "OperationalPoint", report }, id);
      return [];
    }
    if (uic === null) {
      report.note({
        severity: "info",
        code: "uic_unknown",
        where: { element: "OperationalPoint", id },
        message: "the source has no UIC code: 0",
      });
    }
    const sncf = { ci, ch, ch_short_label: "", ch_long_label: "", trigram };
    const has_codes = trigram !== "" || ch !== "" || ci !== 0;
    return [
      {
        id: ids.take(id),
        parts: places.map(({ track, position }) => ({ track, position })),
        extensions: { identifier: { name, uic: uic ?? 0 }, ...(has_codes && { sncf }) },
      },
    ];
  });
}

function usableSight(sight_m: number | null): number {
  const is_usable = sight_m !== null && sight_m >= 0 && sight_m <= MAX_POSITION_M;
  return is_usable ? sight_m : DEFAULT_SIGHT_M;
}
