/** Conflicts and works as areas of the graph. A conflict is one shape: its contested zones over their times. */
import { applyScale, placeZone, type Scale, type Way } from "../axis.ts";
import { occurrenceKey, trainKey } from "../occurrences.ts";
import type { Area } from "../viewport.ts";

export interface SentConflict {
  readonly train_schedule_ids: readonly number[];
  readonly paced_train_occurrence_ids: readonly {
    readonly paced_train_id: number;
    readonly index?: number;
    readonly exception_key?: string;
  }[];
  readonly work_schedule_ids: readonly number[];
  /** Of a trial: which of its changes adds the train. */
  readonly added_trains?: readonly { readonly change: number }[];
  readonly start_time: string;
  readonly end_time: string;
  readonly conflict_type: "Spacing" | "Routing";
  readonly requirements: readonly {
    readonly zone: string;
    readonly start_time: string;
    readonly end_time: string;
  }[];
}

export interface Conflict {
  /** The same in graph and list, for as long as the page shows this timetable. */
  readonly number: number;
  readonly sent: SentConflict;
  readonly type: "Spacing" | "Routing";
  /** Keys of runs. */
  readonly runs: readonly string[];
  readonly from_ms: number;
  readonly to_ms: number;
  readonly zones_count: number;
  /** Its zones on the axis; empty if it is elsewhere. */
  readonly areas: readonly Area[];
}

export interface PlacedWay {
  readonly zones: ReadonlyMap<string, Way["zones"][number]>;
  readonly scale: Scale;
}

/** Numbers that do not change: from 1 by time; later conflicts take the next ones. */
export class ConflictNumbers {
  readonly #numbers = new Map<string, number>();

  /** Conflicts of the same trains and works are told apart by their order. */
  listOf(sorted: readonly SentConflict[]): number[] {
    const counts = new Map<string, number>();
    return sorted.map((conflict) => {
      const { taking_part } = readConflict(conflict);
      const count = (counts.get(taking_part) ?? 0) + 1;
      counts.set(taking_part, count);
      const key = `${taking_part} ${count}`;
      const number = this.#numbers.get(key) ?? this.#numbers.size + 1;
      this.#numbers.set(key, number);
      return number;
    });
  }
}

interface ReadConflict {
  /** Keys of runs. */
  readonly runs: readonly string[];
  /** Equal for conflicts of the same type, runs and works. */
  readonly taking_part: string;
  readonly from_ms: number;
  readonly to_ms: number;
  /** See `identify`; null: not computed yet. */
  identity: string | null;
  /** Its last placement. */
  placed: { readonly ways: readonly PlacedWay[]; readonly conflict: Conflict } | null;
}

/** Cached per conflict: a timetable has tens of thousands, and a change touches few. */
const read_conflicts = new WeakMap<SentConflict, ReadConflict>();

function readConflict(sent: SentConflict): ReadConflict {
  const known = read_conflicts.get(sent);
  if (known !== undefined) return known;
  const runs = listRuns(sent);
  const read: ReadConflict = {
    runs,
    taking_part: JSON.stringify([sent.conflict_type, runs, sent.work_schedule_ids]),
    from_ms: Date.parse(sent.start_time),
    to_ms: Date.parse(sent.end_time),
    identity: null,
    placed: null,
  };
  read_conflicts.set(sent, read);
  return read;
}

/** Keys of the runs that take part. */
export function listRuns({
  train_schedule_ids,
  paced_train_occurrence_ids,
}: SentConflict): string[] {
  return [
    ...train_schedule_ids.map(trainKey),
    ...paced_train_occurrence_ids.map((one) =>
      occurrenceKey(one.paced_train_id, one.index ?? null, one.exception_key ?? null),
    ),
  ];
}

/** All conflicts by time, each with its number and its place on the axis. */
export function placeConflicts(
  sent: readonly SentConflict[],
  ways: readonly PlacedWay[],
  numbers = new ConflictNumbers(),
): Conflict[] {
  const sorted = sent.toSorted((a, b) => readConflict(a).from_ms - readConflict(b).from_ms);
  const numbered = numbers.listOf(sorted);
  return sorted.map((conflict, i) => placeConflict(conflict, numbered[i] ?? 0, ways));
}

