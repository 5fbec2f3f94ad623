/** What the map shows: network, camera, moment, what was clicked. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { isAbort } from "../api/client.ts";
import type { Axis, Way } from "../graph/axis.ts";
import { applyScale } from "../graph/axis.ts";
import type { Conflict } from "../graph/marks.ts";
import { shareOfRunAt } from "../graph/runs.ts";
import type { Area } from "../graph/viewport.ts";
import { parameters, setParameters } from "../state/address.ts";
import { graph_data, ways, works } from "../state/graph.ts";
import { infra_version } from "../state/network.ts";
import { found_run } from "../state/request.ts";
import { explain } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { viewport, visible_conflicts, visible_runs } from "../state/view.ts";
import type { Camera } from "./camera.ts";
import { cutTrack, loadAlong, loadNetwork, type Network, placeOn } from "./network.ts";

export const map_fault = signal<string | null>(null);
export const camera = signal<Camera>({
  x: 0.5,
  y: 0.35,
  scale: 1000,
  width_px: 800,
  height_px: 500,
});
export const picked = signal<{
  readonly kind: "track" | "signal" | "station";
  readonly id: string;
  readonly data: unknown;
} | null>(null);

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

const whole = signal<Network | null>(null);
const along_axis = signal<Network | null>(null);

/** The whole network, or what is known of it: the tracks of the graph's axis. */
export const network = computed(() => whole.value ?? along_axis.value);

/** It is read whole at wish. */
export const is_too_large = signal(false);

let loaded: string | null = null;
let work = new AbortController();

/** Reads the network when the map is first opened, when another is chosen, and when it has changed. */
effect(() => {
  const infra_id = setting.value?.infra_id ?? null;
  const wanted = `${infra_id} ${infra_version.value}`;
  if (infra_id === null || wanted === loaded) return;
  loaded = wanted;
  whole.value = null;
  readWhole(infra_id, false);
});

/** However large it is. */
export function readLarge(): void {
  const infra_id = setting.peek()?.infra_id ?? null;
  if (infra_id !== null) readWhole(infra_id, true);
}

function readWhole(infra_id: number, is_wanted: boolean): void {
  work.abort();
  work = new AbortController();
  map_fault.value = null;
  is_too_large.value = false;
  loadNetwork(infra_id, is_wanted, work.signal).then((found) => {
    whole.value = found;
    is_too_large.value = found === null;
  }, tellFault);
}

const axis = computed(() => graph_data.value?.axis ?? null);

/** The axis is there first, and stays where the whole is too large. */
effect(() => {
  const [infra_id, known] = [setting.value?.infra_id ?? null, axis.value];
  along_axis.value = null;
  if (infra_id === null || known === null) return undefined;
  const ending = new AbortController();
  loadAlong(infra_id, known, ending.signal).then((found) => {
    along_axis.value = found;
  }, tellFault);
  return () => ending.abort();
});

function tellFault(error: unknown): void {
  if (!isAbort(error)) map_fault.value = explain(error);
}

export interface Dot {
  readonly key: string;
  readonly name: string;
  readonly category: string;
  readonly x: number;
  readonly y: number;
  readonly near: string;
}

/** Trains of the graph that are on the way at the moment, at their places on the axis' tracks. */
export const dots = computed<readonly Dot[]>(() => {
  const [known, data, time_ms] = [network.value, graph_data.value, map_ms.value];
  if (known === null || data === null) return [];
  const found = found_run.value;
  const listed = found === null ? visible_runs.value : [...visible_runs.value, found];
  return listed.flatMap((run): Dot[] => {
    const share = shareOfRunAt(run, time_ms);
    if (share === null) return [];
    const spot = spotOfShare(known, data.axis, share, run.is_on_way_back);
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

/** The place of a share of the axis, on the tracks of the way that the train takes. */
function spotOfShare(
  known: Network,
  axis: Axis,
  share: number,
  is_on_way_back: boolean,
): { readonly x: number; readonly y: number } | null {
  const inverse = inverses.value[is_on_way_back ? 1 : 0];
  const way = is_on_way_back ? axis.back : axis.forward;
  return inverse === undefined || way === null
    ? null
    : spotOnWay(known, way, applyScale(inverse, share));
}

function spotOnWay(known: Network, { ranges }: Way, position_mm: number) {
  let start_mm = 0;
  for (const { track_section, begin, end, direction } of ranges) {
    const into_mm = position_mm - start_mm;
    if (into_mm <= end - begin) {
      const at_mm = direction === "START_TO_STOP" ? begin + into_mm : end - into_mm;
      return placeOn(known.tracks.get(track_section), at_mm / 1000);
    }
    start_mm += end - begin;
  }
  return null;
}

/** Lines of a way on the plane. */
export function linesOfRanges(
  known: Network,
  ranges: readonly {
    readonly track_section: string;
    readonly begin: number;
    readonly end: number;
  }[],
): number[][] {
  return ranges.flatMap(({ track_section, begin, end }) => {
    const track = known.tracks.get(track_section);
    return track === undefined ? [] : [cutTrack(track, begin / 1000, end / 1000)];
  });
}

export interface MapMark {
  readonly kind: "conflict" | "work";
  readonly label: string;
  readonly x: number;
  readonly y: number;
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
  const [known, data, time_ms] = [network.value, graph_data.value, map_ms.value];
  if (known === null || data === null) return [];
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

/** Lists beside the map follow it less often than the drawing. */
const LISTED_MS = 250;

export const listed_dots = calm(dots, LISTED_MS);
export const listed_marks = calm(map_marks, LISTED_MS);

function calm<T>(followed: ReadonlySignal<T>, apart_ms: number): ReadonlySignal<T> {
  const calmed = signal(followed.peek());
  let timer: ReturnType<typeof setTimeout> | null = null;
  let last_ms = -Infinity;
  const take = (latest: T): void => {
    timer = null;
    last_ms = performance.now();
    calmed.value = latest;
  };
  effect(() => {
    const latest = followed.value;
    const wait_ms = last_ms + apart_ms - performance.now();
    if (wait_ms <= 0) take(latest);
    else timer ??= setTimeout(() => take(followed.peek()), wait_ms);
  });
  return calmed;
}
