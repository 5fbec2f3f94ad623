/**
 * Netgraphs in: each trainrun becomes paced trains along its nodes, one there and one back. A netgraph knows hours and
 * no dates: the day, and which hours of it, are asked for; so is the rolling stock. Where days are kept, the weekdays of
 * their time category are those of the trains in the timetable's period.
 */

import * as v from "valibot";
import { DAY_MS, weekdayOf } from "../../../src/railway/days/operating_days.ts";
import type { ClockedCalendar } from "../../../src/railway/days/period_days.ts";
import { MAIN_CATEGORIES } from "../../../src/railway/train_defaults.ts";
import type { ExchangeReport, ReportPlace } from "../exchange_report.ts";
import { readJson } from "../read_json.ts";
import { UnreadableSource } from "../source_fault.ts";
import { midnightOf } from "../timetable/day_window.ts";
import { findStation } from "../timetable/station_index.ts";
import {
  type Call,
  type Category,
  makePaced,
  makeTrain,
  type PacedForm,
  type TrainTaker,
} from "../timetable/timetable_form.ts";
import type { ReadSource } from "../timetable/timetable_source.ts";
import {
  CATEGORIES,
  firstStart,
  HOUR_MS,
  modulo,
  NetgraphCategory,
  NetgraphFrequency,
  NetgraphLabel,
  NetgraphLists,
  NetgraphNode,
  NetgraphSection,
  type NetgraphTime,
  NetgraphTimeCategory,
  NetgraphTrainrun,
  printStopsLabel,
  toMs,
} from "./netgraph.ts";

const CALLS_MAX = 10_000;

/** A section as a train runs over it. */
interface Leg {
  readonly section: NetgraphSection;
  readonly is_reversed: boolean;
}

/** Sections one behind the other; `passes[i]`: no stop between leg i and the next. */
interface Chain {
  readonly legs: readonly Leg[];
  readonly passes: readonly boolean[];
}

/** Numbered in the whole file or in each node: told apart by both. */
type Port = `port ${number} of node ${number}`;

interface Times {
  readonly departure: NetgraphTime;
  readonly arrival: NetgraphTime;
}

const portOf = (node: number, port: number): Port => `port ${port} of node ${node}`;
const sourceOf = (one: NetgraphSection): Port => portOf(one.sourceNodeId, one.sourcePortId);
const targetOf = (one: NetgraphSection): Port => portOf(one.targetNodeId, one.targetPortId);

export function readNge(source: ReadSource, report: ExchangeReport, take: TrainTaker): void {
  const graph = parseNetgraph(source.bytes, report);
  const reader = new NetgraphReader(graph, source, report);
  for (const trainrun of graph.trainruns.values()) {
    const where = { element: "trainrun", id: String(trainrun.id) };
    for (const train of report.attempt(where, () => reader.readTrainrun(trainrun))) take(train);
  }
}

type Netgraph = ReturnType<typeof parseNetgraph>;

/** Items by their ids, in the order of the file. */
function parseNetgraph(bytes: Uint8Array, report: ExchangeReport) {
  const { metadata, ...lists } = parse(NetgraphLists, readJson(bytes), "");
  const all = { ...lists, ...metadata };
  /** Those that can't be read, or whose id was there before, are left out and told. */
  const read = <Item extends { readonly id: number }>(
    list: keyof typeof all,
    schema: v.GenericSchema<unknown, Item>,
  ): ReadonlyMap<number, Item> => {
    const map = new Map<number, Item>();
    const where = (i: number): ReportPlace => ({ element: list, id: String(i) });
    report.takeEach([...all[list].keys()], where, (i) => {
      const item = parse(schema, all[list][i], `${list}.${i}`);
      if (map.has(item.id)) throw new UnreadableSource(`${list} have the id ${item.id} twice`);
      map.set(item.id, item);
    });
    return map;
  };
  const section_counts = new Map<unknown, number>();
  for (const section of all.trainrunSections) {
    const trainrun_id = (section as { readonly trainrunId?: unknown } | null)?.trainrunId;
    section_counts.set(trainrun_id, (section_counts.get(trainrun_id) ?? 0) + 1);
  }
  return {
    /** Of each trainrun, also of those that can't be read. */
    section_counts,
    nodes: read("nodes", NetgraphNode),
    trainrunSections: read("trainrunSections", NetgraphSection),
    trainruns: read("trainruns", NetgraphTrainrun),
    trainrunCategories: read("trainrunCategories", NetgraphCategory),
    trainrunFrequencies: read("trainrunFrequencies", NetgraphFrequency),
    trainrunTimeCategories: read("trainrunTimeCategories", NetgraphTimeCategory),
    labels: read("labels", NetgraphLabel),
  };
}

