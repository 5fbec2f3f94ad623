/**
 * Networks as infrastructure of railML 2.5: each track section a track, switches and crossings at its ends, and what
 * lies on it. What railML has no words for is left out and told; routes are completed again when the file comes in.
 */
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import type { ValuedRange } from "../network/partition.ts";
import { escapeXml } from "../read_xml.ts";
import { joinSections } from "./join_sections.ts";
import { printRuleCode } from "./signal_codes.ts";
import {
  type OpenTrack,
  type OpenTracks,
  printDecimal,
  printTrackElement,
} from "./write_railml_track.ts";
import { XmlNames } from "./xml_names.ts";

export function writeRailmlNetwork(
  document: RailjsonDocument,
  report: ExchangeReport,
): Uint8Array<ArrayBuffer> {
  const names = new XmlNames();
  const tracks = startTracks(document, names);
  const writer = new NetworkWriter(tracks, names, report);
  joinSections(document, tracks, { names, report });
  writer.addBufferStops(document.buffer_stops);
  writer.addDetectors(document.detectors);
  writer.addSignals(document.signals);
  const points = writer.addStations(document.operational_points);
  writer.addSpeeds(document.speed_sections);
  writer.addWires(document.electrifications);
  noteLeftOut(document, report);
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<railml xmlns="https://www.railml.org/schemas/2021" version="2.5">',
    `<infrastructure id="${names.take("infrastructure")}">`,
    "<tracks>",
    ...[...tracks.values()].map(printTrackElement),
    "</tracks>",
    ...(points.length === 0
      ? []
      : ["<operationControlPoints>", ...points, "</operationControlPoints>"]),
    "</infrastructure>",
    "</railml>\n",
  ];
  return new TextEncoder().encode(text.join("\n"));
}

function startTracks({ track_sections }: RailjsonDocument, names: XmlNames): OpenTracks {
  return new Map(
    track_sections.map(({ id, length, slopes, curves, geo, extensions }) => [
      id,
      {
        name: names.take(id),
        title: extensions?.sncf?.track_name ?? "",
        length_m: length,
        coordinates: geo.coordinates,
        ends: { BEGIN: "", END: "" },
        junctions: [],
        sections: [],
        signals: [],
        detectors: [],
        speeds: { up: [], down: [] },
        slopes: slopes.flatMap((one) => cut({ ...one, value: one.gradient }, length)),
        curves: curves.flatMap((one) => cut({ ...one, value: one.radius }, length)),
        wires: [],
      },
    ]),
  );
}

/** What of a range lies on a track; ranges of nothing are none. */
function cut(range: ValuedRange<number>, length_m: number): ValuedRange<number>[] {
  const begin = Math.max(0, Math.min(range.begin, range.end));
  const end = Math.min(length_m, Math.max(range.begin, range.end));
  return begin < end && range.value !== 0 ? [{ begin, end, value: range.value }] : [];
}

class NetworkWriter {
  readonly #tracks: OpenTracks;
  readonly #names: XmlNames;
  readonly #report: ExchangeReport;

  constructor(tracks: OpenTracks, names: XmlNames, report: ExchangeReport) {
    this.#tracks = tracks;
    this.#names = names;
    this.#report = report;
  }

  addBufferStops(stops: RailjsonDocument["buffer_stops"]): void {
    for (const { id, track, position } of stops) {
      const open = this.#find(track, "BufferStop", id);
      if (open === null) continue;
      const end = position * 2 <= open.length_m ? "BEGIN" : "END";
      if (open.ends[end] !== "") {
        this.#leaveOut("buffer_stop_left_out", "BufferStop", id, "it stands at no free end");
        continue;
      }
      if (position !== (end === "BEGIN" ? 0 : open.length_m)) {
        const message = "buffer stops stand at the very end of a track in railML";
        this.#leaveOut("buffer_stop_moved", "BufferStop", id, message);
      }
      open.ends[end] = `<bufferStop id="${this.#names.take(id)}"/>`;
    }
  }

