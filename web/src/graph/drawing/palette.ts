/** Colours of the drawing, for light and dark: at least 3:1 against the background, and told apart without hue by width and dash. */

export interface Palette {
  readonly background: string;
  readonly text: string;
  readonly quiet_text: string;
  readonly grid: string;
  readonly strong_grid: string;
  readonly conflict: string;
  readonly conflict_fill: string;
  readonly work: string;
  readonly work_fill: string;
  readonly selected: string;
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
  text: "#16212b",
  quiet_text: "#4c5a66",
  grid: "#e3e8ec",
  strong_grid: "#b4bfc8",
  conflict: "#b3112b",
  conflict_fill: "rgba(214, 32, 62, 0.30)",
  work: "#7a5c00",
  work_fill: "rgba(214, 166, 0, 0.26)",
  selected: "#0b1f33",
  tried: "#b8007f",
  failed: "#b3112b",
  now: "#0a7d4f",
  requirement_fill: "rgba(20, 110, 190, 0.20)",
  compared: "#8a6d9e",
  limit: "#3f5f00",
  limit_fill: "rgba(110, 160, 0, 0.16)",
  categories: {
    HIGH_SPEED_TRAIN: "#8c1d6b",
    INTERCITY_TRAIN: "#1a5fb4",
    REGIONAL_TRAIN: "#17784a",
    NIGHT_TRAIN: "#5b3fa8",
    COMMUTER_TRAIN: "#00727d",
    FREIGHT_TRAIN: "#8a4f00",
    FAST_FREIGHT_TRAIN: "#a04000",
    TRAM_TRAIN: "#5f7300",
    TOURISTIC_TRAIN: "#a0307a",
    WORK_TRAIN: "#6b5b3e",
  },
  other: "#4f5b66",
};

const DARK: Palette = {
  background: "#10171d",
  text: "#e8eef3",
  quiet_text: "#a9b6c1",
  grid: "#22303a",
  strong_grid: "#465866",
  conflict: "#ff7285",
  conflict_fill: "rgba(255, 84, 110, 0.34)",
  work: "#e6c14d",
  work_fill: "rgba(230, 193, 77, 0.24)",
  selected: "#ffffff",
  tried: "#ff7ad9",
  failed: "#ff7285",
  now: "#4fd39a",
  requirement_fill: "rgba(110, 180, 255, 0.26)",
  compared: "#a58bb8",
  limit: "#c3e07a",
  limit_fill: "rgba(170, 215, 60, 0.15)",
  categories: {
    HIGH_SPEED_TRAIN: "#f08fd2",
    INTERCITY_TRAIN: "#78b4ff",
    REGIONAL_TRAIN: "#5ed39b",
    NIGHT_TRAIN: "#b9a2ff",
    COMMUTER_TRAIN: "#4fd0dc",
    FREIGHT_TRAIN: "#e5a85c",
    FAST_FREIGHT_TRAIN: "#ff9966",
    TRAM_TRAIN: "#bfd45a",
    TOURISTIC_TRAIN: "#f08fc0",
    WORK_TRAIN: "#cdb98f",
  },
  other: "#a3b1bd",
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

/** Slow trains are dashed, so that they differ without colour too. */
export function dashOf(look: string): readonly number[] {
  if (look[0] === "#") return DASHES[Math.floor(placeOf(look) / COLOURS) % DASHES.length] ?? [];
  return look.includes("FREIGHT") || look === "WORK_TRAIN" ? [9, 4] : [];
}
