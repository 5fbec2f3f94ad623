/**
 * Prints the properties of a path as JSON text (engine.md 3.2, interface.md 10.1). The text is
 * built directly: most of the work is printing numbers, and nothing needs the objects.
 */
import { PATH_PROPERTIES } from "../../../src/railway/network_terms.ts";
import { type Infra, jsonAt } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import { readPointPart } from "../infra/point_parts.ts";
import { RangeMap } from "../range_map.ts";
import {
  readCurves,
  readGradients,
  readNeutralSections,
  readSlopes,
  readVoltages,
  readZones,
} from "./path_attributes.ts";
import { readGeometry } from "./path_geometry.ts";
import { listParts } from "./path_parts.ts";
import type { TrainPath } from "./train_path.ts";

export type PathProperty = (typeof PATH_PROPERTIES)[number];

const PRINTERS: Readonly<Record<PathProperty, (path: TrainPath) => string | null>> = {
  slopes: (path) => printNumbers(readSlopes(path)),
  curves: (path) => printNumbers(readCurves(path)),
  gradients: (path) => printNumbers(readGradients(path)),
  electrifications: printElectrifications,
  geometry: printGeometry,
  geometry_positions: (path) => `[${readGeometry(path).position_mm.join(",")}]`,
  operational_points: printOperationalPoints,
  zones: printZones,
};

/**
 * Returns a JSON object with only the requested properties. The path must have a length. Null: the line
 * has no coordinates, because its track sections are outside the range of longitudes and latitudes.
 */
export function printPathProperties(path: TrainPath, asked: readonly string[]): string | null {
  let text = "";
  for (const property of PATH_PROPERTIES) {
    if (!asked.includes(property)) continue;
    const value = PRINTERS[property](path);
    if (value === null) return null;
    text += `${text === "" ? "" : ","}"${property}":${value}`;
  }
  return `{${text}}`;
}

interface NumberRanges {
  readonly boundaries_mm: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

function printNumbers({ boundaries_mm, values }: NumberRanges): string {
  let text = "";
  for (let i = 0; i < values.length; i++) text += i === 0 ? values[i]! : `,${values[i]!}`;
  return printRanges(boundaries_mm, text);
}

/** `values` is the text of the values; the outer boundaries are the path's ends and omitted. */
function printRanges(boundaries_mm: ArrayLike<number>, values: string): string {
  let text = "";
  for (let i = 1; i < boundaries_mm.length - 1; i++) {
    text += i === 1 ? boundaries_mm[i]! : `,${boundaries_mm[i]!}`;
  }
  return `{"boundaries":[${text}],"values":[${values}]}`;
}

/** Marks of neutral sections among voltages (-1 and string indices). */
const NEUTRAL = -2;
const NEUTRAL_LOWERED = -3;

function printElectrifications(path: TrainPath): string {
  const { boundaries_mm, values } = readVoltages(path);
  const neutral = readNeutralSections(path);
  if (neutral.values.length === 0) {
    return printRanges(boundaries_mm, printKinds(path.infra, values));
  }
  const map = new RangeMap<number>();
  for (let i = 0; i < values.length; i++)
    map.put(boundaries_mm[i]!, boundaries_mm[i + 1]!, values[i]!);
  for (let i = 0; i < neutral.values.length; i++) {
    const mark = neutral.values[i] === 1 ? NEUTRAL_LOWERED : NEUTRAL;
    map.put(neutral.from_mm[i]!, neutral.to_mm[i]!, mark);
  }
  return printRanges(map.bounds_mm, printKinds(path.infra, map.values));
}

function printKinds(infra: Infra, kinds: ArrayLike<number | null>): string {
  let text = "";
  for (let i = 0; i < kinds.length; i++)
    text += (i === 0 ? "" : ",") + printKind(infra, kinds[i] ?? -1);
  return text;
}

function printKind(infra: Infra, kind: number): string {
  if (kind === -1) return '{"type":"non_electrified"}';
  if (kind < 0) return `{"type":"neutral_section","lower_pantograph":${kind === NEUTRAL_LOWERED}}`;
  return `{"type":"electrification","voltage":${jsonAt(infra, kind)}}`;
}

function printZones(path: TrainPath): string {
  const { infra } = path;
  const { boundaries_mm, values } = readZones(path);
  let text = "";
  for (let i = 0; i < values.length; i++) {
    const zone = values[i]!;
    // Chunks on no route have no zone; only ranges that no path uses can contain them.
    const name = zone === NONE ? "null" : jsonAt(infra, infra.zoneName[zone]!);
    text += i === 0 ? name : `,${name}`;
  }
  return printRanges(boundaries_mm, text);
}

function printGeometry(path: TrainPath): string | null {
  const { lon, lat } = readGeometry(path);
  let text = "";
  for (let i = 0; i < lon.length; i++) {
    if (!Number.isFinite(lon[i]) || !Number.isFinite(lat[i])) return null;
    text += `${i === 0 ? "" : ","}[${lon[i]!},${lat[i]!}]`;
  }
  return `{"type":"LineString","coordinates":[${text}]}`;
}

function printOperationalPoints(path: TrainPath): string {
  return JSON.stringify(
    listParts(path).map(({ part, offset_mm }) => ({
      ...readPointPart(path.infra, part),
      position: offset_mm,
    })),
  );
}
