/**
 * The handler of conflicts. Trains are read by pages, so that a timetable of any size needs the memory
 * of a few; what stays of a train is its start and a buffer that equal trains share.
 */
import type { Database } from "../db/client.ts";
import type { Context, JsonText } from "../http/endpoint.ts";
import { datetimeMs } from "../iso8601.ts";
import { listPacedStockNames } from "../paced_train/paced_train.queries.ts";
import { openSimulationScope, type Surroundings } from "../simulation/scope.ts";
import { StockBook } from "../simulation/stock_book.ts";
import { timetableNotFound } from "../timetable/timetable.errors.ts";
import { getTimetable } from "../timetable/timetable.queries.ts";
import { tooManyTrains } from "../train_schedule/train_schedule.errors.ts";
import {
  listRecordsOfTimetable,
  listStockNames,
} from "../train_schedule/train_schedule.queries.ts";
import type { TrainSchedule } from "../train_schedule/train_schedule.schemas.ts";
import { mapInTurns } from "../turns.ts";
import { workScheduleGroupNotFound } from "../work_schedule/work_schedule.errors.ts";
import { getWorkScheduleGroup } from "../work_schedule/work_schedule.queries.ts";
import { detectConflicts, type EffectiveTrain } from "./detect_conflicts.ts";
import { pageOccurrences } from "./occurrence_pages.ts";

const PAGE_TRAINS = 500;
/** Of stored text; a page has at least one train. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** The conflicts of a timetable on an infrastructure, among trains and with the works of a group. */
export async function answerConflicts(
  ctx: Context,
  timetable_id: number,
  {
    work_schedule_group_id,
    ...surroundings
  }: Surroundings & { readonly work_schedule_group_id: number | null },
): Promise<JsonText> {
  const { db } = ctx.services;
  if ((await getTimetable(db, timetable_id)) === null) throw timetableNotFound(timetable_id);
  // All rights are asked for before anything is computed.
  const stocks = new StockBook(ctx);
  const names = await Promise.all([
    listStockNames(db, timetable_id),
    listPacedStockNames(db, timetable_id),
  ]);
  await stocks.learn(names.flat());
  const options = { priority: "batch", area: "TimetableInfraNotFound" } as const;
  const scope = await openSimulationScope(ctx, surroundings, options);
  const works = await readWorks(db, work_schedule_group_id);
  const pages = pageTrains(ctx, timetable_id);
  return { json: await detectConflicts(scope, stocks, { pages, works }) };
}

/** Null: no group was named. */
async function readWorks(db: Database, group_id: number | null): Promise<string | null> {
  if (group_id === null) return null;
  const group = await getWorkScheduleGroup(db, group_id);
  if (group === null) throw workScheduleGroupNotFound(group_id);
  return group.works;
}

/** All trains of a timetable: its train schedules, then what its paced trains stand for. */
async function* pageTrains(
  { services, signal }: Context,
  timetable_id: number,
): AsyncGenerator<readonly EffectiveTrain[]> {
  const { conflict_trains } = services.config.limits;
  let count = 0;
  for (const pages of [
    pageTrainSchedules(services.db, timetable_id, signal),
    pageOccurrences(services.db, timetable_id, signal),
  ]) {
    for await (const page of pages) {
      count += page.length;
      if (count > conflict_trains) throw tooManyTrains(count, conflict_trains);
      yield page;
    }
  }
}

/** The train schedules of a timetable by id, page by page. */
async function* pageTrainSchedules(
  db: Database,
  timetable_id: number,
  signal: AbortSignal,
): AsyncGenerator<readonly EffectiveTrain[]> {
  for (let after_id = 0; ; ) {
    const page = { after_id, count: PAGE_TRAINS, bytes: PAGE_BYTES };
    const rows = await listRecordsOfTimetable(db, timetable_id, page);
    const last = rows.at(-1);
    if (last === undefined) return;
    after_id = last.id;
    yield await mapInTurns(rows, signal, ({ id, record }) => {
      // Written from a validated body and by nothing else.
      const train = JSON.parse(record) as TrainSchedule;
      const owner = { kind: "train_schedule", id } as const;
      return { owner, train, start_ms: datetimeMs(train.start_time) };
    });
  }
}