function parse<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown, at: string): Value {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = [at, v.getDotPath(issue) ?? ""].filter((part) => part !== "").join(".");
  throw new UnreadableSource(`${path === "" ? "the document" : path}: ${issue.message}`);
}

class NetgraphReader {
  readonly #source: ReadSource;
  readonly #report: ExchangeReport;
  readonly #graph: Netgraph;
  /** Of the days that are kept. */
  readonly #calendar: ClockedCalendar | null;
  readonly #sections = new Map<number, NetgraphSection[]>();
  /** Port → the port of the same node that it is joined to. */
  readonly #joined = new Map<Port, { readonly port: Port; readonly is_pass: boolean }>();

  constructor(graph: Netgraph, source: ReadSource, report: ExchangeReport) {
    this.#source = source;
    this.#report = report;
    this.#graph = graph;
    const period = source.dated?.own_period ?? null;
    this.#calendar = period === null ? null : (source.dated?.open(period) ?? null);
    if (source.dated !== null && period === null) {
      const message = "the timetable has no period: trains run on the day that is asked for";
      report.note({ severity: "warning", code: "period_missing", where: {}, message });
    }
    for (const section of graph.trainrunSections.values()) {
      this.#noteLosses(section, graph.trainruns.has(section.trainrunId));
      const own = this.#sections.get(section.trainrunId);
      if (own === undefined) this.#sections.set(section.trainrunId, [section]);
      else own.push(section);
    }
    for (const { id, transitions, connections } of graph.nodes.values()) {
      const message = "connections between trains are left out";
      const where = { element: "node", id: String(id) };
      const note = { severity: "info", code: "connections_left_out", where, message } as const;
      this.#report.note(note, connections.length);
      report.takeEach(
        transitions,
        () => where,
        ({ port1Id, port2Id, isNonStopTransit: is_pass }) => {
          const [from, to] = [portOf(id, port1Id), portOf(id, port2Id)];
          for (const port of [from, to]) {
            if (this.#joined.has(port)) throw new UnreadableSource(`${port} has two transitions`);
          }
          this.#joined.set(from, { port: to, is_pass });
          this.#joined.set(to, { port: from, is_pass });
        },
      );
    }
  }

  #noteLosses(
    { id, trainrunId, specificTrainrunSectionFrequencyId }: NetgraphSection,
    has_trainrun: boolean,
  ): void {
    const severity = "warning";
    const where = { element: "trainrunSection", id: String(id) };
    if (!has_trainrun) {
      const message = `its trainrun (of the first: ${trainrunId}) is not in the file: it is left out`;
      this.#report.note({ severity, code: "section_without_trainrun", where, message });
    } else if (specificTrainrunSectionFrequencyId !== null) {
      const message = "its own frequency is left out: it has that of its trainrun";
      this.#report.note({ severity, code: "section_frequency_left_out", where, message });
    }
  }

