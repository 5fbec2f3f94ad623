/**
 * Conflicts from what simulations answer (engine.md 7.4), literally and on objects: all requirements of a zone by
 * their begin, groups of those that still hold it, groups of equal trains joined.
 */
import { compareTexts, type Json, type ModelTrain, sortedEntries } from "./model.ts";

/** A train that runs, with the answer of its simulation. */
export interface RunningTrain extends ModelTrain {
  readonly simulation: Json;
}

export interface ModelWork {
  readonly name: string;
  readonly zones: readonly string[];
  readonly begin_ms: number;
  readonly end_ms: number;
}

export interface ModelConflict {
  readonly kind: "Spacing" | "Routing";
  readonly owners: readonly string[];
  /** Of trains, as they are told. */
  readonly names: readonly string[];
  readonly begin_ms: number;
  readonly end_ms: number;
  /** `zone begin end`, sorted. */
  readonly requirements: readonly string[];
}

interface Need {
  readonly owner: string;
  readonly begin_ms: number;
  readonly end_ms: number;
  /** How a route crosses the zone. */
  readonly way: string | null;
}

interface Group {
  readonly zone: string;
  readonly members: Need[];
}

/** A route over switches is set so long before. */
const LEAD_MS = 5000;

function listSpacing(trains: readonly RunningTrain[], works: readonly ModelWork[]) {
  const needs = new Map<string, Need[]>();
  const add = (zone: string, need: Need): void => {
    needs.set(zone, [...(needs.get(zone) ?? []), need]);
  };
  for (const { identity: owner, start_ms, simulation } of trains) {
    for (const { zone, begin_time, end_time } of simulation["final_output"].spacing_requirements) {
      add(zone, { owner, begin_ms: start_ms + begin_time, end_ms: start_ms + end_time, way: null });
    }
  }
  for (const { name: owner, zones, begin_ms, end_ms } of works) {
    for (const zone of zones) add(zone, { owner, begin_ms, end_ms, way: null });
  }
  return needs;
}

function listRouting(trains: readonly RunningTrain[]) {
  const needs = new Map<string, Need[]>();
  for (const { identity: owner, start_ms, simulation } of trains) {
    for (const { begin_time, zones } of simulation["final_output"].routing_requirements) {
      const has_switch = zones.some(({ switches }: Json) => Object.keys(switches).length > 0);
      const begin_ms = start_ms + begin_time - (has_switch ? LEAD_MS : 0);
      for (const { zone, entry_detector, exit_detector, switches, end_time } of zones) {
        const way = JSON.stringify([entry_detector, exit_detector, sortedEntries(switches)]);
        const need = { owner, begin_ms, end_ms: start_ms + end_time, way };
        needs.set(zone, [...(needs.get(zone) ?? []), need]);
      }
    }
  }
  return needs;
}

/** A train that comes back to a zone does not exclude itself from it. */
function meets(one: Need, other: Need): boolean {
  if (one.owner === other.owner) return false;
  if (one.end_ms <= other.begin_ms || other.end_ms <= one.begin_ms) return false;
  return one.way === null || one.way !== other.way;
}

function groupZone(zone: string, needs: readonly Need[]): Group[] {
  const groups: Group[] = [];
  const group_of = new Map<Need, Group>();
  let held: Need[] = [];
  for (const need of needs.toSorted((a, b) => a.begin_ms - b.begin_ms)) {
    held = held.filter(({ end_ms }) => end_ms > need.begin_ms);
    const joined = new Set<Group>();
    for (const other of held) {
      if (!meets(other, need)) continue;
      const known = group_of.get(other);
      if (known === undefined) {
        const group = { zone, members: [other, need] };
        groups.push(group);
        group_of.set(other, group);
        group_of.set(need, group);
        joined.add(group);
      } else if (!joined.has(known)) {
        joined.add(known);
        known.members.push(need);
      }
    }
    held.push(need);
  }
  return groups;
}

interface Span {
  readonly zone: string;
  readonly begin_ms: number;
  readonly end_ms: number;
}