/** Returns the same object for as long as number and ways are the same. */
function placeConflict(sent: SentConflict, number: number, ways: readonly PlacedWay[]): Conflict {
  const read = readConflict(sent);
  const { placed, runs, from_ms, to_ms } = read;
  if (placed?.ways === ways && placed.conflict.number === number) return placed.conflict;
  const conflict: Conflict = {
    number,
    sent,
    type: sent.conflict_type,
    runs,
    from_ms,
    to_ms,
    zones_count: sent.requirements.length,
    areas: sent.requirements.flatMap((requirement) => {
      const place = placeZone(requirement.zone, ways);
      if (place === null) return [];
      const { start_time, end_time } = requirement;
      return [{ ...place, from_ms: Date.parse(start_time), to_ms: Date.parse(end_time) }];
    }),
  };
  read.placed = { ways, conflict };
  return conflict;
}

/** The conflicts after a trial. */
export function applyTrial(
  before: readonly SentConflict[],
  trial: { readonly gone: readonly SentConflict[]; readonly new: readonly SentConflict[] },
): SentConflict[] {
  const gone = new Set(trial.gone.map(identify));
  return [...before.filter((conflict) => !gone.has(identify(conflict))), ...trial.new];
}

/** Equal for the same conflict, whenever it was sent. */
export function identify(conflict: SentConflict): string {
  const read = readConflict(conflict);
  if (read.identity === null) {
    const { start_time, end_time, requirements } = conflict;
    const zones = requirements.map(({ zone }) => zone);
    read.identity = JSON.stringify([read.taking_part, start_time, end_time, zones]);
  }
  return read.identity;
}

/** The bounding box of areas; null if there are none. */
export function boxAround(areas: readonly Area[]): Area | null {
  if (areas.length === 0) return null;
  return {
    from_ms: Math.min(...areas.map(({ from_ms }) => from_ms)),
    to_ms: Math.max(...areas.map(({ to_ms }) => to_ms)),
    from_share: Math.min(...areas.map(({ from_share }) => from_share)),
    to_share: Math.max(...areas.map(({ to_share }) => to_share)),
  };
}

export interface SentWork {
  readonly type: "CATENARY" | "TRACK";
  readonly start_date_time: string;
  readonly end_date_time: string;
  readonly path_position_ranges: readonly { readonly start: number; readonly end: number }[];
}

export interface Work {
  readonly type: "CATENARY" | "TRACK";
  readonly areas: readonly Area[];
  /** Its tracks are none of the axis's ways: it is drawn lighter. */
  readonly is_beside?: boolean;
}

/** A temporary speed limit. */
export interface Limit {
  readonly speed_m_s: number;
  readonly areas: readonly Area[];
  readonly is_beside?: boolean;
}

/** The works of each way, on its scale; what both ways have appears once. */
export function placeWorks(
  sent: readonly (readonly SentWork[])[],
  ways: readonly { readonly scale: Scale }[],
): Work[] {
  const placed = ways.flatMap(({ scale }, i) =>
    (sent[i] ?? []).map(({ type, start_date_time, end_date_time, path_position_ranges }) => ({
      type,
      areas: path_position_ranges.map(({ start, end }): Area => {
        const [a, b] = [applyScale(scale, start), applyScale(scale, end)];
        return {
          from_ms: Date.parse(start_date_time),
          to_ms: Date.parse(end_date_time),
          from_share: Math.min(a, b),
          to_share: Math.max(a, b),
        };
      }),
    })),
  );
  return [...new Map(placed.map((work) => [identifyWork(work), work])).values()];
}

function identifyWork({ type, areas }: Work): string {
  const places = areas.map(({ from_ms, to_ms, from_share, to_share }) => [
    from_ms,
    to_ms,
    from_share.toFixed(4),
    to_share.toFixed(4),
  ]);
  return JSON.stringify([type, places]);
}

/** The conflict whose shape contains a point; null if none. */
export function conflictAt(
  conflicts: readonly Conflict[],
  time_ms: number,
  share: number,
): Conflict | null {
  const holds = (area: Area): boolean =>
    area.from_ms <= time_ms &&
    time_ms <= area.to_ms &&
    area.from_share <= share &&
    share <= area.to_share;
  return conflicts.find(({ areas }) => areas.some(holds)) ?? null;
}
