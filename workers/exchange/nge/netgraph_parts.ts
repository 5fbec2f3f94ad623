/** The parts of a netgraph as they are added: nodes with their ports, sections, trainruns, and what they refer to. */

import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import { CATEGORIES, HOUR_MS, modulo, periodOf, toMinutes } from "./netgraph.ts";
import { dayBegin, isAllDay, type Line, type Visit } from "./netgraph_line.ts";

/** Of the drawing: nodes without a place lie in rows of so many, so far from each other. */
const ROW_NODES = 10;
const GRID = 320;
/** Of the drawing: from degrees to its own units, about 60 km to a thousand. */
const UNITS_A_DEGREE = 1800;
const NO_POSITION = { x: 0, y: 0 };

interface Port {
  readonly id: number;
  readonly trainrunSectionId: number;
  readonly positionIndex: number;
  readonly positionAlignment: number;
}

interface OpenNode {
  readonly id: number;
  readonly ports: Port[];
  readonly transitions: object[];
}

/** A list whose items are found again by what they say. */
class Distinct {
  readonly items: object[] = [];
  readonly #known = new Map<string, number>();

  idOf(item: object): number {
    const key = JSON.stringify(item);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.items.length;
    this.items.push({ id, order: id, ...item });
    this.#known.set(key, id);
    return id;
  }
}

export class NetgraphParts {
  readonly #stations: StationIndex | null;
  readonly #nodes = new Map<string, OpenNode>();
  readonly #sections: object[] = [];
  readonly #trainruns: object[] = [];
  readonly #categories = new Distinct();
  readonly #frequencies = new Distinct();
  readonly #times = new Distinct();
  readonly #labels = new Map<string, number>();
  #nPorts = 0;

  constructor(stations: StationIndex | null) {
    this.#stations = stations;
    for (const category of CATEGORIES) this.#categories.idOf(printCategory(category));
    this.#times.idOf(printTimes(0, DAY_MS));
  }

  addTrainrun(there: Line, back: Line | null): void {
    const { interval_ms, start_ms, labels, name, category, window_ms } = there;
    const id = this.#trainruns.length;
    const hours_ms = modulo(start_ms, periodOf(interval_ms)) - modulo(start_ms, HOUR_MS);
    this.#trainruns.push({
      id,
      name,
      categoryId: this.#categories.idOf(printCategory(category)),
      frequencyId: this.#frequencies.idOf(printFrequency(interval_ms, hours_ms)),
      trainrunTimeCategoryId: this.#times.idOf(printTimes(dayBegin(there, back), window_ms)),
      labelIds: labels.map((label) => this.#label(label)),
      direction: back === null ? "one_way" : "round_trip",
    });
    const legs = listLegs(there, back);
    let before: number | null = null;
    for (const [i, { from, to, times }] of legs.entries()) {
      const section = this.#sections.length;
      const source = this.#port(from.node, section);
      if (before !== null) this.#transit(from, before, source);
      const target = this.#port(to.node, section);
      before = target;
      this.#sections.push({
        id: section,
        sourceNodeId: this.#node(from.node).id,
        sourcePortId: source,
        targetNodeId: this.#node(to.node).id,
        targetPortId: target,
        sourceSymmetry: true,
        targetSymmetry: true,
        ...times,
        numberOfStops: there.stops[i] ?? 0,
        trainrunId: id,
        resourceId: 0,
        specificTrainrunSectionFrequencyId: null,
        path: { path: [NO_POSITION, NO_POSITION, NO_POSITION, NO_POSITION], textPositions: {} },
        warnings: [],
      });
    }
  }

  #transit({ node, is_stop }: Visit, port1Id: number, port2Id: number): void {
    const { transitions } = this.#node(node);
    transitions.push({ id: port2Id, port1Id, port2Id, isNonStopTransit: !is_stop });
  }

  #port(node: string, trainrunSectionId: number): number {
    const { ports } = this.#node(node);
    const id = this.#nPorts++;
    ports.push({ id, trainrunSectionId, positionIndex: ports.length, positionAlignment: 0 });
    return id;
  }

  #node(name: string): OpenNode {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const node = { id: this.#nodes.size, ports: [], transitions: [] };
    this.#nodes.set(name, node);
    return node;
  }

  #label(label: string): number {
    const id = this.#labels.get(label) ?? this.#labels.size + 1;
    this.#labels.set(label, id);
    return id;
  }

  finish(): object {
    const nodes = [...this.#nodes].map(([name, node]) => this.#printNode(name, node));
    return {
      nodes,
      trainrunSections: this.#sections,
      trainruns: this.#trainruns,
      resources: nodes.map((_node, i) => ({ id: i + 1, capacity: 2 })),
      metadata: {
        trainrunCategories: this.#categories.items,
        trainrunFrequencies: this.#frequencies.items,
        trainrunTimeCategories: this.#times.items,
        netzgrafikColors: [],
        analyticsSettings: { originDestinationSettings: { connectionPenalty: 5 } },
        orderingAlgorithm: 0,
      },
      freeFloatingTexts: [],
      labels: [...this.#labels].map(([label, id]) => ({
        id,
        label,
        labelGroupId: 1,
        labelRef: "Trainrun",
      })),
      labelGroups: [{ id: 1, name: "Standard", labelRef: "Trainrun" }],
      filterData: { filterSettings: [] },
    };
  }

  #printNode(name: string, { id, ports, transitions }: OpenNode): object {
    const place = this.#stations?.find([name]) ?? null;
    const station = place === null ? null : (this.#stations?.describe(place) ?? null);
    const [lon, lat] = station?.place ?? [null, null];
    return {
      id,
      betriebspunktName: name,
      fullName: station?.name ?? name,
      positionX: lon === null ? (id % ROW_NODES) * GRID : Math.round(lon * UNITS_A_DEGREE),
      positionY:
        lat === null ? Math.floor(id / ROW_NODES) * GRID : -Math.round(lat * UNITS_A_DEGREE),
      ports,
      transitions,
      connections: [],
      resourceId: id + 1,
      perronkanten: 5,
      connectionTime: 3,
      trainrunCategoryHaltezeiten: HALTS,
      symmetryAxis: null,
      warnings: null,
      labelIds: [],
    };
  }
}

