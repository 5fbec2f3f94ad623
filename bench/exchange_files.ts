/** Large files of other formats, made up: an extract of OpenStreetMap, railML, and one timetable in each format. */
import { deflateSync } from "node:zlib";
import { zipSync } from "fflate";
import { PbfWriter } from "pbf";
import type { Station } from "../workers/exchange/timetable/station_index.ts";
import {
  makePaced,
  makeTrain,
  type TimetableForm,
} from "../workers/exchange/timetable/timetable_form.ts";

const WAYS = 100_000;
/** Ways of one line, one behind the other; each tenth begins a branch. */
const LINE_WAYS = 100;
const RAILML_BYTES = 50_000_000;
const TRAINS = 10_000;
const PACED_TRAINS = 2_000;
const CALLS = 30;
const LINES = 100;
const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 2, 2, 5);

interface Extract {
  readonly nodes: readonly { readonly lon: number; readonly lat: number }[];
  readonly ways: readonly (readonly [number, number])[];
}

/** Lines beside each other, with a point switch at every tenth way; ids are places in the lists from 1 on. */
function drawExtract(): Extract {
  const nodes: { lon: number; lat: number }[] = [];
  const ways: [number, number][] = [];
  for (let line = 0; ways.length < WAYS; line++) {
    const lat = 40 + (line % 1000) / 100;
    const lon = 5 + Math.floor(line / 1000) * 2;
    let last = nodes.push({ lon, lat });
    for (let i = 1; i <= LINE_WAYS && ways.length < WAYS; i++) {
      const next = nodes.push({ lon: lon + i / 100, lat });
      ways.push([last, next]);
      if (i % 10 === 0) ways.push([last, nodes.push({ lon: lon + i / 100, lat: lat + 0.001 })]);
      last = next;
    }
  }
  return { nodes, ways };
}

const TAGS: Readonly<Record<string, string>> = {
  railway: "rail",
  maxspeed: "120",
  electrified: "contact_line",
  voltage: "15000",
};

export function printExtract(): Uint8Array {
  const { nodes, ways } = drawExtract();
  const tags = Object.entries(TAGS).map(([k, v]) => `<tag k="${k}" v="${v}"/>`);
  const lines = [
    ...nodes.map(
      ({ lon, lat }, i) => `<node id="${i + 1}" lon="${lon.toFixed(6)}" lat="${lat.toFixed(6)}"/>`,
    ),
    ...ways.map(
      ([from, to], i) =>
        `<way id="${i + 1}"><nd ref="${from}"/><nd ref="${to}"/>${tags.join("")}</way>`,
    ),
  ];
  return new TextEncoder().encode(`<osm version="0.6">${lines.join("\n")}</osm>`);
}

/** Elements of one block, as the files of the field have them. */
const BLOCK_ELEMENTS = 8_000;

export function packExtract(): Uint8Array {
  const { nodes, ways } = drawExtract();
  const header = new PbfWriter();
  header.writeStringField(4, "OsmSchema-V0.6");
  header.writeStringField(4, "DenseNodes");
  const blobs = [frame("OSMHeader", header.finish())];
  for (let first = 0; first < nodes.length; first += BLOCK_ELEMENTS) {
    const own = nodes.slice(first, first + BLOCK_ELEMENTS);
    blobs.push(packNodes(own, first + 1));
  }
  for (let first = 0; first < ways.length; first += BLOCK_ELEMENTS) {
    blobs.push(packWays(ways.slice(first, first + BLOCK_ELEMENTS), first + 1));
  }
  return Buffer.concat(blobs);
}

function steps(values: readonly number[]): number[] {
  return values.map((value, i) => value - (values[i - 1] ?? 0));
}

function packNodes(nodes: Extract["nodes"], first_id: number): Uint8Array {
  const units = (degrees: number): number => Math.round(degrees * 1e7);
  return packBlock((group) =>
    group.writeMessage(
      2,
      (_none, dense) => {
        dense.writePackedSVarint(1, steps(nodes.map((_node, i) => first_id + i)));
        dense.writePackedSVarint(8, steps(nodes.map(({ lat }) => units(lat))));
        dense.writePackedSVarint(9, steps(nodes.map(({ lon }) => units(lon))));
      },
      null,
    ),
  );
}

