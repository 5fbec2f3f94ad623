/**
 * Colours and lines of drawings. The colours are those of tokens.css, which canvases and files cannot read: the same values
 * (test/web/tokens.test.ts). Trains are told apart without hue too, by width and dash.
 */

export interface Palette {
  readonly background: string;
  readonly text: string;
  readonly quiet_text: string;
  readonly grid: string;
  readonly strong_grid: string;
  readonly station: string;
  readonly major: string;
  readonly conflict: string;
  readonly conflict_fill: string;
  readonly work: string;
  readonly work_fill: string;
  readonly selected: string;
  /** Around the chosen train. */
  readonly halo: string;
  readonly tried: string;
  readonly failed: string;
  readonly now: string;
  readonly requirement_fill: string;
  readonly compared: string;
  readonly limit: string;
  readonly limit_fill: string;
  readonly categories: Readonly<Record<string, string>>;
  readonly other: string;
}

const LIGHT: Palette = {
  background: "#ffffff",
  text: "#12171f",
  quiet_text: "#454f5e",
  grid: "#eceff3",
  strong_grid: "#d9dee6",
  station: "#aab4c2",
  major: "#6f7b8c",
  conflict: "#b8132f",
  conflict_fill: "#b8132f3d",
  work: "#8a5300",
  work_fill: "#8a530029",
  selected: "#12171f",
  halo: "#1f5fbf38",
  tried: "#1f5fbf",
  failed: "#b8132f",
  now: "#0b6e4f",
  requirement_fill: "#1f5fbf33",
  compared: "#7f8b9b",
  limit: "#3f5f00",
  limit_fill: "#3f5f0029",
  categories: {
    HIGH_SPEED_TRAIN: "#6d3fc0",
    INTERCITY_TRAIN: "#b8358f",
    REGIONAL_TRAIN: "#1f63c4",
    NIGHT_TRAIN: "#2c3f94",
    COMMUTER_TRAIN: "#00795a",
    FREIGHT_TRAIN: "#4a525e",
    FAST_FREIGHT_TRAIN: "#0f6f86",
    TRAM_TRAIN: "#946500",
    TOURISTIC_TRAIN: "#a8400f",
    WORK_TRAIN: "#6b2a12",
  },
  other: "#5f6a7a",
};

const DARK: Palette = {
  background: "#12161d",
  text: "#eaeef5",
  quiet_text: "#b4bdcb",
  grid: "#1c222c",
  strong_grid: "#2b3340",
  station: "#465163",
  major: "#7d8a9d",
  conflict: "#ff8b98",
  conflict_fill: "#ff8b9847",
  work: "#f2b54a",
  work_fill: "#f2b54a2e",
  selected: "#eaeef5",
  halo: "#7db3ff47",
  tried: "#7db3ff",
  failed: "#ff8b98",
  now: "#5fd3a4",
  requirement_fill: "#7db3ff42",
  compared: "#6b7789",
  limit: "#c3e07a",
  limit_fill: "#c3e07a26",
  categories: {
    HIGH_SPEED_TRAIN: "#b79bff",
    INTERCITY_TRAIN: "#f7b0de",
    REGIONAL_TRAIN: "#6aa8ff",
    NIGHT_TRAIN: "#8fa3ff",
    COMMUTER_TRAIN: "#3fc79a",
    FREIGHT_TRAIN: "#8d98a8",
    FAST_FREIGHT_TRAIN: "#5cc6dd",
    TRAM_TRAIN: "#f2cf63",
    TOURISTIC_TRAIN: "#ff9d6b",
    WORK_TRAIN: "#d9825a",
  },
  other: "#8f9aab",
};

export function paletteOf(is_dark: boolean): Palette {
  return is_dark ? DARK : LIGHT;
}

/** A look is a category, or the place in a list of what is told apart otherwise: `#0`, `#1` … */
export function colourOf({ categories, other }: Palette, look: string): string {
  const colours = Object.values(categories);
  return look[0] === "#"
    ? (colours[placeOf(look) % colours.length] ?? other)
    : (categories[look] ?? other);
}

const placeOf = (look: string): number => Number(look.slice(1));

/** When all colours are taken they come again, dashed. */
const DASHES = [[], [9, 4], [3, 3]] as const;
const COLOURS = 10;

/** Of lines of the same width one is dashed. */
const LONG_DASH = [14, 3] as const;
const LINES: Readonly<Record<string, readonly [width_px: number, dash?: readonly number[]]>> = {
  HIGH_SPEED_TRAIN: [3.25],
  INTERCITY_TRAIN: [2.75],
  NIGHT_TRAIN: [2.75, LONG_DASH],
  REGIONAL_TRAIN: [2.25],
  TOURISTIC_TRAIN: [2.25, LONG_DASH],
  WORK_TRAIN: [2, LONG_DASH],
  COMMUTER_TRAIN: [1.75],
  TRAM_TRAIN: [1.75, LONG_DASH],
  FAST_FREIGHT_TRAIN: [1.5, LONG_DASH],
  FREIGHT_TRAIN: [1.5],
};

export function dashOf(look: string): readonly number[] {
  if (look[0] === "#") return DASHES[Math.floor(placeOf(look) / COLOURS) % DASHES.length] ?? [];
  return LINES[look]?.[1] ?? [];
}

export function widthOf(look: string): number {
  return LINES[look]?.[0] ?? 1.6;
}

/** Sizes are the tokens `t-xs` and `t-sm`, and smaller ones for details. */
export function fontOf(size_px: number, weight = ""): string {
  return `${weight} ${size_px}px system-ui, sans-serif`;
}
