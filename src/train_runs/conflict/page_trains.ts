/**
 * The trains of a timetable for its conflicts, read by pages, so that a timetable of any size needs the
 * memory of a few.
 */
import type { Context } from "../../platform/http/endpoint.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { pageRecords } from "../../timetable/train/record_pages.ts";
import type { RecordRow } from "../../timetable/train/train.queries.ts";
import type { TrainKind, TrainRecord } from "../../timetable/train/train_kind.ts";
import { TRAIN_KINDS } from "../../timetable/train/train_kinds.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { timesLarger } from "../simulation/compute_together.ts";
import { identityOf, nameOccurrence, ordinalOf } from "./planned_trains.ts";
import type { Contender } from "./running_trains.ts";

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
      const trains = await mapInTurns(rows, signal, (row) => {
        const departures = expand(kind, row);
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

function expand(kind: TrainKind, { id, record: text }: TrainRecord): Contender[] {
  const record = { kind: kind.name, id };
  return kind.listDepartures(text).map(({ occurrence, train, start_ms }, i) => {
    const departure = { train, start_ms, record };
    if (occurrence === null) return { owner: { kind: "train_schedule", id }, ...departure };
    const identity = identityOf(occurrence);
    const ordinal = ordinalOf(occurrence, i);
    const json = nameOccurrence(id, occurrence);
    return { owner: { kind: "occurrence", id, identity, ordinal, json }, ...departure };
  });
}
