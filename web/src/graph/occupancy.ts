/**
 * Which trains are at a station, on which track and from when to when; and their bars in a diagram
 * with the tracks down the side and the graph's time along the top.
 */
import { printClock } from "./clock.ts";
import type { Conflict } from "./drawing/marks.ts";
import type { Run } from "./runs.ts";
import { staysOf } from "./stay.ts";
import type { Viewport } from "./viewport.ts";

export interface StationTrack {
  /** Id of its track section. */
  readonly id: string;
  /** As people call it, else its number by position: that is shown, never stored. */
  readonly name: string;
  readonly is_numbered?: true;
}

export interface Station {
  readonly id: string;
  readonly uic: number | null;
  readonly trigram: string | null;
  /** Which point it is of those that share a trigram or code, such as `BV`. */
  readonly secondary_code: string | null;
  readonly tracks: readonly StationTrack[];
}

/** How a waypoint may name its place. */
export interface Waypoint {
  readonly operational_point?: string;
  readonly uic?: number;
  readonly trigram?: string;
  readonly secondary_code?: string | null;
  readonly track?: string;
  readonly local_track_name?: string | null;
  readonly track_reference?: { readonly track_id: string } | { readonly track_name: string } | null;
}

/** The station track that a train's waypoints ask for; null if they leave it open. */
export function trackNamed(path: readonly Waypoint[], station: Station): string | null {
  for (const item of path) {
    const { track_reference = null, local_track_name = null } = item;
    if (item.track === undefined && !isAt(item, station)) continue;
    const id =
      item.track ??
      (track_reference !== null && "track_id" in track_reference ? track_reference.track_id : null);
    const name = track_reference === null ? local_track_name : trackNameOf(track_reference);
    const found = station.tracks.find(
      (one) => one.id === id || (!one.is_numbered && one.name === name),
    );
    if (found !== undefined) return found.id;
  }
  return null;
}

function trackNameOf(reference: NonNullable<Waypoint["track_reference"]>): string | null {
  return "track_name" in reference ? reference.track_name : null;
}

export function isAt(item: Waypoint, { id, uic, trigram, secondary_code }: Station): boolean {
  if (item.operational_point !== undefined) return item.operational_point === id;
  if ((item.secondary_code ?? secondary_code) !== secondary_code) return false;
  return item.uic !== undefined ? item.uic === uic : item.trigram === trigram;
}

export interface Visit {
  readonly run: Run;
  readonly from_ms: number;
  readonly to_ms: number;
  /** Id of the track; null if it is not known. */
  readonly track: string | null;
  /** Which waypoint of the train's path is here; null: none. */
  readonly waypoint: number | null;
  readonly is_stop: boolean;
  /** Its times are not known to the second. */
  readonly is_estimated: boolean;
  /** Conflicts that the train takes part in during the visit. */
  readonly conflicts: readonly Conflict[];
}

/** `08:04–08:05`; in brackets where it is estimated. */
export function printVisit({ from_ms, to_ms, is_estimated }: Visit): string {
  const [from, to] = [printClock(from_ms), printClock(to_ms)];
  const text = to === from ? from : `${from}–${to}`;
  return is_estimated ? `(${text})` : text;
}

/** The train's name, as its bar has it; in brackets where the visit is estimated. */
export function nameVisit({ run, is_estimated }: Visit): string {
  return is_estimated ? `(${run.name})` : run.name;
}

export interface Place {
  /** Id of the station. */
  readonly id: string;
  /** The track that a tried run's waypoints ask for. */
  readonly trackOf: (run: Run) => string | null;
}

/** All visits, by their start. */
export function listVisits(
  runs: readonly Run[],
  { id, trackOf }: Place,
  conflicts: readonly Conflict[],
): Visit[] {
  const of_run = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    for (const key of conflict.runs) of_run.set(key, [...(of_run.get(key) ?? []), conflict]);
  }
  const visits = runs.flatMap((run) =>
    staysOf(run, id).map(({ track, ...stay }): Visit => {
      const here = (of_run.get(run.key) ?? []).filter(
        (one) => one.from_ms <= stay.to_ms && one.to_ms >= stay.from_ms,
      );
      return { run, ...stay, track: trackOf(run) ?? track, conflicts: here };
    }),
  );
  return visits.sort((a, b) => a.from_ms - b.from_ms);
}

export interface Row {
  /** Null: the row of visits whose track is not known. */
  readonly track: StationTrack | null;
  readonly y_px: number;
}

export interface Bar {
  readonly visit: Visit;
  readonly x_px: number;
  readonly y_px: number;
  readonly width_px: number;
  readonly height_px: number;
}

export interface Diagram {
  readonly rows: readonly Row[];
  readonly bars: readonly Bar[];
  readonly height_px: number;
}

export const ROW_PX = 26;
const GAP_PX = 3;
const BAR_MIN_PX = 4;

/** One row per track, and one for unknown tracks if needed; overlapping bars of a row share its height. */
export function layOut(
  visits: readonly Visit[],
  tracks: readonly StationTrack[],
  view: Pick<Viewport, "from_ms" | "to_ms" | "width_px">,
): Diagram {
  const known = new Set(tracks.map(({ id }) => id));
  const inRow = (track: StationTrack | null) =>
    visits.filter((visit) =>
      track === null ? visit.track === null || !known.has(visit.track) : visit.track === track.id,
    );
  const listed = [...tracks, ...(inRow(null).length > 0 ? [null] : [])];
  const rows = listed.map((track, i) => ({ track, y_px: i * ROW_PX }));
  const bars = rows.flatMap(({ track, y_px }) => layRow(inRow(track), view, y_px));
  return { rows, bars, height_px: rows.length * ROW_PX };
}

function layRow(
  visits: readonly Visit[],
  view: Pick<Viewport, "from_ms" | "to_ms" | "width_px">,
  top_px: number,
): Bar[] {
  const px_per_ms = view.width_px / (view.to_ms - view.from_ms);
  const ends_px: number[] = [];
  const placed = visits.map((visit) => {
    const x_px = (visit.from_ms - view.from_ms) * px_per_ms;
    const width_px = Math.max(BAR_MIN_PX, (visit.to_ms - visit.from_ms) * px_per_ms);
    const free = ends_px.findIndex((end_px) => end_px <= x_px);
    const lane = free < 0 ? ends_px.length : free;
    ends_px[lane] = x_px + width_px;
    return { visit, x_px, width_px, lane };
  });
  const lane_px = (ROW_PX - 2 * GAP_PX) / Math.max(1, ends_px.length);
  return placed.map(({ visit, x_px, width_px, lane }) => ({
    visit,
    x_px,
    width_px,
    y_px: top_px + GAP_PX + lane * lane_px,
    height_px: lane_px,
  }));
}

/** The bar under a point; null if none. */
export function barAt(bars: readonly Bar[], x_px: number, y_px: number): Bar | null {
  const holds = (bar: Bar): boolean =>
    x_px >= bar.x_px &&
    x_px <= bar.x_px + bar.width_px &&
    y_px >= bar.y_px &&
    y_px <= bar.y_px + bar.height_px;
  return bars.find(holds) ?? null;
}

/** The visit before or after a run's; the first or last if the run has none. */
export function neighbourOf(
  visits: readonly Visit[],
  key: string | null,
  step: 1 | -1,
): Visit | null {
  const at = visits.findIndex(({ run }) => run.key === key);
  if (at < 0) return visits.at(step > 0 ? 0 : -1) ?? null;
  return visits[Math.min(visits.length - 1, Math.max(0, at + step))] ?? null;
}
