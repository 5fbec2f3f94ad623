/**
 * On which network each timetable was last looked at in this browser, and which one was used last: a timetable that is in no
 * scenario names none.
 */
import { effect } from "@preact/signals";
import { addressOf } from "../../api/client.ts";
import { parameters, printAddress, timetable_id } from "../address.ts";
import type { Place } from "../open_place.ts";
import { overview } from "./overview.ts";

const KEPT_MAX = 300;

/** Timetable and network, used last first; null: of no timetable. */
type Used = readonly [timetable_id: number | null, infra_id: number];

/** A browser may refuse to store anything, and the stored text may be anything. */
function read(): readonly Used[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? "[]");
    return Array.isArray(found) ? found.filter(isUsed) : [];
  } catch {
    return [];
  }
}

function isUsed(one: unknown): one is Used {
  if (!Array.isArray(one)) return false;
  const [timetable, infra] = one as unknown[];
  return (timetable === null || Number.isSafeInteger(timetable)) && Number.isSafeInteger(infra);
}

const keyOf = (): string => `${addressOf("/")} networks`;

/** Used since this was loaded: they are there, whether they are listed yet or not. */
const fresh = new Set<number>();

/** The next timetable is made on it; that one is opened on it again. */
export function noteNetwork(infra_id: number, timetable: number | null = null): void {
  fresh.add(infra_id);
  const others = read().filter(([id]) => id !== timetable);
  store([[timetable, infra_id], ...others]);
}

/** That timetable, which nobody opened here yet, has paths on it. */
export function noteFound(infra_id: number, timetable: number): void {
  store([...read(), [timetable, infra_id]]);
}

function store(used: readonly Used[]): void {
  try {
    localStorage.setItem(keyOf(), JSON.stringify(used.slice(0, KEPT_MAX)));
  } catch {
    // It is chosen again then.
  }
}

/** The network to open a timetable on; null: a new one. Undefined: there is none. */
export function networkFor(timetable: number | null): number | undefined {
  return networksFor(timetable)[0];
}

/** Those that a timetable may be on: the one that it was on here, or all that are listed. Null: a new one. */
export function networksFor(timetable: number | null): readonly number[] {
  const { infras = [], infra_count = 0 } = overview.peek() ?? {};
  const isThere = (id: number): boolean =>
    fresh.has(id) || infra_count > infras.length || infras.some((one) => one.id === id);
  const used = read().filter(([, infra_id]) => isThere(infra_id));
  const own = timetable === null ? used[0] : used.find(([id]) => id === timetable);
  return own === undefined ? infras.map(({ id }) => id) : [own[1]];
}

/** Where it is opened: on the network of its scenario, or the one that it was last looked at on here. */
export function addressOfPlace({ timetable_id, scenario }: Place): string {
  const infra = scenario?.infra_id ?? networkFor(timetable_id);
  const profiles = scenario?.electrical_profile_set_id ?? null;
  const shown = {
    ...(infra !== undefined && { infra: String(infra) }),
    ...(profiles !== null && { profiles: String(profiles) }),
  };
  return printAddress({ timetable_id, tab: "graph", parameters: shown });
}

/** Noted as long as the page is open, once the start has been seen. */
effect(() => {
  const [id, infra] = [timetable_id.value, Number(parameters.infra.value)];
  if (id !== null && infra > 0) noteNetwork(infra, id);
});
