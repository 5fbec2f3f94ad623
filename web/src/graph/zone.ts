/**
 * The time zone for writing and reading times, and the format of days and numbers. A wall time is what the
 * zone's clocks show, in milliseconds since 1970 as if it were UTC: its days and hours are whole multiples.
 */
import { signal } from "@preact/signals";

/** Name in the time zone database: `Europe/Paris`. */
export const zone = signal("UTC");
/** For numbers and days: `fr-FR`. */
export const locale = signal("en-GB");

const DAY_MS = 86_400_000;
/** Offsets change only at quarters of an hour. */
const CELL_MS = 900_000;
const KEPT_MAX = 10_000;

let kept_zone = "UTC";
let kept = new Map<number, number>();
let format: Intl.DateTimeFormat | null = null;

/** How far the zone's clocks are ahead of UTC, ms. */
function offsetAt(time_ms: number): number {
  const name = zone.value;
  if (name === "UTC" || !Number.isFinite(time_ms)) return 0;
  if (name !== kept_zone || kept.size > KEPT_MAX) {
    kept = new Map();
    kept_zone = name;
    format = null;
  }
  const cell = Math.floor(time_ms / CELL_MS);
  const known = kept.get(cell);
  if (known !== undefined) return known;
  const offset_ms = askOffset(name, cell * CELL_MS);
  kept.set(cell, offset_ms);
  return offset_ms;
}

function askOffset(timeZone: string, time_ms: number): number {
  format ??= new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const parts = new Map(format.formatToParts(time_ms).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const day_ms = Date.UTC(of("year"), of("month") - 1, of("day"));
  return day_ms + ((of("hour") * 60 + of("minute")) * 60 + of("second")) * 1000 - time_ms;
}

export function wallOf(time_ms: number): number {
  return time_ms + offsetAt(time_ms);
}

/**
 * The first and the last moment at which the zone's clocks show a wall time: they differ in an hour that the
 * clocks repeat. A wall time that the clocks skip is later by as much as they are put forward.
 */
export function momentsOfWall(wall_ms: number): readonly [number, number] {
  const [before, after] = [offsetAt(wall_ms - DAY_MS), offsetAt(wall_ms + DAY_MS)];
  if (before === after) return [wall_ms - before, wall_ms - before];
  const found = [wall_ms - before, wall_ms - after].filter((ms) => wallOf(ms) === wall_ms);
  const [first = wall_ms - before, last = first] = found;
  return [first, last];
}

/** Of two moments the one nearest to `near_ms`, else the first. */
export function timeOfWall(wall_ms: number, near_ms = -Infinity): number {
  const [first, last] = momentsOfWall(wall_ms);
  return Math.abs(last - near_ms) < Math.abs(first - near_ms) ? last : first;
}

/** `days` later by the zone's clocks: at the same time of day, even if they change in between. */
export function addDays(time_ms: number, days: number): number {
  return timeOfWall(wallOf(time_ms) + days * DAY_MS, time_ms + days * DAY_MS);
}

/** The start of a time's day. */
export function startOfDay(time_ms: number): number {
  return timeOfWall(Math.floor(wallOf(time_ms) / DAY_MS) * DAY_MS, time_ms);
}

/** `Paris` of `Europe/Paris`. */
export function nameZone(): string {
  return (zone.value.split("/").at(-1) ?? "").replaceAll("_", " ");
}

/** A time field's label, with the zone that it is read in. */
export function withZone(label: string): string {
  return `${label} (${nameZone()})`;
}

/** With `digits` after the point, in the reader's format. */
export function printNumber(value: number, digits: number): string {
  return value.toLocaleString(locale.value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
}
