/**
 * The last step of a compilation: numbers speed limits and strings in the order in which the
 * finished sections refer to them, drops unused ones, and sorts by names. So the bytes of a network
 * depend only on its document, not on the way in which it was compiled.
 */

import { hashBytes, type Infra, type InfraTables } from "../infra.ts";
import { NONE, type SectionName } from "../layout.ts";
import { NO_LIMIT } from "../speed_limits.ts";
import {
  type Draft,
  type DraftTables,
  orderByKey,
  type StringSections,
  type Strings,
  setSection,
} from "./draft.ts";
import { isSameSection, keep } from "./kept_tables.ts";

/** Sections of strings, in the order that numbers them. */
const STRING_SECTIONS = [
  "trackName",
  "trackLocalName",
  "electrificationVoltage",
  "limitTag",
  "opName",
  "opTrigram",
  "opSecondaryCode",
  "partJson",
  "detectorName",
  "zoneName",
  "nodeName",
  "configName",
  "routeName",
  "signalName",
  "blockName",
  "voltageSetItems",
] as const satisfies readonly SectionName[];

/** Orders that depend only on the names. */
const NAME_ORDERS = ["tracksByName", "opsByName", "opsByTrigram", "routesByName"] as const;

/** The speed limits that pieces refer to. */
export interface LimitTable {
  readonly count: number;
  /** Writes the limits of these ids. */
  write(tables: DraftTables, ids: readonly number[], textOf: (tag: number) => string): void;
}

/** `known`: the network that this one was compiled from. */
export function finishTables(draft: Draft, limits: LimitTable, known?: Infra): InfraTables {
  const { tables, strings } = draft;
  writeLimits(draft, limits);
  if (known !== undefined && hasNamesOf(tables, known)) {
    keep(tables, known, [...STRING_SECTIONS, ...NAME_ORDERS]);
    const { stringBytes, stringStart, stringSlots } = known;
    return { ...tables, stringBytes, stringStart, stringSlots };
  }
  const kept = numberStrings(draft);
  sortVoltageSets(draft);
  for (const track of orderByKey(tables.trackName, NONE)) tables.tracksByName.push(track);
  for (const op of orderByKey(tables.opName, NONE)) tables.opsByName.push(op);
  for (const op of orderByKey(tables.opTrigram, NONE)) tables.opsByTrigram.push(op);
  for (const route of orderByKey(tables.routeName, NONE)) tables.routesByName.push(route);
  const { stringBytes, stringStart, stringSlots } =
    strings.asWritten(kept) ?? encodeStrings(strings, kept);
  return { ...tables, stringBytes, stringStart, stringSlots };
}

/** Whether all names are those of the known network. */
function hasNamesOf(tables: DraftTables, known: Infra): boolean {
  return STRING_SECTIONS.every((name) => isSameSection(tables[name], known, name));
}

/** Writes new sections instead of renumbering in place: finished sections may belong to another network. */
function writeLimits({ tables, strings }: Draft, limits: LimitTable): void {
  const { speedLimit } = tables;
  const next = new Uint32Array(limits.count).fill(NONE);
  next[NO_LIMIT] = NO_LIMIT;
  const kept = [NO_LIMIT];
  const numbered = new Uint32Array(speedLimit.length);
  for (let i = 0; i < numbered.length; i++) {
    const limit = speedLimit[i]!;
    if (next[limit] === NONE) {
      next[limit] = kept.length;
      kept.push(limit);
    }
    numbered[i] = next[limit]!;
  }
  setSection(tables, "speedLimit", numbered);
  limits.write(tables, kept, (tag) => strings.at(tag));
}

/** Returns the used strings in their new order, starting with the empty one. */
function numberStrings({ tables, strings }: Draft): readonly number[] {
  const next = new Uint32Array(strings.count).fill(NONE);
  next[0] = 0;
  const kept = [0];
  for (const name of STRING_SECTIONS) {
    // A copy, so that it is always the same kind of array.
    const numbered = new Uint32Array(tables[name]);
    renumberStrings(numbered, next, kept);
    setSection(tables, name, numbered);
  }
  return kept;
}

function renumberStrings(section: Uint32Array, next: Uint32Array, kept: number[]): void {
  for (let i = 0; i < section.length; i++) {
    const string = section[i]!;
    if (string === NONE) continue;
    if (next[string] === NONE) {
      next[string] = kept.length;
      kept.push(string);
    }
    section[i] = next[string]!;
  }
}

function sortVoltageSets({ tables: { voltageSetStart, voltageSetItems } }: Draft): void {
  for (let set = 0; set + 1 < voltageSetStart.length; set++) {
    const start = voltageSetStart[set]!;
    const items = voltageSetItems.slice(start, voltageSetStart[set + 1]).sort((a, b) => a - b);
    for (let i = 0; i < items.length; i++) voltageSetItems[start + i] = items[i]!;
  }
}

function encodeStrings(strings: Strings, kept: readonly number[]): StringSections {
  let bytes_max = 0;
  for (const string of kept) bytes_max += strings.bytesOf(string);
  const bytes = new Uint8Array(bytes_max);
  const stringStart = new Uint32Array(kept.length + 1);
  let nSlots = 16;
  while (nSlots < 2 * kept.length) nSlots *= 2;
  const stringSlots = new Uint32Array(nSlots);
  for (let i = 0; i < kept.length; i++) {
    const start = stringStart[i]!;
    const end = start + strings.write(kept[i]!, bytes, start);
    stringStart[i + 1] = end;
    let slot = hashBytes(bytes, start, end) & (nSlots - 1);
    while (stringSlots[slot] !== 0) slot = (slot + 1) & (nSlots - 1);
    stringSlots[slot] = i + 1;
  }
  return { stringBytes: bytes.subarray(0, stringStart[kept.length]), stringStart, stringSlots };
}
