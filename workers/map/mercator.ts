/**
 * Places in the square of the world in spherical Mercator (EPSG:3857), as 32-bit whole numbers of steps from the
 * north-west corner. A step is 9 mm at the equator. A tile of zoom `z` is a square of `2^(32 - z)` steps, so every
 * computation finds a place in the same tiles.
 */
const RADIANS = Math.PI / 180;
const LAT_MAX = 85.051_128_779_806_59;
const STEPS = 2 ** 32;

/** Units along the side of a tile. */
export const TILE_EXTENT = 4096;

/** Fraction of the square's side from its western edge. */
export function mercatorX(lon: number): number {
  return (lon + 180) / 360;
}

/** Fraction of the square's side from its northern edge. Latitudes beyond it (the poles) count as its ends. */
export function mercatorY(lat: number): number {
  const clamped = Math.max(-LAT_MAX, Math.min(LAT_MAX, lat));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (clamped * RADIANS) / 2)) / (2 * Math.PI);
}

/** Converts a fraction of the square's side to steps; values beyond its ends count as the ends. */
export function toStep(fraction: number): number {
  return Math.max(0, Math.min(STEPS - 1, Math.round(fraction * STEPS)));
}

/** Steps along the side of a tile. */
export function tileSteps(zoom: number): number {
  return 2 ** (32 - zoom);
}
