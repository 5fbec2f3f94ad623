/** The list under the train graph: a line for each number, in columns that are read downwards. */
import type { MainLineStation } from "../network.ts";
import { escapeXml, maximum, minimum, printClock, type Scale } from "./canvas.ts";
import { type NumberedConflict, titleOf } from "./conflict_marks.ts";

const ROW_HEIGHT = 18;
const COLUMN_WIDTH = 560;
const HEADER_HEIGHT = 44;
/** Where the parts of a line begin; the number ends there. */
const PARTS = { number: 22, kind: 32, time: 92, km: 192, stations: 304, trains: 440 };
/** Characters that fit into the last two parts. */
const STATIONS_LENGTH = 21;
const TRAINS_LENGTH = 18;

/** What the list takes below the plot, 0 without conflicts. */
export function listHeight(conflicts: readonly NumberedConflict[], scale: Scale): number {
  if (conflicts.length === 0) return 0;
  return HEADER_HEIGHT + rowCount(conflicts, scale) * ROW_HEIGHT;
}

function rowCount({ length }: readonly NumberedConflict[], scale: Scale): number {
  const columns = Math.max(1, Math.floor((scale.right - scale.left) / COLUMN_WIDTH));
  return Math.ceil(length / columns);
}

/** `top`: where the list begins. */
export function drawConflictList(
  conflicts: readonly NumberedConflict[],
  stations: readonly MainLineStation[],
  { scale, top }: { readonly scale: Scale; readonly top: number },
): readonly string[] {
  if (conflicts.length === 0) return [];
  const rows = rowCount(conflicts, scale);
  const heading = `<text x="${scale.left}" y="${top + 22}" font-size="15" font-weight="bold">Conflicts</text>`;
  const lines = conflicts.map((conflict, i) => {
    const x = scale.left + Math.floor(i / rows) * COLUMN_WIDTH;
    const y = top + HEADER_HEIGHT + (i % rows) * ROW_HEIGHT;
    return drawLine(conflict, stations, { x, y });
  });
  return [heading, ...lines];
}

function drawLine(
  conflict: NumberedConflict,
  stations: readonly MainLineStation[],
  at: { readonly x: number; readonly y: number },
): string {
  const { number, kind, names, zones } = conflict;
  const begin_ms = minimum(zones.map((zone) => zone.begin_ms));
  const end_ms = maximum(zones.map((zone) => zone.end_ms));
  const from_m = minimum(zones.map((zone) => zone.from_m));
  const to_m = maximum(zones.map((zone) => zone.to_m));
  const first_m = minimum(stations.map(({ distance_m }) => distance_m));
  const km = (distance_m: number): string => ((distance_m - first_m) / 1000).toFixed(1);
  const [near, far] = [nearest(stations, from_m), nearest(stations, to_m)];
  const part = (name: keyof typeof PARTS, text: string, extra = ""): string =>
    `<tspan x="${at.x + PARTS[name]}"${extra}>${escapeXml(text)}</tspan>`;
  const parts = [
    part("number", String(number), ' text-anchor="end" font-weight="bold"'),
    part("kind", kind.toLowerCase()),
    part("time", `${printClock(begin_ms)} – ${printClock(end_ms)}`),
    part("km", `km ${km(from_m)} – ${km(to_m)}`),
    part("stations", cut(near === far ? near : `${near} – ${far}`, STATIONS_LENGTH)),
    part("trains", cut(names.join(", "), TRAINS_LENGTH)),
  ];
  return `<text y="${at.y}" font-size="12">${titleOf(conflict)}${parts.join("")}</text>`;
}

function nearest(stations: readonly MainLineStation[], distance_m: number): string {
  const away = stations.map((station) => Math.abs(station.distance_m - distance_m));
  return stations[away.indexOf(minimum(away))]?.name ?? "";
}

function cut(text: string, length_max: number): string {
  return text.length <= length_max ? text : `${text.slice(0, length_max - 1)}…`;
}
