/** Paper sizes, and the part of the graph on each page for given millimetres per minute and per kilometre. */
import type { Area, Viewport } from "../graph/viewport.ts";

interface Paper {
  readonly width_mm: number;
  readonly height_mm: number;
}

export const PAPERS = {
  A4: { width_mm: 297, height_mm: 210 },
  A3: { width_mm: 420, height_mm: 297 },
  A2: { width_mm: 594, height_mm: 420 },
  A1: { width_mm: 841, height_mm: 594 },
  A0: { width_mm: 1189, height_mm: 841 },
  "A0 long": { width_mm: 2378, height_mm: 841 },
} as const satisfies Readonly<Record<string, Paper>>;
export type PaperName = keyof typeof PAPERS;
export const PAPER_NAMES = Object.keys(PAPERS) as PaperName[];

export const MARGIN_MM = 8;
/** Room for the station names. */
export const LEFT_MM = 36;
/** Room for title and hours; for hours and legend. */
export const TOP_MM = 20;
export const BOTTOM_MM = 16;
/** Margin beyond the first and the last station. */
const EDGE_MM = 4;

/** Drawn as large as on a screen of 96 pixels per inch. */
export const PX_PER_MM = 96 / 25.4;

export const SCALES = {
  mm_per_min: { min: 0.2, max: 40 },
  mm_per_km: { min: 0.1, max: 200 },
} as const;

/** More would be a typing error. */
export const SHEETS_MAX = 60;

export interface Scale {
  readonly mm_per_min: number;
  readonly mm_per_km: number;
}

/** Room for the graph on one page. */
function roomOf({ width_mm, height_mm }: Paper): Paper {
  return {
    width_mm: width_mm - 2 * MARGIN_MM - LEFT_MM,
    height_mm: height_mm - 2 * MARGIN_MM - TOP_MM - BOTTOM_MM,
  };
}

/** The largest scale, to two digits, at which the whole axis fits on one page. */
export function fitScale(name: PaperName, length_km: number): number {
  const mm_per_km = (roomOf(PAPERS[name]).height_mm - 2 * EDGE_MM) / Math.max(0.1, length_km);
  const { min, max } = SCALES.mm_per_km;
  const digits = 10 ** (Math.floor(Math.log10(mm_per_km)) - 1);
  return Math.min(max, Math.max(min, Math.floor(mm_per_km / digits) * digits));
}

export interface Sheet {
  /** The part of the graph that it shows, in screen units. */
  readonly view: Viewport;
  readonly column: number;
  readonly row: number;
}

/** Pages by place, then by time; the last ones have only the width and height that remain. */
export function laySheets(
  name: PaperName,
  { mm_per_min, mm_per_km }: Scale,
  { from_ms, to_ms }: Pick<Area, "from_ms" | "to_ms">,
  length_km: number,
): Sheet[] {
  const room = roomOf(PAPERS[name]);
  const mm_per_ms = mm_per_min / 60_000;
  const full_mm = length_km * mm_per_km;
  const columns = cut((to_ms - from_ms) * mm_per_ms, room.width_mm);
  const rows = cut(full_mm + 2 * EDGE_MM, room.height_mm);
  return rows.flatMap(([top_mm, low_mm], row) =>
    columns.map(([left_mm, right_mm], column): Sheet => {
      const view = {
        from_ms: from_ms + left_mm / mm_per_ms,
        to_ms: from_ms + right_mm / mm_per_ms,
        from_share: (top_mm - EDGE_MM) / full_mm,
        to_share: (low_mm - EDGE_MM) / full_mm,
        width_px: (right_mm - left_mm) * PX_PER_MM,
        height_px: (low_mm - top_mm) * PX_PER_MM,
      };
      return { view, column, row };
    }),
  );
}

/** Cuts a length into pieces of the room's length and a rest. Rounding errors get no page of their own. */
function cut(length_mm: number, room_mm: number): (readonly [from_mm: number, to_mm: number])[] {
  const count = Math.max(1, Math.ceil(length_mm / room_mm - 1e-9));
  return Array.from({ length: count }, (_one, i) => [
    i * room_mm,
    Math.min(length_mm, (i + 1) * room_mm),
  ]);
}