function packWays(ways: Extract["ways"], first_id: number): Uint8Array {
  const count = Object.keys(TAGS).length;
  const places = [...Array(count).keys()].map((i) => i + 1);
  return packBlock((group) => {
    for (const [i, refs] of ways.entries()) {
      group.writeMessage(
        3,
        (_none, way) => {
          way.writeVarintField(1, first_id + i);
          way.writePackedVarint(2, places);
          way.writePackedVarint(
            3,
            places.map((place) => place + count),
          );
          way.writePackedSVarint(8, steps(refs));
        },
        null,
      );
    }
  });
}

function packBlock(writeGroup: (group: PbfWriter) => void): Uint8Array {
  const group = new PbfWriter();
  writeGroup(group);
  const block = new PbfWriter();
  block.writeMessage(
    1,
    (_none, table) => {
      for (const text of ["", ...Object.keys(TAGS), ...Object.values(TAGS)]) {
        table.writeStringField(1, text);
      }
    },
    null,
  );
  block.writeBytesField(2, group.finish());
  return frame("OSMData", block.finish());
}

function frame(type: string, data: Uint8Array): Uint8Array {
  const blob = new PbfWriter();
  blob.writeVarintField(2, data.length);
  blob.writeBytesField(3, deflateSync(data));
  const bytes = blob.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, bytes.length);
  const head = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, bytes]);
}

/** Tracks with buffer stops, speeds, gradients and signals, none joined to another. */
export function printRailml(): Uint8Array {
  const tracks: string[] = [];
  for (let bytes = 0, i = 0; bytes < RAILML_BYTES; i++) {
    const list = (name: string, print: (at: number) => string): string =>
      `<${name}s>${Array.from({ length: 10 }, (_, k) => print(k * 900 + 50)).join("")}</${name}s>`;
    const track =
      `<track id="t${i}"><trackTopology><trackBegin id="b${i}" pos="0"><bufferStop id="bb${i}"/></trackBegin>` +
      `<trackEnd id="e${i}" pos="10000"><bufferStop id="be${i}"/></trackEnd></trackTopology><trackElements>` +
      list(
        "speedChange",
        (at) => `<speedChange id="s${i}_${at}" pos="${at}" dir="up" vMax="${80 + (at % 60)}"/>`,
      ) +
      list(
        "gradientChange",
        (at) => `<gradientChange id="g${i}_${at}" pos="${at}" slope="${at % 7}"/>`,
      ) +
      `</trackElements><ocsElements>` +
      list("signal", (at) => `<signal id="o${i}_${at}" pos="${at}" dir="up" type="main"/>`) +
      `</ocsElements></track>`;
    tracks.push(track);
    bytes += track.length;
  }
  return new TextEncoder().encode(
    `<railml version="2.4"><infrastructure id="i"><tracks>${tracks.join("\n")}</tracks></infrastructure></railml>`,
  );
}

/** Net elements of a line of ten, with the same on each as on the tracks of version 2. */
const LINE_ELEMENTS = 10;

export function printRailml3(): Uint8Array {
  const lists: Record<string, string[]> = {};
  const add = (list: string, text: string): number => {
    (lists[list] ??= []).push(text);
    return text.length;
  };
  for (let bytes = 0, i = 0; bytes < RAILML_BYTES; i++) {
    bytes += add("netElement", `<netElement id="ne_${i}" length="10000"/>`);
    if (i % LINE_ELEMENTS > 0) {
      const ends = `<elementA ref="ne_${i - 1}"/><elementB ref="ne_${i}"/>`;
      const how = 'positionOnA="1" positionOnB="0" navigability="Both"';
      bytes += add("netRelation", `<netRelation id="nr_${i}" ${how}>${ends}</netRelation>`);
    }
    for (let at = 50; at < 10_000; at += 900) {
      const id = `${i}_${at}`;
      const place = `id="ls_${id}" netElementRef="ne_${i}" applicationDirection="normal"`;
      const range =
        `<linearLocation id="lr_${id}" applicationDirection="normal">` +
        `<associatedNetElement netElementRef="ne_${i}" posBegin="${at}" posEnd="${at + 900}"/></linearLocation>`;
      const signal = `<name name="${id}" language="en"/><spotLocation ${place} pos="${at}"/><isTrainMovementSignal/>`;
      bytes += add("signalIS", `<signalIS id="o_${id}">${signal}</signalIS>`);
      const speed = `id="s_${id}" maxSpeed="${80 + (at % 60)}"`;
      bytes += add("speedSection", `<speedSection ${speed}>${range}</speedSection>`);
      const gradient = `id="g_${id}" gradient="${at % 7}"`;
      bytes += add("gradientCurve", `<gradientCurve ${gradient}>${range}</gradientCurve>`);
    }
  }
  const list = (group: string, name: string): string =>
    `<${group}>${(lists[name] ?? []).join("\n")}</${group}>`;
  const topology = list("netElements", "netElement") + list("netRelations", "netRelation");
  const functional =
    list("gradientCurves", "gradientCurve") +
    list("signalsIS", "signalIS") +
    list("speeds", "speedSection");
  return new TextEncoder().encode(
    `<railML version="3.1"><infrastructure id="i"><topology>${topology}</topology>` +
      `<functionalInfrastructure>${functional}</functionalInfrastructure></infrastructure></railML>`,
  );
}

