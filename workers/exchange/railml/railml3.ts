/** Infrastructure of railML 3.1 and later as a plan. */
import type { ExchangeReport } from "../exchange_report.ts";
import {
  emptyPlan,
  type RailDirection,
  type RailPlan,
  type RailRange,
} from "../network/rail_plan.ts";
import { elementsAt, numberOf, textOf, type XmlElement } from "../xml_tree.ts";
import {
  listNetElements,
  locateRange,
  locateSpot,
  type NetElement,
  type RailPlace,
} from "./railml3_positions.ts";
import { joinElements } from "./railml3_topology.ts";

type Elements = ReadonlyMap<string, NetElement>;

/** What is read, and what is told of it. */
interface Reading {
  readonly plan: RailPlan;
  readonly report: ExchangeReport;
}

export function readRailml3(root: XmlElement, report: ExchangeReport): RailPlan {
  const plan = emptyPlan();
  const elements = listNetElements(root);
  const names = listTrackNames(root);
  for (const { id, length_m, line, parts } of elements.values()) {
    if (parts.length > 0) continue;
    plan.rails.push({ id, name: names.get(id) ?? "", length_m, coordinates: null, line });
  }
  joinElements(root, elements, plan, report);
  addPoints(root, elements, { plan, report });
  addSignals(root, elements, { plan, report });
  addStations(root, elements, { plan, report });
  addRanges(root, elements, { plan, report });
  noteLeftOut(root, report);
  return plan;
}

function listOf(root: XmlElement, group: string, name: string): readonly XmlElement[] {
  return elementsAt(root, "infrastructure", "functionalInfrastructure", group, name);
}

function idOf(element: XmlElement): string {
  return textOf(element, "id") ?? `${element.name}.${element.line}`;
}

function nameOf(element: XmlElement): string {
  const [name] = elementsAt(element, "name");
  return (name === undefined ? null : textOf(name, "name")) ?? "";
}

function listTrackNames(root: XmlElement): ReadonlyMap<string, string> {
  return new Map(
    listOf(root, "tracks", "track").flatMap((track) =>
      elementsAt(track, "linearLocation", "associatedNetElement").map(
        (part) => [textOf(part, "netElementRef") ?? "", nameOf(track)] as const,
      ),
    ),
  );
}

function leaveOut(element: XmlElement, message: string, report: ExchangeReport): void {
  const where = { line: element.line, element: element.name, id: idOf(element) };
  report.note({ severity: "warning", code: "object_left_out", where, message });
}

const NOWHERE = "a place of it is on no net element of the file";

interface LocatedSpot {
  readonly place: RailPlace;
  readonly spot: XmlElement;
}

/** The places of an element; those that are nowhere are told. */
function spotsOf(
  element: XmlElement,
  elements: Elements,
  report: ExchangeReport,
): readonly LocatedSpot[] {
  return elementsAt(element, "spotLocation").flatMap((spot) => {
    const places = locateSpot(elements, spot);
    if (places.length === 0) leaveOut(element, NOWHERE, report);
    return places.map((place) => ({ place, spot }));
  });
}

interface LocatedRange {
  readonly range: RailRange;
  readonly location: XmlElement;
}

function rangesOf(
  element: XmlElement,
  elements: Elements,
  report: ExchangeReport,
): readonly LocatedRange[] {
  return elementsAt(element, "linearLocation").flatMap((location) =>
    elementsAt(location, "associatedNetElement").flatMap((associated) => {
      const range = locateRange(elements, associated);
      if (range !== null) return [{ range, location }];
      leaveOut(element, NOWHERE, report);
      return [];
    }),
  );
}

function addPoints(root: XmlElement, elements: Elements, { plan, report }: Reading): void {
  for (const [group, name, list] of [
    ["bufferStops", "bufferStop", plan.buffer_stops],
    ["trainDetectionElements", "trainDetectionElement", plan.detectors],
  ] as const) {
    for (const element of listOf(root, group, name)) {
      for (const { place } of spotsOf(element, elements, report)) {
        list.push({ id: idOf(element), ...place });
      }
    }
  }
}

