/** When trips are expected and where their trains are, for other programs: messages of GTFS Realtime with the ids of the timetable's export. */
import { hashText } from "../../platform/compute/keys.ts";
import { given } from "../../platform/given.ts";
import type { Context, StaticAnswer } from "../../platform/http/endpoint.ts";
import { answerStatic } from "../../platform/http/sending/answer_static.ts";
import { mapNestedInTurns } from "../../platform/turns.ts";
import { durationMs } from "../../railway/iso8601.ts";
import { nameDay } from "../../timetable/calendar/asked_date.ts";
import { readPeriod } from "../../timetable/calendar/calendar.queries.ts";
import { feedVersionOf } from "../../timetable/exchange/feed_version.ts";
import { tripKeyOf } from "../../timetable/exchange/trip_keys.ts";
import type { Occurrence, PacedTrain } from "../../timetable/paced_train/effective_trains.ts";
import type { RecordRow } from "../../timetable/train/train.queries.ts";
import type { NamedDeparture, TrainKind } from "../../timetable/train/train_kind.ts";
import { parseRecord } from "../../timetable/train_schedule/parse_record.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { onOnePlan } from "../operation/pinned_day.ts";
import { resolveOne, runTask } from "../path/setup.ts";
import { nameOf } from "../robustness/running_trains.ts";
import { readGroups } from "../simulation/computed_groups.ts";
import { type AskedForecast, readKnownDay } from "./known_day.ts";
import { type RunningDay, readOf, runDay } from "./running_day.ts";

/** Whoever asks again gets the same until something is reported. */
const CHECKED = "private, no-cache";

export interface AskedFeed {
  readonly of: "trip_updates" | "vehicle_positions";
  readonly format: "protobuf" | "json";
}

export async function answerRealtime(
  ctx: Context,
  asked: AskedForecast,
  feed: AskedFeed,
): Promise<StaticAnswer> {
  return await onOnePlan(ctx, async () => printFeed(ctx, asked, feed));
}

async function printFeed(
  ctx: Context,
  asked: AskedForecast,
  { of, format }: AskedFeed,
): Promise<StaticAnswer> {
  const { question, running, known } = await readKnownDay(ctx, asked);
  const { setup, timetable_id, train_changes } = question;
  const { services, infra, share, priority, signal } = setup;
  const stored = question.pinned?.stored ?? (await readPeriod(services.db, timetable_id));
  const feed_version = feedVersionOf({ timetable_id, train_changes, stored, infra_key: infra.key });
  const trips = await resolveOne(setup, `trips:${known.day.key}`, {
    compute: async (own) => await listTrips({ ...question, setup: { ...setup, ...own } }),
    sizeOf: ({ byteLength }) => byteLength,
  });
  const ways = of === "vehicle_positions" ? await drawWays(question, running) : null;
  const is_json = format === "json";
  const bytes = await services.compute.run(
    "print_realtime",
    {
      ...known,
      trips,
      ways,
      is_json,
      period: stored?.period ?? null,
      feed_version,
      timestamp_s: Math.max(0, Math.floor(known.as_of_ms / 1000)),
    },
    { share, priority, signal },
  );
  const content_type = is_json ? "application/json" : "application/x-protobuf";
  return answerStatic(
    ctx,
    { content_type, bytes, tag: hashText(bytes), br: null, gzip: null },
    CHECKED,
  );
}

/** Lines of the day's runs on the map. */
async function drawWays(
  question: ConflictQuestion,
  { day, run_keys }: RunningDay,
): Promise<SharedArrayBuffer> {
  return await resolveOne(question.setup, `ways:${day.key}`, {
    compute: async (own) => {
      const setup = { ...question.setup, ...own };
      const { runs } = await runDay({ ...question, setup });
      const found = new Map(runs.map(({ computed }) => [computed.run_key, computed.path]));
      const paths = run_keys.map((key) => given(found.get(key), "the day's runs are the same"));
      return await runTask(setup, "draw_ways", { paths });
    },
    sizeOf: ({ byteLength }) => byteLength,
  });
}

/** A record's trains in feeds: alone, or as the trips of a frequency. */
interface TripRecord {
  readonly kind: TrainKind["name"];
  readonly id: number;
  readonly departures: readonly NamedDeparture[];
  readonly interval_ms: number | null;
}

async function listTrips(question: ConflictQuestion): Promise<SharedArrayBuffer> {
  const { timetable_id, setup, stocks, on = null, pinned } = question;
  const trips: string[] = [];
  const forms = new Forms();
  for await (const group of readGroups(
    { timetable_id, setup, stocks, ...readOf(pinned) },
    expand,
  )) {
    await mapNestedInTurns(group, setup.signal, function* ({ expanded }) {
      for (const departure of expanded.departures) {
        trips.push(printTrip(expanded, departure, forms.find(departure.train)));
        yield;
      }
    });
  }
  const head_json = `{"trips":{${trips.join()}}}`;
  return await runTask(setup, "list_trips", { forms: forms.texts, head_json });

  function* expand(kind: TrainKind, { id, record }: RecordRow) {
    const departures = yield* kind.listDepartures(record, on);
    const paced = kind.name === "paced_train" ? yield* parseRecord<PacedTrain>(record) : null;
    const isFrequency = paced?.exceptions.length === 0 && paced.numbering === undefined;
    const interval_ms = paced !== null && isFrequency ? durationMs(paced.paced.interval) : null;
    return { kind: kind.name, id, departures, interval_ms } satisfies TripRecord;
  }
}

function printTrip(
  { kind, id, interval_ms }: TripRecord,
  { occurrence, day = null }: NamedDeparture,
  form: number,
): string {
  const name = JSON.stringify({ kind, id, ...nameOf(occurrence), ...nameDay(day) });
  const pace = interval_ms === null ? null : { index: indexOf(occurrence), interval_ms };
  const key = tripKeyOf(kind, id, pace === null ? occurrence : null);
  return `${JSON.stringify(name)}:${JSON.stringify({ key, form, pace })}`;
}

function indexOf(occurrence: Occurrence | null): number {
  return occurrence !== null && "index" in occurrence ? occurrence.index : 0;
}

/** What decides which stops of a train are in feeds, each once. */
class Forms {
  readonly texts: string[] = [];
  readonly #known = new Map<TrainSchedule, number>();

  find(train: TrainSchedule): number {
    const known = this.#known.get(train);
    if (known !== undefined) return known;
    const { path, schedule, category } = train;
    const form = this.texts.push(JSON.stringify({ path, schedule, category })) - 1;
    this.#known.set(train, form);
    return form;
  }
}
