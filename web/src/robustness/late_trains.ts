/** What tried days tell of the trains and stations on the graph. */
import { computed } from "@preact/signals";
import { paletteOf } from "../graph/drawing/palette.ts";
import type { Run } from "../graph/runs.ts";
import { formOf, type Waypoint } from "../state/edits/edit.ts";
import { planOf } from "../state/edits/foreseen.ts";
import { selected_key } from "../state/selection.ts";
import { placeOnAxis } from "../state/stations/waypoints.ts";
import { findTrain } from "../state/timetable.ts";
import { is_dark } from "../state/view.ts";
import { nameOfDayStop, nameOfDayTrain } from "../today/day_names.ts";
import { runOf } from "../today/today.ts";
import { bandColours, type LateStop, listBands } from "./bands.ts";
import {
  isStored,
  type StoredName,
  shareOf,
  type TriedDays,
  type TriedTrain,
  tried,
} from "./tried_days.ts";

interface DrawnTrain {
  readonly run: Run;
  readonly name: StoredName;
  readonly stops: NonNullable<TriedTrain["stops"]>;
}

const drawn_trains = computed<readonly DrawnTrain[]>(() =>
  (tried.value?.trains ?? []).flatMap(({ train, stops = [] }) => {
    const run = isStored(train) ? runOf({ train }) : null;
    return run === null || !isStored(train) ? [] : [{ run, name: train, stops }];
  }),
);

/** Bands beneath the lines, in order of the trains. */
export const bands = computed<readonly Run[]>(() => {
  const colours = bandColours(paletteOf(is_dark.value));
  return drawn_trains.value.flatMap((one) => listBands(one.run, placeStops(one), colours));
});

function placeStops({ run, name, stops }: DrawnTrain): LateStop[] {
  const record = findTrain(name.id);
  if (record === null) return [];
  const { path } = planOf(formOf(record), name.exception_key ?? null);
  const late = new Map(stops.map(({ stop, mean_seconds }) => [stop, mean_seconds]));
  return run.passes.flatMap(({ arrival_ms, waypoint }) => {
    const id = waypoint === null ? undefined : path[waypoint]?.id;
    const late_s = id === undefined ? undefined : late.get(id);
    return late_s === undefined ? [] : [{ arrival_ms, late_s }];
  });
}

export const chosen_stops = computed(() => {
  const chosen = drawn_trains.value.find(({ run }) => run.key === selected_key.value);
  if (chosen === undefined) return null;
  const { name, stops } = chosen;
  const list = stops.map((one, i) => ({
    ...one,
    stop: one.stop ?? String(i),
    name: nameOfDayStop(name, one.stop),
  }));
  return { name: nameOfDayTrain(name), list };
});

interface Punctual {
  readonly name: string;
  /** Of the axis. */
  readonly at: number;
  arrivals: number;
  on_time: number;
}

/** By station of the axis, in its order: trains may name one station in several ways. */
function sumByStation(figures: Pick<TriedDays, "stations">): Punctual[] {
  const sums = new Map<number, Punctual>();
  for (const one of figures.stations) {
    // safe: a station is named as in a path
    const waypoint = { id: "", deleted: false, ...one.station } as Waypoint;
    const place = placeOnAxis(waypoint);
    if (place === null) continue;
    const { share: at, name } = place;
    const own = sums.get(at) ?? { name, at, arrivals: 0, on_time: 0 };
    own.arrivals += one.arrivals;
    own.on_time += one.arrivals * shareOf(one);
    sums.set(at, own);
  }
  return [...sums.values()].sort((a, b) => a.at - b.at);
}

const rateOf = ({ on_time, arrivals }: Punctual): number => on_time / Math.max(1, arrivals);

/** Shares of arrivals within three minutes, in order of the axis. */
export const stations_on_axis = computed(() => {
  const found = tried.value;
  if (found === null) return [];
  const then = new Map(
    found.after === undefined
      ? []
      : sumByStation(found.after).map((one) => [one.at, rateOf(one)] as const),
  );
  return sumByStation(found).map((one) => ({
    name: one.name,
    share: rateOf(one),
    after: then.get(one.at),
  }));
});
