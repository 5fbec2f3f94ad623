/** Fields of a form for a work or a limit, and what is stored of them. */
import { applyScale } from "../graph/axis.ts";
import { cutWay, invertScale, type Stretch } from "../graph/stretches.ts";
import type { ClosureWish } from "../state/closure_form.ts";
import type { Closure } from "../state/closure_groups.ts";
import type { placed_ways } from "../state/limits.ts";

export const DIRECTIONS = ["both", "along", "against"] as const;
type Direction = (typeof DIRECTIONS)[number];
type PlacedWays = (typeof placed_ways)["value"];

export interface ClosureForm {
  readonly kind: Closure["kind"];
  readonly name: string;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly from_km: number;
  readonly to_km: number;
  readonly direction: Direction;
  /** If it is a limit. */
  readonly speed_km_h: number;
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
    speed_km_h: Math.round((before?.speed_m_s ?? SPEED_KM_H / 3.6) * 3.6),
  };
}

/** Null: a place, time, name or speed is missing. */
export function readForm(form: ClosureForm, [forward, back]: PlacedWays): Closure | null {
  const { kind, name, from_ms, to_ms, from_km, to_km, direction, speed_km_h } = form;
  if (forward === undefined || name.trim() === "" || !(to_ms > from_ms)) return null;
  if (!(to_km > from_km)) return null;
  const is_limit = kind === "LIMIT";
  if (is_limit && !(speed_km_h >= 1 && speed_km_h <= 500)) return null;
  const shareOf = (km: number): number => applyScale(forward.scale, km * KM_MM);
  const stretch: Stretch = { from_share: shareOf(from_km), to_share: shareOf(to_km) };
  const wanted = [
    ...(direction === "against" ? [] : [forward]),
    ...(direction === "along" || back === undefined ? [] : [back]),
  ];
  const ranges = wanted.flatMap((way) => cutWay(way, stretch));
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
