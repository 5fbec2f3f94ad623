/** A part of the map in an address: latitude, longitude, zoom. */

interface MapPlace {
  readonly lon: number;
  readonly lat: number;
  readonly zoom: number;
}

const LAT_MAX = 85.0511;
const ZOOM_MAX = 24;

export function printPlace({ lon, lat, zoom }: MapPlace): string {
  return [lat.toFixed(6), lon.toFixed(6), zoom.toFixed(2)].join("_");
}

/** Null: the text is none. */
export function readPlace(text: string): MapPlace | null {
  const numbers = text.split("_").map((part) => (part === "" ? Number.NaN : Number(part)));
  const [lat = Number.NaN, lon = Number.NaN, zoom = Number.NaN] = numbers;
  const is_one =
    numbers.length === 3 &&
    Math.abs(lat) <= LAT_MAX &&
    Math.abs(lon) <= 180 &&
    zoom >= 0 &&
    zoom <= ZOOM_MAX;
  return is_one ? { lon, lat, zoom } : null;
}
