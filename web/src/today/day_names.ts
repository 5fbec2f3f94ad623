/** What running trains and their stops are called. */
import { formOf } from "../state/edits/edit.ts";
import { planOf } from "../state/edits/foreseen.ts";
import { nameOfOne } from "../state/selection.ts";
import { nameOfWaypoint } from "../state/stations/waypoints.ts";
import { findTrain } from "../state/timetable.ts";
import type { NamedTrain } from "./day_state.ts";
import type { Closed } from "./today.ts";

export function nameOfDayStop(train: NamedTrain, stop: string | null): string {
  const plan = planOfTrain(train);
  return plan === null || stop === null ? (stop ?? "") : nameOfWaypoint(plan, stop);
}

/** Its path and its stops, by its exception if it has one. */
export function planOfTrain({
  id,
  occurrence_key,
  exception_key,
}: NamedTrain): ReturnType<typeof planOf> | null {
  const record = findTrain(id);
  if (record === null) return null;
  const own =
    "paced" in record
      ? record.exceptions.find((one) =>
          occurrence_key === undefined
            ? one.key === exception_key
            : one.occurrence_index === occurrence_key,
        )
      : undefined;
  return planOf(formOf(record), own?.key ?? null);
}

/** Track that is closed: the section with metres where it is a part of it, or a zone. */
export function nameOfClosed({ track_range, zone = "" }: Closed): string {
  if (track_range === undefined) return zone;
  const { track_section, begin, end } = track_range;
  if (begin === undefined && end === undefined) return track_section;
  const [from, to] = [begin ?? 0, end].map((x) => (x === undefined ? "" : Math.round(x / 1000)));
  return `${track_section} (${from}–${to} m)`;
}

export function nameOfDayTrain(train: NamedTrain): string {
  const record = findTrain(train.id);
  const { occurrence_key: index = null, exception_key = null } = train;
  if (record === null) return String(train.id);
  return nameOfOne(record, { index, exception_key });
}
