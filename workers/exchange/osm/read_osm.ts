/** Reads an OpenStreetMap extract (`.osm.pbf`, `.osm`, JSON of Overpass, each packed or not) as a plan of its railway. */
import { unpackFile } from "../archive.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import {
  emptyPlan,
  type RailDirection,
  type RailPlan,
  type RailSpeed,
  type ReadOptions,
} from "../network/rail_plan.ts";
import { joinPieces } from "./osm_junctions.ts";
import { cutWays, gatherRailway, type OsmPiece, pieceLength } from "./osm_rails.ts";
import { addStations, isStop, type RailSpot } from "./osm_stations.ts";
import { scanOsmJson } from "./scan_osm_json.ts";
import { scanOsmPbf } from "./scan_osm_pbf.ts";
import { scanOsmXml } from "./scan_osm_xml.ts";

const KMH_A_MILE = 1.609344;
const STANDARD_GAUGE = "1435";

/** Throws an `UnreadableSource`. */
export function readOsm(
  bytes: Uint8Array,
  report: ExchangeReport,
  { kinds, onLetGo }: ReadOptions,
): RailPlan {
  const plain = unpackFile(bytes);
  const scan = scannerOf(plain);
  const railway = gatherRailway((handler) => scan(plain, handler), kinds, report);
  onLetGo();
  const pieces = cutWays(railway, report);
  const plan = emptyPlan();
  for (const piece of pieces) {
    const { id, tags, nodes } = piece;
    const name = tags.get("railway:track_ref") ?? nameByStop(piece);
    const coordinates = nodes.map(({ place }) => place);
    const usual = directionOf(tags.get("railway:preferred_direction"));
    const told = usual === null ? {} : { usual };
    plan.rails.push({ id, name, length_m: pieceLength(piece), coordinates, ...told });
    addSpeeds(piece, plan, report);
    addWire(piece, plan, report);
  }
  joinPieces(pieces, plan, report);
  const spots = spotsOf(pieces);
  addSignals(pieces, spots, { plan, report });
  addStations(railway, { pieces, spots }, plan);
  return plan;
}

/** What a stop calls the track that it is on; empty: nothing. */
function nameByStop({ nodes }: OsmPiece): string {
  const stop = nodes.find(isStop)?.tags;
  return stop?.get("local_ref") ?? stop?.get("ref") ?? "";
}

/** By the first letter after a byte order mark and spaces; a file of neither begins with a length. */
function scannerOf(bytes: Uint8Array): typeof scanOsmPbf {
  const [first = 0, second = 0] = bytes;
  const is_utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const start = first === 0xef ? 3 : 0;
  const letter = bytes.subarray(start).find((byte) => byte !== 0x20 && (byte < 9 || byte > 13));
  if (is_utf16 || letter === 0x3c) return scanOsmXml;
  return letter === 0x7b ? scanOsmJson : scanOsmPbf;
}

function addSpeeds(piece: OsmPiece, plan: RailPlan, report: ExchangeReport): void {
  const { id: rail, tags } = piece;
  const speedOf = (key: string): number | null => {
    const text = tags.get(key) ?? tags.get("maxspeed");
    const speed_kmh = text === undefined ? null : parseSpeed(text);
    if (text !== undefined && speed_kmh === null) {
      report.note({
        severity: "warning",
        code: "speed_left_out",
        where: { element: "way", id: rail },
        message: "no number of km/h or mph",
      });
    }
    return speed_kmh;
  };
  const add = (direction: RailSpeed["direction"], speed_kmh: number | null): void => {
    if (speed_kmh === null) return;
    plan.speeds.push({ rail, from_m: 0, to_m: pieceLength(piece), direction, speed_kmh });
  };
  const [up, down] = [speedOf("maxspeed:forward"), speedOf("maxspeed:backward")];
  add(up === down ? "both" : "up", up);
  if (up !== down) add("down", down);
}

