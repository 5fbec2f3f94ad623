/** What the map shows of trains and of the timetable: the moment, who is where, what hinders, what was clicked. */
import { computed, effect, signal } from "@preact/signals";
import { isAbort } from "../api/client.ts";
import type { Axis, TrackRange, Way } from "../graph/axis.ts";
import { applyScale } from "../graph/axis.ts";
import type { Conflict } from "../graph/drawing/marks.ts";
import { shareOfRunAt } from "../graph/runs.ts";
import type { Area } from "../graph/viewport.ts";
import { parameters, setParameters } from "../state/address.ts";
import { found, found_run } from "../state/asked/request.ts";
import { graph_data, ways, works } from "../state/graph.ts";
import { infra_version, told_change } from "../state/records/network.ts";
import { selected_data } from "../state/selection.ts";
import { explain } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { viewport, visible_conflicts, visible_runs } from "../state/view.ts";
import { chosen_closures } from "../works/chosen_closures.ts";
import { askMetadata, type Metadata } from "./style/tile_sources.ts";
import { noteChange } from "./tile_versions.ts";
import { loadTracks } from "./track_store.ts";
import { cutTrack, placeOn, type Spot, type Track } from "./tracks.ts";

export const map_fault = signal<string | null>(null);

/** Until it rests: a browser refuses more than a few changes of the address a second. */
const moving_ms = signal<number | null>(null);

/** The moment that is shown: the middle of the graph until one is chosen. */
export const map_ms = computed(() => {
  const chosen_ms = moving_ms.value ?? Date.parse(`${parameters.at.value}Z`);
  const { from_ms, to_ms } = viewport.value;
  return Number.isNaN(chosen_ms) ? (from_ms + to_ms) / 2 : chosen_ms;
});

const ADDRESS_DELAY_MS = 400;
let timer: ReturnType<typeof setTimeout> | undefined;

export function setMoment(time_ms: number): void {
  moving_ms.value = time_ms;
  clearTimeout(timer);
  timer = setTimeout(() => {
    setParameters({ at: new Date(time_ms).toISOString().slice(0, 19) });
    moving_ms.value = null;
  }, ADDRESS_DELAY_MS);
}

function tellFault(error: unknown): void {
  if (!isAbort(error)) map_fault.value = explain(error);
}

/** Of the network's layers; null: not known yet. Another content has other tiles. */
export const metadata = signal<Metadata | null>(null);

effect(() => {
  const told = told_change.value;
  if (told !== null) noteChange(told.infra_id, told.data);
});

effect(() => {
  const [infra_id, version] = [setting.value?.infra_id ?? null, infra_version.value];
  if (infra_id === null || version === null) return undefined;
  const ending = new AbortController();
  map_fault.value = null;
  askMetadata(infra_id, version, ending.signal).then((told) => {
    metadata.value = told;
  }, tellFault);
  return () => ending.abort();
});

const axis = computed(() => graph_data.value?.axis ?? null);
const chosen_ranges = computed(() => selected_data.value?.path?.track_section_ranges ?? []);
const found_ranges = computed(() => found.value?.path.track_section_ranges ?? []);

/** Tracks that something is placed on: those of the axis, of the chosen paths, and of works and limits. */
const needed = computed(() => {
  const known = axis.value;
  const ways_of_axis = known === null ? [] : [known.forward, ...(known.back ? [known.back] : [])];
  const paths = [...chosen_ranges.value, ...found_ranges.value];
  const closed = chosen_closures.value.flatMap(({ ranges }) => ranges);
  const ranges = [...ways_of_axis.flatMap((way) => way.ranges), ...paths, ...closed];
  const ids = ranges.map(({ track_section }) => track_section);
  return [...new Set(ids)].sort();
});

export type Tracks = ReadonlyMap<string, Track>;
export const tracks = signal<Tracks>(new Map());

effect(() => {
  const [infra_id, version, ids] = [
    setting.value?.infra_id ?? null,
    infra_version.value,
    needed.value,
  ];
  if (infra_id === null || version === null || ids.length === 0) return undefined;
  const ending = new AbortController();
  loadTracks({ infra_id, version }, ids, ending.signal).then((loaded) => {
    tracks.value = loaded;
  }, tellFault);
  return () => ending.abort();
});

/** Lines of the chosen train's path, and of the found one's. */
export const path_lines = computed(() => linesOfRanges(tracks.value, chosen_ranges.value));
export const found_lines = computed(() => linesOfRanges(tracks.value, found_ranges.value));

type Range = Pick<TrackRange, "track_section" | "begin" | "end">;

export function linesOfRanges(known: Tracks, ranges: readonly Range[]): Spot[][] {
  return ranges.flatMap(({ track_section, begin, end }) => {
    const track = known.get(track_section);
    return track === undefined ? [] : [cutTrack(track, begin / 1000, end / 1000)];
  });
}

