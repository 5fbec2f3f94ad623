/**
 * The trains of a timetable for its conflicts, read by pages, so that a timetable of any size needs the
 * memory of a few.
 */
import type { Context } from "../../platform/http/endpoint.ts";
import { type Work, workInTurns } from "../../platform/turns.ts";
import type { Occurrence } from "../../timetable/paced_train/effective_trains.ts";
import { pageRecords } from "../../timetable/train/record_pages.ts";
import type { RecordRow } from "../../timetable/train/train.queries.ts";
import type { TrainKind, TrainRecord } from "../../timetable/train/train_kind.ts";
import { TRAIN_KINDS } from "../../timetable/train/train_kinds.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { timesLarger } from "../simulation/compute_together.ts";
import { identityOf, nameOccurrence, ordinalOf } from "./planned_trains.ts";
import type { Contender, TrainOwner } from "./running_trains.ts";

/** Enough records to keep all threads busy, and few enough even when each stands for many trains. */
const PAGE_RECORDS: Readonly<Record<TrainKind["name"], number>> = {
  train_schedule: 500,
  paced_train: 50,
};

/** Told of each record and how many trains it stands for. */
type OnRecord = (kind: TrainKind, row: RecordRow, departure_count: number) => void;

/** All trains that run in a timetable: train schedules by id, then trains of paced trains by their id and by start. */
export async function* pageTrains(
  { services, signal }: Pick<Context, "services" | "signal">,
  timetable_id: number,
  onRecord: OnRecord = () => undefined,
): AsyncGenerator<readonly Contender[]> {
  const { conflict_trains } = services.config.limits;
  let count = 0;
  for (const kind of TRAIN_KINDS) {
    const at = { timetable_id, count: PAGE_RECORDS[kind.name] * timesLarger(services) };
    for await (const rows of pageRecords(services.db, kind, at)) {
      const trains = await workInTurns(rows, signal, function* (row): Work<Contender[]> {
        const departures = yield* expand(kind, row);
        onRecord(kind, row, departures.length);
        // Of each record: a page of them could fill the memory.
        count += departures.length;
        if (count > conflict_trains) throw tooManyTrains(count, conflict_trains);
        return departures;
      });
      yield trains.flat();
    }
  }
}

function* expand(kind: TrainKind, { id, record: text }: TrainRecord): Work<Contender[]> {
  const record = { kind: kind.name, id };
  const contenders: Contender[] = [];
  const departures = yield* kind.listDepartures(text);
  for (const [i, { occurrence, train, start_ms }] of departures.entries()) {
    contenders.push({ owner: ownerOf(id, occurrence, i), train, start_ms, record });
    yield;
  }
  return contenders;
}

function ownerOf(id: number, occurrence: Occurrence | null, i: number): TrainOwner {
  if (occurrence === null) return { kind: "train_schedule", id };
  const identity = identityOf(occurrence);
  const ordinal = ordinalOf(occurrence, i);
  return { kind: "occurrence", id, identity, ordinal, json: nameOccurrence(id, occurrence) };
}
