/**
 * Rules between the parts of a train: the schedule, the margins and the power restrictions refer to
 * waypoints by id (specification, "Timetable and train schedule"; interface.md 8.2). Order along
 * the path, increasing arrivals and the existence of the rolling stock are not checked: they decide
 * whether a train is valid, not whether it can be stored.
 */
import type { ReferenceFault } from "./fault_issues.ts";

/** The fault of an initial speed when the train starts at a stop. */
export const MOVING_AT_STOP = "must be zero when the train starts at a stop";

interface TrainParts {
  readonly path: readonly { readonly id: string }[];
  readonly schedule: readonly {
    readonly at: string;
    readonly arrival: string | null;
    readonly stop_for: string | null;
    readonly reception_signal: string;
  }[];
  readonly margins: { readonly boundaries: readonly string[]; readonly values: readonly string[] };
  readonly power_restrictions: readonly { readonly from: string; readonly to: string }[];
  readonly initial_speed: number;
}

/** All broken rules of a train, in the order of its fields. */
export function listReferenceFaults(train: TrainParts): ReferenceFault[] {
  const faults: ReferenceFault[] = [];
  const ids = new Set<string>();
  for (const [i, { id }] of train.path.entries()) {
    if (ids.has(id))
      faults.push({ path: ["path", i, "id"], reason: `duplicate waypoint id '${id}'` });
    ids.add(id);
  }
  checkSchedule(train, ids, faults);
  checkMargins(train, ids, faults);
  for (const [i, { from, to }] of train.power_restrictions.entries()) {
    if (!ids.has(from)) faults.push(unknownId(["power_restrictions", i, "from"], from));
    if (!ids.has(to)) faults.push(unknownId(["power_restrictions", i, "to"], to));
  }
  if (train.initial_speed > 0 && startsAtStop(train)) {
    faults.push({ path: ["initial_speed"], reason: MOVING_AT_STOP });
  }
  return faults;
}

/** Whether a train stops at its first waypoint. */
export function startsAtStop({ path, schedule }: Pick<TrainParts, "path" | "schedule">): boolean {
  const first_point = schedule.find((point) => point.at === path[0]?.id);
  return (first_point?.stop_for ?? null) !== null;
}

function checkSchedule(
  train: TrainParts,
  ids: ReadonlySet<string>,
  faults: ReferenceFault[],
): void {
  const first_id = train.path[0]?.id;
  const seen = new Set<string>();
  for (const [i, point] of train.schedule.entries()) {
    if (!ids.has(point.at)) faults.push(unknownId(["schedule", i, "at"], point.at));
    if (seen.has(point.at)) {
      const reason = `two schedule points at waypoint '${point.at}'`;
      faults.push({ path: ["schedule", i, "at"], reason });
    }
    seen.add(point.at);
    if (point.at === first_id && point.arrival !== null && point.arrival !== "PT0S") {
      const reason = "must be PT0S at the first waypoint";
      faults.push({ path: ["schedule", i, "arrival"], reason });
    }
    if (point.reception_signal !== "OPEN" && point.stop_for === null) {
      const reason = `${point.reception_signal} needs stop_for`;
      faults.push({ path: ["schedule", i, "reception_signal"], reason });
    }
  }
}

function checkMargins(train: TrainParts, ids: ReadonlySet<string>, faults: ReferenceFault[]): void {
  const { boundaries, values } = train.margins;
  for (const [i, id] of boundaries.entries()) {
    if (!ids.has(id)) faults.push(unknownId(["margins", "boundaries", i], id));
  }
  if (values.length !== boundaries.length + 1) {
    const reason = `${boundaries.length} boundaries need ${boundaries.length + 1} values`;
    faults.push({ path: ["margins", "values"], reason });
  }
}

function unknownId(path: readonly (string | number)[], id: string): ReferenceFault {
  return { path, reason: `no waypoint '${id}' in the path` };
}