/** Of one line of a delivery: about 6 MB of XML each. */
const LINE_JOURNEYS = 1_000;

/**
 * A delivery in the manner of the Nordic profile: files of lines with patterns and journeys, and one with the stops and
 * days that they share; `text_bytes` of XML, as a ZIP.
 */
export function packDelivery(text_bytes: number): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  let sum_bytes = 0;
  const add = (name: string, frames: string): void => {
    const text =
      `<?xml version="1.0" encoding="UTF-8"?>\n<PublicationDelivery xmlns="http://www.netex.org.uk/netex" version="1.13:NO-NeTEx-networktimetable:1.3">\n` +
      `<dataObjects><CompositeFrame id="B:CompositeFrame:${name}" version="1"><FrameDefaults><DefaultLocale><TimeZone>Europe/Oslo</TimeZone></DefaultLocale></FrameDefaults>\n` +
      `<frames>\n${frames}\n</frames></CompositeFrame></dataObjects></PublicationDelivery>\n`;
    files[name] = new TextEncoder().encode(text);
    sum_bytes += text.length;
  };
  add("_shared_data.xml", printShared());
  for (let line = 0; sum_bytes < text_bytes; line++) add(`line_${line}.xml`, printLine(line));
  return zipSync(files, { level: 6 });
}

function printShared(): string {
  const stops = drawStations().map(({ id, name, uic, place }) => ({
    point: `<ScheduledStopPoint id="B:ScheduledStopPoint:${id}" version="1"><Name>${name}</Name><PublicCode>${id}</PublicCode></ScheduledStopPoint>`,
    place:
      `<StopPlace id="B:StopPlace:${uic}" version="1"><Name>${name}</Name><Centroid><Location><Longitude>${place?.[0]}</Longitude>` +
      `<Latitude>${place?.[1]}</Latitude></Location></Centroid><TransportMode>rail</TransportMode></StopPlace>`,
    assignment:
      `<PassengerStopAssignment order="1" id="B:PassengerStopAssignment:${id}" version="1">` +
      `<ScheduledStopPointRef ref="B:ScheduledStopPoint:${id}"/><StopPlaceRef ref="B:StopPlace:${uic}"/></PassengerStopAssignment>`,
  }));
  const list = (name: keyof (typeof stops)[number]): string =>
    stops.map((one) => one[name]).join("\n");
  return [
    `<SiteFrame id="B:SiteFrame:1" version="1"><stopPlaces>${list("place")}</stopPlaces></SiteFrame>`,
    `<ServiceFrame id="B:ServiceFrame:1" version="1"><scheduledStopPoints>${list("point")}</scheduledStopPoints>`,
    `<stopAssignments>${list("assignment")}</stopAssignments></ServiceFrame>`,
    `<ServiceCalendarFrame id="B:ServiceCalendarFrame:1" version="1"><dayTypes><DayType id="B:DayType:week" version="1">`,
    `<properties><PropertyOfDay><DaysOfWeek>Weekdays</DaysOfWeek></PropertyOfDay></properties></DayType></dayTypes>`,
    `<operatingPeriods><OperatingPeriod id="B:OperatingPeriod:1" version="1"><FromDate>2026-01-01T00:00:00</FromDate>`,
    `<ToDate>2026-12-12T00:00:00</ToDate></OperatingPeriod></operatingPeriods><dayTypeAssignments>`,
    `<DayTypeAssignment order="1" id="B:DayTypeAssignment:1" version="1"><OperatingPeriodRef ref="B:OperatingPeriod:1"/>`,
    `<DayTypeRef ref="B:DayType:week"/></DayTypeAssignment></dayTypeAssignments></ServiceCalendarFrame>`,
  ].join("\n");
}

