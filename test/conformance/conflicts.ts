/**
 * Conformance of conflict detection: recorded requirements in, conflicts compared as sets: kind, trains,
 * works and zones equal, times to 0.1 s.
 */
import type { RecordedCase } from "../../bench/recorded/cases.ts";
import type { Networks } from "../../bench/recorded/networks.ts";
import { compareTexts, readTrains } from "../../bench/recorded/train_requirements.ts";
import {
  ConflictDetector,
  type Conflicts,
  SPACING,
} from "../../workers/engine/conflicts/detect_conflicts.ts";
import type { WorkRequirements } from "../../workers/engine/conflicts/requirement_table.ts";
import { WorkZoneFinder } from "../../workers/engine/conflicts/work_zones.ts";
import { findTrack, type Infra, stringAt } from "../../workers/engine/infra/infra.ts";
import { viewInfra } from "../../workers/tasks/infra_views.ts";
import type { CaseResult } from "./kinds.ts";
import { compareValues } from "./requirements.ts";

interface RecordedConflict {
  readonly train_ids: readonly number[];
  readonly work_schedule_ids: readonly number[];
  readonly start_time: string;
  readonly end_time: string;
  readonly conflict_type: string;
  readonly requirements: readonly {
    readonly zone: string;
    readonly start_time: string;
    readonly end_time: string;
  }[];
}

const detector = new ConflictDetector();

export function answerConflicts(
  { infra, request, response }: RecordedCase,
  networks: Networks,
): CaseResult {
  const network = viewInfra(networks.open(infra));
  const trains = readTrains(network, request.trains_requirements);
  const works = readWorks(network, request.work_schedules);
  const detected = detector.detect(network, trains.requirements, works.requirements);
  if (!detected.ok) return { answer: detected, problems: [detected.error.kind], deviations: {} };
  const conflicts = describe(network, detected.value, trains.ids, works.ids);
  const { problems, time_ms } = compareValues(
    canonical(conflicts),
    canonical(response.conflicts.filter(isOfTwo)),
    "conflicts",
  );
  return { answer: { conflicts }, problems, deviations: { time_ms } };
}

/** The recorded detection lets a train that comes back to a zone exclude itself from it (decisions.md). */
function isOfTwo({ train_ids, work_schedule_ids }: RecordedConflict): boolean {
  return train_ids.length + work_schedule_ids.length > 1;
}

function readWorks(
  infra: Infra,
  recorded: RecordedCase["request"],
): { ids: number[]; requirements: WorkRequirements } {
  const ids: number[] = [];
  const columns = {
    zones: [] as number[],
    works: [] as number[],
    begins: [] as number[],
    ends: [] as number[],
  };
  const finder = new WorkZoneFinder(infra);
  for (const [id, work] of Object.entries<RecordedCase["request"]>(
    recorded?.work_schedule_requirements ?? {},
  )) {
    const ranges: { track_section: string; begin: number; end: number }[] = work.track_ranges;
    const zones = finder.find(
      Uint32Array.from(ranges, ({ track_section }) => findTrack(infra, track_section)),
      Float64Array.from(ranges, ({ begin }) => begin),
      Float64Array.from(ranges, ({ end }) => end),
    );
    const start_ms = Date.parse(recorded.start_time);
    for (const zone of zones) {
      columns.zones.push(zone);
      columns.works.push(ids.length);
      columns.begins.push(start_ms + work.start_time);
      columns.ends.push(start_ms + work.end_time);
    }
    ids.push(Number(id));
  }
  return {
    ids,
    requirements: {
      zones: Uint32Array.from(columns.zones),
      works: Uint32Array.from(columns.works),
      begins_ms: Float64Array.from(columns.begins),
      ends_ms: Float64Array.from(columns.ends),
    },
  };
}

function describe(
  infra: Infra,
  conflicts: Conflicts,
  trainIds: readonly number[],
  workIds: readonly number[],
): RecordedConflict[] {
  const time = (ms: number): string => new Date(ms).toISOString();
  return Array.from(conflicts.kinds, (kind, c) => {
    const owners = [
      ...conflicts.owners.subarray(conflicts.ownerStart[c]!, conflicts.ownerStart[c + 1]!),
    ];
    const rows = Array.from(
      { length: conflicts.requirementStart[c + 1]! - conflicts.requirementStart[c]! },
      (_, i) => conflicts.requirementStart[c]! + i,
    );
    return {
      train_ids: owners.filter((one) => one < trainIds.length).map((one) => trainIds[one]!),
      work_schedule_ids: owners
        .filter((one) => one >= trainIds.length)
        .map((one) => workIds[one - trainIds.length]!),
      start_time: time(conflicts.begins_ms[c]!),
      end_time: time(conflicts.ends_ms[c]!),
      conflict_type: kind === SPACING ? "Spacing" : "Routing",
      requirements: rows.map((i) => ({
        zone: stringAt(infra, infra.zoneName[conflicts.requirementZones[i]!]!),
        start_time: time(conflicts.requirementBegins_ms[i]!),
        end_time: time(conflicts.requirementEnds_ms[i]!),
      })),
    };
  });
}

/** Sets as sorted lists, times as numbers; the keys of the lists tell what differs. */
function canonical(conflicts: readonly RecordedConflict[]): object {
  const entries = conflicts.map((one) => {
    const ids = (list: readonly number[]): string => [...list].sort((a, b) => a - b).join();
    const requirements = one.requirements
      .map(({ zone, start_time, end_time }) => ({
        key: zone,
        value: { start_time: Date.parse(start_time), end_time: Date.parse(end_time) },
      }))
      .sort((a, b) => compareTexts(a.key, b.key) || a.value.start_time - b.value.start_time);
    return {
      key: `${one.conflict_type} trains ${ids(one.train_ids)} works ${ids(one.work_schedule_ids)}`,
      start_time: Date.parse(one.start_time),
      end_time: Date.parse(one.end_time),
      requirements,
    };
  });
  return entries.sort((a, b) => compareTexts(a.key, b.key) || a.start_time - b.start_time);
}