/** Movement signals; of those, where an interlocking names its own, these alone. */
function addSignals(root: XmlElement, elements: Elements, { plan, report }: Reading): void {
  const interlocked = new Set(
    elementsAt(root, "interlocking", "assetsForIL", "signalsIL", "signalIL", "refersTo").map(
      (one) => textOf(one, "ref") ?? "",
    ),
  );
  for (const element of listOf(root, "signalsIS", "signalIS")) {
    const is_main =
      elementsAt(element, "isTrainMovementSignal").length > 0 &&
      (interlocked.size === 0 || interlocked.has(idOf(element)));
    if (!is_main) {
      report.note({
        severity: "info",
        code: "signal_left_out",
        where: { line: element.line, element: "signalIS", id: idOf(element) },
        message: "signals that no interlocking has, or not for train movements, end no block",
      });
      continue;
    }
    for (const { place, spot } of spotsOf(element, elements, report)) {
      for (const direction of directionsOf(spot)) {
        const id = idOf(element);
        plan.signals.push({ id, name: nameOf(element), ...place, direction, sight_m: null });
      }
    }
  }
}

function directionsOf(location: XmlElement): readonly RailDirection[] {
  const direction = textOf(location, "applicationDirection");
  if (direction === "normal") return ["up"];
  return direction === "reverse" ? ["down"] : ["up", "down"];
}

function addStations(root: XmlElement, elements: Elements, { plan, report }: Reading): void {
  for (const element of listOf(root, "operationalPoints", "operationalPoint")) {
    const designators = elementsAt(element, "designator");
    const uic = designators.find((one) => /uic/i.test(textOf(one, "register") ?? ""));
    const entry = uic === undefined ? "" : (textOf(uic, "entry") ?? "");
    const other = designators.find((one) => one !== uic);
    plan.stations.push({
      id: idOf(element),
      name: nameOf(element),
      uic: /^\d{1,15}$/.test(entry) ? Number(entry) : null,
      trigram: (other === undefined ? null : textOf(other, "entry")) ?? "",
      parts: spotsOf(element, elements, report).map(({ place }) => place),
    });
  }
}

function addRanges(root: XmlElement, elements: Elements, { plan, report }: Reading): void {
  for (const section of listOf(root, "speeds", "speedSection")) {
    const speed_kmh = numberOf(section, "maxSpeed");
    if (speed_kmh === null || speed_kmh <= 0) {
      leaveOut(section, "it has no speed above 0", report);
      continue;
    }
    for (const { range, location } of rangesOf(section, elements, report)) {
      for (const direction of directionsOf(location)) {
        plan.speeds.push({ ...range, direction, speed_kmh });
      }
    }
  }
  const systems = new Map(
    elementsAt(root, "common", "electrificationSystems", "electrificationSystem").map((system) => [
      idOf(system),
      numberOf(system, "voltage") ?? 0,
    ]),
  );
  for (const section of listOf(root, "electrificationSections", "electrificationSection")) {
    const [reference] = elementsAt(section, "hasElectrificationSystem");
    const voltage =
      systems.get(reference === undefined ? "" : (textOf(reference, "ref") ?? "")) ?? 0;
    if (voltage <= 0) {
      const is_named = reference !== undefined;
      if (is_named) leaveOut(section, "its system is not in the file, or has no voltage", report);
      continue;
    }
    for (const { range } of rangesOf(section, elements, report)) {
      plan.wires.push({ ...range, voltage: `${voltage}V` });
    }
  }
  for (const curve of listOf(root, "gradientCurves", "gradientCurve")) {
    const gradient = numberOf(curve, "gradient") ?? 0;
    if (gradient === 0) continue;
    for (const { range } of rangesOf(curve, elements, report)) {
      plan.slopes.push({ ...range, gradient });
    }
  }
}

const READ_GROUPS: ReadonlySet<string> = new Set([
  "bufferStops",
  "trainDetectionElements",
  "signalsIS",
  "operationalPoints",
  "speeds",
  "electrificationSections",
  "gradientCurves",
  "switchesIS",
  "tracks",
]);

function noteLeftOut(root: XmlElement, report: ExchangeReport): void {
  const groups = elementsAt(root, "infrastructure", "functionalInfrastructure").flatMap(
    ({ children }) => children,
  );
  for (const { name, children } of groups) {
    const [first] = children;
    if (READ_GROUPS.has(name) || first === undefined) continue;
    report.note(
      {
        severity: "info",
        code: "element_left_out",
        where: { line: first.line, element: first.name, id: idOf(first) },
        message: "the network has no such objects",
      },
      children.length,
    );
  }
}
