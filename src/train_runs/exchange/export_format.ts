/**
 * A timetable as a file in another format. With a network, each waypoint gets the time of the train's computed run;
 * without one only the stored times are exported. Paced trains with exceptions are exported as their single trains.
 */
import type { Context, TypedStream } from "../../platform/http/endpoint.ts";
import { answerFile } from "../../platform/http/exchanged_file.ts";
import { encodeGroups } from "../../platform/http/sending/text_stream.ts";
import { doInTurns, type InTurns } from "../../platform/turns.ts";
import { TIMETABLE_CONTENT_TYPES, type TimetableFormat } from "../../railway/exchange_terms.ts";
import { printDateTime, printDuration } from "../../railway/iso8601.ts";
import { POINT_DEFAULTS } from "../../railway/train_defaults.ts";
import { readCalendar, type TimetableCalendar } from "../../timetable/calendar/calendar.queries.ts";
import { printHead } from "../../timetable/exchange/export_timetable.ts";
import { readFeedVersion } from "../../timetable/exchange/feed_version.ts";
import { flattenExceptions } from "../../timetable/exchange/flatten_exceptions.ts";
import { checkNotDeleted } from "../../timetable/exchange/not_deleted.ts";
import { tripKeyOf } from "../../timetable/exchange/trip_keys.ts";
import { baseTrain, type PacedTrain } from "../../timetable/paced_train/effective_trains.ts";
import { openTimetableStocks } from "../../timetable/train/open_timetable.ts";
import { pageRecords } from "../../timetable/train/record_pages.ts";
import type { RecordRow } from "../../timetable/train/train.queries.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import { TRAIN_KINDS } from "../../timetable/train/train_kinds.ts";
import { type Departure, departTrain } from "../../timetable/train_schedule/departures.ts";
import { parseRecord } from "../../timetable/train_schedule/parse_record.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { ComputedTrain } from "../simulation/compute_trains.ts";
import {
  computeGroups,
  type Expanded,
  openSource,
  type Source,
} from "../simulation/computed_groups.ts";
import type { SimulationParameters } from "../simulation/setup.ts";

const PAGE_RECORDS = 500;

/** A record's trains, and its pace, numbers and days if it can be exported as one paced train. */
interface Flat extends Expanded {
  readonly departures: readonly (Departure & { readonly trip: string })[];
  readonly pace: Pick<PacedTrain, "paced" | "numbering" | "days"> | null;
}

export async function exportFormat(
  ctx: Context,
  timetable_id: number,
  { format, parameters }: { format: TimetableFormat; parameters: SimulationParameters | null },
): Promise<TypedStream> {
  const { services, share, signal } = ctx;
  const source =
    parameters === null ? null : (await openSource(ctx, timetable_id, parameters)).source;
  const infra_key = source?.setup.infra.key ?? null;
  const feed_version = await readFeedVersion(services.db, timetable_id, infra_key);
  const calendar = await readCalendar(services.db, timetable_id);
  const groups =
    source === null ? listStored(ctx, timetable_id, calendar) : listComputed(source, calendar);
  const stored_head = await printHead(services.db, timetable_id);
  const head = `${stored_head},"feed_version":${JSON.stringify(feed_version)}`;
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeGroups(printDocument(head, groups), signal)) pieces.push(piece);
  const input = { format, pieces, infra: source?.setup.infra ?? null };
  const how = { share, signal, priority: "batch" } as const;
  const work = services.compute.run("export_timetable", input, how);
  return await answerFile(ctx, TIMETABLE_CONTENT_TYPES[format], work);
}

/** Each train's kind and JSON text. */
type Text = readonly [kind: TrainKind["name"], text: string];

/** Paced trains are held back until all train schedules are printed: some are turned into train schedules. */
async function* printDocument(
  head: string,
  groups: AsyncIterable<readonly Text[]>,
): AsyncGenerator<Iterable<string>> {
  const paced: string[] = [];
  let is_first = true;
  yield [`${head},"train_schedules":[`];
  for await (const group of groups) {
    const schedules: string[] = [];
    for (const [kind, text] of group) {
      if (kind === "paced_train") {
        paced.push(paced.length === 0 ? text : `,${text}`);
      } else {
        schedules.push(is_first ? text : `,${text}`);
        is_first = false;
      }
    }
    yield schedules;
  }
  yield [`],"paced_trains":[`];
  yield paced;
  yield ["]}"];
}

/** The stored records; the rights on all stocks are checked before the first is read. */
async function* listStored(
  ctx: Context,
  timetable_id: number,
  calendar: TimetableCalendar | null,
): AsyncGenerator<readonly Text[]> {
  const { services, signal } = ctx;
  const { stocks } = await openTimetableStocks(ctx, timetable_id);
  for (const kind of TRAIN_KINDS) {
    const pages = pageRecords(services.db, kind, { timetable_id, count: PAGE_RECORDS });
    for await (const rows of pages) {
      await stocks.learn(rows.flatMap(({ rolling_stock_names }) => rolling_stock_names));
      for (const row of rows) {
        const flat = await doInTurns(flatten(kind, row, calendar), signal);
        yield flat.departures.map((one) => print(flat, one));
      }
    }
  }
  await checkNotDeleted(services.db, timetable_id);
}

async function* listComputed(
  source: Source,
  calendar: TimetableCalendar | null,
): AsyncGenerator<readonly Text[]> {
  const expand = (kind: TrainKind, row: RecordRow): InTurns<Flat> => flatten(kind, row, calendar);
  for await (const group of computeGroups(source, expand)) {
    for (const { expanded, results } of group) {
      yield expanded.departures.map(({ train, ...one }, i) =>
        print(expanded, { ...one, train: withTimes(train, results[i]) }),
      );
    }
  }
}

function* flatten(
  kind: TrainKind,
  { id, record }: RecordRow,
  calendar: TimetableCalendar | null,
): InTurns<Flat> {
  if (kind.name === "train_schedule") {
    const train = yield* parseRecord<TrainSchedule>(record);
    const trip = tripKeyOf(kind.name, id);
    return { departures: [{ ...departTrain(train), trip }], pace: null };
  }
  const paced_train = yield* parseRecord<PacedTrain>(record);
  const flat = yield* flattenExceptions(paced_train, calendar);
  if (flat !== null) {
    const departures = flat.map(({ train, occurrence }) => ({
      ...departTrain(train),
      trip: tripKeyOf(kind.name, id, occurrence),
    }));
    return { departures, pace: null };
  }
  const { paced, numbering, days } = paced_train;
  const pace = { paced, ...(numbering && { numbering }), ...(days && { days }) };
  const trip = tripKeyOf(kind.name, id);
  return { departures: [{ ...departTrain(baseTrain(paced_train)), trip }], pace };
}

function print({ pace }: Flat, { train, start_ms, trip }: Flat["departures"][number]): Text {
  const own = { ...train, trip, start_time: printDateTime(start_ms) };
  if (pace === null) return ["train_schedule", JSON.stringify(own)];
  return ["paced_train", JSON.stringify({ ...own, ...pace, exceptions: [] })];
}

/** A train without a run keeps its stored times. */
function withTimes(train: TrainSchedule, computed: ComputedTrain | undefined): TrainSchedule {
  if (computed?.kind !== "success") return train;
  const { item_times_ms } = computed.outcome.final;
  const points = new Map(train.schedule.map((point) => [point.at, point]));
  const schedule = train.path.map(({ id }, i) => ({
    ...POINT_DEFAULTS,
    ...points.get(id),
    at: id,
    arrival: i === 0 ? null : printDuration(item_times_ms[i] ?? 0),
  }));
  return { ...train, schedule };
}
