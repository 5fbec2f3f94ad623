/** Numbers of conflicts on the graph: those that would touch become one, with their count. */

export interface Badge {
  readonly x_px: number;
  readonly y_px: number;
  readonly text: string;
  readonly width_px: number;
  /** It stands for several. */
  readonly is_many: boolean;
}

interface Place {
  readonly x_px: number;
  readonly y_px: number;
  readonly number: number;
}

export const BADGE_HEIGHT_PX = 18;
const DIGIT_PX = 6.5;
/** As wide as any: four digits. */
const APART_X_PX = 42;
const APART_Y_PX = BADGE_HEIGHT_PX + 1;

/** At the place of the first of each group. */
export function layBadges(places: readonly Place[]): Badge[] {
  const groups = new Map<number, Place[]>();
  const firsts: Place[][] = [];
  for (const place of places) {
    const [column, row] = [
      Math.floor(place.x_px / APART_X_PX),
      Math.floor(place.y_px / APART_Y_PX),
    ];
    const near = NEIGHBOURS.map((step) => groups.get(column + row * ROW + step)).find((group) =>
      touches(group?.[0], place),
    );
    if (near !== undefined) {
      near.push(place);
      continue;
    }
    const group = [place];
    groups.set(column + row * ROW, group);
    firsts.push(group);
  }
  return firsts.map(describe);
}

const STEPS = [-1, 0, 1];
/** Columns of one row of cells: more than any screen has. */
const ROW = 4096;
const NEIGHBOURS = STEPS.flatMap((dx) => STEPS.map((dy) => dx + dy * ROW));

function touches(first: Place | undefined, { x_px, y_px }: Place): boolean {
  if (first === undefined) return false;
  return Math.abs(first.x_px - x_px) < APART_X_PX && Math.abs(first.y_px - y_px) < APART_Y_PX;
}

function describe(group: readonly Place[]): Badge {
  const [{ x_px, y_px, number } = { x_px: 0, y_px: 0, number: 0 }] = group;
  const is_many = group.length > 1;
  const text = is_many ? `×${group.length}` : String(number);
  const width_px = Math.max(BADGE_HEIGHT_PX, text.length * DIGIT_PX + 8);
  return { x_px, y_px, text, width_px, is_many };
}
