/**
 * The passengers' trains of a timetable as a publication in NeTEx, in the manner of the Nordic profile: a line for each
 * name, patterns of stop points, and a journey for each train on its day types, by the clock of the timetable's zone. Trains of
 * services go out one by one, with their numbers. What NeTEx has no words for is in lists of keys.
 */
import { type ClockedCalendar, makeCalendar } from "../../../src/railway/days/period_days.ts";
import type { ExchangeReport, Severity } from "../exchange_report.ts";
import { takesPassengers } from "../gtfs/route_types.ts";
import { escapeXml } from "../read_xml.ts";
import { OWN_DETAILS, printOwnFields } from "../timetable/own_fields.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import {
  type Call,
  callsOf,
  noteDetails,
  type TimetableForm,
  type TrainForm,
} from "../timetable/timetable_form.ts";
import {
  listWrittenStarts,
  listWrittenTrains,
  splitTime,
  type WrittenTrain,
  whyNotTimed,
} from "../timetable/written_trains.ts";
import { submodeOf } from "./netex_modes.ts";
import { NetexPlaces } from "./netex_places.ts";
import { CODESPACE, FIELDS_KEY, PASS, STOCK_KEY, TIMETABLE } from "./own_words.ts";
import { WrittenDays } from "./written_days.ts";

/** No moment of ours: a file says the same whenever it is written. */
const TIMESTAMP = "2000-01-01T00:00:00";

export function writeNetex(
  form: TimetableForm,
  stations: StationIndex | null,
  report: ExchangeReport,
): Uint8Array<ArrayBuffer> {
  const writer = new NetexWriter(form, stations, report);
  for (const one of listWrittenTrains(form)) writer.addDays(one);
  return new TextEncoder().encode(writer.finish());
}

/** A place with the milliseconds since the midnight of the train's days. */
interface WrittenCall extends Call {
  readonly at_ms: number;
}

