/**
 * Conflicts in the picture: each is one shape along the lines of its trains, from where and when it
 * begins to where and when it ends, and has a number that the list under the picture explains.
 */
import { type Box, escapeXml, maximum, minimum, type Scale } from "./canvas.ts";
import type { ContestedZone, GraphConflict } from "./graph.ts";

const COLOURS = { Spacing: "#d50000", Routing: "#ef6c00" } as const;
/** Smallest side of a shape, so that a short one is seen. */
const SIZE_MIN = 8;
const MARK_RADIUS = 8;
const MARK_GAP = 2;
/** How far from its shape a number may stand, and how far above or below, tried in turn. */
const MARK_DISTANCES = Array.from({ length: 12 }, (_, i) => 14 + i * 18);
const MARK_RISES = [0, -18, 18, -36, 36, -54, 54, -72, 72];

/** A conflict with the number that it has in the picture and in the list. */
export interface NumberedConflict extends GraphConflict {
  readonly number: number;
}

/** In the order of their begin, from 1 on. */
export function numberConflicts(conflicts: readonly GraphConflict[]): NumberedConflict[] {
  const beginOf = ({ zones }: GraphConflict): number =>
    minimum(zones.map(({ begin_ms }) => begin_ms));
  return [...conflicts]
    .sort((a, b) => beginOf(a) - beginOf(b))
    .map((conflict, i) => ({ ...conflict, number: i + 1 }));
}

/**
 * The stretches of a conflict by distance, none over another: where its zones lie side by side (a
 * station's tracks), the time in which any of them is contested.
 */
export function listStretches(zones: readonly ContestedZone[]): ContestedZone[] {
  const ends = zones.flatMap(({ from_m, to_m }) => [from_m, to_m]);
  const places = [...new Set(ends)].sort((a, b) => a - b);
  const stretches: ContestedZone[] = [];
  for (const [i, from_m] of places.entries()) {
    const to_m = places[i + 1];
    if (to_m === undefined) break;
    const over = zones.filter((zone) => zone.from_m <= from_m && zone.to_m >= to_m);
    if (over.length === 0) continue;
    const begin_ms = minimum(over.map((zone) => zone.begin_ms));
    const end_ms = maximum(over.map((zone) => zone.end_ms));
    stretches.push({ begin_ms, end_ms, from_m, to_m });
  }
  return stretches;
}

export function conflictStyle(kind: GraphConflict["kind"]): string {
  const colour = COLOURS[kind];
  return `fill="${colour}" fill-opacity="0.25" stroke="${colour}" stroke-width="1.2" stroke-linejoin="round"`;
}

/** Its trains, for a tooltip. */
export function titleOf({ kind, names, number }: NumberedConflict): string {
  return `<title>${escapeXml(`${number}: ${kind.toLowerCase()} conflict of ${names.join(" and ")}`)}</title>`;
}

/** One closed line: down along the begins of its stretches, up along their ends. */
export function drawConflict(conflict: NumberedConflict, scale: Scale): string {
  const rows = outline(conflict, scale);
  const down = rows.map(({ left, y }) => `${left.toFixed(1)},${y.toFixed(1)}`);
  const up = rows.map(({ right, y }) => `${right.toFixed(1)},${y.toFixed(1)}`).reverse();
  const points = [...down, ...up].join(" ");
  return `<polygon points="${points}" ${conflictStyle(conflict.kind)}>${titleOf(conflict)}</polygon>`;
}

interface Row {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Left and right edge at the upper end, in the middle of each stretch, and at the lower end. */
function outline({ zones }: GraphConflict, scale: Scale): Row[] {
  const stretches = listStretches(zones);
  const rows = stretches.map(({ begin_ms, end_ms, from_m, to_m }): Row => {
    const [left, right] = widen(scale.x(begin_ms), scale.x(end_ms));
    return { left, right, y: scale.y((from_m + to_m) / 2) };
  });
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [top, bottom] = widen(
    scale.y(stretches[0]?.from_m ?? 0),
    scale.y(stretches.at(-1)?.to_m ?? 0),
  );
  return [{ ...first, y: top }, ...rows, { ...last, y: bottom }];
}

function widen(a: number, b: number): [number, number] {
  const missing = Math.max(0, SIZE_MIN - (b - a)) / 2;
  return [a - missing, b + missing];
}

/** The number beside the shape, where no other stands; taken places are added to `taken`. */
export function drawNumber(conflict: NumberedConflict, scale: Scale, taken: Box[]): string {
  const rows = outline(conflict, scale);
  const row = rows[Math.floor(rows.length / 2)];
  if (row === undefined) return "";
  const { x, y, from_x } = placeNumber(row, scale, taken);
  taken.push({ x, y });
  const colour = COLOURS[conflict.kind];
  const ends = `x1="${from_x.toFixed(1)}" y1="${row.y.toFixed(1)}" x2="${x.toFixed(1)}" y2="${y.toFixed(1)}"`;
  const place = `cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${MARK_RADIUS}"`;
  const text = `x="${x.toFixed(1)}" y="${(y + 3.5).toFixed(1)}" font-size="10" font-weight="bold" text-anchor="middle"`;
  return [
    `<line ${ends} stroke="${colour}" stroke-width="1"/>`,
    `<circle ${place} fill="#ffffff" stroke="${colour}" stroke-width="1.4">${titleOf(conflict)}</circle>`,
    `<text ${text} fill="#212121">${conflict.number}</text>`,
  ].join("");
}

/** `from_x`: where the shape's edge is on that side. Overlaps only where nothing near is free. */
function placeNumber(
  { left, right, y }: Row,
  scale: Scale,
  taken: readonly Box[],
): Box & { readonly from_x: number } {
  const places = MARK_DISTANCES.flatMap((distance) =>
    MARK_RISES.flatMap((rise) => [
      { x: right + distance, y: y + rise, from_x: right },
      { x: left - distance, y: y + rise, from_x: left },
    ]),
  );
  const isInside = ({ x, y }: Box): boolean =>
    x > scale.left + MARK_RADIUS &&
    x < scale.right - MARK_RADIUS &&
    y >= scale.top + MARK_RADIUS &&
    y <= scale.bottom - MARK_RADIUS;
  const isFree = ({ x, y }: Box): boolean =>
    taken.every((box) => Math.hypot(box.x - x, box.y - y) >= 2 * MARK_RADIUS + MARK_GAP);
  const near = places.find((place) => isInside(place) && isFree(place));
  return near ?? { x: right + MARK_RADIUS, y, from_x: right };
}