  readTrainrun(trainrun: NetgraphTrainrun): PacedForm[] {
    const sections = this.#sections.get(trainrun.id) ?? [];
    if (sections.length < (this.#graph.section_counts.get(trainrun.id) ?? 0)) {
      throw new UnreadableSource("one of its sections can't be read");
    }
    const chains = this.#chain(sections);
    const where = { element: "trainrun", id: String(trainrun.id) };
    if (chains.length === 0) {
      const message = "a trainrun without sections is no train";
      this.#report.note({ severity: "info", code: "trainrun_without_sections", where, message });
    }
    if (chains.length > 1) {
      const message = "its sections are not joined: each part became a train of its own";
      this.#report.note({ severity: "warning", code: "trainrun_in_parts", where, message });
    }
    return chains.flatMap((chain) => {
      const back = trainrun.direction === "one_way" ? [] : [reverse(chain)];
      // The offset of a frequency counts from the hour in which the train there starts.
      const hours_min = hoursBefore(chain);
      return [chain, ...back].flatMap((one) => this.#makeTrains(trainrun, one, hours_min));
    });
  }

  #chain(sections: readonly NetgraphSection[]): Chain[] {
    const ofPort = new Map<Port, NetgraphSection>();
    for (const section of sections) {
      for (const port of [sourceOf(section), targetOf(section)]) {
        if (ofPort.has(port)) throw new UnreadableSource(`${port} has two sections`);
        ofPort.set(port, section);
      }
    }
    const left = new Set(sections);
    const follow = (port: Port): { legs: Leg[]; passes: boolean[] } => {
      const legs: Leg[] = [];
      const passes: boolean[] = [];
      for (let at = this.#joined.get(port); at !== undefined; ) {
        const section = ofPort.get(at.port);
        if (section === undefined || !left.delete(section)) break;
        const is_reversed = targetOf(section) === at.port;
        legs.push({ section, is_reversed });
        passes.push(at.is_pass);
        at = this.#joined.get(is_reversed ? sourceOf(section) : targetOf(section));
      }
      return { legs, passes };
    };
    const chains: Chain[] = [];
    for (const section of sections) {
      if (!left.delete(section)) continue;
      const ahead = follow(targetOf(section));
      const behind = reverse(follow(sourceOf(section)));
      const legs = [...behind.legs, { section, is_reversed: false }, ...ahead.legs];
      chains.push({ legs, passes: [...behind.passes, ...ahead.passes] });
    }
    return chains;
  }

  #makeTrains(trainrun: NetgraphTrainrun, chain: Chain, hours_min: number): PacedForm[] {
    const { frequency, offset } = found(
      this.#graph.trainrunFrequencies,
      trainrun.frequencyId,
      "frequency",
    );
    const time = found(
      this.#graph.trainrunTimeCategories,
      trainrun.trainrunTimeCategoryId,
      "time category",
    );
    const category = found(this.#graph.trainrunCategories, trainrun.categoryId, "category");
    const [first] = chain.legs;
    if (first === undefined || chain.legs.length >= CALLS_MAX) {
      throw new UnreadableSource(`trainrun ${trainrun.id} has too many sections`);
    }
    const { departure } = timesOf(first);
    const interval_ms = toMs(frequency);
    const start_ms = toMs(startOf(departure) - hours_min + offset);
    const labels = trainrun.labelIds.flatMap((id) => this.#label(trainrun.id, id));
    const head = {
      train_name: `${category.shortName} ${trainrun.name}`.trim(),
      labels: [...labels, ...listStops(chain)],
      rolling_stock_name: this.#source.rolling_stock_name,
      category: readCategory(category),
    };
    const calls = this.#listCalls(trainrun.id, chain);
    const has_hours = time.dayTimeInterval.length > 0;
    if (this.#calendar !== null) {
      const days = listWeekdays(this.#calendar, time.weekday);
      for (const { from_ms, window_ms } of this.#windows(time.dayTimeInterval)) {
        const after_ms = firstStart(from_ms, { start_ms, interval_ms }, has_hours);
        const make = (ms: number): PacedForm =>
          makePaced(makeTrain({ ...head, start_ms: ms }, calls), { window_ms, interval_ms });
        const where = { element: "trainrun", id: String(trainrun.id) };
        this.#source.dated?.addByClock(where, make, { days, after_ms });
      }
      return [];
    }
    const day_ms = midnightOf(this.#source.start_ms);
    const days = countDays(day_ms, time.weekday);
    return this.#windows(time.dayTimeInterval).flatMap(({ from_ms, window_ms }) => {
      const first_ms = firstStart(from_ms, { start_ms, interval_ms }, has_hours);
      // Hours behind midnight that a file tells belong to the day before; the window that is asked for does not.
      const left_ms = has_hours ? Infinity : days * DAY_MS - first_ms;
      const cut_ms = Math.min(window_ms, Math.ceil(left_ms / interval_ms) * interval_ms);
      if (days === 0 || cut_ms < window_ms) this.#noteDay(trainrun.id);
      if (days === 0 || cut_ms <= 0) return [];
      const train = makeTrain({ ...head, start_ms: day_ms + first_ms }, calls);
      return [makePaced(train, { window_ms: cut_ms, interval_ms })];
    });
  }

  #noteDay(trainrun_id: number): void {
    this.#report.note({
      severity: "warning",
      code: "trainrun_not_on_day",
      where: { element: "trainrun", id: String(trainrun_id) },
      message: "its time category has not all days of the week: it is left out on the others",
    });
  }

  /** The editor keeps ids of labels that were deleted. */
  #label(trainrun_id: number, id: number): string[] {
    const known = this.#graph.labels.get(id);
    if (known !== undefined) return [known.label];
    const where = { element: "trainrun", id: String(trainrun_id) };
    const message = "a label that is not in the file is left out";
    this.#report.note({ severity: "info", code: "label_unknown", where, message });
    return [];
  }

  /** Hours of a day; none are those that were asked for. */
  #windows(
    intervals: readonly { readonly from: number; readonly to: number }[],
  ): { readonly from_ms: number; readonly window_ms: number }[] {
    if (intervals.length > 0) {
      return intervals.map(({ from, to }) => ({
        from_ms: toMs(from),
        window_ms: toMs(to - from) + (to > from ? 0 : DAY_MS),
      }));
    }
    const { start_ms, window_ms } = this.#source;
    return [{ from_ms: modulo(start_ms, DAY_MS), window_ms }];
  }

  #listCalls(trainrun_id: number, { legs, passes }: Chain): Call[] {
    const calls: Call[] = [];
    let now_ms = 0;
    for (const [i, leg] of legs.entries()) {
      const { departure, arrival } = timesOf(leg);
      if (i === 0) {
        const from = leg.is_reversed ? leg.section.targetNodeId : leg.section.sourceNodeId;
        calls.push(this.#call(from, 0, null));
      }
      now_ms += elapsed(departure, arrival);
      const next = legs[i + 1];
      const dwell_ms = next === undefined ? 0 : elapsed(arrival, timesOf(next).departure);
      const is_pass = passes[i] ?? false;
      if (is_pass && dwell_ms !== 0) this.#noteSlowPass(trainrun_id);
      const node = leg.is_reversed ? leg.section.sourceNodeId : leg.section.targetNodeId;
      calls.push(this.#call(node, now_ms, is_pass && dwell_ms === 0 ? null : dwell_ms));
      now_ms += dwell_ms;
    }
    return calls;
  }

  #noteSlowPass(trainrun_id: number): void {
    this.#report.note({
      severity: "warning",
      code: "pass_with_stop",
      where: { element: "trainrun", id: String(trainrun_id) },
      message: "it passes a node, but its times stand still there: it stops",
    });
  }

  #call(node_id: number, arrival_ms: number, stop_ms: number | null): Call {
    const { betriebspunktName, fullName } = found(this.#graph.nodes, node_id, "node");
    const words = [betriebspunktName, fullName].map((word) => word.trim());
    const location = findStation(
      words.filter((word) => word !== ""),
      this.#source.stations,
      { report: this.#report, element: "node" },
    );
    return { location, arrival_ms, stop_ms };
  }
}