class NetexWriter {
  readonly #report: ExchangeReport;
  readonly #calendar: ClockedCalendar | null;
  readonly #places: NetexPlaces;
  readonly #days = new WrittenDays();
  /** Ids by what they stand for. */
  readonly #lines = new Map<string, string>();
  readonly #patterns = new Map<string, string>();
  readonly #listed = {
    lines: [] as string[],
    routes: [] as string[],
    patterns: [] as string[],
    journeys: [] as string[],
  };

  constructor(
    { period, day_lists = [] }: TimetableForm,
    stations: StationIndex | null,
    report: ExchangeReport,
  ) {
    this.#report = report;
    this.#calendar = period === undefined ? null : makeCalendar(period, day_lists);
    this.#places = new NetexPlaces(stations);
  }

  /** A train that starts so long after a service; a journey for each time of the clock at which it starts. */
  addDays(one: WrittenTrain): void {
    const { train, service } = one;
    const reason = whyNot(train);
    if (reason !== null) {
      this.#note(train, ["warning", "train_left_out"], reason);
      return;
    }
    this.#noteLosses(train);
    const { starts, losses } = listWrittenStarts(this.#calendar, one, "journey");
    for (const start of starts) this.#add(train, service, start);
    for (const [code, message, count] of losses) {
      this.#note(train, ["warning", code], message, count);
    }
  }

  #add(
    train: TrainForm,
    service: TrainForm,
    { time_ms, days }: { readonly time_ms: number; readonly days: readonly number[] },
  ): void {
    const calls = listCalls(train, time_ms);
    const number = this.#listed.journeys.length + 1;
    const submode = submodeOf(train.category);
    const line = this.#line(service.train_name, submode);
    const pattern = this.#pattern(line, calls);
    const times = calls.map(
      (call, i) =>
        `<TimetabledPassingTime version="1" id="${CODESPACE}:TimetabledPassingTime:${number}-${i + 1}">` +
        `<StopPointInJourneyPatternRef ref="${pattern}-${i + 1}" version="1"/>${printTimes(call, i === calls.length - 1)}</TimetabledPassingTime>`,
    );
    const name = escapeXml(train.train_name);
    this.#listed.journeys.push(
      `<ServiceJourney version="1" id="${CODESPACE}:ServiceJourney:${number}">${printKeys(train)}` +
        `<Name>${name}</Name><dayTypes><DayTypeRef ref="${this.#days.idOf(days)}" version="1"/></dayTypes>` +
        `<JourneyPatternRef ref="${pattern}" version="1"/><PublicCode>${name}</PublicCode><LineRef ref="${line}" version="1"/>` +
        `<passingTimes>${times.join("")}</passingTimes></ServiceJourney>`,
    );
  }

  #line(name: string, submode: string | null): string {
    const key = JSON.stringify([name, submode]);
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const id = `${CODESPACE}:Line:${this.#lines.size + 1}`;
    this.#lines.set(key, id);
    const mode =
      submode === null
        ? ""
        : `<TransportSubmode><RailSubmode>${submode}</RailSubmode></TransportSubmode>`;
    this.#listed.lines.push(
      `<Line version="1" id="${id}"><Name>${escapeXml(name)}</Name><TransportMode>rail</TransportMode>${mode}` +
        `<PublicCode>${escapeXml(name)}</PublicCode><OperatorRef ref="${CODESPACE}:Operator:1" version="1"/></Line>`,
    );
    return id;
  }

  #pattern(line: string, calls: readonly WrittenCall[]): string {
    const stops = calls.map(({ location, stop_ms }, i) => {
      const passes = i > 0 && stop_ms === null;
      return { id: this.#places.idOf(location), use: passes ? `<StopUse>${PASS}</StopUse>` : "" };
    });
    const key = JSON.stringify([line, stops]);
    const known = this.#patterns.get(key);
    if (known !== undefined) return known;
    const number = this.#patterns.size + 1;
    const id = `${CODESPACE}:JourneyPattern:${number}`;
    this.#patterns.set(key, id);
    const route = `${CODESPACE}:Route:${number}`;
    const points = stops.map(
      (stop, i) =>
        `<StopPointInJourneyPattern version="1" order="${i + 1}" id="${id}-${i + 1}">` +
        `<ScheduledStopPointRef ref="${stop.id}" version="1"/>${stop.use}</StopPointInJourneyPattern>`,
    );
    this.#listed.patterns.push(
      `<JourneyPattern version="1" id="${id}"><RouteRef ref="${route}" version="1"/>` +
        `<pointsInSequence>${points.join("")}</pointsInSequence></JourneyPattern>`,
    );
    this.#listed.routes.push(
      `<Route version="1" id="${route}"><LineRef ref="${line}" version="1"/></Route>`,
    );
    return id;
  }

  #noteLosses(train: TrainForm): void {
    const told = { report: this.#report, element: "train" };
    const held = printFields(train) === null ? [] : OWN_DETAILS;
    noteDetails(train, ["days", ...held], told);
    if (callsOf(train).every(({ arrival_ms }) => arrival_ms !== null)) return;
    const message = "places without a time are left out";
    this.#note(train, ["info", "places_left_out"], message);
  }

  #note(
    { train_name }: TrainForm,
    [severity, code]: readonly [Severity, string],
    message: string,
    count = 1,
  ): void {
    this.#report.note(
      { severity, code, where: { element: "train", id: train_name }, message },
      count,
    );
  }

  finish(): string {
    const zone = escapeXml(this.#calendar?.period.time_zone ?? "UTC");
    const [first, last] = this.#days.span ?? ["2000-01-01", "2000-01-01"];
    const { lines, routes, patterns, journeys } = this.#listed;
    const { points, assignments } = this.#places;
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<PublicationDelivery xmlns="http://www.netex.org.uk/netex" version="1.10:NO-NeTEx-networktimetable:1.3">',
      `<PublicationTimestamp>${TIMESTAMP}</PublicationTimestamp><ParticipantRef>${CODESPACE}</ParticipantRef>`,
      `<dataObjects><CompositeFrame version="1" created="${TIMESTAMP}" id="${CODESPACE}:CompositeFrame:1">`,
      `<validityConditions><AvailabilityCondition version="1" id="${CODESPACE}:AvailabilityCondition:1"><FromDate>${first}T00:00:00</FromDate><ToDate>${last}T00:00:00</ToDate></AvailabilityCondition></validityConditions>`,
      `<codespaces><Codespace id="mry"><Xmlns>${CODESPACE}</Xmlns><XmlnsUrl>https://marey.example/netex</XmlnsUrl></Codespace></codespaces>`,
      `<FrameDefaults><DefaultLocale><TimeZone>${zone}</TimeZone></DefaultLocale></FrameDefaults>`,
      "<frames>",
      ...frame("ResourceFrame", [
        [
          "organisations",
          [`<Operator version="1" id="${CODESPACE}:Operator:1"><Name>Marey</Name></Operator>`],
        ],
      ]),
      ...frame("SiteFrame", [["stopPlaces", this.#places.listStopPlaces()]]),
      ...frame("ServiceFrame", [
        ["routes", routes],
        ["lines", lines],
        ["scheduledStopPoints", points],
        ["stopAssignments", assignments],
        ["journeyPatterns", patterns],
      ]),
      ...frame("ServiceCalendarFrame", [
        ["dayTypes", this.#days.types],
        ["operatingPeriods", this.#days.periods],
        ["dayTypeAssignments", this.#days.assignments],
      ]),
      ...frame(TIMETABLE, [["vehicleJourneys", journeys]]),
      "</frames></CompositeFrame></dataObjects></PublicationDelivery>\n",
    ].join("\n");
  }
}

/** Lists without anything are no elements, nor frames but that which says that there is no journey. */
function frame(
  name: string,
  lists: readonly (readonly [name: string, items: string[]])[],
): string[] {
  const told = lists.filter(([, items]) => items.length > 0);
  if (told.length === 0 && name !== TIMETABLE) return [];
  return [
    `<${name} version="1" id="${CODESPACE}:${name}:1">`,
    ...told.flatMap(([list, items]) => [`<${list}>`, ...items, `</${list}>`]),
    `</${name}>`,
  ];
}

/** With its rolling stock, and fields of our own. */
function printKeys(train: TrainForm): string {
  const keys = [
    [STOCK_KEY, train.rolling_stock_name],
    [FIELDS_KEY, printFields(train) ?? ""],
  ].filter(([, value]) => value !== "");
  const printed = keys.map(
    ([key = "", value = ""]) =>
      `<KeyValue><Key>${key}</Key><Value>${escapeXml(value)}</Value></KeyValue>`,
  );
  return printed.length === 0 ? "" : `<keyList>${printed.join("")}</keyList>`;
}

/** Null: they are too long, or of a place that is left out. */
function printFields(train: TrainForm): string | null {
  const calls = callsOf(train);
  const path = train.path.filter((_, i) => calls[i]?.arrival_ms !== null);
  const kept = new Set(path.map(({ id }) => id));
  const { margins, power_restrictions } = train;
  const named = [
    ...margins.boundaries,
    ...power_restrictions.flatMap(({ from, to }) => [from, to]),
  ];
  if (!named.every((id) => kept.has(id))) return null;
  return printOwnFields({ ...train, path }, (category) => submodeOf(category) !== null);
}

function listCalls(train: TrainForm, time_ms: number): WrittenCall[] {
  return callsOf(train).flatMap((call) =>
    call.arrival_ms === null ? [] : { ...call, at_ms: time_ms + call.arrival_ms },
  );
}

/** A place that is passed has its departure; the last one has none if it does not stay there. */
function printTimes({ at_ms, stop_ms }: WrittenCall, is_last: boolean): string {
  const arrives = is_last || stop_ms !== null;
  const leaves = !is_last || (stop_ms ?? 0) > 0;
  return (
    (arrives ? printTime("Arrival", at_ms) : "") +
    (leaves ? printTime("Departure", at_ms + (stop_ms ?? 0)) : "")
  );
}

function printTime(side: "Arrival" | "Departure", at_ms: number): string {
  const { days, clock } = splitTime(at_ms);
  const offset = days === 0 ? "" : `<${side}DayOffset>${days}</${side}DayOffset>`;
  return `<${side}Time>${clock}</${side}Time>${offset}`;
}

function whyNot(train: TrainForm): string | null {
  if (!takesPassengers(train.category)) return "it takes no passengers";
  if (train.train_name === "") return "it has no name";
  const calls = callsOf(train);
  if (calls.length < 2) return "it has only one place";
  const needs_time = calls.some(
    ({ arrival_ms, stop_ms }, i) =>
      arrival_ms === null && (stop_ms !== null || i === calls.length - 1),
  );
  if (needs_time) return "it has a stop without a time: name a network";
  const times = listCalls(train, 0).flatMap(({ at_ms, stop_ms }) => [
    at_ms,
    at_ms + (stop_ms ?? 0),
  ]);
  return whyNotTimed(times);
}
