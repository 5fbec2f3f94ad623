/** English texts of the first view and of the edits and forms beside it; in the reader's language as `TEXTS`. */

import { inLanguage, type Like } from "./language.ts";
import { plural } from "./plural.ts";
import { TRAIN_TEXTS } from "./train_texts.ts";

const ENGLISH = {
  ...TRAIN_TEXTS,
  title: "Marey",
  skip: "Skip to content",
  /** A timetable without a name. */
  timetable: (id: number) => `Timetable ${id}`,
  /** A train without a visible name. */
  unnamed: (id: number) => `(no name) ${id}`,
  chosen: (name: string, start: string, stock: string) => `Chosen: ${name}, ${start}, ${stock}`,
  loading: {
    idle: "",
    timetable: "Reading the timetable …",
    axis: "Finding the axis …",
    trains: "Computing the trains …",
    conflicts: "Looking for conflicts …",
  },
  banner: {
    open: "AUTHORIZATION=disabled: everybody who reaches this server may do everything.",
  },
  faults: {
    offline: "The server can't be reached. You see what it answered last.",
    unauthenticated:
      "You are not signed in, or your session has ended. If there is no page to sign in, ask the people who run this server: a gateway in front of it does that.",
    forbidden: "You may not do this.",
    roles: (roles: string) =>
      `You may not do this: it requires the role ${roles}, which an administrator can give you.`,
    level: (place: string, required: string, effective: string | null) =>
      `You may not do this: it requires the right "${required}" on this ${place}, and you have ${effective === null ? "none" : `"${effective}"`}. Its owners can give it to you.`,
    signed_out: "You are signed out. What you were editing is still here.",
    sign_in: "Sign in again",
    slow: "The server is taking a long time to answer …",
    view: "This view could not be loaded.",
    new_build: "There is a new version of this page.",
    reload: "Reload",
    busy: "The server is busy or away, or its database is. It is asked again in a moment.",
    to_start: "Back to the timetables",
  },
  session: {
    nobody: "not signed in",
    signed_in: (name: string) => `Signed in as ${name}`,
    roles: (roles: string) => `Roles: ${roles}`,
    no_roles: "no roles",
  },
  tabs: { graph: "Train graph", train: "Train", map: "Map", request: "Short term" },
  setting: {
    infra: "Network",
    profiles: "Electrical profiles",
    works: "Works",
    limits: "Temporary limits",
    none: "none",
    marked: "just changed by somebody",
    denied: "You may not read this network any longer.",
    deleted: "This network was deleted.",
    gone: {
      works: "These works were deleted: the trains are shown without them.",
      limits: "These temporary limits were deleted: the trains are shown without them.",
    },
    without_effect: (first: string) =>
      `Some of the works or temporary limits have no effect here: they are on no track of this network, or beyond its end (the first: ${first}).`,
  },
  graph: {
    label:
      "Train graph. Arrow keys move, plus and minus zoom, 0 fits, n goes to now, square brackets choose a train, t draws a new one, Enter opens it, d duplicates, F2 renames and Delete deletes it, u takes back and U does again what was stored, Alt with left and right moves it, h chooses one of its stops to be moved instead.",
    fit: "Fit",
    fit_train: "Zoom to train",
    zoom_in: "Zoom in",
    zoom_out: "Zoom out",
    day_before: "Day before",
    day_after: "Day after",
    now: "Now",
    spacing: "Even stations",
    base_runs: "Base runs",
    lists: "Trains and conflicts",
    axis: (from: string, to: string) => (from === "" ? "Axis" : `Axis: ${from} – ${to}`),
    shown: "Show",
    search: "Search trains",
    category: "Category",
    stock: "Rolling stock",
    label_filter: "Label",
    direction: "Direction",
    all: "all",
    along: "along the axis",
    against: "against it",
    trains: (n: number) => `Trains (${n})`,
    trains_awaited: "Trains",
    conflicts: (n: number) => `Conflicts (${n})`,
    conflicts_awaited: "Conflicts",
    conflicts_here: "Only those on the graph",
    no_conflicts: "No conflicts.",
    no_conflicts_here: "No conflicts in the visible part of the graph.",
    no_such_conflicts: "No conflict of this kind.",
    more_conflicts: (n: number) =>
      `… and ${n} more: zoom in and show only those on the graph to find them`,
    no_trains: "No train matches this search.",
    no_network: "There is no network that you may read, and trains need one to run.",
    empty:
      "This timetable has no trains yet. “New train”, in the list beside this, creates the first one; “Axis”, above, shows the line between two stations.",
    no_axis: "The axis that the address names is not known.",
    no_trains_here: "No train of this timetable runs between two stations of this axis.",
    clear: "Clear search and filters",
    more: (n: number) => `… and ${n} more: search to find them`,
    elsewhere: "elsewhere",
    works_count: (n: number) => plural(n, "work", "works"),
    conflict_types: { Spacing: "Spacing", Routing: "Routing" },
    no_way: "No path leads from one station to the other.",
    no_path: "This train has no path on this network, so it can't be the axis.",
    requirements: "What it occupies",
    occurrence: (index: number) => `occurrence ${index + 1}`,
    occupancy: "Station occupancy",
    now_at: (place: string) => `near ${place}`,
    station_detail: (km: string, tracks: number | undefined) =>
      `${km} km${tracks === undefined ? "" : ` · ${plural(tracks, "track", "tracks")}`}`,
  },
  /** Fields of a train's record. */
  fields: {
    arrival: "Arrival",
    category: "Category",
    comfort: "Comfort",
    exceptions: "Exceptions",
    interval: "Interval",
    constraint_distribution: "Distribution of margins",
    follows: "Comes from",
    initial_speed: "Speed at the start",
    labels: "Labels",
    locked: "Lock",
    margins: "Margins",
    numbering: "Numbers",
    options: "Options",
    path: "Path",
    power_restrictions: "Power restrictions",
    reception_signal: "Signal",
    rolling_stock_name: "Rolling stock",
    speed_limit_tag: "Speed limit tag",
    start_time: "Start",
    stop_for: "Stop",
    time_window: "Window",
    timetable_id: "Timetable",
    train_name: "Name",
  },
  move: {
    arrives: (name: string, time: string) => `arrival at ${name} ${time}`,
    stops_for: (name: string, span: string) => `stop at ${name} ${span}`,
    stored: (name: string) => `${name}: stored`,
    stored_both: (name: string) =>
      `${name}: stored, together with what somebody else has changed meanwhile`,
    deleted: (name: string) => `${name} was deleted by somebody.`,
    overtaken: (name: string, who = "Somebody else") =>
      `${who} has changed the same fields of ${name} meanwhile. Fields that only one of you has changed are kept in any case.`,
    outdated: (name: string) =>
      `Somebody has changed ${name} meanwhile, so the proposal no longer holds. Ask for another one.`,
    field_at: (field: string, place: string) => `${field} at ${place}`,
    changed_meanwhile: (name: string) =>
      `Somebody has just changed ${name}, which you are editing: your change goes on top of theirs.`,
    clashes_meanwhile: (name: string) =>
      `Somebody has just changed ${name}, also what you are changing: you are asked when you store it.`,
    before_start: (place: string) =>
      `The arrival at ${place} can't be before the train starts. Change the start first.`,
    not_allowed: "You may read this timetable, but not change it.",
    not_any_more: "You may not change this timetable any more.",
  },
  live: {
    live: "Live",
    offline: "Offline: connecting again …",
    refused: "Not live",
    none: "",
    denied: "You may not read this timetable any longer.",
    deleted: "This timetable was deleted.",
    marked: "just changed by somebody",
    outdated: "outdated",
    invalid: "no run",
    accept_all: "Accept how all trains run now",
    accepted: (n: number) => `${plural(n, "train is", "trains are")} accepted as they run now.`,
  },
  out: { heading: "Export and print" },
  /** Headings and marks of panels that are loaded when they are opened. */
  panels: {
    several: (n: number) => (n === 0 ? "Several trains" : `Several trains (${n})`),
    chosen: "chosen",
    compare: "Compare",
    compared: "compared with",
    works: "Works and limits",
  },
  close: "Close",
  reader: "Language and time zone",
} as const;

export type Texts = Like<typeof ENGLISH>;

export const TEXTS: Texts = inLanguage(ENGLISH, "texts");

/** `INTERCITY_TRAIN` → `Intercity train`; user-defined categories are not changed. */
export function nameCategory(category: string): string {
  const known: Readonly<Record<string, string>> = TEXTS.categories;
  if (Object.hasOwn(known, category)) return known[category] ?? category;
  const words = category.replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
