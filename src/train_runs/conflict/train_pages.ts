/**
 * All trains that run in a timetable, page by page. Occurrences without an exception share one train, so a
 * page of many is computed as few.
 */
import type { Context } from "../../platform/http/endpoint.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { pageRecords } from "../../timetable/train/record_pages.ts";
import type { TrainKind, TrainRecord } from "../../timetable/train/train_kind.ts";
import { TRAIN_KINDS } from "../../timetable/train/train_kinds.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import type { Contender } from "./detect_conflicts.ts";

/** Enough records to keep all threads busy, and few enough for what the most frequent ones stand for. */
const PAGE_RECORDS: Readonly<Record<TrainKind["name"], number>> = {
  train_schedule: 500,
  paced_train: 50,
};

/** Train schedules by id, then what paced trains stand for by their id and by start. */
export async function* pageTrains(
  { services, signal }: Context,
  timetable_id: number,
): AsyncGenerator<readonly Contender[]> {
  const { conflict_trains } = services.config.limits;
  let count = 0;
  for (const kind of TRAIN_KINDS) {
    const at = { timetable_id, count: PAGE_RECORDS[kind.name] };
    for await (const rows of pageRecords(services.db, kind, at)) {
      const page = (await mapInTurns(rows, signal, (row) => expand(kind, row))).flat();
      count += page.length;
      if (count > conflict_trains) throw tooManyTrains(count, conflict_trains);
      yield page;
    }
  }
}

function expand(kind: TrainKind, { id, record }: TrainRecord): Contender[] {
  return kind.listRunningTrains(record).map(({ occurrence, train, start_ms }) => {
    if (occurrence === null) return { owner: { kind: "train_schedule", id }, train, start_ms };
    const json = JSON.stringify({ paced_train_id: id, ...occurrence });
    return { owner: { kind: "occurrence", json }, train, start_ms };
  });
}