export interface Dot {
  readonly key: string;
  readonly name: string;
  readonly category: string;
  readonly lon: number;
  readonly lat: number;
  readonly near: string;
}

/** Trains of the graph that are on the way at the moment, at their places on the axis' tracks. */
export const dots = computed<readonly Dot[]>(() => {
  const [known, data, time_ms] = [tracks.value, graph_data.value, map_ms.value];
  if (known.size === 0 || data === null) return [];
  const found = found_run.value;
  const listed = found === null ? visible_runs.value : [...visible_runs.value, found];
  return listed.flatMap((run): Dot[] => {
    const share = shareOfRunAt(run, time_ms);
    if (share === null) return [];
    const spot = spotOfShare(known, data.axis, share, run.is_back);
    if (spot === null) return [];
    const { key, name, category } = run;
    return [{ key, name, category, ...spot, near: nearestStation(share) }];
  });
});

function nearestStation(share: number): string {
  const [way, data] = [ways.value[0], graph_data.value];
  if (way === undefined || data === null) return "";
  let best = { name: "", far: Infinity };
  for (const { name, position_mm } of data.axis.forward.stations) {
    const far = Math.abs(applyScale(way.scale, position_mm) - share);
    if (far < best.far) best = { name, far };
  }
  return best.name;
}

/** From shares of the axis to positions on each way. */
const inverses = computed(() =>
  ways.value.map(({ scale: { from, to } }) => {
    const is_falling = (to.at(-1) ?? 0) < (to[0] ?? 0);
    return is_falling ? { from: to.toReversed(), to: from.toReversed() } : { from: to, to: from };
  }),
);

/** The place of a share of the axis, on the tracks of the way that leads in the train's direction. */
function spotOfShare(known: Tracks, axis: Axis, share: number, is_back: boolean): Place | null {
  const [forward, back] = inverses.value;
  if (forward === undefined) return null;
  if (!is_back || back === undefined || axis.back === null) {
    return spotOnWay(known, axis.forward, applyScale(forward, share));
  }
  return spotOnWay(known, axis.back, applyScale(back, share));
}

interface Place {
  readonly lon: number;
  readonly lat: number;
}

function spotOnWay(known: Tracks, { ranges }: Way, position_mm: number): Place | null {
  let start_mm = 0;
  for (const { track_section, begin, end, direction } of ranges) {
    const into_mm = position_mm - start_mm;
    if (into_mm <= end - begin) {
      const at_mm = direction === "START_TO_STOP" ? begin + into_mm : end - into_mm;
      const track = known.get(track_section);
      if (track === undefined) return null;
      const [lon, lat] = placeOn(track, at_mm / 1000);
      return { lon, lat };
    }
    start_mm += end - begin;
  }
  return null;
}

export interface MapMark {
  readonly kind: "conflict" | "work";
  readonly label: string;
  readonly lon: number;
  readonly lat: number;
  readonly near: string;
  /** Of a conflict. */
  readonly conflict: Conflict | null;
}

interface Held {
  readonly area: Area;
  /** Null: a work. */
  readonly conflict: Conflict | null;
}

const HOUR_MS = 3_600_000;

/** What may hold at a moment, by its hour: looking through all conflicts takes longer than a frame leaves. */
const held_by_hour = computed(() => {
  const hours = new Map<number, Held[]>();
  const add = (areas: readonly Area[], conflict: Conflict | null): void => {
    for (const area of areas) {
      const last = Math.floor(area.to_ms / HOUR_MS);
      for (let hour = Math.floor(area.from_ms / HOUR_MS); hour <= last; hour++) {
        const held = hours.get(hour);
        if (held === undefined) hours.set(hour, [{ area, conflict }]);
        else held.push({ area, conflict });
      }
    }
  };
  for (const { areas } of works.value) add(areas, null);
  for (const conflict of visible_conflicts.value) add(conflict.areas, conflict);
  return hours;
});

/** Conflicts and works that hold at the moment, in the middle of their place on the axis. */
export const map_marks = computed<readonly MapMark[]>(() => {
  const [known, data, time_ms] = [tracks.value, graph_data.value, map_ms.value];
  if (known.size === 0 || data === null) return [];
  const told = new Set<Conflict>();
  const held = held_by_hour.value.get(Math.floor(time_ms / HOUR_MS)) ?? [];
  return held.flatMap(({ area, conflict }): MapMark[] => {
    if (area.from_ms > time_ms || area.to_ms < time_ms) return [];
    if (conflict !== null && told.has(conflict)) return [];
    const middle = (area.from_share + area.to_share) / 2;
    const spot = spotOfShare(known, data.axis, middle, false);
    if (spot === null) return [];
    if (conflict !== null) told.add(conflict);
    const label = conflict === null ? "" : String(conflict.number);
    const kind = conflict === null ? "work" : "conflict";
    return [{ kind, label, conflict, ...spot, near: nearestStation(middle) }];
  });
});
