/** Large files of other formats, made up: an extract of OpenStreetMap, railML, and one timetable in each format. */
import { deflateSync } from "node:zlib";
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