  addDetectors(detectors: RailjsonDocument["detectors"]): void {
    for (const { id, track, position } of detectors) {
      const text = `<trainDetector id="${this.#names.take(id)}" pos="${printDecimal(position)}"/>`;
      this.#find(track, "Detector", id)?.detectors.push(text);
    }
  }

  addSignals(signals: RailjsonDocument["signals"]): void {
    for (const signal of signals) {
      const { id, track, position, direction, sight_distance, logical_signals = [] } = signal;
      const code = printRuleCode(logical_signals);
      if (code === null) {
        this.#leaveOut("signal_left_out", "Signal", id, "it shows what railML has no words for");
        continue;
      }
      const is_distant = logical_signals.every(({ settings }) => settings["distant"] === "true");
      const label = signal.extensions?.sncf?.label ?? "";
      const text =
        `<signal id="${this.#names.take(id)}" pos="${printDecimal(position)}"` +
        ` dir="${direction === "START_TO_STOP" ? "up" : "down"}" type="${is_distant ? "distant" : "main"}"` +
        `${label === "" ? "" : ` name="${escapeXml(label)}"`} sight="${printDecimal(sight_distance)}" ruleCode="${code}"/>`;
      this.#find(track, "Signal", id)?.signals.push(text);
    }
  }

  /** Returns the points; their parts are on the tracks. */
  addStations(points: RailjsonDocument["operational_points"]): string[] {
    return points.map(({ id, parts, extensions }) => {
      const name = this.#names.take(id);
      for (const [i, { track, position }] of parts.entries()) {
        const text = `<crossSection id="${name}.part.${i}" ocpRef="${name}" pos="${printDecimal(position)}"/>`;
        this.#find(track, "OperationalPoint", id)?.sections.push(text);
      }
      return printPoint(name, extensions);
    });
  }

  addSpeeds(sections: RailjsonDocument["speed_sections"]): void {
    for (const { speed_limit, track_ranges, on_routes } of sections) {
      const is_general = on_routes === null || on_routes === undefined;
      if (!is_general || speed_limit === null || speed_limit === undefined) continue;
      for (const { track, applicable_directions, ...range } of track_ranges) {
        const open = this.#tracks.get(track);
        if (open === undefined) continue;
        const own = cut({ ...range, value: speed_limit }, open.length_m);
        if (applicable_directions !== "STOP_TO_START") open.speeds.up.push(...own);
        if (applicable_directions !== "START_TO_STOP") open.speeds.down.push(...own);
      }
    }
  }

  addWires(electrifications: RailjsonDocument["electrifications"]): void {
    for (const { id, voltage, track_ranges } of electrifications) {
      const [, volts = "0"] = /^(\d{1,7}(?:\.\d{1,3})?)V$/.exec(voltage) ?? [];
      if (`${Number(volts)}V` !== voltage) {
        const message = "its voltage is no number of volts";
        this.#leaveOut("electrification_left_out", "Electrification", id, message);
        continue;
      }
      for (const { track, ...range } of track_ranges) {
        const open = this.#tracks.get(track);
        open?.wires.push(...cut({ ...range, value: Number(volts) }, open.length_m));
      }
    }
  }

  #find(track: string, element: string, id: string): OpenTrack | null {
    const open = this.#tracks.get(track);
    if (open === undefined) this.#leaveOut("object_left_out", element, id, "it lies on no track");
    return open ?? null;
  }

  #leaveOut(code: string, element: string, id: string, message: string): void {
    this.#report.note({ severity: "warning", code, where: { element, id }, message });
  }
}

type PointExtensions = RailjsonDocument["operational_points"][number]["extensions"];

