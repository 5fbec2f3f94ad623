/**
 * Actions on a train's form: the places of its path, and what the train does there. Each returns a new form that
 * keeps its parts consistent: what refers to a waypoint is removed with it, and margins stay in path order.
 */
import { durationMs, printDuration } from "../../graph/occurrences.ts";
import { changeEntry, type Form, type ScheduleEntry, startAt, type Waypoint } from "./edit.ts";

const ID_BYTES = 5;

/** Random, since two planners make ids independently. */
export function newWaypointId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function placeAt(operational_point: string): Waypoint {
  return { id: newWaypointId(), deleted: false, operational_point };
}

/** Inserts before the place with this index, or at the end if there is none. */
export function addPlace<One extends Form>(form: One, place: Waypoint, index: number): One {
  return keepOrder({ ...form, path: form.path.toSpliced(index, 0, place) });
}

export function removePlace<One extends Form>(form: One, at: string): One {
  const { boundaries, values } = form.margins;
  const boundary = boundaries.indexOf(at);
  // The margin of the stretch before it continues to the next boundary.
  const margins =
    boundary < 0
      ? form.margins
      : {
          boundaries: boundaries.toSpliced(boundary, 1),
          values: values.toSpliced(boundary + 1, 1),
        };
  return keepOrder({
    ...form,
    path: form.path.filter(({ id }) => id !== at),
    schedule: form.schedule.filter((entry) => entry.at !== at),
    margins,
    power_restrictions: form.power_restrictions.filter(({ from, to }) => from !== at && to !== at),
  });
}

/** Moves a place earlier (-1) or later (1) on the way. */
export function movePlace<One extends Form>(form: One, at: string, by: 1 | -1): One {
  const from = form.path.findIndex(({ id }) => id === at);
  const to = from + by;
  const place = form.path[from];
  if (place === undefined || to < 0 || to >= form.path.length) return form;
  return keepOrder({ ...form, path: form.path.toSpliced(from, 1).toSpliced(to, 0, place) });
}

export function replacePlace<One extends Form>(form: One, place: Waypoint): One {
  return { ...form, path: form.path.map((one) => (one.id === place.id ? place : one)) };
}

/** Replaces the station; what the train does there is kept. */
export function setStation<One extends Form>(
  form: One,
  at: string,
  operational_point: string,
): One {
  return replacePlace(form, { id: at, deleted: false, operational_point });
}

export type TrackReference = NonNullable<Waypoint["track_reference"]>;

/** Null: any track. A place that is given by its track has no other. */
export function setTrack<One extends Form>(
  form: One,
  at: string,
  track_reference: TrackReference | null,
): One {
  const place = form.path.find(({ id }) => id === at);
  if (place === undefined || place.track !== undefined) return form;
  const { local_track_name: _local, track_reference: _reference, ...rest } = place;
  if (track_reference === null) return replacePlace(form, rest);
  return replacePlace(form, { ...rest, track_reference });
}

/** Null: any track. */
export function trackOf({ track, local_track_name, track_reference }: Waypoint): string | null {
  if (track !== undefined) return track;
  const [name, reference] = [local_track_name ?? null, track_reference ?? null];
  if (name !== null || reference === null) return name;
  return "track_name" in reference ? reference.track_name : reference.track_id;
}

/** Null: it passes. */
export function setStop<One extends Form>(form: One, at: string, stop_ms: number | null): One {
  const change: Partial<ScheduleEntry> =
    stop_ms === null
      ? { stop_for: null, reception_signal: "OPEN" }
      : { stop_for: printDuration(stop_ms) };
  const changed = changeEntry(form, at, change);
  // A train that stops at its first place starts from standing.
  const is_start = stop_ms !== null && form.path[0]?.id === at;
  return is_start ? { ...changed, initial_speed: 0 } : changed;
}

/** Null: it arrives when it can. */
export function setArrival<One extends Form>(
  form: One,
  at: string,
  arrival_ms: number | null,
): One {
  const arrival = arrival_ms === null ? null : printDuration(Math.max(0, Math.round(arrival_ms)));
  return changeEntry(form, at, { arrival });
}

export function setSignal<One extends Form>(
  form: One,
  at: string,
  reception_signal: ScheduleEntry["reception_signal"],
): One {
  return changeEntry(form, at, { reception_signal });
}

/** What moves along when an arrival is changed. */
export type Reach = "on" | "back" | "alone";

/**
 * Makes the train later by `by_ms` at a place, where it is `now_ms` after its start: from there on
 * (all later planned arrivals move too), up to there (its start moves, later arrivals do not), or
 * only there. Null: an arrival would be before the start.
 */
