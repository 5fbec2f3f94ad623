/** What is shown, as the address after `#`: a link opens the same view. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";

export const TABS = ["graph", "train", "map", "today", "request"] as const;
export type Tab = (typeof TABS)[number];

/** Names of what an address may hold besides the timetable and the tab. */
export const PARAMETERS = [
  "infra",
  "profiles",
  "works",
  "limits",
  "date",
  "axis",
  "spacing",
  "base",
  "beside",
  "view",
  "train",
  "occupies",
  "station",
  "at",
  "place",
  "layers",
  "search",
  "category",
  "stock",
  "label",
  "direction",
  "look",
  "hidden",
  "conflict_type",
  "conflict_train",
  "conflict_station",
  "compare",
] as const;
export type Parameter = (typeof PARAMETERS)[number];

/** What may be open when no timetable is. */
export const PAGES = ["start", "projects", "stocks", "network"] as const;
export type Page = (typeof PAGES)[number];

export interface Address {
  /** Null: a page is open instead. */
  readonly timetable_id: number | null;
  /** If absent, the start page. */
  readonly page?: Page;
  /** What is opened in it, from the outside in: ids of a project and of a study. */
  readonly opened?: readonly number[];
  readonly tab: Tab;
  readonly parameters: Readonly<Partial<Record<Parameter, string>>>;
}

const PAGE = /^#?\/(\w+)((?:\/\d+)*)(?:\?(.*))?$/;
const PLACE = /^#?\/timetable\/(\d+)(?:\/(\w+))?(?:\?(.*))?$/;

/** Parts of a parameter; null: it was not written by this page. */
export function unescapeAll(parts: readonly string[]): string[] | null {
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return null;
  }
}

export function readAddress(hash: string): Address {
  const [, id, view, query = ""] = PLACE.exec(hash) ?? [];
  if (id === undefined) {
    const [, name, ids = "", more = ""] = PAGE.exec(hash) ?? [];
    const page = PAGES.find((one) => one === name) ?? "start";
    const opened = ids.split("/").slice(1).map(Number);
    return { timetable_id: null, page, opened, tab: "graph", parameters: readQuery(more) };
  }
  const known = TABS.find((one) => one === view) ?? "graph";
  return { timetable_id: Number(id), tab: known, parameters: readQuery(query) };
}

function readQuery(query: string): Address["parameters"] {
  const sent = new URLSearchParams(query);
  const found: Partial<Record<Parameter, string>> = {};
  for (const name of PARAMETERS) {
    const value = sent.get(name);
    if (value !== null && value !== "") found[name] = value;
  }
  return found;
}

export function printAddress({
  timetable_id: id,
  page: name = "start",
  opened: ids = [],
  tab: shown,
  parameters: printed,
}: Address): string {
  const query = new URLSearchParams();
  for (const parameter of PARAMETERS) {
    const value = printed[parameter];
    if (value !== undefined && value !== "") query.set(parameter, value);
  }
  const text = query.toString();
  const page_place = name === "start" ? "#/" : `#/${[name, ...ids].join("/")}`;
  const place = id === null ? page_place : `#/timetable/${id}/${shown}`;
  return text === "" ? place : `${place}?${text}`;
}

export const address = signal(readAddress(""));

/** Each part is its own signal: readers of one do not run when another changes. */
export const timetable_id = computed(() => address.value.timetable_id);
export const page = computed(() => address.value.page ?? "start");
export const opened = computed(() => address.value.opened ?? []);
export const tab = computed(() => address.value.tab);
/** The running day is told beside the graph. */
export const is_graph = computed(() => tab.value === "graph" || tab.value === "today");
/** Empty: absent. */
export const parameters = Object.fromEntries(
  PARAMETERS.map((name) => [name, computed(() => address.value.parameters[name] ?? "")]),
) as Readonly<Record<Parameter, ReadonlySignal<string>>>;

export function followHash(): void {
  const read = (): void => {
    address.value = readAddress(location.hash);
  };
  addEventListener("hashchange", read);
  read();
}

/** Opens another view; Back returns. */
export function open(next: Address): void {
  location.hash = printAddress(next);
  // The event comes later: a change made before it must not bring the old place back.
  address.value = readAddress(location.hash);
}

export function openTab(next: Tab): void {
  open({ ...address.peek(), tab: next });
}

/**
 * Changes details of the same view without a step for Back. An empty text removes a detail. When a link has been
 * followed whose event comes later, the details are of what is left: they would bring it back.
 */
export function setParameters(changes: Readonly<Partial<Record<Parameter, string>>>): void {
  const before = address.peek();
  if (printAddress(readAddress(location.hash)) !== printAddress(before)) return;
  const next = { ...before, parameters: { ...before.parameters, ...changes } };
  const text = printAddress(next);
  history.replaceState(null, "", text);
  address.value = readAddress(text);
}

/** A parameter that is an id; null if it is absent or no id. */
export function idOf(name: Parameter): number | null {
  const id = Number(parameters[name].value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
