/** Infrastructure of railML 2.2 to 2.5 as a plan. */
import type { ExchangeReport, ReportPlace } from "../exchange_report.ts";
import { addTo } from "../network/add_to.ts";
import { emptyPlan, type Rail, type RailDirection, type RailPlan } from "../network/rail_plan.ts";
import { elementsAt, numberOf, textOf, type XmlElement, XmlTree } from "../xml_tree.ts";
import { lineOfTrack } from "./railml2_places.ts";
import { type ChangedTrack, type SpeedChange, spreadSpeeds } from "./railml2_speeds.ts";
import { joinTracks, type Railml2Track, readTrack } from "./railml2_topology.ts";
import { readRuleCode } from "./signal_codes.ts";
import { unescapeName } from "./xml_names.ts";

/** Signals that end blocks; the others announce, protect shunting, or show a speed. */
const MAIN_SIGNALS: ReadonlySet<string> = new Set(["main", "combined"]);

/** Takes what it needs of each track as the track's element ends, so that no file is in memory as a tree. */
export class Railml2Reader {
  readonly #plan = emptyPlan();
  readonly #report: ExchangeReport;
  readonly #ids = new Set<string>();
  /** Tracks with their topology alone. */
  readonly #kept = new XmlTree(0);
  readonly #tracks: (Railml2Track & { readonly speeds: readonly NotedSpeed[] })[] = [];

  constructor(report: ExchangeReport) {
    this.#report = report;
  }

