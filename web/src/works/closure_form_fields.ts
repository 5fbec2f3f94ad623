/** Fields of a form for a work or a limit, and what is stored of them. */
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { applyScale, type TrackRange } from "../graph/axis.ts";
import { cutWay, invertScale, type Stretch } from "../graph/stretches.ts";
import { addDays, locale, wallOf } from "../graph/zone.ts";
import type { ClosureWish } from "../state/works/closure_form.ts";
import type { Closure } from "../state/works/closure_groups.ts";
import type { placed_ways } from "../state/works/limits.ts";

export const DIRECTIONS = ["both", "along", "against"] as const;
type Direction = (typeof DIRECTIONS)[number];
type PlacedWays = (typeof placed_ways)["value"];

/** On which days of the week it is again, Monday first, and until when. */
export interface Repeat {
  readonly days: readonly boolean[];
  readonly until_ms: number;
}

export interface ClosureForm {
  readonly kind: Closure["kind"];
  readonly name: string;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly from_km: number;
  readonly to_km: number;
  readonly direction: Direction;
  /** Tracks of a station, in place of a stretch of the axis; null: the stretch. */
  readonly tracks: readonly Track[] | null;
  /** Null: once. */
  readonly repeat: Repeat | null;
  /** If it is a limit. */
  readonly speed_km_h: number;
}

/** A track, or a part of it. */
export interface Track {
  readonly id: string;
  readonly name: string;
  readonly begin_mm: number;
  readonly end_mm: number;
}

const KM_MM = 1_000_000;
const SPEED_KM_H = 40;
const MINUTE_MS = 60_000;

/** Rounds to hundreds of metres and to minutes. */
export function openForm(
  { area, before }: ClosureWish,
  [forward]: PlacedWays,
  name: string,
): ClosureForm {
  const inverse = forward === undefined ? null : invertScale(forward.scale);
  const kmOf = (share: number): number =>
    inverse === null ? 0 : Math.round((applyScale(inverse, share) / KM_MM) * 10) / 10;
  const minuteOf = (ms: number): number => Math.round(ms / MINUTE_MS) * MINUTE_MS;
  const length_km = kmOf(1);
  const within = (km: number): number => Math.min(length_km, Math.max(0, km));
  return {
    kind: before?.kind ?? "TRACK",
    name: before?.name ?? name,
    from_ms: minuteOf(area.from_ms),
    to_ms: minuteOf(area.to_ms),
    from_km: within(kmOf(area.from_share)),
    to_km: within(kmOf(area.to_share)),
    direction: "both",
    tracks: before === null || area.to_share > area.from_share ? null : tracksOf(before),
    repeat: null,
    speed_km_h: Math.round((before?.speed_m_s ?? SPEED_KM_H / 3.6) * 3.6),
  };
}

/** As parts of tracks: what was stored is stored again. */
function tracksOf({ ranges }: Closure): Track[] {
  return [...new Map(ranges.map((range) => [range.track_section, range])).values()].map(
    ({ track_section, begin, end }) => ({
      id: track_section,
      name: track_section,
      begin_mm: begin,
      end_mm: end,
    }),
  );
}

/** Null: a place, time, name or speed is missing. */
export function readForm(form: ClosureForm, ways: PlacedWays): Closure | null {
  const { kind, name, from_ms, to_ms, speed_km_h } = form;
  if (name.trim() === "" || !(to_ms > from_ms)) return null;
  const is_limit = kind === "LIMIT";
  if (is_limit && !(speed_km_h >= 1 && speed_km_h <= 500)) return null;
  const ranges = form.tracks === null ? alongAxis(form, ways) : wholeTracks(form.tracks, is_limit);
  if (ranges.length === 0) return null;
  return {
    id: null,
    kind,
    name: name.trim(),
    from_ms,
    to_ms,
    ranges: is_limit ? ranges : ranges.map((range) => ({ ...range, direction: null })),
    speed_m_s: is_limit ? speed_km_h / 3.6 : null,
  };
}

/** A work closes a track whatever its direction, a limit holds in both. */
function wholeTracks(tracks: readonly Track[], is_limit: boolean): TrackRange[] {
  const directions = ["START_TO_STOP", "STOP_TO_START"] as const;
  return tracks.flatMap(({ id, begin_mm, end_mm }) =>
    directions.slice(0, is_limit ? 2 : 1).map((direction) => ({
      track_section: id,
      begin: begin_mm,
      end: end_mm,
      direction,
    })),
  );
}

function alongAxis(
  { from_km, to_km, direction }: ClosureForm,
  [forward, back]: PlacedWays,
): TrackRange[] {
  if (forward === undefined || !(to_km > from_km)) return [];
  const shareOf = (km: number): number => applyScale(forward.scale, km * KM_MM);
  const stretch: Stretch = { from_share: shareOf(from_km), to_share: shareOf(to_km) };
  const wanted = [
    ...(direction === "against" ? [] : [forward]),
    ...(direction === "along" || back === undefined ? [] : [back]),
  ];
  return wanted.flatMap((way) => cutWay(way, stretch));
}

/** As many as one group takes at once. */
const REPEATS_MAX = 400;
/** The first of January 1970 was a Thursday. */
const FIRST_DAY = 3;

/** The same at the same time of other days, by the zone's clocks; the first day counts only if it is one of them. */
export function repeatClosure(closure: Closure, repeat: Repeat | null): Closure[] {
  if (repeat === null) return [closure];
  const found: Closure[] = [];
  for (let day = 0; found.length < REPEATS_MAX; day++) {
    const from_ms = addDays(closure.from_ms, day);
    if (!(from_ms <= repeat.until_ms)) break;
    const weekday = (Math.floor(wallOf(from_ms) / DAY_MS) + FIRST_DAY) % 7;
    if (repeat.days[weekday] === true) {
      found.push({ ...closure, from_ms, to_ms: addDays(closure.to_ms, day) });
    }
  }
  return found;
}

export const MONDAY_TO_FRIDAY: readonly boolean[] = [true, true, true, true, true, false, false];

/** Days in the reader's language, Monday first. */
export function weekdayNames(): string[] {
  return MONDAY_TO_FRIDAY.map((_one, i) =>
    new Date((i - FIRST_DAY) * DAY_MS).toLocaleDateString(locale.value, {
      weekday: "short",
      timeZone: "UTC",
    }),
  );
}