export function shiftArrival<One extends Form>(
  form: One,
  at: string,
  {
    by_ms,
    now_ms,
    reach,
  }: { readonly by_ms: number; readonly now_ms: number; readonly reach: Reach },
): One | null {
  const place = form.path.findIndex(({ id }) => id === at);
  const isLater = (entry: ScheduleEntry): boolean =>
    form.path.findIndex(({ id }) => id === entry.at) > place;
  const shiftLater = (one: One, shift_ms: number): One => ({
    ...one,
    schedule: one.schedule.map((entry) => {
      if (entry.arrival === null || !isLater(entry)) return entry;
      return { ...entry, arrival: printDuration(durationMs(entry.arrival) + shift_ms) };
    }),
  });
  if (place === 0 || reach === "back") {
    // Arrivals count from the start: to stay the same they must come earlier after it.
    const moved = startAt(form, Date.parse(form.start_time) + by_ms);
    const fixed = place === 0 ? moved : setArrival(moved, at, now_ms);
    const stays = place > 0 || reach !== "on";
    const shifted = stays ? shiftLater(fixed, -by_ms) : fixed;
    return isAfterStart(shifted) ? shifted : null;
  }
  const fixed = setArrival(form, at, now_ms + by_ms);
  const shifted = reach === "on" ? shiftLater(fixed, by_ms) : fixed;
  return now_ms + by_ms >= 0 && isAfterStart(shifted) ? shifted : null;
}

function isAfterStart({ schedule }: Form): boolean {
  return schedule.every(({ arrival }) => arrival === null || !arrival.includes("-"));
}

/** Sets the margin from a place to the next boundary; adds a boundary there if needed. */
export function setMargin<One extends Form>(form: One, at: string, value: string): One {
  const { boundaries, values } = form.margins;
  if (form.path[0]?.id === at)
    return { ...form, margins: { boundaries, values: values.with(0, value) } };
  const known = boundaries.indexOf(at);
  if (known >= 0)
    return { ...form, margins: { boundaries, values: values.with(known + 1, value) } };
  const places = new Map(form.path.map(({ id }, i) => [id, i]));
  const placeOf = (id: string): number => places.get(id) ?? 0;
  const index = boundaries.findIndex((id) => placeOf(id) > placeOf(at));
  const before = index < 0 ? boundaries.length : index;
  const margins = {
    boundaries: boundaries.toSpliced(before, 0, at),
    values: values.toSpliced(before + 1, 0, value),
  };
  return { ...form, margins };
}

/** Removes the boundary: the margin of the stretch before continues. */
export function clearMargin<One extends Form>(form: One, at: string): One {
  const { boundaries, values } = form.margins;
  const known = boundaries.indexOf(at);
  if (known < 0) return form;
  const margins = {
    boundaries: boundaries.toSpliced(known, 1),
    values: values.toSpliced(known + 1, 1),
  };
  return { ...form, margins };
}

/** The margin that begins at a place; null if that of the stretch before continues. */
export function marginAt({ path, margins }: Form, at: string): string | null {
  if (path[0]?.id === at) return margins.values[0] ?? null;
  const known = margins.boundaries.indexOf(at);
  return known < 0 ? null : (margins.values[known + 1] ?? null);
}

/** Sorts boundaries and entries in path order; the first place has no arrival. */
function keepOrder<One extends Form>(form: One): One {
  const places = new Map(form.path.map(({ id }, i) => [id, i]));
  const placeOf = (id: string): number => places.get(id) ?? form.path.length;
  const { boundaries, values } = form.margins;
  // A boundary at either end would separate nothing.
  const inner = boundaries
    .map((id, i) => ({ id, value: values[i + 1] ?? "0%" }))
    .filter(({ id }) => placeOf(id) > 0 && placeOf(id) < form.path.length - 1)
    .toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
  const schedule = form.schedule
    .map((entry) => (placeOf(entry.at) === 0 ? { ...entry, arrival: null } : entry))
    .toSorted((a, b) => placeOf(a.at) - placeOf(b.at));
  const margins = {
    boundaries: inner.map(({ id }) => id),
    values: [values[0] ?? "0%", ...inner.map(({ value }) => value)],
  };
  return { ...form, schedule, margins };
}

/** Waypoint ids of a new train's ends. */
const ENDS = { from: "from", to: "to" } as const;

/** Sets the station where the train starts or ends; it stops there. */
export function setEnd<One extends Form>(form: One, end: keyof typeof ENDS, station: string): One {
  const known = end === "from" ? form.path[0] : form.path.at(-1);
  const is_there = form.path.length > 1 || known?.id === ENDS[end];
  if (known !== undefined && is_there) return setStation(form, known.id, station);
  const place = { id: ENDS[end], deleted: false, operational_point: station };
  const longer = addPlace(form, place, end === "from" ? 0 : form.path.length);
  return end === "to" ? setStop(longer, place.id, 0) : longer;
}

/** Index at which a place is inserted: by the shares of the axis, else before the last place. */
export function indexBetween(shares: readonly (number | null)[], share: number | null): number {
  const [first = null, last = null] = [shares[0], shares.at(-1)];
  const before_last = Math.max(0, shares.length - 1);
  if (share === null || first === null || last === null) return before_last;
  const found = shares.findIndex(
    (one, i) => i > 0 && one !== null && (last > first ? one > share : one < share),
  );
  return found < 0 ? before_last : found;
}
