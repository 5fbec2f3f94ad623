/** Conflict numbers on the graph: those that would touch become one badge with their count. */

export interface Badge {
  readonly x_px: number;
  readonly y_px: number;
  readonly text: string;
  readonly width_px: number;
  /** It stands for several conflicts. */
  readonly is_many: boolean;
  /** Numbers of its conflicts. */
  readonly numbers: readonly number[];
}

interface Place {
  readonly x_px: number;
  readonly y_px: number;
  readonly number: number;
}

export const BADGE_HEIGHT_PX = 18;
/** A badge begins with a diamond, of which this is half, and goes on with its text. */
export const DIAMOND_PX = 6;
const DIGIT_PX = 6.5;
/** The widest badge has four digits. */
const APART_X_PX = 46;
const APART_Y_PX = BADGE_HEIGHT_PX + 1;

const WIDER = 1.4;

/** Each badge is at the first place of its group; groups widen until there are at most `count_max`. */
export function layBadges(places: readonly Place[], count_max: number): Badge[] {
  for (let wide = 1; ; wide *= WIDER) {
    const groups = groupPlaces(places, wide);
    if (groups.length <= count_max) return groups.map(describe);
  }
}

function groupPlaces(places: readonly Place[], wide: number): Place[][] {
  const [apart_x_px, apart_y_px] = [wide * APART_X_PX, wide * APART_Y_PX];
  const touches = (first: Place | undefined, { x_px, y_px }: Place): boolean =>
    first !== undefined &&
    Math.abs(first.x_px - x_px) < apart_x_px &&
    Math.abs(first.y_px - y_px) < apart_y_px;
  const groups = new Map<number, Place[]>();
  const firsts: Place[][] = [];
  for (const place of places) {
    const [column, row] = [
      Math.floor(place.x_px / apart_x_px),
      Math.floor(place.y_px / apart_y_px),
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
  return firsts;
}

const STEPS = [-1, 0, 1];
/** Columns per row of cells: more than any screen has. */
const ROW = 4096;
const NEIGHBOURS = STEPS.flatMap((dx) => STEPS.map((dy) => dx + dy * ROW));

function describe(group: readonly Place[]): Badge {
  const [{ x_px, y_px } = { x_px: 0, y_px: 0 }] = group;
  return { x_px, y_px, ...letterBadge(group.map(({ number }) => number)) };
}

function letterBadge(numbers: readonly number[]): Omit<Badge, "x_px" | "y_px"> {
  const is_many = numbers.length > 1;
  const text = is_many ? `×${numbers.length}` : String(numbers[0]);
  const width_px = BADGE_HEIGHT_PX + text.length * DIGIT_PX;
  return { text, width_px, is_many, numbers };
}

export interface ChangedBadges {
  /** Badges, as they were, whose conflicts would all be gone. */
  readonly gone: readonly Badge[];
  /** Badges of which some conflicts would stay, showing those. */
  readonly fewer: readonly Badge[];
}

/** How badges change when some conflicts are gone. */
export function changeBadges(
  badges: readonly Badge[],
  gone_numbers: ReadonlySet<number>,
): ChangedBadges {
  const [gone, fewer]: [Badge[], Badge[]] = [[], []];
  for (const badge of badges) {
    const left = badge.numbers.filter((number) => !gone_numbers.has(number));
    if (left.length === 0) gone.push(badge);
    else if (left.length < badge.numbers.length) {
      // As wide as before, to cover the badge beneath.
      fewer.push({ ...badge, ...letterBadge(left), width_px: badge.width_px });
    }
  }
  return { gone, fewer };
}
