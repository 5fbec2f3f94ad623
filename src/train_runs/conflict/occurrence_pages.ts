/**
 * The trains that a timetable's paced trains stand for, page by page. Occurrences without an exception
 * share one train, so a page of many is computed as few.
 */
import type { Database } from "../../platform/db/client.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { listEffectiveTrains } from "../../timetable/paced_train/effective_trains.ts";
import {
  listPacedRecordsOfTimetable,
  parsePacedTrain,
} from "../../timetable/paced_train/paced_train.queries.ts";
import { pageRecords, type RecordRow } from "../../timetable/timetable/record_pages.ts";
import type { EffectiveTrain } from "./detect_conflicts.ts";

/** Enough to keep all threads busy, and few enough for what the most frequent ones stand for. */
const PAGE_PACED_TRAINS = 50;

/** By the id of the paced train and then by start. */
export async function* pageOccurrences(
  db: Database,
  timetable_id: number,
  signal: AbortSignal,
): AsyncGenerator<readonly EffectiveTrain[]> {
  const pages = pageRecords(
    async (page) => listPacedRecordsOfTimetable(db, timetable_id, page),
    PAGE_PACED_TRAINS,
  );
  for await (const rows of pages) yield (await mapInTurns(rows, signal, expand)).flat();
}

function expand({ id, record }: RecordRow): EffectiveTrain[] {
  return listEffectiveTrains(parsePacedTrain(record)).map(({ occurrence, train, start_ms }) => {
    const json = JSON.stringify({ paced_train_id: id, ...occurrence });
    return { owner: { kind: "occurrence", json }, train, start_ms };
  });
}