function printPoint(name: string, extensions: PointExtensions): string {
  const { name: title = "", uic = 0 } = extensions?.identifier ?? {};
  const { trigram = "", ci = 0, ch = "" } = extensions?.sncf ?? {};
  const designators = [
    ["UIC", uic > 0 ? String(uic) : ""],
    ["CI", ci > 0 ? String(ci) : ""],
    ["CH", ch],
  ].filter(([, entry]) => entry !== "");
  const attribute = (key: string, text: string): string =>
    text === "" ? "" : ` ${key}="${escapeXml(text)}"`;
  const inner = designators.map(
    ([register, entry = ""]) => `<designator register="${register}" entry="${escapeXml(entry)}"/>`,
  );
  return `<ocp id="${name}"${attribute("code", trigram)}${attribute("name", title)}>${inner.join("")}</ocp>`;
}

/** What railML 2 has no words for, or what readers of it don't know. */
function noteLeftOut(document: RailjsonDocument, report: ExchangeReport): void {
  const { routes, neutral_sections, speed_sections, electrifications, track_sections } = document;
  const note = (code: string, element: string, ids: readonly string[], message: string): void => {
    const [id = ""] = ids;
    report.note({ severity: "info", code, where: { element, id }, message }, ids.length);
  };
  const idsOf = <One extends { readonly id: string }>(
    list: readonly One[],
    is: (one: One) => boolean = () => true,
  ): string[] => list.filter(is).map(({ id }) => id);
  note("routes_left_out", "Route", idsOf(routes), "routes are made anew when the file comes in");
  const neutral = "sections without power are left out";
  note("neutral_sections_left_out", "NeutralSection", idsOf(neutral_sections), neutral);
  const special = ({ on_routes, speed_limit_by_tag }: (typeof speed_sections)[number]): boolean =>
    (on_routes ?? null) !== null || Object.keys(speed_limit_by_tag).length > 0;
  const speeds = "speeds of some routes or trains alone are left out";
  note("speeds_left_out", "SpeedSection", idsOf(speed_sections, special), speeds);
  const one_way = electrifications.filter(({ track_ranges }) =>
    track_ranges.some(({ applicable_directions }) => applicable_directions !== "BOTH"),
  );
  const both = "wires of one direction count for both";
  note("electrification_changed", "Electrification", idsOf(one_way), both);
  const gauged = idsOf(track_sections, (one) => (one.loading_gauge_limits ?? []).length > 0);
  note("gauges_left_out", "TrackSection", gauged, "loading gauges are left out");
  noteDetails(document, note);
}

function noteDetails(
  { track_sections, switches, signals, operational_points }: RailjsonDocument,
  note: (code: string, element: string, ids: readonly string[], message: string) => void,
): void {
  const tracks = track_sections.filter(({ extensions }) => {
    const { line_code = 0, line_name = "", track_number = 0 } = extensions?.sncf ?? {};
    return line_code !== 0 || line_name !== "" || track_number !== 0 || !!extensions?.source;
  });
  const slow = switches.filter(({ group_change_delay, switch_type, extensions }) => {
    const is_named = switch_type === "link" && !!extensions?.sncf?.label;
    return group_change_delay !== 0 || is_named;
  });
  const conditional = signals.filter(({ extensions, logical_signals = [] }) => {
    const is_conditional = logical_signals.some((one) => one.conditional_parameters.length > 0);
    return is_conditional || !!extensions?.sncf?.kp || extensions?.sncf?.side !== undefined;
  });
  const labelled = operational_points.filter(({ extensions }) => {
    const { ch_short_label = "", ch_long_label = "" } = extensions?.sncf ?? {};
    return ch_short_label !== "" || ch_long_label !== "";
  });
  for (const [element, list, what] of [
    ["TrackSection", tracks, "names and numbers of lines"],
    ["Switch", slow, "times that switches take and names of links"],
    ["Signal", conditional, "kilometre points, sides and parameters by route"],
    ["OperationalPoint", labelled, "labels of parts of stations"],
  ] as const) {
    const ids = list.map(({ id }) => id);
    note("details_left_out", element, ids, `${what} are left out`);
  }
}
