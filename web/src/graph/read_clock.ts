/** Times as people write them, and as fields show them: what only forms need. */
import { dayNumber, printWall, toSeconds } from "./clock.ts";
import { momentsOfWall, timeOfWall, wallOf } from "./zone.ts";

const DAY_MS = 86_400_000;

/** For a `datetime-local` input, which has no zone: to the second that `printClock` tells. */
export function printInput(time_ms: number): string {
  return printWall(toSeconds(time_ms));
}

/** NaN if the text is no time. If the clocks show it twice, the moment nearest to the known one. */
export function readInput(text: string, near_ms?: number): number {
  return timeOfWall(Date.parse(`${text}Z`), near_ms);
}

/** Stops: `1:30`, with hours `1:02:30`. */
export function printStop(stop_ms: number): string {
  const total_s = Math.round(stop_ms / 1000);
  const [h, min, s] = [Math.floor(total_s / 3600), Math.floor(total_s / 60) % 60, total_s % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(min)}:${two(s)}` : `${min}:${two(s)}`;
}

/** Reads `printStop`; a plain number is minutes, `40 s` seconds. NaN if the text is no stop. */
export function readStop(text: string): number {
  const [, only = null] = /^(\d{1,4}(?:[.,]\d{1,3})?)(?:\s*min)?$/.exec(text) ?? [];
  if (only !== null) return Math.round(Number(only.replace(",", ".")) * 60_000);
  const [, seconds = null] = /^(\d{1,6})\s*s$/.exec(text) ?? [];
  if (seconds !== null) return Number(seconds) * 1000;
  const [, h = "0", min = null, s = "0"] = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (min === null || Number(s) > 59) return Number.NaN;
  return (Number(h) * 3600 + Number(min) * 60 + Number(s)) * 1000;
}

const HALF_DAY_MS = DAY_MS / 2;

/**
 * Reads a time of day as people write it: `8:05`, `08:05:30`, `0805`, with its day as `printClockOn`
 * writes it. Without a day, or of an hour that comes twice: the moment nearest to the known one. NaN if the
 * text is no time.
 */
export function readClock(text: string, near_ms: number, on_day_of_ms = near_ms): number {
  const found =
    /^(\d{1,2})[:.h]?(\d{2})(?:[:.]?(\d{2}))?\s*([AaBb])?(?:\s*([+−-])(\d{1,3}))?$/.exec(
      text.trim(),
    );
  const [, h = "", min = "", s = "0", which, sign, days] = found ?? [];
  const momentOf = (wall_ms: number): number => {
    if (which === undefined) return timeOfWall(wall_ms, near_ms);
    return momentsOfWall(wall_ms)[which.toUpperCase() === "A" ? 0 : 1];
  };
  if (found === null || Number(h) > 23 || Number(min) > 59 || Number(s) > 59) return Number.NaN;
  const of_day_ms = (Number(h) * 3600 + Number(min) * 60 + Number(s)) * 1000;
  if (sign !== undefined) {
    const by_days = (sign === "+" ? 1 : -1) * Number(days);
    return momentOf((dayNumber(on_day_of_ms) + by_days) * DAY_MS + of_day_ms);
  }
  const near_wall_ms = wallOf(near_ms);
  let wall_ms = dayNumber(near_ms) * DAY_MS + of_day_ms;
  if (wall_ms - near_wall_ms > HALF_DAY_MS) wall_ms -= DAY_MS;
  else if (near_wall_ms - wall_ms > HALF_DAY_MS) wall_ms += DAY_MS;
  return momentOf(wall_ms);
}