/** Days of a period; no weekdays are all. */
function listWeekdays(
  { first_day, is_day }: ClockedCalendar,
  weekdays: readonly number[],
): number[] {
  const days = Array.from(is_day, (_, i) => first_day + i);
  return days.filter((day) => weekdays.length === 0 || weekdays.includes(weekdayOf(day)));
}

/** On how many days one after the other trains of these days of the week run, from a first one on. */
function countDays(first_ms: number, weekdays: readonly number[]): number {
  if (weekdays.length === 0) return Infinity;
  const runs = Array.from({ length: 7 }, (_, i) =>
    weekdays.includes(((new Date(first_ms).getUTCDay() + i + 6) % 7) + 1),
  );
  const end = runs.indexOf(false);
  return end < 0 ? Infinity : end;
}

function found<Item>(map: ReadonlyMap<number, Item>, id: number, what: string): Item {
  const item = map.get(id);
  if (item === undefined) throw new UnreadableSource(`there is no ${what} ${id}`);
  return item;
}

function timesOf({ section, is_reversed }: Leg): Times {
  return is_reversed
    ? { departure: section.targetDeparture, arrival: section.sourceArrival }
    : { departure: section.sourceDeparture, arrival: section.targetArrival };
}

/** Milliseconds. Consecutive times count on over hours; without them less than an hour has passed. */
function elapsed(from: NetgraphTime, to: NetgraphTime): number {
  const between_ms = toMs(
    (to.consecutiveTime ?? Number.NaN) - (from.consecutiveTime ?? Number.NaN),
  );
  if (between_ms >= 0) return between_ms;
  return modulo(toMs(to.time - from.time), HOUR_MS);
}

/** Minutes; the consecutive time tells the hour too, where it agrees with the minute that is drawn. */
function startOf({ time, consecutiveTime }: NetgraphTime): number {
  const agrees = modulo(toMs((consecutiveTime ?? Number.NaN) - time), HOUR_MS) === 0;
  return agrees ? (consecutiveTime ?? time) : time;
}

function hoursBefore({ legs: [first] }: Chain): number {
  if (first === undefined) return 0;
  const { departure } = timesOf(first);
  return startOf(departure) - departure.time;
}

function reverse({ legs, passes }: Chain): Chain {
  return {
    legs: legs
      .map(({ section, is_reversed }) => ({ section, is_reversed: !is_reversed }))
      .reverse(),
    passes: passes.toReversed(),
  };
}

function listStops({ legs }: Chain): string[] {
  return legs.flatMap(({ section: { numberOfStops } }, i) =>
    numberOfStops === 0 ? [] : [printStopsLabel(i + 1, numberOfStops)],
  );
}

function readCategory({ shortName, name }: { shortName: string; name: string }): Category {
  const kind =
    CATEGORIES.find((one) => one.shortName === shortName)?.kind ??
    MAIN_CATEGORIES.find((one) => one === name);
  return kind === undefined ? null : { main_category: kind };
}
