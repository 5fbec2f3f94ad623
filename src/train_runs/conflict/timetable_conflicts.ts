/**
 * The handler of conflicts. Trains are read by pages, so that a timetable of any size needs the memory of
 * a few; only a train's start and a buffer that equal trains share are kept.
 */

import { workScheduleGroupNotFound } from "../../network/work_schedule/work_schedule.errors.ts";
import { getWorkScheduleGroup } from "../../network/work_schedule/work_schedule.queries.ts";
import type { Database } from "../../platform/db/client.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { openTimetableStocks } from "../../timetable/timetable/open_timetable.ts";
import { pageRecords } from "../../timetable/train/record_pages.ts";
import type { TrainKind, TrainRecord } from "../../timetable/train/train_kind.ts";
import { TRAIN_KINDS } from "../../timetable/train/train_kinds.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { timesLarger } from "../simulation/compute_together.ts";
import { openSimulationSetup, type SimulationParameters } from "../simulation/setup.ts";
import { type Contender, detectConflicts } from "./detect_conflicts.ts";

/** Enough records to keep all threads busy, and few enough even when each stands for many trains. */
const PAGE_RECORDS: Readonly<Record<TrainKind["name"], number>> = {
  train_schedule: 500,
  paced_train: 50,
};

/** The conflicts of a timetable on an infrastructure, among trains and with the works of a group. */
export async function answerConflicts(
  ctx: Context,
  timetable_id: number,
  {
    work_schedule_group_id,
    ...parameters
  }: SimulationParameters & { readonly work_schedule_group_id: number | null },
): Promise<JsonText> {
  // All rights are checked before anything is computed.
  const { stocks } = await openTimetableStocks(ctx, timetable_id);
  const options = { priority: "batch", area: "TimetableInfraNotFound" } as const;
  const setup = await openSimulationSetup(ctx, parameters, options);
  const works = await readWorkGroup(ctx.services.db, work_schedule_group_id);
  const pages = pageTrains(ctx, timetable_id);
  return { json: await detectConflicts(setup, stocks, { pages, works }) };
}

/** Null when no group is named. */
export async function readWorkGroup(db: Database, group_id: number | null): Promise<string | null> {
  if (group_id === null) return null;
  const group = await getWorkScheduleGroup(db, group_id);
  if (group === null) throw workScheduleGroupNotFound(group_id);
  return group.works;
}

/** All trains that run in a timetable: train schedules by id, then trains of paced trains by their id and by start. */
export async function* pageTrains(
  { services, signal }: Pick<Context, "services" | "signal">,
  timetable_id: number,
): AsyncGenerator<readonly Contender[]> {
  const { conflict_trains } = services.config.limits;
  let count = 0;
  for (const kind of TRAIN_KINDS) {
    const at = { timetable_id, count: PAGE_RECORDS[kind.name] * timesLarger(services) };
    for await (const rows of pageRecords(services.db, kind, at)) {
      const page = (await mapInTurns(rows, signal, (row) => expand(kind, row))).flat();
      count += page.length;
      if (count > conflict_trains) throw tooManyTrains(count, conflict_trains);
      yield page;
    }
  }
}

function expand(kind: TrainKind, { id, record: text }: TrainRecord): Contender[] {
  const record = { kind: kind.name, id };
  return kind.listDepartures(text).map(({ occurrence, train, start_ms }) => {
    const departure = { train, start_ms, record };
    if (occurrence === null) return { owner: { kind: "train_schedule", id }, ...departure };
    const json = JSON.stringify({ paced_train_id: id, ...occurrence });
    return { owner: { kind: "occurrence", json }, ...departure };
  });
}