  addTrack(element: XmlElement): void {
    const plan = this.#plan;
    const track = readTrack(element, { ids: this.#ids, kept: this.#kept }, this.#report);
    const { id, length_m } = track;
    const coordinates = lineOfTrack(element, track);
    plan.rails.push({ id, name: nameOf(element), length_m, coordinates, line: element.line });
    const whole = { ...track, element };
    addSignals(whole, plan, this.#report);
    addDetectors(whole, plan, this.#report);
    addProfile(whole, plan, this.#report);
    noteLeftOut(element, this.#report);
    this.#tracks.push({ ...track, speeds: listSpeeds(whole) });
  }

  /** `root` is the file without its tracks. */
  finish(root: XmlElement): RailPlan {
    const plan = this.#plan;
    const continued = joinTracks(this.#tracks, plan, this.#report);
    const profiles = listProfiles(root);
    const changed = this.#tracks.map(({ id, length_m, speeds }): ChangedTrack => {
      const before = continued.get(id) ?? { up: null, down: null };
      return { id, length_m, before, changes: listSpeedChanges(speeds, profiles, this.#report) };
    });
    spreadSpeeds(changed, plan.speeds);
    addStations(root, this.#tracks, { plan, report: this.#report });
    // All tracks are on the map, or none.
    const is_placed = plan.rails.every(({ coordinates }) => coordinates !== null);
    return is_placed ? plan : { ...plan, rails: plan.rails.map(withoutPlace) };
  }
}

function withoutPlace(rail: Rail): Rail {
  return { ...rail, coordinates: null };
}

function placeOf({ begin_pos }: Railml2Track, element: XmlElement): number {
  return (numberOf(element, "pos") ?? 0) - begin_pos;
}

function directionsOf(element: XmlElement): readonly RailDirection[] {
  const dir = textOf(element, "dir");
  if (dir === "up" || dir === "down") return [dir];
  return ["up", "down"];
}

function nameOf(element: XmlElement): string {
  return textOf(element, "name") ?? textOf(element, "code") ?? "";
}

function idOf(element: XmlElement): string {
  return unescapeName(textOf(element, "id") ?? `${element.name}.${element.line}`);
}

function addSignals(track: Railml2Track, plan: RailPlan, report: ExchangeReport): void {
  for (const element of elementsAt(track.element, "ocsElements", "signals", "signal")) {
    const type = textOf(element, "type") ?? "of no type";
    const logical_signals = readRuleCode(textOf(element, "ruleCode") ?? "");
    if (!MAIN_SIGNALS.has(type) && logical_signals === null) {
      report.note({
        severity: "info",
        code: "signal_left_out",
        where: { line: element.line, element: "signal", id: idOf(element) },
        message: "signals that are neither main nor combined end no block",
      });
      continue;
    }
    for (const direction of directionsOf(element)) {
      plan.signals.push({
        id: idOf(element),
        name: nameOf(element),
        rail: track.id,
        at_m: placeOf(track, element),
        direction,
        sight_m: numberOf(element, "sight"),
        ...(logical_signals !== null && { logical_signals }),
      });
    }
  }
}

function leaveOut(element: XmlElement, message: string, report: ExchangeReport): void {
  const where = { line: element.line, element: element.name, id: idOf(element) };
  report.note({ severity: "warning", code: "object_left_out", where, message });
}

function addDetectors(track: Railml2Track, plan: RailPlan, report: ExchangeReport): void {
  const [list] = elementsAt(track.element, "ocsElements", "trainDetectionElements");
  for (const element of list?.children ?? []) {
    if (element.name !== "trainDetector" && element.name !== "trackCircuitBorder") {
      leaveOut(element, "it is no detector and no border of a track circuit", report);
      continue;
    }
    plan.detectors.push({ id: idOf(element), rail: track.id, at_m: placeOf(track, element) });
  }
}

/** Slopes, curves and wires: each change counts up to the next one. */
function addProfile(track: Railml2Track, plan: RailPlan, report: ExchangeReport): void {
  const { id: rail, element, length_m } = track;
  const spread = (group: string, name: string, add: (range: Ranged) => void): void => {
    const changes = elementsAt(element, "trackElements", group, name)
      .map((change) => ({ change, at_m: placeOf(track, change) }))
      .sort((a, b) => a.at_m - b.at_m);
    for (const [i, { change, at_m }] of changes.entries()) {
      add({ rail, from_m: at_m, to_m: changes[i + 1]?.at_m ?? length_m, change });
    }
  };
  spread("gradientChanges", "gradientChange", ({ change, ...range }) => {
    const gradient = numberOf(change, "slope") ?? 0;
    if (gradient !== 0) plan.slopes.push({ ...range, gradient });
  });
  spread("radiusChanges", "radiusChange", ({ change, ...range }) => {
    const radius = numberOf(change, "radius") ?? 0;
    if (radius !== 0) plan.curves.push({ ...range, radius });
  });
  spread("electrificationChanges", "electrificationChange", ({ change, ...range }) => {
    const voltage = numberOf(change, "voltage") ?? 0;
    const is_wired = textOf(change, "type") !== "none" && voltage > 0;
    const is_lost = !is_wired && (textOf(change, "type") ?? "none") !== "none";
    if (is_lost) leaveOut(change, "its wire has no voltage", report);
    if (is_wired) plan.wires.push({ ...range, voltage: `${voltage}V` });
  });
}

interface Ranged {
  readonly rail: string;
  readonly from_m: number;
  readonly to_m: number;
  readonly change: XmlElement;
}

/** Profile → the lowest speed that it names. */
function listProfiles(root: XmlElement): ReadonlyMap<string, number> {
  const profiles = new Map<string, number>();
  const groups = elementsAt(root, "infrastructure", "infraAttrGroups", "infraAttributes");
  for (const group of groups) {
    const speeds = elementsAt(group, "speeds", "speed").flatMap((speed) => {
      const speed_kmh = Number(textOf(speed, "vMax") ?? "");
      return speed_kmh > 0 ? [speed_kmh] : [];
    });
    if (speeds.length > 0) profiles.set(idOf(group), Math.min(...speeds));
  }
  return profiles;
}

/** A change of speed as it stands on a track; profiles may come behind it in the file. */
interface NotedSpeed {
  readonly where: ReportPlace;
  readonly at_m: number;
  readonly directions: readonly RailDirection[];
  readonly own_kmh: number | null;
  readonly is_end: boolean;
  readonly profile: string;
}

function listSpeeds(track: Railml2Track): readonly NotedSpeed[] {
  const changes = elementsAt(track.element, "trackElements", "speedChanges", "speedChange");
  return changes.map((element) => {
    const text = textOf(element, "vMax");
    const is_end = text === "end";
    return {
      where: { line: element.line, element: element.name, id: idOf(element) },
      at_m: Math.min(track.length_m, Math.max(0, placeOf(track, element))),
      directions: directionsOf(element),
      own_kmh: text === null || is_end ? null : numberOf(element, "vMax"),
      is_end,
      profile: textOf(element, "profileRef") ?? "",
    };
  });
}

function listSpeedChanges(
  speeds: readonly NotedSpeed[],
  profiles: ReadonlyMap<string, number>,
  report: ExchangeReport,
): readonly SpeedChange[] {
  return speeds.flatMap(({ where, at_m, directions, own_kmh, is_end, profile }) => {
    const profile_kmh = profiles.get(profile) ?? null;
    const known = [own_kmh, profile_kmh].filter((one) => one !== null && one > 0);
    const speed_kmh = known.length === 0 || is_end ? null : Math.min(...known.map(Number));
    if (speed_kmh === null && !is_end) {
      const message = "it has no speed above 0, nor has its profile";
      report.note({ severity: "warning", code: "object_left_out", where, message });
      return [];
    }
    return directions.map((direction) => ({ at_m, direction, speed_kmh }));
  });
}

function addStations(
  root: XmlElement,
  tracks: readonly Railml2Track[],
  { plan, report }: { readonly plan: RailPlan; readonly report: ExchangeReport },
): void {
  const parts = new Map<string, { rail: string; at_m: number; order: number }[]>();
  for (const track of tracks) {
    const topology = elementsAt(track.element, "trackTopology");
    const sections = topology.flatMap((one) => elementsAt(one, "crossSections", "crossSection"));
    for (const section of sections) {
      const ref = textOf(section, "ocpRef") ?? "";
      // Written here, they are numbered in the order of their station.
      const [, own = ""] = (textOf(section, "id") ?? "").split(`${ref}.part.`);
      const order = /^\d{1,9}$/.test(own) ? Number(own) : 0;
      addTo(parts, unescapeName(ref), { rail: track.id, at_m: placeOf(track, section), order });
    }
  }
  const ocps = elementsAt(root, "infrastructure", "operationControlPoints", "ocp");
  const known = new Set(ocps.map((ocp) => idOf(ocp)));
  for (const [id, { length }] of parts) {
    if (known.has(id)) continue;
    const where = { element: "crossSection", id };
    const message = "it belongs to an ocp that is not in the file";
    report.note({ severity: "warning", code: "object_left_out", where, message }, length);
  }
  for (const ocp of ocps) {
    const designators = elementsAt(ocp, "designator");
    const find = (register: RegExp): XmlElement | undefined =>
      designators.find((one) => register.test(textOf(one, "register") ?? ""));
    const [uic, ci, ch] = [find(/uic/i), find(/^CI$/), find(/^CH$/)];
    const entry = textOf(uic ?? ocp, uic === undefined ? "number" : "entry") ?? "";
    const trigram = designators.find((one) => one !== uic && one !== ci && one !== ch);
    plan.stations.push({
      id: idOf(ocp),
      name: nameOf(ocp),
      uic: /^\d{1,15}$/.test(entry) ? Number(entry) : null,
      trigram:
        (trigram === undefined ? null : textOf(trigram, "entry")) ?? textOf(ocp, "code") ?? "",
      ci: readCode(ci),
      ch: (ch === undefined ? null : textOf(ch, "entry")) ?? "",
      parts: (parts.get(idOf(ocp)) ?? [])
        .toSorted((a, b) => a.order - b.order)
        .map(({ rail, at_m }) => ({ rail, at_m })),
    });
  }
}

function readCode(designator: XmlElement | undefined): number {
  const entry = designator === undefined ? null : textOf(designator, "entry");
  return entry !== null && /^\d{1,15}$/.test(entry) ? Number(entry) : 0;
}

/** What lies on tracks and has no place in the network. */
const READ_LISTS: ReadonlySet<string> = new Set([
  "speedChanges",
  "gradientChanges",
  "radiusChanges",
  "electrificationChanges",
  "signals",
  "trainDetectionElements",
  "geoMappings",
]);

function noteLeftOut(track: XmlElement, report: ExchangeReport): void {
  const lists = [
    ...elementsAt(track, "trackElements"),
    ...elementsAt(track, "ocsElements"),
  ].flatMap(({ children }) => children);
  for (const list of lists.filter(({ name }) => !READ_LISTS.has(name))) {
    const [first] = list.children;
    if (first === undefined) continue;
    report.note(
      {
        severity: "info",
        code: "element_left_out",
        where: { line: first.line, element: first.name, id: idOf(first) },
        message: "the network has no such objects",
      },
      list.children.length,
    );
  }
}