interface DrawnLeg {
  readonly from: Visit;
  readonly to: Visit;
  readonly times: object;
}

/** The sections of a trainrun with their six times. */
function listLegs(there: Line, back: Line | null): DrawnLeg[] {
  const count = there.visits.length;
  const start_ms = modulo(there.start_ms, HOUR_MS);
  const period_ms = periodOf(there.interval_ms);
  // In which hour the train back starts is told by times that count on.
  const back_ms = modulo((back?.start_ms ?? 0) - (there.start_ms - start_ms), period_ms);
  return there.visits.slice(1).flatMap((to, i) => {
    const from = there.visits[i];
    if (from === undefined) return [];
    const leave_ms = start_ms + from.departure_ms;
    const arrive_ms = start_ms + to.arrival_ms;
    const [leave, arrive] = [back?.visits[count - 2 - i], back?.visits[count - 1 - i]];
    // Where nothing comes back, times mirror those there: the editor can turn it into a trainrun of both ways.
    const back_leave_ms = leave === undefined ? mirror(arrive_ms) : back_ms + leave.departure_ms;
    const back_arrive_ms = arrive === undefined ? mirror(leave_ms) : back_ms + arrive.arrival_ms;
    const times = {
      sourceDeparture: printTime(leave_ms),
      sourceArrival: printTime(back_arrive_ms),
      targetDeparture: printTime(back_leave_ms),
      targetArrival: printTime(arrive_ms),
      travelTime: printTime(arrive_ms - leave_ms),
      backwardTravelTime: printTime(back_arrive_ms - back_leave_ms),
    };
    return [{ from, to, times }];
  });
}

function mirror(time_ms: number): number {
  return Math.ceil(time_ms / DAY_MS + 1) * DAY_MS - time_ms;
}

/** Least stops that the editor proposes for new trainruns, minutes. */
const HALTS = Object.fromEntries(
  [...new Set(CATEGORIES.map(({ stop }) => stop))].map((stop) => [
    stop,
    { no_halt: stop === "HaltezeitUncategorized", haltezeit: 1 },
  ]),
);

function printTime(time_ms: number): object {
  const time = toMinutes(modulo(time_ms, HOUR_MS));
  return { lock: false, time, consecutiveTime: toMinutes(time_ms) };
}

function printCategory({ shortName, name }: Line["category"]): object {
  const known = CATEGORIES.find((one) => one.shortName === shortName);
  return {
    shortName,
    name,
    colorRef: shortName === "" ? "NORMAL" : shortName,
    fachCategory: known?.stop ?? "HaltezeitUncategorized",
    minimalTurnaroundTime: 4,
    nodeHeadwayStop: 2,
    nodeHeadwayNonStop: 2,
    sectionHeadway: 2,
  };
}

function printFrequency(interval_ms: number, offset_ms: number): object {
  const frequency = toMinutes(interval_ms);
  const shortName = String(Number(frequency.toFixed(1)));
  const name = `every ${shortName} min`;
  return { frequency, offset: toMinutes(offset_ms), shortName, name, linePatternRef: shortName };
}

function printTimes(from_ms: number, window_ms: number): object {
  const weekday = [1, 2, 3, 4, 5, 6, 7];
  if (isAllDay(from_ms, window_ms)) {
    const shortName = "7/24";
    return { shortName, name: "all day", dayTimeInterval: [], weekday, linePatternRef: shortName };
  }
  const end_ms = from_ms + window_ms;
  const to_ms = window_ms <= DAY_MS && end_ms > DAY_MS ? end_ms - DAY_MS : end_ms;
  const [from, to] = [toMinutes(from_ms), toMinutes(to_ms)];
  const name = `${from}-${to}`;
  const dayTimeInterval = [{ from, to }];
  return { shortName: name, name, dayTimeInterval, weekday, linePatternRef: "HVZ" };
}