function parseSpeed(text: string): number | null {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?) *(mph|km\/h)?$/.exec(text.trim()) ?? [];
  const speed = Number(number) * (unit === "mph" ? KMH_A_MILE : 1);
  return speed > 0 ? Math.round(speed * 1000) / 1000 : null;
}

function addWire(piece: OsmPiece, plan: RailPlan, report: ExchangeReport): void {
  const { id: rail, tags } = piece;
  const gauges = (tags.get("gauge") ?? STANDARD_GAUGE).split(";");
  if (!gauges.includes(STANDARD_GAUGE)) {
    report.note({
      severity: "info",
      code: "other_gauge",
      where: { element: "way", id: rail },
      message: "the network knows no track gauge: any train may run here",
    });
  }
  const [voltage = ""] = (tags.get("voltage") ?? "").split(";");
  const electrified = tags.get("electrified") ?? "";
  const is_wired = electrified !== "no" && Number(voltage) > 0;
  if (!is_wired && /^(yes|contact_line|rail|4th_rail)\b/.test(electrified)) {
    report.note({
      severity: "warning",
      code: "voltage_unknown",
      where: { element: "way", id: rail },
      message: "it is electrified, but no number of volts is told: no electric train runs here",
    });
  }
  if (is_wired) {
    plan.wires.push({ rail, from_m: 0, to_m: pieceLength(piece), voltage: `${Number(voltage)}V` });
  }
}

/** Where nodes lie on rails; where rails meet, on the first one. */
function spotsOf(pieces: readonly OsmPiece[]): ReadonlyMap<number, RailSpot> {
  const spots = new Map<number, RailSpot>();
  for (const { id: rail, nodes, along_m } of pieces) {
    for (const [i, node] of nodes.entries()) {
      if (!spots.has(node.id)) spots.set(node.id, { rail, at_m: along_m[i] ?? 0 });
    }
  }
  return spots;
}

/** Main and combined signals, each with a detector; not where the line ends or at a switch. */
function addSignals(
  pieces: readonly OsmPiece[],
  spots: ReadonlyMap<number, RailSpot>,
  { plan, report }: { readonly plan: RailPlan; readonly report: ExchangeReport },
): void {
  const ends = new Map<number, number>();
  for (const { nodes } of pieces) {
    for (const node of [nodes[0], nodes.at(-1)]) {
      if (node !== undefined) ends.set(node.id, (ends.get(node.id) ?? 0) + 1);
    }
  }
  const seen = new Set<number>();
  for (const { nodes } of pieces) {
    for (const { id, tags } of nodes) {
      const is_main = tags.has("railway:signal:main") || tags.has("railway:signal:combined");
      const spot = spots.get(id);
      const is_signal = is_main || tags.get("railway") === "signal";
      if (!is_signal || spot === undefined || seen.has(id)) continue;
      seen.add(id);
      const where = { element: "node", id: String(id) };
      if (!is_main) {
        const message = "only main and combined signals are taken";
        report.note({ severity: "info", code: "other_signal_left_out", where, message });
        continue;
      }
      if ((ends.get(id) ?? 2) !== 2) {
        const message = "a signal where the line ends, or at a switch, protects nothing";
        report.note({ severity: "info", code: "signal_left_out", where, message });
        continue;
      }
      plan.detectors.push({ id: `detector.${id}`, ...spot });
      const name = tags.get("ref") ?? "";
      const direction = directionOf(tags.get("railway:signal:direction"));
      if (direction === null) {
        const message = "the source does not say for which direction: for that of its way";
        report.note({ severity: "warning", code: "signal_direction_unknown", where, message });
      }
      const signal = { id: String(id), name, ...spot, sight_m: null };
      plan.signals.push({ ...signal, direction: direction ?? "up" });
    }
  }
}

function directionOf(text: string | undefined): RailDirection | null {
  if (text === "forward") return "up";
  return text === "backward" ? "down" : null;
}
