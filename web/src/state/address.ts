/** What is looked at, as the address after `#`: a link opens the same view. */
import { signal } from "@preact/signals";

export const TABS = ["graph", "train", "map", "request"] as const;
export type Tab = (typeof TABS)[number];

/** Names of what an address may hold beside the timetable and the tab. */
export const PARAMETERS = [
  "infra",
  "profiles",
  "works",
  "limits",
  "axis",
  "spacing",
  "view",
  "train",
  "search",
  "category",
  "stock",
  "label",
  "direction",
] as const;
export type Parameter = (typeof PARAMETERS)[number];

export interface Address {
  /** Null: the start. */
  readonly timetable_id: number | null;
  readonly tab: Tab;
  readonly parameters: Readonly<Partial<Record<Parameter, string>>>;
}

const PLACE = /^#?\/timetable\/(\d+)(?:\/(\w+))?(?:\?(.*))?$/;

export function readAddress(hash: string): Address {
  const [, id, tab, query = ""] = PLACE.exec(hash) ?? [];
  if (id === undefined) return { timetable_id: null, tab: "graph", parameters: {} };
  const sent = new URLSearchParams(query);
  const parameters: Partial<Record<Parameter, string>> = {};
  for (const name of PARAMETERS) {
    const value = sent.get(name);
    if (value !== null && value !== "") parameters[name] = value;
  }
  const known = TABS.find((one) => one === tab) ?? "graph";
  return { timetable_id: Number(id), tab: known, parameters };
}

export function printAddress({ timetable_id, tab, parameters }: Address): string {
  if (timetable_id === null) return "#/";
  const query = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = parameters[name];
    if (value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return `#/timetable/${timetable_id}/${tab}${text === "" ? "" : `?${text}`}`;
}

export const address = signal(readAddress(location.hash));

addEventListener("hashchange", () => {
  address.value = readAddress(location.hash);
});

/** Opens another view; Back returns. */
export function open(next: Address): void {
  location.hash = printAddress(next);
  // The event comes later: what is changed until then must not bring the old place back.
  address.value = readAddress(location.hash);
}

export function openTab(tab: Tab): void {
  open({ ...address.peek(), tab });
}

/** Changes details of the same view: no step for Back. An empty text takes a detail away. */
export function setParameters(changes: Readonly<Partial<Record<Parameter, string>>>): void {
  const { parameters, ...place } = address.peek();
  const next = { ...place, parameters: { ...parameters, ...changes } };
  const text = printAddress(next);
  history.replaceState(null, "", text);
  address.value = readAddress(text);
}

/** A parameter that is an id; null: absent, or none. */
export function idOf(name: Parameter): number | null {
  const id = Number(address.value.parameters[name] ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