/** Groups of equal trains and works, joined where their times overlap or touch. */
function joinGroups(groups: readonly Group[]): [owners: string[], spans: Span[]][] {
  const by_owners = new Map<string, Span[]>();
  for (const { zone, members } of groups) {
    const owners = JSON.stringify([...new Set(members.map(({ owner }) => owner))].sort());
    const begin_ms = Math.min(...members.map((one) => one.begin_ms));
    const end_ms = Math.max(...members.map((one) => one.end_ms));
    by_owners.set(owners, [...(by_owners.get(owners) ?? []), { zone, begin_ms, end_ms }]);
  }
  return [...by_owners].flatMap(([owners, spans]) => {
    const joined: [string[], Span[]][] = [];
    let end_ms = -Infinity;
    for (const span of spans.toSorted((a, b) => a.begin_ms - b.begin_ms)) {
      if (span.begin_ms > end_ms) joined.push([JSON.parse(owners), []]);
      joined.at(-1)?.[1].push(span);
      end_ms = Math.max(end_ms, span.end_ms);
    }
    return joined;
  });
}

/** Trains in their order, then works. */
export function detectConflicts(
  trains: readonly RunningTrain[],
  works: readonly ModelWork[],
): ModelConflict[] {
  const names = new Map(trains.map(({ identity, name }) => [identity, name]));
  const kinds = [
    ["Spacing", listSpacing(trains, works)],
    ["Routing", listRouting(trains)],
  ] as const;
  return kinds.flatMap(([kind, needs]) => {
    const groups = [...needs].flatMap(([zone, own]) => groupZone(zone, own));
    const of_trains = joinGroups(groups).filter(([owners]) => owners.some((one) => names.has(one)));
    return of_trains.map(([owners, spans]) => ({
      kind,
      owners,
      names: owners.map((one) => names.get(one) ?? one).sort(),
      begin_ms: Math.min(...spans.map((one) => one.begin_ms)),
      end_ms: Math.max(...spans.map((one) => one.end_ms)),
      requirements: spans
        .map(({ zone, begin_ms, end_ms }) => `${zone} ${begin_ms} ${end_ms}`)
        .sort(),
    }));
  });
}

/** What makes two conflicts the same. */
export function identify({ kind, owners, requirements }: ModelConflict): string {
  return JSON.stringify([kind, owners, requirements]);
}

/** A conflict as text. */
export function spell({ kind, names, begin_ms, end_ms, requirements }: ModelConflict): string {
  return JSON.stringify([kind, names, begin_ms, end_ms, requirements]);
}

function nameOccurrence(own: string, { index, exception_key }: Json): string {
  const key = exception_key === undefined ? "" : ` key ${exception_key}`;
  return index === undefined ? `${own} +${key}` : `${own} #${index}${key}`;
}

/** An answered conflict as the same text. */
export function spellAnswered(conflict: Json): string {
  const names = [
    ...conflict["train_ids"].map((id: number) => `schedule ${id}`),
    ...conflict["paced_train_occurrence_ids"].map((one: Json) =>
      nameOccurrence(`paced ${one["paced_train_id"]}`, one),
    ),
    ...conflict["work_schedule_ids"].map((id: number) => `work ${id}`),
    ...(conflict["added_trains"] ?? []).map((one: Json) =>
      "index" in one || "exception_key" in one
        ? nameOccurrence(`added ${one["change"]}`, one)
        : `added ${one["change"]}`,
    ),
  ];
  const requirements = conflict["requirements"].map(
    ({ zone, start_time, end_time }: Json) =>
      `${zone} ${Date.parse(start_time)} ${Date.parse(end_time)}`,
  );
  return spell({
    kind: conflict["conflict_type"],
    owners: [],
    names: names.sort(compareTexts),
    begin_ms: Date.parse(conflict["start_time"]),
    end_ms: Date.parse(conflict["end_time"]),
    requirements: requirements.sort(),
  });
}