function printLine(line: number): string {
  const stop = (i: number): string => `S${(line % LINES) * CALLS + i}`;
  const places = [...Array(CALLS).keys()];
  const pattern = `B:JourneyPattern:${line}`;
  const points = places.map(
    (i) =>
      `<StopPointInJourneyPattern order="${i + 1}" id="B:StopPointInJourneyPattern:${line}_${i}" version="1">` +
      `<ScheduledStopPointRef ref="B:ScheduledStopPoint:${stop(i)}"/></StopPointInJourneyPattern>`,
  );
  const clock = (minutes: number): string => {
    const [h, m] = [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, "0"));
    return `${h}:${m}:00`;
  };
  const journeys = Array.from({ length: LINE_JOURNEYS }, (_, n) => {
    const times = places.map((i) => {
      const at = (n % 960) + 300 + i * 4;
      const [day, minutes] = [Math.floor(at / 1440), at % 1440];
      const told = (kind: string, on: boolean): string =>
        on
          ? `<${kind}Time>${clock(minutes)}</${kind}Time>${day > 0 ? `<${kind}DayOffset>1</${kind}DayOffset>` : ""}`
          : "";
      return (
        `<TimetabledPassingTime id="B:TimetabledPassingTime:${line}_${n}_${i}" version="1">` +
        `<StopPointInJourneyPatternRef ref="B:StopPointInJourneyPattern:${line}_${i}" version="1"/>` +
        `${told("Arrival", i > 0)}${told("Departure", i < CALLS - 1)}</TimetabledPassingTime>`
      );
    });
    return (
      `<ServiceJourney id="B:ServiceJourney:${line}_${n}" version="1"><Name>Line ${line}</Name><PrivateCode>${n}</PrivateCode>` +
      `<dayTypes><DayTypeRef ref="B:DayType:week"/></dayTypes><JourneyPatternRef ref="${pattern}" version="1"/>` +
      `<LineRef ref="B:Line:${line}" version="1"/>\n<passingTimes>\n${times.join("\n")}\n</passingTimes></ServiceJourney>`
    );
  });
  return (
    `<ServiceFrame id="B:ServiceFrame:l${line}" version="1"><lines><Line id="B:Line:${line}" version="1"><Name>Line ${line}</Name>` +
    `<TransportMode>rail</TransportMode></Line></lines><journeyPatterns><JourneyPattern id="${pattern}" version="1">` +
    `<pointsInSequence>\n${points.join("\n")}\n</pointsInSequence></JourneyPattern></journeyPatterns></ServiceFrame>\n` +
    `<TimetableFrame id="B:TimetableFrame:${line}" version="1"><vehicleJourneys>\n${journeys.join("\n")}\n</vehicleJourneys></TimetableFrame>`
  );
}

/** Where the trains of the timetable stop. */
export function drawStations(): Station[] {
  return Array.from({ length: LINES * CALLS }, (_, i) => ({
    id: `S${i}`,
    name: `Station ${i}`,
    trigram: `S${i}`,
    uic: i + 1,
    secondary_code: null,
    place: [5 + (i % CALLS) / 10, 45 + Math.floor(i / CALLS) / 100],
  }));
}

/** As many trains as one timetable may have, or paced ones, which netgraphs have alone. */
export function drawTimetable(kind: "trains" | "paced"): TimetableForm {
  const calls = (line: number): Parameters<typeof makeTrain>[1] =>
    Array.from({ length: CALLS }, (_, i) => ({
      location: { trigram: `S${(line % LINES) * CALLS + i}`, secondary_code: null },
      arrival_ms: i * 4 * MINUTE_MS,
      stop_ms: i % 3 === 1 || i === CALLS - 1 ? MINUTE_MS : i === 0 ? null : 0,
    }));
  const make = (i: number): TimetableForm["train_schedules"][number] => {
    const own = { train_name: String(8600 + i), rolling_stock_name: "Regional 160" };
    return makeTrain({ ...own, start_ms: START_MS + (i % 960) * MINUTE_MS }, calls(i));
  };
  const count = kind === "trains" ? TRAINS : PACED_TRAINS;
  const trains = Array.from({ length: count }, (_, i) => make(i));
  if (kind === "trains") return { version: 1, train_schedules: trains, paced_trains: [] };
  const pace = { window_ms: 120 * MINUTE_MS, interval_ms: 60 * MINUTE_MS };
  const paced_trains = trains.map((train) => makePaced(train, pace));
  return { version: 1, train_schedules: [], paced_trains };
}
